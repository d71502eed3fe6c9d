//! Every sample game runs, and nothing in it goes wrong.

use std::path::Path;

use kinfolk_game::Game;

#[test]
fn every_sample_game_runs_without_trouble() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let files = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "jsonc"));
    paths.sort();
    assert!(paths.len() > 5, "{paths:?}");

    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut game: Game = Game::load(&text).unwrap();
        for _ in 0..120 {
            game.step();
        }
        let troubles: Vec<String> = game
            .take_troubles()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(troubles, [""; 0], "{}", path.display());
    }
}
