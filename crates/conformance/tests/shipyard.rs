//! Shipyard, with our adapter, does what every ECS must.

use kinfolk_conformance::ecs::shipyard::ShipyardRealm as Realm;

kinfolk_conformance::ecs_suite!(Realm);
