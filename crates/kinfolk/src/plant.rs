//! Bringing nodes into a forest: one, many, or a copy of a tree.
//!
//! Every call is all or nothing: a list with one bad entry plants nothing.

use alloc::vec::Vec;

use crate::error::PlantError;
use crate::forest::{Forest, put, warn_if_deep};
use crate::id::NodeId;
use crate::inherit::Inherit;
use crate::slots::{MOST_NODES, NONE};
use crate::spot::{Found, Spot};
use crate::trial::Trial;

impl<V: Inherit> Forest<V> {
    /// Plants a root, after the other roots.
    ///
    /// # Errors
    /// Refuses a value that is not finite.
    pub fn plant(&mut self, value: V) -> Result<NodeId, PlantError> {
        self.plant_at(Spot::Root, value)
    }

    /// Plants a node at a [`Spot`]; a parent's id means "after its last child".
    ///
    /// # Errors
    /// Refuses a stale id, a value that is not finite, an index past the end, and a depth
    /// past the limit.
    #[inline]
    pub fn plant_at(&mut self, spot: impl Into<Spot>, value: V) -> Result<NodeId, PlantError> {
        let found = self.find_spot(spot.into(), None)?;
        if !value.is_finite() {
            return Err(PlantError::NotFinite {
                under: self.slots.some_id(found.parent),
                index: 0,
            });
        }
        self.check_depth(found.parent, |forest| forest.depth_below(found.parent))?;
        if self.len() >= MOST_NODES {
            return Err(PlantError::Full);
        }
        let before = self.follower(found);
        let slot = self.add(found.parent, before, value);
        Ok(self.slots.id(slot))
    }

    /// Plants several nodes side by side, in order.
    ///
    /// # Errors
    /// As [`plant_at`](Self::plant_at); then none of them is planted.
    pub fn plant_many(
        &mut self,
        spot: impl Into<Spot>,
        values: impl IntoIterator<Item = V>,
    ) -> Result<Vec<NodeId>, PlantError> {
        let found = self.find_spot(spot.into(), None)?;
        let room = MOST_NODES - self.len();
        let under = self.slots.some_id(found.parent);
        let depth = self.check_depth(found.parent, |forest| forest.depth_below(found.parent));
        let values = values.into_iter();
        let (at_least, _) = values.size_hint();
        if at_least > room {
            return Err(PlantError::Full);
        }
        if at_least > self.len() {
            self.reserve(at_least); // small lists into a large forest grow it bit by bit
        }
        // Values are put where they will stay, and taken back if one of them is bad.
        let mut trial = Trial::new(&mut self.values, &self.slots);
        let (many, bad) = trial.put(values, room);
        if many > room {
            return Err(PlantError::Full);
        }
        if many > 0 && bad != Some(0) {
            depth?;
        }
        if let Some(index) = bad {
            return Err(PlantError::NotFinite { under, index });
        }
        trial.pass();

        let before = self.follower(found);
        let plant = |_| {
            let slot = self.slots.vacant();
            let ready = self.values[slot as usize].as_ref().map(V::ready);
            let ready = ready.expect("it has just been put there");
            if V::told(&ready).is_some() {
                self.values[slot as usize] = None;
            }
            let (row, generation) = self.make_row(slot, found.parent, ready);
            self.slots.add(row, generation, found.parent, before);
            self.slots.id(slot)
        };
        Ok((0..many).map(plant).collect())
    }

    /// Plants whole trees at once: a list in which each node names its parent by index.
    ///
    /// A parent comes before its children; siblings are in the order of the list; nodes
    /// without a parent are planted at `spot`. The ids come back in the order of the list.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2, Spot};
    ///
    /// let mut forest = Forest::new();
    /// let car = [
    ///     (None, Node2::at(5.0, 1.0)),
    ///     (Some(0), Node2::at(1.2, -0.75)),
    ///     (Some(0), Node2::at(-1.2, -0.75)),
    /// ];
    /// let ids = forest.plant_tree(Spot::Root, car)?;
    ///
    /// assert!(forest.children(ids[0]).eq([ids[1], ids[2]]));
    /// # Ok::<(), kinfolk::PlantError>(())
    /// ```
    ///
    /// # Errors
    /// As [`plant_at`](Self::plant_at), and for a parent that does not come before its child;
    /// then none of them is planted.
    pub fn plant_tree(
        &mut self,
        spot: impl Into<Spot>,
        nodes: impl IntoIterator<Item = (Option<usize>, V)>,
    ) -> Result<Vec<NodeId>, PlantError> {
        let found = self.find_spot(spot.into(), None)?;
        let nodes: Vec<_> = nodes.into_iter().collect();
        self.check_list(found, &nodes)?;

        if nodes.len() > self.len() {
            self.reserve(nodes.len()); // small lists into a large forest grow it bit by bit
        }
        let before = self.follower(found);
        let mut planted: Vec<u32> = Vec::with_capacity(nodes.len());
        for (parent, value) in nodes {
            let slot = match parent {
                Some(parent) => self.add(planted[parent], NONE, value),
                None => self.add(found.parent, before, value),
            };
            planted.push(slot);
        }
        Ok(planted
            .into_iter()
            .map(|slot| self.slots.id(slot))
            .collect())
    }

    /// Plants a copy of `node` and of everything below it.
    ///
    /// # Errors
    /// As [`plant_at`](Self::plant_at).
    pub fn clone_subtree(
        &mut self,
        node: NodeId,
        spot: impl Into<Spot>,
    ) -> Result<NodeId, PlantError> {
        Ok(self.clone_subtree_ids(node, spot)?[0].1)
    }

    /// Plants a copy of `node` and of everything below it, and says which is the copy of
    /// which: (original, copy), in tree order, `node` first.
    ///
    /// # Errors
    /// As [`plant_at`](Self::plant_at).
    pub fn clone_subtree_ids(
        &mut self,
        node: NodeId,
        spot: impl Into<Spot>,
    ) -> Result<Vec<(NodeId, NodeId)>, PlantError> {
        let top = self.find(node)?;
        let mut originals = Vec::new();
        let mut copies = Vec::new();
        // The path from `top` to the node being copied: slots and indexes into the list.
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut slot = top;
        while slot != NONE {
            let parent = self.slots.get(slot).parent;
            while path.last().is_some_and(|&(above, _)| above != parent) {
                path.pop();
            }
            let parent = path.last().map(|&(_, index)| index);
            copies.push((parent, self.value_in(slot)));
            path.push((slot, originals.len()));
            originals.push(self.slots.id(slot));
            slot = self.slots.next_in_subtree(slot, top);
        }
        let planted = self.plant_tree(spot, copies)?;
        Ok(originals.into_iter().zip(planted).collect())
    }

    fn check_list(&self, found: Found, nodes: &[(Option<usize>, V)]) -> Result<(), PlantError> {
        if nodes.len() > MOST_NODES - self.len() {
            return Err(PlantError::Full);
        }
        let top = self.depth_below(found.parent);
        let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
        for (index, (parent, value)) in nodes.iter().enumerate() {
            let depth = match *parent {
                None => top,
                Some(parent) => match depths.get(parent) {
                    Some(depth) => depth + 1,
                    None => return Err(PlantError::ParentNotBefore { index, parent }),
                },
            };
            if !value.is_finite() {
                let under = self.slots.some_id(found.parent);
                return Err(PlantError::NotFinite { under, index });
            }
            self.check_depth(found.parent, |_| depth)?;
            depths.push(depth);
        }
        Ok(())
    }

    #[inline]
    fn check_depth(
        &self,
        parent: u32,
        depth: impl FnOnce(&Self) -> usize,
    ) -> Result<(), PlantError> {
        let Some(max_depth) = self.max_depth else {
            return Ok(());
        };
        let depth = depth(self);
        if depth <= max_depth {
            return Ok(());
        }
        Err(PlantError::TooDeep {
            under: self.slots.some_id(parent),
            depth,
            max_depth,
        })
    }

    /// Adds a node; everything has been checked.
    #[inline(always)]
    pub(crate) fn add(&mut self, parent: u32, before: u32, value: V) -> u32 {
        let slot = self.slots.vacant();
        let (row, generation) = self.settle(slot, parent, value);
        self.slots.add(row, generation, parent, before);
        slot
    }

    /// Gives the node in `slot`, which is or will be a child of `parent`, its value; says which
    /// row and generation it has.
    #[inline(always)]
    pub(crate) fn settle(&mut self, slot: u32, parent: u32, value: V) -> (u32, u32) {
        let ready = value.ready();
        if V::told(&ready).is_none() {
            put(&mut self.values, slot, value);
        }
        self.make_row(slot, parent, ready)
    }

    /// The same for a node that has its value.
    #[inline(always)]
    fn make_row(&mut self, slot: u32, parent: u32, ready: V::Ready) -> (u32, u32) {
        let (generation, parent_row) = match parent {
            NONE => (0, NONE),
            parent => {
                let above = self.slots.get(parent);
                (above.generation + 1, above.row)
            }
        };
        let effective = V::inherit(&ready, None); // whatever: nobody reads it before an update
        let row = self
            .rows
            .insert(generation, slot, parent_row, ready, effective);
        self.shape += 1;
        warn_if_deep(generation);
        (row, generation)
    }
}
