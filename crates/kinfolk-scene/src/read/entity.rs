//! Entities, children and overrides: what is inside, and what is inside of each other.

use crate::diagnostic::Code;
use crate::document::{Entity, Field, Fields, Overrides, Patch};
use crate::keys::{Holder, Key};
use crate::tape::{At, Kind};

use super::{MOST_NESTED_ENTITIES, Reader, Seen};

/// A list of entities that is being read.
struct Open {
    /// Whose children they are.
    owner: Option<Entity>,
    list: Vec<Entity>,
    /// What has not been read yet.
    rest: std::vec::IntoIter<At>,
}

impl Reader<'_> {
    /// The entities in the list at `at`, with everything nested in them.
    pub(super) fn entities(&mut self, at: At, holder: Holder) -> Vec<Entity> {
        let nested = match holder {
            Holder::Entity => Holder::Child,
            other => other,
        };
        let mut open = vec![self.open(None, at)];
        loop {
            let holder = if open.len() == 1 { holder } else { nested };
            let Some(innermost) = open.last_mut() else {
                return Vec::new();
            };
            let Some(element) = innermost.rest.next() else {
                let Some(done) = open.pop() else {
                    return Vec::new();
                };
                let (Some(mut owner), Some(outer)) = (done.owner, open.last_mut()) else {
                    return done.list;
                };
                owner.children = done.list;
                outer.list.push(owner);
                continue;
            };
            let Some((entity, children)) = self.entity(element, holder) else {
                continue;
            };
            match children {
                Some(children) if open.len() > MOST_NESTED_ENTITIES => {
                    let message = format!(
                        "entities are nested more than {MOST_NESTED_ENTITIES} levels deep here"
                    );
                    let help =
                        "give them an \"id\" and put them in \"entities\", with their \"parent\""
                            .to_owned();
                    self.find(children, Code::TooDeep, message, help);
                }
                Some(children) => open.push(self.open(Some(entity), children)),
                None => innermost_list(&mut open).push(entity),
            }
        }
    }

    fn open(&self, owner: Option<Entity>, at: At) -> Open {
        let elements: Vec<_> = self.tape.elements(at).collect();
        Open {
            owner,
            list: Vec::with_capacity(elements.len()),
            rest: elements.into_iter(),
        }
    }

    /// One entity without its children, and where those are.
    fn entity(&mut self, at: At, holder: Holder) -> Option<(Entity, Option<At>)> {
        if !self.object(at, holder.as_str()) {
            return None;
        }
        let mut entity = Entity {
            origin: self.origin(at),
            ..Entity::default()
        };
        let mut seen = Seen::default();
        let mut children = None;
        let end = self.tape.next(at);
        let mut key_at = at + 1;
        while key_at < end {
            let value_at = key_at + 1;
            let this_key = key_at;
            key_at = self.tape.next(value_at);
            let Some(key) =
                self.known_key(this_key, value_at, holder, &mut seen, &mut entity.fields)
            else {
                continue;
            };
            match key {
                Key::Id => entity.id = self.text(value_at, "id"),
                Key::Name => entity.name = self.text(value_at, "name"),
                Key::Parent => entity.parent = self.text_or_null(value_at, "parent"),
                Key::Template => entity.template = self.field_text(value_at, "template"),
                Key::Transform | Key::LocalTransform => {
                    entity.transform = self.transform(value_at);
                }
                Key::Overrides => entity.overrides = self.overrides(value_at),
                Key::Children => {
                    children = self.array(value_at, "children").then_some(value_at);
                }
                key => self.field(key, value_at, &mut entity.fields),
            }
        }
        self.check_names(at, &entity, &seen, holder);
        let named =
            entity.parent.is_some() || (seen.has(Key::Parent) && !self.is_null(at, "parent"));
        let is_root = holder == Holder::Entity && !named;
        self.check_transform_name(at, &seen, is_root);
        Some((entity, children))
    }

    fn value_of(&self, at: At, key: &str) -> Option<At> {
        let pair = self
            .tape
            .pairs(at)
            .find(|&(name, _)| self.tape.string(name) == key);
        pair.map(|(_, value)| value)
    }

    fn is_null(&self, at: At, key: &str) -> bool {
        self.value_of(at, key)
            .is_some_and(|at| self.tape.kind(at) == Kind::Null)
    }

    /// Whether the entity can be told apart from others.
    fn check_names(&mut self, at: At, entity: &Entity, seen: &Seen, holder: Holder) {
        let empty = |name: &Option<_>| {
            name.as_ref()
                .is_some_and(compact_str::CompactString::is_empty)
        };
        if empty(&entity.id) || (holder == Holder::Entity && !seen.has(Key::Id)) {
            let help = "give it an \"id\" that no other entity has".to_owned();
            let message = format!("{} without an id", holder.as_str());
            self.find(at, Code::MissingId, message, help);
        } else if empty(&entity.name)
            || (holder != Holder::Entity && !seen.has(Key::Id) && !seen.has(Key::Name))
        {
            let help = "give it a \"name\" that its siblings do not have".to_owned();
            let message = format!("{} without a name", holder.as_str());
            self.find(at, Code::MissingName, message, help);
        } else if holder == Holder::TemplateChild
            && let Some(name) = &entity.name
            && name.contains('/')
        {
            let message =
                format!("the name \"{name}\" has a / in it, which separates names in overrides");
            let help = Some("use another character".to_owned());
            let name_at = self.value_of(at, "name").unwrap_or(at);
            self.find(name_at, Code::BadValue, message, help);
        }
    }

    fn check_transform_name(&mut self, at: At, seen: &Seen, is_root: bool) {
        let (transform, local) = (seen.has(Key::Transform), seen.has(Key::LocalTransform));
        if transform && local {
            let help = "a root has \"transform\", a child \"localTransform\"".to_owned();
            let second = self.tape.pairs(at).filter(|&(key, _)| {
                matches!(&*self.tape.string(key), "transform" | "localTransform")
            });
            let at = second.last().map_or(at, |(key, _)| key);
            let message = "both \"transform\" and \"localTransform\"";
            self.find(at, Code::TwoNames, message, help);
        } else if (is_root && local) || (!is_root && transform) {
            let (written, wanted, who) = if is_root {
                ("localTransform", "transform", "a root")
            } else {
                ("transform", "localTransform", "a child")
            };
            let key_at = self
                .tape
                .pairs(at)
                .find(|&(key, _)| self.tape.string(key) == written);
            let at = key_at.map_or(at, |(key, _)| key);
            let message = format!("\"{written}\" of {who} is read as \"{wanted}\"");
            let help = format!("write \"{wanted}\"");
            self.find(at, Code::OtherName, message, help);
        }
    }

    /// The key at `key_at`, if it is known, new, and belongs here. What is unknown is kept.
    pub(super) fn known_key(
        &mut self,
        key_at: At,
        at: At,
        holder: Holder,
        seen: &mut Seen,
        fields: &mut Fields,
    ) -> Option<Key> {
        let name = self.tape.string(key_at);
        let Some(key) = Key::of(&name).filter(|key| key.fits(holder)) else {
            if let Some(help) = misplaced(&name, holder) {
                let message = format!("{} cannot have \"{name}\"", holder.as_str());
                self.find(key_at, Code::MisplacedKey, message, help.to_owned());
                return None;
            }
            if !self.is_repeated(&mut seen.unknown, &name, key_at) {
                self.unknown_key(key_at, &name, holder.as_str(), Key::of_holder(holder));
                self.keep(at, &name, &mut fields.extra);
            }
            return None;
        };
        if !seen.note(key) {
            self.repeated(key_at, &name);
            return None;
        }
        if (key == Key::Z && seen.has(Key::Layer)) || (key == Key::Layer && seen.has(Key::Z)) {
            let help = "they are the same: keep one".to_owned();
            self.find(key_at, Code::TwoNames, "both \"z\" and \"layer\"", help);
            return None;
        }
        Some(key)
    }

    pub(super) fn overrides(&mut self, at: At) -> Overrides {
        let mut overrides = Overrides::default();
        if !self.object(at, "\"overrides\"") {
            return overrides;
        }
        let pairs: Vec<_> = self.tape.pairs(at).collect();
        for (key_at, at) in pairs {
            let path = self.tape.string(key_at);
            if overrides.contains_key(&*path) {
                self.repeated(key_at, &path);
                continue;
            }
            let patch = match self.tape.kind(at) {
                Kind::Null => None,
                Kind::Object => Some(self.patch(at)),
                _ => {
                    self.wrong_type(
                        at,
                        &format!("the override of \"{path}\""),
                        "an object, or null to take the child away",
                    );
                    continue;
                }
            };
            overrides.insert(path.as_ref().into(), patch);
        }
        overrides
    }

    fn patch(&mut self, at: At) -> Patch {
        let mut patch = Patch::default();
        let mut seen = Seen::default();
        let pairs: Vec<_> = self.tape.pairs(at).collect();
        for (key_at, value_at) in pairs {
            let Some(key) = self.known_key(
                key_at,
                value_at,
                Holder::Override,
                &mut seen,
                &mut patch.fields,
            ) else {
                continue;
            };
            match key {
                Key::Template => patch.template = self.field_text(value_at, "template"),
                Key::Transform | Key::LocalTransform => patch.transform = self.transform(value_at),
                key => self.field(key, value_at, &mut patch.fields),
            }
        }
        self.check_transform_name(at, &seen, false);
        patch
    }

    /// One of the fields that all holders share.
    pub(super) fn field(&mut self, key: Key, at: At, fields: &mut Fields) {
        match key {
            Key::Slot => fields.slot = self.field_text(at, "slot"),
            Key::SlotMode => fields.slot_mode = self.slot_mode(at),
            Key::Inherit => fields.inherit = self.inherit(at),
            Key::Sprite => fields.sprite = self.carried(at, "sprite", &[Kind::Object, Kind::Array]),
            Key::Physics => fields.physics = self.physics(at),
            Key::Behaviors => fields.behaviors = self.carried(at, "behaviors", &[Kind::Array]),
            Key::ConditionalBehaviors => {
                fields.conditional_behaviors =
                    self.carried(at, "conditionalBehaviors", &[Kind::Array]);
            }
            Key::Tags => fields.tags = self.tags(at),
            Key::Z => fields.z = self.or_null(at, |reader| reader.i32(at, "z")),
            Key::Layer => fields.z = self.or_null(at, |reader| reader.i32(at, "layer")),
            Key::ZRelative => fields.z_relative = self.field_bool(at, "zRelative"),
            Key::YSort => fields.y_sort = self.field_bool(at, "ySort"),
            Key::Visible => fields.visible = self.field_bool(at, "visible"),
            Key::Active => fields.active = self.field_bool(at, "active"),
            Key::AssetPackId => fields.asset_pack_id = self.field_text(at, "assetPackId"),
            _ => {}
        }
    }

    fn physics(&mut self, at: At) -> Field<crate::Json> {
        let physics = self.carried(at, "physics", &[Kind::Object]);
        if let Field::Set(body) = &physics
            && let Some(child) = body.get("child")
            && !matches!(
                child.as_str(),
                Some("compound" | "follow" | "joint" | "reject")
            )
            && *child != crate::Json::Null
        {
            let child_at = self.value_of(at, "child").unwrap_or(at);
            let message = format!("a child's body cannot be {}", self.tape.raw(child_at));
            let help = "there is \"compound\", \"follow\", \"joint\", \"reject\"".to_owned();
            self.find(child_at, Code::BadValue, message, help);
        }
        physics
    }
}

fn innermost_list(open: &mut [Open]) -> &mut Vec<Entity> {
    match open.last_mut() {
        Some(innermost) => &mut innermost.list,
        None => unreachable!("the outermost list is open until it is returned"),
    }
}

/// What to do instead, if the key has a meaning that is impossible here.
fn misplaced(key: &str, holder: Holder) -> Option<&'static str> {
    Some(match (key, holder) {
        ("parent", Holder::Child | Holder::TemplateChild) => {
            "it is nested: its parent is around it; leave \"parent\" out"
        }
        ("id", Holder::TemplateChild) => {
            "every entity made of the template gets its own id, {parent}_{name}; give it a \"name\""
        }
        ("id" | "name" | "parent", Holder::Override) => {
            "an override changes what a child is like, not who it is"
        }
        ("children", Holder::Override) => {
            "write new children in \"entities\", with their \"parent\""
        }
        ("overrides", Holder::Override) => "write the whole path as the key: \"LeftArm/Hand\"",
        _ => return None,
    })
}
