//! What can be set in the Letter Game, and the presets.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::Serialize;

use lettergame_core::base::Points;
use lettergame_core::game::{Setting, SettingError, Settings};

/// The rules of the Letter Game as values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct AuctionRules {
    pub(super) rounds: u16,
    pub(super) hidden: u8,
    pub(super) letters_per_player: u8,
    pub(super) letter_cap: Limit,
    pub(super) longest_word: Limit,
    pub(super) bonus: Bonus,
    pub(super) start_points: Points,
    pub(super) lone_bidder: LoneBidder,
    pub(super) banned: Banned,
    pub(super) move_seconds: u16,
}

/// An upper bound that may be absent; `none` as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Limit(pub(super) Option<u8>);

/// Which words earn 50 points more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bonus {
    /// Words of exactly seven letters.
    Exactly7,
    /// Words of seven letters or more.
    AtLeast7,
}

/// What a player pays who is the only one to bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoneBidder {
    /// Nothing: there is no second-highest bid.
    Free,
    /// Its own bid.
    OwnBid,
}

/// What becomes of a player who is late, fails or lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Banned {
    /// That bid is void and the player is out: no bids, no letters, no words.
    Out,
    /// A late bid still counts; from then on the player bids 0 (and may win ties at 0) and its words
    /// count as none.
    BidsZero,
}

/// `Display` and `FromStr` for enums with one word a variant.
macro_rules! words {
    ($type:ident { $($variant:ident = $word:literal),+ }) => {
        impl Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($type::$variant => $word),+ })
            }
        }
        impl FromStr for $type {
            type Err = ();
            fn from_str(text: &str) -> Result<$type, ()> {
                match text { $($word => Ok($type::$variant),)+ _ => Err(()) }
            }
        }
    };
}

words!(Bonus { Exactly7 = "exactly-7", AtLeast7 = "at-least-7" });
words!(LoneBidder { Free = "free", OwnBid = "own-bid" });
words!(Banned { Out = "out", BidsZero = "bids-zero" });

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(limit) => write!(f, "{limit}"),
            None => f.write_str("none"),
        }
    }
}

impl FromStr for Limit {
    type Err = ();
    fn from_str(text: &str) -> Result<Limit, ()> {
        match text {
            "none" => Ok(Limit(None)),
            number => number.parse().map(|limit| Limit(Some(limit))).map_err(|_| ()),
        }
    }
}

impl AuctionRules {
    /// The names of the presets; the first is the default.
    pub const PRESETS: [&'static str; 3] = ["words", "seven", "simulator"];

    /// What can be set, with the values of the preset `words`.
    pub const SETTINGS: [Setting; 10] = [
        Setting { key: "rounds", default: "10", about: "rounds of a game, 1 to 1000" },
        Setting {
            key: "hidden",
            default: "3",
            about: "hidden letters of each player, 0 to 7 (0 to 6 in `seven`)",
        },
        Setting {
            key: "letters-per-player",
            default: "8",
            about: "letters a round for each player, hidden ones included, 1 to 98",
        },
        Setting {
            key: "letter-cap",
            default: "none",
            about: "letters a player may hold, hidden ones included, or none",
        },
        Setting {
            key: "longest-word",
            default: "7",
            about: "letters of the longest word, or none",
        },
        Setting {
            key: "bonus",
            default: "exactly-7",
            about: "words that earn 50 points: exactly-7 or at-least-7",
        },
        Setting { key: "start-points", default: "100", about: "points at the start, 0 to 1000000" },
        Setting {
            key: "lone-bidder",
            default: "free",
            about: "what the only bidder pays: free or own-bid",
        },
        Setting { key: "banned", default: "out", about: "after a fault: out or bids-zero" },
        Setting {
            key: "move-seconds",
            default: "2",
            about: "seconds for a decision of a player program, 1 to 3600",
        },
    ];

    /// The edition of the class project with the longer text: 8 letters a player and round, no limit
    /// to the letters held. The default.
    #[must_use]
    pub fn words() -> AuctionRules {
        AuctionRules {
            rounds: 10,
            hidden: 3,
            letters_per_player: 8,
            letter_cap: Limit(None),
            longest_word: Limit(Some(7)),
            bonus: Bonus::Exactly7,
            start_points: Points(100),
            lone_bidder: LoneBidder::Free,
            banned: Banned::Out,
            move_seconds: 2,
        }
    }

    /// The earlier edition: 7 letters a player and round, and nobody may hold more than 7.
    #[must_use]
    pub fn seven() -> AuctionRules {
        AuctionRules { letters_per_player: 7, letter_cap: Limit(Some(7)), ..AuctionRules::words() }
    }

    /// What the simulator that classes used really does where it differs from its text.
    #[must_use]
    pub fn simulator() -> AuctionRules {
        AuctionRules {
            longest_word: Limit(None),
            bonus: Bonus::AtLeast7,
            lone_bidder: LoneBidder::OwnBid,
            banned: Banned::BidsZero,
            move_seconds: 10,
            ..AuctionRules::words()
        }
    }

    /// The preset of that name with these settings changed.
    ///
    /// # Errors
    /// An unknown preset or key (with the nearest name), or a value out of range.
    pub fn read(preset: &str, mut settings: Settings) -> Result<AuctionRules, SettingError> {
        let mut rules = AuctionRules::preset(preset)?;
        let most_letters = |n: &u8| (1..=98).contains(n);
        let lpp = rules.letters_per_player;
        rules.letters_per_player =
            settings.take("letters-per-player", lpp, "1 to 98", most_letters)?;
        rules.rounds =
            settings.take("rounds", rules.rounds, "1 to 1000", |n| (1..=1000).contains(n))?;
        let limit = |n: &Limit| n.0.is_none_or(|n| n >= 1);
        rules.letter_cap =
            settings.take("letter-cap", rules.letter_cap, "1 to 255, or none", limit)?;
        rules.longest_word =
            settings.take("longest-word", rules.longest_word, "1 to 255, or none", limit)?;
        rules.bonus = settings.take("bonus", rules.bonus, "exactly-7 or at-least-7", |_| true)?;
        let purse = |p: &i32| (0..=1_000_000).contains(p);
        rules.start_points =
            Points(settings.take("start-points", rules.start_points.0, "0 to 1000000", purse)?);
        rules.lone_bidder =
            settings.take("lone-bidder", rules.lone_bidder, "free or own-bid", |_| true)?;
        rules.banned = settings.take("banned", rules.banned, "out or bids-zero", |_| true)?;
        let seconds = |n: &u16| (1..=3600).contains(n);
        rules.move_seconds =
            settings.take("move-seconds", rules.move_seconds, "1 to 3600", seconds)?;
        rules.hidden = rules.read_hidden(&mut settings)?;
        settings.finish()?;
        Ok(rules)
    }

    fn preset(name: &str) -> Result<AuctionRules, SettingError> {
        match name {
            "words" => Ok(AuctionRules::words()),
            "seven" => Ok(AuctionRules::seven()),
            "simulator" => Ok(AuctionRules::simulator()),
            _ => Err(SettingError::preset(name, &AuctionRules::PRESETS)),
        }
    }

    /// At least one letter of each player's share is auctioned, and nobody is dealt more than may be
    /// held.
    fn read_hidden(&self, settings: &mut Settings) -> Result<u8, SettingError> {
        let share = self.letters_per_player - 1;
        let most = self.letter_cap.0.map_or(share, |cap| share.min(cap));
        let wanted = format!("0 to {most} with these rules");
        let default = self.hidden.min(most);
        settings.take("hidden", default, &wanted, |n| *n <= most)
    }

    /// These rules as pairs of key and value, in the order of [`AuctionRules::SETTINGS`].
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let values = [
            self.rounds.to_string(),
            self.hidden.to_string(),
            self.letters_per_player.to_string(),
            self.letter_cap.to_string(),
            self.longest_word.to_string(),
            self.bonus.to_string(),
            self.start_points.to_string(),
            self.lone_bidder.to_string(),
            self.banned.to_string(),
            self.move_seconds.to_string(),
        ];
        AuctionRules::SETTINGS.iter().map(|setting| setting.key).zip(values).collect()
    }

    /// Rounds of a game.
    #[must_use]
    pub fn rounds(&self) -> u16 {
        self.rounds
    }

    /// Hidden letters of each player in a round.
    #[must_use]
    pub fn hidden(&self) -> usize {
        usize::from(self.hidden)
    }

    /// Letters of the longest word that counts, if there is a limit.
    #[must_use]
    pub fn longest_word(&self) -> Option<usize> {
        self.longest_word.0.map(usize::from)
    }

    /// Letters a player may hold in a round, hidden ones included, if there is a limit.
    #[must_use]
    pub fn letter_cap(&self) -> Option<usize> {
        self.letter_cap.0.map(usize::from)
    }

    /// Points of each player at the start of the game.
    #[must_use]
    pub fn start_points(&self) -> Points {
        self.start_points
    }

    /// How many letters are auctioned in a round of `seats` players, when nobody is full: the
    /// players' shares without the hidden letters, and no more than the bag of `bag` letters holds.
    #[must_use]
    pub fn auctions(&self, seats: usize, bag: usize) -> usize {
        let dealt = seats * self.hidden();
        (seats * usize::from(self.letters_per_player)).min(bag).saturating_sub(dealt)
    }
}

#[cfg(test)]
mod tests {
    use super::{AuctionRules, Bonus};
    use lettergame_core::game::Settings;

    fn read(preset: &str, texts: &[&str]) -> Result<AuctionRules, String> {
        let settings = Settings::parse(texts.iter().copied()).map_err(|e| e.to_string())?;
        AuctionRules::read(preset, settings).map_err(|e| e.to_string())
    }

    #[test]
    fn presets_are_values_of_one_struct() {
        assert_eq!(read("words", &[]), Ok(AuctionRules::words()));
        let seven_by_hand = read("words", &["letters-per-player=7", "letter-cap=7"]);
        assert_eq!(seven_by_hand, read("seven", &[]));
        assert_eq!(read("simulator", &[]).unwrap().bonus, Bonus::AtLeast7);
    }

    #[test]
    fn the_rules_read_back_from_their_pairs() {
        for preset in AuctionRules::PRESETS {
            let rules = read(preset, &["hidden=2", "rounds=3"]).unwrap();
            let texts: Vec<String> =
                rules.pairs().iter().map(|(key, value)| format!("{key}={value}")).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            assert_eq!(read("words", &texts), Ok(rules));
        }
    }

    #[test]
    fn the_listed_defaults_are_those_of_words() {
        let listed: Vec<_> =
            AuctionRules::SETTINGS.iter().map(|s| (s.key, s.default.to_owned())).collect();
        assert_eq!(AuctionRules::words().pairs(), listed);
    }

    #[test]
    fn hidden_letters_stay_inside_the_preset() {
        assert!(read("words", &["hidden=7"]).is_ok());
        assert_eq!(
            read("words", &["hidden=8"]).unwrap_err(),
            "`hidden = 8` is not possible: 0 to 7 with these rules"
        );
        assert!(read("seven", &["hidden=6"]).is_ok());
        assert!(read("seven", &["hidden=7"]).is_err());
        assert!(read("words", &["rounds=0"]).is_err());
        assert!(read("word", &[]).unwrap_err().ends_with("did you mean `words`?"));
    }

    #[test]
    fn the_bag_limits_the_auctions_of_13_and_14_players() {
        let rules = AuctionRules::words();
        assert_eq!(rules.auctions(2, 98), 10);
        assert_eq!(rules.auctions(12, 98), 60);
        assert_eq!(rules.auctions(13, 98), 98 - 39);
        assert_eq!(rules.auctions(14, 98), 98 - 42);
        assert_eq!(AuctionRules::seven().auctions(14, 98), 98 - 42);
    }
}
