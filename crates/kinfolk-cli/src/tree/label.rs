//! What a line of the tree says about its entity.
//!
//! Only what is worth a word: what an entity does not have, or has like all others, is left
//! out.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use kinfolk::NodeId;
use kinfolk_scene::Text;

use crate::figures::Whereabouts;
use crate::printable::Printable;
use crate::scene_file::Living;

/// For what is not the point.
pub(super) const DIM: Style = Style::new().dimmed();

const NAME: Style = Style::new().bold();
const TEMPLATE: Style = AnsiColor::Cyan.on_default();
const OVERRIDDEN: Style = AnsiColor::Yellow.on_default();
const LAYER: Style = AnsiColor::Magenta.on_default();
const TAG: Style = AnsiColor::Green.on_default();
const PLAIN: Style = Style::new();

/// One entity to be told about.
#[derive(Debug)]
pub(super) struct Label<'a> {
    pub(super) living: &'a Living,
    pub(super) node: NodeId,
    pub(super) overridden: bool,
    pub(super) local: bool,
    pub(super) world: bool,
}

impl Label<'_> {
    /// Writes it, without an end of line.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Living { scene, forest, .. } = self.living;
        let node = self.node;
        let name = scene.name(node).unwrap_or_default();
        write!(out, "{NAME}{}{NAME:#}", Printable(name))?;
        if let Some(id) = scene.id(node).filter(|id| id != name) {
            write!(out, " {DIM}({}){DIM:#}", Printable(&id))?;
        }
        if let Some(template) = scene.template(node) {
            write!(out, ": {TEMPLATE}{}{TEMPLATE:#}", Printable(template))?;
        }

        let mut also =
            |style: Style, what: &dyn Display| write!(out, " {DIM}·{DIM:#} {style}{what}{style:#}");
        if let Some(slot) = scene.fields(node).and_then(|fields| fields.slot.set()) {
            also(PLAIN, &format_args!("slot {}", Printable(slot)))?;
        }
        if self.overridden {
            also(OVERRIDDEN, &"overridden")?;
        }
        let (Some(own), Some(world)) = (forest.value(node), forest.effective(node)) else {
            return Ok(());
        };
        let flags = [
            ("hidden", own.visible, world.visible()),
            ("inactive", own.active, world.active()),
        ];
        for (flag, own, effective) in flags {
            match (own, effective) {
                (false, _) => also(DIM, &flag)?,
                (true, false) => also(DIM, &format_args!("{flag} with its parent"))?,
                (true, true) => {}
            }
        }
        match (world.z(), own.z) {
            (0, 0) => {}
            (z, own) if z == own => also(LAYER, &format_args!("z {z}"))?,
            (z, own) => also(LAYER, &format_args!("z {z} (own {own})"))?,
        }
        if own.y_sort {
            also(LAYER, &"y-sorted")?;
        }
        if self.local {
            also(PLAIN, &format_args!("local {}", Whereabouts(own.transform)))?;
        }
        if self.world {
            let place = Whereabouts(world.transform());
            also(PLAIN, &format_args!("world {place}"))?;
        }
        let tags = scene.fields(node).and_then(|fields| fields.tags.set());
        for tag in tags.map(Vec::as_slice).unwrap_or_default() {
            also(TAG, &format_args!("#{}", Printable(Text::as_str(tag))))?;
        }
        Ok(())
    }
}
