//! hecs, with our adapter, does what every ECS must.

use kinfolk_conformance::ecs::hecs::HecsRealm as Realm;

kinfolk_conformance::ecs_suite!(Realm);
