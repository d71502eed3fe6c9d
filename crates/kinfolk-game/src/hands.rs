//! What the player does to the game: input, gestures, and what is under a finger.
//!
//! Events wait until the next step begins, which hears them in their order; so a run can be
//! repeated from its events. Keys and gestures are also told to rules, by name: a key by what it
//! is called, `mouse` for a button, `tap`, `drag`, `swipe` and `pinch`; whatever is tapped is
//! `self`.

use glam::Vec2;
use kinfolk::NodeId;
use kinfolk_physics::Backend;

use crate::draw::DrawItem;
use crate::game::Game;
use crate::gesture::Gesture;
use crate::input::Input;
use crate::input_event::InputEvent;
use crate::news::Event;
use crate::pick::{pick, pick_all};
use crate::viewport::Viewport;

impl<B: Backend> Game<B> {
    /// Takes note of what the player does; the next step hears of it.
    pub fn put_in(&mut self, event: InputEvent) {
        self.waiting.push(event);
    }

    /// What the devices were like in the last step, as the platform tells it: y down.
    #[must_use]
    pub const fn input(&self) -> &Input {
        &self.input
    }

    /// Where the screen is in the world.
    #[must_use]
    pub const fn viewport(&self) -> &Viewport {
        &self.viewport
    }

    /// Where the screen is in the world, to be moved.
    pub const fn viewport_mut(&mut self) -> &mut Viewport {
        &mut self.viewport
    }

    /// Where the mouse is in the world: y up. [`input`](Self::input) has it as it came.
    #[must_use]
    pub fn get_mouse_position(&self) -> Option<Vec2> {
        self.input.mouse_in_world(&self.viewport)
    }

    /// Where a finger is in the world: y up.
    #[must_use]
    pub fn get_touch(&self, id: u64) -> Option<Vec2> {
        self.input.touch_in_world(id, &self.viewport)
    }

    /// What fingers and mouse meant in the last step, in world coordinates.
    #[must_use]
    pub fn gestures(&self) -> &[Gesture] {
        &self.found
    }

    /// The topmost visible entity at a point of the world.
    pub fn pick(&mut self, point_in_world: Vec2) -> Option<NodeId> {
        pick(
            &self.forest,
            &self.scene,
            &mut self.order,
            &mut self.looks,
            point_in_world,
        )
    }

    /// All visible entities at a point of the world, the topmost first.
    pub fn pick_all(&mut self, point_in_world: Vec2) -> Vec<NodeId> {
        pick_all(
            &self.forest,
            &self.scene,
            &mut self.order,
            &mut self.looks,
            point_in_world,
        )
    }

    /// What is to be drawn after the last step, from the back to the front.
    pub fn draw_list(&mut self) -> &[DrawItem] {
        if self.drawn != Some(self.frame) {
            self.list.refresh(&self.forest, &self.scene);
            self.drawn = Some(self.frame);
        }
        self.list.items()
    }

    /// The same between the last two steps that were drawn, for a clock that is `alpha` of a step
    /// further: what [`advance`](Self::advance) says.
    pub fn draw_list_between(&mut self, alpha: f32) -> Vec<DrawItem> {
        self.draw_list();
        self.list.interpolated(alpha).collect()
    }

    /// Hears what the player has done since the last step.
    pub(crate) fn listen(&mut self) {
        self.input.begin_frame();
        for event in std::mem::take(&mut self.waiting) {
            let name = match &event {
                InputEvent::KeyPressed { key } => Some(key.as_str().into()),
                InputEvent::MousePressed { .. } => Some("mouse".into()),
                _ => None,
            };
            self.input.apply(event);
            if let Some(name) = name {
                self.events.push(Event::Input { name, at: None });
            }
        }
        let (input, viewport) = (&self.input, &self.viewport);
        self.found = self.recogniser.frame(input, viewport, self.secs);
        for gesture in self.found.clone() {
            let (name, at) = match gesture {
                Gesture::Tap { at } => ("tap", self.pick(at)),
                Gesture::DragBegan { at } => ("drag", self.pick(at)),
                Gesture::Swipe { from, .. } => ("swipe", self.pick(from)),
                Gesture::PinchBegan { centre } => ("pinch", self.pick(centre)),
                _ => continue,
            };
            let name = name.into();
            self.events.push(Event::Input { name, at });
        }
    }
}
