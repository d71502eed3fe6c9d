//! The behaviors that come with Kinfolk, one a file.

mod attach_to;
mod follow_path;
mod health;
mod keep;
mod lifetime;
mod oscillate;
mod rotate;
mod rotate_toward;
mod spawn_on_timer;
mod translate;

use crate::behavior::Registry;

pub(crate) fn register(registry: &mut Registry) {
    registry.add_described(&attach_to::ABOUT, attach_to::make);
    registry.add_described(&follow_path::ABOUT, follow_path::make);
    registry.add_described(&health::ABOUT, health::make);
    registry.add_described(&lifetime::ABOUT, lifetime::make);
    registry.add_described(&oscillate::ABOUT, oscillate::make);
    registry.add_described(&rotate::ABOUT, rotate::make);
    registry.add_described(&rotate_toward::ABOUT, rotate_toward::make);
    registry.add_described(&spawn_on_timer::ABOUT, spawn_on_timer::make);
    registry.add_described(&translate::ABOUT, translate::make);
}
