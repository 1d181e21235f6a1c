//! What everybody at a table of Marrakech learns.

use std::fmt;

use serde::Serialize;

use crate::rules::{Assam, Colour, Die, Payment, Rotation, Rug};

/// An announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// Assam was rotated.
    Rotated {
        /// By whom.
        colour: Colour,
        /// How.
        rotation: Rotation,
        /// Where he is now.
        assam: Assam,
    },
    /// The die was rolled, and Assam moved.
    Rolled {
        /// By whom.
        colour: Colour,
        /// What the die shows.
        die: Die,
        /// Where Assam is now.
        assam: Assam,
    },
    /// Money changed hands.
    Paid {
        /// Who paid.
        colour: Colour,
        /// Who received.
        to: Colour,
        /// What was owed.
        owed: u16,
        /// What was paid.
        paid: u16,
    },
    /// A player could not pay all that was owed.
    Out {
        /// Who.
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

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Rotated { colour, rotation, assam } => {
                let facing = assam.facing.name();
                match rotation {
                    Rotation::Ahead => write!(f, "{colour} lets Assam look {facing}"),
                    Rotation::Right => write!(f, "{colour} turns Assam right, to the {facing}"),
                    Rotation::Left => write!(f, "{colour} turns Assam left, to the {facing}"),
                }
            }
            Event::Rolled { colour, die, assam } => {
                let (square, facing) = (assam.square, assam.facing.name());
                write!(f, "{colour} rolls {die}: Assam walks to {square} and looks {facing}")
            }
            Event::Paid { colour, to, owed, paid } if paid == owed => {
                write!(f, "{colour} pays {paid} to {to}")
            }
            Event::Paid { colour, to, owed, paid } => {
                write!(f, "{colour} owes {owed} to {to} and has only {paid}")
            }
            Event::Out { colour } => write!(f, "{colour} is out of the game"),
            Event::Placed { rug } => {
                let [one, other] = rug.squares;
                write!(f, "{} lays a rug on {one} and {other}", rug.id.colour())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Event;
    use crate::rules::{Colour, Payment};

    #[test]
    fn a_payment_says_whether_it_was_all() {
        let paid = |owed, paid| Payment { from: Colour::Cyan, to: Colour::Red, owed, paid };
        assert_eq!(Event::from(paid(4, 4)).to_string(), "cyan pays 4 to red");
        assert_eq!(Event::from(paid(4, 1)).to_string(), "cyan owes 4 to red and has only 1");
    }
}
