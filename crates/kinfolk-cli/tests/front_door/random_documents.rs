//! Documents by chance: whatever they say, the program ends with 0 or 1 and a whole answer.

use std::fmt::Write as _;

use crate::dice::Dice;
use crate::program::said_to;

/// What a field may hold, also where it should not.
const VALUES: [&str; 18] = [
    "0",
    "1",
    "-1",
    "0.5",
    "1e30",
    "-3.4e38",
    "1e-40",
    "1e39",
    "true",
    "null",
    "\"\"",
    "\"45deg\"",
    "\"arm\"",
    "[]",
    "[\"arm\", 7]",
    "{}",
    "{ \"x\": 1 }",
    "100",
];

const FIELDS: [&str; 12] = [
    "z",
    "visible",
    "active",
    "ySort",
    "zRelative",
    "inherit",
    "slot",
    "tags",
    "physics",
    "name",
    "template",
    "colour",
];

const NUMBERS: [&str; 10] = [
    "0", "1", "-1", "0.5", "1e30", "-3.4e38", "1e-40", "7e4", "-2", "3",
];

const SPRITES: [&str; 14] = [
    r#"{ "type": "rect", "width": 2, "height": 1e30, "color": "red" }"#,
    r#"{ "type": "circle", "radius": 3e38, "stroke": "navy", "strokeWidth": -1 }"#,
    r#"{ "type": "circle", "radius": 0.5, "color": "gold" }"#,
    r#"{ "type": "polygon", "points": [[0, 0], [1e38, 1], [1, -1e38]] }"#,
    r#"{ "type": "line", "points": [[0, 0]], "lineWidth": 0 }"#,
    r#"{ "type": "text", "text": "Löwe\u0000\n\u001b", "size": 1e-30 }"#,
    r#"{ "type": "image", "url": "images/ship.png", "width": 1 }"#,
    r#"{ "type": "image", "url": "../../../etc/passwd" }"#,
    r#"{ "type": "spine", "width": "wide" }"#,
    r#"{ "type": 7 }"#,
    r#"[{ "type": "rect", "opacity": -3, "flipX": true }, { "type": "rect", "scaleX": 0 }]"#,
    "[[]]",
    "null",
    "\"rect\"",
];

/// Mostly good; one in ten breaks off.
fn document(dice: &mut Dice) -> String {
    let mut text = String::from("{ \"templates\": { ");
    for (name, below) in [("arm", "leg"), ("leg", "tank"), ("tank", "arm")] {
        write!(
            text,
            "\"{name}\": {{ \"slots\": {{ \"arm\": {{ \"x\": 1 }} }}"
        )
        .unwrap();
        look(dice, &mut text);
        let closes_a_cycle = below == "arm";
        if dice.roll(if closes_a_cycle { 20 } else { 2 }) == 0 {
            let child = format!("\"name\": \"c\", \"template\": \"{below}\"");
            write!(text, ", \"children\": [{{ {child}").unwrap();
            look(dice, &mut text);
            place(dice, &mut text);
            text += " }]";
        }
        text += " }, ";
    }
    text += "}, \"entities\": [";
    for index in 0..dice.roll(12) {
        write!(text, "{{ \"id\": \"e{index}\"").unwrap();
        if index > 0 && dice.roll(2) == 0 {
            write!(text, ", \"parent\": \"e{}\"", dice.roll(index)).unwrap();
        }
        if dice.roll(2) == 0 {
            let template = dice.pick(&["arm", "leg", "tank"]);
            write!(text, ", \"template\": \"{template}\"").unwrap();
        }
        look(dice, &mut text);
        place(dice, &mut text);
        text += " }, ";
    }
    text += "] }";
    if dice.roll(10) == 0 {
        let cut = dice.roll(text.len());
        text = text.chars().take(cut).collect();
    }
    text
}

fn look(dice: &mut Dice, text: &mut String) {
    if dice.roll(2) == 0 {
        write!(text, ", \"sprite\": {}", dice.pick(&SPRITES)).unwrap();
    }
    if dice.roll(12) == 0 {
        write!(text, ", \"{}\": {}", dice.pick(&FIELDS), dice.pick(&VALUES)).unwrap();
    }
}

fn place(dice: &mut Dice, text: &mut String) {
    text.push_str(", \"transform\": { \"x\": 1");
    for key in ["y", "angle", "scaleX", "scaleY", "skew"] {
        if dice.roll(3) == 0 {
            write!(text, ", \"{key}\": {}", dice.pick(&NUMBERS)).unwrap();
        }
    }
    text.push_str(" }");
}

#[test]
fn no_document_makes_the_program_fall_over() {
    let mut fine = 0;
    for seed in 0..200 {
        let document = document(&mut Dice(seed));

        let world = said_to(&document, &["world", "-", "--json"]);
        let format = if seed % 2 == 0 { "png" } else { "svg" };
        let picture = said_to(
            &document,
            &[
                "render",
                "-",
                "--size",
                "60x40",
                "--overlays",
                "all",
                "--format",
                format,
            ],
        );

        let status = world.status.code();
        let stderr = String::from_utf8_lossy(&world.stderr);
        assert!(matches!(status, Some(0 | 1)), "{document}\n{stderr}");
        assert_eq!(picture.status.code(), status, "{document}");
        assert_eq!(world.stdout.is_empty(), status == Some(1), "{document}");
        assert_eq!(picture.stdout.is_empty(), status == Some(1), "{document}");
        if status == Some(0) {
            fine += 1;
            let all: serde_json::Value = serde_json::from_slice(&world.stdout).unwrap();
            assert!(all.is_array());
        }
    }
    assert!(
        (50..190).contains(&fine),
        "{fine} of 200 are fine: both kinds are wanted"
    );
}
