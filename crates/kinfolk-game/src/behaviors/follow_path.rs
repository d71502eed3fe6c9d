//! `{ "type": "follow_path", "points": [[0, 0], [4, 0]], "speed": 2, "pingPong": true }`: goes from
//! point to point in its parent's space, always as fast.
//!
//! It sets out from the first point. At the last one it stays, or with `loop` goes on to the first,
//! or with `pingPong` turns back. With `relative` the points count from where it was.

use glam::{DVec2, Vec2};
use kinfolk::NodeId;
use kinfolk_scene::Json;

use super::keep::{kept, not_negative, of_count, of_numbers, to_count, to_numbers};
use crate::about::{About, Fallback, Kind, Parameter, Range};
use crate::behavior::Behavior;
use crate::read::{point, truth, wrong};
use crate::stage::Stage;

#[derive(Debug, Clone)]
struct FollowPath {
    /// Points, and how far along the way they are.
    points: Vec<(DVec2, f64)>,
    /// Units a second.
    speed: f32,
    turns_back: bool,
    goes_on: bool,
    is_relative: bool,
    frames: u64,
    /// Where the points count from.
    origin: Option<Vec2>,
}

/// What can be told to it.
pub(super) const ABOUT: About = About {
    kind: "follow_path",
    doc: "Goes from point to point in its parent's space, always as fast.",
    parameters: &[
        Parameter::needed("points", Kind::Points, "From the first to the last"),
        Parameter::or(
            "speed",
            Kind::Number(Range::NOT_NEGATIVE),
            Fallback::Number(1.0),
            "Units a second",
        ),
        Parameter::or(
            "loop",
            Kind::Flag,
            Fallback::Flag(false),
            "Whether it goes on to the first point from the last",
        ),
        Parameter::or(
            "pingPong",
            Kind::Flag,
            Fallback::Flag(false),
            "Whether it turns back at the last point",
        ),
        Parameter::or(
            "relative",
            Kind::Flag,
            Fallback::Flag(false),
            "Whether the points count from where it was",
        ),
    ],
};

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    let listed = json["points"].as_array().unwrap_or_default();
    let points: Option<Vec<Vec2>> = listed.iter().map(point).collect();
    let mut points = match points {
        Some(points) if !points.is_empty() => points,
        _ => return Err(wrong("points", &json["points"], "a list of points")),
    };
    let flag = |key| Ok::<bool, String>(truth(json, key)?.unwrap_or(false));
    let (loops, turns_back) = (flag("loop")?, flag("pingPong")?);
    if loops && !turns_back {
        points.push(points[0]);
    }
    let mut way = 0.0;
    let mut before = points[0].as_dvec2();
    let measured = points.into_iter().map(|point| {
        let point = point.as_dvec2();
        way += before.distance(point);
        before = point;
        (point, way)
    });
    Ok(Box::new(FollowPath {
        points: measured.collect(),
        speed: not_negative(json, "speed")?.unwrap_or(1.0),
        turns_back,
        goes_on: loops,
        is_relative: flag("relative")?,
        frames: 0,
        origin: None,
    }))
}

impl FollowPath {
    /// Where it is after so much of the way.
    fn at(&self, way: f64) -> DVec2 {
        let (last, length) = self.points[self.points.len() - 1];
        let way = if length == 0.0 {
            0.0
        } else if self.turns_back {
            let way = way % (2.0 * length);
            way.min(2.0 * length - way)
        } else if self.goes_on {
            way % length
        } else {
            way
        };
        let next = self.points.partition_point(|&(_, at)| at <= way);
        if next == 0 || next == self.points.len() {
            return last;
        }
        let ((from, start), (to, end)) = (self.points[next - 1], self.points[next]);
        from.lerp(to, (way - start) / (end - start))
    }
}

impl Behavior for FollowPath {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let origin = match self.origin {
            Some(origin) => origin,
            None if self.is_relative => stage.local(me).ok_or("it is gone")?.position,
            None => Vec2::ZERO,
        };
        self.origin = Some(origin);
        self.frames += 1;
        let place = self.at(stage.secs_of(self.frames) * f64::from(self.speed));
        stage.set_position(me, (origin.as_dvec2() + place).as_vec2())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn state(&self) -> Json {
        let origin = self.origin.map(|origin| of_numbers(&origin.to_array()));
        kept([
            ("frames", of_count(self.frames)),
            ("origin", origin.unwrap_or_default()),
        ])
    }

    fn restore(&mut self, state: &Json) {
        self.frames = to_count(&state["frames"]).unwrap_or(self.frames);
        self.origin = to_numbers(&state["origin"]).map(Vec2::from_array);
    }
}
