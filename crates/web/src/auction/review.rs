//! How well the Letter Game was played: the price of each letter against what it was worth at the end of its
//! round, and each word against the best one.

use crate::review::{CostScale, Judge, Verdict};
use crate::transcript::Transcript;
use lettergame_auction::rules::{Auction, Bought, Event, Hand, Sale};
use lettergame_core::base::{Points, Seat};
use lettergame_core::game::{Game as _, SeatNames, Table};

/// How the Letter Game is judged.
pub(super) static JUDGE: Judge<Auction> = Judge {
    cost: CostScale { unit: "points", decimals: 0, mistakes: [3.0, 10.0, 30.0] },
    verdicts,
    lines,
    elsewhere: |_| Vec::new(),
};

/// What is said of each turn.
fn verdicts(transcript: &Transcript<Auction>) -> Vec<Vec<Verdict>> {
    let mut all: Vec<Vec<Verdict>> = Vec::with_capacity(transcript.plies());
    // the turns in which the letters of this round were sold, with the buyer
    let mut sold: Vec<(usize, Seat)> = Vec::new();
    transcript.each(|before, after| {
        let turn = all.len();
        all.push(Vec::new());
        for event in after.events() {
            match event {
                Event::Auction(sale) => {
                    sold.extend(sale.winner.map(|winner| (turn, winner)));
                }
                Event::Round(end) => {
                    let asked = after.answers().iter().filter(|(_, answer)| answer.is_some());
                    for seat in asked.map(|(seat, _)| seat) {
                        let hand = Hand::of(&before.view(seat), end);
                        let turns = sold.iter().filter(|(_, buyer)| *buyer == seat);
                        for (bought, &(turn, _)) in hand.bought().iter().zip(turns) {
                            all[turn].push(buy(seat, bought));
                        }
                        all[turn].push(word(seat, &hand));
                    }
                    sold.clear();
                }
                Event::Banned { .. } => {}
            }
        }
    });
    all
}

fn lines(after: &Table<Auction>, names: &SeatNames) -> Vec<String> {
    let lines = |event: &Event| {
        // bids are wrapped for a terminal
        let text = after.rules().announcement(event, names);
        match event {
            Event::Auction(sale) => {
                let bids = text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
                vec![sold(sale, names), bids]
            }
            _ => text.lines().map(|line| line.trim().to_owned()).collect(),
        }
    };
    after.events().iter().flat_map(lines).collect()
}

/// Who has bought a letter, and its price.
fn sold(sale: &Sale, names: &SeatNames) -> String {
    let letter = sale.letter;
    match sale.winner {
        Some(winner) => format!("{letter} to {} for {}", &names[winner], sale.price),
        None => format!("{letter} is not sold"),
    }
}

/// A letter against what it added to the best word of the round.
fn buy(seat: Seat, bought: &Bought) -> Verdict {
    let Bought { letter, paid, worth } = bought;
    let overpaid = bought.overpaid();
    let note = format!("{letter} was bought for {paid} and worth {worth} at the end of the round.");
    let better = (overpaid > Points::ZERO).then(|| format!("bid at most {}", worth.0.max(0)));
    Verdict { seat, cost: f64::from(overpaid.0), better, note }
}

/// A word against the best one.
fn word(seat: Seat, hand: &Hand) -> Verdict {
    let left = hand.left();
    let better = (left > Points::ZERO).then(|| format!("{} for {}", hand.best(), hand.possible()));
    Verdict { seat, cost: f64::from(left.0), better, note: String::new() }
}
