//! The game without a window: somebody plays it, breaks it, and edits it while it runs.

use std::f32::consts::FRAC_PI_2;
use std::fs;
use std::path::{Path, PathBuf};

use glam::Vec2;
use kinfolk::NodeId;
use kinfolk_arcade::{Arena, Cabinet};
use kinfolk_game::{Game, InputEvent, Spawn, Viewport};
use kinfolk_scene::{Includes, load_with};

const FILES: [&str; 3] = ["arcade.jsonc", "machines.jsonc", "effects.jsonc"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/arcade")
}

fn document() -> (String, Includes) {
    let read = |name: &str| fs::read_to_string(folder().join(name)).map_err(|why| why.to_string());
    let text = read(FILES[0]).unwrap();
    let includes = Includes::of(&text, read);
    (text, includes)
}

/// The game with nobody in it who would come too near.
fn peace() -> Arena {
    let (text, includes) = document();
    let mut arena = Arena::new(&text, &includes).unwrap();
    let others = [
        "gate1", "gate2", "gate3", "gate4", "warden1", "crab1", "drone1", "drone2",
    ];
    for id in others {
        arena.game_mut().destroy(id).unwrap();
    }
    arena
}

fn press(arena: &mut Arena, key: &str) {
    arena.put_in(InputEvent::KeyPressed {
        key: key.to_owned(),
    });
}

fn run(arena: &mut Arena, secs: f32) {
    for _ in 0..(secs * 60.0) as usize {
        arena.advance(1.0 / 60.0);
    }
}

fn at(arena: &Arena, id: &str) -> Vec2 {
    arena.game().get_world_position(id).unwrap()
}

/// Which way somebody points, in radians.
fn turned(arena: &Arena, id: &str) -> f32 {
    let node = arena.game().entity(id).unwrap();
    arena.game().forest().effective(node).unwrap().rotation()
}

/// Points the mouse at a place in the world.
fn aim_at(arena: &mut Arena, place: Vec2) {
    let at = arena.game().viewport().screen_from_world(place);
    arena.put_in(InputEvent::MouseMoved { at });
}

fn troubles(game: &mut Game) -> Vec<String> {
    let troubles = game.take_troubles();
    troubles.iter().map(ToString::to_string).collect()
}

#[test]
fn the_documents_are_fine() {
    let (text, includes) = document();
    let loaded = load_with(&text, &includes);

    assert_eq!(loaded.diagnostics.to_string(), "");
}

#[test]
fn the_tank_goes_where_keys_say_and_its_turret_where_the_mouse_is() {
    let mut arena = peace();
    let before = at(&arena, "player");

    press(&mut arena, "A");
    aim_at(&mut arena, before + Vec2::new(0.0, 50.0));
    run(&mut arena, 1.0);

    let (tank, turret) = (turned(&arena, "player"), turned(&arena, "player_Turret"));
    assert!(at(&arena, "player").x < before.x - 4.0);
    assert!(tank.abs() > 3.0, "it points to the left: {tank}");
    assert!((turret - FRAC_PI_2).abs() < 0.3, "up: {turret}");
}

#[test]
fn crates_are_pushed() {
    let mut arena = peace();
    let player = arena.game().entity("player").unwrap();
    let crate_at = at(&arena, "crate8");
    let beside = kinfolk_game::Placement::at(crate_at.x + 3.0, crate_at.y);
    arena
        .game_mut()
        .set_world_transform(player, beside)
        .unwrap();

    press(&mut arena, "A");
    run(&mut arena, 1.2);

    assert!(at(&arena, "crate8").x < crate_at.x - 0.5);
    assert_eq!(troubles(arena.game_mut()), [""; 0]);
}

#[test]
fn an_arm_that_is_shot_off_takes_its_claw_along_and_stays_where_it_is() {
    let mut arena = peace();
    let crab = Spawn::new("crab", kinfolk::Transform2::at(6.0, 0.0));
    arena.game_mut().spawn(&crab).unwrap();
    let arm = arena.game().entity("crab_1_LeftArm").unwrap();
    let claw = arena.game().entity("crab_1_LeftArm_Fore_Claw").unwrap();

    arena.game_mut().damage(arm, 100.0);
    run(&mut arena, 1.0 / 60.0);
    let (before, parent) = (
        arena.game().get_world_position(claw).unwrap(),
        parent(&arena, arm),
    );
    run(&mut arena, 3.0 / 60.0);

    assert_eq!(parent, None);
    assert_eq!(arena.game().get_root(claw).unwrap(), arm);
    let after = arena.game().get_world_position(claw).unwrap();
    assert!(before.distance(after) < 1.0, "{before} {after}");
    assert_eq!((arena.score(), arena.broken()), (60, 1));

    run(&mut arena, 3.0);
    assert!(arena.game().entity("crab_1").is_some());
    assert!(arena.game().entity("crab_1_LeftArm_Fore_Claw").is_none());
    assert_eq!(troubles(arena.game_mut()), [""; 0]);
}

fn parent(arena: &Arena, node: NodeId) -> Option<NodeId> {
    arena.game().get_parent(node).unwrap()
}

#[test]
fn kits_fill_the_slots_that_are_empty() {
    let mut arena = peace();
    let pod = arena.game().entity("player_BowLeft").unwrap();
    arena.game_mut().damage(pod, 100.0);
    run(&mut arena, 0.1);
    let children = |arena: &Arena, id: &str| arena.game().get_children(id).unwrap().len();
    let before = [
        children(&arena, "player"),
        children(&arena, "player_Turret"),
    ];

    for kit in ["repairKit", "gunKit"] {
        let here = at(&arena, "player");
        let kit = Spawn::new(kit, kinfolk::Transform2::at(here.x, here.y));
        arena.game_mut().spawn(&kit).unwrap();
    }
    run(&mut arena, 0.5);

    let after = [
        children(&arena, "player"),
        children(&arena, "player_Turret"),
    ];
    assert_eq!(after, [before[0] + 1, before[1] + 2]);
    assert_eq!(troubles(arena.game_mut()), [""; 0]);
}

fn nearest_enemy(game: &Game) -> Option<Vec2> {
    let me = game.tagged("player").next()?;
    let here = game.get_world_position(me).ok()?;
    let enemies = game.tagged("enemy");
    let places = enemies.filter_map(|enemy| game.get_world_position(enemy).ok());
    places.min_by(|one, other| one.distance(here).total_cmp(&other.distance(here)))
}

/// Plays for so long: shoots at whoever is nearest, and drives in circles.
fn play(arena: &mut Arena, secs: usize) {
    *arena.game_mut().viewport_mut() = Viewport::default();
    press(arena, "Space");
    for frame in 0..secs * 60 {
        if frame % 45 == 0 {
            let keys = ["W", "A", "S", "D"];
            let (new, old) = (keys[frame / 45 % 4], keys[(frame / 45 + 3) % 4]);
            arena.put_in(InputEvent::KeyReleased {
                key: old.to_owned(),
            });
            press(arena, new);
        }
        if let Some(nearest) = nearest_enemy(arena.game()) {
            aim_at(arena, nearest);
        }
        arena.advance(1.0 / 60.0);
    }
}

#[test]
fn somebody_who_plays_breaks_parts_off_and_scores() {
    let (text, includes) = document();
    let mut arena = Arena::new(&text, &includes).unwrap();

    play(&mut arena, 20);

    assert!(arena.score() > 50, "{}", arena.score());
    assert!(arena.broken() > 3, "{}", arena.broken());
    assert_eq!(troubles(arena.game_mut()), [""; 0]);
    assert_eq!(arena.game().forest().check_laws(), Ok(()));
}

#[test]
fn somebody_who_does_nothing_loses_and_may_try_again() {
    let mut cabinet = Cabinet::open(&folder().join(FILES[0])).unwrap();
    for _ in 0..120 * 60 {
        cabinet.advance(1.0 / 60.0);
        if cabinet.arena().is_over() {
            break;
        }
    }
    assert!(cabinet.arena().is_over());
    for _ in 0..2 {
        cabinet.advance(4.0);
    }
    let frame = cabinet.arena().game().frame();
    cabinet.advance(1.0);
    assert_eq!(cabinet.arena().game().frame(), frame, "it rests");

    cabinet.put_in(InputEvent::KeyPressed {
        key: "Enter".to_owned(),
    });

    assert!(!cabinet.arena().is_over());
    assert_eq!(cabinet.arena().score(), 0);
}

/// A copy of the documents that can be written to.
fn copied(name: &str) -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&copy).unwrap();
    for file in FILES {
        fs::copy(folder().join(file), copy.join(file)).unwrap();
    }
    copy
}

fn rewrite(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn wait(cabinet: &mut Cabinet) {
    for _ in 0..20 {
        cabinet.advance(1.0 / 60.0);
    }
}

#[test]
fn a_number_that_is_edited_is_seen_and_everything_else_stays() {
    let copy = copied("edited");
    let mut cabinet = Cabinet::open(&copy.join(FILES[0])).unwrap();
    cabinet.arena_mut().game_mut().destroy("crate1").unwrap();
    cabinet.put_in(InputEvent::KeyPressed {
        key: "W".to_owned(),
    });
    wait(&mut cabinet);
    let tank = at(cabinet.arena(), "player");

    rewrite(
        &copy.join(FILES[0]),
        r#""x": -6.5, "y": 3.6"#,
        r#""x": -8.25, "y": 3.6"#,
    );
    rewrite(
        &copy.join(FILES[1]),
        r##""color": "#12303f""##,
        r##""color": "#3f1230""##,
    );
    wait(&mut cabinet);

    let arena = cabinet.arena();
    assert_eq!(cabinet.notice(), None);
    assert_eq!(at(arena, "pylon1"), Vec2::new(-8.25, 3.6));
    assert!(
        at(arena, "player").distance(tank) < 2.0,
        "it is not where it began"
    );
    assert!(at(arena, "player").y > -1.4);
    assert!(arena.game().entity("crate1").is_none(), "it is gone");
    assert!(arena.game().entity("crate2").is_some());
}

#[test]
fn a_file_that_makes_no_sense_is_told_and_the_last_good_one_goes_on() {
    let copy = copied("broken");
    let level = copy.join(FILES[0]);
    let mut cabinet = Cabinet::open(&level).unwrap();
    let good = fs::read_to_string(&level).unwrap();

    rewrite(&level, r#""template": "tank""#, r#""template": "tnak""#);
    wait(&mut cabinet);
    let notice = cabinet.notice().unwrap().to_owned();
    let frame = cabinet.arena().game().frame();
    wait(&mut cabinet);

    assert!(notice.contains("did you mean \"tank\"?"), "{notice}");
    assert!(cabinet.arena().game().entity("player_Turret").is_some());
    assert!(cabinet.arena().game().frame() > frame, "it goes on");

    fs::write(&level, good).unwrap();
    wait(&mut cabinet);
    assert_eq!(cabinet.notice(), None);
}
