//! QR codes as pictures.

use std::fmt::Write as _;

use maud::{Markup, html};
use qrcode::{Color, QrCode};

/// The quiet zone around a code, in modules, as its standard demands.
const QUIET: usize = 4;

/// The QR code of a text, dark on light in every scheme, with a name for those who do not see it; nothing for a text that is too long for one.
pub(in crate::rooms) fn qr_code(text: &str, name: &str) -> Option<Markup> {
    let code = QrCode::new(text).ok()?;
    let side = code.width() + 2 * QUIET;
    let path = path(&code);
    Some(html! {
        svg.code role="img" aria-label=(name) viewBox={ "0 0 " (side) " " (side) } shape-rendering="crispEdges" {
            rect width=(side) height=(side) fill="#fff" {}
            path.ink d=(path) fill="#000" {}
        }
    })
}

/// The dark modules, each run of a row as one rectangle.
fn path(code: &QrCode) -> String {
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(code.width()).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                let (left, top, width) = (x + QUIET, y + QUIET, run.len());
                // writing to a string does not fail
                let _ = write!(path, "M{left} {top}h{width}v1h-{width}z");
            }
            x += run.len();
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use qrcode::{Color, QrCode};

    use super::{QUIET, path, qr_code};

    #[test]
    fn the_picture_has_exactly_the_dark_modules() {
        let code = QrCode::new("http://192.168.1.5:7878/room/0123456789abcdef").unwrap();
        let mut painted = vec![Color::Light; code.width() * code.width()];
        for piece in path(&code).split_terminator('z') {
            let numbers: Vec<usize> = piece
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .collect();
            let [left, top, width, 1, _] = numbers[..] else { panic!("{piece}") };
            let start = (top - QUIET) * code.width() + left - QUIET;
            painted[start..start + width].fill(Color::Dark);
        }
        assert_eq!(painted, code.to_colors());
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert!(qr_code(&"a".repeat(5000), "x").is_none());
    }
}
