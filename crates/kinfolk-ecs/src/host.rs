//! What a mirror asks of an ECS.
//!
//! The law: the components are the truth. What an entity is (its own value) and whose child
//! it is (its link) stand in the ECS, where everybody may write them at any time; the mirror
//! reads them at its next sync and writes only what follows from them.

use kinfolk::Inherit;

use crate::key::Key;
use crate::settled::Settled;

/// An ECS, as a mirror sees it during a sync.
///
/// A member is a living entity that has an own value.
pub trait Host {
    /// Its entities.
    type Entity: Key;
    /// What members own.
    type Value: Inherit;

    /// Whether the mirror keeps a list of children for each parent, because nobody else does.
    const LISTS_CHILDREN: bool;

    /// Whether [`written`](Self::written) can tell of links as well, and [`departed`](Self::departed)
    /// may be asked before it. Then most is dealt with as it is told.
    const TELLS_OF_LINKS: bool;

    /// How many members there are and how many of them have a link, if that can be had
    /// without looking at each.
    ///
    /// A host that gives these numbers may forget deaths and lost links in
    /// [`departed`](Self::departed) and [`relinked`](Self::relinked): the mirror sees that
    /// the numbers are wrong, and looks at everybody.
    fn census(&self) -> Option<Census>;

    /// Whether `entity` lives, member or not.
    fn is_alive(&self, entity: Self::Entity) -> bool;

    /// Whether `entity` is a member.
    fn is_member(&self, entity: Self::Entity) -> bool;

    /// The own value of a member.
    fn own(&self, entity: Self::Entity) -> Option<Self::Value>;

    /// Whose child `entity` says it is.
    fn parent(&self, entity: Self::Entity) -> Option<Self::Entity>;

    /// Tells of every member whose own value was written since the last time, newcomers
    /// included, each once.
    fn written(&mut self, written: &mut impl Written<Self::Entity, Self::Value>);

    /// After a [`written`](Self::written) that told of links: names entities that may have lost theirs
    /// since the last time. It may name others.
    fn unlinked(&mut self, found: impl FnMut(Self::Entity));

    /// Tells of every member, as [`written`](Self::written) does of some. Asked when there are
    /// more than the mirror has heard of: they were hidden, say, and came back as they were.
    ///
    /// A host without a [`census`](Self::census) is never asked.
    fn everybody(&mut self, everybody: &mut impl Written<Self::Entity, Self::Value>);

    /// Tells of entities that may have ceased to be members since the last time. It may name
    /// others, and may name somebody twice.
    fn departed(&mut self, found: impl FnMut(Self::Entity));

    /// Tells of entities whose link was written or lost since the last time, with what it is
    /// now. It may name others.
    fn relinked(&mut self, found: impl FnMut(Self::Entity, Option<Self::Entity>));

    /// Tells of parents whose children may be in another order since the last time, if the
    /// ECS has an order; of up to 64 at once.
    fn reordered(&mut self, found: impl FnMut(&[Family<'_, Self::Entity>]));

    /// Writes the own value of a member, because it was to stay in its place.
    fn write_own(&mut self, entity: Self::Entity, value: &Self::Value);

    /// Writes or takes away a link.
    fn write_link(&mut self, entity: Self::Entity, parent: Option<Self::Entity>);

    /// Writes the list of children of a parent, if [`LISTS_CHILDREN`](Self::LISTS_CHILDREN).
    fn write_children(&mut self, parent: Self::Entity, children: &[Self::Entity]);

    /// Writes effective values: those that changed, and those that have nowhere been written.
    fn write_effective(&mut self, settled: &Settled<'_, Self::Value, Self::Entity>);

    /// Ends an entity whose parent died; what is below it is ended one by one.
    fn despawn(&mut self, entity: Self::Entity);
}

/// Takes in what was written. See [`Host::written`].
pub trait Written<E, V> {
    /// These were written; `value` says what the one with this index in the list owns now.
    /// Lists of up to 64 are best.
    fn take(&mut self, entities: &[E], value: impl Fn(usize) -> V);

    /// Whether links are wanted as well, of hosts that [can tell](Host::TELLS_OF_LINKS) of them.
    #[inline]
    fn wants_links(&self) -> bool {
        false
    }

    /// As [`take`](Self::take) for up to 64, with whose child each of them says it is. Says in bits, by
    /// index, of whom nothing more needs to be told, though their links may be new.
    #[inline]
    fn take_linked(
        &mut self,
        entities: &[E],
        value: impl Fn(usize) -> V,
        parent: impl Fn(usize) -> Option<E>,
    ) -> u64 {
        let _ = parent;
        self.take(entities, value);
        0
    }

    /// The links of these, up to 64, were written: children and parents.
    #[inline]
    fn relink(&mut self, links: &[(E, E)]) {
        let _ = links;
    }
}

/// A parent and its children, in order.
pub type Family<'a, E> = (E, &'a [E]);

/// How many there are. See [`Host::census`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Census {
    /// Members.
    pub members: usize,
    /// Members that say whose child they are.
    pub linked: usize,
}

/// What becomes of the children of an entity that dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orphans {
    /// They die with it, and so does everything below them.
    #[default]
    Despawn,
    /// They become roots; their own values stay as they are.
    Detach,
}
