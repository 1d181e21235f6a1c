//! What a seat of the Letter Game may know, as a vector of numbers: the observations of the environments.
//!
//! | from | count | content |
//! | --- | --- | --- |
//! | 0 | 26 | the letter on sale: 1 at its place, A to Z |
//! | 26 | 26 | the number of each letter the seat holds, hidden ones included |
//! | 52 | 26 | the number of each letter it has not seen: in the bag or hidden by others |
//! | 78 | 1 | the value of the letter on sale |
//! | 79 | 2 | the points of the best word now, and with the letter on sale |
//! | 81 | 2 | the lengths of these words |
//! | 83 | 1 | letters still to be sold this round, including the one on sale |
//! | 84 | 1 | remaining rounds, including this one |
//! | 85 | 1 | the seat's own points |
//! | 86 | seats - 1 | the points of the others, from the next seat on |
//! | | seats - 1 | the number of letters each of them has won this round |
//!
//! Without a letter on sale, after the end, the first 26 and the value are 0.

use lettergame_auction::rules::{Auction, Prompt, View};
use lettergame_core::base::Seat;
use lettergame_core::lexicon::{Letter, LetterCounts};

/// The number of values that do not depend on the number of seats.
const FIXED: usize = 86;

/// The number of values a seat observes at a table with this many seats.
pub(crate) fn length(seats: usize) -> usize {
    FIXED + 2 * (seats - 1)
}

/// Writes what a seat may know: [`length`] numbers.
pub(crate) fn write(view: &View<'_>, out: &mut [f32]) {
    out.fill(0.0);
    let held = view.letters();
    let unseen = view.unseen();
    for (place, letter) in Letter::ALL.into_iter().enumerate() {
        out[26 + place] = f32::from(held.count(letter));
        out[52 + place] = f32::from(unseen.count(letter));
    }
    let rules = view.rules();
    let mut with = *held;
    if let Prompt::Bid(letter) = view.asked() {
        out[letter.index()] = 1.0;
        out[78] = rules.tiles().value(letter) as f32;
        with.add(letter);
    }
    for (place, letters) in [held, &with].into_iter().enumerate() {
        let (points, length) = best(rules, letters);
        (out[79 + place], out[81 + place]) = (points, length);
    }
    out[83] = view.auctions_left() as f32;
    out[84] = f32::from((rules.rules().rounds() + 1).saturating_sub(view.round()));
    out[85] = view.points().0 as f32;
    let others = view.seats() - 1;
    for step in 1..=others {
        let place = (view.seat().index() + step) % view.seats();
        let Some(other) = Seat::new(place) else { continue };
        out[FIXED + step - 1] = view.all_points()[other].0 as f32;
        out[FIXED + others + step - 1] = view.won(other).len() as f32;
    }
}

/// The score and length of the best word of some letters.
fn best(rules: &Auction, letters: &LetterCounts) -> (f32, f32) {
    let best = rules.best_word(letters);
    best.map_or((0.0, 0.0), |best| (best.points.0 as f32, best.word.len() as f32))
}
