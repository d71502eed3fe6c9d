//! Values of nodes that may never be planted.
//!
//! They are put where they will stay: one after the other, in the slots that the next nodes will
//! have. Unless all of them pass, none is left there, not even if their source panics.

use alloc::vec::Vec;

use crate::inherit::Inherit;
use crate::slots::Slots;

pub(crate) struct Trial<'a, V> {
    values: &'a mut Vec<Option<V>>,
    slots: &'a Slots,
    put: usize,
}

impl<'a, V: Inherit> Trial<'a, V> {
    pub(crate) fn new(values: &'a mut Vec<Option<V>>, slots: &'a Slots) -> Self {
        values.resize_with(slots.table_len(), || None);
        Self {
            values,
            slots,
            put: 0,
        }
    }

    /// Puts them there, but not many more than there is room for: says how many, and which of
    /// them is the first that is not finite.
    pub(crate) fn put(
        &mut self,
        values: impl IntoIterator<Item = V>,
        room: usize,
    ) -> (usize, Option<usize>) {
        let mut values = values.into_iter().take(room + 1);
        let mut bad = None;
        let mut put = |value: V, index: usize| {
            if !value.is_finite() {
                bad = bad.or(Some(index));
            }
            Some(value)
        };
        for slot in self.slots.vacancies() {
            let Some(value) = values.next() else {
                return (self.put, bad);
            };
            self.values[slot as usize] = put(value, self.put);
            self.put += 1;
        }
        for value in values {
            self.values.push(put(value, self.put));
            self.put += 1;
        }
        (self.put, bad)
    }

    /// All of them are good: they stay.
    pub(crate) fn pass(mut self) {
        self.put = 0;
    }
}

impl<V> Drop for Trial<'_, V> {
    fn drop(&mut self) {
        if self.put == 0 {
            return;
        }
        for slot in self.slots.vacancies().take(self.put) {
            self.values[slot as usize] = None;
        }
        self.values.truncate(self.slots.table_len());
    }
}
