//! The handle of a node.
//!
//! An id is a slot and a version. The version counts the lives of the slot and carries
//! the stamp of the forest that gave the id out, so neither a later tenant of the slot
//! nor a node of another forest is ever mistaken for the node that was meant.

use core::fmt;
use core::num::{NonZeroU32, NonZeroU64};
use core::sync::atomic::{AtomicU32, Ordering};

/// Names one node of one [`Forest`](crate::Forest), for as long as that node lives.
///
/// Removing the node makes every copy of its id stale; a stale id is answered
/// with `None` or an error, never with somebody else's node. The same goes for an id
/// that another forest gave out (of 4,096 forests made one after the other, no two are
/// mistaken for each other; a clone or a restored snapshot shares the ids of its original).
///
/// Ids print short, slot and life: `17v3`.
///
/// ```
/// use kinfolk::{Forest, Node2};
///
/// let mut forest = Forest::new();
/// let ship = forest.plant(Node2::at(3.0, 4.0)).unwrap();
/// assert_eq!(format!("{ship:?}"), "0v1");
///
/// forest.remove(ship).unwrap();
/// assert_eq!(forest.value(ship), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeId {
    /// The version above, the slot below: one register.
    bits: NonZeroU64,
}

/// How many of a version's bits count lives; the others are the forest's stamp.
const LIFE_BITS: u32 = 20;
const LIFE_MASK: u32 = (1 << LIFE_BITS) - 1;

impl NodeId {
    #[inline(always)]
    pub(crate) const fn new(slot: u32, version: NonZeroU32) -> Self {
        let bits = ((version.get() as u64) << 32) | slot as u64;
        match NonZeroU64::new(bits) {
            Some(bits) => Self { bits },
            None => unreachable!(),
        }
    }

    #[inline(always)]
    pub(crate) const fn slot(self) -> u32 {
        self.bits.get() as u32
    }

    #[inline(always)]
    pub(crate) const fn version(self) -> u32 {
        (self.bits.get() >> 32) as u32
    }

    /// A small number that no two living nodes of a forest share, for tables beside it: as long
    /// as at most `n` nodes live at once, it is less than `n`. The next tenant of the slot gets
    /// it again, so a table keeps the whole id and compares.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2};
    ///
    /// let mut forest = Forest::new();
    /// let ship = forest.plant(Node2::PLAIN)?;
    /// let mut armour = vec![(ship, 0); forest.len()];
    /// armour[ship.index()] = (ship, 80);
    /// # Ok::<(), kinfolk::PlantError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.slot() as usize
    }

    /// The id as one number, for tables of other libraries; [`from_bits`](Self::from_bits) takes it back.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        self.bits.get()
    }

    /// The id that [`to_bits`](Self::to_bits) made into `bits`, or `None` if no id looks like that.
    ///
    /// A number that was made up gives at worst a stale id.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        match NonZeroU32::new((bits >> 32) as u32) {
            Some(version) => Some(Self::new(bits as u32, version)),
            None => None,
        }
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.slot(), self.version() & LIFE_MASK)
    }
}

impl PartialOrd for NodeId {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// By slot, then by life.
impl Ord for NodeId {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (self.slot(), self.version()).cmp(&(other.slot(), other.version()))
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The version of a slot's first life, under a stamp that the next forest will not get.
pub(crate) fn first_version_of_a_new_forest() -> NonZeroU32 {
    static STAMPS: AtomicU32 = AtomicU32::new(0);
    let stamp = STAMPS.fetch_add(1, Ordering::Relaxed);
    NonZeroU32::MIN | (stamp << LIFE_BITS)
}

/// The version after `version`, or `None` when the slot has had all its lives and must rest.
pub(crate) fn next_life(version: NonZeroU32) -> Option<NonZeroU32> {
    let last = version.get() & LIFE_MASK == LIFE_MASK;
    if last { None } else { version.checked_add(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_make_the_round_trip() {
        let id = NodeId::new(17, NonZeroU32::new(3).unwrap());

        assert_eq!(NodeId::from_bits(id.to_bits()), Some(id));
        assert_eq!(NodeId::from_bits(17), None);
    }

    #[test]
    fn a_slot_rests_after_its_last_life_instead_of_aliasing() {
        let stamp = 5 << LIFE_BITS;
        let last = NonZeroU32::new(stamp | LIFE_MASK).unwrap();

        assert_eq!(next_life(last), None);
        assert_eq!(
            next_life(NonZeroU32::new(stamp | 1).unwrap()),
            NonZeroU32::new(stamp | 2)
        );
    }
}
