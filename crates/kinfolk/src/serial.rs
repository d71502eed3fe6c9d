//! Forests as data, by serde.
//!
//! A forest is written as its nodes in tree order, with the versions of all slots, so that
//! ids kept elsewhere are good again after reading. Whatever is read is checked: ids,
//! parents and values that no forest could have are errors, never a broken forest.

use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use serde::de::Error as _;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::Inherit;
use crate::slots::{NONE, Slots};

impl Serialize for NodeId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.slot(), self.version()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for NodeId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (slot, version): (u32, NonZeroU32) = Deserialize::deserialize(deserializer)?;
        Ok(Self::new(slot, version))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Forest", deny_unknown_fields)]
struct Written<Versions, Nodes> {
    first_version: NonZeroU32,
    versions: Versions,
    max_depth: Option<usize>,
    nodes: Nodes,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenNode<V> {
    slot: u32,
    parent: Option<u32>,
    value: V,
}

impl<V: Inherit + Serialize> Serialize for Forest<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            first_version: self.slots.first_version(),
            versions: self.slots.versions().collect::<Vec<_>>(),
            max_depth: self.max_depth,
            nodes: InTreeOrder(self),
        }
        .serialize(serializer)
    }
}

struct InTreeOrder<'a, V: Inherit>(&'a Forest<V>);

impl<V: Inherit + Serialize> Serialize for InTreeOrder<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let forest = self.0;
        let mut nodes = serializer.serialize_seq(Some(forest.len()))?;
        for node in forest.walk() {
            let slot = node.slot();
            let parent = Some(forest.slots.get(slot).parent).filter(|&parent| parent != NONE);
            nodes.serialize_element(&WrittenNode {
                slot,
                parent,
                value: &forest.value_in(slot),
            })?;
        }
        nodes.end()
    }
}

impl<'de, V: Inherit + Deserialize<'de>> Deserialize<'de> for Forest<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::<Vec<NonZeroU32>, Vec<WrittenNode<V>>>::deserialize(deserializer)?;
        let mut used = vec![false; written.versions.len()];
        for WrittenNode {
            slot,
            parent,
            value,
        } in &written.nodes
        {
            if let Some(parent) = *parent
                && used.get(parent as usize) != Some(&true)
            {
                let message = "its parent does not come before it";
                return Err(D::Error::custom(format_args!(
                    "node {slot}: {message} ({parent})"
                )));
            }
            if !value.is_finite() {
                return Err(D::Error::custom(format_args!(
                    "node {slot}: a number is not finite"
                )));
            }
            match used.get_mut(*slot as usize) {
                Some(used) if !*used => *used = true,
                Some(_) => return Err(D::Error::custom(format_args!("node {slot} comes twice"))),
                None => return Err(D::Error::custom(format_args!("node {slot} has no version"))),
            }
        }
        let mut forest = Self::new();
        forest.max_depth = written.max_depth;
        forest.slots = Slots::with_versions(written.versions, written.first_version, &used);
        forest.rows.reserve(written.nodes.len());
        for WrittenNode {
            slot,
            parent,
            value,
        } in written.nodes
        {
            let parent = parent.unwrap_or(NONE);
            forest.slots.revive(slot, parent);
            let (row, generation) = forest.settle(slot, parent, value);
            forest.slots.link(slot, parent, NONE);
            let links = forest.slots.get_mut(slot);
            (links.row, links.generation) = (row, generation);
        }
        Ok(forest)
    }
}
