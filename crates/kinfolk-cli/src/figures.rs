//! Numbers as people read them: a few digits, degrees, and nothing where nothing is to say.
//!
//! Programs get all digits, in JSON.

use std::fmt;

use kinfolk::Transform2;

/// Displays a number to three decimals, or as a power of ten where that would tell nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Figure(pub(crate) f32);

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.0;
        let size = number.abs();
        let text = if size != 0.0 && !(0.0005..1e7).contains(&size) {
            format!("{number:.3e}")
        } else {
            let text = format!("{number:.3}");
            let text = text.trim_end_matches('0').trim_end_matches('.');
            if text == "-0" { "0" } else { text }.to_owned()
        };
        f.pad(&text)
    }
}

/// Displays an angle in degrees.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Degrees {
    /// The angle in radians.
    pub(crate) radians: f32,
}

impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let degrees = f64::from(self.radians).to_degrees() as f32;
        f.pad(&format!("{}°", Figure(degrees)))
    }
}

/// Displays a place, and of turn, scale and skew what there is: `(8.5, 5.5) 45° ×(-1, 1)`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Whereabouts(pub(crate) Transform2);

impl fmt::Display for Whereabouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Transform2 {
            position,
            rotation,
            scale,
            skew,
        } = self.0;
        write!(f, "({}, {})", Figure(position.x), Figure(position.y))?;
        if rotation != 0.0 {
            write!(f, " {}", Degrees { radians: rotation })?;
        }
        if scale.to_array() != [1.0, 1.0] {
            write!(f, " ×({}, {})", Figure(scale.x), Figure(scale.y))?;
        }
        if skew != 0.0 {
            write!(f, " skew {}", Degrees { radians: skew })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = |number| Figure(number).to_string();

        assert_eq!(shown(1.0), "1");
        assert_eq!(shown(-0.0), "0");
        assert_eq!(shown(0.1 + 0.2), "0.3");
        assert_eq!(shown(-1234.5678), "-1234.568");
        assert_eq!(shown(100.0), "100");
        assert_eq!(shown(2e-9), "2.000e-9");
        assert_eq!(shown(f32::MAX), "3.403e38");
    }

    #[test]
    fn of_a_transform_only_what_it_does_is_told() {
        let shown = |transform| Whereabouts(transform).to_string();

        assert_eq!(shown(Transform2::at(8.5, 5.0)), "(8.5, 5)");
        let all = Transform2::at(0.0, 1.0).turned(0.5).scaled(-1.0, 2.0);
        assert_eq!(
            shown(all.skewed(0.25)),
            "(0, 1) 28.648° ×(-1, 2) skew 14.324°"
        );
    }
}
