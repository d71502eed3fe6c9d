//! What the machines of this game do, each a type that its documents can name.
//!
//! | type | keys | |
//! |---|---|---|
//! | `drive` | `speed`, `grip`, `turn` | goes where W, A, S and D say, and turns that way |
//! | `chase` | `target`, `speed`, `grip`, `turn`, `keep` | goes to the nearest one with a tag, and around it within `keep` |
//! | `aim` | `speed` | points at the mouse, or turns by the arrow keys |
//! | `shoot` | `template`, `slot`, `every`, `key`, `target`, `range` | spawns at one of its slots while a key is down or somebody is near |
//! | `fly` | `speed` | gets a velocity, once, the way it points |
//! | `breaks` | `health`, `score`, `off`, `leaves` | comes off its parent, or goes and lets its parts go |
//! | `scatter` | `speed`, `spin` | gets a velocity by chance, once |
//! | `swell` | `to`, `secs` | grows or shrinks to so many times its size, and goes |
//! | `fit` | `template`, `slots`, `done` | fills its empty slots, and loses the tag `done` |

mod aim;
mod breaks;
mod drive;
mod fit;
mod fly;
mod read;
mod shoot;
mod swell;

use kinfolk_game::Registry;

/// Adds all of them to those that come with Kinfolk.
pub fn add_to(registry: &mut Registry) {
    registry.add("aim", aim::make);
    registry.add("breaks", breaks::make);
    registry.add("chase", drive::make_chase);
    registry.add("drive", drive::make_drive);
    registry.add("fit", fit::make);
    registry.add("fly", fly::make_fly);
    registry.add("scatter", fly::make_scatter);
    registry.add("shoot", shoot::make);
    registry.add("swell", swell::make);
}
