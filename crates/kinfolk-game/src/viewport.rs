//! The one boundary between the screen and the world.
//!
//! The screen is in pixels, y goes down and its origin is the upper left corner; in the world
//! y goes up and angles are counter-clockwise. Only this file knows both: it turns over y *and*
//! angles. Whatever moves something (parents, offsets, flips) is composed in the world first.

use std::fmt;

use glam::{DVec2, Vec2};

use crate::bounds::Bounds;

/// A screen, and the camera that looks at the world through it.
///
/// The camera is at the middle of the screen, and everything turns and grows around it. A new
/// viewport shows one unit a pixel, with the world's origin in the lower left corner.
///
/// ```
/// use kinfolk_game::Viewport;
///
/// let mut viewport = Viewport::new(800.0, 600.0)?;
/// assert_eq!(viewport.world_from_screen([10.0, 590.0].into()).to_array(), [10.0, 10.0]);
///
/// // The wheel turns over a ship: twice as large, and the ship stays under the cursor.
/// let ship_in_world = viewport.world_from_screen([200.0, 100.0].into());
/// viewport.zoom_around(2.0, [200.0, 100.0].into())?;
/// assert_eq!(viewport.screen_from_world(ship_in_world).to_array(), [200.0, 100.0]);
/// # Ok::<(), kinfolk_game::ViewportError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    size: Vec2,
    position: Vec2,
    zoom: f32,
    rotation: f32,
    /// Cosine and sine of the rotation.
    heading: DVec2,
}

/// A screen of 800 × 600 pixels, whose lower left corner is the world's origin.
impl Default for Viewport {
    fn default() -> Self {
        match Self::new(800.0, 600.0) {
            Ok(viewport) => viewport,
            Err(_) => unreachable!("these are sizes"),
        }
    }
}

impl Viewport {
    /// A screen of this size in pixels, with the world's origin in its lower left corner.
    ///
    /// # Errors
    /// Both numbers must be finite and greater than 0.
    pub fn new(width: f32, height: f32) -> Result<Self, ViewportError> {
        let size = Vec2::new(width, height);
        let viewport = Self {
            size,
            position: size / 2.0,
            zoom: 1.0,
            rotation: 0.0,
            heading: DVec2::X,
        };
        viewport.check()?;
        Ok(viewport)
    }

    /// Width and height of the screen, in pixels.
    #[must_use]
    pub const fn size(&self) -> Vec2 {
        self.size
    }

    /// The point of the world that is shown in the middle of the screen.
    #[must_use]
    pub const fn position(&self) -> Vec2 {
        self.position
    }

    /// How many pixels a unit of the world takes.
    #[must_use]
    pub const fn zoom(&self) -> f32 {
        self.zoom
    }

    /// How far the camera is turned, counter-clockwise in the world; the picture turns the
    /// other way.
    #[must_use]
    pub const fn rotation_radians(&self) -> f32 {
        self.rotation
    }

    /// Changes the size of the screen; the middle shows what it showed.
    ///
    /// # Errors
    /// Both numbers must be finite and greater than 0.
    pub fn set_size(&mut self, width: f32, height: f32) -> Result<(), ViewportError> {
        let size = Vec2::new(width, height);
        self.become_checked(Self { size, ..*self })
    }

    /// Looks at another point of the world.
    ///
    /// # Errors
    /// Both numbers must be finite.
    pub fn set_position(&mut self, point_in_world: Vec2) -> Result<(), ViewportError> {
        let position = point_in_world;
        self.become_checked(Self { position, ..*self })
    }

    /// Sets how many pixels a unit of the world takes; the middle stays.
    ///
    /// # Errors
    /// The number must be finite and greater than 0.
    pub fn set_zoom(&mut self, zoom: f32) -> Result<(), ViewportError> {
        self.become_checked(Self { zoom, ..*self })
    }

    /// Turns the camera to this angle, counter-clockwise in the world; the middle stays.
    ///
    /// # Errors
    /// The number must be finite.
    pub fn set_rotation(&mut self, radians: f32) -> Result<(), ViewportError> {
        self.become_checked(self.turned(radians))
    }

    /// Moves the picture: what was shown at a pixel is shown `pixels` further.
    ///
    /// # Errors
    /// Refuses numbers that are not finite, and to leave the world.
    pub fn pan(&mut self, pixels: Vec2) -> Result<(), ViewportError> {
        let position = self.position.as_dvec2() - self.world_vector(pixels.as_dvec2());
        self.set_position(position.as_vec2())
    }

    /// Makes everything `factor` times as large around a point on the screen, which stays
    /// where it is.
    ///
    /// # Errors
    /// The factor must be finite and greater than 0, and so must the zoom that comes out.
    pub fn zoom_around(&mut self, factor: f32, point_on_screen: Vec2) -> Result<(), ViewportError> {
        positive("zoom", factor)?;
        let zoom = self.zoom * factor;
        self.change_around(Self { zoom, ..*self }, point_on_screen)
    }

    /// Turns the camera further around a point on the screen, which stays where it is.
    ///
    /// # Errors
    /// The numbers must be finite.
    pub fn turn_around(
        &mut self,
        radians: f32,
        point_on_screen: Vec2,
    ) -> Result<(), ViewportError> {
        self.change_around(self.turned(self.rotation + radians), point_on_screen)
    }

    /// Where a point of the world is on the screen.
    #[must_use]
    pub fn screen_from_world(&self, point_in_world: Vec2) -> Vec2 {
        let from_middle = point_in_world.as_dvec2() - self.position.as_dvec2();
        single(self.middle() + self.screen_vector(from_middle))
    }

    /// Where a point of the screen is in the world.
    #[must_use]
    pub fn world_from_screen(&self, point_on_screen: Vec2) -> Vec2 {
        let from_middle = point_on_screen.as_dvec2() - self.middle();
        single(self.position.as_dvec2() + self.world_vector(from_middle))
    }

    /// A step or a speed of the world, in pixels.
    #[must_use]
    pub fn screen_vector_from_world(&self, vector_in_world: Vec2) -> Vec2 {
        single(self.screen_vector(vector_in_world.as_dvec2()))
    }

    /// A step or a speed on the screen, in units of the world.
    #[must_use]
    pub fn world_vector_from_screen(&self, vector_on_screen: Vec2) -> Vec2 {
        single(self.world_vector(vector_on_screen.as_dvec2()))
    }

    /// An angle of the world on the screen, where angles are clockwise to the eye.
    ///
    /// ```
    /// use kinfolk_game::Viewport;
    /// use std::f32::consts::FRAC_PI_2;
    ///
    /// let viewport = Viewport::new(800.0, 600.0)?;
    /// assert_eq!(viewport.screen_angle_from_world(FRAC_PI_2), -FRAC_PI_2); // up is up
    /// # Ok::<(), kinfolk_game::ViewportError>(())
    /// ```
    #[must_use]
    pub fn screen_angle_from_world(&self, radians: f32) -> f32 {
        self.rotation - radians
    }

    /// An angle on the screen, where angles are clockwise to the eye, in the world.
    #[must_use]
    pub fn world_angle_from_screen(&self, radians: f32) -> f32 {
        self.rotation - radians
    }

    /// The upright box on the screen around an upright box of the world.
    #[must_use]
    pub fn screen_bounds_from_world(&self, bounds_in_world: Bounds) -> Bounds {
        self.bounds(bounds_in_world, Self::screen_from_world)
    }

    /// The upright box in the world around an upright box on the screen.
    #[must_use]
    pub fn world_bounds_from_screen(&self, bounds_on_screen: Bounds) -> Bounds {
        self.bounds(bounds_on_screen, Self::world_from_screen)
    }

    /// The upright box in the world around all that is on the screen.
    #[must_use]
    pub fn visible_world(&self) -> Bounds {
        self.world_bounds_from_screen(Bounds {
            min: Vec2::ZERO,
            max: self.size,
        })
    }

    /// The matrix `[a, b, c, d, tx, ty]` that shows on the screen what `world_from_thing` puts
    /// into the world.
    ///
    /// The thing's own space stays y up; y is turned over last.
    #[must_use]
    pub fn screen_matrix_from_world(&self, world_from_thing: [f32; 6]) -> [f32; 6] {
        let [a, b, c, d, tx, ty] = world_from_thing;
        let x = self.screen_vector_from_world(Vec2::new(a, b));
        let y = self.screen_vector_from_world(Vec2::new(c, d));
        let origin = self.screen_from_world(Vec2::new(tx, ty));
        [x.x, x.y, y.x, y.y, origin.x, origin.y]
    }

    fn middle(&self) -> DVec2 {
        self.size.as_dvec2() / 2.0
    }

    fn screen_vector(&self, vector_in_world: DVec2) -> DVec2 {
        let along = self.heading.dot(vector_in_world);
        let upward = self.heading.perp_dot(vector_in_world);
        DVec2::new(along, -upward) * f64::from(self.zoom)
    }

    fn world_vector(&self, vector_on_screen: DVec2) -> DVec2 {
        let DVec2 { x, y } = vector_on_screen / f64::from(self.zoom);
        self.heading * x - self.heading.perp() * y
    }

    fn bounds(&self, bounds: Bounds, point: impl Fn(&Self, Vec2) -> Vec2) -> Bounds {
        if bounds.is_empty() {
            return Bounds::EMPTY;
        }
        Bounds::around(bounds.corners().map(|corner| point(self, corner)))
    }

    fn turned(&self, rotation: f32) -> Self {
        let (sin, cos) = libm::sincos(f64::from(rotation));
        Self {
            rotation,
            heading: DVec2::new(cos, sin),
            ..*self
        }
    }

    /// Becomes `changed`, moved so that the point shows what it showed.
    fn change_around(&mut self, changed: Self, point_on_screen: Vec2) -> Result<(), ViewportError> {
        changed.check()?;
        let from_middle = point_on_screen.as_dvec2() - self.middle();
        let moved = self.world_vector(from_middle) - changed.world_vector(from_middle);
        let position = (self.position.as_dvec2() + moved).as_vec2();
        self.become_checked(Self {
            position,
            ..changed
        })
    }

    fn become_checked(&mut self, changed: Self) -> Result<(), ViewportError> {
        changed.check()?;
        *self = changed;
        Ok(())
    }

    fn check(&self) -> Result<(), ViewportError> {
        positive("width", self.size.x)?;
        positive("height", self.size.y)?;
        finite("position", self.position.x)?;
        finite("position", self.position.y)?;
        positive("zoom", self.zoom)?;
        finite("rotation", self.rotation)
    }
}

/// Why a viewport cannot be like that; it is exactly as it was.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum ViewportError {
    /// The number is infinite or none at all.
    NotFinite {
        /// What it was to be: `"zoom"`, `"position"` and so on.
        what: &'static str,
        /// The number.
        number: f32,
    },
    /// The number is 0 or less.
    NotPositive {
        /// What it was to be.
        what: &'static str,
        /// The number.
        number: f32,
    },
}

impl fmt::Display for ViewportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what, number } => {
                write!(f, "a viewport cannot have {number} as its {what}")
            }
            Self::NotPositive { what, number } => {
                write!(
                    f,
                    "the {what} of a viewport must be more than 0, not {number}"
                )
            }
        }
    }
}

impl std::error::Error for ViewportError {}

fn finite(what: &'static str, number: f32) -> Result<(), ViewportError> {
    let error = ViewportError::NotFinite { what, number };
    number.is_finite().then_some(()).ok_or(error)
}

fn positive(what: &'static str, number: f32) -> Result<(), ViewportError> {
    finite(what, number)?;
    let error = ViewportError::NotPositive { what, number };
    (number > 0.0).then_some(()).ok_or(error)
}

/// In single precision; what is too large becomes the largest number there is.
fn single(point: DVec2) -> Vec2 {
    let most = DVec2::splat(f64::from(f32::MAX));
    if point.is_nan() {
        return Vec2::NAN;
    }
    point.clamp(-most, most).as_vec2()
}
