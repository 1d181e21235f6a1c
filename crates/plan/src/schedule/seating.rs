//! The seatings of a deal: the orders of the sides of a game.

use std::fmt;
use std::str::FromStr;

use crate::ScheduleError;
use lettergame_base::BySeat;

/// The seatings in which a deal is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// Every side takes every seat once, in cyclic order.
    Rotate,
    /// Every order of the players.
    Permute,
    /// Only the order as given.
    Fixed,
}

/// The maximum number of sides whose orders are all played.
const MAX_PERMUTED: usize = 6;

impl Seating {
    /// The orders of this many sides in which each deal is played.
    pub(super) fn orders(self, sides: usize) -> Result<Vec<BySeat<usize>>, ScheduleError> {
        match self {
            Seating::Fixed => Ok(vec![(0..sides).collect()]),
            Seating::Rotate => Ok((0..sides).map(|turn| rotation(sides, turn)).collect()),
            Seating::Permute if sides <= MAX_PERMUTED => Ok(permutations(sides)),
            Seating::Permute => {
                let seatings = (1..=sides as u64).product();
                Err(ScheduleError::TooManyOrders { sides, seatings })
            }
        }
    }
}

fn rotation(sides: usize, turn: usize) -> BySeat<usize> {
    (0..sides).map(|seat| (seat + turn) % sides).collect()
}

/// All orders of `0..sides`, in lexicographic order.
fn permutations(sides: usize) -> Vec<BySeat<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..sides {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                let free: Vec<usize> = (0..sides).filter(|side| !order.contains(side)).collect();
                free.into_iter().map(move |side| [order.clone(), vec![side]].concat())
            })
            .collect();
    }
    orders.into_iter().map(|order| order.into_iter().collect()).collect()
}

impl fmt::Display for Seating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seating::Rotate => "rotate",
            Seating::Permute => "permute",
            Seating::Fixed => "fixed",
        })
    }
}

impl FromStr for Seating {
    type Err = ();
    fn from_str(text: &str) -> Result<Seating, ()> {
        [Seating::Rotate, Seating::Permute, Seating::Fixed]
            .into_iter()
            .find(|seating| seating.to_string() == text)
            .ok_or(())
    }
}
