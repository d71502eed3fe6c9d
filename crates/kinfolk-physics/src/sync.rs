//! Push, step, pull: the contract between hierarchy and physics.
//!
//! Whatever changed in the hierarchy since the last pull was moved by a person: push puts bodies
//! there. Whatever moved in a step was moved by physics: pull writes it into local transforms, and
//! nothing else. So a body that rests writes nothing, and push and pull without a step change no
//! bit.

use glam::Vec2;
use kinfolk::{Forest, Node2, NodeId, World2};

use crate::backend::{Backend, Pose, Velocity};
use crate::body::{BodyKind, ChildPolicy};
use crate::error::{PhysicsError, Reason};
use crate::make::is_placed_like;
use crate::physics::{Member, NONE, Physics, Role, role};
use crate::stance::{Stance, angle, is_in_reach, is_near, world_of};

impl<B: Backend> Physics<B> {
    /// A whole frame: [`push`](Self::push), [`step`](Self::step), [`pull`](Self::pull). Says what
    /// could not be done.
    pub fn advance(&mut self, forest: &mut Forest<Node2>, secs: f32) -> &[PhysicsError] {
        self.push(forest);
        self.step(secs);
        self.pull_more(forest);
        &self.problems
    }

    /// Brings bodies to where the hierarchy has them; updates the forest.
    ///
    /// Nodes that were moved since the last pull take their bodies with them: dynamic and static
    /// ones at once, kinematic ones and followers in the course of the next step. Other scales make
    /// other shapes. Bodies of nodes that are gone go, and those of nodes with other parents become
    /// what their policy says. Says what could not be done.
    pub fn push(&mut self, forest: &mut Forest<Node2>) -> &[PhysicsError] {
        self.problems.clear();
        let (structure, updates) = self.seen;
        let has_missed = std::mem::take(&mut self.missed) || forest.updated() != updates;
        forest.update();
        if forest.restructured() != structure || self.unsettled {
            self.settle(forest);
        }
        if has_missed {
            for index in 0..self.members.len() as u32 {
                self.push_one(forest, index);
            }
        } else {
            for node in forest.changes() {
                if let Some(index) = self.find(node) {
                    self.push_one(forest, index);
                }
            }
        }
        self.seen = (forest.restructured(), forest.updated());
        &self.problems
    }

    /// Lets time pass in the engine. The forest does not know yet. Nothing happens if `secs` is not
    /// greater than zero.
    pub fn step(&mut self, secs: f32) {
        if secs.is_nan() || secs <= 0.0 || secs.is_infinite() {
            return;
        }
        self.set_out(secs);
        self.backend.step(secs);
        self.arrive();
        self.touches.clear();
        self.backend.touches(&mut self.touches);
        self.contacts.take(&self.touches);
    }

    /// Writes what physics has moved into the forest, and updates it. Says what could not be done.
    pub fn pull(&mut self, forest: &mut Forest<Node2>) -> &[PhysicsError] {
        self.problems.clear();
        self.pull_more(forest);
        &self.problems
    }

    /// Looks again who is whose child.
    fn settle(&mut self, forest: &Forest<Node2>) {
        self.unsettled = false;
        let mut below = Vec::new();
        for index in 0..self.members.len() as u32 {
            let Some(member) = &self.members[index as usize] else {
                continue;
            };
            let node = member.node;
            if !forest.contains(node) {
                self.erase(index);
            } else if forest.parent(node).is_some()
                || member.above != NONE
                || member.role != Role::Free
            {
                below.push((forest.depth(node).unwrap_or_default(), index));
            }
        }
        below.sort_unstable();
        self.tied.clear();
        self.below.clear();
        for (depth, index) in below {
            self.settle_one(forest, index);
            self.below.push(index);
            let moves = |member: &Member<B>| matches!(member.role, Role::Free | Role::Joint);
            if depth > 0 && self.members[index as usize].as_ref().is_some_and(moves) {
                self.tied.push(index);
            }
        }
        self.unsettled = false;
    }

    fn settle_one(&mut self, forest: &Forest<Node2>, index: u32) {
        let Some(member) = &self.members[index as usize] else {
            return;
        };
        let above = self.nearest_above(forest, member.node);
        let role = role(&member.body, above);
        let lost = match member.role {
            Role::Compound => member.made.shapes.is_empty() && !member.body.parts.is_empty(),
            Role::Joint => member.made.joint.is_none(),
            Role::Free | Role::Follow => false,
        };
        let is_rejected =
            above != NONE && member.body.child == ChildPolicy::Reject && above != member.above;
        let is_same = role == member.role && (above == member.above || role == Role::Free);
        let node = member.node;
        if is_rejected {
            self.problem(node, Reason::Rejected);
        }
        if is_same && !lost {
            self.set_above(index, above);
            return;
        }
        self.unmake(index);
        if let Some(member) = self.members[index as usize].as_mut() {
            (member.role, member.above) = (role, above);
            if let Err(reason) = self.make(forest, index) {
                self.problem(node, reason);
            }
        }
    }

    fn set_above(&mut self, index: u32, above: u32) {
        if let Some(member) = self.members[index as usize].as_mut() {
            member.above = above;
        }
    }

    /// Brings one body to where its node is, if a person has moved it.
    fn push_one(&mut self, forest: &Forest<Node2>, index: u32) {
        let Some(member) = self.members[index as usize].as_mut() else {
            return;
        };
        let Some(world) = forest.effective(member.node) else {
            return;
        };
        let is_lost = member.made.body.is_none() && member.role != Role::Compound;
        if same(&world, &member.world) && !is_lost {
            return;
        }
        let was = std::mem::replace(&mut member.world, world);
        let node = member.node;
        if is_lost {
            // It could not be made the last time.
            if let Err(reason) = self.make(forest, index) {
                self.problem(node, reason);
            }
            return;
        }
        if member.role == Role::Compound {
            self.push_part(forest, index);
            return;
        }
        let Some(body) = member.made.body else {
            return;
        };
        if world.active() != was.active() {
            self.backend.set_enabled(body, world.active());
        }
        let stance = Stance::of(&world);
        let fits = if !is_in_reach(stance.pose.position) {
            Err(Reason::TooFar)
        } else if !stance.bends_like(&member.bend.matrix2) {
            self.make_shapes(forest, index)
        } else {
            Ok(())
        };
        if let Err(reason) = fits {
            self.problem(node, reason);
            self.unmake(index);
            return;
        }
        self.go(index, stance.pose);
    }

    /// Sends the body of a member somewhere.
    fn go(&mut self, index: u32, pose: Pose) {
        let Some(member) = self.members[index as usize].as_mut() else {
            return;
        };
        let Some(body) = member.made.body else {
            return;
        };
        if is_near(&pose, &member.pose) && pose.same(&self.backend.pose(body)) {
            return;
        }
        let is_carried = member.role == Role::Follow
            || (member.role == Role::Free
                && member.body.kind == BodyKind::Kinematic
                && member.drive == Velocity::default());
        if is_carried {
            self.targets.push((index, pose));
        } else {
            self.backend.set_pose(body, pose);
            member.pose = self.backend.pose(body);
        }
    }

    /// Moves the shapes of a part of another body, if it has moved on it.
    fn push_part(&mut self, forest: &Forest<Node2>, index: u32) {
        let Some(member) = &self.members[index as usize] else {
            return;
        };
        let Some(place) = self.place_on_host(forest, member) else {
            return;
        };
        if is_placed_like(&place, &member.bend, &member.world) && !member.made.shapes.is_empty() {
            return;
        }
        let node = member.node;
        if let Err(reason) = self.make_shapes(forest, index) {
            self.unmake(index);
            self.problem(node, reason);
        }
    }

    /// Gives kinematic bodies the velocities that bring them where they should be.
    fn set_out(&mut self, secs: f32) {
        for at in 0..self.riding.len() {
            let index = self.riding[at];
            let velocity = self.velocity_of_host(index).unwrap_or_default();
            if let Some(body) = self.body_of(index) {
                self.backend.set_velocity(body, velocity);
            }
        }
        for at in 0..self.targets.len() {
            let (index, target) = self.targets[at];
            if let Some(body) = self.body_of(index) {
                let from = self.backend.pose(body);
                let velocity = Velocity {
                    linear: (target.position - from.position) / secs,
                    angular: turn(from.rotation, target.rotation) / secs,
                };
                if velocity.is_finite() {
                    self.backend.set_velocity(body, velocity);
                }
            }
        }
    }

    /// Puts kinematic bodies exactly where they should be.
    fn arrive(&mut self) {
        for index in std::mem::take(&mut self.riding) {
            if let Some(body) = self.body_of(index) {
                self.backend.set_velocity(body, Velocity::default());
            }
        }
        for (index, target) in std::mem::take(&mut self.targets) {
            let Some(Some(member)) = self.members.get_mut(index as usize) else {
                continue;
            };
            if let Some(body) = member.made.body {
                self.backend.set_pose(body, target);
                self.backend.set_velocity(body, member.drive);
                member.pose = self.backend.pose(body);
            }
        }
    }

    /// How a follower moves with the body above it.
    fn velocity_of_host(&self, index: u32) -> Option<Velocity> {
        let member = self.members[index as usize].as_ref()?;
        let host = self.body_of(member.above)?;
        let velocity = self.backend.velocity(host);
        let arm = member.pose.position - self.backend.pivot(host);
        Some(Velocity {
            linear: velocity.linear + velocity.angular * arm.perp(),
            angular: velocity.angular,
        })
    }

    fn pull_more(&mut self, forest: &mut Forest<Node2>) {
        // What a person has moved since the push is for the next one.
        let others_updated = forest.updated() != self.seen.1;
        self.missed |= others_updated || !forest.update().is_empty();
        let mut moved = std::mem::take(&mut self.moved);
        moved.clear();
        self.backend.moved(&mut moved);
        moved.retain(|&index| self.pull_one(forest, index));
        self.moved = moved;
        if !self.moved.is_empty() {
            for at in 0..self.tied.len() {
                self.pull_tied(forest, self.tied[at]);
            }
            forest.update();
            for at in 0..self.moved.len() {
                self.note_world(forest, self.moved[at]);
            }
            for at in 0..self.below.len() {
                self.follow(forest, self.below[at]);
            }
        }
        self.seen.1 = forest.updated();
    }

    /// Remembers that a node is where physics has put it.
    fn note_world(&mut self, forest: &Forest<Node2>, index: u32) {
        if let Some(Some(member)) = self.members.get_mut(index as usize)
            && let Some(world) = forest.effective(member.node)
        {
            member.world = world;
        }
    }

    /// Takes over where the engine has a body; says whether it has moved.
    fn pull_one(&mut self, forest: &mut Forest<Node2>, index: u32) -> bool {
        let Some(Some(member)) = self.members.get_mut(index as usize) else {
            return false;
        };
        let Some(body) = member.made.body else {
            return false;
        };
        let moves = match member.role {
            Role::Joint => true,
            Role::Free => {
                member.body.kind == BodyKind::Dynamic || member.drive != Velocity::default()
            }
            Role::Follow | Role::Compound => false,
        };
        if !moves {
            return false;
        }
        let (pose, velocity) = (self.backend.pose(body), self.backend.velocity(body));
        // Far out an engine may lose itself in its numbers, and the velocity is the first to go.
        let is_there = pose.position.is_finite() && pose.rotation.is_finite();
        if !is_there || !velocity.is_finite() {
            self.backend.set_pose(body, member.pose);
            self.backend.set_velocity(body, Velocity::default());
            let node = member.node;
            let what = match is_there {
                true => "the velocity that physics gave it",
                false => "the place that physics gave it",
            };
            self.problem(node, Reason::NotFinite(what));
            return false;
        }
        if pose.same(&member.pose) {
            return false;
        }
        // An engine that turns a body by nothing may round it; nobody has moved it.
        if velocity == Velocity::default() && is_near(&pose, &member.pose) {
            return false;
        }
        let was = std::mem::replace(&mut member.pose, pose);
        let node = member.node;
        if forest.parent(node).is_some() {
            return true; // in `pull_tied`, after its parent
        }
        let turned =
            was.rotation.to_array().map(f32::to_bits) != pose.rotation.to_array().map(f32::to_bits);
        let written = if turned {
            let rotation = angle(&pose);
            forest.edit(node, |value| {
                value.transform.position = pose.position;
                value.transform.rotation = rotation;
            })
        } else {
            forest.set_position(node, pose.position)
        };
        if let Err(why) = written {
            self.problem(node, Reason::Misfit(why));
        }
        true
    }

    /// Gives a body below a parent the local transform that keeps it where physics has it.
    fn pull_tied(&mut self, forest: &mut Forest<Node2>, index: u32) {
        let Some(Some(member)) = self.members.get(index as usize) else {
            return;
        };
        let Some(world) = forest.effective(member.node) else {
            return;
        };
        let still = member.body.kind != BodyKind::Dynamic
            && member.role == Role::Free
            && member.drive == Velocity::default();
        if still || member.made.body.is_none() || is_near(&Stance::of(&world).pose, &member.pose) {
            return;
        }
        let hint = member.world.transform();
        let wanted = world_of(member.pose, &member.bend.matrix2, &hint);
        let node = member.node;
        if let Err(why) = forest.set_world_transform(node, wanted) {
            self.problem(node, Reason::Misfit(why));
        }
    }

    /// Lets a member below a parent go along, if its world has changed because of physics.
    fn follow(&mut self, forest: &Forest<Node2>, index: u32) {
        let Some(member) = self.members[index as usize].as_mut() else {
            return;
        };
        let Some(world) = forest.effective(member.node) else {
            return;
        };
        let is_root = forest.parent(member.node).is_none();
        if is_root || same(&world, &member.world) {
            return;
        }
        match member.role {
            Role::Free | Role::Joint => {
                let is_moved_by_physics = member.body.kind == BodyKind::Dynamic
                    || member.role == Role::Joint
                    || member.drive != Velocity::default();
                if is_moved_by_physics {
                    member.world = world;
                } else {
                    self.push_one(forest, index);
                }
            }
            Role::Compound => {
                member.world = world;
                self.push_part(forest, index);
            }
            Role::Follow => {
                member.world = world;
                let pose = Stance::of(&world).pose;
                if let Some(body) = member.made.body {
                    self.backend.set_pose(body, pose);
                    member.pose = self.backend.pose(body);
                    self.riding.push(index);
                }
            }
        }
    }

    fn problem(&mut self, node: NodeId, reason: Reason) {
        self.problems.push(PhysicsError {
            node,
            id: None,
            reason,
        });
    }
}

/// The angle from one rotation to another, in radians.
fn turn(from: Vec2, to: Vec2) -> f32 {
    libm::atan2f(from.perp_dot(to), from.dot(to))
}

/// Bit for bit, as far as physics cares.
fn same(a: &World2, b: &World2) -> bool {
    let bits = |world: &World2| world.to_array().map(f32::to_bits);
    bits(a) == bits(b) && a.active() == b.active()
}
