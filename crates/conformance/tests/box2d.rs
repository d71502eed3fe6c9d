//! Box2D shows what every engine must.

kinfolk_conformance::physics_suite!(kinfolk_physics::Box2d);
