//! What a 2D node takes over from its parent, and the exact rule for each choice.
//!
//! With everything inherited the rule is one product of matrices, in the hot path of
//! [`node2`](crate::node2). This file is about the rest. A parent's world is taken apart
//! into heading, scale and mirrored axes (which a world carries along, since its matrix
//! cannot tell), and the wanted parts are put together again:
//!
//! - *Decomposed*, without [`FULL_OFFSET`](Inherits::FULL_OFFSET), as games do it: the
//!   child's frame is rotation × scale × mirroring, each only if inherited; what is not
//!   inherited leaves the child's offset unturned and unscaled as well.
//! - *Through the parent*, with `FULL_OFFSET`, as Spine does it: the offset goes through the
//!   whole parent. Rotation without scale: the child's x axis goes through the parent and
//!   gets its length back. Scale without rotation: the parent's stretch, along the
//!   parent's axes.

#[cfg(feature = "reflect")]
use bevy_reflect::std_traits::ReflectDefault;
#[cfg(all(feature = "reflect", feature = "serde"))]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

use crate::inherit::Misfit;
use crate::linear::{Linear, Mirror, direction, length, sign, signed};

bitflags::bitflags! {
    /// What a node takes over from its parent's world. The default is everything.
    ///
    /// ```
    /// use kinfolk::{Forest, Inherits, Node2};
    /// use std::f32::consts::PI;
    ///
    /// let mut forest = Forest::new();
    /// let hero = forest.plant(Node2::at(10.0, 0.0).turned(PI)).unwrap();
    /// let label = Node2::at(0.0, 2.0).with_inherits(Inherits::POSITION);
    /// let label = forest.plant_at(hero, label).unwrap();
    ///
    /// // The hero stands on his head, his name does not.
    /// assert_eq!(forest.world_position(label).unwrap().to_array(), [10.0, 2.0]);
    /// ```
    ///
    /// Visibility, activity and draw order have nothing to do with these.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(transparent))]
    #[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
    #[cfg_attr(feature = "reflect", reflect(opaque, Clone, Debug, Default, PartialEq, Hash))]
    #[cfg_attr(all(feature = "reflect", feature = "serde"), reflect(Serialize, Deserialize))]
    pub struct Inherits: u8 {
        /// The parent's position.
        const POSITION = 1;
        /// The parent's rotation.
        const ROTATION = 1 << 1;
        /// The size of the parent's scale.
        const SCALE = 1 << 2;
        /// The signs of the parent's scale.
        const REFLECTION = 1 << 3;
        /// The node's offset goes through the whole parent, whatever else is inherited.
        const FULL_OFFSET = 1 << 4;

        /// Everything: the node's world is the parent's times its own.
        const ALL = Self::POSITION.bits()
            | Self::ROTATION.bits()
            | Self::SCALE.bits()
            | Self::REFLECTION.bits();
        /// Nothing: the node's own transform is its world. Life and visibility still flow down.
        const TOP_LEVEL = 0;

        /// Spine's mode of this name.
        const ONLY_TRANSLATION = Self::POSITION.bits() | Self::FULL_OFFSET.bits();
        /// Spine's mode of this name.
        const NO_ROTATION_OR_REFLECTION = Self::ONLY_TRANSLATION.bits() | Self::SCALE.bits();
        /// Spine's mode of this name. A bone with a sheared x axis is two nodes: this one
        /// with its rotation, and below it one with the shear and the scale.
        const NO_SCALE = Self::NO_SCALE_OR_REFLECTION.bits() | Self::REFLECTION.bits();
        /// Spine's mode of this name; see [`NO_SCALE`](Self::NO_SCALE) for shear.
        const NO_SCALE_OR_REFLECTION = Self::ONLY_TRANSLATION.bits() | Self::ROTATION.bits();
    }
}

impl Default for Inherits {
    fn default() -> Self {
        Self::ALL
    }
}

/// How own transforms below one parent become worlds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    origin: [f64; 2],
    offset: Linear,
    axes: Axes,
}

#[derive(Clone, Copy, Debug)]
enum Axes {
    /// They go through a matrix, which mirrors like this.
    Through(Linear, Mirror),
    /// The x axis goes through the parent and keeps its length; the y axis stays square to
    /// it, on the other side if `mirrored`.
    Heading { parent: Linear, mirrored: bool },
}

/// A linear part and the axes that it mirrors.
pub(crate) type Mirrored = (Linear, Mirror);

impl Frame {
    /// The frame below `parent` for a node that inherits this.
    pub(crate) fn new(inherits: Inherits, parent: Mirrored, parent_origin: [f64; 2]) -> Self {
        let (linear, mirror) = parent;
        let origin = if inherits.contains(Inherits::POSITION) {
            parent_origin
        } else {
            [0.0; 2]
        };
        if inherits.contains(Inherits::ALL) {
            return Self {
                origin,
                offset: linear,
                axes: Axes::Through(linear, mirror),
            };
        }
        if inherits.contains(Inherits::FULL_OFFSET) {
            return Self {
                origin,
                offset: linear,
                axes: Axes::of_spine(inherits, parent),
            };
        }
        let kept = if inherits.contains(Inherits::REFLECTION) {
            mirror
        } else {
            Mirror::NONE
        };
        let mut scale = [1.0, 1.0];
        if inherits.contains(Inherits::SCALE) {
            scale = [length(linear.x), length(linear.y)];
        }
        let mut frame = Linear::scale(scale[0] * sign(kept.x), scale[1] * sign(kept.y));
        if inherits.contains(Inherits::ROTATION) {
            frame = Linear::rotation_to(linear.heading(mirror)).times(frame);
        }
        Self {
            origin,
            offset: frame,
            axes: Axes::Through(frame, kept),
        }
    }

    /// The world of a node with this own linear part and offset.
    pub(crate) fn world(&self, own: Mirrored, offset: [f64; 2]) -> (Mirrored, [f64; 2]) {
        let [x, y] = self.offset.apply(offset);
        let place = [x + self.origin[0], y + self.origin[1]];
        let (own_linear, own_mirror) = own;
        let world = match self.axes {
            Axes::Through(frame, mirror) => (frame.times(own_linear), mirror.with(own_mirror)),
            Axes::Heading { parent, mirrored } => {
                let heading = own_linear.heading(own_mirror);
                let unturned = Linear::rotation_to(heading).transposed().times(own_linear);
                let frame = headed(parent, heading, mirrored);
                (
                    frame.times(unturned),
                    own_mirror.with(Mirror {
                        x: false,
                        y: mirrored,
                    }),
                )
            }
        };
        (world, place)
    }

    /// The own linear part that gives this world.
    pub(crate) fn own_axes(&self, world: Mirrored) -> Result<Mirrored, Misfit> {
        let (linear, mirror) = world;
        match self.axes {
            Axes::Through(frame, frame_mirror) => {
                let inverse = frame.inverse().ok_or(Misfit::NotInvertible)?;
                Ok((inverse.times(linear), mirror.with(frame_mirror)))
            }
            Axes::Heading { parent, mirrored } => {
                let heading = self.own_heading(linear.heading(mirror))?;
                let frame = headed(parent, heading, mirrored);
                let inverse = frame.inverse().ok_or(Misfit::NotInvertible)?;
                let unturned = inverse.times(linear);
                let own = Linear::rotation_to(heading).times(unturned);
                Ok((
                    own,
                    mirror.with(Mirror {
                        x: false,
                        y: mirrored,
                    }),
                ))
            }
        }
    }

    /// Whether no own axes could give just any world.
    pub(crate) fn is_flat(&self) -> bool {
        self.own_heading([1.0, 0.0]).is_err()
    }

    /// The own heading that gives this heading in the world.
    pub(crate) fn own_heading(&self, world: [f64; 2]) -> Result<[f64; 2], Misfit> {
        let frame = match self.axes {
            Axes::Through(frame, _) => frame,
            Axes::Heading { parent, .. } => parent,
        };
        let inverse = frame.inverse().ok_or(Misfit::NotInvertible)?;
        direction(inverse.apply(world)).ok_or(Misfit::NotInvertible)
    }

    /// The own offset that gives this place in the world.
    pub(crate) fn own_offset(&self, place: [f64; 2]) -> Result<[f64; 2], Misfit> {
        let inverse = self.offset.inverse().ok_or(Misfit::NotInvertible)?;
        Ok(inverse.apply([place[0] - self.origin[0], place[1] - self.origin[1]]))
    }
}

impl Axes {
    /// The rule for axes whose offset goes through the whole parent.
    fn of_spine(inherits: Inherits, (parent, mirror): Mirrored) -> Self {
        let rotation = inherits.contains(Inherits::ROTATION);
        let scale = inherits.contains(Inherits::SCALE);
        let reflection = inherits.contains(Inherits::REFLECTION);
        if rotation && !scale {
            return Self::Heading {
                parent,
                mirrored: reflection && (mirror.x ^ mirror.y),
            };
        }
        let kept = if reflection { mirror } else { Mirror::NONE };
        let mut stretch = Linear::scale(sign(kept.x), sign(kept.y));
        if scale {
            let x = length(parent.x);
            // Without the skew: the y axis square to the x axis, over the same area.
            let y = if x > 0.0 {
                parent.determinant().abs() / x
            } else {
                length(parent.y)
            };
            stretch = Linear::scale(x * sign(kept.x), y * sign(kept.y));
        }
        let heading = Linear::rotation_to(parent.heading(kept));
        let turned = heading.times(stretch);
        let frame = if rotation {
            turned
        } else {
            turned.times(heading.transposed())
        };
        Self::Through(frame, kept)
    }
}

/// The square frame whose x axis is where `parent` takes `heading`.
fn headed(parent: Linear, heading: [f64; 2], mirrored: bool) -> Linear {
    let [cos, sin] = direction(parent.apply(heading)).unwrap_or(heading);
    Linear {
        x: [cos, sin],
        y: signed([-sin, cos], mirrored),
    }
}
