//! A scene's `physics` object as a body.
//!
//! Keys that are not known here are somebody else's; values that make no sense are told with the
//! way to them.

use glam::Vec2;
use kinfolk_scene::{Json, Text};

use crate::body::{
    Anchor, Body, BodyKind, ChildPolicy, Joint, JointKind, Material, Motor, Part, Shape,
};
use crate::error::Reason;

/// What a `physics` object says.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) body: Body,
    /// Whether it says what becomes of it below another body.
    pub(crate) has_policy: bool,
    /// Whether it says that it is dynamic.
    pub(crate) says_dynamic: bool,
    /// The slot of its parent that it is tied to.
    pub(crate) slot: Option<Text>,
}

pub(crate) fn body(json: &Json) -> Result<Written, Reason> {
    let says = word(json, "", "bodyType", &["dynamic", "kinematic", "static"])?;
    let policies = ["compound", "follow", "joint", "reject"];
    let policy = word(json, "", "child", &policies)?;
    let (joint, slot) = joint(&json["joint"])?;
    let body = Body {
        kind: match says {
            Some("kinematic") => BodyKind::Kinematic,
            Some("static") => BodyKind::Static,
            _ => BodyKind::Dynamic,
        },
        parts: parts(json)?,
        gravity_scale: number(json, "", "gravityScale")?.unwrap_or(1.0),
        fixed_rotation: truth(json, "", "fixedRotation")?.unwrap_or(false),
        velocity: point(json, "", "velocity")?.unwrap_or(Vec2::ZERO),
        spin: angle(json, "", "spin")?.unwrap_or(0.0),
        damping: number(json, "", "damping")?.unwrap_or(0.0),
        spin_damping: number(json, "", "spinDamping")?.unwrap_or(0.0),
        bullet: truth(json, "", "bullet")?.unwrap_or(false),
        child: match policy {
            Some("compound") => ChildPolicy::Compound,
            Some("joint") => ChildPolicy::Joint,
            Some("reject") => ChildPolicy::Reject,
            _ => ChildPolicy::Follow,
        },
        joint,
    };
    Ok(Written {
        body,
        has_policy: policy.is_some(),
        says_dynamic: says == Some("dynamic"),
        slot,
    })
}

/// One shape beside the other keys, or a list of them; what the list leaves out is beside it.
fn parts(json: &Json) -> Result<Vec<Part>, Reason> {
    let usual = material(json, "", Material::default())?;
    let mut parts = Vec::new();
    if json.get("shape").is_some() {
        parts.push(part(json, "", usual)?);
    }
    match &json["shapes"] {
        Json::Null => {}
        Json::Array(shapes) => {
            for (index, shape) in shapes.iter().enumerate() {
                let way = format!("shapes.{index}.");
                if shape.as_object().is_none() {
                    return Err(wrong(&way[..way.len() - 1], shape, "an object"));
                }
                let material = material(shape, &way, usual)?;
                parts.push(part(shape, &way, material)?);
            }
        }
        other => return Err(wrong("shapes", other, "a list")),
    }
    Ok(parts)
}

fn part(json: &Json, way: &str, material: Material) -> Result<Part, Reason> {
    let kinds = ["box", "circle", "capsule", "polygon"];
    let Some(kind) = word(json, way, "shape", &kinds)? else {
        return Err(missing(
            way,
            "shape",
            "\"box\", \"circle\", \"capsule\" or \"polygon\"",
        ));
    };
    let size = |key: &str| match number(json, way, key)? {
        Some(size) => Ok(size),
        None => Err(missing(way, key, "a number")),
    };
    let shape = match kind {
        "box" => Shape::Box {
            width: size("width")?,
            height: size("height")?,
        },
        "circle" => Shape::Circle {
            radius: size("radius")?,
        },
        "capsule" => Shape::Capsule {
            width: size("width")?,
            height: size("height")?,
        },
        _ => Shape::Polygon {
            points: points(json, way)?,
        },
    };
    Ok(Part {
        shape,
        offset: point(json, way, "offset")?.unwrap_or(Vec2::ZERO),
        angle: angle(json, way, "angle")?.unwrap_or(0.0),
        material,
    })
}

fn points(json: &Json, way: &str) -> Result<Vec<Vec2>, Reason> {
    let Json::Array(points) = &json["points"] else {
        return Err(missing(way, "points", "a list of points"));
    };
    let mut corners = Vec::with_capacity(points.len());
    for (index, point) in points.iter().enumerate() {
        let here = format!("{way}points.{index}");
        corners.push(pair(point).ok_or_else(|| wrong(&here, point, "[x, y]"))?);
    }
    Ok(corners)
}

fn material(json: &Json, way: &str, usual: Material) -> Result<Material, Reason> {
    Ok(Material {
        density: number(json, way, "density")?.unwrap_or(usual.density),
        friction: number(json, way, "friction")?.unwrap_or(usual.friction),
        restitution: number(json, way, "restitution")?.unwrap_or(usual.restitution),
        sensor: truth(json, way, "sensor")?.unwrap_or(usual.sensor),
        layers: layers(json, way, "layers")?.unwrap_or(usual.layers),
        mask: layers(json, way, "mask")?.unwrap_or(usual.mask),
    })
}

/// A list of layers from 0 to 31, or all of them as the bits of a number.
fn layers(json: &Json, way: &str, key: &str) -> Result<Option<u32>, Reason> {
    let here = format!("{way}{key}");
    let whole = |json: &Json, most: f64| {
        let number = json.as_f64()?;
        (number.fract() == 0.0 && (0.0..=most).contains(&number)).then_some(number as u32)
    };
    match &json[key] {
        Json::Null => Ok(None),
        Json::Array(list) => {
            let mut bits = 0;
            for layer in list {
                let layer = whole(layer, 31.0);
                let layer = layer.ok_or_else(|| wrong(&here, &json[key], "layers from 0 to 31"))?;
                bits |= 1 << layer;
            }
            Ok(Some(bits))
        }
        value => match whole(value, f64::from(u32::MAX)) {
            Some(bits) => Ok(Some(bits)),
            None => Err(wrong(
                &here,
                value,
                "a list of layers from 0 to 31, or their bits",
            )),
        },
    }
}

fn joint(json: &Json) -> Result<(Joint, Option<Text>), Reason> {
    if *json == Json::Null {
        return Ok((Joint::default(), None));
    }
    if json.as_object().is_none() {
        return Err(wrong("joint", json, "an object"));
    }
    let way = "joint.";
    let kind = word(json, way, "type", &["revolute", "prismatic", "fixed"])?;
    let kind = match kind {
        Some("prismatic") => JointKind::Prismatic {
            axis: point(json, way, "axis")?.unwrap_or(Vec2::X),
        },
        Some("fixed") => JointKind::Fixed,
        _ => JointKind::Revolute,
    };
    let limits = match &json["limits"] {
        Json::Null => None,
        Json::Array(ends) if ends.len() == 2 => {
            let end = |index: usize| {
                let here = format!("joint.limits.{index}");
                radians(&ends[index]).ok_or_else(|| wrong(&here, &ends[index], "a number"))
            };
            Some([end(0)?, end(1)?])
        }
        other => return Err(wrong("joint.limits", other, "a list of two numbers")),
    };
    let motor = match &json["motor"] {
        Json::Null => None,
        motor if motor.as_object().is_some() => Some(Motor {
            speed: angle(motor, "joint.motor.", "speed")?.unwrap_or(0.0),
            strength: number(motor, "joint.motor.", "strength")?.unwrap_or(f32::MAX / 1e6),
        }),
        other => return Err(wrong("joint.motor", other, "an object")),
    };
    let slot = match &json["slot"] {
        Json::Null => None,
        Json::String(slot) => Some(slot.clone()),
        other => return Err(wrong("joint.slot", other, "the name of a slot")),
    };
    let anchor = point(json, way, "anchor")?.map_or(Anchor::Origin, Anchor::Child);
    let joint = Joint {
        kind,
        anchor,
        limits,
        motor,
        collide: truth(json, way, "collide")?.unwrap_or(false),
    };
    Ok((joint, slot))
}

fn number(json: &Json, way: &str, key: &str) -> Result<Option<f32>, Reason> {
    match &json[key] {
        Json::Null => Ok(None),
        value => match value.as_f64() {
            Some(number) => Ok(Some(number as f32)),
            None => Err(wrong(&format!("{way}{key}"), value, "a number")),
        },
    }
}

/// Radians, or `"45deg"`.
fn angle(json: &Json, way: &str, key: &str) -> Result<Option<f32>, Reason> {
    match &json[key] {
        Json::Null => Ok(None),
        value => match radians(value) {
            Some(radians) => Ok(Some(radians)),
            None => Err(wrong(
                &format!("{way}{key}"),
                value,
                "radians, or \"45deg\"",
            )),
        },
    }
}

fn radians(json: &Json) -> Option<f32> {
    if let Some(text) = json.as_str() {
        let degrees = |text: &str| text.trim().parse::<f32>().ok();
        let turned = text.trim().strip_suffix("deg").and_then(degrees);
        let whole = text.trim().strip_suffix("turn").and_then(degrees);
        let turned = turned.map(f32::to_radians);
        return turned.or(whole.map(|turns| turns * std::f32::consts::TAU));
    }
    json.as_f64().map(|radians| radians as f32)
}

fn truth(json: &Json, way: &str, key: &str) -> Result<Option<bool>, Reason> {
    match &json[key] {
        Json::Null => Ok(None),
        Json::Bool(truth) => Ok(Some(*truth)),
        other => Err(wrong(&format!("{way}{key}"), other, "true or false")),
    }
}

/// `{ "x": 1, "y": 2 }` or `[1, 2]`.
fn point(json: &Json, way: &str, key: &str) -> Result<Option<Vec2>, Reason> {
    match &json[key] {
        Json::Null => Ok(None),
        value => match pair(value) {
            Some(point) => Ok(Some(point)),
            None => Err(wrong(&format!("{way}{key}"), value, "{ x, y } or [x, y]")),
        },
    }
}

fn pair(json: &Json) -> Option<Vec2> {
    let number = |json: &Json| json.as_f64().map(|number| number as f32);
    match json {
        Json::Array(pair) if pair.len() == 2 => {
            Some(Vec2::new(number(&pair[0])?, number(&pair[1])?))
        }
        Json::Object(_) => {
            let axis = |key: &str| match &json[key] {
                Json::Null => Some(0.0),
                value => number(value),
            };
            Some(Vec2::new(axis("x")?, axis("y")?))
        }
        _ => None,
    }
}

fn word<'j>(
    json: &'j Json,
    way: &str,
    key: &str,
    known: &[&str],
) -> Result<Option<&'j str>, Reason> {
    match &json[key] {
        Json::Null => Ok(None),
        Json::String(word) if known.contains(&word.as_str()) => Ok(Some(word)),
        other => {
            let known = known.join(", ");
            Err(wrong(
                &format!("{way}{key}"),
                other,
                &format!("one of {known}"),
            ))
        }
    }
}

fn wrong(key: &str, found: &Json, wanted: &str) -> Reason {
    let mut found = found.to_string();
    if found.chars().count() > 40 {
        found = found.chars().take(40).chain(['…']).collect();
    }
    Reason::Key {
        key: key.to_owned(),
        problem: format!("is {found}, and should be {wanted}"),
    }
}

fn missing(way: &str, key: &str, wanted: &str) -> Reason {
    Reason::Key {
        key: format!("{way}{key}"),
        problem: format!("is not there, and should be {wanted}"),
    }
}
