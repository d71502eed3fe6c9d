//! Coming, going, and taking part.

use kinfolk::{NodeId, Transform2};
use kinfolk_game::{Action, Behavior, Doom, Event, Game, GameError, Registry, Setup, Spawn, Stage};

use crate::{assert_near, game, gone, run, world};

const MILL: &str = r#"{ "id": "mill", "children": [
    { "name": "Sail", "behaviors": [{ "type": "translate", "x": 60 }] },
    { "name": "Door", "visible": false, "active": false, "behaviors": [{ "type": "translate", "x": 60 }] }] }"#;

#[test]
fn nobody_acts_who_is_not_active_in_the_tree() {
    let mut game = game("", MILL);
    run(&mut game, 2);
    assert_near(world(&game, "mill_Sail"), [2.0, 0.0]);
    assert_near(world(&game, "mill_Door"), [0.0, 0.0]);

    game.set_active("mill", false, false).unwrap();
    run(&mut game, 2);
    assert_near(world(&game, "mill_Sail"), [2.0, 0.0]);

    game.set_active("mill", true, false).unwrap();
    run(&mut game, 2);
    assert_near(world(&game, "mill_Sail"), [4.0, 0.0]);
    assert_near(world(&game, "mill_Door"), [0.0, 0.0]);

    game.set_active("mill", true, true).unwrap();
    run(&mut game, 1);
    assert_near(world(&game, "mill_Door"), [1.0, 0.0]);
}

#[test]
fn hiding_and_showing_a_parent_forgets_no_flag_unless_it_is_recursive() {
    let mut game = game("", MILL);
    let flags = |game: &Game| {
        ["mill", "mill_Sail", "mill_Door"].map(|id| {
            let world = game.forest().effective(game.entity(id).unwrap()).unwrap();
            world.visible()
        })
    };

    game.set_visible("mill", false, false).unwrap();
    assert_eq!(flags(&game), [false, false, false]);
    game.set_visible("mill", true, false).unwrap();
    assert_eq!(flags(&game), [true, true, false]);
    game.set_visible("mill", true, true).unwrap();
    assert_eq!(flags(&game), [true, true, true]);
    game.set_visible("mill", false, true).unwrap();
    game.set_visible("mill", true, false).unwrap();
    assert_eq!(flags(&game), [true, false, false]);
}

#[test]
fn flags_are_told_once_each_with_or_without_bodies() {
    let body = r#", { "id": "ball", "physics": { "bodyType": "dynamic", "shape": "circle", "radius": 1 } }"#;
    for more in ["", body] {
        let mut game = game("", &format!("{MILL}{more}"));
        let [mill, sail] = ["mill", "mill_Sail"].map(|id| game.entity(id).unwrap());
        run(&mut game, 2);
        game.take_events();

        game.set_visible("mill", false, false).unwrap();
        game.set_active("mill_Sail", false, false).unwrap();
        run(&mut game, 3);

        let wanted = [
            Event::Visible(mill, false),
            Event::Visible(sail, false),
            Event::Active(sail, false),
        ];
        assert_eq!(game.take_events(), wanted);
    }
}

#[test]
fn who_is_marked_is_there_until_the_frame_ends() {
    let mut game = game(
        "",
        r#"{ "id": "a", "children": [{ "name": "B", "children": [{ "name": "C" }] }, { "name": "D" }] }"#,
    );
    let entity = game.entity("a").unwrap();
    let doom = Doom {
        effect: Some("fade".into()),
        ..Doom::default()
    };

    game.mark_for_destruction("a", doom).unwrap();
    assert_eq!(game.len(), 4);
    assert_eq!(game.doom(entity).unwrap().effect.as_deref(), Some("fade"));
    game.take_events();
    game.step();

    assert!(game.is_empty());
    assert_eq!(gone(&game.take_events()), ["a_D", "a_B_C", "a_B", "a"]);
}

#[test]
fn who_is_marked_together_with_its_parent_goes_once() {
    let mut game = game("", r#"{ "id": "a", "children": [{ "name": "B" }] }"#);
    game.mark_for_destruction("a", Doom::default()).unwrap();
    game.mark_for_destruction("a_B", Doom::default()).unwrap();
    game.mark_for_destruction("a", Doom::default()).unwrap();

    run(&mut game, 2);

    assert_eq!(gone(&game.take_events()), ["a_B", "a"]);
    assert!(game.take_troubles().is_empty());
}

/// Destroys its parent, and then goes on.
#[derive(Debug, Clone)]
struct Rebel;

impl Behavior for Rebel {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let parent = stage.forest().parent(me).ok_or("no parent")?;
        stage.destroy(parent);
        stage.destroy(me);
        stage.add_tag(me, "rebel");
        stage.turn(me, 1.0)
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}

/// Puts what cannot be into its place.
#[derive(Debug, Clone)]
struct Lost;

impl Behavior for Lost {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        stage.nudge(me, [f32::NAN, 0.0].into())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}

/// Shoots once, from its own slot.
#[derive(Debug, Clone)]
struct Shoot;

impl Behavior for Shoot {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        if stage.frame() == 0 {
            let spawn = Spawn::new("shot", Transform2::at(0.0, 0.5)).under(me);
            stage.wish(Action::Spawn(spawn.clone()));
            stage.wish(Action::Spawn(spawn.clone().in_slot("muzzle")));
            stage.wish(Action::Spawn(spawn.in_slot("nowhere")));
        }
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}

fn own(text: &str) -> Game {
    let mut registry = Registry::built_in();
    registry.add("rebel", |_| Ok(Box::new(Rebel)));
    registry.add("lost", |_| Ok(Box::new(Lost)));
    registry.add("shoot", |_| Ok(Box::new(Shoot)));
    let setup = Setup {
        registry,
        ..Setup::default()
    };
    Game::load_with(text, setup).unwrap()
}

#[test]
fn a_behavior_may_destroy_its_own_parent() {
    let mut game = own(r#"{ "entities": [{ "id": "a", "children": [
        { "name": "B", "behaviors": [{ "type": "rebel" }, { "type": "rotate" }], "children": [{ "name": "C" }] },
        { "name": "D", "behaviors": [{ "type": "rotate" }] }] }] }"#);
    game.take_events();

    run(&mut game, 2);

    assert!(game.is_empty());
    let events = game.take_events();
    assert_eq!(gone(&events), ["a_D", "a_B_C", "a_B", "a"]);
    assert_eq!(events.len(), 4, "nobody who is gone gets a tag");
    assert!(game.take_troubles().is_empty());
}

#[test]
fn numbers_that_are_not_finite_are_a_trouble_and_the_game_goes_on() {
    let mut game = own(r#"{ "entities": [
        { "id": "lost", "transform": { "x": 3 }, "behaviors": [{ "type": "lost" }, { "type": "translate", "y": 60 }] },
        { "id": "far", "transform": { "x": 3e38 }, "behaviors": [{ "type": "translate", "x": 3e38 }] }] }"#);

    run(&mut game, 120);

    assert_near(world(&game, "lost"), [3.0, 120.0]);
    let troubles = game.take_troubles();
    assert!(troubles.iter().any(|trouble| trouble.entity == "far"));
    assert_eq!(
        troubles
            .iter()
            .filter(|trouble| trouble.entity == "lost")
            .count(),
        120
    );
    assert!(world(&game, "far")[0].is_finite());
}

#[test]
fn spawned_children_hang_where_they_were_asked_to() {
    let mut game = own(r#"{ "templates": {
            "gun": { "slots": { "muzzle": { "x": 2, "layer": 4 } }, "behaviors": [{ "type": "shoot" }] },
            "shot": { "z": 1, "tags": ["shot"], "children": [{ "name": "Glow" }] } },
        "entities": [{ "id": "gun", "template": "gun", "transform": { "x": 10, "angle": "90deg" }, "z": 2 }] }"#);

    game.step();

    let shots: Vec<NodeId> = game.tagged("shot").collect();
    let places: Vec<_> = shots
        .iter()
        .map(|&shot| game.get_world_position(shot).unwrap())
        .collect();
    assert_near(places[0], [9.5, 0.0]);
    assert_near(places[1], [9.5, 2.0]);
    let z = |node| game.forest().effective(node).unwrap().z();
    assert_eq!((z(shots[0]), z(shots[1])), (3, 7));
    assert_eq!(game.get_parent(shots[1]).unwrap(), game.entity("gun"));
    assert_eq!(game.len(), 5);
    let troubles = game.take_troubles();
    assert_eq!(troubles.len(), 1);
    assert!(
        troubles[0].what.contains("no slot \"nowhere\""),
        "{}",
        troubles[0]
    );
}

#[test]
fn spawning_tells_who_came_and_to_whom() {
    let mut game = game(
        r#""shot": { "children": [{ "name": "Glow" }] }"#,
        r#"{ "id": "gun" }"#,
    );
    let gun = game.entity("gun").unwrap();
    game.take_events();

    let spawn = Spawn::new("shot", Transform2::IDENTITY).under(gun);
    let planted = game.spawn(&spawn).unwrap();

    let wanted = [
        Event::Spawned(planted.root),
        Event::Spawned(planted.children[0]),
        Event::Attached {
            child: planted.root,
            parent: gun,
        },
    ];
    assert_eq!(game.take_events(), wanted);
    game.destroy("gun").unwrap();
    assert!(matches!(game.spawn(&spawn), Err(GameError::Gone(node)) if node == gun));
}

#[test]
fn who_is_removed_from_the_forest_is_mourned_at_the_next_step() {
    let mut game = game("", MILL);
    let mill = game.entity("mill").unwrap();
    run(&mut game, 1);
    game.take_events();

    game.forest_mut().remove(mill).unwrap();
    run(&mut game, 2);

    assert!(game.is_empty());
    assert_eq!(
        gone(&game.take_events()),
        ["mill_Door", "mill_Sail", "mill"]
    );
}

#[test]
fn who_is_removed_from_the_forest_is_gone_at_once() {
    let mut game = game("", MILL);
    let mill = game.entity("mill").unwrap();
    game.forest_mut().remove(mill).unwrap();

    assert_eq!(game.entity("mill"), None);
    assert!(matches!(game.destroy(mill), Err(GameError::Gone(_))));
    assert!(matches!(
        game.set_visible(mill, false, true),
        Err(GameError::Gone(_))
    ));
    assert!(matches!(
        game.add_tag("mill", "old"),
        Err(GameError::NoEntity(_))
    ));
}

#[test]
fn who_comes_in_the_place_of_somebody_who_was_removed_does_not_hide_that() {
    let mut game = game(r#""hut": {}"#, r#"{ "id": "mill", "tags": ["old"] }"#);
    let mill = game.entity("mill").unwrap();
    run(&mut game, 1);
    game.take_events();

    game.forest_mut().remove(mill).unwrap();
    let hut = game
        .spawn(&Spawn::new("hut", Transform2::IDENTITY))
        .unwrap();
    run(&mut game, 1);

    assert_eq!(hut.root.index(), mill.index());
    assert_eq!(game.len(), 1);
    assert_eq!(gone(&game.take_events()), ["mill"]);
    assert_eq!(game.tagged("old").count(), 0);
}

#[test]
fn behaviors_act_by_birth_and_each_sees_what_the_last_has_done() {
    let mut game = game(
        "",
        r#"{ "id": "first", "behaviors": [{ "type": "rotate_toward", "target": "moon" }] },
           { "id": "moon", "transform": { "x": 1 }, "behaviors": [{ "type": "translate", "x": -60, "y": 60 }] },
           { "id": "last", "behaviors": [{ "type": "rotate_toward", "target": "moon" }] }"#,
    );

    game.step();

    let angle = |id| game.local_transform(id).unwrap().rotation;
    assert_eq!(angle("first"), 0.0, "it looked before the moon moved");
    assert!((angle("last") - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
}

#[test]
fn a_game_that_slept_for_ages_makes_up_for_a_few_steps_and_forgets_the_rest() {
    let mut game = game("", MILL);

    assert!((game.advance(game.secs() * 2.5) - 0.5).abs() < 1e-5);
    assert_eq!(game.frame(), 2);
    for secs in [1e30, f32::MAX, f32::INFINITY, f32::NAN, -1.0] {
        let before = game.frame();
        let under_way = game.advance(secs);
        assert!((0.0..=1.0).contains(&under_way), "{secs}: {under_way}");
        assert!(game.frame() - before <= 8, "{secs}");
    }
}
