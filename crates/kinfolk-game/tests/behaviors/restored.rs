//! What behaviors keep is enough to go on from.

use kinfolk::NodeId;
use kinfolk_game::{Behavior, Game, Registry, Setup, Stage};
use kinfolk_scene::Json;

/// A behavior that is saved as text and restored after every frame.
#[derive(Debug)]
struct Restored {
    json: Json,
    behavior: Box<dyn Behavior>,
}

impl Restored {
    fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
        Ok(Box::new(Self {
            json: json["of"].clone(),
            behavior: Registry::built_in().make(&json["of"])?,
        }))
    }

    fn save_and_restore(&mut self) {
        let saved = self.behavior.state().to_string();
        self.behavior = Registry::built_in().make(&self.json).unwrap();
        self.behavior.restore(&saved.parse().unwrap());
    }
}

impl Behavior for Restored {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let done = self.behavior.act(me, stage);
        self.save_and_restore();
        done
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(Self {
            json: self.json.clone(),
            behavior: self.behavior.copy(),
        })
    }

    fn drags(&self) -> bool {
        self.behavior.drags()
    }

    fn drags_to(&self, me: NodeId, stage: &Stage<'_>) -> Option<NodeId> {
        self.behavior.drags_to(me, stage)
    }

    fn hurt(&mut self, damage: f32) {
        self.behavior.hurt(damage);
        self.save_and_restore();
    }
}

/// Everything that there is, with behaviors as they are or saved and restored in every frame.
fn everything(is_restored: bool) -> Game {
    let behave = |behavior: &str| match is_restored {
        true => format!(r#"{{ "type": "restored", "of": {behavior} }}"#),
        false => behavior.to_owned(),
    };
    let entity = |id: &str, behaviors: &[&str]| {
        let behaviors: Vec<String> = behaviors.iter().map(|one| behave(one)).collect();
        let behaviors = behaviors.join(", ");
        format!(
            r#"{{ "id": "{id}", "template": "t", "tags": ["{id}"], "transform": {{ "x": 3, "angle": 0.3 }}, "behaviors": [{behaviors}] }}"#
        )
    };
    let entities = [
        entity("frail", &[r#"{ "type": "health", "maxHealth": 3 }"#]),
        entity("brief", &[r#"{ "type": "lifetime", "secs": 0.7 }"#]),
        entity(
            "walker",
            &[
                r#"{ "type": "follow_path", "points": [[0, 0], [1, 2], [3, 1]], "speed": 4, "pingPong": true, "relative": true }"#,
            ],
        ),
        entity(
            "swing",
            &[
                r#"{ "type": "oscillate", "key": "angle", "amplitude": 0.7, "period": 0.9 }"#,
                r#"{ "type": "rotate", "speed": 0.1 }"#,
            ],
        ),
        entity(
            "gun",
            &[
                r#"{ "type": "spawn_on_timer", "template": "t", "every": 0.2, "count": 4 }"#,
                r#"{ "type": "rotate_toward", "target": "frail", "speed": 1 }"#,
            ],
        ),
        entity(
            "tail",
            &[
                r#"{ "type": "attach_to", "parentTag": "swing", "slotName": "s" }"#,
                r#"{ "type": "rotate", "speed": 2 }"#,
            ],
        ),
        entity(
            "astray",
            &[r#"{ "type": "attach_to", "parentTag": "nobody" }"#],
        ),
    ];
    let text = format!(
        r#"{{ "templates": {{ "t": {{ "slots": {{ "s": {{ "x": 1, "layer": 1 }} }} }} }}, "entities": [{}] }}"#,
        entities.join(", ")
    );
    let mut registry = Registry::built_in();
    registry.add("restored", Restored::make);
    let setup = Setup {
        registry,
        ..Setup::default()
    };
    Game::load_with(&text, setup).unwrap()
}

#[test]
fn a_game_that_is_saved_in_every_frame_is_the_same_game_to_the_bit() {
    let (mut plain, mut restored) = (everything(false), everything(true));

    for frame in 0..120 {
        for game in [&mut plain, &mut restored] {
            if frame % 20 == 0
                && let Some(frail) = game.entity("frail")
            {
                game.damage(frail, 1.0);
            }
            game.step();
        }
        let worlds = |game: &Game| -> Vec<_> {
            let nodes = game.entities();
            nodes.map(|node| game.forest().effective(node)).collect()
        };
        assert_eq!(worlds(&plain), worlds(&restored), "frame {frame}");
    }
    // Nodes of two forests are never equal, but look so.
    let told = |game: &mut Game| format!("{:?}", game.take_events());
    assert_eq!(told(&mut plain), told(&mut restored));
    assert_eq!(plain.take_troubles(), restored.take_troubles());
}
