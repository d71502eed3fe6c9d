//! rapier2d shows what every engine must.

kinfolk_conformance::physics_suite!(kinfolk_physics::Rapier);
