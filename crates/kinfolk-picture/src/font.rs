//! Letters made of single strokes, so that text looks the same on any machine.
//!
//! A glyph is drawn on a grid: the baseline is at 2, small letters reach 6, capitals 8 and
//! tails 0. There are glyphs for the printable ASCII characters; any other one is a box.

use crate::path::{Path, Step, lerp};
use crate::plane::{Bounds, Point};

/// The height of a capital, in units of the grid.
pub(crate) const CAPITAL: f64 = 6.0;

/// How thick a pen suits the letters, in units of the grid.
pub(crate) const PEN: f64 = 0.85;

/// Where the letters stand.
const BASELINE: f64 = 2.0;

/// From one baseline to the next.
const LINE: f64 = 10.0;

/// Between two letters.
const GAP: f64 = 1.8;

/// How wide a space is, without the gap.
const SPACE: f64 = 1.0;

/// Half the width of what is drawn for a point.
const DOT: f64 = 0.15;

/// What stands for a character that has no glyph.
const BOX: &str = "0208383202";

/// The glyphs from the space to the tilde, as `xy` pairs.
///
/// Words are strokes: plain ones run straight from point to point (a single point is a
/// dot), those with a `~` are smooth and bent by the points between the first and the last,
/// those with an `o` are smooth loops.
#[rustfmt::skip]
const GLYPHS: [&str; 95] = [
    "",                             // space
    "0804 02",                      // !
    "0806 2826",                    // "
    "1218 3238 0444 0646",          // #
    "~4748080545420203 2921",       // $
    "0248 o08282606 o24444222",     // %
    "~421618383604023245",          // &
    "0806",                         // '
    "~19070311",                    // (
    "~09171301",                    // )
    "2824 0745 0547",               // *
    "2723 0545",                    // +
    "1201",                         // ,
    "0535",                         // -
    "02",                           // .
    "0139",                         // /
    "o08383202",                    // 0
    "061812 0222",                  // 1
    "~0608383502 0232",             // 2
    "~0708383515 ~1535320203",      // 3
    "32380444",                     // 4
    "380805 ~050636320203",         // 5
    "~3738080232350504",            // 6
    "083812",                       // 7
    "o08383505 o05353202",          // 8
    "~0302323808053536",            // 9
    "02 05",                        // :
    "1201 15",                      // ;
    "370533",                       // <
    "0434 0636",                    // =
    "073503",                       // >
    "~070838361514 12",             // ?
    "o26464424 ~46436368080151",    // @
    "022842 1434",                  // A
    "0208 ~08383505 ~05454202",     // B
    "~474808024243",                // C
    "0208 ~08484202",               // D
    "38080232 0525",                // E
    "380802 0525",                  // F
    "~474808024245 2545",           // G
    "0208 4248 0545",               // H
    "0222 0828 1218",               // I
    "3834 ~34320204",               // J
    "0208 4804 1542",               // K
    "080232",                       // L
    "0208244842",                   // M
    "02084248",                     // N
    "o08484202",                    // O
    "0208 ~08484505",               // P
    "o08484202 2441",               // Q
    "0208 ~08484505 2542",          // R
    "~4748080545420203",            // S
    "0848 2822",                    // T
    "0804 ~04024244 4448",          // U
    "082248",                       // V
    "0812375268",                   // W
    "0248 0842",                    // X
    "082548 2522",                  // Y
    "08480242",                     // Z
    "19090111",                     // [
    "0931",                         // \
    "09191101",                     // ]
    "062846",                       // ^
    "0141",                         // _
    "0817",                         // `
    "3632 o06363202",               // a
    "0208 o06363202",               // b
    "~353606023233",                // c
    "3238 o06363202",               // d
    "0434 ~343606023233",           // e
    "~281815 1512 0626",            // f
    "3632 o06363202 ~32300001",     // g
    "0208 ~04063634 3432",          // h
    "0206 08",                      // i
    "1611 ~111000 18",              // j
    "0208 3603 1432",               // k
    "0803 ~030212",                 // l
    "0206 ~04062624 2422 ~24264644 4442", // m
    "0206 ~04063634 3432",          // n
    "o06363202",                    // o
    "0006 o06363202",               // p
    "3036 o06363202",               // q
    "0206 ~040626",                 // r
    "~3536060434320203",            // s
    "1813 ~131222 0626",            // t
    "0604 ~04023234 3632",          // u
    "062246",                       // v
    "0612253246",                   // w
    "0236 0632",                    // x
    "0622 4610",                    // y
    "06360232",                     // z
    "~29191505 ~05151121",          // {
    "0901",                         // |
    "~09191525 ~25151101",          // }
    "~04163446",                    // ~
];

/// The strokes of `text`, in units of the grid, y up, its middle at the origin.
///
/// Line feeds start new lines; each line is centred. The box is that of the letters, from
/// the last line's baseline to the first one's capitals.
pub(crate) fn strokes(text: &str) -> (Path, Bounds) {
    let lines: Vec<&str> = text.lines().collect();
    let below = LINE * lines.len().saturating_sub(1) as f64;
    let height = CAPITAL + below;
    let mut path = Path::default();
    let mut widest = 0.0_f64;
    for (index, line) in lines.iter().enumerate() {
        let width = width(line);
        widest = widest.max(width);
        let baseline = height / 2.0 - CAPITAL - LINE * index as f64;
        let mut pen = [-width / 2.0, baseline - BASELINE];
        for character in line.chars() {
            let glyph = glyph(character);
            for stroke in glyph.split_whitespace() {
                draw(stroke, pen, &mut path);
            }
            pen[0] += advance(glyph);
        }
    }
    (path, Bounds::centred([0.0, 0.0], widest, height))
}

/// How wide a line is, in units of the grid.
fn width(line: &str) -> f64 {
    let advances: f64 = line.chars().map(|c| advance(glyph(c))).sum();
    (advances - GAP).max(0.0)
}

/// The strokes of one character.
fn glyph(character: char) -> &'static str {
    let index = (character as usize).checked_sub(' ' as usize);
    index
        .and_then(|index| GLYPHS.get(index).copied())
        .unwrap_or(BOX)
}

/// From the start of this glyph to the start of the next one.
fn advance(glyph: &str) -> f64 {
    let points = glyph.split_whitespace().flat_map(points);
    match points.map(|point| point[0]).reduce(f64::max) {
        Some(width) => width + GAP,
        None => SPACE + GAP,
    }
}

/// The points of one stroke, on the grid.
fn points(stroke: &str) -> impl Iterator<Item = Point> {
    let digits = stroke.trim_start_matches(['~', 'o']).as_bytes();
    let number = |digit: u8| f64::from(digit.saturating_sub(b'0'));
    digits
        .chunks_exact(2)
        .map(move |pair| [number(pair[0]), number(pair[1])])
}

/// Adds one stroke, its grid's origin at `pen`.
fn draw(stroke: &str, pen: Point, path: &mut Path) {
    let points: Vec<Point> = points(stroke)
        .map(|point| [pen[0] + point[0], pen[1] + point[1]])
        .collect();
    match (stroke.as_bytes().first(), &points[..]) {
        (Some(b'~'), points) => smooth(points, path),
        (Some(b'o'), points) => smooth_loop(points, path),
        (_, &[dot]) => path.extend(Path::rect(&Bounds::centred(dot, DOT * 2.0, DOT * 2.0))),
        (_, points) => path.extend(Path::polyline(points.iter().copied())),
    }
}

/// From the first point to the last, bent by those between.
fn smooth(points: &[Point], path: &mut Path) {
    let [first, bends @ .., last] = points else {
        return;
    };
    path.steps.push(Step::Move(*first));
    for (index, &bend) in bends.iter().enumerate() {
        let to = match bends.get(index + 1) {
            Some(&next) => lerp(bend, next, 0.5),
            None => *last,
        };
        path.steps.push(Step::Quad(bend, to));
    }
}

/// Around inside the points, touching the middle of each side.
fn smooth_loop(points: &[Point], path: &mut Path) {
    let [.., last] = points else {
        return;
    };
    let mut from = *last;
    path.steps.push(Step::Move(lerp(from, points[0], 0.5)));
    for (index, &bend) in points.iter().enumerate() {
        from = bend;
        let next = points.get(index + 1).unwrap_or(&points[0]);
        path.steps.push(Step::Quad(from, lerp(from, *next, 0.5)));
    }
    path.steps.push(Step::Close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_drawn_on_the_grid() {
        for (index, glyph) in GLYPHS.iter().enumerate().skip(1) {
            let character = char::from(b' ' + index as u8);
            assert!(!glyph.is_empty(), "{character}");
            for stroke in glyph.split_whitespace() {
                let digits = stroke.trim_start_matches(['~', 'o']);
                let on_grid = |(at, digit): (usize, char)| match at % 2 {
                    0 => ('0'..='6').contains(&digit),
                    _ => digit.is_ascii_digit(),
                };
                assert!(digits.len() % 2 == 0, "{character}: {stroke}");
                assert!(
                    digits.chars().enumerate().all(on_grid),
                    "{character}: {stroke}"
                );
                let curved = stroke.starts_with(['~', 'o']);
                assert!(!curved || digits.len() >= 6, "{character}: {stroke}");
            }
        }
    }

    #[test]
    fn no_two_glyphs_are_the_same() {
        let mut glyphs = GLYPHS.to_vec();
        glyphs.push(BOX);
        glyphs.sort_unstable();
        assert!(glyphs.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn text_is_centred_on_the_origin() {
        let (path, bounds) = strokes("HH\nH");

        assert!(bounds.grown(1e-9).contains(&path.bounds()));
        assert!(path.bounds().grown(1e-9).contains(&bounds));
        assert_eq!(bounds.centre(), [0.0, 0.0]);
        assert_eq!(bounds.size()[1], CAPITAL + LINE);
    }

    #[test]
    fn other_characters_are_boxes_and_nothing_is_nothing() {
        assert_eq!(strokes("é").0, strokes("\u{7f}").0);
        assert_eq!(strokes("é").0.steps.len(), 5);
        assert_eq!(strokes("").0, Path::default());
        assert_eq!(strokes("\n \n").0, Path::default());
    }
}
