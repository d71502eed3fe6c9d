//! Games go to other threads; what they are made of is read by several at once.

use std::thread;

use kinfolk::{Forest, Node2};
use kinfolk_game::{DrawItem, DrawList, Game, Viewport, Visual};
use kinfolk_physics::Physics;
use kinfolk_scene::{Diagnostics, Document, Edit, Editing, Plan, Scene};

const MILL: &str = r#"{ "entities": [
    { "id": "mill", "behaviors": [{ "type": "rotate", "speed": 1 }], "sprite": { "type": "circle" },
      "children": [{ "name": "Sail", "localTransform": { "x": 2 }, "z": -1, "sprite": { "type": "rect" } }] },
    { "id": "ball", "sprite": { "type": "circle" }, "physics": { "bodyType": "dynamic", "shape": "circle", "radius": 1 } }
] }"#;

#[test]
fn what_a_game_is_made_of_can_be_sent_and_shared_and_a_game_be_sent() {
    fn is_sent<T: Send>() {}
    fn is_shared<T: Send + Sync>() {}

    is_sent::<Game>(); // behaviors need not be shareable
    is_sent::<Physics>();
    is_shared::<Forest<Node2>>();
    is_shared::<Scene>();
    is_shared::<Document>();
    is_shared::<Plan>();
    is_shared::<Edit>();
    is_shared::<Editing>();
    is_shared::<Diagnostics>();
    is_shared::<DrawList>();
    is_shared::<Viewport>();
    is_shared::<Visual>();
}

fn listed(forest: &Forest<Node2>, scene: &Scene) -> Vec<DrawItem> {
    let mut list = DrawList::new();
    list.refresh(forest, scene);
    list.items().to_vec()
}

#[test]
fn several_threads_list_what_is_to_be_drawn_between_two_steps() {
    let mut game: Game = Game::load(MILL).unwrap();
    for _ in 0..20 {
        game.step();
        let expected = game.draw_list().to_vec();
        assert_eq!(expected.len(), 3);
        let (forest, scene) = (game.forest(), game.scene());
        thread::scope(|scope| {
            let readers: Vec<_> = (0..3)
                .map(|_| scope.spawn(|| listed(forest, scene)))
                .collect();
            for reader in readers {
                assert_eq!(reader.join().unwrap(), expected);
            }
        });
    }
}

#[test]
fn a_game_goes_on_in_another_thread_as_it_would_have_here() {
    let mut here: Game = Game::load(MILL).unwrap();
    here.step();
    let mut there = here.clone();
    let there = thread::spawn(move || {
        (0..100).for_each(|_| there.step());
        there
    });
    (0..100).for_each(|_| here.step());

    let mut there = there.join().unwrap();

    assert_eq!(there.draw_list(), here.draw_list());
    assert_eq!(there.save(), here.save());
}
