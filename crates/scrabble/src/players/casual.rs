//! `casual`: plays as people do who like the game and have learnt no word lists. It knows everyday words only,
//! at one of three levels, and overlooks a play the more easily the more tiles it has. Of the plays that it sees
//! it takes the one with the most points; without any it exchanges all tiles, or passes. In other languages, of
//! which it has no list of everyday words, it knows short words only.

use std::sync::{Arc, LazyLock};

use crate::board::Play;
use crate::players::choosing::play_or_exchange_all;
use crate::plays::{All, Generator, Points};
use crate::rules::{Move, Scrabble, View};
use lettergame_base::Rng;
use lettergame_game::field;
use lettergame_game::{Fault, Param, Player, Roster, Strategy, Tunable, per_seat};
use lettergame_words::{Lexicon, WordList};

pub(super) const ENTRY: Roster<Scrabble> = Roster::tunable::<Casual>(
    "casual",
    "the most points with everyday words, if it does not overlook them",
);

/// The common words, sorted, each with its level.
static VOCABULARY: LazyLock<Vec<(&str, u8)>> = LazyLock::new(|| {
    let mut level = 0;
    let mut words = Vec::new();
    for line in WordList::COMMON.lines() {
        match line.strip_prefix("# ") {
            Some(_) => level += 1,
            None => words.push((line, level)),
        }
    }
    words.sort_unstable();
    words
});

/// The highest level.
const LEVELS: i64 = 3;

/// Plays of so many tiles are never overlooked.
const OBVIOUS: usize = 2;

/// The length of words that it knows in other languages, besides its level.
const SHORT: usize = 3;

#[derive(Clone, Copy)]
struct Casual {
    vocabulary: u8,
    sight: u8,
}

impl Tunable<Scrabble> for Casual {
    const DEFAULT: Casual = Casual { vocabulary: 3, sight: 90 };
    const PARAMS: &'static [Param<Casual>] = &[
        Param::integer(
            "vocabulary",
            [1, LEVELS],
            "the words it knows: the 4,000 most common ones, 11,000 or 40,000",
            field!(vocabulary),
        ),
        Param::integer(
            "sight",
            [1, 100],
            "how probably it sees a play of three tiles; each further tile multiplies",
            field!(sight),
        )
        .unit("per cent"),
    ];

    fn strategy(self, rules: &Arc<Scrabble>) -> Arc<dyn Strategy<Scrabble>> {
        let is_english = is_english(rules.lexicon());
        per_seat(move |_, _| CasualPlayer { params: self, is_english, generator: Generator::new() })
    }
}

/// Whether a word list has most of the everyday words.
fn is_english(lexicon: &Lexicon) -> bool {
    let everyday = || VOCABULARY.iter().filter(|(_, level)| *level == 1);
    everyday().filter(|(word, _)| lexicon.contains(word)).count() * 2 > everyday().count()
}

struct CasualPlayer {
    params: Casual,
    is_english: bool,
    generator: Generator,
}

impl Player<Scrabble> for CasualPlayer {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        if let Some(answer) = view.answer_to_play() {
            return Ok(answer);
        }
        let mut plays = All::default();
        let lexicon = view.game().lexicon();
        self.generator.search(lexicon, view.board(), view.rack(), &Points, &mut plays);
        let found = plays.find(|ranked| {
            self.params.sees(&ranked.play, rng)
                && view.board().words(&ranked.play).iter().all(|word| self.knows(word))
        });
        Ok(play_or_exchange_all(view, found))
    }
}

impl CasualPlayer {
    /// Whether it knows a word on the board.
    fn knows(&self, word: &Play) -> bool {
        match self.is_english {
            true => self.params.knows(&word.word().to_uppercase()),
            false => word.letters().len() <= SHORT + usize::from(self.params.vocabulary),
        }
    }
}

impl Casual {
    /// Whether it does not overlook a play.
    fn sees(self, play: &Play, rng: &mut Rng) -> bool {
        let further = play.count().saturating_sub(OBVIOUS);
        rng.unit() < (f64::from(self.sight) / 100.0).powi(further as i32)
    }

    /// Whether it knows an English word.
    fn knows(self, word: &str) -> bool {
        let found = VOCABULARY.binary_search_by_key(&word, |&(known, _)| known);
        found.is_ok_and(|place| VOCABULARY[place].1 <= self.vocabulary)
    }
}

#[cfg(test)]
mod tests {
    use super::{Casual, LEVELS, VOCABULARY};
    use lettergame_words::Lexicon;

    #[test]
    fn each_level_has_words_of_the_list() {
        let lexicon = Lexicon::shipped();
        assert!(VOCABULARY.iter().all(|(word, _)| lexicon.contains(word)));
        assert!(VOCABULARY.windows(2).all(|pair| pair[0].0 < pair[1].0), "each once");
        let of = |level| VOCABULARY.iter().filter(|(_, own)| i64::from(*own) == level).count();
        let counts: Vec<usize> = (1..=LEVELS).map(of).collect();
        assert_eq!(counts, [4_012, 7_093, 29_045]);
    }

    #[test]
    fn rare_words_are_known_from_a_level_on_or_never() {
        let knows = |vocabulary, word| Casual { vocabulary, sight: 100 }.knows(word);
        assert!(knows(1, "HOUSE") && knows(3, "HOUSE"));
        assert!(!knows(1, "BASHES") && knows(3, "BASHES"));
        assert!(!knows(3, "QAT") && !knows(3, "AA"));
    }
}
