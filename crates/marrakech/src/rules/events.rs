//! What all players of a game of Marrakech learn.

use std::fmt;

use serde::Serialize;

use crate::rules::{Assam, Colour, Die, Payment, Rotation, Rug};

/// An announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// Assam was rotated.
    Rotated {
        /// By this player.
        colour: Colour,
        /// How.
        rotation: Rotation,
        /// His new position.
        assam: Assam,
    },
    /// The die was rolled, and Assam moved.
    Rolled {
        /// By this player.
        colour: Colour,
        /// The result of the die.
        die: Die,
        /// Assam's new position.
        assam: Assam,
    },
    /// Money changed hands.
    Paid {
        /// The payer.
        colour: Colour,
        /// The receiver.
        to: Colour,
        /// What was owed.
        owed: u16,
        /// What was paid.
        paid: u16,
    },
    /// A player could not pay all that was owed.
    Out {
        /// The player.
        colour: Colour,
    },
    /// A rug was laid.
    Placed {
        /// The rug.
        rug: Rug,
    },
}

impl From<Payment> for Event {
    fn from(payment: Payment) -> Event {
        let Payment { from, to, owed, paid } = payment;
        Event::Paid { colour: from, to, owed, paid }
    }
}

impl Event {
    /// The colours involved.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Colour> {
        let other = match self {
            Event::Paid { to, .. } => Some(*to),
            _ => None,
        };
        let own = match self {
            Event::Rotated { colour, .. }
            | Event::Rolled { colour, .. }
            | Event::Paid { colour, .. }
            | Event::Out { colour } => *colour,
            Event::Placed { rug } => rug.id.colour(),
        };
        [own].into_iter().chain(other)
    }

    /// The announcement as text, with `called` naming the colours.
    pub(crate) fn text(&self, called: &dyn Fn(Colour) -> String) -> String {
        match self {
            Event::Rotated { colour, rotation, assam } => {
                let (colour, facing) = (called(*colour), assam.facing.name());
                match rotation {
                    Rotation::Ahead => format!("{colour} lets Assam look {facing}"),
                    Rotation::Right => format!("{colour} turns Assam right, to the {facing}"),
                    Rotation::Left => format!("{colour} turns Assam left, to the {facing}"),
                }
            }
            Event::Rolled { colour, die, assam } => {
                let (colour, square, facing) = (called(*colour), assam.square, assam.facing.name());
                format!("{colour} rolls {die}: Assam walks to {square} and looks {facing}")
            }
            Event::Paid { colour, to, owed, paid } if paid == owed => {
                format!("{} pays {paid} to {}", called(*colour), called(*to))
            }
            Event::Paid { colour, to, owed, paid } => {
                let (colour, to) = (called(*colour), called(*to));
                format!("{colour} owes {owed} to {to} and has only {paid}")
            }
            Event::Out { colour } => format!("{} is out of the game", called(*colour)),
            Event::Placed { rug } => {
                let [one, other] = rug.squares;
                format!("{} lays a rug on {one} and {other}", called(rug.id.colour()))
            }
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&|colour| colour.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::Event;
    use crate::rules::{Colour, Payment};

    #[test]
    fn a_payment_says_whether_it_was_made_in_full() {
        let paid = |owed, paid| Payment { from: Colour::Cyan, to: Colour::Red, owed, paid };
        assert_eq!(Event::from(paid(4, 4)).to_string(), "cyan pays 4 to red");
        assert_eq!(Event::from(paid(4, 1)).to_string(), "cyan owes 4 to red and has only 1");
    }
}
