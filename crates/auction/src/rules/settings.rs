//! The settings of the Letter Game, and its presets.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::Serialize;

use lettergame_base::Points;
use lettergame_game::{Param, Preset, Rules};
use lettergame_game::{field, words};

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

/// An optional upper bound; `none` as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Limit(pub(super) Option<u8>);

/// Which words earn the bonus of 50 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bonus {
    /// Words of exactly seven letters.
    Exactly7,
    /// Words of seven letters or more.
    AtLeast7,
}

/// What the only bidder pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoneBidder {
    /// Nothing: there is no second-highest bid.
    Free,
    /// Its own bid.
    OwnBid,
}

/// What happens to a player who is late, fails or breaks the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Banned {
    /// The bid is void and the player is out: no bids, no letters, no words.
    Out,
    /// A late bid still counts; from then on the player bids 0 (and may win ties at 0) and its words do not
    /// count.
    BidsZero,
}

words!(Bonus { Bonus::Exactly7 => "exactly-7", Bonus::AtLeast7 => "at-least-7" });
words!(LoneBidder { LoneBidder::Free => "free", LoneBidder::OwnBid => "own-bid" });
words!(Banned { Banned::Out => "out", Banned::BidsZero => "bids-zero" });

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

impl Rules for AuctionRules {
    const PRESETS: &'static [Preset<AuctionRules>] = &[
        ("words", AuctionRules::words),
        ("seven", AuctionRules::seven),
        ("simulator", AuctionRules::simulator),
    ];

    const PARAMS: &'static [Param<AuctionRules>] = &[
        Param::integer("rounds", [1, 1000], "rounds of a game", field!(rounds)),
        Param::integer("hidden", [0, 97], "hidden letters of each player", field!(hidden))
            .at_most(AuctionRules::most_hidden),
        Param::integer(
            "letters-per-player",
            [1, 98],
            "letters per player and round, hidden ones included",
            field!(letters_per_player),
        ),
        Param::optional(
            "letter-cap",
            [1, 255],
            "letters a player may hold, hidden ones included",
            field!(letter_cap),
        ),
        Param::optional(
            "longest-word",
            [1, 255],
            "length of the longest word that counts, in letters",
            field!(longest_word),
        ),
        Param::choice(
            "bonus",
            Bonus::WORDS,
            "words that earn the bonus of 50 points",
            field!(bonus),
        ),
        Param::integer(
            "start-points",
            [0, 1_000_000],
            "points at the start",
            field!(start_points.0),
        ),
        Param::choice(
            "lone-bidder",
            LoneBidder::WORDS,
            "what the only bidder pays",
            field!(lone_bidder),
        ),
        Param::choice(
            "banned",
            Banned::WORDS,
            "what happens to a player after a fault",
            field!(banned),
        ),
        Param::integer(
            "move-seconds",
            [1, 3600],
            "seconds that a player program has for a decision",
            field!(move_seconds),
        ),
    ];
}

impl AuctionRules {
    /// The edition of the class project with the longer text: 8 letters per player and round, no limit on
    /// letters held. The default.
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

    /// The earlier edition: 7 letters per player and round, and at most 7 held.
    #[must_use]
    pub fn seven() -> AuctionRules {
        AuctionRules { letters_per_player: 7, letter_cap: Limit(Some(7)), ..AuctionRules::words() }
    }

    /// The actual behaviour of the simulator used in class, where it differs from its text.
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

    /// At least one letter of each player's share is auctioned, and no player is dealt more than it may hold.
    fn most_hidden(&self) -> i64 {
        let share = self.letters_per_player - 1;
        i64::from(self.letter_cap.0.map_or(share, |cap| share.min(cap)))
    }

    /// Number of rounds of a game.
    #[must_use]
    pub fn rounds(&self) -> u16 {
        self.rounds
    }

    /// Number of hidden letters per player and round.
    #[must_use]
    pub fn hidden(&self) -> usize {
        usize::from(self.hidden)
    }

    /// The maximum length of a valid word, if limited.
    #[must_use]
    pub fn longest_word(&self) -> Option<usize> {
        self.longest_word.0.map(usize::from)
    }

    /// The number of letters that a player may hold in a round, including hidden ones, if limited.
    #[must_use]
    pub fn letter_cap(&self) -> Option<usize> {
        self.letter_cap.0.map(usize::from)
    }

    /// The number of letters per player and round, hidden ones included.
    #[must_use]
    pub fn letters_per_player(&self) -> usize {
        usize::from(self.letters_per_player)
    }

    /// The words that earn the bonus.
    #[must_use]
    pub fn bonus(&self) -> Bonus {
        self.bonus
    }

    /// What the only bidder pays.
    #[must_use]
    pub fn lone_bidder(&self) -> LoneBidder {
        self.lone_bidder
    }

    /// Initial points of each player.
    #[must_use]
    pub fn start_points(&self) -> Points {
        self.start_points
    }

    /// Number of letters auctioned in a round of `seats` players if no one is full: the players'
    /// shares without the hidden letters, limited by the bag of `bag` letters.
    #[must_use]
    pub fn auctions(&self, seats: usize, bag: usize) -> usize {
        let dealt = seats * self.hidden();
        (seats * usize::from(self.letters_per_player)).min(bag).saturating_sub(dealt)
    }

    /// Says that the bag has fewer letters than the players' shares, if that is so.
    pub(super) fn shortage(&self, seats: usize, bag: usize) -> Option<String> {
        let (auctions, shares) = (self.auctions(seats, bag), self.auctions(seats, usize::MAX));
        (auctions < shares).then(|| {
            format!(
                "{seats} players share a bag of {bag} letters: a round has {auctions} auctions instead of {shares}"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{AuctionRules, Bonus};
    use lettergame_game::{Rules, Settings};

    fn read(preset: &str, texts: &[&str]) -> Result<AuctionRules, String> {
        let settings = Settings::parse(texts.iter().copied()).map_err(|e| e.to_string())?;
        AuctionRules::read(preset, settings).map_err(|e| e.to_string())
    }

    #[test]
    fn a_bag_that_is_too_small_is_said() {
        let shortage = |seats, hidden: &str| read("words", &[hidden]).unwrap().shortage(seats, 98);
        assert_eq!(shortage(12, "hidden=0"), None);
        let said = shortage(13, "hidden=3").unwrap();
        assert!(said.ends_with("a round has 59 auctions instead of 65"), "{said}");
        assert!(shortage(14, "hidden=7").unwrap().contains("has 0 auctions instead of 14"));
    }

    #[test]
    fn presets_are_values_of_a_single_struct() {
        assert_eq!(read("words", &[]), Ok(AuctionRules::words()));
        let seven_by_hand = read("words", &["letters-per-player=7", "letter-cap=7"]);
        assert_eq!(seven_by_hand, read("seven", &[]));
        assert_eq!(read("simulator", &[]).unwrap().bonus, Bonus::AtLeast7);
    }

    #[test]
    fn hidden_letters_stay_within_the_preset_range() {
        assert!(read("words", &["hidden=7"]).is_ok());
        assert_eq!(
            read("words", &["hidden=8"]).unwrap_err(),
            "invalid value `8` for `hidden`: expected 0 to 7 with these rules"
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
