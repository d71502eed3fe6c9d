//! Values of Godot as numbers, truths and words; what is something else is a problem.

use tscn::Value;

use super::report::Trouble;
use super::text::Entry;

/// A finite number.
pub(super) fn number(entry: &Entry) -> Result<f32, Trouble> {
    finite(entry, &entry.value, "a number")
}

/// A truth value.
pub(super) fn truth(entry: &Entry) -> Result<bool, Trouble> {
    match &entry.value {
        Value::Ident(word) if word == "true" => Ok(true),
        Value::Ident(word) if word == "false" => Ok(false),
        _ => Err(wrong(entry, "true or false")),
    }
}

/// A whole number.
pub(super) fn whole(entry: &Entry) -> Result<i32, Trouble> {
    let number = plain_number(&entry.value).ok_or_else(|| wrong(entry, "a whole number"))?;
    if number.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number) {
        Ok(number as i32)
    } else {
        Err(wrong(entry, "a whole number of 32 bits"))
    }
}

/// So many finite numbers in brackets after one of these names.
pub(super) fn numbers<const N: usize>(entry: &Entry, names: &[&str]) -> Result<[f32; N], Trouble> {
    let expected = format!("a {} of {N} numbers", names[0]);
    match &entry.value {
        Value::Call { name, args } if names.contains(&name.as_str()) && args.len() == N => {
            let mut all = [0.0; N];
            for (number, value) in all.iter_mut().zip(args) {
                *number = finite(entry, value, &expected)?;
            }
            Ok(all)
        }
        _ => Err(wrong(entry, &expected)),
    }
}

/// Any number of finite numbers in brackets after this name.
pub(super) fn list(entry: &Entry, wanted: &str) -> Result<Vec<f32>, Trouble> {
    let expected = format!("a {wanted}");
    match &entry.value {
        Value::Call { name, args } if name == wanted => {
            let numbers = args.iter().map(|value| finite(entry, value, &expected));
            numbers.collect()
        }
        _ => Err(wrong(entry, &expected)),
    }
}

/// `Vector2(x, y)`
pub(super) fn vector(entry: &Entry) -> Result<[f32; 2], Trouble> {
    numbers(entry, &["Vector2", "Vector2i"])
}

/// A list of strings.
pub(super) fn words(entry: &Entry) -> Result<Vec<&str>, Trouble> {
    let items = match &entry.value {
        Value::Array(items) | Value::TypedArray { items, .. } => items,
        Value::Call { name, args } if name == "PackedStringArray" => args,
        _ => return Err(wrong(entry, "a list of strings")),
    };
    let words: Option<Vec<_>> = items.iter().map(Value::as_str).collect();
    words.ok_or_else(|| wrong(entry, "a list of strings"))
}

/// The id in `ExtResource("id")`.
pub(super) fn resource(value: &Value) -> Option<String> {
    match value {
        Value::Call { name, args } if name == "ExtResource" => match args.as_slice() {
            [id] => id_text(id),
            _ => None,
        },
        _ => None,
    }
}

/// An id, which older files write as a number.
pub(super) fn id_text(value: &Value) -> Option<String> {
    match value {
        Value::Str(id) | Value::Name(id) => Some(id.clone()),
        Value::Num(id) => Some(id.to_string()),
        _ => None,
    }
}

/// That a value is not what it has to be.
pub(super) fn wrong(entry: &Entry, expected: &str) -> Trouble {
    let message = format!(
        "`{}` is {}, and must be {expected}",
        entry.key,
        in_words(&entry.value)
    );
    Trouble::new(entry.part.clone(), message)
}

fn finite(entry: &Entry, value: &Value, expected: &str) -> Result<f32, Trouble> {
    let exact = plain_number(value).ok_or_else(|| wrong(entry, expected))?;
    let number = exact as f32;
    if number.is_finite() {
        return Ok(number + 0.0); // no negative zero
    }
    let message = format!("`{}` is not finite", entry.key);
    let trouble = Trouble::new(entry.part.clone(), message);
    Err(match exact.is_finite() {
        true => trouble.help("single precision ends at 3.4e38"),
        false => trouble,
    })
}

fn plain_number(value: &Value) -> Option<f64> {
    match value {
        Value::Num(number) => Some(*number),
        Value::Ident(word) => match word.as_str() {
            "inf" => Some(f64::INFINITY),
            "inf_neg" | "-inf" => Some(f64::NEG_INFINITY),
            "nan" | "-nan" => Some(f64::NAN),
            _ => None,
        },
        _ => None,
    }
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Ident(word) => format!("`{word}`"),
        Value::Num(number) => format!("the number {number}"),
        Value::Str(_) | Value::Name(_) => "a string".to_owned(),
        Value::Color(_) => "a colour".to_owned(),
        Value::Array(_) | Value::TypedArray { .. } => "a list".to_owned(),
        Value::Dict(_) | Value::TypedDict { .. } => "a dictionary".to_owned(),
        Value::Call { name, args } => match args.len() {
            1 => format!("{name} of 1 value"),
            count => format!("{name} of {count} values"),
        },
        Value::Object { ty, .. } => format!("an object of type {ty}"),
    }
}
