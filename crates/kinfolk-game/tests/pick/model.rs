//! Picking against the obvious way to do it, on random families of polygons.

use std::fmt::Write;

use glam::DVec2;
use kinfolk::Transform2;
use proptest::prelude::*;

use crate::stage::Stage;

/// The naive way: the corners of the visual go to the world, and the point is tested there.
/// `None` if it is too close to an edge to tell.
fn in_world(corners: &[DVec2], point: DVec2) -> Option<bool> {
    let mut turns = 0;
    for (index, &to) in corners.iter().enumerate() {
        let from = corners[(index + corners.len() - 1) % corners.len()];
        let way = to - from;
        let along = ((point - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        if (from + way * along).distance(point) < 1e-4 * (1.0 + point.length()) {
            return None;
        }
        let crosses = (from.y > point.y) != (to.y > point.y);
        let x = from.x + way.x * (point.y - from.y) / way.y;
        if crosses && x > point.x {
            turns += if to.y > from.y { 1 } else { -1 };
        }
    }
    Some(turns != 0)
}

#[derive(Debug, Clone)]
struct Shape {
    points: Vec<(f32, f32)>,
    offset: (f32, f32),
    scale: (f32, f32),
    flip: (bool, bool),
}

impl Shape {
    fn sprite(&self) -> String {
        let Self {
            points,
            offset,
            scale,
            flip,
        } = self;
        let mut corners = String::new();
        for (x, y) in points {
            let comma = if corners.is_empty() { "" } else { ", " };
            write!(corners, "{comma}[{x}, {y}]").unwrap();
        }
        format!(
            r#"{{ "type": "polygon", "points": [{corners}], "offset": [{}, {}],
                  "scaleX": {}, "scaleY": {}, "flipX": {}, "flipY": {} }}"#,
            offset.0, offset.1, scale.0, scale.1, flip.0, flip.1
        )
    }

    fn corners_in_entity(&self) -> impl Iterator<Item = DVec2> {
        let sign = |flip| if flip { -1.0 } else { 1.0 };
        self.points.iter().map(move |&(x, y)| {
            DVec2::new(
                f64::from(x * self.scale.0 * sign(self.flip.0) + self.offset.0),
                f64::from(y * self.scale.1 * sign(self.flip.1) + self.offset.1),
            )
        })
    }
}

prop_compose! {
    fn any_shape()(
        points in prop::collection::vec((-4.0..4.0_f32, -4.0..4.0_f32), 3..8),
        offset in (-2.0..2.0_f32, -2.0..2.0_f32),
        scale in (0.3..2.0_f32, 0.3..2.0_f32),
        flip in any::<(bool, bool)>(),
    ) -> Shape {
        Shape { points, offset, scale, flip }
    }
}

prop_compose! {
    fn any_transform()(
        x in -3.0..3.0_f32,
        y in -3.0..3.0_f32,
        rotation in -4.0..4.0_f32,
        scale in (0.4..2.0_f32, 0.4..2.0_f32),
        mirror in any::<bool>(),
        skew in -1.0..1.0_f32,
    ) -> Transform2 {
        let sign = if mirror { -1.0 } else { 1.0 };
        Transform2::at(x, y).turned(rotation).scaled(sign * scale.0, scale.1).skewed(skew)
    }
}

proptest! {
    #[test]
    fn picking_agrees_with_corners_taken_to_the_world(
        shapes in prop::collection::vec(any_shape(), 1..5),
        transforms in prop::collection::vec(any_transform(), 5),
        points in prop::collection::vec((-8.0..8.0_f32, -8.0..8.0_f32), 20),
    ) {
        let mut entities = String::new();
        for (index, shape) in shapes.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let parent = if index == 0 { String::new() } else { format!(r#", "parent": "e{}""#, index - 1) };
            write!(entities, r#"{comma}{{ "id": "e{index}"{parent}, "sprite": {} }}"#, shape.sprite()).unwrap();
        }
        let mut stage = Stage::new(&entities);
        for (index, transform) in (0..shapes.len()).zip(transforms) {
            stage.edit(&format!("e{index}"), |node| node.transform = transform);
        }
        for (x, y) in points {
            let found = stage.all_at(x, y);
            prop_assert_eq!(stage.at(x, y), found.first().cloned().unwrap_or_default());
            for (index, shape) in shapes.iter().enumerate() {
                let id = format!("e{index}");
                let world = stage.forest.world(stage.node(&id)).unwrap().as_daffine2();
                let corners = shape.corners_in_entity().map(|corner| world.transform_point2(corner));
                let corners: Vec<DVec2> = corners.collect();
                if let Some(inside) = in_world(&corners, DVec2::new(x.into(), y.into())) {
                    prop_assert_eq!(found.contains(&id), inside, "{} at {} {}", id, x, y);
                }
                if found.contains(&id) {
                    prop_assert!(stage.in_rect([x, y], [x, y]).contains(&id));
                }
            }
        }
    }
}
