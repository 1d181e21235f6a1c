//! The board in layers, for pages that replace one layer without touching the others.
//!
//! Every layer is the content of an `<svg viewBox="0 0 780 780">`, where 780 is [`BOARD_SIDE`]; stacked, they
//! show what [`svg`](super::svg) shows left of the players. Rugs use the patterns of [`ground`], which must
//! be somewhere in the page.

use std::fmt;

use crate::picture::pieces;
use crate::picture::scale::{CELL, corner};
use crate::picture::svg::{
    GAP, HEIGHT, PAPER, assam, badge, cloth, frame, fringes, outline, patterns, rug, squares,
};
use crate::picture::tracks::tracks;
use crate::rules::{Assam, Board, Colour, RugId, Square, Squares};

/// Width and height of every layer's view box: 7 squares of 80 with 110 around them.
pub const BOARD_SIDE: usize = HEIGHT;

/// A drawing function as a `Display` value.
struct Drawn<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Drawn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// What never changes: the patterns, the paper, the tracks, the frame, and the empty squares
/// (`id="square-34"`).
#[must_use]
pub fn ground() -> String {
    Drawn(|f: &mut fmt::Formatter<'_>| {
        patterns(f)?;
        let side = BOARD_SIDE - 2;
        writeln!(
            f,
            r##"<rect class="paper" x="1" y="1" width="{side}" height="{side}" rx="18" fill="{PAPER}" stroke="#d9c9a3" stroke-width="2"/>"##
        )?;
        tracks(f)?;
        frame(f)?;
        squares(f, &Board::EMPTY)
    })
    .to_string()
}

/// The visible rugs, with a dashed line of class `newest` around the pieces of `newest`.
#[must_use]
pub fn rugs(board: &Board, newest: Option<RugId>) -> String {
    Drawn(|f: &mut fmt::Formatter<'_>| {
        for (id, squares) in pieces(board) {
            rug(f, id, squares)?;
            if newest == Some(id) {
                let look =
                    r##"fill="none" stroke="#ffffff" stroke-width="4" stroke-dasharray="9 6""##;
                writeln!(f, r#"<path class="newest" d="{}" {look}/>"#, region(squares))?;
            }
        }
        Ok(())
    })
    .to_string()
}

/// Assam on his square, as a group of class `assam`.
#[must_use]
pub fn figure(place: Assam) -> String {
    Drawn(|f: &mut fmt::Formatter<'_>| assam(f, place)).to_string()
}

/// A rug not laid yet, on two neighbouring squares.
#[must_use]
pub fn loose_rug(colour: Colour, [one, other]: [Square; 2]) -> String {
    let [one, other] = [one.min(other), one.max(other)];
    let both = Squares::one(one).or(Squares::one(other));
    Drawn(|f: &mut fmt::Formatter<'_>| {
        fringes(f, one, other)?;
        cloth(f, colour, |inset| outline(both, GAP + inset))?;
        badge(f, colour, corner(one).map(|place| place + GAP + 12))
    })
    .to_string()
}

/// The outline of these squares, without edges between two of them, as SVG path data.
#[must_use]
pub fn region(squares: Squares) -> String {
    let mut around = String::new();
    for square in squares.iter() {
        let ([left, top], (x, y)) = (corner(square), (square.x(), square.y()));
        let (right, bottom) = (left + CELL, top + CELL);
        let edges = [
            (Square::new(x, y.wrapping_sub(1)), [left, top, right, top]),
            (Square::new(x + 1, y), [right, top, right, bottom]),
            (Square::new(x, y + 1), [right, bottom, left, bottom]),
            (Square::new(x.wrapping_sub(1), y), [left, bottom, left, top]),
        ];
        for (beyond, [from_x, from_y, to_x, to_y]) in edges {
            if !beyond.is_some_and(|beyond| squares.contains(beyond)) {
                around += &format!("M{from_x} {from_y}L{to_x} {to_y}");
            }
        }
    }
    around
}

/// A sample of a colour's rugs with its letter, for a view box of 44 by 44.
#[must_use]
pub fn swatch(colour: Colour) -> String {
    Drawn(|f: &mut fmt::Formatter<'_>| {
        let square = |inset| {
            let (start, side) = (2 + inset, 40 - 2 * inset);
            format!("M{start} {start}h{side}v{side}h-{side}z")
        };
        cloth(f, colour, square)?;
        badge(f, colour, [22, 22])
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::{BOARD_SIDE, figure, ground, loose_rug, region, rugs, swatch};
    use crate::picture::svg;
    use crate::picture::tests::MIDDLE;
    use crate::rules::{Colour, Position, Square, Squares};

    fn picture(layers: &str) -> String {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOARD_SIDE} {BOARD_SIDE}">{layers}</svg>"#
        )
    }

    /// Shapes and texts with their positions.
    fn shapes(document: &Document<'_>, group: &str) -> Vec<String> {
        let group = document.descendants().find(|n| n.attribute("class") == Some(group)).unwrap();
        let paths = group.descendants().filter(|n| n.has_tag_name("path"));
        paths.filter_map(|path| path.attribute("d").map(str::to_owned)).collect()
    }

    #[test]
    fn layers_match_the_whole_picture() {
        let position: Position = MIDDLE.parse().unwrap();
        let whole = svg(&position);
        let whole = Document::parse(&whole).unwrap();
        let rugs = rugs(position.board(), None);
        let layers = picture(&format!(
            r#"{}<g class="rugs">{rugs}</g>{}"#,
            ground(),
            figure(position.assam())
        ));
        let layers = Document::parse(&layers).unwrap();
        for group in ["tracks", "rugs", "assam"] {
            assert_eq!(shapes(&layers, group), shapes(&whole, group), "{group}");
        }
    }

    #[test]
    fn the_newest_rug_is_marked_and_a_loose_rug_looks_like_a_laid_one() {
        let position: Position = MIDDLE.parse().unwrap();
        let [one, other] = ["52", "53"].map(|square| square.parse::<Square>().unwrap());
        let id = position.board().at(one).unwrap();
        let marked = picture(&rugs(position.board(), Some(id)));
        let document = Document::parse(&marked).unwrap();
        assert!(document.descendants().any(|n| n.attribute("class") == Some("newest")));
        let loose = loose_rug(Colour::Cyan, [other, one]);
        assert_eq!(loose, loose_rug(Colour::Cyan, [one, other]));
        Document::parse(&picture(&loose)).unwrap();
        Document::parse(&picture(&swatch(Colour::Red))).unwrap();
    }

    #[test]
    fn a_region_has_a_line_around_it_and_none_inside() {
        let edges = |squares: &[&str]| {
            let squares = squares.iter().map(|square| square.parse::<Square>().unwrap());
            let set = squares.fold(Squares::EMPTY, |set, square| set.or(Squares::one(square)));
            region(set).matches('M').count()
        };
        assert_eq!(edges(&["00"]), 4);
        assert_eq!(edges(&["33", "34"]), 6);
        assert_eq!(edges(&["33", "34", "43", "44"]), 8);
        assert_eq!(edges(&["66", "00"]), 8);
        assert_eq!(edges(&[]), 0);
    }

    #[test]
    fn no_layer_needs_a_style_of_its_own() {
        let position: Position = MIDDLE.parse().unwrap();
        let all = [ground(), rugs(position.board(), None), figure(position.assam())].concat();
        assert!(!all.contains("style=") && !all.contains("<script"));
    }
}
