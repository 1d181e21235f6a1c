//! Events in the words of the pages, with squares as the frame of the board numbers them.

use lettergame_marrakech::rules::{Colour, Event, Square};

/// A square by its column and its row: `2,4`.
pub(super) fn place(square: Square) -> String {
    format!("{},{}", square.x(), square.y())
}

/// What happened, with `called` naming the colours: `Ada (cyan): a rug on 2,4 and 1,4`.
pub(super) fn told(event: &Event, called: &dyn Fn(Colour) -> String) -> String {
    match *event {
        Event::Rotated { colour, assam, .. } => {
            format!("{}: Assam looks {}", called(colour), assam.facing.name())
        }
        Event::Rolled { colour, die, assam } => {
            let (square, facing) = (place(assam.square), assam.facing.name());
            format!(
                "{}: {die} on the die, Assam walks to {square} and looks {facing}",
                called(colour)
            )
        }
        Event::Paid { colour, to, owed, paid } if paid == owed => {
            format!("{}: {paid} paid to {}", called(colour), called(to))
        }
        Event::Paid { colour, to, owed, paid } => {
            format!("{}: only {paid} of {owed} paid to {}", called(colour), called(to))
        }
        Event::Out { colour } => format!("{}: out of the game", called(colour)),
        Event::Placed { rug } => {
            let [one, other] = rug.squares.map(place);
            format!("{}: a rug on {one} and {other}", called(rug.id.colour()))
        }
    }
}
