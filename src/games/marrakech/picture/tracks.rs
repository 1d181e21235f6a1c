//! The mosaic tracks around the board, as the rules lay them.

use std::fmt;

use crate::games::marrakech::picture::svg::{CELL, END, FRAME, START, corner};
use crate::games::marrakech::rules::{Assam, Facing, Rotation, SIDE, Square};

/// Where a step leads off the board, clockwise from the top left corner.
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

/// The exit at the other end of the mosaic track that begins at an exit.
fn other_end(exit: Assam) -> Assam {
    let back = exit.step();
    back.rotated(Rotation::Right).rotated(Rotation::Right)
}

/// Where an exit crosses the outer edge of the frame.
fn gate(exit: Assam) -> [usize; 2] {
    let [x, y] = corner(exit.square).map(|place| place + CELL / 2);
    match exit.facing {
        Facing::North => [x, START - FRAME],
        Facing::East => [END + FRAME, y],
        Facing::South => [x, END + FRAME],
        Facing::West => [START - FRAME, y],
    }
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
        let ([x, y], [to_x, to_y]) = (gate(exit), gate(end));
        // around a corner the centre is the frame's corner, else it lies halfway
        let around = exit.facing != end.facing;
        let radius = CELL / 2 + if around { FRAME } else { 0 };
        let large = u8::from(around);
        arcs += &format!("M{x} {y}A{radius} {radius} 0 {large} 1 {to_x} {to_y}");
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

    use super::{exits, other_end};
    use crate::games::marrakech::picture::svg;
    use crate::games::marrakech::picture::tests::two;

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
}
