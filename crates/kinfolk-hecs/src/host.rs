//! hecs, as a mirror sees it: one pass over the columns tells of all that is new.
//!
//! The pass compares each entity with what was [`Seen`] of it. Whoever was seen and is not
//! there any more is looked for only when fewer were met than are known.

use core::cell::RefCell;

use hecs::{Entity, With, Without, World};
use kinfolk::Inherit;
use kinfolk_ecs::{Census, Family, Host, Settled, Written};

use crate::effective::Effective;
use crate::link::{ChildOf, Children};
use crate::own::{Own, Tag};
use crate::seen::{Seen, Sight};

/// A world, for a family.
pub(crate) struct HecsHost<'a, V: Inherit> {
    pub(crate) world: &'a mut World,
    pub(crate) notes: &'a mut Notes<V>,
    /// Whose value a deed has read that no pass had seen.
    pub(crate) read_ahead: RefCell<Vec<Entity>>,
}

impl<V: Inherit> Drop for HecsHost<'_, V> {
    fn drop(&mut self) {
        for entity in self.read_ahead.get_mut().drain(..) {
            self.notes.seen.doubt(entity);
        }
    }
}

/// What a family remembers from sync to sync, beside its mirror.
#[derive(Debug)]
pub(crate) struct Notes<V> {
    pub(crate) seen: Seen,
    /// How many members the last pass met.
    met: usize,
    /// Links that the last pass found to be others than before.
    links: Vec<(Entity, Option<Entity>)>,
    /// Whose component is another one than before: what stands beside it is not to be trusted.
    fresh: Vec<Entity>,
    /// Whether values stand in components; else they stand in the forest alone.
    pub(crate) in_components: bool,
    value: core::marker::PhantomData<fn() -> V>,
}

impl<V> Notes<V> {
    pub(crate) fn new(in_components: bool) -> Self {
        Self {
            seen: Seen::default(),
            met: 0,
            links: Vec::new(),
            fresh: Vec::new(),
            in_components,
            value: core::marker::PhantomData,
        }
    }
}

impl<V: Clone> Notes<V> {
    /// Compares members with what was seen of them, and notes what is new.
    #[inline]
    fn meet<'w>(
        &mut self,
        members: impl Iterator<Item = (Entity, &'w mut Own<V>, Option<Entity>)>,
        written: &mut impl Written<Entity, V>,
    ) where
        V: 'w,
    {
        let mut block: Block<&mut Own<V>> = Block::new();
        let mut met = 0;
        for (entity, own, parent) in members {
            met += 1;
            let now = Sight::new(entity, own.tag, parent);
            if self.seen.is_as_it_was(entity, &now) {
                continue;
            }
            if let Some(tag) = self.note(entity, now, parent) {
                own.tag = tag;
                if block.add(entity, own) {
                    take(&mut block, written);
                }
            }
        }
        take(&mut block, written);
        self.met += met;
    }

    /// Notes how somebody is who is not as it was. If its value was written, gives back the
    /// tag that says that it was read.
    #[inline(never)]
    fn note(&mut self, entity: Entity, now: Sight, parent: Option<Entity>) -> Option<Tag> {
        let read = now.once_read();
        let before = self.seen.note(entity, read);
        if before.is_none_or(|before| !before.has_parent_of(&read)) {
            self.links.push((entity, parent));
        }
        let same = before.is_some_and(|before| before.has_tag_of(&read));
        if !same {
            self.fresh.push(entity);
        }
        (!same || !now.has_tag_of(&read)).then(|| read.tag())
    }
}

/// Hands a block of members over whose values were written.
#[inline(never)]
fn take<V: Clone>(block: &mut Block<&mut Own<V>>, written: &mut impl Written<Entity, V>) {
    let (entities, owns) = block.empty();
    let own = |index: usize| owns[index].as_deref().expect("a full block");
    written.take(entities, |index| V::clone(own(index)));
}

/// Writes the effective values of a block that changed.
#[inline(never)]
fn give<V: Inherit>(block: &mut Block<&mut Effective<V>>, settled: &Settled<'_, V, Entity>) {
    let (entities, effectives) = block.empty();
    settled.changed(entities, |index, effective| {
        if let Some(written) = &mut effectives[index] {
            written.0 = *effective;
        }
    });
}

/// Entities that go to the mirror together.
const BLOCK: usize = 64;

/// One in so many must change for it to pay to go through all columns.
const FEW: usize = 16;

/// Up to so many entities and something of each.
struct Block<T> {
    entities: [Entity; BLOCK],
    things: [Option<T>; BLOCK],
    len: usize,
}

impl<T> Block<T> {
    fn new() -> Self {
        Self {
            entities: [Entity::DANGLING; BLOCK],
            things: [const { None }; BLOCK],
            len: 0,
        }
    }

    /// Adds one; says whether that was the last that there is room for.
    #[inline(always)]
    fn add(&mut self, entity: Entity, thing: T) -> bool {
        self.entities[self.len] = entity;
        self.things[self.len] = Some(thing);
        self.len += 1;
        self.len == BLOCK
    }

    /// All of them; the block is empty from now on.
    #[inline(always)]
    fn empty(&mut self) -> (&[Entity], &mut [Option<T>]) {
        let len = core::mem::take(&mut self.len);
        (&self.entities[..len], &mut self.things[..len])
    }
}

impl<V> Host for HecsHost<'_, V>
where
    V: Inherit<Effective: Send + Sync> + Send + Sync + 'static,
{
    type Entity = Entity;
    type Value = V;

    const LISTS_CHILDREN: bool = true;
    const TELLS_OF_LINKS: bool = false;

    fn census(&self) -> Option<Census> {
        let mut census = Census {
            members: 0,
            linked: 0,
        };
        for archetype in self.world.archetypes().filter(|a| a.has::<Own<V>>()) {
            let len = archetype.len() as usize;
            census.members += len;
            census.linked += if archetype.has::<ChildOf>() { len } else { 0 };
        }
        Some(census)
    }

    fn is_alive(&self, entity: Entity) -> bool {
        self.world.contains(entity)
    }

    fn is_member(&self, entity: Entity) -> bool {
        self.world.satisfies::<&Own<V>>(entity)
    }

    fn own(&self, entity: Entity) -> Option<V> {
        let own = self.world.get::<&Own<V>>(entity).ok()?;
        if !self.notes.seen.has_read(entity, own.tag) {
            self.read_ahead.borrow_mut().push(entity);
        } else if !self.notes.in_components {
            // Where values stand in the forest, a component that was read has nothing to say.
            return None;
        }
        Some(V::clone(&own))
    }

    fn parent(&self, entity: Entity) -> Option<Entity> {
        let link = self.world.get::<&ChildOf>(entity).ok()?;
        Some(link.parent())
    }

    fn written(&mut self, written: &mut impl Written<Entity, V>) {
        self.notes.links.clear();
        self.notes.met = 0;
        let linked = self.world.query_mut::<(Entity, &mut Own<V>, &ChildOf)>();
        let linked = linked.into_iter();
        self.notes.meet(
            linked.map(|(entity, own, link)| (entity, own, Some(link.parent()))),
            written,
        );
        let roots = self
            .world
            .query_mut::<Without<(Entity, &mut Own<V>), &ChildOf>>();
        let roots = roots.into_iter();
        self.notes
            .meet(roots.map(|(entity, own)| (entity, own, None)), written);
    }

    fn everybody(&mut self, everybody: &mut impl Written<Entity, V>) {
        for (entity, own) in self.world.query_mut::<(Entity, &Own<V>)>() {
            everybody.take(&[entity], |_| (**own).clone());
        }
    }

    fn departed(&mut self, found: impl FnMut(Entity)) {
        if self.notes.met == self.notes.seen.len() {
            return;
        }
        let members = self.world.view_mut::<&Own<V>>();
        let seen = &mut self.notes.seen;
        seen.forget_unless(|entity| members.contains(entity), found);
    }

    fn relinked(&mut self, mut found: impl FnMut(Entity, Option<Entity>)) {
        for (entity, parent) in self.notes.links.drain(..) {
            found(entity, parent);
        }
    }

    fn unlinked(&mut self, _: impl FnMut(Entity)) {
        // All links that changed are told of at once.
    }

    fn reordered(&mut self, _: impl FnMut(&[Family<'_, Entity>])) {
        // Nothing in hecs says in which order children are; the forest does.
    }

    fn write_own(&mut self, entity: Entity, value: &V) {
        if self.notes.in_components
            && let Ok(own) = self.world.query_one_mut::<&mut Own<V>>(entity)
        {
            let tag = self.notes.seen.note_value(entity, own.tag);
            own.write_silently(tag, |own| own.clone_from(value));
        }
    }

    fn write_link(&mut self, entity: Entity, parent: Option<Entity>) {
        self.notes.seen.note_link(entity, parent);
        let link = self.world.query_one_mut::<&mut ChildOf>(entity);
        match (parent, link) {
            (Some(parent), Ok(link)) => *link = ChildOf::new(parent),
            (Some(parent), Err(_)) => drop(self.world.insert_one(entity, ChildOf::new(parent))),
            (None, Ok(_)) => drop(self.world.remove_one::<ChildOf>(entity)),
            (None, Err(_)) => {}
        }
    }

    fn write_children(&mut self, parent: Entity, children: &[Entity]) {
        let list = self.world.query_one_mut::<&mut Children>(parent);
        match list {
            Ok(list) if children.is_empty() && !list.stays => {
                drop(self.world.remove_one::<Children>(parent));
            }
            Ok(list) => {
                list.list.clear();
                list.list.extend(children);
            }
            Err(_) if children.is_empty() => {}
            Err(_) => drop(self.world.insert_one(parent, Children::of(children))),
        }
    }

    fn write_effective(&mut self, settled: &Settled<'_, V, Entity>) {
        if !self.notes.in_components {
            self.notes.fresh.clear();
            return;
        }
        self.add_missing(settled);
        let effectives = self.world.query_mut::<(Entity, &mut Effective<V>)>();
        let all = effectives.into_iter();
        if settled.len() < all.len() / FEW {
            let mut effectives = self.world.view_mut::<&mut Effective<V>>();
            for (entity, effective) in settled.iter() {
                if let Some(written) = effectives.get_mut(entity) {
                    written.0 = effective;
                }
            }
        } else {
            let mut block: Block<&mut Effective<V>> = Block::new();
            for (entity, effective) in all {
                if block.add(entity, effective) {
                    give(&mut block, settled);
                }
            }
            give(&mut block, settled);
        }
        if self.notes.fresh.is_empty() {
            return;
        }
        let mut effectives = self.world.view_mut::<&mut Effective<V>>();
        for entity in self.notes.fresh.drain(..) {
            if let Some(written) = effectives.get_mut(entity)
                && let Some(effective) = settled.effective(entity)
            {
                written.0 = effective;
            }
        }
    }

    fn despawn(&mut self, entity: Entity) {
        self.notes.seen.forget(entity);
        // It may have died already.
        let _ = self.world.despawn(entity);
    }
}

/// Members that have no effective value.
type Missing<V> = Without<With<Entity, &'static Own<V>>, &'static Effective<V>>;

impl<V> HecsHost<'_, V>
where
    V: Inherit<Effective: Send + Sync> + Send + Sync + 'static,
{
    /// Gives members that have no effective value one.
    fn add_missing(&mut self, settled: &Settled<'_, V, Entity>) {
        let missing: Vec<Entity> = self.world.query_mut::<Missing<V>>().into_iter().collect();
        for entity in missing {
            if let Some(effective) = settled.effective(entity) {
                let added = self.world.insert_one(entity, Effective::<V>(effective));
                added.expect("a member lives");
            }
        }
    }
}
