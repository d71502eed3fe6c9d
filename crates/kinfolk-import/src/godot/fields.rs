//! Properties of nodes as fields of entities.
//!
//! A node that draws and whose parent does not, follows nobody: its place, its layer and
//! whether it is shown begin anew. So does a node that says so itself, but for being shown.

use kinfolk::Transform2;
use kinfolk_scene::{Angle, Field, Fields, Inherit, Json, Place2};

use super::class::Kind;
use super::props::{Props, Written};
use super::tree::Node;
use crate::entities;

/// What is neither place nor tags.
#[derive(PartialEq)]
struct Look {
    is_top_level: bool,
    z: i32,
    z_relative: bool,
    y_sort: bool,
    visible: bool,
}

impl Look {
    /// How a node of this kind looks below such a parent, if there is one.
    fn new(props: &Props, kind: Kind, parent: Option<Kind>) -> Self {
        let begins_anew = parent.is_some_and(|parent| !parent.is_canvas_item());
        let is_top_level = kind.is_canvas_item() && (props.top_level || begins_anew);
        Self {
            is_top_level,
            z: props.z_index,
            z_relative: props.z_as_relative && !is_top_level,
            y_sort: props.y_sort,
            visible: props.visible,
        }
    }
}

/// Writes down all that is not as usual.
pub(super) fn write_all(fields: &mut Fields, node: &Node, parent: Option<Kind>) {
    let look = Look::new(&node.props, node.kind, parent);
    let usual = Look::new(&Props::default(), Kind::Plain, None);
    write(fields, &look, &usual, Written::default());
    fields.sprite = sprite(node, false).into();
    if !node.props.groups.is_empty() {
        fields.tags = Field::Set(node.props.groups.clone());
    }
}

/// Writes down what was written, and what is not as the root of its template has it.
pub(super) fn write_changes(
    fields: &mut Fields,
    node: &Node,
    parent: Option<Kind>,
    root: &Node,
    written: Written,
) {
    let look = Look::new(&node.props, node.kind, parent);
    let usual = Look::new(&root.props, root.kind, None);
    write(fields, &look, &usual, written);
    if written.has(Written::LOOK) {
        fields.sprite = sprite(node, true).map_or(Field::Null, Field::Set);
    }
    let groups = node.props.groups.iter();
    let added: Vec<_> = groups
        .filter(|group| !root.props.groups.contains(group))
        .cloned()
        .collect();
    if !added.is_empty() {
        fields.tags = Field::Set(added);
    }
}

/// Writes down what was written.
pub(super) fn write_written(
    fields: &mut Fields,
    node: &Node,
    parent: Option<Kind>,
    written: Written,
) {
    let look = Look::new(&node.props, node.kind, parent);
    write(fields, &look, &look, written);
    if written.has(Written::LOOK) {
        fields.sprite = sprite(node, true).map_or(Field::Null, Field::Set);
    }
    if written.has(Written::GROUPS) {
        fields.tags = Field::Set(node.props.groups.clone());
    }
}

fn sprite(node: &Node, replaces: bool) -> Option<Json> {
    let look = node.props.look.as_ref()?;
    look.to_sprite(replaces)
}

fn write(fields: &mut Fields, look: &Look, usual: &Look, written: Written) {
    let follows = written.has(Written::FOLLOWS);
    if look.is_top_level != usual.is_top_level || follows {
        fields.inherit = Field::Set(match look.is_top_level {
            true => Inherit::TopLevel,
            false => Inherit::All,
        });
    }
    if look.z != usual.z || written.has(Written::Z) {
        fields.z = Field::Set(look.z);
    }
    if look.z_relative != usual.z_relative || follows {
        fields.z_relative = Field::Set(look.z_relative);
    }
    if look.y_sort != usual.y_sort || written.has(Written::Y_SORT) {
        fields.y_sort = Field::Set(look.y_sort);
    }
    if look.visible != usual.visible || written.has(Written::VISIBLE) {
        fields.visible = Field::Set(look.visible);
    }
}

/// The numbers that are not as usual.
pub(super) fn transform(node: &Node) -> Field<Place2> {
    let props = &node.props;
    entities::place(&Transform2 {
        position: props.position.into(),
        rotation: props.rotation,
        scale: props.scale.into(),
        skew: props.skew,
    })
}

/// The numbers that were written.
pub(super) fn written_transform(node: &Node, written: Written) -> Field<Place2> {
    let props = &node.props;
    let mut place = Place2::default();
    if written.has(Written::POSITION) {
        place.x = Field::Set(props.position[0]);
        place.y = Field::Set(props.position[1]);
    }
    if written.has(Written::ROTATION) {
        place.angle = Field::Set(Angle::Radians(props.rotation));
    }
    if written.has(Written::SCALE) {
        place.scale_x = Field::Set(props.scale[0]);
        place.scale_y = Field::Set(props.scale[1]);
    }
    if written.has(Written::SKEW) {
        place.skew = Field::Set(Angle::Radians(props.skew));
    }
    entities::if_any(place)
}
