//! The behaviors that come with Kinfolk, one a file.

mod rotate;

use crate::behavior::Registry;

pub(crate) fn register(registry: &mut Registry) {
    registry.add("rotate", rotate::make);
}
