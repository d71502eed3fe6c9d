//! Nodes with bodies: who has one, and what became of it.

use glam::{Affine2, Vec2};
use kinfolk::{Forest, Node2, NodeId, World2};

use crate::backend::{Backend, Pose, Settings, Touch, Velocity};
use crate::body::{Body, BodyKind, ChildPolicy, Motor};
use crate::check;
use crate::contacts::{Contact, Contacts};
use crate::error::{PhysicsError, Reason};
use crate::stance::Stance;

/// Bodies for the nodes of one forest.
///
/// Every frame: [`push`](Self::push) what the game has moved, [`step`](Self::step), and
/// [`pull`](Self::pull) what physics has moved; [`advance`](Self::advance) does all three. After
/// that the forest is updated, and children are where their bodies are.
///
/// ```
/// use kinfolk::{Forest, Node2};
/// use kinfolk_physics::{Body, Physics, Shape};
///
/// let mut forest = Forest::new();
/// let mut physics: Physics = Physics::default();
/// let floor = forest.plant(Node2::at(0.0, -0.5))?;
/// let crate_ = forest.plant(Node2::at(0.0, 3.0))?;
/// let flag = forest.plant_at(crate_, Node2::at(0.0, 1.0))?;
/// physics.add(&mut forest, floor, Body::fixed(Shape::square(20.0, 1.0)))?;
/// physics.add(&mut forest, crate_, Body::dynamic(Shape::square(1.0, 1.0)))?;
///
/// for _ in 0..120 {
///     physics.advance(&mut forest, 1.0 / 60.0);
/// }
///
/// assert!((forest.world_position(crate_).unwrap().y - 0.5).abs() < 0.02);
/// assert!((forest.world_position(flag).unwrap().y - 1.5).abs() < 0.02);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Physics<B: Backend = crate::DefaultBackend> {
    pub(crate) backend: B,
    pub(crate) members: Vec<Option<Member<B>>>,
    free: Vec<u32>,
    /// By [`NodeId::index`].
    places: Vec<u32>,
    /// Members that are not roots, parents first; some may be gone until all is settled again.
    pub(crate) below: Vec<u32>,
    /// Those among them with bodies that physics moves.
    pub(crate) tied: Vec<u32>,
    pub(crate) contacts: Contacts,
    pub(crate) problems: Vec<PhysicsError>,
    /// Where kinematic bodies go in the next step.
    pub(crate) targets: Vec<(u32, Pose)>,
    /// Followers that move with their bodies in the next step.
    pub(crate) riding: Vec<u32>,
    /// The forest's structure and update that bodies are as of.
    pub(crate) seen: (u64, u64),
    /// Whether nodes may have been moved since without us hearing of it.
    pub(crate) missed: bool,
    /// Whether somebody has come or gone since.
    pub(crate) unsettled: bool,
    pub(crate) moved: Vec<u32>,
    pub(crate) touches: Vec<Touch>,
}

/// No member.
pub(crate) const NONE: u32 = u32::MAX;

/// A node with a body.
#[derive(Debug, Clone)]
pub(crate) struct Member<B: Backend> {
    pub(crate) node: NodeId,
    /// As its author wants it.
    pub(crate) body: Body,
    pub(crate) role: Role,
    /// The member whose body is the nearest above, or [`NONE`].
    pub(crate) above: u32,
    pub(crate) made: Made<B>,
    /// The world that the body is as of.
    pub(crate) world: World2,
    /// Where the engine had the body last.
    pub(crate) pose: Pose,
    /// What its shapes were made for: bent in its own space, or placed on the body above.
    pub(crate) bend: Affine2,
    /// Its own velocity, if it is kinematic.
    pub(crate) drive: Velocity,
    /// How it goes on once it has a body again, if not as its author wants it to begin.
    pub(crate) launch: Option<Velocity>,
    pub(crate) tag: u32,
}

impl<B: Backend> Member<B> {
    /// Whether it is static, and not because of what it is tied to.
    pub(crate) fn stands(&self) -> bool {
        self.body.kind == BodyKind::Static && self.role == Role::Free
    }
}

/// What there is of a member in the engine.
#[derive(Debug, Clone)]
pub(crate) struct Made<B: Backend> {
    pub(crate) body: Option<B::BodyId>,
    pub(crate) shapes: Vec<B::ShapeId>,
    pub(crate) joint: Option<B::JointId>,
}

impl<B: Backend> Default for Made<B> {
    fn default() -> Self {
        Self {
            body: None,
            shapes: Vec::new(),
            joint: None,
        }
    }
}

/// What became of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A body of its own; physics or the hierarchy moves it, as its kind says.
    Free,
    /// Parts of the body above.
    Compound,
    /// A kinematic body that goes where the hierarchy says.
    Follow,
    /// A body that is tied to the one above.
    Joint,
}

impl<B: Backend> Default for Physics<B> {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl<B: Backend> Physics<B> {
    /// A world without bodies.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            backend: B::new(settings),
            members: Vec::new(),
            free: Vec::new(),
            places: Vec::new(),
            below: Vec::new(),
            tied: Vec::new(),
            contacts: Contacts::default(),
            problems: Vec::new(),
            targets: Vec::new(),
            riding: Vec::new(),
            seen: (0, 0),
            missed: false,
            unsettled: true,
            moved: Vec::new(),
            touches: Vec::new(),
        }
    }

    /// Gives a node a body, where the node is in the world.
    ///
    /// # Errors
    /// If it has one already, has a parent and the body's policy is to be refused then, or
    /// something about the body makes no sense. Nothing has changed then.
    pub fn add(
        &mut self,
        forest: &mut Forest<Node2>,
        node: NodeId,
        body: Body,
    ) -> Result<(), PhysicsError> {
        let refused = |reason| PhysicsError {
            node,
            id: None,
            reason,
        };
        let Some(world) = forest.effective(node) else {
            return Err(refused(Reason::Stale));
        };
        if self.member(node).is_some() {
            return Err(refused(Reason::Twice));
        }
        check::body(&body).map_err(refused)?;
        if body.child == ChildPolicy::Reject && forest.parent(node).is_some() {
            return Err(refused(Reason::Rejected));
        }
        let above = self.nearest_above(forest, node);
        if body.child == ChildPolicy::Joint && above == NONE && forest.parent(node).is_some() {
            return Err(refused(Reason::NothingAbove));
        }
        let index = self.enter(forest, node, world, body);
        if let Err(reason) = self.make(forest, index) {
            self.erase(index);
            return Err(refused(reason));
        }
        self.settle_later(forest, index, node);
        Ok(())
    }

    /// Gives a node the body back that it had. Where nodes are now may leave no room for it: then it is there as if it
    /// had lost its size, and the reason is told.
    pub(crate) fn bring_back(
        &mut self,
        forest: &Forest<Node2>,
        node: NodeId,
        body: Body,
    ) -> Result<Option<Reason>, Reason> {
        let world = forest.effective(node).ok_or(Reason::Stale)?;
        if self.member(node).is_some() {
            return Err(Reason::Twice);
        }
        check::body(&body)?;
        let index = self.enter(forest, node, world, body);
        let made = self.make(forest, index);
        self.settle_later(forest, index, node);
        Ok(made.err())
    }

    /// A new member of which nothing is made yet.
    fn enter(&mut self, forest: &Forest<Node2>, node: NodeId, world: World2, body: Body) -> u32 {
        let above = self.nearest_above(forest, node);
        self.insert(Member {
            node,
            role: role(&body, above),
            drive: drive(&body),
            launch: None,
            body,
            above,
            made: Made::default(),
            world,
            pose: Stance::of(&world).pose,
            bend: Affine2::IDENTITY,
            tag: 0,
        })
    }

    /// The next push looks who is whose child.
    fn settle_later(&mut self, forest: &Forest<Node2>, index: u32, node: NodeId) {
        if forest.parent(node).is_some() {
            self.below.push(index);
        }
        self.unsettled = true;
    }

    /// Takes the body of a node away; says whether it had one.
    pub fn remove(&mut self, node: NodeId) -> bool {
        let Some(index) = self.find(node) else {
            return false;
        };
        self.erase(index);
        self.unsettled = true;
        true
    }

    /// Whether a node has a body.
    #[must_use]
    pub fn has_body(&self, node: NodeId) -> bool {
        self.find(node).is_some()
    }

    /// How many nodes have bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len() - self.free.len()
    }

    /// Whether no node has a body.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a step would do nothing: no node has a body, and none has lost one since the last
    /// step.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.is_empty() && self.contacts.is_settled()
    }

    /// The body of a node, as its author wants it.
    #[must_use]
    pub fn body(&self, node: NodeId) -> Option<&Body> {
        Some(&self.member(node)?.body)
    }

    /// Where the body of a node is in the engine: its place and its rotation in radians. Parts of
    /// another body have no place of their own.
    #[must_use]
    pub fn pose(&self, node: NodeId) -> Option<(Vec2, f32)> {
        let body = self.member(node)?.made.body?;
        let pose = self.backend.pose(body);
        Some((pose.position, crate::stance::angle(&pose)))
    }

    /// How the body of a node moves. One that waits for room, because it is scaled to nothing, say, will move like
    /// this when it has some. Static bodies stand still. Parts of another body have no velocity of their own.
    #[must_use]
    pub fn velocity(&self, node: NodeId) -> Option<Velocity> {
        let member = self.member(node)?;
        match member.made.body {
            _ if member.stands() => Some(Velocity::default()),
            Some(body) => Some(self.backend.velocity(body)),
            None if member.role == Role::Compound => None,
            None => Some(member.launch.unwrap_or_else(|| start(&member.body))),
        }
    }

    /// Makes the body of a node move; one that waits for room, when it has some. A static one stands still all
    /// the same.
    ///
    /// # Errors
    /// If it has none of its own, or the velocity is not finite.
    pub fn set_velocity(&mut self, node: NodeId, velocity: Velocity) -> Result<(), PhysicsError> {
        let is_own = |member: &Member<B>| member.role != Role::Compound;
        let index = self
            .find(node)
            .filter(|_| self.member(node).is_some_and(is_own));
        let index = index.ok_or_else(|| self.error(node, Reason::Stale))?;
        let numbers = [velocity.linear.x, velocity.linear.y, velocity.angular];
        for number in numbers {
            let checked = check::finite(number, "the velocity");
            checked.map_err(|reason| self.error(node, reason))?;
        }
        if let Some(Some(member)) = self.members.get_mut(index as usize)
            && !member.stands()
        {
            if member.body.kind == BodyKind::Kinematic {
                member.drive = velocity;
            }
            match member.made.body {
                Some(body) => self.backend.set_velocity(body, velocity),
                None => member.launch = Some(velocity),
            }
        }
        Ok(())
    }

    /// Pushes the dynamic body of a node at its centre of mass, at once.
    ///
    /// # Errors
    /// If it has none of its own, or the impulse is not finite.
    pub fn shove(
        &mut self,
        node: NodeId,
        impulse: Vec2,
        angular_impulse: f32,
    ) -> Result<(), PhysicsError> {
        let index = self.with_own_body(node)?;
        for number in [impulse.x, impulse.y, angular_impulse] {
            let checked = check::finite(number, "the impulse");
            checked.map_err(|reason| self.error(node, reason))?;
        }
        if let Some(body) = self.body_of(index) {
            self.backend.push(body, impulse, angular_impulse);
        }
        Ok(())
    }

    /// Changes what drives the joint of a node.
    ///
    /// # Errors
    /// If it has none, or the motor makes no sense.
    pub fn set_motor(&mut self, node: NodeId, motor: Option<Motor>) -> Result<(), PhysicsError> {
        let index = self.with_own_body(node)?;
        let Some(Some(member)) = self.members.get_mut(index as usize) else {
            return Ok(());
        };
        let mut joint = member.body.joint;
        joint.motor = motor;
        if let Err(reason) = check::joint(&joint) {
            return Err(self.error(node, reason));
        }
        match member.made.joint {
            Some(tied) => {
                member.body.joint = joint;
                self.backend.set_motor(tied, motor);
                Ok(())
            }
            None => Err(self.error(node, Reason::NothingAbove)),
        }
    }

    /// How heavy the body of a node is, with all parts that others have on it.
    #[must_use]
    pub fn mass(&self, node: NodeId) -> Option<f32> {
        let body = self.member(node)?.made.body?;
        Some(self.backend.mass(body))
    }

    /// Whether the body of a node rests until something touches it.
    #[must_use]
    pub fn is_asleep(&self, node: NodeId) -> Option<bool> {
        let body = self.member(node)?.made.body?;
        Some(self.backend.is_asleep(body))
    }

    /// Changes what pulls at bodies.
    pub fn set_gravity(&mut self, gravity: Vec2) {
        if gravity.is_finite() {
            self.backend.set_gravity(gravity);
        }
    }

    /// Who has begun and ceased to touch in the last step, each pair once.
    #[must_use]
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts.events
    }

    /// Who touches a node now, sensors included.
    pub fn touching(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let tag = self.member(node).map(|member| member.tag);
        tag.into_iter().flat_map(|tag| self.contacts.touching(tag))
    }

    /// What the last [`push`](Self::push) and [`pull`](Self::pull) could not do.
    #[must_use]
    pub fn problems(&self) -> &[PhysicsError] {
        &self.problems
    }

    /// The engine, for what the bridge does not cover.
    pub fn backend(&mut self) -> &mut B {
        &mut self.backend
    }

    pub(crate) fn find(&self, node: NodeId) -> Option<u32> {
        let index = *self.places.get(node.index())?;
        let member = self.members.get(index as usize)?.as_ref()?;
        (member.node == node).then_some(index)
    }

    fn member(&self, node: NodeId) -> Option<&Member<B>> {
        self.members[self.find(node)? as usize].as_ref()
    }

    pub(crate) fn body_of(&self, index: u32) -> Option<B::BodyId> {
        self.members.get(index as usize)?.as_ref()?.made.body
    }

    fn with_own_body(&self, node: NodeId) -> Result<u32, PhysicsError> {
        let index = self.find(node);
        let own = index.filter(|&index| self.body_of(index).is_some());
        own.ok_or_else(|| self.error(node, Reason::Stale))
    }

    fn error(&self, node: NodeId, reason: Reason) -> PhysicsError {
        PhysicsError {
            node,
            id: None,
            reason,
        }
    }

    fn insert(&mut self, mut member: Member<B>) -> u32 {
        let node = member.node;
        member.tag = self.contacts.tag(node);
        let index = match self.free.pop() {
            Some(index) => {
                self.members[index as usize] = Some(member);
                index
            }
            None => {
                self.members.push(Some(member));
                self.members.len() as u32 - 1
            }
        };
        if self.places.len() <= node.index() {
            self.places.resize(node.index() + 1, NONE);
        }
        self.places[node.index()] = index;
        index
    }

    /// Forgets a member and takes everything of it out of the engine.
    pub(crate) fn erase(&mut self, index: u32) {
        self.unmake(index);
        if let Some(member) = self.members[index as usize].take() {
            self.contacts.retire(member.tag);
            if self.places.get(member.node.index()) == Some(&index) {
                self.places[member.node.index()] = NONE;
            }
            self.free.push(index);
        }
    }
}

/// What becomes of a body with this one above it.
pub(crate) fn role(body: &Body, above: u32) -> Role {
    match (above, body.child) {
        (NONE, _) | (_, ChildPolicy::Reject) => Role::Free,
        (_, ChildPolicy::Compound) => Role::Compound,
        (_, ChildPolicy::Follow) => Role::Follow,
        (_, ChildPolicy::Joint) => Role::Joint,
    }
}

fn drive(body: &Body) -> Velocity {
    if body.kind == BodyKind::Kinematic {
        start(body)
    } else {
        Velocity::default()
    }
}

/// How a body begins to move.
fn start(body: &Body) -> Velocity {
    Velocity {
        linear: body.velocity,
        angular: body.spin,
    }
}
