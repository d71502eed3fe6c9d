//! The secret that opens the editor.

use std::fmt;
use std::hint::black_box;
use std::io;

/// 128 random bits, as 32 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(super) fn random() -> io::Result<Self> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).map_err(io::Error::other)?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(bits))))
    }

    /// The digits.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the token, in a time that does not tell how much of it is right.
    pub(super) fn is(&self, guess: &[u8]) -> bool {
        let token = self.0.as_bytes();
        if token.len() != guess.len() {
            return false; // how long it is, is no secret
        }
        let pairs = token.iter().zip(guess);
        let different = pairs.fold(0, |different, (a, b)| black_box(different | (a ^ b)));
        different == 0
    }
}

/// It stays out of logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
impl Token {
    /// One that a test knows.
    pub(super) fn known(digits: &str) -> Self {
        Self(digits.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_32_digits_and_never_the_same() {
        let (one, other) = (Token::random().unwrap(), Token::random().unwrap());

        assert_eq!(one.as_str().len(), 32);
        assert!(one.as_str().bytes().all(|digit| digit.is_ascii_hexdigit()));
        assert_ne!(one, other);
        assert_eq!(format!("{one:?}"), "Token(…)");
    }

    #[test]
    fn nothing_but_the_token_is_the_token() {
        let token = Token::known("00112233445566778899aabbccddeeff");

        assert!(token.is(b"00112233445566778899aabbccddeeff"));
        for guess in [
            "",
            "0",
            "00112233445566778899aabbccddeefe",
            "10112233445566778899aabbccddeeff",
            "00112233445566778899aabbccddeeff0",
            "00112233445566778899AABBCCDDEEFF",
        ] {
            assert!(!token.is(guess.as_bytes()), "{guess}");
        }
    }
}
