//! The Letter Game: players hold points, bid for letters in Vickrey auctions, then make words.
//!
//! **Dynamics** simultaneous; **information** imperfect (hidden letters) with chance; **seats** 1 to
//! 14; **sum** not constant.
//!
//! A game has rounds (10). Everybody starts the game with 100 points; points carry over rounds,
//! letters do not. In a round each player first gets hidden letters (3) from a bag of 98, the Scrabble
//! tiles without blanks, which is fresh each round. Then letters from the same bag are auctioned one
//! by one, up to 8 a player with the hidden ones counted. All bid at the same time, a whole number from
//! 0 to what they own; the highest wins and pays the second-highest bid; a tie for the highest is
//! drawn. After each auction everybody learns the letter, all bids, the winner and the price. At the
//! end of the round each player names a word from its letters: if it is in the word list and not too
//! long it is worth the sum of its letter values, and 50 more if it has seven letters. Most points
//! after the last round wins.
//!
//! Source: the class project "Letter Game" of a course on programming and problem solving, in two
//! editions, and the behaviour of the simulator that classes used. They are the presets `words`,
//! `seven` and `simulator` of [`rules::AuctionRules`], which says where they differ.
//!
//! [`rules`] and [`players`] are siblings on purpose: a strategy sees only what
//! [`rules::View`] shows, because the fields of a state are private to `rules`.

pub mod players;
pub mod rules;
pub mod typed;

use std::sync::Arc;

use lettergame_core::base::MAX_SEATS;
use lettergame_core::game::{Configurable, GameInfo, Roster, Shortcut};
use lettergame_core::lexicon::Lexicon;

use rules::{Auction, AuctionRules};

/// What a player program sees and says in this game: a JSON Schema of views, moves and events.
pub const SCHEMA: &str = include_str!("schema.json");

impl Configurable for Auction {
    type Rules = AuctionRules;

    const INFO: GameInfo = GameInfo {
        name: "auction",
        about: "the Letter Game: bid for letters in Vickrey auctions, then make words",
        seats: 1..=MAX_SEATS,
        schema: SCHEMA,
        usual_players: &["letter-value", "marginal", "shadow", "random"],
        bench_players: ["letter-value", "random"],
        shortcuts: &[
            Shortcut {
                key: "rounds",
                label: "Rounds",
                about: "Rounds per game [default: set by the preset]",
            },
            Shortcut {
                key: "hidden",
                label: "Hidden letters",
                about: "Hidden letters; several values (0,3,5 or 0..7) are played one after another",
            },
        ],
        related: Some(["spent", "word_points"]),
    };

    fn class_preset(class: &str) -> Option<&'static str> {
        Some(if class.starts_with("lettergame.") { "seven" } else { "simulator" })
    }

    fn roster() -> &'static [Roster<Auction>] {
        &players::ROSTER
    }

    fn configured(rules: AuctionRules, lexicon: Arc<Lexicon>) -> Result<Auction, String> {
        Ok(Auction::new(rules, lexicon))
    }

    fn rules(&self) -> &AuctionRules {
        self.rules()
    }

    fn sharing(&self, rules: &AuctionRules, lexicon: &Arc<Lexicon>) -> Option<Auction> {
        let shares = Arc::ptr_eq(self.lexicon(), lexicon) && self.earns_as(rules);
        shares.then(|| self.with_rules(rules.clone()))
    }
}
