//! What flows down a hierarchy, as one rule.
//!
//! An author sets an *own* value; consumers read an *effective* value; a rule makes the
//! one from the other and the parent's effective value. The forest knows nothing else
//! about what it carries.

use core::cell::Cell;

/// A value that children inherit from their parents.
///
/// An author's value is made [`Ready`](Self::Ready) once, when it is written (an angle
/// becomes a matrix, say), and an update then touches only small copies. The rule must be
/// a pure function: same input, same bits. Effective values that are compared with
/// [`same`](Self::same) decide what an update reports.
///
/// Two values at once are a tuple: `(Node2, Opacity)` inherits like each of them.
///
/// ```
/// use kinfolk::{Forest, Inherit};
///
/// /// How much of a thing one can see; a ghost's sword is a ghost.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Opacity(f32);
///
/// impl Inherit for Opacity {
///     type Ready = f32;
///     type Effective = f32;
///
///     fn ready(&self) -> f32 {
///         self.0
///     }
///     fn inherit(own: &f32, parent: Option<&f32>) -> f32 {
///         parent.map_or(*own, |parent| own * parent)
///     }
///     fn same(a: &f32, b: &f32) -> bool {
///         a.to_bits() == b.to_bits()
///     }
///     fn is_finite(&self) -> bool {
///         self.0.is_finite()
///     }
/// }
///
/// let mut forest = Forest::new();
/// let ghost = forest.plant(Opacity(0.5))?;
/// let sword = forest.plant_at(ghost, Opacity(0.5))?;
/// assert_eq!(forest.effective(sword), Some(0.25));
/// # Ok::<(), kinfolk::PlantError>(())
/// ```
pub trait Inherit: Clone {
    /// What an update reads: small, and made when the value is written.
    type Ready: Copy;
    /// What consumers read.
    type Effective: Copy;

    /// Prepares the value for updates.
    fn ready(&self) -> Self::Ready;

    /// Takes over what was written to the ready value alone. Nothing, for values without
    /// setters that do so; [`set_position`](crate::Forest::set_position) is one.
    fn catch_up(&mut self, ready: &Self::Ready) {
        let _ = ready;
    }

    /// If this value is `stored` but for what [`catch_up`](Self::catch_up) finds in a ready
    /// value, makes that ready and says how it went; `stored` may then stay as it is.
    ///
    /// Hidden, because it is only worth writing where a value is seldom written as a whole.
    #[doc(hidden)]
    #[inline(always)]
    fn rewrite(&self, stored: Option<&Self>, ready: &mut Self::Ready) -> Rewrite {
        let _ = (stored, ready);
        Rewrite::Whole
    }

    /// The value itself, if its ready value tells all of it: then that is all that is kept.
    ///
    /// Hidden, as the others.
    #[doc(hidden)]
    #[inline(always)]
    fn told(ready: &Self::Ready) -> Option<Self> {
        let _ = ready;
        None
    }

    /// The effective value below `parent`, or of a root.
    ///
    /// Takes any own value below any effective one: an update may also compute rows whose
    /// node is gone, and drop what comes out.
    fn inherit(own: &Self::Ready, parent: Option<&Self::Effective>) -> Self::Effective;

    /// The effective value below `parent`, if it can be had without much ado; else `None`,
    /// and [`inherit`](Self::inherit) is asked.
    ///
    /// Worth writing for a rule with rare cases that take longer. What it gives must be what
    /// `inherit` gives, bit for bit.
    #[inline(always)]
    fn inherit_quickly(own: &Self::Ready, parent: &Self::Effective) -> Option<Self::Effective> {
        Some(Self::inherit(own, Some(parent)))
    }

    /// Rows of an update: computes the effective value of each below that of its parent, and
    /// says, by a bit for each row, which are not what they were, and which were left as they
    /// are because [`inherit_quickly`](Self::inherit_quickly) had nothing to say. There are as
    /// many rows as parents; what the other columns have behind them is what comes next.
    ///
    /// Hidden, because it is only worth writing where the processor can do several at once.
    #[doc(hidden)]
    #[inline(always)]
    fn inherit_rows(
        own: &[Self::Ready],
        parents: &[u32],
        effective: &[Cell<Self::Effective>],
        above: impl Fn(usize, u32) -> Self::Effective,
    ) -> (u64, u64) {
        one_by_one::<Self>(own, parents, effective, above)
    }

    /// Rows each of which is below the one before, the first one below `above`: computes them until
    /// [`inherit_quickly`](Self::inherit_quickly) has nothing to say, at most 64, and says how many that
    /// were and, by a bit for each, which are not what they were.
    ///
    /// Hidden, as [`inherit_rows`](Self::inherit_rows).
    #[doc(hidden)]
    #[inline(always)]
    fn inherit_chain(
        own: &[Self::Ready],
        effective: &mut [Self::Effective],
        above: Self::Effective,
    ) -> (usize, u64) {
        one_below_the_other::<Self>(own, effective, above, Self::inherit_quickly)
    }

    /// As [`inherit_rows`](Self::inherit_rows) for rows whose own value has not changed, below parents that
    /// have changed in *the rest* alone: in what costs less than everything else and has nothing to do with it.
    ///
    /// Hidden, as there must be such a rest: see [`changed_in_rest`](Self::changed_in_rest).
    #[doc(hidden)]
    #[inline(always)]
    fn inherit_rest(
        own: &[Self::Ready],
        parents: &[u32],
        effective: &[Cell<Self::Effective>],
        above: impl Fn(usize, u32) -> Self::Effective,
    ) -> (u64, u64) {
        Self::inherit_rows(own, parents, effective, above)
    }

    /// Whether the rest of a row with this own value follows from that of its parent alone.
    #[doc(hidden)]
    #[inline(always)]
    fn passes_rest(own: &Self::Ready) -> bool {
        let _ = own;
        false
    }

    /// As [`inherit_rest`](Self::inherit_rest) for rows that [pass it on](Self::passes_rest):
    /// nobody needs to look at their own values.
    #[doc(hidden)]
    #[inline(always)]
    fn pass_rest(
        parents: &[u32],
        effective: &[Cell<Self::Effective>],
        above: impl Fn(u32) -> Self::Effective,
    ) -> u64 {
        let _ = (parents, effective, above);
        0
    }

    /// Whether all but the rest is as it was, bit for bit.
    #[doc(hidden)]
    #[inline(always)]
    fn changed_in_rest(old: &Self::Effective, new: &Self::Effective) -> bool {
        let _ = (old, new);
        false
    }

    /// Whether two effective values are the same, bit for bit, so that -0.0 and NaN cannot lie.
    fn same(a: &Self::Effective, b: &Self::Effective) -> bool;

    /// Whether every number in the value is finite; a forest refuses values that are not.
    fn is_finite(&self) -> bool {
        true
    }
}

/// How [`Inherit::rewrite`] went.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewrite {
    /// The value is another, and must be written as a whole.
    Whole,
    /// The ready value is another now.
    Moved,
    /// Nothing is new.
    Same,
    /// What is new is not finite. Nothing was written.
    NotFinite,
}

/// As [`Inherit::inherit_rows`], without vectors.
#[inline(always)]
pub(crate) fn one_by_one<V: Inherit>(
    own: &[V::Ready],
    parents: &[u32],
    effective: &[Cell<V::Effective>],
    above: impl Fn(usize, u32) -> V::Effective,
) -> (u64, u64) {
    let (mut changed, mut put_off) = (0, 0);
    let rows = own.iter().zip(parents).zip(effective);
    for (row, ((own, &parent), effective)) in rows.enumerate() {
        match V::inherit_quickly(own, &above(row, parent)) {
            Some(new) => changed |= u64::from(!V::same(&effective.replace(new), &new)) << row,
            None => put_off |= 1 << row,
        }
    }
    (changed, put_off)
}

/// As [`Inherit::inherit_chain`], one after the other.
#[inline(always)]
pub(crate) fn one_below_the_other<V: Inherit>(
    own: &[V::Ready],
    effective: &mut [V::Effective],
    mut above: V::Effective,
    mut inherit_quickly: impl FnMut(&V::Ready, &V::Effective) -> Option<V::Effective>,
) -> (usize, u64) {
    let (mut count, mut changed) = (0, 0);
    for (own, effective) in own.iter().zip(effective) {
        let Some(new) = inherit_quickly(own, &above) else {
            break;
        };
        let differs = !V::same(&core::mem::replace(effective, new), &new);
        changed = (changed >> 1) | (u64::from(differs) << 63);
        above = new;
        count += 1;
    }
    (count, changed.checked_shr(64 - count as u32).unwrap_or(0))
}

/// A value that can be chosen so that its effective value comes out as wanted.
///
/// This is what [`attach_in_place`](crate::Forest::attach_in_place) and its kin need.
pub trait InPlace: Inherit {
    /// This value, changed so that it has the placement of `wanted` below `parent`.
    ///
    /// Only placement is kept: what has nothing to do with it (visibility, draw layer)
    /// stays as it is in the own value.
    ///
    /// # Errors
    /// Says why no own value would do.
    fn in_place(
        &self,
        wanted: &Self::Effective,
        parent: Option<&Self::Effective>,
    ) -> Result<Self, Misfit>;
}

/// Why no own value gives the effective value that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Misfit {
    /// The parent flattens everything (a scale of zero, say), or so nearly that single
    /// precision cannot undo it: nothing below it can be placed at will.
    NotInvertible,
    /// The value would need numbers that are too large.
    NotFinite,
    /// The value would need shear, which a 3D transform of translation, rotation and scale cannot hold.
    NeedsShear,
}

impl<A: Inherit, B: Inherit> Inherit for (A, B) {
    type Ready = (A::Ready, B::Ready);
    type Effective = (A::Effective, B::Effective);

    fn ready(&self) -> Self::Ready {
        (self.0.ready(), self.1.ready())
    }

    fn catch_up(&mut self, ready: &Self::Ready) {
        self.0.catch_up(&ready.0);
        self.1.catch_up(&ready.1);
    }

    #[inline]
    fn inherit(own: &Self::Ready, parent: Option<&Self::Effective>) -> Self::Effective {
        (
            A::inherit(&own.0, parent.map(|parent| &parent.0)),
            B::inherit(&own.1, parent.map(|parent| &parent.1)),
        )
    }

    #[inline]
    fn same(a: &Self::Effective, b: &Self::Effective) -> bool {
        A::same(&a.0, &b.0) && B::same(&a.1, &b.1)
    }

    fn is_finite(&self) -> bool {
        self.0.is_finite() && self.1.is_finite()
    }
}

impl<A: InPlace, B: Inherit> InPlace for (A, B) {
    fn in_place(
        &self,
        wanted: &Self::Effective,
        parent: Option<&Self::Effective>,
    ) -> Result<Self, Misfit> {
        let placed = self.0.in_place(&wanted.0, parent.map(|parent| &parent.0))?;
        Ok((placed, self.1.clone()))
    }
}
