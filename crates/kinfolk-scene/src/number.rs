//! Numbers between text and memory.
//!
//! Every number of a document is finite, also as an `f32`: the reader refuses the rest. They
//! are written in the fewest digits that read back the same.

use std::fmt;

/// A finite JSON number. Whole numbers that fit an `i64` are kept exactly.
#[derive(Clone, Copy, PartialEq)]
pub struct Number(Repr);

#[derive(Clone, Copy, PartialEq)]
enum Repr {
    Whole(i64),
    /// Between `i64::MAX` and `u64::MAX`.
    Large(u64),
    /// Not whole, or too large for that; also −0.
    Real(f64),
}

impl Number {
    /// Reads a JSON number. `None` for what is none, and for what does not fit an `f32`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() < 18 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self(Repr::Whole(text.parse().ok()?)));
        }
        if let Ok(whole) = text.parse::<i64>()
            && text != "-0"
        {
            return Some(Self(Repr::Whole(whole)));
        }
        if let Ok(large) = text.parse::<u64>() {
            return Some(Self(Repr::Large(large)));
        }
        Self::from_f64(text.parse().ok()?)
    }

    /// `None` if `value` is not finite, or would not be as an `f32`.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        // From here on reals are written with an exponent; below, as whole numbers are, and read as such.
        const LARGE: f64 = 1e16;
        if !(value as f32).is_finite() {
            return None;
        }
        let whole = value == value.trunc() && value.abs() < LARGE;
        if whole && !(value == 0.0 && value.is_sign_negative()) {
            return Some(Self(Repr::Whole(value as i64)));
        }
        Some(Self(Repr::Real(value)))
    }

    /// The nearest `f64`.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        match self.0 {
            Repr::Whole(whole) => whole as f64,
            Repr::Large(large) => large as f64,
            Repr::Real(real) => real,
        }
    }

    pub(crate) fn to_serde(self) -> Option<serde_json::Number> {
        match self.0 {
            Repr::Whole(whole) => Some(whole.into()),
            Repr::Large(large) => Some(large.into()),
            Repr::Real(real) => serde_json::Number::from_f64(real),
        }
    }

    /// Appends the number in its shortest form.
    pub(crate) fn write(self, out: &mut String) {
        match self.0 {
            Repr::Whole(whole) => write_whole(whole, out),
            Repr::Large(large) => out.push_str(&large.to_string()),
            Repr::Real(real) => {
                let mut buffer = zmij::Buffer::new();
                push_short(buffer.format_finite(real), out);
            }
        }
    }
}

impl From<i64> for Number {
    fn from(whole: i64) -> Self {
        Self(Repr::Whole(whole))
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

/// Appends a whole number.
pub(crate) fn write_whole(whole: i64, out: &mut String) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = whole.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if whole < 0 {
        out.push('-');
    }
    out.push_str(str::from_utf8(&digits[at..]).unwrap_or_default());
}

/// Appends a finite `f32` in the fewest digits that read back the same.
pub(crate) fn write_f32(value: f32, out: &mut String) {
    if value == value.trunc() && value.abs() < 16_777_216.0 && !is_negative_zero(value) {
        write_whole(value as i64, out);
        return;
    }
    let mut buffer = zmij::Buffer::new();
    push_short(buffer.format_finite(value), out);
}

/// Reads a JSON number as an `f32`. `None` if it overflows.
pub(crate) fn parse_f32(text: &str) -> Option<f32> {
    let value: f32 = text.parse().ok()?;
    value.is_finite().then_some(value)
}

fn is_negative_zero(value: f32) -> bool {
    value == 0.0 && value.is_sign_negative()
}

/// Without the `.0` of a whole number.
fn push_short(digits: &str, out: &mut String) {
    out.push_str(digits.strip_suffix(".0").unwrap_or(digits));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> String {
        format!("{:?}", Number::parse(text).unwrap())
    }

    #[test]
    fn what_was_written_is_the_number_that_it_was() {
        let near = [
            9_007_199_254_740_992.0,
            9_732_223_036_854_776.0,
            1e16,
            2_f64.powi(63),
            1e19,
        ];
        let near = near.map(|value: f64| [value.next_down(), value, value.next_up(), -value]);
        for value in near.into_iter().flatten().chain([0.1, 1e15, -0.0]) {
            let number = Number::from_f64(value).unwrap();
            let text = format!("{number:?}");

            assert_eq!(Number::parse(&text), Some(number), "{text}");
            assert_eq!(Number::parse(&format!("{value:e}")), Some(number), "{text}");
            assert_eq!(number.to_f64(), value);
        }
        assert_eq!(again("-9732223036854775.08"), "-9732223036854776");
        assert_eq!(
            [again("1e15"), again("1e16")],
            ["1000000000000000", "1e+16"]
        );
    }

    #[test]
    fn numbers_are_written_in_their_shortest_form() {
        assert_eq!(again("1.50"), "1.5");
        assert_eq!(again("3.0"), "3");
        assert_eq!(again("-0"), "-0");
        assert_eq!(again("1e3"), "1000");
        assert_eq!(again("0.1"), "0.1");
        assert_eq!(again("18446744073709551615"), "18446744073709551615");
        assert_eq!(again("-9223372036854775808"), "-9223372036854775808");
    }

    #[test]
    fn what_overflows_an_f32_is_no_number() {
        assert_eq!(Number::parse("1e39"), None);
        assert_eq!(Number::parse("-1e400"), None);
        assert_eq!(parse_f32("1e39"), None);
        assert_eq!(parse_f32("1e-60"), Some(0.0));
    }

    #[test]
    fn an_f32_reads_back_with_the_same_bits() {
        let mut seed = 1_u32;
        for _ in 0..100_000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let value = f32::from_bits(seed);
            if !value.is_finite() {
                continue;
            }
            let mut text = String::new();
            write_f32(value, &mut text);
            let read = parse_f32(&text).unwrap();
            assert_eq!(read.to_bits(), value.to_bits(), "{text}");
        }
    }
}
