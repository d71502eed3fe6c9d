//! Numbers as Zig writes them: four bases, separators, exponents.
//!
//! Any number has a nearest `f64`, however many digits it has; whole ones that fit an `i64` are
//! exact as well.

/// A number of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Number {
    /// The nearest one; may be infinite or NaN.
    pub(crate) real: f64,
    /// The exact one, if it is whole and not too large.
    pub(crate) whole: Option<i64>,
}

impl Number {
    pub(super) const NAN: Self = Self {
        real: f64::NAN,
        whole: None,
    };
    pub(super) const INFINITY: Self = Self {
        real: f64::INFINITY,
        whole: None,
    };
    pub(super) const NEGATIVE_INFINITY: Self = Self {
        real: f64::NEG_INFINITY,
        whole: None,
    };

    /// A whole number.
    pub(super) const fn whole(whole: i64) -> Self {
        Self {
            real: whole as f64,
            whole: Some(whole),
        }
    }

    /// Reads a literal without its sign; says what is wrong otherwise.
    pub(super) fn parse(literal: &str, negative: bool) -> Result<Self, &'static str> {
        let (real, whole) = match literal.get(..2) {
            Some("0x") => with_base(&literal[2..], 4)?,
            Some("0o") => with_base(&literal[2..], 3)?,
            Some("0b") => with_base(&literal[2..], 1)?,
            _ => decimal(literal)?,
        };
        let whole = match whole {
            Some(0) if negative => None, // no whole number is -0
            whole if negative => whole.map(|whole| -whole),
            whole => whole,
        };
        Ok(Self {
            real: if negative { -real } else { real },
            whole: whole.and_then(|whole| i64::try_from(whole).ok()),
        })
    }
}

/// A number, and the exact one if it is whole and not too large.
type Parsed = (f64, Option<i128>);

fn decimal(literal: &str) -> Result<Parsed, &'static str> {
    let (mantissa, exponent) = match literal.find(['e', 'E']) {
        Some(at) => (&literal[..at], Some(&literal[at + 1..])),
        None => (literal, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    check_digits(whole, 10)?;
    if whole.len() > 1 && whole.starts_with('0') {
        return Err("a number does not start with 0, unless it is `0x`, `0o` or `0b`");
    }
    fraction.map_or(Ok(()), |digits| check_digits(digits, 10))?;
    exponent.map_or(Ok(()), |digits| check_digits(unsigned(digits), 10))?;
    let plain: String = literal.chars().filter(|&digit| digit != '_').collect();
    let real = plain.parse().map_err(|_| "this is no number")?;
    Ok((real, plain.parse().ok()))
}

/// Digits of so many bits each, maybe with a point and an exponent if they are of four.
fn with_base(literal: &str, bits: u32) -> Result<Parsed, &'static str> {
    let is_float = bits == 4 && literal.contains(['.', 'p', 'P']);
    let (mantissa, exponent) = match literal.find(['p', 'P']) {
        Some(at) if is_float => (&literal[..at], Some(&literal[at + 1..])),
        _ => (literal, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) if is_float => (whole, Some(fraction)),
        _ => (mantissa, None),
    };
    check_digits(whole, 1 << bits)?;
    fraction.map_or(Ok(()), |digits| check_digits(digits, 1 << bits))?;
    exponent.map_or(Ok(()), |digits| check_digits(unsigned(digits), 10))?;

    let mut bits_of = Bits::default();
    whole.chars().for_each(|digit| bits_of.push(digit, bits));
    let is_exact = bits_of.dropped == 0 && !is_float;
    let exact = is_exact.then_some(i128::from(bits_of.kept));
    let fraction = fraction.unwrap_or_default();
    fraction.chars().for_each(|digit| bits_of.push(digit, bits));
    let digits = fraction.chars().filter(|&digit| digit != '_').count() as i64;
    let exponent = exponent.map_or(0, power);
    let power = exponent + bits_of.dropped - digits * i64::from(bits);
    Ok((times_power_of_two(bits_of.kept as f64, power), exact))
}

/// The first bits of a number, and how many there are more.
#[derive(Default)]
struct Bits {
    kept: u64,
    dropped: i64,
}

impl Bits {
    fn push(&mut self, digit: char, bits: u32) {
        let Some(digit) = digit.to_digit(16) else {
            return; // a separator
        };
        if self.kept >> (64 - bits) == 0 {
            self.kept = (self.kept << bits) | u64::from(digit);
        } else {
            // Far behind what a double can hold: that it is there is all that counts.
            self.kept |= u64::from(digit != 0);
            self.dropped += i64::from(bits);
        }
    }
}

fn times_power_of_two(real: f64, power: i64) -> f64 {
    let mut real = real;
    let mut left = power.clamp(-5_000, 5_000);
    while left != 0 && real != 0.0 && real.is_finite() {
        let step = left.clamp(-1_000, 1_000);
        // Exact, unless it ends below what is normal.
        real *= f64::from_bits(((1_023 + step) as u64) << 52);
        left -= step;
    }
    real
}

/// An exponent, or the nearest one that digits of a text can still be added to.
fn power(digits: &str) -> i64 {
    const HUGE: i64 = 1_000_000_000_000;
    let plain: String = digits.chars().filter(|&digit| digit != '_').collect();
    let beyond_counting = if digits.starts_with('-') { -HUGE } else { HUGE };
    let power: i64 = plain.parse().unwrap_or(beyond_counting);
    power.clamp(-HUGE, HUGE)
}

fn unsigned(digits: &str) -> &str {
    digits.strip_prefix(['+', '-']).unwrap_or(digits)
}

/// Digits with single separators between them.
fn check_digits(digits: &str, base: u32) -> Result<(), &'static str> {
    if digits.is_empty() {
        return Err("a digit is missing in this number");
    }
    if digits.starts_with('_') || digits.ends_with('_') || digits.contains("__") {
        return Err("in a number `_` is between two digits");
    }
    if digits
        .chars()
        .any(|digit| digit != '_' && !digit.is_digit(base))
    {
        return Err("this is no number");
    }
    Ok(())
}
