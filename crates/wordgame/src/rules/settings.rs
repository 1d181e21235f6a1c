//! The settings of the wordgame, and the two editions as presets.

use crate::rules::WordScore;
use lettergame_base::Points;
use lettergame_game::{Param, Preset, Rules};
use lettergame_game::{field, words};
use lettergame_words::{Letter, Scoring, TileSet};

/// The maximum number of letters in a hand.
pub const MAX_LETTERS: usize = 26;

/// The rules of the wordgame as values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordgameRules {
    pub(super) hand_size: u8,
    pub(super) hands: u16,
    pub(super) score: Score,
    pub(super) vowels: Vowels,
    pub(super) wildcard: YesNo,
    pub(super) burn: YesNo,
    pub(super) substitutions: u16,
    pub(super) replays: u16,
}

/// The value of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The sum of its letter values times its length, plus 50 for a word of the hand size.
    Bonus,
    /// The sum of its letter values times a factor: 7 times its length minus 3 for each letter left in the
    /// hand, but at least 1.
    Left,
}

/// How many of the `n` letters of a hand are vowels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vowels {
    /// A third, rounded down.
    Down,
    /// A third, rounded up.
    Up,
}

/// A yes-or-no setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct YesNo(pub(super) bool);

words!(Score { Score::Bonus => "bonus", Score::Left => "left" });
words!(Vowels { Vowels::Down => "down", Vowels::Up => "up" });
words!(YesNo { YesNo(true) => "yes", YesNo(false) => "no" });

impl Rules for WordgameRules {
    const PRESETS: &'static [Preset<WordgameRules>] =
        &[("6.00", WordgameRules::edition_6_00), ("6.0001", WordgameRules::edition_6_0001)];

    const PARAMS: &'static [Param<WordgameRules>] = &[
        Param::integer(
            "hand-size",
            [1, MAX_LETTERS as i64],
            "letters of a hand",
            field!(hand_size),
        ),
        Param::integer("hands", [1, 1000], "hands of a game", field!(hands)),
        Param::choice(
            "score",
            Score::WORDS,
            "what a word is worth, bonus: sum x length, plus 50 for a word of the hand size; left: sum x max(1, 7 x length - 3 x letters left)",
            field!(score),
        ),
        Param::choice(
            "vowels",
            Vowels::WORDS,
            "rounding of the number of vowels, a third of the letters",
            field!(vowels),
        ),
        Param::choice(
            "wildcard",
            YesNo::WORDS,
            "whether one of the vowels is a wildcard",
            field!(wildcard),
        ),
        Param::choice(
            "burn",
            YesNo::WORDS,
            "whether an invalid word burns its letters",
            field!(burn),
        ),
        Param::integer(
            "substitutions",
            [0, 1000],
            "letter substitutions per game",
            field!(substitutions),
        ),
        Param::integer(
            "replays",
            [0, 1000],
            "hands that may be replayed per game",
            field!(replays),
        ),
    ];
}

impl WordgameRules {
    /// The edition of 6.00, the default.
    #[must_use]
    pub fn edition_6_00() -> WordgameRules {
        WordgameRules {
            hand_size: 7,
            hands: 1,
            score: Score::Bonus,
            vowels: Vowels::Down,
            wildcard: YesNo(false),
            burn: YesNo(false),
            substitutions: 0,
            replays: 0,
        }
    }

    /// The edition of 6.0001: wildcard, burning, one substitution and one replay per game.
    #[must_use]
    pub fn edition_6_0001() -> WordgameRules {
        WordgameRules {
            score: Score::Left,
            vowels: Vowels::Up,
            wildcard: YesNo(true),
            burn: YesNo(true),
            substitutions: 1,
            replays: 1,
            ..WordgameRules::edition_6_00()
        }
    }

    /// Number of letters in a full hand, 1 to 26.
    #[must_use]
    pub fn hand_size(&self) -> usize {
        usize::from(self.hand_size)
    }

    /// Number of hands in a game.
    #[must_use]
    pub fn hands(&self) -> u16 {
        self.hands
    }

    /// Number of vowels in a hand, including the wildcard.
    #[must_use]
    pub fn vowels(&self) -> usize {
        match self.vowels {
            Vowels::Down => self.hand_size() / 3,
            Vowels::Up => self.hand_size().div_ceil(3),
        }
    }

    /// Is one of the vowels a wildcard?
    #[must_use]
    pub fn wildcard(&self) -> bool {
        self.wildcard.0
    }

    /// Does an invalid word burn the letters it names?
    #[must_use]
    pub fn burns(&self) -> bool {
        self.burn.0
    }

    /// Letter substitutions per game.
    #[must_use]
    pub fn substitutions(&self) -> u16 {
        self.substitutions
    }

    /// Replays per game.
    #[must_use]
    pub fn replays(&self) -> u16 {
        self.replays
    }

    /// The value of a word.
    #[must_use]
    pub fn score(&self) -> Score {
        self.score
    }

    /// The points of a word of `length` letters with values adding up to `sum`, played from a hand that
    /// contains `held` letters at that moment.
    #[must_use]
    pub fn points(&self, sum: u32, length: usize, held: usize) -> Points {
        match self.score {
            Score::Bonus => WordScore::new(self.hand_size()).points(sum, length),
            Score::Left => {
                let (sum, length, held) = (sum as i32, length as i32, held as i32);
                Points(sum * (7 * length - 3 * (held - length)).max(1))
            }
        }
    }

    /// The points of a word of letters and wildcards played from a hand of `held` letters; 0 for
    /// the empty word. Does not check validity.
    #[must_use]
    pub fn word_points(&self, word: &str, held: usize) -> Points {
        let letters = word.bytes().filter_map(Letter::from_ascii);
        let sum = letters.map(|letter| TileSet::SCRABBLE_98.value(letter)).sum();
        if word.is_empty() { Points::ZERO } else { self.points(sum, word.len(), held) }
    }
}

#[cfg(test)]
mod tests {
    use super::WordgameRules;
    use lettergame_base::Points;
    use lettergame_game::{Rules, Settings};

    fn read(preset: &str, texts: &[&str]) -> Result<WordgameRules, String> {
        let settings = Settings::parse(texts.iter().copied()).map_err(|e| e.to_string())?;
        WordgameRules::read(preset, settings).map_err(|e| e.to_string())
    }

    #[test]
    fn out_of_range_settings_are_refused() {
        for bad in ["hand-size=0", "hand-size=27", "hands=0", "burn=maybe", "score=high"] {
            assert!(read("6.00", &[bad]).is_err(), "{bad}");
        }
    }

    #[test]
    fn words_of_6_00_score_as_its_text_says() {
        let points = |word, size: &str| {
            let rules = read("6.00", &[&format!("hand-size={size}")]).unwrap();
            rules.word_points(word, 7)
        };
        let facts = [
            ("", 0),
            ("it", 4),
            ("was", 18),
            ("scored", 54),
            ("waybill", 155),
            ("outgnaw", 127),
            ("fork", 44),
            ("weed", 32),
            ("tot", 9),
            ("qi", 22),
            ("inertia", 99),
        ];
        for (word, worth) in facts {
            assert_eq!(points(word, "7"), Points(worth), "{word}");
        }
        assert_eq!(points("fork", "4"), Points(94));
    }

    #[test]
    fn words_of_6_0001_score_as_its_text_says() {
        let rules = WordgameRules::edition_6_0001();
        let facts = [
            ("", 7, 0),
            ("it", 7, 2),
            ("was", 7, 54),
            ("weed", 6, 176),
            ("scored", 7, 351),
            ("WaYbILl", 7, 735),
            ("outgnaw", 7, 539),
            ("fork", 7, 209),
            ("fork", 4, 308),
            ("h*ney", 7, 290),
            ("c*ws", 6, 176),
            ("wa*ls", 7, 203),
        ];
        for (word, held, worth) in facts {
            assert_eq!(rules.word_points(word, held), Points(worth), "{word}");
        }
    }

    #[test]
    fn a_third_of_the_letters_are_vowels() {
        let vowels =
            |preset, size: usize| read(preset, &[&format!("hand-size={size}")]).unwrap().vowels();
        assert_eq!([1, 2, 3, 7, 26].map(|size| vowels("6.00", size)), [0, 0, 1, 2, 8]);
        assert_eq!([1, 2, 3, 7, 26].map(|size| vowels("6.0001", size)), [1, 1, 1, 3, 9]);
    }
}
