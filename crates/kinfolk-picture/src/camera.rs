//! Where the world is in the picture.
//!
//! The world's y goes up and the picture's goes down. This is the one place that knows:
//! everything before a camera is y up, everything after it is pixels.

use crate::plane::{Affine, Bounds, Point};

/// Half the side of what is shown around a single point, in world units.
const AROUND_A_POINT: f64 = 1.0;

/// The map from the world to pixels: scaled alike in x and y, and y turned over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Camera {
    pixel_from_world: Affine,
}

impl Camera {
    /// Shows all of `world`, as large as it goes, in the middle of a picture of
    /// `width` × `height` pixels, `margin` pixels from its edges.
    ///
    /// A margin that would leave less than half of the picture is cut to that.
    pub(crate) fn showing(world: Bounds, width: u32, height: u32, margin: f64) -> Self {
        let world = if world.is_empty() {
            Bounds::centred([0.0, 0.0], 0.0, 0.0)
        } else {
            world
        };
        let world = match world.size() {
            [0.0, 0.0] => world.grown(AROUND_A_POINT),
            _ => world,
        };
        let picture = [f64::from(width), f64::from(height)];
        let inner = picture.map(|side| side - 2.0 * margin.max(0.0).min(side / 4.0));
        let size = world.size();
        let scale = (inner[0] / size[0]).min(inner[1] / size[1]); // one of them may be infinite
        let centre = world.centre();
        Self {
            pixel_from_world: Affine::scaled(
                scale,
                -scale,
                [
                    picture[0] / 2.0 - centre[0] * scale,
                    picture[1] / 2.0 + centre[1] * scale,
                ],
            ),
        }
    }

    /// The map itself.
    pub(crate) fn pixel_from_world(&self) -> Affine {
        self.pixel_from_world
    }

    /// Where a point of the world is in the picture.
    pub(crate) fn pixel(&self, point_in_world: Point) -> Point {
        self.pixel_from_world.apply(point_in_world)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_in_the_world_is_up_in_the_picture() {
        let camera = Camera::showing(Bounds::centred([0.0, 0.0], 10.0, 10.0), 100, 100, 0.0);

        assert_eq!(camera.pixel([-5.0, 5.0]), [0.0, 0.0]);
        assert_eq!(camera.pixel([5.0, -5.0]), [100.0, 100.0]);
        assert_eq!(camera.pixel([0.0, 1.0]), [50.0, 40.0]);
    }

    #[test]
    fn a_wide_world_keeps_its_shape_and_the_margin() {
        let camera = Camera::showing(Bounds::centred([3.0, 4.0], 8.0, 2.0), 100, 60, 10.0);

        assert_eq!(camera.pixel([-1.0, 4.0]), [10.0, 30.0]);
        assert_eq!(camera.pixel([7.0, 5.0]), [90.0, 20.0]);
    }

    #[test]
    fn nothing_and_a_single_point_are_shown_in_the_middle() {
        let nothing = Camera::showing(Bounds::EMPTY, 64, 64, 8.0);
        let point = Camera::showing(Bounds::around([[7.0, 7.0]]), 64, 64, 8.0);
        let level = Camera::showing(Bounds::around([[1.0, 7.0], [9.0, 7.0]]), 64, 64, 0.0);

        assert_eq!(nothing.pixel([0.0, 0.0]), [32.0, 32.0]);
        assert_eq!(point.pixel([7.0, 7.0]), [32.0, 32.0]);
        assert_eq!(level.pixel([9.0, 7.0]), [64.0, 32.0]);
    }

    #[test]
    fn a_margin_cannot_eat_the_picture() {
        let world = Bounds::centred([0.0, 0.0], 2.0, 2.0);

        for margin in [1e30, f64::NAN, -5.0] {
            let corner = Camera::showing(world, 100, 100, margin).pixel([1.0, 1.0]);
            assert!((75.0..=100.0).contains(&corner[0]), "{margin}: {corner:?}");
        }
    }
}
