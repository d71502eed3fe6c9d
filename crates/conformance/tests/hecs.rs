//! hecs, with our adapter, does what every ECS must.

use kinfolk_conformance::ecs::hecs::HecsRealm as Realm;

kinfolk_conformance::ecs_suite!(Realm);

mod random {
    use kinfolk_conformance::ecs::model::{agrees, edits};
    use proptest::prelude::*;

    use super::Realm;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn edits_in_the_ecs_and_by_the_adapter_agree_with_the_model(edits in edits()) {
            agrees::<Realm>(&edits);
        }
    }
}
