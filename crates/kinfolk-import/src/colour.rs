//! Colours as documents have them.

/// `#rrggbb`, or `#rrggbbaa` if one can see through it.
pub(crate) fn hex([red, green, blue, alpha]: [u8; 4]) -> String {
    match alpha {
        255 => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => format!("#{red:02x}{green:02x}{blue:02x}{alpha:02x}"),
    }
}
