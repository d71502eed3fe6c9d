//! Single values: the right kind, a sensible size, or a finding.

use crate::diagnostic::Code;
use crate::document::{Angle, Field, Inherit, Place2, SlotMode};
use crate::json::{Json, Object, Text};
use crate::keys;
use crate::number::{self, Number};
use crate::suggest;
use crate::tape::{At, Kind};

use super::{MOST_LEVELS, Names, Reader, listed};

impl Reader<'_> {
    pub(super) fn wrong_type(&mut self, at: At, what: &str, wanted: &str) {
        let found = match self.tape.kind(at) {
            Kind::Object => "an object",
            Kind::Array => "a list",
            Kind::Plain | Kind::Escaped => "a string",
            Kind::Number => "a number",
            Kind::True | Kind::False => "a truth value",
            Kind::Null => "null",
        };
        let message = format!("{what} must be {wanted}, not {found}");
        self.find(at, Code::WrongType, message, None);
    }

    pub(super) fn object(&mut self, at: At, what: &str) -> bool {
        let fine = self.tape.kind(at) == Kind::Object;
        if !fine {
            self.wrong_type(at, what, "an object");
        }
        fine
    }

    pub(super) fn array(&mut self, at: At, what: &str) -> bool {
        let fine = self.tape.kind(at) == Kind::Array;
        if !fine {
            self.wrong_type(at, &format!("\"{what}\""), "a list");
        }
        fine
    }

    pub(super) fn text(&mut self, at: At, what: &str) -> Option<Text> {
        match self.tape.kind(at) {
            Kind::Plain | Kind::Escaped => Some(self.tape.string(at).as_ref().into()),
            _ => {
                self.wrong_type(at, &format!("\"{what}\""), "a string");
                None
            }
        }
    }

    /// A string in a list.
    fn word(&mut self, at: At, list: &str) -> Option<Text> {
        match self.tape.kind(at) {
            Kind::Plain | Kind::Escaped => Some(self.tape.string(at).as_ref().into()),
            _ => {
                self.wrong_type(at, &format!("every element of \"{list}\""), "a string");
                None
            }
        }
    }

    pub(super) fn text_or_null(&mut self, at: At, what: &str) -> Option<Text> {
        match self.tape.kind(at) {
            Kind::Null => None,
            _ => self.text(at, what),
        }
    }

    pub(super) fn f32(&mut self, at: At, what: &str) -> Option<f32> {
        if self.tape.kind(at) != Kind::Number {
            self.wrong_type(at, &format!("\"{what}\""), "a number");
            return None;
        }
        let value = number::parse_f32(self.tape.raw(at));
        if value.is_none() {
            self.not_finite(at);
        }
        value
    }

    fn not_finite(&mut self, at: At) {
        let message = format!("{} is too large for single precision", self.tape.raw(at));
        let help = "the largest is about 3.4e38".to_owned();
        self.find(at, Code::NotFinite, message, help);
    }

    pub(super) fn i32(&mut self, at: At, what: &str) -> Option<i32> {
        let whole = self.whole(at, what, "a whole number")?;
        let value = i32::try_from(whole).ok();
        if value.is_none() {
            let message = format!("{} is too large for \"{what}\"", self.tape.raw(at));
            let help = format!("from {} to {}", i32::MIN, i32::MAX);
            self.find(at, Code::BadValue, message, help);
        }
        value
    }

    pub(super) fn u32(&mut self, at: At, what: &str) -> Option<u32> {
        let whole = self.whole(at, what, "a whole number")?;
        let value = u32::try_from(whole).ok();
        if value.is_none() {
            let message = format!("{} is no size for \"{what}\"", self.tape.raw(at));
            let help = format!("from 0 to {}", u32::MAX);
            self.find(at, Code::BadValue, message, help);
        }
        value
    }

    fn whole(&mut self, at: At, what: &str, wanted: &str) -> Option<i64> {
        if self.tape.kind(at) != Kind::Number {
            self.wrong_type(at, &format!("\"{what}\""), wanted);
            return None;
        }
        let Some(number) = Number::parse(self.tape.raw(at)) else {
            let message = format!("{} is too large for \"{what}\"", self.tape.raw(at));
            self.find(at, Code::NotFinite, message, None);
            return None;
        };
        let value = number.to_f64();
        if value != value.trunc() {
            let message = format!("\"{what}\" must be {wanted}, not {}", self.tape.raw(at));
            self.find(at, Code::WrongType, message, None);
            return None;
        }
        Some(value as i64) // saturates, and is then refused for its size
    }

    /// `null`, or what `read` makes of it.
    pub(super) fn or_null<T>(
        &mut self,
        at: At,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Field<T> {
        match self.tape.kind(at) {
            Kind::Null => Field::Null,
            _ => read(self).into(),
        }
    }

    pub(super) fn field_text(&mut self, at: At, what: &str) -> Field<Text> {
        self.or_null(at, |reader| reader.text(at, what))
    }

    pub(super) fn field_bool(&mut self, at: At, what: &str) -> Field<bool> {
        match self.tape.kind(at) {
            Kind::True => Field::Set(true),
            Kind::False => Field::Set(false),
            Kind::Null => Field::Null,
            _ => {
                self.wrong_type(at, &format!("\"{what}\""), "true or false");
                Field::Absent
            }
        }
    }

    pub(super) fn tags(&mut self, at: At) -> Field<Vec<Text>> {
        self.or_null(at, |reader| {
            if !reader.array(at, "tags") {
                return None;
            }
            let elements: Vec<_> = reader.tape.elements(at).collect();
            let mut tags: Vec<Text> = Vec::with_capacity(elements.len());
            for element in elements {
                tags.extend(reader.word(element, "tags"));
            }
            Some(tags)
        })
    }

    pub(super) fn transform(&mut self, at: At) -> Field<Place2> {
        self.or_null(at, |reader| {
            if !reader.object(at, "a transform") {
                return None;
            }
            Some(reader.place(at))
        })
    }

    fn place(&mut self, at: At) -> Place2 {
        let mut place = Place2::default();
        let mut seen = 0_u8;
        let mut unknown = Names::default();
        let end = self.tape.next(at);
        let mut key_at = at + 1;
        while key_at < end {
            let value = key_at + 1;
            let this_key = key_at;
            key_at = self.tape.next(value);
            let key = self.tape.string(this_key);
            let Some(index) = keys::TRANSFORM.iter().position(|known| *known == key) else {
                if !self.is_repeated(&mut unknown, &key, this_key) {
                    self.unknown_key(this_key, &key, "a transform", listed(keys::TRANSFORM));
                    self.keep(value, &key, &mut place.extra);
                }
                continue;
            };
            if seen & (1 << index) != 0 {
                self.repeated(this_key, &key);
                continue;
            }
            seen |= 1 << index;
            match index {
                0 => place.x = self.or_null(value, |reader| reader.f32(value, "x")),
                1 => place.y = self.or_null(value, |reader| reader.f32(value, "y")),
                2 => place.angle = self.angle(value, "angle"),
                3 => place.scale_x = self.or_null(value, |reader| reader.f32(value, "scaleX")),
                4 => place.scale_y = self.or_null(value, |reader| reader.f32(value, "scaleY")),
                _ => place.skew = self.angle(value, "skew"),
            }
        }
        place
    }

    fn angle(&mut self, at: At, what: &str) -> Field<Angle> {
        self.or_null(at, |reader| match reader.tape.kind(at) {
            Kind::Plain | Kind::Escaped => reader.angle_with_unit(at, what),
            Kind::Number => {
                let radians = reader.f32(at, what)?;
                if radians.abs() > std::f32::consts::TAU {
                    let message = format!(
                        "{radians} radians are more than a full turn: this looks like degrees"
                    );
                    let help = format!("write \"{radians}deg\"");
                    reader.find(at, Code::LooksLikeDegrees, message, help);
                }
                Some(Angle::Radians(radians))
            }
            _ => {
                reader.wrong_type(
                    at,
                    &format!("\"{what}\""),
                    "a number of radians, or \"45deg\"",
                );
                None
            }
        })
    }

    fn angle_with_unit(&mut self, at: At, what: &str) -> Option<Angle> {
        let text = self.tape.string(at);
        let parsed = parse_angle(&text);
        if parsed.is_none() {
            let message = format!("\"{what}\" cannot be {}", self.tape.raw(at));
            let help = "write radians as a number, or \"45deg\", or \"0.25turn\"".to_owned();
            self.find(at, Code::BadValue, message, help);
        }
        parsed
    }

    pub(super) fn slot_mode(&mut self, at: At) -> Field<SlotMode> {
        self.or_null(at, |reader| {
            let text = reader.text(at, "slotMode")?;
            match text.as_str() {
                "offset" => Some(SlotMode::Offset),
                "override" => Some(SlotMode::Override),
                other => {
                    let message = format!("\"slotMode\" cannot be \"{other}\"");
                    reader.find(
                        at,
                        Code::BadValue,
                        message,
                        suggest::help(other, ["offset", "override"]),
                    );
                    None
                }
            }
        })
    }

    pub(super) fn inherit(&mut self, at: At) -> Field<Inherit> {
        self.or_null(at, |reader| match reader.tape.kind(at) {
            Kind::Plain | Kind::Escaped => {
                let text = reader.tape.string(at);
                match &*text {
                    "all" => Some(Inherit::All),
                    "position" => Some(Inherit::Position),
                    "topLevel" => Some(Inherit::TopLevel),
                    other => {
                        let message = format!("\"inherit\" cannot be \"{other}\"");
                        let is_a_part = INHERITED_PARTS.iter().any(|(part, _)| *part == other);
                        let help = if is_a_part {
                            Some(format!("write a list: [\"position\", \"{other}\"]"))
                        } else {
                            suggest::help(other, ["all", "position", "topLevel"])
                        };
                        reader.find(at, Code::BadValue, message, help);
                        None
                    }
                }
            }
            Kind::Array => Some(reader.inherited_parts(at)),
            _ => {
                reader.wrong_type(
                    at,
                    "\"inherit\"",
                    "\"all\", \"position\", \"topLevel\" or a list",
                );
                None
            }
        })
    }

    fn inherited_parts(&mut self, at: At) -> Inherit {
        let mut parts = kinfolk::Inherits::empty();
        let elements: Vec<_> = self.tape.elements(at).collect();
        for element in elements {
            let Some(name) = self.word(element, "inherit") else {
                continue;
            };
            match INHERITED_PARTS.iter().find(|(known, _)| *known == name) {
                Some(&(_, part)) => parts |= part,
                None => {
                    let message = format!("\"{name}\" cannot be inherited");
                    let help = suggest::help(&name, INHERITED_PARTS.map(|(known, _)| known));
                    self.find(element, Code::BadValue, message, help);
                }
            }
        }
        Inherit::Parts(parts)
    }

    /// A value that Kinfolk only carries, of one of these kinds.
    pub(super) fn carried(&mut self, at: At, what: &str, kinds: &[Kind]) -> Field<Json> {
        let kind = self.tape.kind(at);
        if kind == Kind::Null {
            return Field::Null;
        }
        if kinds.contains(&kind) {
            return Field::Set(self.json(at, 0));
        }
        let wanted = match kinds {
            [Kind::Object] => "an object",
            [Kind::Array] => "a list",
            _ => "an object or a list",
        };
        self.wrong_type(at, &format!("\"{what}\""), wanted);
        Field::Absent
    }

    /// Any value, `level` levels inside of one that Kinfolk only carries.
    pub(super) fn json(&mut self, at: At, level: usize) -> Json {
        if level > MOST_LEVELS {
            let message = format!("this is more than {MOST_LEVELS} levels deep");
            self.find(at, Code::TooDeep, message, None);
            return Json::Null;
        }
        match self.tape.kind(at) {
            Kind::Null => Json::Null,
            Kind::True => Json::Bool(true),
            Kind::False => Json::Bool(false),
            Kind::Plain | Kind::Escaped => Json::String(self.tape.string(at).as_ref().into()),
            Kind::Number => match Number::parse(self.tape.raw(at)) {
                Some(number) => Json::Number(number),
                None => {
                    self.not_finite(at);
                    Json::Null
                }
            },
            Kind::Array => {
                let mut values = Vec::with_capacity(self.tape.elements(at).count());
                let (mut element, end) = (at + 1, self.tape.next(at));
                while element < end {
                    values.push(self.json(element, level + 1));
                    element = self.tape.next(element);
                }
                Json::Array(values)
            }
            Kind::Object => {
                let mut object = Object::new();
                let mut seen = Names::default();
                let pairs: Vec<_> = self.tape.pairs(at).collect();
                for (key_at, value) in pairs {
                    let key = self.tape.string(key_at);
                    if !self.is_repeated(&mut seen, &key, key_at) {
                        let value = self.json(value, level + 1);
                        object.push(key.as_ref().into(), value);
                    }
                }
                Json::Object(object)
            }
        }
    }
}

/// The parts of a parent that a list can name, in the order in which they are written.
pub(crate) const INHERITED_PARTS: [(&str, kinfolk::Inherits); 5] = [
    ("position", kinfolk::Inherits::POSITION),
    ("rotation", kinfolk::Inherits::ROTATION),
    ("scale", kinfolk::Inherits::SCALE),
    ("reflection", kinfolk::Inherits::REFLECTION),
    ("fullOffset", kinfolk::Inherits::FULL_OFFSET),
];

/// `"45deg"` or `"0.25turn"`.
fn parse_angle(text: &str) -> Option<Angle> {
    let text = text.trim();
    let with_unit = |unit: &str| {
        let digits = text.strip_suffix(unit)?.trim_end();
        let plain = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
        if !digits.bytes().all(plain) {
            return None; // Rust would read "inf" and "nan", too
        }
        number::parse_f32(digits)
    };
    let angle = if let Some(degrees) = with_unit("deg") {
        Angle::Degrees(degrees)
    } else {
        Angle::Turns(with_unit("turn")?)
    };
    angle.to_radians().is_finite().then_some(angle)
}
