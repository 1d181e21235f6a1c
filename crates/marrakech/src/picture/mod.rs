//! Pictures of a position: [`terminal`] draws text, [`svg`] a vector picture for a page.
//!
//! Interactive pages need the board in layers that are replaced independently: [`ground`], [`rugs`],
//! [`figure`], and above them previews: [`loose_rug`], [`region`], [`walk`].
//!
//! All of them draw adjacent halves of one rug as one piece, since no rug may be laid on both at once; a lone
//! half is drawn alone. None relies on colour: letters, and in the SVG patterns, carry the same information.

mod layers;
mod scale;
mod svg;
mod terminal;
mod tracks;

pub use layers::{BOARD_SIDE, figure, ground, loose_rug, region, rugs, swatch};
pub use svg::svg;
pub use terminal::{Label, Style, terminal};
pub use tracks::walk;

use crate::rules::{Assam, Board, Colour, RugId, Square, Squares};

/// Red, green and blue.
type Rgb = [u8; 3];

/// The colours and letter of a rug.
#[derive(Clone, Copy, Debug)]
struct Paint {
    rug: Rgb,
    ink: Rgb,
}

/// A colour-blind-safe palette: three colours of Okabe and Ito, and a purple darker than theirs, so that all
/// four also differ in lightness.
const fn paint(colour: Colour) -> Paint {
    const BLACK: Rgb = [0, 0, 0];
    const WHITE: Rgb = [255, 255, 255];
    match colour {
        Colour::Cyan => Paint { rug: [86, 180, 233], ink: BLACK },
        Colour::Yellow => Paint { rug: [240, 228, 66], ink: BLACK },
        Colour::Red => Paint { rug: [213, 94, 0], ink: BLACK },
        Colour::Purple => Paint { rug: [106, 46, 140], ink: WHITE },
    }
}

/// The visible pieces: each with its rug and its connected squares; at most two squares on a board from a
/// game.
fn pieces(board: &Board) -> Vec<(RugId, Squares)> {
    let mut seen = Squares::EMPTY;
    let mut pieces = Vec::new();
    for square in Square::all() {
        let Some(id) = board.at(square).filter(|_| !seen.contains(square)) else { continue };
        let halves = board.squares_of(id.colour()).iter().filter(|&s| board.same_rug([square, s]));
        let piece = halves.fold(Squares::EMPTY, |set, s| set.or(Squares::one(s))).region(square);
        seen = seen.or(piece);
        pieces.push((id, piece));
    }
    pieces
}

/// `Assam on 33, looks north`.
fn assam_text(assam: Assam) -> String {
    format!("Assam on {}, looks {}", assam.square, assam.facing.name())
}

/// The singular for one, else the plural.
const fn either<'a>(count: u32, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::{Rgb, paint, pieces};
    use crate::rules::{Colour, Position};

    /// A four-player midgame position.
    pub(super) const MIDDLE: &str = "Pc02107iPy02208iPp04508iPr02108iA53SB\
        n00r03c12n00n00n00n00n00y06c12n00n00r10n00p13c09p10p05r13r13r00p13c04p10p05n00n00\
        n00p04p04p02c05c05n00n00y04y10p14p14c10n00n00y09y09r04r02p07n00n00";

    /// A two-player position with these rugs on the first squares, column by column.
    pub(super) fn two(assam: &str, rugs: &str) -> Position {
        let rest = "n00".repeat(49 - rugs.len() / 3);
        format!("Pc03015iPy00107oA{assam}B{rugs}{rest}").parse().unwrap()
    }

    /// The relative luminance as defined by WCAG, 0 to 1.
    fn luminance(colour: Rgb) -> f64 {
        let [red, green, blue] = colour.map(|channel| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn letters_are_legible_and_rugs_differ_in_lightness() {
        for colour in Colour::ALL {
            assert!(contrast(paint(colour).rug, paint(colour).ink) >= 4.5, "{colour}");
            for other in Colour::ALL.into_iter().filter(|&other| other != colour) {
                let between = contrast(paint(colour).rug, paint(other).rug);
                assert!(between > 1.5, "{colour} {other} {between}");
            }
        }
    }

    #[test]
    fn only_neighbouring_halves_form_one_piece() {
        let shown = |rugs| -> Vec<(String, u32)> {
            let position = two("33N", rugs);
            let pieces = pieces(position.board());
            pieces.into_iter().map(|(id, squares)| (id.to_string(), squares.len())).collect()
        };
        let rugs_text = |pieces: &[(&str, u32)]| -> Vec<(String, u32)> {
            pieces.iter().map(|&(id, count)| (id.to_owned(), count)).collect()
        };
        assert_eq!(shown("c01c01"), rugs_text(&[("c01", 2)]));
        assert_eq!(shown("c01c02"), rugs_text(&[("c01", 1), ("c02", 1)]));
        assert_eq!(shown("c01n00c01"), rugs_text(&[("c01", 1), ("c01", 1)]));
        // the bottom of the first column and the top of the second do not touch
        assert_eq!(shown("n00n00n00n00n00n00y01y01"), rugs_text(&[("y01", 1), ("y01", 1)]));
        assert_eq!(shown("c01n00n00n00n00n00n00c01"), rugs_text(&[("c01", 2)]));
    }
}
