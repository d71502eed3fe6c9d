//! What can be written, and what is said about what cannot.

use super::{Kind, Value, Zon, read};

fn zon(text: &str) -> Zon {
    read(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

fn real(text: &str) -> f64 {
    match zon(text).root().kind() {
        Kind::Number(number) => number.real,
        other => panic!("{text} is {other:?}"),
    }
}

fn whole(text: &str) -> Option<i64> {
    match zon(text).root().kind() {
        Kind::Number(number) => number.whole,
        other => panic!("{text} is {other:?}"),
    }
}

fn string(text: &str) -> String {
    match zon(text).root().kind() {
        Kind::Text(text) => text.to_owned(),
        other => panic!("{text} is {other:?}"),
    }
}

/// `offset: message; help`
fn fault(text: &str) -> String {
    let fault = read(text).expect_err(text);
    let help = fault.help.map_or(String::new(), |help| format!("; {help}"));
    format!("{}: {}{help}", fault.part.start, fault.message)
}

/// A value as one line of text.
fn drawn(value: Value<'_>) -> String {
    match value.kind() {
        Kind::Null => "null".to_owned(),
        Kind::Bool(truth) => truth.to_string(),
        Kind::Number(number) => number.real.to_string(),
        Kind::Text(text) => format!("{text:?}"),
        Kind::Word(word) => format!(".{word}"),
        Kind::Empty => "()".to_owned(),
        Kind::Tuple => {
            let elements: Vec<_> = value.elements().map(drawn).collect();
            format!("({})", elements.join(" "))
        }
        Kind::Struct => {
            let field =
                |field: super::FieldOf<'_>| format!("{}={}", field.name, drawn(field.value));
            let fields: Vec<_> = value.fields().map(field).collect();
            format!("{{{}}}", fields.join(" "))
        }
    }
}

#[test]
fn values_are_in_each_other() {
    let text = ".{ .a = .{ 1, .b, \"c\" }, .@\"x y\" = .{}, .d = .{ .e = null, .f = true, }, }";

    assert_eq!(
        drawn(zon(text).root()),
        "{a=(1 .b \"c\") x y=() d={e=null f=true}}"
    );
}

#[test]
fn enum_literals_and_braces_may_stand_alone() {
    assert_eq!(drawn(zon(".dynamic").root()), ".dynamic");
    assert_eq!(
        drawn(zon(".{ .@\"a b\", .{}, .{ .{} } }").root()),
        "(.a b () (()))"
    );
    assert_eq!(drawn(zon(".{ .a = .b }").root()), "{a=.b}");
}

#[test]
fn a_struct_may_lack_its_braces() {
    let expected = "{entities=(1) name=\"x\"}";
    for end in ["", ",", ";", " ,\n", "\n;\n// end"] {
        let text = format!(".entities = .{{ 1 }}, .name = \"x\"{end}");
        assert_eq!(drawn(zon(&text).root()), expected, "{text}");
    }
    assert_eq!(drawn(zon(".{ 1 };").root()), "(1)");
}

#[test]
fn numbers_have_four_bases() {
    assert_eq!(whole("1_000"), Some(1000));
    assert_eq!(whole("0xFf"), Some(255));
    assert_eq!(whole("0o17"), Some(15));
    assert_eq!(whole("0b1_01"), Some(5));
    assert_eq!(whole("-0x10"), Some(-16));
    assert_eq!(whole("- 7"), Some(-7));
    assert_eq!(whole("-9223372036854775808"), Some(i64::MIN));
    assert_eq!(whole("9223372036854775808"), None);
    assert_eq!(whole("-0"), None);
    assert!(real("-0").is_sign_negative());
}

#[test]
fn floats_have_points_and_exponents() {
    assert_eq!(real("1.5"), 1.5);
    assert_eq!(real("1_0.2_5e+1"), 102.5);
    assert_eq!(real("-2E-2"), -0.02);
    assert_eq!(real("0x1.8p3"), 12.0);
    assert_eq!(real("-0x.8p0".replace("x.", "x0.").as_str()), -0.5);
    assert_eq!(real("0x1p-1074"), f64::from_bits(1));
    assert_eq!(real("0x1.fffffffffffffp1023"), f64::MAX);
    assert_eq!(real("0x1e"), 30.0);
    assert_eq!(real("inf"), f64::INFINITY);
    assert_eq!(real("-inf"), f64::NEG_INFINITY);
    assert!(real("nan").is_nan());
}

#[test]
fn an_exponent_beyond_counting_is_the_nearest_that_counts() {
    let many = "9".repeat(80);
    for exponent in [
        i64::MAX.to_string(),
        i64::MIN.to_string()[1..].to_owned(),
        many,
    ] {
        // Digits that are dropped, and those behind the point, count as well.
        for digits in [
            "1",
            "1.8",
            &"1".repeat(40),
            &format!("0.{}", "0".repeat(40) + "1"),
        ] {
            assert_eq!(real(&format!("0x{digits}p{exponent}")), f64::INFINITY);
            assert_eq!(real(&format!("0x{digits}p-{exponent}")), 0.0);
        }
        assert_eq!(real(&format!("0x0p{exponent}")), 0.0);
    }
}

#[test]
fn huge_numbers_do_not_overflow() {
    assert_eq!(
        real("340282366920938463463374607431768211456"),
        2_f64.powi(128)
    );
    assert_eq!(real(&format!("0x1{}", "0".repeat(32))), 2_f64.powi(128));
    assert_eq!(real("0x20000000000001"), 9_007_199_254_740_993_u64 as f64);
    assert_eq!(real(&format!("0b1{}", "0".repeat(5_000))), f64::INFINITY);
    assert_eq!(real("1e999999999999999999999"), f64::INFINITY);
    assert_eq!(real("0x1p-999999999999999999999"), 0.0);
}

#[test]
fn strings_have_escapes() {
    assert_eq!(
        string(r#""a\n\r\t\\\'\"\x41\u{1F600}é""#),
        "a\n\r\t\\'\"A😀é"
    );
    assert_eq!(string(r#""\xc3\xa9""#), "é");
    assert_eq!(string(r#""""#), "");
    assert_eq!(whole("'a'"), Some(97));
    assert_eq!(whole(r"'\''"), Some(39));
    assert_eq!(whole(r"'\u{1F600}'"), Some(0x1F600));
    assert_eq!(whole("'é'"), Some(0xE9));
}

#[test]
fn strings_may_have_lines() {
    let text = ".{ .a =\r\n  \\\\one \\n\r\n  // between\n  \\\\two\r\n}";

    assert_eq!(drawn(zon(text).root()), "{a=\"one \\\\n\\ntwo\"}");
}

#[test]
fn comments_and_byte_order_marks_are_nothing() {
    let text = "\u{feff}//! top\r\n/// about\n.{ // here\n 1 // there\n}// end";

    assert_eq!(drawn(zon(text).root()), "(1)");
}

#[test]
fn parts_are_where_they_were_written() {
    let zon = zon(".{ .a = .b, .c = .{ 1 } }");
    let fields: Vec<_> = zon.root().fields().collect();

    assert_eq!(
        (fields[0].name_part.clone(), fields[0].value.part()),
        (4..5, 8..10)
    );
    assert_eq!(fields[1].value.part(), 17..23);
    assert_eq!(zon.root().part(), 0..25);
}

#[test]
fn faults_say_what_was_expected_and_what_was_found() {
    let cases = [
        ("", "0: expected a value, found the end of the file"),
        (".{", "2: expected a value, found the end of the file"),
        (".{ .a", "5: expected `,` or `}`, found the end of the file"),
        (".{ .a = }", "8: expected a value, found `}`"),
        (".{ 1 2 }", "5: expected `,` or `}`, found `2`"),
        (".{ , }", "3: expected a value, found `,`"),
        (
            ".{ {} }",
            "3: expected a value, found `{`; write `.{`, with a dot",
        ),
        (
            ".{ .a = 1, 2 }",
            "11: expected a field `.name = …`, found `2`; all parts of a struct have names",
        ),
        (
            ".{ 1, .a = 2 }",
            "7: this part has a name, and those before have none; all parts of a struct have names, none of a tuple has",
        ),
        (
            ".{ .a = 1, .a = 2 }",
            "12: a second field `a`; keep one of them",
        ),
        (
            ".{ .a = tank }",
            "8: expected a value, found `tank`; write `.tank` or `\"tank\"`",
        ),
        (
            ".{ .a = Vec{} }",
            "8: expected a value, found `Vec`; leave the type out: write `.{`",
        ),
        (
            ".{ .5 }",
            "4: expected a name or `{` after `.`, found `5`; a number starts with a digit: 0.5",
        ),
        (
            ".{} .{}",
            "4: expected the end of the file, found `.`; a file is one value",
        ),
        (
            ".a = 1; .b = 2",
            "8: expected the end of the file, found `.`",
        ),
        (
            "\"abc",
            "0: this string has no end; close it with `\"`, or start each line with `\\\\`",
        ),
        ("'a", "0: this character has no end; close it with `'`"),
        (
            "'ab'",
            "1: between `'` and `'` is one character; strings have double quotes",
        ),
        (
            r#""a\q""#,
            r#"2: there is no such escape; there are \n, \r, \t, \\, \', \", \xNN and \u{N}"#,
        ),
        (r#""\x4""#, "1: `\\x` is followed by two hexadecimal digits"),
        (
            r#""\u41""#,
            "1: `\\u` is followed by hexadecimal digits in braces",
        ),
        (r#""\u{d800}""#, "1: this is no character of Unicode"),
        (
            r#""\xff""#,
            "1: the bytes in this string are not UTF-8; write characters as `\\u{…}`",
        ),
        (
            "\"a\0\"",
            "2: the control character 0 is in this text; write `\\x00`",
        ),
        (
            ".{ \\ }",
            "3: nothing starts with `\\\\`; a line of a string starts with two of them",
        ),
        (".{ \0 }", "3: nothing starts with `\\0`"),
        (
            ".{ &.{} }",
            "3: nothing starts with `&`; leave it out: there are no pointers",
        ),
        (".{ -nan }", "4: expected a number after `-`, found `nan`"),
    ];
    for (text, message) in cases {
        assert_eq!(fault(text), message, "{text}");
    }
}

#[test]
fn digits_are_where_they_belong() {
    for text in [
        "1_", "1__0", "0x", "0xg", "0b2", "0o8", "1.", "1e", "1e+", "007", "1.5.2", "0x_1",
        "0b1.1", "1f",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn depth_ends_before_the_stack_does() {
    let nested = |levels: usize| format!("{}{}", ".{".repeat(levels), "}".repeat(levels));

    assert!(read(&nested(500)).is_ok());
    assert_eq!(
        fault(&nested(501)),
        "1000: values are nested more than 500 levels deep here; entities may name their `.parent` instead"
    );
    assert!(read(&".{".repeat(1_000_000)).is_err());
}
