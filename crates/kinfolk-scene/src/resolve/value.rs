//! From what was written to the own value of a node.

use kinfolk::{Inherits, Node2, Transform2};

use crate::document::{Field, Fields, Place2, Slot, SlotMode};

/// The own value of a node with these numbers and fields, in this slot of its parent.
pub(crate) fn node(place: &Field<Place2>, fields: &Fields, slot: Option<&Slot>) -> Node2 {
    let mut node = Node2 {
        transform: match place.set() {
            Some(place) => transform(place),
            None => Transform2::IDENTITY,
        },
        ..Node2::PLAIN
    };
    if let Some(slot) = slot {
        let mode = fields.slot_mode.set().copied();
        let place = place.set();
        let own = |axis: fn(&Place2) -> Field<f32>| place.map_or(Field::Absent, axis);
        node.transform.position = [
            in_slot(own(|place| place.x), slot.x, mode),
            in_slot(own(|place| place.y), slot.y, mode),
        ]
        .into();
    }
    node.z = z(fields, slot);
    node.z_relative = fields.z_relative.set().copied().unwrap_or(true);
    node.visible = fields.visible.set().copied().unwrap_or(true);
    node.active = fields.active.set().copied().unwrap_or(true);
    node.y_sort = fields.y_sort.set().copied().unwrap_or(false);
    let inherit = fields.inherit.set();
    node.inherits = inherit.map_or(Inherits::ALL, |inherit| inherit.to_inherits());
    node
}

/// The transform of six numbers, with the usual ones where they are absent.
pub(crate) fn transform(place: &Place2) -> Transform2 {
    let number = |field: &Field<f32>, usual| field.set().copied().unwrap_or(usual);
    let angle = |field: &Field<crate::Angle>| field.set().map_or(0.0, |angle| angle.to_radians());
    Transform2 {
        position: [number(&place.x, 0.0), number(&place.y, 0.0)].into(),
        rotation: angle(&place.angle),
        scale: [number(&place.scale_x, 1.0), number(&place.scale_y, 1.0)].into(),
        skew: angle(&place.skew),
    }
}

/// One axis of a child in a slot: absent or 0 is the slot's, unless the mode says otherwise.
fn in_slot(own: Field<f32>, slot: Option<f32>, mode: Option<SlotMode>) -> f32 {
    let (own, slot) = (own.set().copied(), slot.unwrap_or(0.0));
    match mode {
        None => own.filter(|own| *own != 0.0).unwrap_or(slot),
        Some(SlotMode::Override) => own.unwrap_or(slot),
        Some(SlotMode::Offset) => {
            let sum = f64::from(own.unwrap_or(0.0)) + f64::from(slot);
            sum.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
        }
    }
}

fn z(fields: &Fields, slot: Option<&Slot>) -> i32 {
    let own = fields.z.set().copied().unwrap_or(0);
    own.saturating_add(slot.and_then(|slot| slot.layer).unwrap_or(0))
}
