//! What part of an entity's plane a visual covers.
//!
//! A sprite is read as the pictures of `kinfolk render` read it: shapes are centred on the
//! entity's origin, first scaled and flipped on their own, then moved by their offset; none of
//! that is inherited. Colours, outlines and opacity cover nothing and are left in the JSON.

use glam::{DAffine2, DVec2, Vec2};
use kinfolk_scene::Json;

/// One visual of a sprite: its silhouette and where in the entity it is.
///
/// ```
/// use kinfolk_game::{Silhouette, Visual};
///
/// let sprite = r#"[
///     { "type": "rect", "width": 3, "height": 1, "offset": { "x": 2 } },
///     { "type": "circle", "radius": 0.5, "flipX": true }
/// ]"#;
/// let visuals = Visual::all_from_json(&sprite.parse()?);
///
/// assert!(visuals[0].contains([3.4, 0.4].into()));
/// assert_eq!(visuals[1].silhouette, Silhouette::Circle { radius: 0.5 });
/// assert!(visuals[1].flip_x);
/// # Ok::<(), kinfolk_scene::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Visual {
    /// What it covers, in its own units, before its scale, flip and offset.
    pub silhouette: Silhouette,
    /// Its own scale, flips left out.
    pub scale: Vec2,
    /// Whether its x axis is turned over.
    pub flip_x: bool,
    /// Whether its y axis is turned over.
    pub flip_y: bool,
    /// Where its origin is in the entity.
    pub offset: Vec2,
}

/// The area of a visual. The edges of all but polygons belong to it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Silhouette {
    /// A box around the origin: a rect, an image, or an unknown type that says its size.
    Rect {
        /// Width and height.
        size: Vec2,
    },
    /// A circle around the origin.
    Circle {
        /// Its radius.
        radius: f32,
    },
    /// A closed shape; where it overlaps itself it is filled as well.
    Polygon {
        /// Its corners, around.
        points: Vec<Vec2>,
    },
    /// An open line with round ends and corners. A thin one reaches somewhere, but covers
    /// nothing.
    Line {
        /// From where to where.
        points: Vec<Vec2>,
        /// How thick it is; 0 is thin.
        width: f32,
    },
    /// Nothing that has a size: text, an image whose file would have to be asked, what cannot
    /// be read.
    Nothing,
}

impl Visual {
    /// The visuals of a sprite, from the back to the front: as many as there are in the JSON.
    ///
    /// One that cannot be read covers nothing.
    #[must_use]
    pub fn all_from_json(sprite: &Json) -> Vec<Self> {
        match sprite {
            Json::Null => Vec::new(),
            Json::Array(visuals) => visuals.iter().map(Self::from_json).collect(),
            visual => vec![Self::from_json(visual)],
        }
    }

    /// Whether it covers a point of the entity. What is scaled to nothing covers nothing.
    #[must_use]
    pub fn contains(&self, point_in_entity: Vec2) -> bool {
        self.covers(point_in_entity.as_dvec2())
    }

    /// The map from the visual's own units to the entity: scale and flip, then offset.
    #[must_use]
    pub fn entity_from_visual(&self) -> [f32; 6] {
        let Vec2 { x, y } = self.signed_scale();
        [x, 0.0, 0.0, y, self.offset.x, self.offset.y]
    }

    pub(crate) fn covers(&self, point_in_entity: DVec2) -> bool {
        let scale = self.signed_scale().as_dvec2();
        let point = (point_in_entity - self.offset.as_dvec2()) / scale;
        scale.x != 0.0 && scale.y != 0.0 && self.silhouette.covers(point)
    }

    /// Its least and greatest coordinates seen through a map from the entity, if it reaches
    /// anywhere.
    pub(crate) fn reach(&self, map: &DAffine2) -> Option<(DVec2, DVec2)> {
        let scale = self.signed_scale().as_dvec2();
        if scale.x == 0.0 || scale.y == 0.0 {
            return None;
        }
        let [x, y] = [map.matrix2.x_axis * scale.x, map.matrix2.y_axis * scale.y];
        let origin = map.transform_point2(self.offset.as_dvec2());
        // Half the box around a circle of radius 1.
        let round = DVec2::new(
            libm::sqrt(x.x * x.x + y.x * y.x),
            libm::sqrt(x.y * x.y + y.y * y.y),
        );
        let around = |points: &[Vec2], radius: f32| {
            let mapped = points.iter().map(|point| {
                let DVec2 { x: u, y: v } = point.as_dvec2();
                origin + x * u + y * v
            });
            let min = mapped.clone().reduce(DVec2::min)?;
            let max = mapped.reduce(DVec2::max)?;
            let pen = round * f64::from(radius.abs());
            Some((min - pen, max + pen))
        };
        match &self.silhouette {
            Silhouette::Rect { size } => {
                let [a, b] = [*size / 2.0, Vec2::new(size.x, -size.y) / 2.0];
                around(&[a, b, -a, -b], 0.0)
            }
            Silhouette::Circle { radius } => around(&[Vec2::ZERO], *radius),
            Silhouette::Polygon { points } if points.len() > 1 => around(points, 0.0),
            Silhouette::Line { points, width } if points.len() > 1 => around(points, width / 2.0),
            _ => None,
        }
    }

    fn signed_scale(&self) -> Vec2 {
        let sign = |flip: bool| if flip { -1.0 } else { 1.0 };
        self.scale * Vec2::new(sign(self.flip_x), sign(self.flip_y))
    }

    fn from_json(visual: &Json) -> Self {
        Self::read(visual).unwrap_or(Self {
            silhouette: Silhouette::Nothing,
            scale: Vec2::ONE,
            flip_x: false,
            flip_y: false,
            offset: Vec2::ZERO,
        })
    }

    /// `None` if something that is there is not what it should be.
    fn read(visual: &Json) -> Option<Self> {
        let fields = Fields(visual);
        let silhouette = fields.silhouette()?;
        let offset = fields.present("offset").map_or(Some(Vec2::ZERO), point)?;
        let along = Vec2::new(
            fields.number("offsetX", offset.x)?,
            fields.number("offsetY", offset.y)?,
        );
        Some(Self {
            silhouette,
            scale: Vec2::new(fields.number("scaleX", 1.0)?, fields.number("scaleY", 1.0)?),
            flip_x: fields.flag("flipX")?,
            flip_y: fields.flag("flipY")?,
            offset: along,
        })
    }
}

impl Silhouette {
    fn covers(&self, point: DVec2) -> bool {
        match self {
            Self::Rect { size } => {
                let half = size.as_dvec2().abs() / 2.0;
                point.abs().cmple(half).all()
            }
            Self::Circle { radius } => {
                let radius = f64::from(*radius);
                point.length_squared() <= radius * radius
            }
            Self::Polygon { points } => is_inside(points, point),
            Self::Line { points, width } => {
                let reach = f64::from(*width) / 2.0;
                let pieces = points.windows(2);
                let mut squares = pieces.map(|ends| square_to_piece(ends[0], ends[1], point));
                reach != 0.0 && squares.any(|square| square <= reach * reach)
            }
            Self::Nothing => false,
        }
    }
}

/// Whether the outline goes around the point, in whatever direction: as pictures fill it.
fn is_inside(corners: &[Vec2], point: DVec2) -> bool {
    let mut turns = 0;
    let mut from = corners.last().copied().unwrap_or_default().as_dvec2();
    for corner in corners {
        let to = corner.as_dvec2();
        if (from.y > point.y) != (to.y > point.y) {
            let along = (point.y - from.y) / (to.y - from.y);
            if point.x < from.x + (to.x - from.x) * along {
                turns += if to.y > from.y { 1 } else { -1 };
            }
        }
        from = to;
    }
    turns != 0
}

/// The square of the distance from a straight piece.
fn square_to_piece(from: Vec2, to: Vec2, point: DVec2) -> f64 {
    let (from, to) = (from.as_dvec2(), to.as_dvec2());
    let (way, to_point) = (to - from, point - from);
    let square = way.length_squared();
    let along = if square > 0.0 {
        (to_point.dot(way) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (to_point - way * along).length_squared()
}

/// The fields of one visual; null is as good as absent.
#[derive(Debug, Clone, Copy)]
struct Fields<'a>(&'a Json);

impl<'a> Fields<'a> {
    fn silhouette(self) -> Option<Silhouette> {
        let rect = |width, height| Silhouette::Rect {
            size: Vec2::new(width, height),
        };
        Some(match self.0.get("type")?.as_str()? {
            "rect" => rect(self.number("width", 1.0)?, self.number("height", 1.0)?),
            "circle" => Silhouette::Circle {
                radius: self.number("radius", 0.5)?,
            },
            "polygon" => Silhouette::Polygon {
                points: self.points()?,
            },
            "line" => Silhouette::Line {
                points: self.points()?,
                width: self.number("lineWidth", 0.0)?,
            },
            "text" => Silhouette::Nothing,
            _ => match ["width", "height"].map(|key| self.present(key).and_then(number)) {
                [Some(width), Some(height)] => rect(width, height),
                _ => Silhouette::Nothing,
            },
        })
    }

    fn points(self) -> Option<Vec<Vec2>> {
        let points = self.present("points").or(self.present("vertices"));
        let points = points.map_or(Some(&[][..]), Json::as_array)?;
        points.iter().map(point).collect()
    }

    fn number(self, key: &str, absent: f32) -> Option<f32> {
        self.present(key).map_or(Some(absent), number)
    }

    fn flag(self, key: &str) -> Option<bool> {
        self.present(key).map_or(Some(false), Json::as_bool)
    }

    fn present(self, key: &str) -> Option<&'a Json> {
        self.0.get(key).filter(|value| **value != Json::Null)
    }
}

fn number(value: &Json) -> Option<f32> {
    value.as_f64().map(|number| number as f32)
}

/// `[x, y]` or `{"x": …, "y": …}`, where what is absent is 0.
fn point(value: &Json) -> Option<Vec2> {
    let coordinate = |key| value.get(key).map_or(Some(0.0), number);
    match value {
        Json::Array(pair) if pair.len() == 2 => {
            Some(Vec2::new(number(&pair[0])?, number(&pair[1])?))
        }
        Json::Object(_) => Some(Vec2::new(coordinate("x")?, coordinate("y")?)),
        _ => None,
    }
}
