//! Colours, as authors write them.

use std::fmt;

/// Red, green, blue and alpha, each from 0 to 255; alpha is not multiplied in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour {
    /// How much red.
    pub red: u8,
    /// How much green.
    pub green: u8,
    /// How much blue.
    pub blue: u8,
    /// 255 hides what is behind, 0 is not there.
    pub alpha: u8,
}

/// The names that are understood: CSS's basic ones and a few that games use.
const NAMES: [(&str, u32); 31] = [
    ("aqua", 0x00_ff_ff),
    ("black", 0x00_00_00),
    ("blue", 0x00_00_ff),
    ("brown", 0xa5_2a_2a),
    ("coral", 0xff_7f_50),
    ("crimson", 0xdc_14_3c),
    ("cyan", 0x00_ff_ff),
    ("fuchsia", 0xff_00_ff),
    ("gold", 0xff_d7_00),
    ("gray", 0x80_80_80),
    ("green", 0x00_80_00),
    ("grey", 0x80_80_80),
    ("indigo", 0x4b_00_82),
    ("lime", 0x00_ff_00),
    ("magenta", 0xff_00_ff),
    ("maroon", 0x80_00_00),
    ("navy", 0x00_00_80),
    ("olive", 0x80_80_00),
    ("orange", 0xff_a5_00),
    ("pink", 0xff_c0_cb),
    ("purple", 0x80_00_80),
    ("red", 0xff_00_00),
    ("salmon", 0xfa_80_72),
    ("silver", 0xc0_c0_c0),
    ("skyblue", 0x87_ce_eb),
    ("tan", 0xd2_b4_8c),
    ("teal", 0x00_80_80),
    ("turquoise", 0x40_e0_d0),
    ("violet", 0xee_82_ee),
    ("white", 0xff_ff_ff),
    ("yellow", 0xff_ff_00),
];

impl Colour {
    /// Not there at all.
    pub const TRANSPARENT: Self = Self::rgb(0).with_alpha(0);

    /// The opaque colour of `0xrrggbb`.
    pub const fn rgb(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self {
            red,
            green,
            blue,
            alpha: 255,
        }
    }

    /// The same with this alpha.
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    /// The same, fainter: an opacity of 1 changes nothing, 0 and less makes it transparent.
    pub fn faded(self, opacity: f64) -> Self {
        let alpha = f64::from(self.alpha) * opacity.clamp(0.0, 1.0);
        self.with_alpha(alpha.round() as u8)
    }

    /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a name or `transparent`, in any case.
    ///
    /// # Errors
    /// Anything else is no colour.
    pub fn parse(text: &str) -> Result<Self, NoColour> {
        let no_colour = || NoColour(text.chars().take(40).collect());
        let lower = text.trim().to_ascii_lowercase();
        if lower == "transparent" {
            return Ok(Self::TRANSPARENT);
        }
        if let Ok(at) = NAMES.binary_search_by_key(&lower.as_str(), |&(name, _)| name) {
            return Ok(Self::rgb(NAMES[at].1));
        }
        let digits: Vec<u8> = lower
            .strip_prefix('#')
            .and_then(|hex| hex.chars().map(|c| Some(c.to_digit(16)? as u8)).collect())
            .ok_or_else(no_colour)?;
        let (red, green, blue, alpha) = match digits[..] {
            [r, g, b] => (r * 17, g * 17, b * 17, 255),
            [r, g, b, a] => (r * 17, g * 17, b * 17, a * 17),
            [r, s, g, h, b, c] => (r * 16 + s, g * 16 + h, b * 16 + c, 255),
            [r, s, g, h, b, c, a, z] => (r * 16 + s, g * 16 + h, b * 16 + c, a * 16 + z),
            _ => return Err(no_colour()),
        };
        Ok(Self {
            red,
            green,
            blue,
            alpha,
        })
    }
}

/// Text that names no colour; the beginning of it is inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoColour(pub String);

impl fmt::Display for NoColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no colour; write \"#rgb\", \"#rrggbb\", \"#rrggbbaa\" or a name such as \"teal\"",
            self.0
        )
    }
}

impl std::error::Error for NoColour {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_colour_is_read() {
        let teal = Colour::rgb(0x00_80_80);

        assert_eq!(Colour::parse("teal"), Ok(teal));
        assert_eq!(Colour::parse(" Teal "), Ok(teal));
        assert_eq!(Colour::parse("#008080"), Ok(teal));
        assert_eq!(Colour::parse("#00808040"), Ok(teal.with_alpha(0x40)));
        assert_eq!(Colour::parse("#F80"), Ok(Colour::rgb(0xff_88_00)));
        assert_eq!(
            Colour::parse("#f808"),
            Ok(Colour::rgb(0xff_88_00).with_alpha(0x88))
        );
        assert_eq!(Colour::parse("transparent"), Ok(Colour::TRANSPARENT));
    }

    #[test]
    fn every_name_in_the_table_is_found() {
        for (name, hex) in NAMES {
            assert_eq!(Colour::parse(name), Ok(Colour::rgb(hex)), "{name}");
        }
    }

    #[test]
    fn what_is_no_colour_is_quoted() {
        for text in ["", "#", "#12", "#12345", "#ggg", "blurple", "#ß00", "#+12"] {
            let error = Colour::parse(text).unwrap_err();
            assert!(
                error.to_string().starts_with(&format!("{text:?}")),
                "{error}"
            );
        }
    }

    #[test]
    fn fading_multiplies_alpha() {
        let glass = Colour::rgb(0).with_alpha(200);

        assert_eq!(glass.faded(0.5).alpha, 100);
        assert_eq!(glass.faded(7.0).alpha, 200);
        assert_eq!(glass.faded(f64::NAN).alpha, 0);
    }
}
