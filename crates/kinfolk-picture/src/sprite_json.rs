//! Reading sprites from JSON.
//!
//! What is absent has a default, and unknown types and fields are no errors: a sprite may be
//! made for a newer program. What is there and of the wrong kind is an error that says where.

use std::fmt;

use serde_json::{Map, Value};

use crate::colour::Colour;
use crate::plane::{Affine, Point};
use crate::visual::{Kind, Outline, Visual};

/// Why a sprite could not be read: where in it, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpriteError {
    /// Where, such as `[2].points[0]`; empty for the sprite itself.
    pub at: String,
    /// What was expected, and what was found.
    pub why: String,
}

impl fmt::Display for SpriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at.trim_start_matches('.') {
            "" => f.write_str(&self.why),
            at => write!(f, "{at}: {}", self.why),
        }
    }
}

impl std::error::Error for SpriteError {}

impl Visual {
    /// Reads a sprite: one visual, an array of them from the back to the front, or null.
    ///
    /// # Errors
    /// Says which visual and which field of it is not what it should be.
    pub fn all_from_json(sprite: &Value) -> Result<Vec<Self>, SpriteError> {
        match sprite {
            Value::Null => Ok(Vec::new()),
            Value::Array(visuals) => (visuals.iter().enumerate())
                .map(|(index, visual)| {
                    Self::from_json(visual).map_err(|error| error.inside(&format!("[{index}]")))
                })
                .collect(),
            visual => Ok(vec![Self::from_json(visual)?]),
        }
    }

    /// Reads one visual. An unknown `type` is read as a placeholder.
    ///
    /// # Errors
    /// Says which field is not what it should be.
    pub fn from_json(visual: &Value) -> Result<Self, SpriteError> {
        let Value::Object(fields) = visual else {
            return Err(expected("", "a visual, {\"type\": …}", visual));
        };
        let fields = Fields(fields);
        Ok(Self {
            kind: fields.kind()?,
            colour: fields.colour("color")?.unwrap_or(Self::GREY),
            outline: fields.outline()?,
            opacity: fields.number("opacity")?.unwrap_or(1.0).clamp(0.0, 1.0),
            entity_from_visual: fields.entity_from_visual()?,
        })
    }
}

/// The fields of one visual.
#[derive(Debug, Clone, Copy)]
struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    fn kind(self) -> Result<Kind, SpriteError> {
        let Some(kind) = self.text("type")? else {
            return Err(SpriteError {
                at: String::new(),
                why: "a visual needs a \"type\": rect, circle, polygon, line, text or image"
                    .to_owned(),
            });
        };
        Ok(match kind {
            "rect" => Kind::Rect {
                width: self.number("width")?.unwrap_or(1.0),
                height: self.number("height")?.unwrap_or(1.0),
            },
            "circle" => Kind::Circle {
                radius: self.number("radius")?.unwrap_or(0.5),
            },
            "polygon" => Kind::Polygon {
                points: self.points()?,
            },
            "line" => Kind::Line {
                points: self.points()?,
                width: self.number("lineWidth")?,
            },
            "text" => Kind::Text {
                text: self.text("text")?.unwrap_or_default().to_owned(),
                size: self.number("size")?.unwrap_or(1.0),
            },
            "image" => Kind::Image {
                url: self
                    .text("url")?
                    .or(self.text("src")?)
                    .unwrap_or_default()
                    .to_owned(),
                width: self.number("width")?,
                height: self.number("height")?,
            },
            _ => Kind::Unknown {
                width: self.0.get("width").and_then(number).unwrap_or(1.0),
                height: self.0.get("height").and_then(number).unwrap_or(1.0),
            },
        })
    }

    fn outline(self) -> Result<Option<Outline>, SpriteError> {
        let width = self.number("strokeWidth")?;
        let colour = self.colour("stroke")?;
        Ok(colour.map(|colour| Outline { colour, width }))
    }

    fn entity_from_visual(self) -> Result<Affine, SpriteError> {
        let mut offset = match self.present("offset") {
            Some(value) => point(value, ".offset")?,
            None => [0.0, 0.0],
        };
        let mut scale = [1.0, 1.0];
        for (axis, letter) in ["X", "Y"].into_iter().enumerate() {
            if let Some(along) = self.number(&format!("offset{letter}"))? {
                offset[axis] = along;
            }
            scale[axis] = self.number(&format!("scale{letter}"))?.unwrap_or(1.0);
            if self.flag(&format!("flip{letter}"))? {
                scale[axis] = -scale[axis];
            }
        }
        Ok(Affine::scaled(scale[0], scale[1], offset))
    }

    fn points(self) -> Result<Vec<Point>, SpriteError> {
        let named = ["points", "vertices"].map(|name| (name, self.present(name)));
        let Some((name, value)) = named
            .into_iter()
            .find_map(|(name, value)| Some((name, value?)))
        else {
            return Ok(Vec::new());
        };
        let Value::Array(points) = value else {
            return Err(expected(&format!(".{name}"), "a list of points", value));
        };
        (points.iter().enumerate())
            .map(|(index, value)| point(value, &format!(".{name}[{index}]")))
            .collect()
    }

    fn colour(self, name: &str) -> Result<Option<Colour>, SpriteError> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let colour = Colour::parse(text).map_err(|error| SpriteError {
            at: format!(".{name}"),
            why: error.to_string(),
        })?;
        Ok(Some(colour))
    }

    fn number(self, name: &str) -> Result<Option<f64>, SpriteError> {
        self.read(name, "a number", number)
    }

    fn text(self, name: &str) -> Result<Option<&'a str>, SpriteError> {
        self.read(name, "a text", Value::as_str)
    }

    fn flag(self, name: &str) -> Result<bool, SpriteError> {
        let flag = self.read(name, "true or false", Value::as_bool)?;
        Ok(flag.unwrap_or(false))
    }

    fn read<T>(
        self,
        name: &str,
        what: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, SpriteError> {
        self.present(name)
            .map(|value| read(value).ok_or_else(|| expected(&format!(".{name}"), what, value)))
            .transpose()
    }

    /// The field's value; null is as good as absent.
    fn present(self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }
}

impl SpriteError {
    fn inside(mut self, outer: &str) -> Self {
        self.at.insert_str(0, outer);
        self
    }
}

/// A number no larger than a world's may be.
fn number(value: &Value) -> Option<f64> {
    let most = f64::from(f32::MAX);
    value.as_f64().map(|number| number.clamp(-most, most))
}

/// `[x, y]` or `{"x": …, "y": …}`, where what is absent is 0.
fn point(value: &Value, at: &str) -> Result<Point, SpriteError> {
    let coordinate = |value: Option<&Value>| value.map_or(Some(0.0), number);
    let read = match value {
        Value::Array(pair) if pair.len() == 2 => [number(&pair[0]), number(&pair[1])],
        Value::Object(fields) => [coordinate(fields.get("x")), coordinate(fields.get("y"))],
        _ => [None, None],
    };
    match read {
        [Some(x), Some(y)] => Ok([x, y]),
        _ => Err(expected(
            at,
            "a point, [x, y] or {\"x\": …, \"y\": …}",
            value,
        )),
    }
}

fn expected(at: &str, what: &str, found: &Value) -> SpriteError {
    let found = found.to_string();
    let short: String = found.chars().take(40).collect();
    let more = if short.len() < found.len() { "…" } else { "" };
    SpriteError {
        at: at.to_owned(),
        why: format!("expected {what}, found {short}{more}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn kind(visual: Value) -> Kind {
        Visual::from_json(&visual).unwrap().kind
    }

    #[test]
    fn every_kind_is_read_and_has_defaults() {
        let rect = |width, height| Kind::Rect { width, height };
        let circle = |radius| Kind::Circle { radius };
        let text = |text: &str, size| Kind::Text {
            text: text.to_owned(),
            size,
        };

        assert_eq!(
            kind(json!({"type": "rect", "width": 3, "height": 2.5})),
            rect(3.0, 2.5)
        );
        assert_eq!(kind(json!({"type": "rect"})), rect(1.0, 1.0));
        assert_eq!(kind(json!({"type": "circle", "radius": 2})), circle(2.0));
        assert_eq!(kind(json!({"type": "circle", "radius": null})), circle(0.5));
        assert_eq!(
            kind(json!({"type": "text", "text": "go", "size": 3})),
            text("go", 3.0)
        );
        assert_eq!(kind(json!({"type": "text"})), text("", 1.0));
    }

    #[test]
    fn points_are_pairs_or_objects_under_either_name() {
        let points = vec![[0.0, 1.0], [2.0, 0.0]];

        let polygon = kind(json!({"type": "polygon", "vertices": [[0, 1], {"x": 2}]}));
        let line = kind(json!({"type": "line", "points": [{"y": 1}, [2, 0]], "lineWidth": 0.2}));

        assert_eq!(
            polygon,
            Kind::Polygon {
                points: points.clone()
            }
        );
        assert_eq!(
            line,
            Kind::Line {
                points,
                width: Some(0.2)
            }
        );
        assert_eq!(
            kind(json!({"type": "polygon"})),
            Kind::Polygon { points: vec![] }
        );
    }

    #[test]
    fn an_image_has_a_url_or_a_src() {
        for name in ["url", "src"] {
            let image = kind(json!({"type": "image", name: "tank.png", "width": 4}));
            let Kind::Image { url, width, height } = image else {
                panic!("{image:?}");
            };
            assert_eq!((url.as_str(), width, height), ("tank.png", Some(4.0), None));
        }
    }

    #[test]
    fn offset_scale_and_flip_are_the_visuals_own() {
        let visual = |fields| Visual::from_json(&fields).unwrap().entity_from_visual;

        let moved = visual(
            json!({"type": "rect", "offset": {"x": 5, "y": -1}, "scaleX": 3,
            "flipX": true, "flipY": true}),
        );
        let named = visual(json!({"type": "rect", "offsetX": 5, "offsetY": -1, "flipY": false}));

        assert_eq!(moved.apply([1.0, 1.0]), [2.0, -2.0]);
        assert_eq!(named.apply([1.0, 1.0]), [6.0, 0.0]);
    }

    #[test]
    fn colours_outlines_and_opacity_are_read() {
        let visual = Visual::from_json(&json!({"type": "rect", "color": "teal",
            "stroke": "#000", "strokeWidth": 0.1, "opacity": 7}))
        .unwrap();

        assert_eq!(visual.colour, Colour::rgb(0x00_80_80));
        let outline = visual.outline.unwrap();
        assert_eq!((outline.colour, outline.width), (Colour::rgb(0), Some(0.1)));
        assert_eq!(visual.opacity, 1.0);
    }

    #[test]
    fn an_unknown_type_is_a_placeholder_whatever_its_fields() {
        let spine = json!({"type": "spine", "width": 3, "height": "tall", "points": 7});

        assert_eq!(
            kind(spine),
            Kind::Unknown {
                width: 3.0,
                height: 1.0
            }
        );
    }

    #[test]
    fn a_sprite_is_none_one_or_several() {
        let rect = json!({"type": "rect"});

        assert_eq!(Visual::all_from_json(&Value::Null).unwrap().len(), 0);
        assert_eq!(Visual::all_from_json(&rect).unwrap().len(), 1);
        assert_eq!(
            Visual::all_from_json(&json!([rect, rect])).unwrap().len(),
            2
        );
    }

    #[test]
    fn an_error_says_where_and_what() {
        let cases = [
            (json!(7), "expected a visual, {\"type\": …}, found 7"),
            (
                json!({}),
                "a visual needs a \"type\": rect, circle, polygon, line, text or image",
            ),
            (
                json!({"type": "rect", "width": "1"}),
                "width: expected a number, found \"1\"",
            ),
            (
                json!([{"type": "rect"}, {"type": "line", "points": [[0, 0], [1]]}]),
                "[1].points[1]: expected a point, [x, y] or {\"x\": …, \"y\": …}, found [1]",
            ),
            (
                json!({"type": "line", "points": {}}),
                "points: expected a list of points, found {}",
            ),
            (
                json!({"type": "rect", "flipX": 1}),
                "flipX: expected true or false, found 1",
            ),
            (
                json!({"type": "rect", "color": "blurple"}),
                "color: \"blurple\" is no colour; write \"#rgb\", \"#rrggbb\", \"#rrggbbaa\" or a \
                 name such as \"teal\"",
            ),
        ];
        for (sprite, message) in cases {
            let error = Visual::all_from_json(&sprite).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn vast_numbers_are_cut_to_what_a_world_may_have() {
        let vast = kind(json!({"type": "circle", "radius": 1e308}));

        assert_eq!(
            vast,
            Kind::Circle {
                radius: f64::from(f32::MAX)
            }
        );
    }
}
