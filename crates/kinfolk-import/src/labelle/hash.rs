//! Ids, without putting them together.
//!
//! Most ids are made of a parent's and a name, and a long name would be in all of them. So ids
//! are compared by hashes that continue the parent's. Two that are equal by chance cost somebody
//! a number behind the name, no more.

/// A hash of a text that can be continued.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Hash(u64);

/// What a hash is continued by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Suffix {
    pub(super) hash: Hash,
    power: u64,
}

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hash {
    /// The hash of a text.
    pub(super) fn of(text: &str) -> Self {
        Self(0).with(text)
    }

    fn with(self, text: &str) -> Self {
        let step =
            |hash: u64, byte: u8| hash.wrapping_mul(FACTOR).wrapping_add(u64::from(byte) + 1);
        Self(text.bytes().fold(self.0, step))
    }

    /// The hash of the child called `name`.
    pub(super) fn child(self, name: &str) -> Self {
        self.with("_").with(name)
    }

    /// The hash of the text with that behind it.
    pub(super) fn then(self, suffix: Suffix) -> Self {
        Self(
            self.0
                .wrapping_mul(suffix.power)
                .wrapping_add(suffix.hash.0),
        )
    }
}

impl Suffix {
    /// Nothing.
    pub(super) const NONE: Self = Self {
        hash: Hash(0),
        power: 1,
    };

    /// This one and `_name`.
    pub(super) fn child(self, name: &str) -> Self {
        let bytes = name.len() as u32 + 1;
        Self {
            hash: self.hash.child(name),
            power: self.power.wrapping_mul(FACTOR.wrapping_pow(bytes)),
        }
    }

    /// This one and that behind it.
    pub(super) fn then(self, suffix: Self) -> Self {
        Self {
            hash: self.hash.then(suffix),
            power: self.power.wrapping_mul(suffix.power),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Hash, Suffix};

    #[test]
    fn hashes_continue_in_pieces() {
        let whole = Hash::of("tank_turret_barrel");
        let (turret, barrel) = (Suffix::NONE.child("turret"), Suffix::NONE.child("barrel"));

        assert_eq!(Hash::of("tank").child("turret").child("barrel"), whole);
        assert_eq!(Hash::of("tank").then(turret.child("barrel")), whole);
        assert_eq!(Hash::of("tank").then(turret.then(barrel)), whole);
    }
}
