//! The keys of a document: which there are, and who may have which.

macro_rules! keys {
    ($($name:ident $text:literal $holders:expr,)+) => {
        /// A key that Kinfolk knows. The order is the one in which they are written.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Key { $($name,)+ }

        impl Key {
            const ALL: &[(Self, &'static str, u8)] = &[$((Self::$name, $text, $holders),)+];

            /// The key with this text, whoever may have it.
            pub(crate) fn of(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$name),)+
                    _ => None,
                }
            }
        }
    };
}

/// Who has keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Holder {
    /// In `entities`.
    Entity = 1,
    /// In `children` of an entity.
    Child = 2,
    /// In `templates`.
    Template = 4,
    /// In `children` of a template.
    TemplateChild = 8,
    /// In `overrides`.
    Override = 16,
}

const ENTITY: u8 = Holder::Entity as u8;
const CHILD: u8 = Holder::Child as u8;
const TEMPLATE: u8 = Holder::Template as u8;
const TEMPLATE_CHILD: u8 = Holder::TemplateChild as u8;
const OVERRIDE: u8 = Holder::Override as u8;
const DEFINITION: u8 = ENTITY | CHILD | TEMPLATE_CHILD;
const PLACED: u8 = DEFINITION | OVERRIDE;
const ALL: u8 = PLACED | TEMPLATE;

keys! {
    Id "id" ENTITY | CHILD | TEMPLATE,
    Name "name" DEFINITION,
    Description "description" TEMPLATE,
    Extends "extends" TEMPLATE,
    Template "template" PLACED,
    Parent "parent" ENTITY,
    Slot "slot" PLACED,
    SlotMode "slotMode" PLACED,
    Transform "transform" PLACED,
    LocalTransform "localTransform" PLACED,
    Inherit "inherit" ALL,
    Z "z" ALL,
    Layer "layer" ALL,
    ZRelative "zRelative" ALL,
    YSort "ySort" ALL,
    Visible "visible" ALL,
    Active "active" ALL,
    Tags "tags" ALL,
    AssetPackId "assetPackId" ALL,
    Sprite "sprite" ALL,
    Physics "physics" ALL,
    Behaviors "behaviors" ALL,
    ConditionalBehaviors "conditionalBehaviors" ALL,
    Slots "slots" TEMPLATE,
    Overrides "overrides" DEFINITION | TEMPLATE,
    Children "children" DEFINITION | TEMPLATE,
}

impl Key {
    /// Whether `holder` may have this key.
    pub(crate) fn fits(self, holder: Holder) -> bool {
        Self::ALL[self as usize].2 & holder as u8 != 0
    }

    /// The keys that `holder` may have.
    pub(crate) fn of_holder(holder: Holder) -> impl Iterator<Item = &'static str> + Clone {
        Self::ALL
            .iter()
            .filter(move |(_, _, holders)| holders & holder as u8 != 0)
            .map(|&(_, text, _)| text)
    }
}

impl Holder {
    /// In words.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Entity => "an entity",
            Self::Child => "a nested child",
            Self::Template => "a template",
            Self::TemplateChild => "a template's child",
            Self::Override => "an override",
        }
    }
}

/// The keys of the document itself.
pub(crate) const DOCUMENT: &[&str] = &[
    "version",
    "include",
    "limits",
    "templates",
    "entities",
    "rules",
];
/// The keys of `limits`.
pub(crate) const LIMITS: &[&str] = &["maxDepth", "maxEntities"];
/// The keys of a slot.
pub(crate) const SLOT: &[&str] = &["x", "y", "layer"];
/// The keys of a transform.
pub(crate) const TRANSFORM: &[&str] = &["x", "y", "angle", "scaleX", "scaleY", "skew"];

/// What other engines call our keys.
pub(crate) fn in_other_words(key: &str) -> Option<&'static str> {
    Some(match key {
        "prefab" | "type" | "archetype" => "template",
        "position" => "transform",
        "rotation" | "rot" | "rotate" => "angle",
        "scale" => "scaleX\" and \"scaleY",
        "components" => "sprite\", \"physics\" and \"behaviors",
        "hidden" => "visible",
        "enabled" => "active",
        "zIndex" | "z_index" | "order" => "z",
        "zAsRelative" | "z_as_relative" => "zRelative",
        "visuals" | "image" | "texture" => "sprite",
        "body" | "collider" => "physics",
        "scripts" => "behaviors",
        "prefabs" => "templates",
        "objects" | "nodes" => "entities",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_by_its_text() {
        for &(key, text, _) in Key::ALL {
            assert_eq!(Key::of(text), Some(key));
            assert_eq!(Key::ALL[key as usize].0, key);
        }
    }
}
