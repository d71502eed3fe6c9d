//! Every sample game runs, and nothing in it goes wrong.

use std::path::Path;

use kinfolk_game::{Game, Setup};
use kinfolk_scene::Includes;

#[test]
fn every_sample_game_runs_without_trouble() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let files = std::fs::read_dir(&folder).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "jsonc"));
    paths.sort();
    assert!(paths.len() > 5, "{paths:?}");
    paths.push(folder.join("armoury/armoury.jsonc"));

    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let folder = path.parent().unwrap();
        runs_without_trouble(&text, folder, &path.display().to_string());
    }
}

#[test]
fn every_example_for_authors_runs_without_trouble() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/authoring.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let examples: Vec<&str> = document
        .split("```jsonc\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(examples.len() >= 3);

    for example in examples {
        runs_without_trouble(example, Path::new("."), example);
    }
}

/// Plays two seconds of it.
fn runs_without_trouble(text: &str, folder: &Path, called: &str) {
    let includes = Includes::of(text, |path| {
        std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
    });
    let setup = Setup {
        includes,
        ..Setup::default()
    };
    let mut game: Game = Game::load_with(text, setup).unwrap();
    for _ in 0..120 {
        game.step();
    }
    let troubles = game.take_troubles();
    let troubles: Vec<String> = troubles.iter().map(ToString::to_string).collect();
    assert_eq!(troubles, [""; 0], "{called}");
}

#[test]
fn a_panel_shows_its_tooltip_and_closes_with_everything_on_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/ui_panel.jsonc");
    let mut game: Game = Game::load(&std::fs::read_to_string(path).unwrap()).unwrap();
    let seen = |game: &Game, id: &str| {
        let world = game.forest().effective(game.entity(id).unwrap()).unwrap();
        world.visible()
    };
    let told = |game: &mut Game, input: &str| {
        game.signal(input);
        game.step();
        ["menu", "menu_Resume_Label", "menu_Quit_Tooltip"].map(|id| seen(game, id))
    };

    assert_eq!(told(&mut game, "nothing"), [true, true, false]);
    assert_eq!(told(&mut game, "hover"), [true, true, true]);
    assert_eq!(told(&mut game, "close"), [false, false, false]);
    assert_eq!(told(&mut game, "open"), [true, true, true]);
    assert_eq!(told(&mut game, "leave"), [true, true, false]);
}
