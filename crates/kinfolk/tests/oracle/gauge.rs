//! How far numbers may be from what is expected, and how far they were.
//!
//! What is tolerated grows with the scene: errors of places are measured against the
//! largest coordinate in it, errors of axes against the largest number in a linear part.

use std::fmt::Arguments;

/// What worlds may be off, as a part of the [`Extent`].
pub(crate) const OF_WORLDS: f64 = 5e-6;
/// What places and transforms that had to be solved for may be off.
pub(crate) const OF_SOLUTIONS: f64 = 1e-4;
/// What a node that is attached in place may be off.
pub(crate) const OF_STAYING: f64 = 1e-5;

/// How large the numbers of a scene get: at least 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) place: f64,
    pub(crate) linear: f64,
}

impl Extent {
    /// The extent of these matrices: 6 numbers in 2D or 12 in 3D, the translation last.
    pub(crate) fn of<M: AsRef<[f64]>>(matrices: impl IntoIterator<Item = M>) -> Self {
        let mut extent = Self {
            place: 1.0,
            linear: 1.0,
        };
        for matrix in matrices {
            extent.grow(matrix.as_ref());
        }
        extent
    }

    pub(crate) fn grow(&mut self, matrix: &[f64]) {
        let (linear, place) = matrix.split_at(linear_part(matrix.len()));
        let largest = |least: f64, numbers: &[f64]| {
            let sizes = numbers.iter().map(|number| number.abs());
            sizes.fold(least, f64::max)
        };
        self.linear = largest(self.linear, linear);
        self.place = largest(self.place, place);
    }
}

/// How many numbers of a matrix are its linear part.
fn linear_part(numbers: usize) -> usize {
    match numbers {
        6 => 4,
        12 => 9,
        _ => panic!("a matrix of {numbers} numbers"),
    }
}

/// The worst of many errors, and where it was.
#[derive(Debug, Default)]
pub(crate) struct Gauge {
    compared: usize,
    /// In units of what is tolerated.
    worst: f64,
    place: String,
}

impl Gauge {
    /// Compares two numbers that may be `tolerated` apart.
    pub(crate) fn number(
        &mut self,
        found: f32,
        expected: f64,
        tolerated: f64,
        place: Arguments<'_>,
    ) {
        self.compared += 1;
        let error = (f64::from(found) - expected).abs() / tolerated;
        assert!(error.is_finite(), "{place}: {found} instead of {expected}");
        if error >= self.worst {
            self.worst = error;
            self.place =
                format!("{place}: {found} instead of {expected}, give or take {tolerated:.1e}");
        }
    }

    /// Compares two places.
    pub(crate) fn place<const D: usize>(
        &mut self,
        found: impl Into<[f32; D]>,
        expected: [f64; D],
        tolerated: f64,
        place: Arguments<'_>,
    ) {
        for (found, expected) in found.into().into_iter().zip(expected) {
            self.number(found, expected, tolerated, place);
        }
    }

    /// Compares two matrices, whose numbers may differ by this part of the extent.
    pub(crate) fn matrix<const N: usize>(
        &mut self,
        found: [f32; N],
        expected: [f64; N],
        (part, extent): (f64, Extent),
        place: Arguments<'_>,
    ) {
        for (index, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            let size = if index < linear_part(N) {
                extent.linear
            } else {
                extent.place
            };
            let place = format_args!("{place}, number {index}");
            self.number(found, expected, part * size, place);
        }
    }

    /// Ends a test that compared so many numbers.
    pub(crate) fn passes(self, compared: usize) {
        let Self { worst, place, .. } = self;
        eprintln!("{worst:.3} of what is tolerated at the worst of {compared}: {place}");
        assert_eq!(self.compared, compared, "numbers compared");
        assert!(worst <= 1.0, "{worst} times what is tolerated at {place}");
    }
}
