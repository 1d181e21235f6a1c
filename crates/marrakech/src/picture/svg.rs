//! Draws a position as SVG.

use std::fmt;

use crate::picture::scale::{CELL, END, FRAME, START, TRACKS, corner};
use crate::picture::tracks::tracks;
use crate::picture::{Rgb, assam_text, either, paint, pieces};
use crate::rules::{Assam, Board, Colour, Merchant, Position, RugId, SIDE, Square, Squares};

/// From a square's edge to the rug on it.
pub(super) const GAP: usize = 5;
/// From a square's edge to the ornament of the rug on it.
const BORDER: usize = 13;
/// Height, and width without the players.
pub(super) const HEIGHT: usize = END + START;
/// Left edge and width of the panel beside the board.
const PANEL: [usize; 2] = [HEIGHT + 4, 290];
/// Total width.
const WIDTH: usize = PANEL[0] + PANEL[1] + 28;
/// Height of a player's card, and the distance from card to card.
const CARD: [usize; 2] = [124, 140];

/// The background.
pub(super) const PAPER: &str = "#fbf5e6";
/// Texts and outlines.
const INK: &str = "#2b2118";

/// Draws the board with the mosaic tracks around it and the players beside it, as a self-contained SVG
/// document: no fonts, scripts or style sheets, and with its own background.
///
/// For pages that embed it: every part is a group with a class (`tracks`, `frame`, `squares`, `rugs`,
/// `assam`, `players`); square (3,4) is the element `square-34` with `data-square="34"` and, where a rug
/// shows, `data-rug="p07"`. Everything drawn on the squares is transparent to the pointer.
///
/// ```
/// use lettergame_marrakech::picture::svg;
/// use lettergame_marrakech::rules::Position;
///
/// let position: Position = format!("Pc03015iPy03015iA33NB{}", "n00".repeat(49)).parse()?;
/// assert!(svg(&position).starts_with("<svg "));
/// assert!(svg(&position).contains(r#"data-square="34""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn svg(position: &Position) -> String {
    Drawing(position).to_string()
}

struct Drawing<'a>(&'a Position);

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="marrakech" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-labelledby="marrakech-title marrakech-desc" font-family="system-ui, 'DejaVu Sans', sans-serif" fill="{INK}" data-state="{}">"#,
            self.0
        )?;
        self.words(f)?;
        patterns(f)?;
        let (width, height) = (WIDTH - 2, HEIGHT - 2);
        writeln!(
            f,
            r##"<rect class="paper" x="1" y="1" width="{width}" height="{height}" rx="18" fill="{PAPER}" stroke="#d9c9a3" stroke-width="2"/>"##
        )?;
        tracks(f)?;
        frame(f)?;
        squares(f, self.0.board())?;
        self.rugs(f)?;
        assam(f, self.0.assam())?;
        self.players(f)?;
        writeln!(f, "</svg>")
    }
}

impl Drawing<'_> {
    /// A description of the picture in words.
    fn words(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, r#"<title id="marrakech-title">Marrakech</title>"#)?;
        write!(f, r#"<desc id="marrakech-desc">{}."#, assam_text(self.0.assam()))?;
        for merchant in self.0.merchants() {
            let Merchant { colour, dirhams, rugs, is_in } = *merchant;
            let squares = self.0.board().squares_of(colour).len();
            write!(
                f,
                " {}, {}: {dirhams} {}, {rugs} {} in hand, {squares} {}.",
                capital(colour),
                if is_in { "in" } else { "out" },
                either(dirhams.into(), "dirham", "dirhams"),
                either(rugs.into(), "rug", "rugs"),
                either(squares, "square", "squares"),
            )?;
        }
        writeln!(f, "</desc>")
    }

    fn rugs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, r#"<g class="rugs" pointer-events="none">"#)?;
        pieces(self.0.board()).into_iter().try_for_each(|(id, squares)| rug(f, id, squares))?;
        writeln!(f, "</g>")
    }

    fn players(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, r#"<g class="players">"#)?;
        let mut top = TRACKS;
        for merchant in self.0.merchants() {
            self.player(f, merchant, top)?;
            top += CARD[1];
        }
        let (left, base) = (PANEL[0] + 2, top + 26);
        let text = assam_text(self.0.assam());
        writeln!(f, r#"<text class="told" x="{left}" y="{base}" font-size="19">{text}</text>"#)?;
        writeln!(f, "</g>")
    }

    fn player(&self, f: &mut fmt::Formatter<'_>, merchant: &Merchant, top: usize) -> fmt::Result {
        let Merchant { colour, dirhams, rugs, is_in } = *merchant;
        let ([left, width], height) = (PANEL, CARD[0]);
        let (status, look) = if is_in {
            ("in", r##"fill="#ffffff" stroke="#d9c9a3""##)
        } else {
            ("out", r##"fill="#ece5d6" stroke="#8a7c66" stroke-dasharray="7 5""##)
        };
        writeln!(
            f,
            r#"<g class="player {colour} {status}" transform="translate({left} {top})">
<rect width="{width}" height="{height}" rx="12" {look} stroke-width="2"/>"#
        )?;
        cloth(f, colour, |inset| {
            let side = 44 - 2 * inset;
            format!("M{0} {0}h{side}v{side}h-{side}z", 14 + inset)
        })?;
        badge(f, colour, [36, 36])?;
        let end = width - 18;
        writeln!(
            f,
            r#"<text x="72" y="44" font-size="24" font-weight="bold">{}</text>
<text class="status" x="{end}" y="43" font-size="19" text-anchor="end">{status}</text>"#,
            capital(colour)
        )?;
        let squares = self.0.board().squares_of(colour).len();
        let total = self.0.total(merchant);
        let columns = [
            ("dirhams", either(dirhams.into(), "dirham", "dirhams"), dirhams.into()),
            ("rugs", either(rugs.into(), "rug", "rugs"), rugs.into()),
            ("squares", either(squares, "square", "squares"), squares),
            ("total", "total", total),
        ];
        writeln!(f, r#"<g text-anchor="middle">"#)?;
        for ((class, word, number), middle) in columns.into_iter().zip([48, 112, 178, 244]) {
            writeln!(
                f,
                r#"<text class="{class}" x="{middle}" y="90" font-size="22" font-weight="bold">{number}</text><text x="{middle}" y="110" font-size="14">{word}</text>"#
            )?;
        }
        writeln!(f, "</g>\n</g>")
    }
}

/// The name, capitalised.
pub(super) fn capital(colour: Colour) -> String {
    let (first, rest) = colour.name().split_at(1);
    first.to_uppercase() + rest
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The squares, one element each.
pub(super) fn squares(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    writeln!(f, r##"<g class="squares" stroke="#c4a873" stroke-width="1.5">"##)?;
    for square in Square::all() {
        let [x, y] = corner(square);
        let fill = if (square.x() + square.y()) % 2 == 0 { "#efdcb2" } else { "#e8d2a2" };
        write!(
            f,
            r#"<rect id="square-{square}" class="square" data-square="{square}" x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}""#
        )?;
        if let Some(id) = board.at(square) {
            write!(f, r#" data-rug="{id}""#)?;
        }
        writeln!(f, "/>")?;
    }
    writeln!(f, "</g>")
}

/// The ornament of each colour; they differ in shape too.
pub(super) fn patterns(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "<defs>")?;
    for colour in Colour::ALL {
        let ink = hex(paint(colour).ink);
        let (side, shape) = match colour {
            // rising stripes
            Colour::Cyan => (12, "M-3 3L3 -3M-3 15L15 -3M9 15L15 9"),
            // rings
            Colour::Yellow => (14, "M5 7a2 2 0 0 1 4 0a2 2 0 0 1 -4 0z"),
            // a diamond lattice
            Colour::Red => (16, "M0 8L8 0L16 8L8 16z"),
            // waves
            Colour::Purple => (16, "M-2 14L0 12L8 4L16 12L18 14"),
        };
        writeln!(
            f,
            r#"<pattern id="marrakech-{colour}" width="{side}" height="{side}" patternUnits="userSpaceOnUse"><path d="{shape}" fill="none" stroke="{ink}" stroke-opacity="0.55" stroke-width="2.2"/></pattern>"#
        )?;
    }
    writeln!(f, "</defs>")
}

/// The frame with the coordinates.
pub(super) fn frame(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let side = END - START + 2 * FRAME;
    writeln!(
        f,
        r##"<g class="frame">
<rect x="{TRACKS}" y="{TRACKS}" width="{side}" height="{side}" rx="8" fill="#5b3a22" stroke="{INK}" stroke-width="2"/>
<g class="coordinates" fill="#ffffff" font-size="17" text-anchor="middle">"##
    )?;
    for place in 0..SIDE {
        let middle = START + place * CELL + CELL / 2;
        let (near, far) = (TRACKS + FRAME / 2, END + FRAME / 2);
        for edge in [near, far] {
            let (base, side_base) = (edge + 6, middle + 6);
            writeln!(
                f,
                r#"<text x="{middle}" y="{base}">{place}</text><text x="{edge}" y="{side_base}">{place}</text>"#
            )?;
        }
    }
    writeln!(f, "</g>\n</g>")
}

/// The part of a piece at least this far from the edges of its squares, except where they are joined.
pub(super) fn outline(squares: Squares, inset: usize) -> String {
    let mut path = String::new();
    for square in squares.iter() {
        let joined = |x, y| Square::new(x, y).is_some_and(|other| squares.contains(other));
        let [left, top] = corner(square).map(|place| place + inset);
        let side = CELL - 2 * inset;
        path += &format!("M{left} {top}h{side}v{side}h-{side}z");
        // bridges to the right and downwards reach to the middle of both squares
        let (middle, centre) = (left + side / 2, top + side / 2);
        let right = joined(square.x() + 1, square.y());
        let down = joined(square.x(), square.y() + 1);
        if right {
            path += &format!("M{middle} {top}h{CELL}v{side}h-{CELL}z");
        }
        if down {
            path += &format!("M{left} {centre}h{side}v{CELL}h-{side}z");
        }
        if right && down && joined(square.x() + 1, square.y() + 1) {
            path += &format!("M{middle} {centre}h{CELL}v{CELL}h-{CELL}z");
        }
    }
    path
}

/// The cloth of a rug: its ground and, within a seam, its ornament. `shape` draws it, inset by the given
/// amount on each side.
pub(super) fn cloth(
    f: &mut fmt::Formatter<'_>,
    colour: Colour,
    shape: impl Fn(usize) -> String,
) -> fmt::Result {
    let paint = paint(colour);
    let (rug, ink) = (hex(paint.rug), hex(paint.ink));
    let (outer, inner) = (shape(0), shape(BORDER - GAP));
    // lines first, then grounds on top: no line remains where squares are joined
    writeln!(
        f,
        r#"<path d="{outer}" fill="none" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>
<path d="{outer}" fill="{rug}"/>
<path d="{inner}" fill="none" stroke="{ink}" stroke-opacity="0.8" stroke-width="3"/>
<path d="{inner}" fill="{rug}"/>
<path d="{inner}" fill="url(#marrakech-{colour})"/>"#
    )
}

/// The letter of a colour, on its plain ground.
pub(super) fn badge(f: &mut fmt::Formatter<'_>, colour: Colour, [x, y]: [usize; 2]) -> fmt::Result {
    let paint = paint(colour);
    let (rug, ink, letter) = (hex(paint.rug), hex(paint.ink), colour.letter());
    let base = y + 5;
    writeln!(
        f,
        r#"<circle cx="{x}" cy="{y}" r="10.5" fill="{rug}" stroke="{ink}" stroke-width="1.2"/><text x="{x}" y="{base}" font-size="16" font-weight="bold" text-anchor="middle" fill="{ink}">{letter}</text>"#
    )
}

pub(super) fn rug(f: &mut fmt::Formatter<'_>, id: RugId, squares: Squares) -> fmt::Result {
    let colour = id.colour();
    let places: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    let places = places.join(" ");
    writeln!(f, r#"<g class="rug {colour}" data-rug="{id}" data-squares="{places}">"#)?;
    if let [one, other] = squares.iter().collect::<Vec<_>>()[..] {
        fringes(f, one, other)?;
    }
    cloth(f, colour, |inset| outline(squares, GAP + inset))?;
    if let Some(first) = squares.first() {
        badge(f, colour, corner(first).map(|place| place + GAP + 12))?;
    }
    writeln!(f, "</g>")
}

/// Fringes at both ends of a rug whose halves both show; `one` is left of `other` or above it.
pub(super) fn fringes(f: &mut fmt::Formatter<'_>, one: Square, other: Square) -> fmt::Result {
    let ([left, top], [right, bottom]) = (corner(one), corner(other).map(|place| place + CELL));
    let side = CELL - 2 * GAP;
    let at = GAP - 2;
    let path = if one.y() == other.y() {
        let top = top + GAP;
        format!("M{} {top}v{side}M{} {top}v{side}", left + at, right - at)
    } else {
        let left = left + GAP;
        format!("M{left} {}h{side}M{left} {}h{side}", top + at, bottom - at)
    };
    writeln!(f, r#"<path d="{path}" stroke="{INK}" stroke-width="5" stroke-dasharray="2 3"/>"#)
}

/// A man with a fez on a disc whose tip shows his facing.
pub(super) fn assam(f: &mut fmt::Formatter<'_>, assam: Assam) -> fmt::Result {
    let [x, y] = corner(assam.square).map(|place| place + CELL / 2);
    let (square, facing) = (assam.square, assam.facing.name());
    let degrees = 90 * assam.facing as usize;
    writeln!(
        f,
        r##"<g class="assam" data-square="{square}" data-facing="{facing}" transform="translate({x} {y})" pointer-events="none">
<path class="arrow" transform="rotate({degrees})" d="M0 -45L19 -8H-19z" fill="#c1121f" stroke="#ffffff" stroke-width="3" stroke-linejoin="round"/>
<circle r="22" fill="#ffffff" stroke="{INK}" stroke-width="2.5"/>
<g class="figure" transform="scale(0.86)">
<path d="M-16 19C-15 6 -8 3 0 3S15 6 16 19A25 25 0 0 1 -16 19z" fill="#1d6b72"/>
<path d="M0 4L-5 22H5z" fill="#f4e3b5"/>
<circle cy="-3" r="8.5" fill="#b9835a"/>
<path d="M-6 0Q0 9 6 0Q0 4 -6 0z" fill="{INK}"/>
<path d="M-8 -7L-5.5 -19H5.5L8 -7Q0 -4.5 -8 -7z" fill="#c1121f"/>
<path d="M0 -19Q9 -21 10 -10" fill="none" stroke="{INK}" stroke-width="1.6"/>
</g>
</g>"##
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use roxmltree::{Document, Node};

    use super::svg;
    use crate::picture::tests::{MIDDLE, two};
    use crate::rules::{Position, Square};

    fn having<'a>(document: &'a Document<'_>, name: &str, value: &str) -> Vec<Node<'a, 'a>> {
        let wanted = |node: &Node<'_, '_>| {
            node.attribute(name).is_some_and(|text| text.split(' ').any(|word| word == value))
        };
        document.descendants().filter(wanted).collect()
    }

    #[test]
    fn it_is_self_contained_xml_that_describes_what_it_shows() {
        let position = MIDDLE.parse().unwrap();
        let drawn = svg(&position);
        let document = Document::parse(&drawn).unwrap();
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        assert_eq!(root.attribute("role"), Some("img"));
        assert_eq!(root.attribute("data-state"), Some(MIDDLE));
        let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "an id is there twice");
        for id in root.attribute("aria-labelledby").unwrap().split(' ') {
            assert!(ids.contains(&id), "{id}");
        }
        let desc = having(&document, "id", "marrakech-desc")[0].text().unwrap();
        assert!(desc.starts_with("Assam on 53, looks south. Cyan, in: 21 dirhams, 7 rugs in hand"));
        for node in document.descendants().filter(Node::is_element) {
            assert!(!["script", "style", "image", "use"].contains(&node.tag_name().name()));
            for attribute in node.attributes() {
                assert!(!attribute.name().contains("href") && !attribute.name().starts_with("on"));
                let linked = attribute.value().strip_prefix("url(#").map(|id| id.trim_matches(')'));
                assert!(linked.is_none_or(|id| ids.contains(&id)), "{}", attribute.value());
            }
        }
    }

    #[test]
    fn every_square_appears_once_with_its_visible_rug() {
        let position: Position = MIDDLE.parse().unwrap();
        let drawn = svg(&position);
        let document = Document::parse(&drawn).unwrap();
        assert_eq!(having(&document, "class", "square").len(), 49);
        for square in Square::all() {
            let node = having(&document, "id", &format!("square-{square}"))[0];
            assert_eq!(node.attribute("data-square"), Some(square.to_string().as_str()));
            let shown = position.board().at(square).map(|id| id.to_string());
            assert_eq!(node.attribute("data-rug"), shown.as_deref());
        }
    }

    #[test]
    fn halves_are_joined_where_they_touch() {
        let position = two("66W", "c01c01n00y02n00y02");
        let drawn = svg(&position);
        let document = Document::parse(&drawn).unwrap();
        let rugs = having(&document, "class", "rug");
        let squares: Vec<_> = rugs.iter().filter_map(|rug| rug.attribute("data-squares")).collect();
        assert_eq!(squares, ["00 01", "03", "05"]);
        // two squares and the bridge between them, or one square alone
        let parts = |rug: &Node<'_, '_>| {
            let cloth = rug.children().filter_map(|node| node.attribute("d"));
            cloth.filter(|d| d.ends_with('z')).map(|d| d.matches('z').count()).max()
        };
        assert_eq!(rugs.iter().map(parts).collect::<Vec<_>>(), [Some(3), Some(1), Some(1)]);
    }

    #[test]
    fn each_player_has_a_card_and_assam_faces_a_direction() {
        let drawn = svg(&two("66W", ""));
        let document = Document::parse(&drawn).unwrap();
        let cards = having(&document, "class", "player");
        let classes: Vec<_> = cards.iter().filter_map(|card| card.attribute("class")).collect();
        assert_eq!(classes, ["player cyan in", "player yellow out"]);
        let texts = |node: &Node<'_, '_>| -> Vec<String> {
            let texts = node.descendants().filter(|n| n.has_tag_name("text"));
            texts.filter_map(|n| n.text().map(str::to_owned)).collect()
        };
        let yellow =
            ["y", "Yellow", "out", "1", "dirham", "7", "rugs", "0", "squares", "1", "total"];
        let shown: Vec<String> = texts(&cards[1]);
        assert_eq!(shown, yellow);
        let assam = having(&document, "class", "assam")[0];
        assert_eq!(assam.attribute("data-square"), Some("66"));
        assert_eq!(assam.attribute("data-facing"), Some("west"));
        assert_eq!(having(&document, "transform", "rotate(270)").len(), 1);
    }
}
