//! The hands of a session: those given first, then dealt ones.

use std::collections::VecDeque;

use crate::cli::exit::Failure;
use lettergame_base::{Rng, Seed};
use lettergame_wordgame::rules::{Hand, ParseHandError, WordgameRules};

pub(in crate::cli) struct Dealer {
    given: VecDeque<Hand>,
    rng: Rng,
}

/// Parses hands as typed.
///
/// # Errors
/// A text that is not a hand, or is larger than the hand size.
pub(in crate::cli) fn parse(texts: &[String], rules: &WordgameRules) -> Result<Vec<Hand>, Failure> {
    texts.iter().map(|text| hand(text, rules)).collect()
}

fn hand(text: &str, rules: &WordgameRules) -> Result<Hand, Failure> {
    let hand: Hand = text
        .parse()
        .map_err(|error: ParseHandError| Failure::Usage(format!("hand `{text}`: {error}")))?;
    fits(&hand, rules)?;
    Ok(hand)
}

/// Checks that the hand can be played by these rules.
pub(in crate::cli) fn fits(hand: &Hand, rules: &WordgameRules) -> Result<(), Failure> {
    let (size, most) = (hand.len(), rules.hand_size());
    if size > most {
        return Err(Failure::Usage(format!(
            "hand `{hand}`: it has {size} letters, more than the hand size of {most}; raise it with --hand-size"
        )));
    }
    if hand.has_wildcard() && !rules.wildcard() {
        return Err(Failure::Usage(format!(
            "hand `{hand}`: this edition has no wildcard; see --preset 6.0001"
        )));
    }
    Ok(())
}

impl Dealer {
    pub(in crate::cli) fn new(given: Vec<Hand>, seed: Option<u64>) -> Dealer {
        Dealer { given: given.into(), rng: seed.map_or_else(Seed::drawn, Seed).rng() }
    }

    /// The next hand.
    pub(in crate::cli) fn deal(&mut self, rules: &WordgameRules) -> Hand {
        self.given.pop_front().unwrap_or_else(|| Hand::deal(rules, &mut self.rng))
    }

    /// The random stream from which hands are dealt, for other draws.
    pub(in crate::cli) fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// The number of given hands not yet dealt.
    pub(in crate::cli) fn given(&self) -> usize {
        self.given.len()
    }
}
