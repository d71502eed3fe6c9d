//! A forest alone does what it has in common with every ECS.

use kinfolk_conformance::ecs::bare::BareRealm as Realm;

kinfolk_conformance::ecs_suite!(forest: Realm);
