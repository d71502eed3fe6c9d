//! Bevy, with our adapter, does what every ECS must.

use kinfolk_conformance::ecs::bevy::BevyRealm as Realm;

kinfolk_conformance::ecs_suite!(Realm);
