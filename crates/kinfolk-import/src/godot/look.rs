//! What a node looks like: a `Sprite2D` is an image and a `Polygon2D` a polygon.
//!
//! Images have their own size in Godot, so the file is asked for it. What an image or a polygon
//! cannot say in a document is left to the list of losses.

use kinfolk_scene::{Json, Number, Object, Text as Word};
use tscn::Value;

use super::report::Trouble;
use super::text::Entry;
use super::value;
use crate::colour;

/// An image file that a scene names.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Picture {
    /// Its path, without `res://`.
    pub(super) url: Word,
    /// In pixels, if the file could be asked.
    pub(super) size: Option<[f32; 2]>,
}

impl Picture {
    /// The picture at a path, which has these bytes if it could be read.
    pub(super) fn new(path: &str, bytes: Option<&[u8]>) -> Self {
        Self {
            url: path.strip_prefix("res://").unwrap_or(path).into(),
            size: bytes.and_then(png_size),
        }
    }
}

/// Width and height from the header of a PNG file.
fn png_size(bytes: &[u8]) -> Option<[f32; 2]> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let sizes = header.get(4..)?.strip_prefix(b"IHDR")?;
    let side = |from: usize| {
        let bytes: [u8; 4] = sizes.get(from..from + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes) as f32)
    };
    Some([side(0)?, side(4)?])
}

/// What there is to see of a node, with y up.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Look {
    shape: Shape,
    offset: [f32; 2],
}

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Sprite {
        texture: Option<Picture>,
        /// The size of the part of it that is shown, if only a part is.
        region: Option<[f32; 2]>,
        has_region: bool,
        /// How many such parts there are in the texture, of which one is shown.
        frames: [i32; 2],
        flip: [bool; 2],
        is_centered: bool,
    },
    Polygon {
        points: Vec<[f32; 2]>,
        color: String,
    },
}

/// What became of a property.
pub(super) enum Seen {
    Taken,
    /// Taken, but for something.
    TakenBut(String),
    /// Not a property of looks.
    No,
}

impl Look {
    /// The look of a class that has one.
    pub(super) fn of(class: &str) -> Option<Self> {
        let shape = match class {
            "Sprite2D" => Shape::Sprite {
                texture: None,
                region: None,
                has_region: false,
                frames: [1; 2],
                flip: [false; 2],
                is_centered: true,
            },
            "Polygon2D" => Shape::Polygon {
                points: Vec::new(),
                color: "#ffffff".to_owned(),
            },
            _ => return None,
        };
        Some(Self {
            shape,
            offset: [0.0; 2],
        })
    }

    /// Lays one property on top.
    pub(super) fn apply<'p>(
        &mut self,
        entry: &Entry,
        picture: impl FnOnce(&str) -> Option<&'p Picture>,
    ) -> Result<Seen, Trouble> {
        match (entry.key.as_str(), &mut self.shape) {
            ("offset", _) => {
                let [x, y] = value::vector(entry)?;
                self.offset = [x, 0.0 - y];
            }
            ("texture", Shape::Sprite { texture, .. }) => {
                if entry.value == Value::Ident("null".to_owned()) {
                    *texture = None;
                    return Ok(Seen::Taken);
                }
                let id = value::resource(&entry.value);
                let Some(found) = id.and_then(|id| picture(&id)) else {
                    return Ok(Seen::No);
                };
                *texture = Some(found.clone());
                if found.size.is_none() {
                    let what = format!("the size of the image `{}` is not known", found.url);
                    return Ok(Seen::TakenBut(what));
                }
            }
            ("region_enabled", Shape::Sprite { has_region, .. }) => {
                *has_region = value::truth(entry)?;
            }
            ("region_rect", Shape::Sprite { region, .. }) => {
                let [_, _, width, height] = value::numbers(entry, &["Rect2", "Rect2i"])?;
                *region = Some([width, height]);
                return Ok(Seen::TakenBut("the image is not cut out".to_owned()));
            }
            ("hframes" | "vframes", Shape::Sprite { frames, .. }) => {
                frames[usize::from(entry.key == "vframes")] = value::whole(entry)?.max(1);
                return Ok(Seen::TakenBut(
                    "the image is not cut into frames".to_owned(),
                ));
            }
            ("flip_h", Shape::Sprite { flip, .. }) => flip[0] = value::truth(entry)?,
            ("flip_v", Shape::Sprite { flip, .. }) => flip[1] = value::truth(entry)?,
            ("centered", Shape::Sprite { is_centered, .. }) => *is_centered = value::truth(entry)?,
            ("polygon", Shape::Polygon { points, .. }) => *points = corners(entry)?,
            ("color", Shape::Polygon { color, .. }) => *color = self::color(entry)?,
            _ => return Ok(Seen::No),
        }
        Ok(Seen::Taken)
    }

    /// The look as a sprite. If it `replaces` another one, what it does not have is null.
    pub(super) fn to_sprite(&self, replaces: bool) -> Option<Json> {
        let mut sprite = Sprite {
            object: Object::new(),
            replaces,
        };
        let mut offset = self.offset;
        match &self.shape {
            Shape::Sprite {
                texture,
                region,
                has_region,
                frames,
                flip,
                is_centered,
            } => {
                let picture = texture.as_ref()?;
                let whole = region.filter(|_| *has_region).or(picture.size);
                let size = whole
                    .map(|[width, height]| [width / frames[0] as f32, height / frames[1] as f32]);
                sprite.set("type", Some(Json::String("image".into())));
                sprite.set("url", Some(Json::String(picture.url.clone())));
                let [width, height] = size.map_or([None; 2], |size| size.map(Some));
                sprite.set("width", width.and_then(number));
                sprite.set("height", height.and_then(number));
                sprite.set("flipX", Some(Json::Bool(true)).filter(|_| flip[0]));
                sprite.set("flipY", Some(Json::Bool(true)).filter(|_| flip[1]));
                if !is_centered && let Some([width, height]) = size {
                    offset = [offset[0] + width / 2.0, offset[1] - height / 2.0];
                }
            }
            Shape::Polygon { points, color } => {
                if points.is_empty() {
                    return None;
                }
                sprite.set("type", Some(Json::String("polygon".into())));
                let points = points.iter().filter_map(|point| pair(*point));
                sprite.set("points", Some(Json::Array(points.collect())));
                sprite.set("color", Some(Json::String(color.as_str().into())));
            }
        }
        let has_offset = offset != [0.0; 2];
        sprite.set("offset", pair(offset).filter(|_| has_offset));
        Some(Json::Object(sprite.object))
    }
}

struct Sprite {
    object: Object,
    replaces: bool,
}

impl Sprite {
    fn set(&mut self, key: &str, value: Option<Json>) {
        match value {
            Some(value) => self.object.set(key, value),
            None if self.replaces => self.object.set(key, Json::Null),
            None => {}
        }
    }
}

fn number(number: f32) -> Option<Json> {
    Number::parse(&number.to_string()).map(Json::Number)
}

fn pair(point: [f32; 2]) -> Option<Json> {
    let [x, y] = point.map(number);
    Some(Json::Array(vec![x?, y?]))
}

/// `PackedVector2Array(x, y, x, y, …)`
fn corners(entry: &Entry) -> Result<Vec<[f32; 2]>, Trouble> {
    let all = value::list(entry, "PackedVector2Array")?;
    let points = all.chunks_exact(2).map(|point| [point[0], 0.0 - point[1]]);
    match all.len() % 2 {
        0 => Ok(points.collect()),
        _ => Err(value::wrong(entry, "pairs of numbers")),
    }
}

/// `Color(r, g, b, a)` as `#rrggbbaa`.
fn color(entry: &Entry) -> Result<String, Trouble> {
    let parts: [f32; 4] = value::numbers(entry, &["Color"])?;
    let parts = parts.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
    Ok(colour::hex(parts))
}
