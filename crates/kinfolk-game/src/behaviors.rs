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
    registry.add("attach_to", attach_to::make);
    registry.add("follow_path", follow_path::make);
    registry.add("health", health::make);
    registry.add("lifetime", lifetime::make);
    registry.add("oscillate", oscillate::make);
    registry.add("rotate", rotate::make);
    registry.add("rotate_toward", rotate_toward::make);
    registry.add("spawn_on_timer", spawn_on_timer::make);
    registry.add("translate", translate::make);
}
