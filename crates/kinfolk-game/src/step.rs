//! A frame: behaviors, then what drags, physics, wishes and rules, the end of the doomed, an update.
//!
//! Steps are of one length, whatever the clock says: [`Game::advance`] takes as many as have become
//! due. The same document, the same input and the same seed give the same frames, bit for bit.

use kinfolk::NodeId;
use kinfolk_physics::Backend;

use crate::action::Action;
use crate::game::Game;
use crate::news::Event;
use crate::stage::Stage;

/// So many wishes are granted in a frame; a rule that spawns for ever is stopped here.
pub const MOST_ACTIONS: usize = 10_000;

/// So many steps are made up for at once; a game that was asleep does not race afterwards.
const MOST_STEPS: u32 = 8;

impl<B: Backend> Game<B> {
    /// Lets time pass: takes the steps that have become due. Says how far the next one is under
    /// way, from 0 to 1, for those who draw in between.
    pub fn advance(&mut self, secs: f32) -> f32 {
        if secs.is_finite() && secs > 0.0 {
            self.owed = (self.owed + secs).min(f32::MAX);
        }
        for _ in 0..MOST_STEPS {
            if self.owed < self.secs {
                break;
            }
            self.owed -= self.secs;
            self.step();
        }
        // Whole steps that are not made up for are forgotten.
        self.owed %= self.secs;
        (self.owed / self.secs).clamp(0.0, 1.0)
    }

    /// One step.
    pub fn step(&mut self) {
        self.mourn();
        self.listen();
        self.act(false);
        self.grant_wishes();
        self.act(true);
        self.grant_wishes();
        self.let_physics();
        self.follow_rules();
        self.bury_the_doomed();
        if self.physics.is_empty() || self.forest.needs_update() {
            self.forest.update();
        }
        self.note_flags();
        self.frame += 1;
    }

    /// Lets everybody act who drags, or who does not.
    fn act(&mut self, drags: bool) {
        // Who takes part is asked before anybody writes, while the answers are at hand; only wishes
        // could change them.
        let mut awake = std::mem::take(&mut self.awake);
        let acts = |&node: &NodeId| {
            let world = self.forest.effective(node);
            world.is_some_and(|world| world.active())
        };
        awake.extend(self.beings.actors(drags).iter().copied().filter(acts));
        if drags {
            self.put_targets_first(&mut awake);
        }
        let mut complaints: Vec<(NodeId, String)> = Vec::new();
        for &node in &awake {
            let Some(being) = self.beings.get_mut(node) else {
                continue;
            };
            let mut own = std::mem::take(&mut being.behaviors);
            let mut of_group = std::mem::take(&mut being.groups.behaviors);
            let mut stage = self.stage();
            for running in own.iter_mut().chain(&mut of_group) {
                if running.drags == drags
                    && let Err(why) = running.behavior.act(node, &mut stage)
                {
                    complaints.push((node, why));
                }
            }
            if let Some(being) = self.beings.get_mut(node) {
                being.behaviors = own;
                being.groups.behaviors = of_group;
            }
        }
        awake.clear();
        self.awake = awake;
        for (node, velocity) in std::mem::take(&mut self.pushes) {
            if let Err(why) = self.physics.set_velocity(node, velocity) {
                complaints.push((node, why.reason.to_string()));
            }
        }
        for (node, why) in complaints {
            let who = self.called(node);
            self.trouble(who, why);
        }
    }

    /// The game, as behaviors see it.
    pub(crate) fn stage(&mut self) -> Stage<'_> {
        Stage {
            forest: &mut self.forest,
            scene: &self.scene,
            beings: &self.beings,
            dice: &mut self.dice,
            input: &self.input,
            viewport: &self.viewport,
            wishes: &mut self.wishes,
            pushes: &mut self.pushes,
            secs: self.secs,
            frame: self.frame,
        }
    }

    fn let_physics(&mut self) {
        if self.physics.is_idle() {
            return;
        }
        let mut problems = self.physics.push(&mut self.forest).to_vec();
        // A push updates the forest: what it lists as changed is not listed again.
        self.note_flags();
        self.physics.step(self.secs);
        problems.extend_from_slice(self.physics.pull(&mut self.forest));
        for problem in problems {
            let who = self.called(problem.node);
            self.trouble(who, problem.reason.to_string());
        }
        let contacts = self.physics.contacts().iter().copied();
        self.events.extend(contacts.map(Event::Contact));
    }

    /// Does what behaviors have asked for, in their order.
    pub(crate) fn grant_wishes(&mut self) {
        let mut granted = 0;
        while !self.wishes.is_empty() {
            for wish in std::mem::take(&mut self.wishes) {
                granted += 1;
                if granted > MOST_ACTIONS {
                    self.wishes.clear();
                    let what =
                        format!("more than {MOST_ACTIONS} actions in a frame; the rest is dropped");
                    self.trouble("rules".to_owned(), what);
                    return;
                }
                self.grant(wish);
            }
        }
    }

    fn grant(&mut self, wish: Action) {
        let who = match &wish {
            Action::Spawn(spawn) => spawn.template.to_string(),
            Action::Destroy(node)
            | Action::Mark(node, _)
            | Action::SetVisible(node, ..)
            | Action::SetActive(node, ..)
            | Action::AddTag(node, _)
            | Action::RemoveTag(node, _)
            | Action::Damage(node, _)
            | Action::SetLocal(node, _)
            | Action::SetWorld(node, _)
            | Action::Reparent(node, _) => {
                if self.beings.get(*node).is_none() {
                    return; // somebody was faster
                }
                self.called(*node)
            }
        };
        let done = match wish {
            Action::Spawn(spawn) => self.spawn(&spawn).map(drop),
            Action::Destroy(node) => self.destroy(node),
            Action::Mark(node, doom) => self.mark_for_destruction(node, doom),
            Action::SetVisible(node, visible, all) => self.set_visible(node, visible, all),
            Action::SetActive(node, active, all) => self.set_active(node, active, all),
            Action::AddTag(node, tag) => self.add_tag(node, &tag).map(drop),
            Action::RemoveTag(node, tag) => self.remove_tag(node, &tag).map(drop),
            Action::Damage(node, damage) => {
                self.damage(node, damage);
                Ok(())
            }
            Action::SetLocal(node, local) => self.set_local_transform(node, local.into()),
            Action::SetWorld(node, world) => self.set_world_transform(node, world.into()),
            Action::Reparent(node, Some(parent)) => self.reparent(node, parent, None),
            Action::Reparent(node, None) => self.detach_child(node),
        };
        if let Err(why) = done {
            self.trouble(who, why.to_string());
        }
    }

    /// Lets the behaviors of an entity feel damage.
    pub fn damage(&mut self, node: NodeId, damage: f32) {
        if !damage.is_finite() {
            return;
        }
        if let Some(being) = self.beings.get_mut(node) {
            let own = being.behaviors.iter_mut();
            for running in own.chain(&mut being.groups.behaviors) {
                running.behavior.hurt(damage);
            }
        }
    }

    /// Tells who can be seen, or takes part, that was not so before.
    fn note_flags(&mut self) {
        for node in self.forest.changes() {
            let Some(world) = self.forest.effective(node) else {
                continue;
            };
            let now = (world.visible(), world.active());
            if let Some(was) = self.beings.see(node, now) {
                if was.0 != now.0 {
                    self.events.push(Event::Visible(node, now.0));
                }
                if was.1 != now.1 {
                    self.events.push(Event::Active(node, now.1));
                }
            }
        }
    }
}
