//! What does a game cost around its forest? Seed 3's budget as a share of a frame, and many
//! entities with few behaviors beside the loop that one would write by hand.

use std::fmt::Write as _;

use kinfolk::{Forest, Node2, NodeId};
use kinfolk_game::Game;

use crate::measure::{Contestant, Effort, Figure, figures};

/// How fast those turn who have a behavior, in radians a second.
const SPEED: f32 = 0.5;
const FRAME_SECS: f32 = 1.0 / 60.0;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let mut all = hundred(effort);
    all.extend(hundred_thousand(effort));
    all
}

/// A hundred entities, of which ten are parents of three: the budget of seed 3, which allows it a
/// hundredth of a frame.
fn hundred(effort: &Effort) -> Vec<Figure> {
    let rotate = r#"[{ "type": "rotate" }]"#;
    let swing = r#"[{ "type": "oscillate", "key": "y", "amplitude": 1, "period": 2 }]"#;
    let mut entities = families(10, 3, rotate, swing);
    for single in 0..60 {
        let _ = write!(entities, r#", {{ "id": "single{single}" }}"#);
    }
    let mut game = loaded(&entities, 100);
    let [[step]] = effort.race(&mut [Contestant::new("kinfolk game", || one_frame(&mut game))])[..]
    else {
        unreachable!("one contestant has one time");
    };
    let budget = 1e9 * 16.6e-3;
    let times = [("kinfolk game", step), ("frame of 16.6 ms", budget)];
    figures("game", "hundred", 100, &times)
}

/// A hundred thousand entities, of which every tenth turns and carries nine: the game beside a
/// loop that writes the same locals, updates the forest and asks whoever has changed whether it
/// can be seen.
fn hundred_thousand(effort: &Effort) -> Vec<Figure> {
    const PARENTS: usize = 10_000;
    const CHILDREN: usize = 9;
    let nodes = PARENTS * (1 + CHILDREN);
    let rotate = format!(r#"[{{ "type": "rotate", "speed": {SPEED} }}]"#);
    let mut game = loaded(&families(PARENTS, CHILDREN, &rotate, "[]"), nodes);

    // A copy, so that both have the same nodes in the same rows.
    let mut forest = game.forest().clone();
    let turning: Vec<NodeId> = forest.roots().collect();
    assert_eq!(turning.len() + PARENTS * CHILDREN, nodes);
    let all = effort.figures(
        "game",
        "hundred thousand",
        nodes,
        &mut [
            Contestant::new("kinfolk game", || one_frame(&mut game)),
            Contestant::new("bare loop", || by_hand(&mut forest, &turning)),
        ],
    );
    let turned = |forest: &Forest<Node2>| forest.value(turning[0]).map(|node| node.transform);
    assert_eq!(turned(game.forest()), turned(&forest), "not the same work");
    all
}

/// What a program does with a game in each frame. A step reads the change list itself, for who
/// has come into sight.
fn one_frame(game: &mut Game) -> usize {
    game.step();
    assert!(game.take_troubles().is_empty(), "a game without trouble");
    game.take_events().len()
}

fn by_hand(forest: &mut Forest<Node2>, turning: &[NodeId]) -> usize {
    for &node in turning {
        let before = forest.value(node).expect("a living node");
        let angle = before.transform.rotation + SPEED * FRAME_SECS;
        forest.set_rotation(node, angle).expect("finite");
    }
    forest.update();
    let seen = |&node: &NodeId| forest.effective(node).is_some_and(|world| world.visible());
    forest.changes().iter().filter(seen).count()
}

/// Parents in rows with children around them, as the inside of a list of entities.
fn families(parents: usize, children: usize, parent_does: &str, child_does: &str) -> String {
    let mut text = String::new();
    for parent in 0..parents {
        let comma = if parent == 0 { "" } else { ", " };
        let (x, y) = (parent % 100 * 4, parent / 100 * 4);
        let _ = write!(
            text,
            r#"{comma}{{ "id": "p{parent}", "transform": {{ "x": {x}, "y": {y} }}, "behaviors": {parent_does}, "children": ["#
        );
        for child in 0..children {
            let comma = if child == 0 { "" } else { ", " };
            let _ = write!(
                text,
                r#"{comma}{{ "name": "c{child}", "localTransform": {{ "x": 1, "y": {child} }}, "behaviors": {child_does} }}"#
            );
        }
        text.push_str("] }");
    }
    text
}

fn loaded(entities: &str, nodes: usize) -> Game {
    let text = format!(r#"{{ "entities": [{entities}] }}"#);
    let mut game: Game = Game::load(&text).expect("a document without errors");
    assert_eq!(game.len(), nodes);
    game.take_events();
    game
}
