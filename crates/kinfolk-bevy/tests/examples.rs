//! The example runs, and what it prints is a scene.
#![cfg(feature = "app")]

use kinfolk_scene::load;

#[expect(dead_code, reason = "its main prints")]
#[path = "../examples/walker/main.rs"]
mod walker;

#[test]
fn the_walker_walks_and_leaves_prints() {
    let start = walker::walk(1).unwrap();
    let end = walker::walk(250).unwrap();
    let x = |scene: &kinfolk_scene::Document| {
        let mut all = scene.entities.iter();
        let walker = all.find(|being| being.id.as_deref() == Some("Walker"));
        let place = walker.unwrap().transform.set().unwrap().clone();
        *place.x.set().unwrap()
    };

    assert!(
        x(&end) > x(&start) + 5.0,
        "it comes from {} to {}",
        x(&start),
        x(&end)
    );
    assert!(end.entities.len() > 8, "a walker, its land and its prints");
    load(&end.to_text()).into_parts().unwrap();
}
