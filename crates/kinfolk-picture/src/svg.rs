//! Drawings as SVG text.
//!
//! The view box is in pixels, and numbers have at most three decimals, so a path is never
//! off by more than a thousandth of a pixel. Every image is embedded once.

use std::fmt::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::colour::Colour;
use crate::drawing::{Corners, Drawing, Pen, Shape};
use crate::folder::Image;
use crate::path::{Path, Step};
use crate::plane::{Affine, Point};

/// Writes everything.
pub(crate) fn to_svg(drawing: &Drawing) -> String {
    let mut text = String::new();
    // A string takes everything that is written to it.
    let _ = write_svg(drawing, &mut text);
    text
}

fn write_svg(drawing: &Drawing, out: &mut String) -> fmt::Result {
    let (width, height) = (drawing.width, drawing.height);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" fill=\"none\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">"
    )?;
    if !drawing.images.is_empty() {
        write_images(&drawing.images, out)?;
    }
    if drawing.background.alpha > 0 {
        write!(out, "<rect width=\"{width}\" height=\"{height}\"")?;
        write_colour("fill", drawing.background, out)?;
        out.push_str("/>\n");
    }
    for layer in &drawing.layers {
        if layer.shapes.is_empty() {
            continue;
        }
        writeln!(out, "<g><title>{}</title>", Escaped(&layer.title))?;
        for shape in &layer.shapes {
            write_shape(shape, out)?;
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    Ok(())
}

fn write_images(images: &[Image], out: &mut String) -> fmt::Result {
    out.push_str("<defs>\n");
    for (index, image) in images.iter().enumerate() {
        write!(
            out,
            "<image id=\"image{index}\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" \
             href=\"data:image/png;base64,"
        )?;
        STANDARD.encode_string(&image.png, out);
        out.push_str("\"/>\n");
    }
    out.push_str("</defs>\n");
    Ok(())
}

fn write_shape(shape: &Shape, out: &mut String) -> fmt::Result {
    match shape {
        Shape::Area { path, colour } => {
            out.push_str("<path");
            write_path(path, out)?;
            write_colour("fill", *colour, out)?;
        }
        Shape::Line { path, colour, pen } => {
            out.push_str("<path");
            write_path(path, out)?;
            write_colour("stroke", *colour, out)?;
            write_pen(pen, out)?;
        }
        Shape::Image {
            index,
            pixel_from_unit: Affine { x, y, origin },
            opacity,
            pixelated,
        } => {
            write!(
                out,
                "<use href=\"#image{index}\" transform=\"matrix({} {} {})\"",
                Pair(*x),
                Pair(*y),
                Pair(*origin)
            )?;
            if *opacity < 1.0 {
                write!(out, " opacity=\"{}\"", Short(*opacity))?;
            }
            if *pixelated {
                out.push_str(" style=\"image-rendering:pixelated\"");
            }
        }
    }
    out.push_str("/>\n");
    Ok(())
}

fn write_path(path: &Path, out: &mut String) -> fmt::Result {
    out.push_str(" d=\"");
    for step in &path.steps {
        match *step {
            Step::Move(to) => write!(out, "M{}", Pair(to))?,
            Step::Line(to) => write!(out, "L{}", Pair(to))?,
            Step::Quad(bend, to) => write!(out, "Q{} {}", Pair(bend), Pair(to))?,
            Step::Cubic(first, second, to) => {
                write!(out, "C{} {} {}", Pair(first), Pair(second), Pair(to))?;
            }
            Step::Close => out.push('Z'),
        }
    }
    out.push('"');
    Ok(())
}

fn write_colour(what: &str, colour: Colour, out: &mut String) -> fmt::Result {
    let Colour {
        red,
        green,
        blue,
        alpha,
    } = colour;
    write!(out, " {what}=\"#{red:02x}{green:02x}{blue:02x}\"")?;
    if alpha < 255 {
        let opacity = Short(f64::from(alpha) / 255.0);
        write!(out, " {what}-opacity=\"{opacity}\"")?;
    }
    Ok(())
}

fn write_pen(pen: &Pen, out: &mut String) -> fmt::Result {
    write!(out, " stroke-width=\"{}\"", Short(pen.width))?;
    if pen.corners == Corners::Sharp {
        out.push_str(" stroke-linecap=\"butt\" stroke-linejoin=\"miter\"");
    }
    if let Some(dash) = pen.dash {
        write!(out, " stroke-dasharray=\"{}\"", Pair(dash))?;
    }
    Ok(())
}

/// Two numbers.
struct Pair(Point);

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Short(self.0[0]), Short(self.0[1]))
    }
}

/// A number with at most three decimals.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 1000.0).round() / 1000.0;
        // Rust prints the shortest number that reads back as the same; −0 is 0.
        write!(f, "{}", rounded + 0.0)
    }
}

/// Text as XML may have it. What XML may not have at all becomes U+FFFD.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' => f.write_char(character)?,
                '\0'..' ' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (1.0, "1"),
            (0.5, "0.5"),
            (1.0 / 3.0, "0.333"),
            (-0.0001, "0"),
            (-2.0, "-2"),
            (16384.9999, "16385"),
            (-12345.678901, "-12345.679"),
        ];
        for (number, text) in cases {
            assert_eq!(Short(number).to_string(), text);
        }
    }

    #[test]
    fn names_are_escaped() {
        let hostile = "</title><script>\"&\u{0}\u{1b}é\u{ffff}";

        assert_eq!(
            Escaped(hostile).to_string(),
            "&lt;/title&gt;&lt;script&gt;&quot;&amp;\u{fffd}\u{fffd}é\u{fffd}"
        );
    }

    #[test]
    fn a_drawing_reads_as_it_was_drawn() {
        let mut drawing = Drawing::new(40, 30, Colour::rgb(0xff_ff_ff));
        drawing.begin("arm & hand");
        let line = Path::polyline([[0.0, 0.0], [10.0, 5.25]]);
        drawing.line(
            line,
            Colour::rgb(0xff_00_00).with_alpha(51),
            Pen::round(2.0),
        );

        assert_eq!(
            to_svg(&drawing),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\" \
             viewBox=\"0 0 40 30\" fill=\"none\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n\
             <rect width=\"40\" height=\"30\" fill=\"#ffffff\"/>\n\
             <g><title>arm &amp; hand</title>\n\
             <path d=\"M0 0L10 5.25\" stroke=\"#ff0000\" stroke-opacity=\"0.2\" \
             stroke-width=\"2\"/>\n\
             </g>\n\
             </svg>\n"
        );
    }
}
