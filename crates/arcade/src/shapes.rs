//! Sprites as triangles.
//!
//! A sprite becomes the marks that the editor's page draws ([`Look`]), and those become triangles in
//! the entity's own units, y up. Each sprite is cut once, however many entities have it.

use std::collections::BTreeMap;
use std::ptr;
use std::sync::Arc;

use kinfolk::NodeId;
use kinfolk_picture::{Colour, Look, LookMark, Visual};
use kinfolk_scene::{FieldSet, Fields, Json, Scene};
use lyon_extra::parser::{ParserOptions, PathParser, Source};
use lyon_tessellation::geometry_builder::simple_builder;
use lyon_tessellation::math::Point;
use lyon_tessellation::path::Path;
use lyon_tessellation::{
    FillOptions, FillRule, FillTessellator, LineCap, LineJoin, StrokeOptions, StrokeTessellator,
    VertexBuffers,
};

/// Curves may be off by this much, in units.
const TOLERANCE: f32 = 0.008;

/// How thick a line is that does not say, in units.
const THIN: f32 = 0.03;

/// Triangles of one colour, from the back to the front.
#[derive(Debug, Clone, Default)]
pub struct Shape {
    /// Each with red, green, blue and alpha.
    pub parts: Vec<([u8; 4], Triangles)>,
}

/// Corners, and which three of them are a triangle.
type Triangles = VertexBuffers<Point, u16>;

/// The shapes of a game's entities, cut when they are first asked for.
#[derive(Debug, Default)]
pub struct Shapes {
    /// By [`NodeId::index`]. Holding on to the fields keeps their address from being another's.
    of_nodes: Vec<Option<(Fields, Arc<Shape>)>>,
    /// By the text of the sprite.
    cut: BTreeMap<String, Arc<Shape>>,
}

impl Shapes {
    /// What an entity looks like; none for one without a sprite.
    pub fn of(&mut self, scene: &Scene, node: NodeId) -> Option<Arc<Shape>> {
        let fields = scene.fields(node)?;
        let sprite = fields.sprite.set()?;
        let index = node.index();
        if index >= self.of_nodes.len() {
            self.of_nodes.resize_with(index + 1, || None);
        }
        let known = self.of_nodes[index].as_ref();
        if let Some((_, shape)) =
            known.filter(|(other, _)| ptr::eq::<FieldSet>(&**other, &**fields))
        {
            return Some(Arc::clone(shape));
        }
        let text = sprite.to_string();
        let cut = || Arc::new(Shape::of_sprite(sprite));
        let shape = Arc::clone(self.cut.entry(text).or_insert_with(cut));
        self.of_nodes[index] = Some((fields.clone(), Arc::clone(&shape)));
        Some(shape)
    }
}

impl Shape {
    /// The triangles of a sprite; what cannot be read has a placeholder.
    #[must_use]
    pub fn of_sprite(sprite: &Json) -> Self {
        let json = serde_json::from_str(&sprite.to_string()).unwrap_or_default();
        let visuals = Visual::all_from_json(&json);
        Self::of_visuals(&visuals.unwrap_or_else(|_| vec![Visual::placeholder()]))
    }

    /// Letters whose capitals are `size` high, centred.
    #[must_use]
    pub fn of_text(text: &str, size: f32, colour: &str) -> Self {
        let sprite =
            serde_json::json!({ "type": "text", "text": text, "size": size, "color": colour });
        Self::of_visuals(&Visual::all_from_json(&sprite).unwrap_or_default())
    }

    fn of_visuals(visuals: &[Visual]) -> Self {
        let look = Look::of(visuals, |_| None);
        let marks = look.map_or(Vec::new(), |look| look.marks);
        Self {
            parts: marks.iter().filter_map(triangles).collect(),
        }
    }
}

fn triangles(mark: &LookMark) -> Option<([u8; 4], Triangles)> {
    let mut out = Triangles::new();
    let mut builder = simple_builder(&mut out);
    let colour = match mark {
        LookMark::Area {
            opacity,
            path,
            fill,
        } => {
            let options = FillOptions::tolerance(TOLERANCE).with_fill_rule(FillRule::NonZero);
            let path = path_of(path)?;
            FillTessellator::new()
                .tessellate_path(&path, &options, &mut builder)
                .ok()?;
            colour_of(fill, *opacity)?
        }
        LookMark::Line {
            opacity,
            path,
            stroke,
            width,
            round,
        } => {
            let (join, cap) = if *round {
                (LineJoin::Round, LineCap::Round)
            } else {
                (LineJoin::Miter, LineCap::Butt)
            };
            let width = width.map_or(THIN, |width| width as f32);
            let options = StrokeOptions::tolerance(TOLERANCE)
                .with_line_width(width)
                .with_line_join(join)
                .with_line_cap(cap);
            let path = path_of(path)?;
            StrokeTessellator::new()
                .tessellate_path(&path, &options, &mut builder)
                .ok()?;
            colour_of(stroke, *opacity)?
        }
        _ => return None, // this game has no images
    };
    Some((colour, out))
}

fn path_of(data: &str) -> Option<Path> {
    let mut builder = Path::builder();
    let mut source = Source::new(data.chars());
    PathParser::new()
        .parse(&ParserOptions::DEFAULT, &mut source, &mut builder)
        .ok()?;
    Some(builder.build())
}

fn colour_of(text: &str, opacity: f64) -> Option<[u8; 4]> {
    let colour = Colour::parse(text).ok()?;
    let Colour {
        red,
        green,
        blue,
        alpha,
    } = colour.faded(opacity);
    Some([red, green, blue, alpha])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How large the triangles of a sprite are together.
    fn area(sprite: &str) -> f32 {
        let shape = Shape::of_sprite(&sprite.parse().unwrap());
        let areas = shape.parts.iter().flat_map(|(_, part)| {
            part.indices.chunks(3).map(|corners| {
                let at = |corner: usize| part.vertices[usize::from(corners[corner])];
                ((at(1) - at(0)).cross(at(2) - at(0)) / 2.0).abs()
            })
        });
        areas.sum()
    }

    #[test]
    fn a_sprite_is_cut_into_triangles_of_its_size() {
        assert!((area(r#"{ "type": "rect", "width": 4, "height": 2 }"#) - 8.0).abs() < 1e-4);
        assert!((area(r#"{ "type": "circle", "radius": 1 }"#) - std::f32::consts::PI).abs() < 0.03);
        let arrow = r#"{ "type": "polygon", "points": [[2, 0], [-1, 1], [0, 0], [-1, -1]] }"#;
        assert!((area(arrow) - 2.0).abs() < 1e-4, "it is not convex");
    }

    #[test]
    fn letters_are_as_high_as_they_say() {
        let shape = Shape::of_text("I", 6.0, "white");

        let ys = (shape.parts.iter()).flat_map(|(_, part)| part.vertices.iter().map(|at| at.y));
        let (least, most) = ys.fold((f32::MAX, f32::MIN), |(least, most), y| {
            (least.min(y), most.max(y))
        });

        assert!((most - least - 6.0).abs() < 1.0, "{least} to {most}");
    }
}
