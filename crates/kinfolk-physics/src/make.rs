//! What a member is in the engine: a body with shapes and a joint, or shapes on another body.

use glam::{Affine2, Mat2, Vec2};
use kinfolk::{Forest, Node2, NodeId, World2};

use crate::backend::Backend;
use crate::body::{Anchor, BodyKind, JointKind};
use crate::error::Reason;
use crate::geometry;
use crate::physics::{Member, NONE, Physics, Role, role};
use crate::stance::{Stance, is_in_reach, to_body};

impl<B: Backend> Physics<B> {
    /// Whether the body of a node has a velocity of its own: nothing static has, and nobody who goes where
    /// another body takes it, as a part of that or behind it. By where the node is now; the engine hears of
    /// that in the next step.
    #[must_use]
    pub fn moves_by_itself(&self, forest: &Forest<Node2>, node: NodeId) -> bool {
        let Some(body) = self.body(node) else {
            return false;
        };
        let mut above = forest.ancestors(node).filter_map(|above| self.find(above));
        match role(body, above.next().unwrap_or(NONE)) {
            Role::Compound | Role::Follow => false,
            Role::Joint => true,
            Role::Free => body.kind != BodyKind::Static,
        }
    }

    /// The nearest body above a node.
    pub(crate) fn nearest_above(&self, forest: &Forest<Node2>, node: NodeId) -> u32 {
        let above = forest.ancestors(node).find_map(|ancestor| {
            let index = self.find(ancestor)?;
            let member = self.members[index as usize].as_ref()?;
            (member.role != Role::Compound).then_some(index)
        });
        above.unwrap_or(NONE)
    }

    /// Takes everything of a member out of the engine.
    pub(crate) fn unmake(&mut self, index: u32) {
        let Some(member) = self.members[index as usize].as_mut() else {
            return;
        };
        let made = std::mem::take(&mut member.made);
        if let Some(joint) = made.joint {
            self.backend.remove_joint(joint);
        }
        for shape in made.shapes {
            self.backend.remove_shape(shape);
        }
        if let Some(body) = made.body {
            member.launch = Some(self.backend.velocity(body));
            // What is tied to it, or is part of it, is gone with it: it is made anew elsewhere.
            for &other in &self.below {
                if let Some(Some(other)) = self.members.get_mut(other as usize)
                    && other.above == index
                {
                    other.made.joint = None;
                    if other.role == Role::Compound {
                        other.made.shapes.clear();
                    }
                    other.above = NONE;
                    self.unsettled = true;
                }
            }
            self.backend.remove_body(body);
        }
    }

    /// Makes a member in the engine, where its node is, and lets it go on as it did.
    pub(crate) fn make(&mut self, forest: &Forest<Node2>, index: u32) -> Result<(), Reason> {
        let made = self.try_make(forest, index);
        let launch = self.members[index as usize]
            .as_mut()
            .and_then(|member| member.launch.take());
        if made.is_err() {
            self.unmake(index);
        }
        let Some(member) = self.members[index as usize].as_mut() else {
            return made;
        };
        match (launch, member.made.body) {
            _ if made.is_err() => member.launch = launch,
            (Some(launch), Some(body)) if member.role != Role::Follow && !member.stands() => {
                self.backend.set_velocity(body, launch)
            }
            _ => {}
        }
        made
    }

    fn try_make(&mut self, forest: &Forest<Node2>, index: u32) -> Result<(), Reason> {
        let Some(member) = self.members[index as usize].as_mut() else {
            return Ok(());
        };
        let world = forest.effective(member.node).ok_or(Reason::Stale)?;
        let stance = Stance::of(&world);
        (member.world, member.pose) = (world, stance.pose);
        if member.role == Role::Compound {
            return self.make_shapes(forest, index);
        }
        if !is_in_reach(stance.pose.position) {
            return Err(Reason::TooFar);
        }
        let mut body = member.body.clone();
        match member.role {
            Role::Follow => body.kind = BodyKind::Kinematic,
            Role::Joint => body.kind = BodyKind::Dynamic,
            Role::Free | Role::Compound => {}
        }
        if member.role == Role::Follow || member.stands() {
            (body.velocity, body.spin) = (Vec2::ZERO, 0.0);
        }
        let handle = self.backend.add_body(&body, stance.pose, index)?;
        member.made.body = Some(handle);
        member.pose = self.backend.pose(handle);
        self.make_shapes(forest, index)?;
        self.make_joint(forest, index)?;
        if !world.active() {
            self.backend.set_enabled(handle, false);
        }
        Ok(())
    }

    /// Makes the shapes of a member anew.
    pub(crate) fn make_shapes(&mut self, forest: &Forest<Node2>, index: u32) -> Result<(), Reason> {
        let Some(member) = self.members[index as usize].as_ref() else {
            return Ok(());
        };
        let (bend, host) = match member.role {
            Role::Compound => {
                let Some(host) = self.members.get(member.above as usize) else {
                    return Err(Reason::NothingAbove);
                };
                let host = host.as_ref().ok_or(Reason::NothingAbove)?;
                let world = forest.effective(host.node).ok_or(Reason::Stale)?;
                let stance = Stance::of(&world);
                (stance.to_body(member.world.affine()), host.made.body)
            }
            _ => {
                let bend = Stance::of(&member.world).bend;
                (Affine2::from_mat2(bend), member.made.body)
            }
        };
        let host = host.ok_or(Reason::NothingAbove)?;
        let mut pieces = Vec::new();
        for part in &member.body.parts {
            for geometry in geometry::of_part(part, bend)? {
                pieces.push((geometry, part.material));
            }
        }
        let tag = member.tag;
        let Some(member) = self.members[index as usize].as_mut() else {
            return Ok(());
        };
        for shape in std::mem::take(&mut member.made.shapes) {
            self.backend.remove_shape(shape);
        }
        member.bend = bend;
        for (geometry, material) in &pieces {
            let shape = self.backend.add_shape(host, geometry, material, tag)?;
            member.made.shapes.push(shape);
        }
        Ok(())
    }

    fn make_joint(&mut self, forest: &Forest<Node2>, index: u32) -> Result<(), Reason> {
        let Some(member) = self.members[index as usize].as_ref() else {
            return Ok(());
        };
        if member.role != Role::Joint {
            return Ok(());
        }
        let (Some(above), Some(below)) = (self.body_of(member.above), member.made.body) else {
            return Err(Reason::NothingAbove);
        };
        let joint = member.body.joint;
        let world = member.world.affine();
        let anchor = match joint.anchor {
            Anchor::Origin => world.translation,
            Anchor::Child(at) => world.transform_point2(at),
            Anchor::Parent(at) => {
                let parent = forest.parent(member.node).and_then(|p| forest.world(p));
                parent.unwrap_or(Affine2::IDENTITY).transform_point2(at)
            }
        };
        let axis = match joint.kind {
            JointKind::Prismatic { axis } => world.transform_vector2(axis),
            JointKind::Revolute | JointKind::Fixed => member.pose.rotation,
        };
        if axis.length_squared() < 1e-12 {
            return Err(Reason::NoAxis);
        }
        let tied = self.backend.add_joint(above, below, &joint, anchor, axis)?;
        if let Some(member) = self.members[index as usize].as_mut() {
            member.made.joint = Some(tied);
        }
        Ok(())
    }

    /// Where a part of another body is on it now.
    pub(crate) fn place_on_host(
        &self,
        forest: &Forest<Node2>,
        member: &Member<B>,
    ) -> Option<Affine2> {
        let host = self.members.get(member.above as usize)?.as_ref()?;
        let world = forest.effective(host.node)?;
        Some(to_body(Stance::of(&world).pose, member.world.affine()))
    }
}

/// Whether two placements of a part are the same but for rounding.
pub(crate) fn is_placed_like(a: &Affine2, b: &Affine2, world: &World2) -> bool {
    let entries = |map: &Mat2| map.to_cols_array();
    let size = |values: &[f32]| {
        values
            .iter()
            .fold(0.0_f32, |most, value| most.max(value.abs()))
    };
    let bent = size(&entries(&a.matrix2)).max(size(&entries(&b.matrix2)));
    let apart = entries(&(a.matrix2 - b.matrix2));
    let far = (a.translation - b.translation).abs().max_element();
    let reach = 1.0 + a.translation.abs().max_element();
    // Far from the origin worlds are coarse.
    let grain = 4.0 * f32::EPSILON * world.position().abs().max_element();
    size(&apart) <= 1e-4 * bent && far <= 1e-4 * reach + grain
}
