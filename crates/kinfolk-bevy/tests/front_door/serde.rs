//! Saving what entities own. What follows is not saved: it follows.

use kinfolk::{Node2, Node3};
use kinfolk_bevy::Own;

#[test]
fn what_an_entity_owns_is_saved_as_its_value() {
    let own = Own(Node2::at(1.0, 2.0).with_z(3));
    let text = serde_json::to_string(&own).unwrap();

    assert_eq!(
        text,
        serde_json::to_string(&own.0).unwrap(),
        "nothing around it"
    );
    assert_eq!(serde_json::from_str::<Own>(&text).unwrap(), own);
}

#[test]
fn any_value_that_can_be_saved_can_be_saved_as_own() {
    let own = Own(Node3::at(1.0, 2.0, 3.0));
    let text = serde_json::to_string(&own).unwrap();

    assert_eq!(serde_json::from_str::<Own<Node3>>(&text).unwrap(), own);
}

#[test]
fn what_is_left_out_is_the_default() {
    let own: Own = serde_json::from_str(r#"{ "z": 4 }"#).unwrap();
    assert_eq!(own, Own(Node2::default().with_z(4)));
    assert!(serde_json::from_str::<Own>(r#"{ "zed": 4 }"#).is_err());
}
