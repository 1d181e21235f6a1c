//! The Letter Game: players hold points, bid for letters in Vickrey auctions, then make words.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! **Dynamics** simultaneous; **information** imperfect (hidden letters) with chance; **seats** 1 to 14;
//! **sum** not constant.
//!
//! A game has a number of rounds (10). All players start with 100 points; points carry over between rounds,
//! letters do not. In each round every player first gets hidden letters (3) from a fresh bag of 98, the
//! Scrabble tiles without blanks. Then letters from the same bag are auctioned one by one, up to 8 per player
//! including the hidden ones. All bid simultaneously, an integer from 0 to their points; the highest bid wins
//! and pays the second-highest; ties for the highest are broken at random. After each auction all players
//! learn the letter, all bids, the winner and the price. At the end of the round each player names a word
//! from its letters: if it is in the word list and not too long it is worth the sum of its letter values,
//! plus 50 if it has seven letters. Most points after the last round wins.
//!
//! Source: the class project "Letter Game" of a course on programming and problem solving, in two editions,
//! and the behaviour of the simulator used in class. These are the presets `words`, `seven` and `simulator`
//! of [`rules::AuctionRules`], which documents the differences.
//!
//! [`rules`] and [`players`] are deliberately siblings: a strategy sees only what [`rules::View`] exposes,
//! because the fields of a state are private to `rules`.

pub mod hint;
pub mod players;
pub mod rules;
pub mod typed;

use std::sync::Arc;

use lettergame_base::MAX_SEATS;
use lettergame_game::{Configurable, GameInfo, MakeEncoding, Roster, Shortcut, Trial};
use lettergame_words::Lexicon;

use rules::{Auction, AuctionRules};

/// The protocol for player programs in this game: a JSON Schema of views, moves and events.
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
    };

    const TRIAL: Option<Trial> = Some(Trial {
        rules: &[("hidden", "0"), ("rounds", "4")],
        start: &[("start-points", "10")],
        opponents: &["frequency", "letter-value"],
    });

    const ENCODING: Option<MakeEncoding<Auction>> = Some(players::encoding);

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
