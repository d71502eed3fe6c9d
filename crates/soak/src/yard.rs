//! A level in which entities come, go and change parents in every frame.
//!
//! There are never more than so many of each kind, so whatever grows all the same has been forgotten by
//! somebody. Everything is done by the game's own methods, as a game's author would, and now and then by
//! the forest's, as nobody should.

use kinfolk::{NodeId, Transform2};
use kinfolk_game::{Event, Game, Spawn};
use kinfolk_scene::{Document, Overrides, Text};

use crate::dice::Dice;

/// The level.
pub(crate) const LEVEL: &str = include_str!("level.jsonc");

/// How many of a kind there may be.
const MOST: [(&str, usize); 3] = [("ball", 30), ("wagon", 6), ("mill", 6)];

/// How many may be left behind by parents that went alone.
const MOST_ORPHANS: usize = 30;

/// What has been done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Entities that came.
    pub spawned: u64,
    /// Entities that went.
    pub despawned: u64,
    /// Entities that got another parent, or none.
    pub reparented: u64,
}

/// A game, and whoever keeps it busy.
#[derive(Debug)]
pub(crate) struct Yard {
    pub(crate) game: Game,
    dice: Dice,
    deeds: Deeds,
    /// Whoever was there from the beginning.
    stay: Vec<NodeId>,
    /// How prefabs may be planted.
    overrides: Vec<Overrides>,
}

impl Yard {
    pub(crate) fn new() -> Result<Self, String> {
        let game: Game = Game::load(LEVEL).map_err(|why| why.to_string())?;
        let overrides = [
            "{}",
            r#"{ "Lamp": { "z": 5 } }"#,
            r#"{ "Right": null, "Lamp": { "tags": ["bright"] } }"#,
        ];
        let overrides = overrides.map(read_overrides);
        Ok(Self {
            stay: game.entities().collect(),
            game,
            dice: Dice::new(7),
            deeds: Deeds::default(),
            overrides: overrides.into_iter().collect::<Result<_, _>>()?,
        })
    }

    /// What has been done so far; what behaviors, rules and pages did is counted as well.
    pub(crate) const fn deeds(&self) -> Deeds {
        self.deeds
    }

    /// One frame: churn, a step, a picture, and all that was heard.
    ///
    /// # Errors
    /// What the game refused, or complained of.
    pub(crate) fn frame(&mut self) -> Result<(), String> {
        self.come()?;
        self.go()?;
        self.change_parents();
        self.switch();
        self.game.step();
        if self.game.draw_list().is_empty() {
            return Err("there is nothing to draw".to_owned());
        }
        self.count();
        match self.game.take_troubles().first() {
            Some(trouble) => Err(format!("\"{}\": {}", trouble.entity, trouble.what)),
            None => Ok(()),
        }
    }

    fn come(&mut self) -> Result<(), String> {
        for (template, most) in MOST {
            if self.game.tagged(template).nth(most - 1).is_some() || !self.dice.one_in(2) {
                continue;
            }
            let place = Transform2::at(self.dice.around(12.0), self.dice.around(8.0));
            let mut spawn = Spawn::new(template, place);
            if template == "wagon" {
                spawn.overrides = self.overrides[self.dice.below(self.overrides.len())].clone();
            } else if self.dice.one_in(4) {
                let carousel = self.game.entity("carousel");
                spawn.attach_to_parent = carousel.filter(|_| template == "mill");
            }
            let planted = self.game.spawn(&spawn).map_err(|why| why.to_string())?;
            if self.dice.one_in(8) {
                // A word that no entity before or after has.
                let tag = format!("{template} of frame {}", self.game.frame());
                drop(self.game.add_tag(planted.root, &tag));
            }
        }
        Ok(())
    }

    fn go(&mut self) -> Result<(), String> {
        for (template, most) in MOST {
            let some: Vec<NodeId> = self.game.tagged(template).collect();
            if some.len() < most {
                continue;
            }
            let Some(one) = self.dice.pick(&some) else {
                continue;
            };
            match self.dice.below(4) {
                0 => drop(self.game.mark_for_destruction(one, Default::default())),
                1 => drop(self.game.forest_mut().remove(one)), // behind the game's back
                2 => drop(self.game.destroy_entity(one, false)),
                _ => drop(self.game.destroy(one)),
            }
        }
        let is_kind = |tag: &Text| MOST.iter().any(|(kind, _)| kind == tag) || tag == "spark";
        let is_orphan =
            |root: &NodeId| !self.game.tags(*root).iter().any(is_kind) && !self.stay.contains(root);
        let orphans: Vec<NodeId> = self.game.forest().roots().filter(is_orphan).collect();
        for &orphan in orphans.iter().rev().skip(MOST_ORPHANS) {
            self.game.destroy(orphan).map_err(|why| why.to_string())?;
        }
        Ok(())
    }

    fn change_parents(&mut self) {
        let balls: Vec<NodeId> = self.game.tagged("ball").collect();
        let mills: Vec<NodeId> = self.game.tagged("mill").collect();
        let posts: Vec<NodeId> = ["post", "carousel"]
            .iter()
            .filter_map(|id| self.game.entity(id))
            .collect();
        for _ in 0..2 {
            let moved = match (
                self.dice.below(3),
                self.dice.pick(&mills),
                self.dice.pick(&posts),
            ) {
                (0, Some(mill), Some(post)) => self.game.reparent(mill, post, None),
                (1, Some(mill), _) => self.game.detach_child(mill),
                (2, Some(mill), _) => match self.dice.pick(&balls) {
                    Some(ball) => {
                        self.game
                            .attach_child(ball, mill, Some(Transform2::at(0.3, 0.0).into()))
                    }
                    None => Ok(()),
                },
                _ => Ok(()),
            };
            self.deeds.reparented += u64::from(moved.is_ok());
        }
    }

    fn switch(&mut self) {
        let lamps: Vec<NodeId> = self
            .game
            .tagged("mill")
            .chain(self.game.tagged("wagon"))
            .collect();
        if let Some(lamp) = self.dice.pick(&lamps) {
            let (visible, active) = (self.dice.one_in(2), !self.dice.one_in(3));
            drop(self.game.set_visible(lamp, visible, false));
            drop(self.game.set_active(lamp, active, false));
        }
    }

    /// Counts who came and who went.
    fn count(&mut self) {
        for event in self.game.take_events() {
            match event {
                Event::Spawned(_) => self.deeds.spawned += 1,
                Event::Destroyed { .. } => self.deeds.despawned += 1,
                _ => {}
            }
        }
    }

    /// How many bodies, shapes and joints the engine has.
    pub(crate) fn engine(&mut self) -> [usize; 3] {
        let world = self.game.physics_mut().backend().world();
        [
            world.bodies.len(),
            world.colliders.len(),
            world.impulse_joints.len(),
        ]
    }
}

fn read_overrides(text: &str) -> Result<Overrides, String> {
    let text = format!("{{ \"entities\": [{{ \"id\": \"a\", \"overrides\": {text} }}] }}");
    let document: Document = text
        .parse()
        .map_err(|why: kinfolk_scene::Diagnostics| why.to_string())?;
    Ok(document.entities[0].overrides.clone())
}
