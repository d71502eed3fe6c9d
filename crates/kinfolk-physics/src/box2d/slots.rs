//! Numbered places, used again after they have been left.

/// Things by number, in the order of their numbers.
#[derive(Debug)]
pub(super) struct Slots<T> {
    slots: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Slots<T> {
    pub(super) const fn new() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
        }
    }

    pub(super) fn insert(&mut self, thing: T) -> u32 {
        if let Some(slot) = self.free.pop() {
            self.slots[slot as usize] = Some(thing);
            return slot;
        }
        self.slots.push(Some(thing));
        (self.slots.len() - 1) as u32
    }

    pub(super) fn remove(&mut self, slot: u32) -> Option<T> {
        let thing = self.slots.get_mut(slot as usize)?.take()?;
        self.free.push(slot);
        Some(thing)
    }

    pub(super) fn get(&self, slot: u32) -> Option<&T> {
        self.slots.get(slot as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, slot: u32) -> Option<&mut T> {
        self.slots.get_mut(slot as usize)?.as_mut()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().flatten()
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }
}
