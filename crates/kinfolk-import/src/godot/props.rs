//! What a node of Godot has that an entity has, too.
//!
//! Numbers are turned to y up as they are read: x, −y, −rotation, −skew, and scales as they
//! are. A property that was written is remembered, since an override is the presence of a key.

use std::collections::HashMap;

use kinfolk_scene::Text as Word;
use tscn::Value;

use super::class::Kind;
use super::look::{Look, Picture, Seen};
use super::report::{FileIndex, Report, Trouble};
use super::text::{Entry, Section};
use super::value;

/// The properties of a node.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Props {
    pub(super) position: [f32; 2],
    pub(super) rotation: f32,
    pub(super) scale: [f32; 2],
    pub(super) skew: f32,
    pub(super) visible: bool,
    pub(super) z_index: i32,
    pub(super) z_as_relative: bool,
    pub(super) top_level: bool,
    pub(super) y_sort: bool,
    pub(super) groups: Vec<Word>,
    pub(super) look: Option<Box<Look>>,
}

impl Default for Props {
    fn default() -> Self {
        Self {
            position: [0.0; 2],
            rotation: 0.0,
            scale: [1.0; 2],
            skew: 0.0,
            visible: true,
            z_index: 0,
            z_as_relative: true,
            top_level: false,
            y_sort: false,
            groups: Vec::new(),
            look: None,
        }
    }
}

/// Which properties a file has written about a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Written(u16);

impl Written {
    pub(super) const POSITION: Self = Self(1);
    pub(super) const ROTATION: Self = Self(2);
    pub(super) const SCALE: Self = Self(4);
    pub(super) const SKEW: Self = Self(8);
    pub(super) const VISIBLE: Self = Self(16);
    pub(super) const Z: Self = Self(32);
    /// What it follows: `z_as_relative` or `top_level`.
    pub(super) const FOLLOWS: Self = Self(64);
    pub(super) const Y_SORT: Self = Self(128);
    pub(super) const GROUPS: Self = Self(256);
    pub(super) const LOOK: Self = Self(512);

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Scales nearer to zero than this are this, in Godot.
const SMALLEST_SCALE: f32 = 0.00001;
/// Layers end here, in Godot.
const MOST_Z: i32 = 4096;

/// Lays the properties of `section`, which is about a node of this kind, over `props`.
pub(super) fn apply(
    section: &Section,
    kind: Kind,
    props: &mut Props,
    reading: &mut Reading<'_>,
) -> Written {
    let mut written = Written::default();
    if let Some(groups) = section.field("groups") {
        match value::words(groups) {
            Ok(words) => {
                written.add(Written::GROUPS);
                for word in words {
                    if !props.groups.iter().any(|group| group == word) {
                        props.groups.push(word.into());
                    }
                }
            }
            Err(trouble) => reading.report.problem(reading.file, trouble),
        }
    }
    let mut has_layout = false;
    for entry in &section.properties {
        if let Some(look) = &mut props.look {
            match look.apply(entry, |id| reading.pictures.get(id)) {
                Ok(Seen::No) => {}
                Ok(Seen::Taken) => {
                    written.add(Written::LOOK);
                    continue;
                }
                Ok(Seen::TakenBut(what)) => {
                    written.add(Written::LOOK);
                    reading.lose(entry, &what);
                    continue;
                }
                Err(trouble) => {
                    reading.report.problem(reading.file, trouble);
                    continue;
                }
            }
        }
        match apply_one(entry, kind, props) {
            Ok(Some(which)) => written.add(which),
            Ok(None) if entry.key.starts_with("metadata/_edit_") => {}
            Ok(None) if kind == Kind::Control && is_layout(&entry.key) => {
                if !has_layout {
                    has_layout = true;
                    reading.lose(entry, "its place is up to the layout");
                }
            }
            Ok(None) if kind.is_canvas_item() && entry.key == "z_index" => {
                let what =
                    format!("`z_index` is beyond ±{MOST_Z}, and Godot leaves it out as well");
                reading.lose(entry, &what);
            }
            Ok(None) => reading.lose(entry, &format!("`{}` is not imported", entry.key)),
            Err(trouble) => reading.report.problem(reading.file, trouble),
        }
    }
    written
}

/// Whose properties are read, for what there is to say about them.
pub(super) struct Reading<'r> {
    pub(super) report: &'r mut Report,
    pub(super) file: FileIndex,
    /// By id of the resource.
    pub(super) pictures: &'r HashMap<String, Picture>,
    pub(super) node: &'r dyn Fn() -> String,
}

impl Reading<'_> {
    fn lose(&mut self, entry: &Entry, what: &str) {
        let node = (self.node)();
        self.report.loss(self.file, entry.whole.clone(), node, what);
    }
}

fn apply_one(entry: &Entry, kind: Kind, props: &mut Props) -> Result<Option<Written>, Trouble> {
    let is_canvas_item = kind.is_canvas_item();
    Ok(Some(match entry.key.as_str() {
        "visible" if kind.has_visible() => {
            props.visible = value::truth(entry)?;
            Written::VISIBLE
        }
        "z_index" if is_canvas_item => {
            let z_index = value::whole(entry)?;
            if z_index.abs_diff(0) > MOST_Z.unsigned_abs() {
                return Ok(None); // Godot does not take it either
            }
            props.z_index = z_index;
            Written::Z
        }
        "z_as_relative" if is_canvas_item => {
            props.z_as_relative = value::truth(entry)?;
            Written::FOLLOWS
        }
        "top_level" if is_canvas_item => {
            props.top_level = value::truth(entry)?;
            Written::FOLLOWS
        }
        "y_sort_enabled" if is_canvas_item => {
            props.y_sort = value::truth(entry)?;
            Written::Y_SORT
        }
        key if kind == Kind::Node2D => return apply_place(key, entry, props),
        _ => return Ok(None),
    }))
}

fn apply_place(key: &str, entry: &Entry, props: &mut Props) -> Result<Option<Written>, Trouble> {
    Ok(Some(match key {
        "position" => {
            let [x, y] = value::vector(entry)?;
            props.position = [x, 0.0 - y];
            Written::POSITION
        }
        "rotation" => {
            props.rotation = 0.0 - value::number(entry)?;
            Written::ROTATION
        }
        "rotation_degrees" => {
            let radians = f64::from(value::number(entry)?).to_radians();
            props.rotation = 0.0 - radians as f32;
            Written::ROTATION
        }
        "scale" => {
            let not_zero = |scale: f32| match scale.abs() < SMALLEST_SCALE {
                true => SMALLEST_SCALE,
                false => scale,
            };
            props.scale = value::vector(entry)?.map(not_zero);
            Written::SCALE
        }
        "skew" => {
            props.skew = 0.0 - value::number(entry)?;
            Written::SKEW
        }
        "transform" => {
            let matrix = value::numbers(entry, &["Transform2D"])?;
            set_matrix(props, matrix).ok_or_else(|| {
                let message = "`transform` has numbers that are too large";
                Trouble::new(entry.part.clone(), message)
            })?;
            let mut written = Written::POSITION;
            written.add(Written::ROTATION);
            written.add(Written::SCALE);
            written.add(Written::SKEW);
            written
        }
        _ => return Ok(None),
    }))
}

/// Takes a matrix apart: rotation and scale x from the first column, the rest from the second.
fn set_matrix(props: &mut Props, matrix: [f32; 6]) -> Option<()> {
    let [a, b, c, d, x, y] = matrix.map(f64::from);
    let mirrored = if a * d - b * c < 0.0 { -1.0 } else { 1.0 };
    let turned = |sine: f64, cosine: f64| {
        let radians = sine.atan2(cosine);
        if radians.is_finite() { radians } else { 0.0 }
    };
    let rotation = turned(b, a);
    let scale = [a.hypot(b), mirrored * c.hypot(d)].map(|scale| scale as f32);
    let across = if scale[1] == 0.0 {
        rotation
    } else {
        turned(-c * mirrored, d * mirrored)
    };
    let half = std::f64::consts::PI;
    let skew = (across - rotation + half).rem_euclid(2.0 * half) - half;
    props.position = [x as f32 + 0.0, 0.0 - y as f32];
    props.rotation = 0.0 - rotation as f32;
    props.scale = scale;
    props.skew = 0.0 - skew as f32;
    scale.iter().all(|scale| scale.is_finite()).then_some(())
}

fn is_layout(key: &str) -> bool {
    let begins = [
        "anchor_",
        "anchors_preset",
        "custom_minimum_size",
        "grow_",
        "layout_",
        "offset_",
        "pivot_offset",
        "size_flags_",
    ];
    let is = [
        "position",
        "rotation",
        "rotation_degrees",
        "scale",
        "size",
        "transform",
    ];
    is.contains(&key) || begins.iter().any(|start| key.starts_with(start))
}

/// What a node of an unknown class is, going by its properties.
pub(super) fn guess_kind(section: &Section) -> Kind {
    let has_2d = section.properties.iter().any(|entry| match &*entry.key {
        "z_index" | "z_as_relative" | "y_sort_enabled" | "skew" => true,
        "position" | "scale" => {
            matches!(&entry.value, Value::Call { name, .. } if name == "Vector2")
        }
        "rotation" => matches!(entry.value, Value::Num(_)),
        "transform" => matches!(&entry.value, Value::Call { name, .. } if name == "Transform2D"),
        _ => false,
    });
    let is_control = section
        .properties
        .iter()
        .any(|entry| entry.key.starts_with("anchor") || entry.key.starts_with("offset_"));
    if has_2d && !is_control {
        Kind::Node2D
    } else {
        Kind::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::{Props, set_matrix};

    #[test]
    fn a_matrix_that_was_taken_apart_can_be_put_together() {
        for matrix in [
            [1.0, 0.0, 0.0, 1.0, 3.0, 4.0],
            [-1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            [0.0, 2.0, 3.0, 0.0, 5.0, 6.0],
            [0.6, 0.8, -2.0, 0.5, -7.0, 1.0],
            [-0.6, 0.8, -2.0, -1.5, 0.0, 0.0],
            [1.0, 2.0, 2.0, 4.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 1.0, 0.0, 0.0],
            [1.0, -1.0, 0.0, 0.0, 0.0, 0.0],
            [0.0; 6],
        ] {
            let mut props = Props::default();

            set_matrix(&mut props, matrix).expect("it is finite");

            let (turn, lean) = (-props.rotation, -props.rotation - props.skew);
            let again = [
                turn.cos() * props.scale[0],
                turn.sin() * props.scale[0],
                -lean.sin() * props.scale[1],
                lean.cos() * props.scale[1],
                props.position[0],
                -props.position[1],
            ];
            for (again, number) in again.into_iter().zip(matrix) {
                assert!((again - number).abs() < 1e-5, "{matrix:?}: {props:?}");
            }
        }
    }
}
