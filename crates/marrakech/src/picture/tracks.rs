//! The mosaic tracks around the board, as defined by the rules.

use std::fmt;

use crate::picture::scale::{CELL, END, FRAME, START, corner};
use crate::rules::{Assam, Die, Facing, Rotation, SIDE, Square};

/// The exits: every step off the board, clockwise from the top left corner.
fn exits() -> impl Iterator<Item = Assam> {
    Facing::ALL.into_iter().flat_map(|facing| {
        let exit = move |place: usize| {
            let (near, far) = (place as u8, (SIDE - 1 - place) as u8);
            const LAST: u8 = SIDE as u8 - 1;
            let (x, y) = match facing {
                Facing::North => (near, 0),
                Facing::East => (LAST, near),
                Facing::South => (far, LAST),
                Facing::West => (0, far),
            };
            Square::new(x, y).map(|square| Assam { square, facing })
        };
        (0..SIDE).filter_map(exit)
    })
}

/// The exit at the other end of the mosaic track that starts at an exit.
fn other_end(exit: Assam) -> Assam {
    let back = exit.step();
    back.rotated(Rotation::Right).rotated(Rotation::Right)
}

/// The centre of a square.
fn middle(square: Square) -> [usize; 2] {
    corner(square).map(|place| place + CELL / 2)
}

/// Where an exit crosses the outer edge of the frame.
fn gate(exit: Assam) -> [usize; 2] {
    let [x, y] = middle(exit.square);
    match exit.facing {
        Facing::North => [x, START - FRAME],
        Facing::East => [END + FRAME, y],
        Facing::South => [x, END + FRAME],
        Facing::West => [START - FRAME, y],
    }
}

/// The arc between the gates of two exits, clockwise around the board or counter-clockwise.
fn arc([exit, end]: [Assam; 2], clockwise: bool) -> String {
    // around a corner the centre is the frame's corner, otherwise the midpoint
    let around = exit.facing != end.facing;
    let radius = CELL / 2 + if around { FRAME } else { 0 };
    let ([x, y], large, sweep) = (gate(end), u8::from(around), u8::from(clockwise));
    format!("A{radius} {radius} 0 {large} {sweep} {x} {y}")
}

/// The path of a walk as SVG path data: from the centre of its first square to that of its last, along the
/// tracks where it leaves the board.
#[must_use]
pub fn walk(from: Assam, die: Die) -> String {
    let [x, y] = middle(from.square);
    let mut way = format!("M{x} {y}");
    let exits: Vec<Assam> = exits().collect();
    let mut here = from;
    for next in from.path(die) {
        if let Some(place) = exits.iter().position(|&exit| exit == here) {
            let ([x, y], end) = (gate(here), other_end(here));
            way += &format!("L{x} {y}{}", arc([here, end], exits[place..].contains(&end)));
        }
        let [x, y] = middle(next.square);
        way += &format!("L{x} {y}");
        here = next;
    }
    way
}

/// Half circles along the edges, three-quarter circles around two corners.
pub(super) fn tracks(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let exits: Vec<Assam> = exits().collect();
    let mut arcs = String::new();
    for (place, &exit) in exits.iter().enumerate() {
        let end = other_end(exit);
        if !exits[place..].contains(&end) {
            continue;
        }
        let [x, y] = gate(exit);
        arcs += &format!("M{x} {y}{}", arc([exit, end], true));
    }
    let layers = [
        ("mortar", r##"stroke="#3d6470" stroke-width="17""##),
        ("tiles", r##"stroke="#e9c46a" stroke-width="11" stroke-dasharray="7 3""##),
        ("middle", r##"stroke="#2a7f86" stroke-width="4" stroke-dasharray="7 3""##),
    ];
    writeln!(f, r#"<g class="tracks" fill="none">"#)?;
    for (class, look) in layers {
        writeln!(f, r#"<path class="{class}" d="{arcs}" {look}/>"#)?;
    }
    writeln!(f, "</g>")
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::{exits, middle, other_end, walk};
    use crate::picture::svg;
    use crate::picture::tests::two;
    use crate::rules::{Assam, Die, Facing, Square};

    #[test]
    fn tracks_join_neighbouring_exits_clockwise() {
        let exits: Vec<_> = exits().collect();
        assert_eq!(exits.len(), 28);
        for pair in exits.chunks(2) {
            assert_eq!((other_end(pair[0]), other_end(pair[1])), (pair[1], pair[0]));
        }
        let drawn = svg(&two("33N", ""));
        let document = Document::parse(&drawn).unwrap();
        let tiles = document.descendants().find(|n| n.attribute("class") == Some("tiles"));
        let tiles = tiles.and_then(|node| node.attribute("d")).unwrap();
        assert_eq!(tiles.matches('A').count(), 14);
        assert_eq!(tiles.matches(" 0 1 1 ").count(), 2, "three-quarter circles");
    }

    #[test]
    fn a_walk_ends_where_the_rules_say() {
        for (square, facing) in Square::all().flat_map(|s| Facing::ALL.map(|facing| (s, facing))) {
            for die in Die::ALL {
                let from = Assam { square, facing };
                let way = walk(from, die);
                let [x, y] = middle(from.moved(die).square);
                assert!(way.ends_with(&format!("L{x} {y}")), "{from} {die}: {way}");
                let mut places = vec![from];
                places.extend(from.path(die));
                places.pop();
                let tracks = places.iter().filter(|place| exits().any(|exit| exit == **place));
                assert_eq!(way.matches('A').count(), tracks.count(), "{from} {die}: {way}");
            }
        }
    }

    #[test]
    fn a_track_can_be_walked_both_ways() {
        let at = |x, y, facing| Assam { square: Square::new(x, y).unwrap(), facing };
        let way = |assam| walk(assam, Die::new(1).unwrap());
        // from (0,0) over the top edge to (1,0), and back: the arc is above the board both times
        assert_eq!(way(at(0, 0, Facing::North)), "M150 150L150 84A40 40 0 0 1 230 84L230 150");
        assert_eq!(way(at(1, 0, Facing::North)), "M230 150L230 84A40 40 0 0 0 150 84L150 150");
        // around the top right corner
        assert_eq!(way(at(6, 0, Facing::North)), "M630 150L630 84A66 66 0 1 1 696 150L630 150");
        assert_eq!(way(at(6, 0, Facing::East)), "M630 150L696 150A66 66 0 1 0 630 84L630 150");
    }
}
