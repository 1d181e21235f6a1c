//! The wordgame in numbers.
//!
//! Actions: as many places for words as were chosen, most points first and then by the alphabet; then 26 places to
//! substitute a letter, A to Z; then the replay; the last one is to stop. Words beyond the places have no action.

use std::sync::{Arc, OnceLock};

use crate::rules::{Hand, Move, Prompt, View, WILDCARD, Wordgame};
use crate::solving::Solver;
use lettergame_base::Points;
use lettergame_game::{Actions, Encoder, Encoding, Enumerate, Feature};
use lettergame_words::Letter;

const LETTERS: usize = Letter::ALL.len();
/// Letters and the wildcard.
const KINDS: usize = LETTERS + 1;
/// More points than a hand can have: 26 letters of 10 points, seven times over for each of them.
const MAX_POINTS: f32 = 26.0 * 10.0 * 26.0 * 7.0;
const USUAL_WORDS: usize = 1024;

/// The encoding of the wordgame; see the module.
pub(crate) fn encoding(game: &Arc<Wordgame>) -> Arc<dyn Encoding<Wordgame>> {
    Arc::new(Numbers { game: Arc::clone(game), solver: Arc::default() })
}

#[derive(Clone)]
struct Numbers {
    game: Arc<Wordgame>,
    /// Prepared when actions are described.
    solver: Arc<OnceLock<Solver>>,
}

impl Encoding<Wordgame> for Numbers {
    fn observation(&self) -> Vec<Feature> {
        let rules = self.game.rules();
        let size = rules.hand_size() as f32;
        let hands = f32::from(rules.hands());
        let hand = |name, about| Feature::new(name, KINDS, [0.0, size], about);
        let points = |name, most, about| Feature::new(name, 1, [0.0, most], about).unit(100.0);
        let left =
            |name, most: u16, about| Feature::new(name, 1, [0.0, f32::from(most.max(1))], about);
        vec![
            hand("letters", "how many of each letter are left, A to Z, then of wildcards"),
            hand("dealt", "how many of each were dealt"),
            points("total", MAX_POINTS, "points of this hand so far"),
            points("points", hands * MAX_POINTS, "points of finished hands"),
            points("others", hands * MAX_POINTS, "the most that another seat has"),
            Feature::new("hand", 1, [0.0, hands], "the number of the hand").unit(10.0),
            Feature::new("hands", 1, [0.0, hands], "how many hands there are").unit(10.0),
            left("substitutions", rules.substitutions(), "substitutions left"),
            left("replays", rules.replays(), "replays left"),
            left("again", 1, "1 if asked whether to replay the hand"),
        ]
    }

    fn description(&self) -> Vec<Feature> {
        let size = self.game.rules().hand_size() as f32;
        let points = |name, about| Feature::new(name, 1, [0.0, MAX_POINTS], about).unit(50.0);
        let flag = |name, about| Feature::new(name, 1, [0.0, 1.0], about);
        vec![
            points("points", "points of the word"),
            Feature::new("used", 1, [0.0, size], "letters used").unit(7.0),
            Feature::new("left", 1, [0.0, size], "letters left after it").unit(7.0),
            points("next", "points of the best word of the letters left"),
            flag("substitute", "1 for a substitution"),
            flag("replay", "1 for the replay"),
            flag("stop", "1 for the stop"),
        ]
    }

    fn actions(&self, slots: usize) -> usize {
        slots + LETTERS + 2
    }

    fn usual_slots(&self) -> usize {
        USUAL_WORDS
    }

    fn encoder(&self) -> Box<dyn Encoder<Wordgame>> {
        Box::new(self.clone())
    }
}

impl Encoder<Wordgame> for Numbers {
    fn observe(&mut self, view: &View<'_>, out: &mut [f32]) {
        let (letters, rest) = out.split_at_mut(KINDS);
        count(view.play().now(), letters);
        let (dealt, rest) = rest.split_at_mut(KINDS);
        count(view.play().dealt(), dealt);
        let points = view.points();
        let others = points.iter().filter(|(seat, _)| *seat != view.seat());
        let best = others.map(|(_, Points(points))| *points).max().unwrap_or(0);
        let numbers = [
            view.play().total().0 as f32,
            points[view.seat()].0 as f32,
            best as f32,
            f32::from(view.hand().min(view.game().rules().hands())),
            f32::from(view.game().rules().hands()),
            f32::from(view.substitutions()),
            f32::from(view.replays()),
            f32::from(u8::from(view.asked() == Prompt::Again)),
        ];
        rest.copy_from_slice(&numbers);
    }

    fn list(&mut self, view: &View<'_>, actions: &mut Actions<Move>) {
        let slots = actions.slots();
        let mut words = 0;
        for choice in Wordgame::choices(view) {
            let action = match &choice {
                Move::Word(_) if words == slots => continue,
                Move::Word(_) => {
                    words += 1;
                    words - 1
                }
                Move::Substitute(letter) => slots + letter.index(),
                Move::Replay => slots + LETTERS,
                Move::Stop => slots + LETTERS + 1,
            };
            let description = match actions.is_described() {
                true => self.description_of(view, &choice),
                false => [0.0; 7],
            };
            actions.push(action, choice, &description);
        }
    }
}

impl Numbers {
    fn description_of(&self, view: &View<'_>, choice: &Move) -> [f32; 7] {
        let now = view.play().now();
        let held = now.len() as f32;
        match choice {
            Move::Word(word) => {
                let left = now.without(word).unwrap_or_default();
                let points = self.game.rules().word_points(word, now.len()).0 as f32;
                let used = word.len() as f32;
                [points, used, held - used, self.best(&left), 0.0, 0.0, 0.0]
            }
            Move::Substitute(_) => [0.0, 0.0, held, 0.0, 1.0, 0.0, 0.0],
            Move::Replay => [0.0, 0.0, held, 0.0, 0.0, 1.0, 0.0],
            Move::Stop => [0.0, 0.0, held, 0.0, 0.0, 0.0, 1.0],
        }
    }

    /// The points of the best word of a hand.
    fn best(&self, hand: &Hand) -> f32 {
        let solver = self.solver.get_or_init(|| Solver::new(&self.game));
        let word = solver.best_word(hand);
        word.map_or(0.0, |word| self.game.rules().word_points(&word, hand.len()).0 as f32)
    }
}

/// How many of each letter a hand has, A to Z, then of wildcards.
fn count(hand: &Hand, out: &mut [f32]) {
    for tile in hand.tiles() {
        match Letter::from_char(tile) {
            Some(letter) => out[letter.index()] += 1.0,
            None => out[LETTERS] += f32::from(u8::from(tile == WILDCARD)),
        }
    }
}
