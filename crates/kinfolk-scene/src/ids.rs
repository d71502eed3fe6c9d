//! Ids, as far as possible without writing them down.
//!
//! Most nodes of a scene come out of templates and are called `{parent}_{name}`. Their ids are
//! never stored: a node has a hash that continues its parent's, and ids are compared from
//! their end, name by name, up the tree.

use hashbrown::HashTable;

/// A hash that can be continued: the hash of `ab` follows from that of `a` and from `b`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IdHash(u64);

/// What must be known of a text to continue a hash by it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suffix {
    hash: u64,
    power: u64,
}

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

impl IdHash {
    pub(crate) fn of(text: &str) -> Self {
        Self(0).then(text)
    }

    /// The hash of the text with `text` behind it.
    #[inline]
    pub(crate) fn then(self, text: &str) -> Self {
        let step =
            |hash: u64, byte: u8| hash.wrapping_mul(FACTOR).wrapping_add(u64::from(byte) + 1);
        Self(text.bytes().fold(self.0, step))
    }

    /// The hash of the child `name`, if it has no id of its own.
    #[inline]
    pub(crate) fn child(self, name: &str) -> Self {
        self.then("_").then(name)
    }

    #[inline]
    pub(crate) fn then_suffix(self, suffix: Suffix) -> Self {
        Self(self.0.wrapping_mul(suffix.power).wrapping_add(suffix.hash))
    }

    /// With all bits mixed, for a table.
    #[inline]
    fn mixed(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^ (mixed >> 29)
    }
}

impl Suffix {
    pub(crate) const EMPTY: Self = Self { hash: 0, power: 1 };

    /// This suffix and `_name`.
    pub(crate) fn child(self, name: &str) -> Self {
        let bytes = name.len() as u32 + 1;
        Self {
            hash: IdHash(self.hash).child(name).0,
            power: self.power.wrapping_mul(FACTOR.wrapping_pow(bytes)),
        }
    }
}

/// Who a node is: an id of its own, or a name below its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Called<'a> {
    Id(&'a str),
    Child { parent: u32, name: &'a str },
}

/// Where ids are kept by whoever has the nodes.
pub(crate) trait Names {
    /// Who this node is.
    fn called(&self, node: u32) -> Called<'_>;

    /// The hash of its id.
    fn hash(&self, node: u32) -> IdHash;
}

/// Appends the id of `node`.
pub(crate) fn write_id(names: &impl Names, node: u32, out: &mut String) {
    let mut parts = Vec::new();
    let mut node = node;
    loop {
        match names.called(node) {
            Called::Id(id) => {
                out.push_str(id);
                break;
            }
            Called::Child { parent, name } => {
                parts.push(name);
                node = parent;
            }
        }
    }
    for name in parts.into_iter().rev() {
        out.push('_');
        out.push_str(name);
    }
}

/// Whether `text` is the id of `node`.
pub(crate) fn is_id(names: &impl Names, node: u32, text: &str) -> bool {
    let (mut node, mut text) = (node, text);
    loop {
        match names.called(node) {
            Called::Id(id) => return id == text,
            Called::Child { parent, name } => {
                let above = text
                    .strip_suffix(name)
                    .and_then(|text| text.strip_suffix('_'));
                let Some(above) = above else {
                    return false;
                };
                text = above;
                node = parent;
            }
        }
    }
}

/// Nodes by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdTable {
    table: HashTable<(u32, u32)>,
}

impl IdTable {
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Self {
            table: HashTable::with_capacity(nodes),
        }
    }

    /// The bytes that it takes.
    pub(crate) fn memory(&self) -> usize {
        self.table.allocation_size()
    }

    /// The node with this id.
    pub(crate) fn find(&self, names: &impl Names, id: &str) -> Option<u32> {
        let hash = IdHash::of(id).mixed();
        let found = self.table.find(hash, |&(node, tag)| {
            tag == hash as u32 && is_id(names, node, id)
        })?;
        Some(found.0)
    }

    /// Adds a node; gives back the one that has its id already.
    #[inline]
    pub(crate) fn insert(&mut self, names: &impl Names, node: u32, hash: IdHash) -> Option<u32> {
        let hash = hash.mixed();
        let twin = self.table.find(hash, |&(other, tag)| {
            tag == hash as u32 && same_id(names, other, node)
        });
        if let Some(&(twin, _)) = twin {
            return Some(twin);
        }
        let rehash = |&(node, _): &(u32, u32)| names.hash(node).mixed();
        self.table.insert_unique(hash, (node, hash as u32), rehash);
        None
    }

    /// Gives every node the number that `places` has for it.
    pub(crate) fn renumber(&mut self, places: &[u32]) {
        for (node, _) in self.table.iter_mut() {
            *node = places[*node as usize];
        }
    }

    /// Gives a node another number.
    pub(crate) fn replace(&mut self, node: u32, by: u32, hash: IdHash) {
        let found = self
            .table
            .find_mut(hash.mixed(), |&(other, _)| other == node);
        if let Some((found, _)) = found {
            *found = by;
        }
    }

    /// Takes a node out.
    pub(crate) fn remove(&mut self, node: u32, hash: IdHash) {
        let found = self
            .table
            .find_entry(hash.mixed(), |&(other, _)| other == node);
        if let Ok(entry) = found {
            entry.remove();
        }
    }
}

fn same_id(names: &impl Names, a: u32, b: u32) -> bool {
    let mut id = String::new();
    write_id(names, b, &mut id);
    is_id(names, a, &id)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Family(Vec<Result<&'static str, (u32, &'static str)>>);

    impl Names for Family {
        fn called(&self, node: u32) -> Called<'_> {
            match self.0[node as usize] {
                Ok(id) => Called::Id(id),
                Err((parent, name)) => Called::Child { parent, name },
            }
        }

        fn hash(&self, node: u32) -> IdHash {
            let mut id = String::new();
            write_id(self, node, &mut id);
            IdHash::of(&id)
        }
    }

    #[test]
    fn hashes_continue_in_pieces() {
        let whole = IdHash::of("boss1_LeftArm_Hand");
        let suffix = Suffix::EMPTY.child("LeftArm").child("Hand");

        assert_eq!(IdHash::of("boss1").child("LeftArm").child("Hand"), whole);
        assert_eq!(IdHash::of("boss1").then_suffix(suffix), whole);
    }

    #[test]
    fn made_up_ids_are_found_and_collide_like_written_ones() {
        let family = Family(vec![
            Ok("a"),
            Err((0, "b")),
            Err((1, "c")),
            Err((0, "b_c")),
            Ok("a_b"),
        ]);
        let mut table = IdTable::default();
        for node in 0..3 {
            let mut id = String::new();
            write_id(&family, node, &mut id);
            assert_eq!(table.insert(&family, node, IdHash::of(&id)), None);
        }

        assert_eq!(table.find(&family, "a_b_c"), Some(2));
        assert_eq!(table.find(&family, "a_c"), None);
        assert_eq!(table.insert(&family, 3, IdHash::of("a_b_c")), Some(2));
        assert_eq!(table.insert(&family, 4, IdHash::of("a_b")), Some(1));
    }
}
