//! The Letter Game in numbers.
//!
//! Actions are bids, from 0 to the number of places; a bid that is more than the seat has counts as all it has.
//! At the end of a round the best word is played automatically.

use std::sync::Arc;

use crate::rules::{Auction, Move, Prompt, View};
use lettergame_base::{MAX_SEATS, Points, Seat};
use lettergame_game::{Actions, Encoder, Encoding, Feature};
use lettergame_words::{Key, Letter, LetterCounts};

const LETTERS: usize = Letter::ALL.len();
/// The most other seats.
const OTHERS: usize = MAX_SEATS - 1;
/// Where the numbers of the others begin.
const FIXED: usize = 3 * LETTERS + 8;
/// The highest bid, unless the user chooses another.
const USUAL_BID: usize = 100;

/// The encoding of the Letter Game; see the module.
pub(crate) fn encoding(game: &Arc<Auction>) -> Arc<dyn Encoding<Auction>> {
    Arc::new(Numbers { game: Arc::clone(game) })
}

struct Numbers {
    game: Arc<Auction>,
}

impl Numbers {
    /// The points and the length of the best of all words, which no hand can surpass.
    fn best_of_all(&self) -> (f32, f32) {
        best(&self.game, &self.game.tiles().letters())
    }

    /// The most letters of one kind.
    fn most_of_a_kind(&self) -> f32 {
        let letters = self.game.tiles().letters();
        let most = Letter::ALL.into_iter().map(|letter| letters.count(letter)).max();
        f32::from(most.unwrap_or(0))
    }
}

impl Encoding<Auction> for Numbers {
    fn observation(&self) -> Vec<Feature> {
        let rules = self.game.rules();
        let (points, length) = self.best_of_all();
        let rounds = f32::from(rules.rounds());
        let purse = rules.start_points().0 as f32 + rounds * points;
        let auctions = rules.auctions(MAX_SEATS, self.game.tiles().letters().len()) as f32;
        let letters = |name, most, about| Feature::new(name, LETTERS, [0.0, most], about);
        let many = self.most_of_a_kind();
        vec![
            letters("letter", 1.0, "1 at the letter on sale, A to Z; all 0 after the end"),
            letters("held", many, "how many of each letter the seat holds, hidden ones included"),
            letters("unseen", many, "how many of each are in the bag or hidden by others")
                .unit(4.0),
            Feature::new("value", 1, [0.0, 10.0], "the value of the letter on sale").unit(4.0),
            Feature::new("best", 1, [0.0, points], "points of the best word now").unit(20.0),
            Feature::new("best_with", 1, [0.0, points], "the same with the letter on sale")
                .unit(20.0),
            Feature::new("length", 1, [0.0, length], "the length of the best word now").unit(7.0),
            Feature::new("length_with", 1, [0.0, length], "the same with the letter on sale")
                .unit(7.0),
            Feature::new("auctions", 1, [0.0, auctions], "letters still to be sold this round")
                .unit(10.0),
            Feature::new("rounds", 1, [0.0, rounds], "remaining rounds, with this one").unit(10.0),
            Feature::new("points", 1, [0.0, purse], "the points of the seat").unit(100.0),
            Feature::new(
                "others",
                OTHERS,
                [0.0, purse],
                "those of the others, from the next on; 0 beyond them",
            )
            .unit(100.0),
            Feature::new("won", OTHERS, [0.0, auctions], "letters each of them won this round")
                .unit(7.0),
        ]
    }

    fn description(&self) -> Vec<Feature> {
        Vec::new()
    }

    fn actions(&self, slots: usize) -> usize {
        slots + 1
    }

    fn usual_slots(&self) -> usize {
        USUAL_BID
    }

    fn is_amount(&self) -> bool {
        true
    }

    fn encoder(&self) -> Box<dyn Encoder<Auction>> {
        Box::new(Writer::default())
    }
}

/// Best words that were looked up; a power of two.
const REMEMBERED: usize = 1 << 12;

/// The points and the length of a word.
type Size = (f32, f32);

/// Remembers the best words of hands: a hand is looked at again at every auction until it grows.
struct Writer {
    best: Vec<(LetterCounts, Size)>,
}

impl Default for Writer {
    fn default() -> Writer {
        // no letters make no word
        Writer { best: vec![(LetterCounts::default(), (0.0, 0.0)); REMEMBERED] }
    }
}

impl Writer {
    /// The best word of some letters, which have this key.
    fn best(&mut self, game: &Auction, key: Key, letters: &LetterCounts) -> Size {
        let remembered = &mut self.best[(key.bits() >> 32) as usize % REMEMBERED];
        if remembered.0 != *letters {
            *remembered = (*letters, best(game, letters));
        }
        remembered.1
    }
}

impl Encoder<Auction> for Writer {
    fn observe(&mut self, view: &View<'_>, out: &mut [f32]) {
        let (held, unseen) = (view.letters(), view.unseen());
        for (place, letter) in Letter::ALL.into_iter().enumerate() {
            out[LETTERS + place] = f32::from(held.count(letter));
            out[2 * LETTERS + place] = f32::from(unseen.count(letter));
        }
        let game = view.rules();
        let numbers = &mut out[3 * LETTERS..FIXED];
        let key = Key::of(held);
        let now = self.best(game, key, held);
        (numbers[1], numbers[3]) = now;
        (numbers[2], numbers[4]) = now;
        if let Prompt::Bid(letter) = view.asked() {
            let mut with = *held;
            with.add(letter);
            (numbers[2], numbers[4]) = self.best(game, key.plus(letter), &with);
            numbers[0] = game.tiles().value(letter) as f32;
        }
        numbers[5] = view.auctions_left() as f32;
        numbers[6] = f32::from((game.rules().rounds() + 1).saturating_sub(view.round()));
        numbers[7] = view.points().0 as f32;
        if let Prompt::Bid(letter) = view.asked() {
            out[letter.index()] = 1.0;
        }
        let (points, won) = out[FIXED..].split_at_mut(OTHERS);
        for (place, (points, won)) in points.iter_mut().zip(won).take(view.seats() - 1).enumerate()
        {
            let other = Seat::new((view.seat().index() + place + 1) % view.seats());
            let Some(other) = other else { continue };
            *points = view.all_points()[other].0 as f32;
            *won = view.won(other).len() as f32;
        }
    }

    fn list(&mut self, view: &View<'_>, actions: &mut Actions<Move>) {
        let Points(purse) = view.points();
        let most = actions.slots().min(usize::try_from(purse).unwrap_or(0));
        actions.push_amounts(most, |bid| Move::Bid(bid as i64));
    }

    fn unlisted(&mut self, action: usize) -> Option<Move> {
        Some(Move::Bid(action as i64))
    }

    fn automatic(&mut self, view: &View<'_>) -> Option<Move> {
        let best = match view.asked() {
            Prompt::Word => view.rules().best_word(view.letters()),
            Prompt::Bid(_) => return None,
        };
        Some(Move::Word(best.map_or_else(Default::default, |best| best.word.into())))
    }
}

/// The points and the length of the best word of some letters.
fn best(game: &Auction, letters: &LetterCounts) -> Size {
    let best = game.best_word(letters);
    best.map_or((0.0, 0.0), |best| (best.points.0 as f32, best.word.len() as f32))
}
