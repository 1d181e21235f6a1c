//! What one player may know: its own hand, and everyone's play of earlier hands.

use std::cmp::Reverse;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::rules::hand::{VOWELS, WILDCARD};
use crate::rules::state::{Phase, SeatState};
use crate::rules::{HandPlay, State, Wordgame};
use lettergame_base::{BySeat, Points, Seat};
use lettergame_words::{Letter, LetterCounts};

/// A game of the wordgame as seen by one seat.
///
/// As JSON: `seat`, `asked` (`word` or `again`), `letters` (those left in the hand), `dealt`, `n`
/// (the hand size), `words` (of this hand, with points), `total` (of this hand), `hand` (from 1),
/// `hands`, `points` (of all seats, finished hands), remaining `substitutions` and `replays`.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) game: &'a Wordgame,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
}

/// The decision a seat faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Prompt {
    /// A word, or to stop.
    Word,
    /// Whether to replay the hand.
    Again,
}

impl Prompt {
    /// Its name: `word` or `again`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Prompt::Word => "word",
            Prompt::Again => "again",
        }
    }
}

impl<'a> View<'a> {
    /// The rules of the game, with the word list.
    #[must_use]
    pub fn game(&self) -> &'a Wordgame {
        self.game
    }

    /// The player's own seat.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The decision to make.
    #[must_use]
    pub fn asked(&self) -> Prompt {
        match self.own().phase {
            Phase::Again => Prompt::Again,
            Phase::Words | Phase::Done => Prompt::Word,
        }
    }

    /// The hand in play.
    #[must_use]
    pub fn play(&self) -> &'a HandPlay {
        &self.own().play
    }

    /// May a letter be substituted now?
    #[must_use]
    pub fn may_substitute(&self) -> bool {
        let own = self.own();
        own.phase == Phase::Words && own.substitutions > 0 && own.play.is_fresh()
    }

    /// The number of the hand, from 1.
    #[must_use]
    pub fn hand(&self) -> u16 {
        self.state.hand + 1
    }

    /// Number of substitutions left.
    #[must_use]
    pub fn substitutions(&self) -> u16 {
        self.own().substitutions
    }

    /// Number of replays left.
    #[must_use]
    pub fn replays(&self) -> u16 {
        self.own().replays
    }

    /// The letters that may be substituted now, alphabetically.
    #[must_use]
    pub fn substitutes(&self) -> Vec<Letter> {
        let held = self.play().now().letters();
        let may = self.may_substitute();
        Letter::ALL.into_iter().filter(|&letter| may && held.count(letter) > 0).collect()
    }

    /// Every valid word that can be made from the letters left, in lower case and with [`WILDCARD`]
    /// in place of the letter it stands for: by descending points, then alphabetically.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let (lexicon, now) = (self.game.lexicon(), self.play().now());
        let own = now.letters();
        let mut words: Vec<String> =
            lexicon.sub_anagrams(&own).iter().map(|word| word.to_lowercase()).collect();
        if now.has_wildcard() {
            VOWELS.into_iter().for_each(|vowel| words.extend(self.with_wildcard(own, vowel)));
        }
        words.sort_unstable();
        words.dedup();
        words.sort_by_key(|word| Reverse(self.game.rules().word_points(word, now.len())));
        words
    }

    /// The words from these letters with the wildcard as a given vowel.
    fn with_wildcard(&self, mut letters: LetterCounts, vowel: char) -> Vec<String> {
        Letter::from_char(vowel).into_iter().for_each(|letter| letters.add(letter));
        let words = self.game.lexicon().sub_anagrams(&letters);
        let typed = |word: &str| -> Vec<String> {
            let word = word.to_lowercase();
            let places = word.match_indices(vowel).map(|(place, _)| place);
            let replaced = |place: usize| {
                format!("{}{WILDCARD}{}", &word[..place], &word[place + vowel.len_utf8()..])
            };
            places
                .map(replaced)
                .filter(|typed| self.play().now().without(typed).is_some())
                .collect()
        };
        words.into_iter().flat_map(typed).collect()
    }

    /// The points of finished hands.
    #[must_use]
    pub fn points(&self) -> BySeat<Points> {
        self.state.points()
    }

    fn own(&self) -> &'a SeatState {
        &self.state.seats[self.seat]
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let play = self.play();
        let mut fields = serializer.serialize_struct("View", 12)?;
        fields.serialize_field("seat", &self.seat)?;
        fields.serialize_field("asked", &self.asked())?;
        fields.serialize_field("letters", play.now())?;
        fields.serialize_field("dealt", play.dealt())?;
        fields.serialize_field("n", &self.game.rules().hand_size())?;
        fields.serialize_field("words", play.words())?;
        fields.serialize_field("total", &play.total())?;
        fields.serialize_field("hand", &self.hand())?;
        fields.serialize_field("hands", &self.game.rules().hands())?;
        fields.serialize_field("points", &self.points())?;
        fields.serialize_field("substitutions", &self.substitutions())?;
        fields.serialize_field("replays", &self.replays())?;
        fields.end()
    }
}
