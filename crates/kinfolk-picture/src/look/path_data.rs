//! Paths as SVG path data, in an entity's units.
//!
//! Entities are as large as their authors like, so numbers are as precise as the mark is large: to a
//! millionth of it.

use std::fmt::Write as _;

use crate::path::{Path, Step};
use crate::plane::Point;

/// Nothing is further out: a browser computes in single precision.
const FARTHEST: f64 = 1e30;

/// Nothing is smaller than what this many decimals can say.
const MOST_DECIMALS: f64 = 50.0;

/// The data of a path that is `extent` long or high.
pub(super) fn path_data(path: &Path, extent: f64) -> String {
    let decimals = (6.0 - extent.log10().floor()).clamp(0.0, MOST_DECIMALS) as usize; // 0 for NaN
    let mut data = String::new();
    for step in &path.steps {
        let (letter, points): (char, &[Point]) = match step {
            Step::Move(to) => ('M', &[*to]),
            Step::Line(to) => ('L', &[*to]),
            Step::Quad(bend, to) => ('Q', &[*bend, *to]),
            Step::Cubic(first, second, to) => ('C', &[*first, *second, *to]),
            Step::Close => ('Z', &[]),
        };
        data.push(letter);
        for (index, number) in points.iter().flatten().enumerate() {
            if index > 0 {
                data.push(' ');
            }
            write_number(*number, decimals, &mut data);
        }
    }
    data
}

/// Without zeros at the end, and without a minus before zero.
fn write_number(number: f64, decimals: usize, data: &mut String) {
    let start = data.len();
    let number = number.clamp(-FARTHEST, FARTHEST);
    let _ = write!(data, "{number:.decimals$}"); // a string takes everything
    if decimals > 0 {
        let kept = data[start..].trim_end_matches('0').trim_end_matches('.');
        data.truncate(start + kept.len());
    }
    if &data[start..] == "-0" {
        data.remove(start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Bounds;

    #[test]
    fn numbers_are_as_precise_as_the_mark_is_large() {
        let dot = |size: f64, at: f64| Path::polyline([[at, 0.0], [at + size / 3.0, -0.0]]);

        assert_eq!(path_data(&dot(1.0, 0.0), 1.0), "M0 0L0.333333 0");
        assert_eq!(path_data(&dot(1e-9, 0.0), 1e-9), "M0 0L0.000000000333333 0");
        assert_eq!(
            path_data(&dot(1.0, 1e6), 1.0),
            "M1000000 0L1000000.333333 0"
        );
        assert_eq!(path_data(&dot(3e9, 0.0), 1e9), "M0 0L1000000000 0");
        assert_eq!(path_data(&dot(-1e-9, 0.0), 1.0), "M0 0L0 0");
    }

    #[test]
    fn a_browser_can_read_any_path() {
        for size in [0.0, 1e-300, 1e-38, 1e38, 1e76, 1e300] {
            let data = path_data(&Path::rect(&Bounds::centred([0.0, 0.0], size, size)), size);

            assert!(!data.contains(['e', 'n', 'N']), "{data}");
        }
        assert_eq!(path_data(&Path::default(), f64::NAN), "");
    }
}
