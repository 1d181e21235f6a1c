//! What can be set in the wordgame, and the two editions as presets.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::rules::WordScore;
use crate::rules::hand::MOST_LETTERS;
use lettergame_core::base::Points;
use lettergame_core::game::{Setting, SettingError, Settings};
use lettergame_core::lexicon::{Letter, Scoring, TileSet};

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

/// What a word is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The sum of its letters times its length, and 50 more for a word of the hand size.
    Bonus,
    /// The sum of its letters times what remains of 7 times its length after taking away 3 for every
    /// letter that is left in the hand, but at least 1.
    Left,
}

/// How many letters of a hand of `n` are vowels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vowels {
    /// A third of them, rounded down.
    Down,
    /// A third of them, rounded up.
    Up,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct YesNo(pub(super) bool);

/// `Display` and `FromStr` for values with one word each.
macro_rules! words {
    ($type:ty { $($value:expr => $word:literal),+ }) => {
        impl Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                $(if *self == $value { return f.write_str($word); })+
                Ok(())
            }
        }
        impl FromStr for $type {
            type Err = ();
            fn from_str(text: &str) -> Result<$type, ()> {
                match text { $($word => Ok($value),)+ _ => Err(()) }
            }
        }
    };
}

words!(Score { Score::Bonus => "bonus", Score::Left => "left" });
words!(Vowels { Vowels::Down => "down", Vowels::Up => "up" });
words!(YesNo { YesNo(true) => "yes", YesNo(false) => "no" });

impl WordgameRules {
    /// The names of the presets; the first is the default.
    pub const PRESETS: [&'static str; 2] = ["6.00", "6.0001"];

    /// What can be set, with the values of the preset `6.00`.
    pub const SETTINGS: [Setting; 8] = [
        Setting { key: "hand-size", default: "7", about: "letters of a hand, 1 to 26" },
        Setting { key: "hands", default: "1", about: "hands of a game, 1 to 1000" },
        Setting {
            key: "score",
            default: "bonus",
            about: "bonus: sum x length, 50 more for a word of the hand size; left: sum x max(1, 7 x length - 3 x letters left)",
        },
        Setting {
            key: "vowels",
            default: "down",
            about: "a third of the letters are vowels, rounded down or up",
        },
        Setting {
            key: "wildcard",
            default: "no",
            about: "one of the vowels is a wildcard: yes or no",
        },
        Setting {
            key: "burn",
            default: "no",
            about: "an invalid word burns the letters it names: yes or no",
        },
        Setting {
            key: "substitutions",
            default: "0",
            about: "letter substitutions a game, 0 to 1000",
        },
        Setting {
            key: "replays",
            default: "0",
            about: "hands that may be played again a game, 0 to 1000",
        },
    ];

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

    /// The edition of 6.0001: wildcard, burning, one substitution and one replay a game.
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

    /// The preset of that name with these settings changed.
    ///
    /// # Errors
    /// An unknown preset or key (with the nearest name), or a value out of range.
    pub fn read(preset: &str, mut settings: Settings) -> Result<WordgameRules, SettingError> {
        let rules = match preset {
            "6.00" => WordgameRules::edition_6_00(),
            "6.0001" => WordgameRules::edition_6_0001(),
            _ => return Err(SettingError::preset(preset, &WordgameRules::PRESETS)),
        };
        let some = |n: &u16| (1..=1000).contains(n);
        let few = |n: &u16| *n <= 1000;
        let size = |n: &u8| (1..=MOST_LETTERS as u8).contains(n);
        let read = WordgameRules {
            hand_size: settings.take("hand-size", rules.hand_size, "1 to 26", size)?,
            hands: settings.take("hands", rules.hands, "1 to 1000", some)?,
            score: settings.take("score", rules.score, "bonus or left", |_| true)?,
            vowels: settings.take("vowels", rules.vowels, "down or up", |_| true)?,
            wildcard: settings.take("wildcard", rules.wildcard, "yes or no", |_| true)?,
            burn: settings.take("burn", rules.burn, "yes or no", |_| true)?,
            substitutions: settings.take("substitutions", rules.substitutions, "0 to 1000", few)?,
            replays: settings.take("replays", rules.replays, "0 to 1000", few)?,
        };
        settings.finish()?;
        Ok(read)
    }

    /// These rules as pairs of key and value, in the order of [`WordgameRules::SETTINGS`].
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let values = [
            self.hand_size.to_string(),
            self.hands.to_string(),
            self.score.to_string(),
            self.vowels.to_string(),
            self.wildcard.to_string(),
            self.burn.to_string(),
            self.substitutions.to_string(),
            self.replays.to_string(),
        ];
        WordgameRules::SETTINGS.iter().map(|setting| setting.key).zip(values).collect()
    }

    /// Letters of a full hand, 1 to 26.
    #[must_use]
    pub fn hand_size(&self) -> usize {
        usize::from(self.hand_size)
    }

    /// Hands of a game.
    #[must_use]
    pub fn hands(&self) -> u16 {
        self.hands
    }

    /// How many of them are vowels, the wildcard included.
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

    /// Letter substitutions of a game.
    #[must_use]
    pub fn substitutions(&self) -> u16 {
        self.substitutions
    }

    /// Hands of a game that may be played again.
    #[must_use]
    pub fn replays(&self) -> u16 {
        self.replays
    }

    /// What a word is worth.
    #[must_use]
    pub fn score(&self) -> Score {
        self.score
    }

    /// The points of a word whose letters are worth `sum` together, of `length` letters, played from a
    /// hand that holds `held` letters at that moment.
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

    /// The points of a word of letters and wildcards played from a hand of `held` letters; nothing
    /// for the empty word. Whether it is valid is not asked.
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
    use lettergame_core::base::Points;
    use lettergame_core::game::Settings;

    fn read(preset: &str, texts: &[&str]) -> Result<WordgameRules, String> {
        let settings = Settings::parse(texts.iter().copied()).map_err(|e| e.to_string())?;
        WordgameRules::read(preset, settings).map_err(|e| e.to_string())
    }

    #[test]
    fn the_listed_defaults_are_those_of_6_00() {
        let listed: Vec<_> =
            WordgameRules::SETTINGS.iter().map(|s| (s.key, s.default.to_owned())).collect();
        assert_eq!(WordgameRules::edition_6_00().pairs(), listed);
    }

    #[test]
    fn the_rules_read_back_from_their_pairs() {
        for preset in WordgameRules::PRESETS {
            let rules = read(preset, &["hand-size=9"]).unwrap();
            let texts: Vec<String> =
                rules.pairs().iter().map(|(key, value)| format!("{key}={value}")).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            assert_eq!(read("6.00", &texts), Ok(rules));
        }
        for bad in ["hand-size=0", "hand-size=27", "hands=0", "burn=maybe", "score=high"] {
            assert!(read("6.00", &[bad]).is_err(), "{bad}");
        }
    }

    #[test]
    fn words_of_6_00_are_worth_what_the_text_says() {
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
    fn words_of_6_0001_are_worth_what_the_text_says() {
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
