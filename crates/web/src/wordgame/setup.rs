//! What is played: edition, hand size, seed, perhaps the first hand; as typed, and the gate behind
//! which it is good.

use crate::query::Fields;
use crate::seats::read_seed;
use crate::wordgame::game_cache::{CachedGame, GameCache};
use lettergame_core::base::Seed;
use lettergame_core::game::{Rules, SettingError, Settings};
use lettergame_wordgame::rules::{Hand, WordgameRules};

/// The settings as typed.
#[derive(Clone, Debug)]
pub(super) struct HandSetup {
    pub(super) preset: String,
    /// Letters of a hand; empty for what the edition says, or as many as the first hand has.
    pub(super) size: String,
    pub(super) seed: String,
    /// The first hand; empty if it is dealt.
    pub(super) hand: String,
}

/// A field that something is wrong with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Preset,
    Size,
    Seed,
    Hand,
    /// The word that was typed.
    Word,
    /// The letter to be substituted.
    Letter,
    /// What no form sends.
    Address,
}

/// What is wrong with it.
pub(super) type FieldError = (Field, String);

/// Settings that are good.
pub(super) struct ReadyHand {
    pub(super) book: CachedGame,
    pub(super) seed: Seed,
    pub(super) given: Option<Hand>,
}

impl HandSetup {
    /// From the address or a form; what is missing is as by default, the seed is drawn.
    pub(super) fn read(fields: &Fields) -> HandSetup {
        let text = |name: &str| fields.get(name).filter(|text| !text.is_empty()).map(str::to_owned);
        HandSetup {
            preset: text("preset").unwrap_or_else(|| WordgameRules::default_preset().to_owned()),
            size: text("hand-size").unwrap_or_default(),
            seed: text("seed").unwrap_or_else(|| Seed::drawn().0.to_string()),
            hand: text("hand").unwrap_or_default(),
        }
    }

    /// The rules of these settings, or everything that is wrong with them.
    pub(super) fn checked(&self, cache: &GameCache) -> Result<ReadyHand, Vec<FieldError>> {
        let mut wrong = Vec::new();
        let given = self.given().map_err(|error| wrong.push(error)).unwrap_or_default();
        let seed = read_seed(&self.seed).map_err(|text| wrong.push((Field::Seed, text)));
        let rules = self.rules(given.as_ref()).map_err(|error| {
            let field = if error.key() == Some("preset") { Field::Preset } else { Field::Size };
            wrong.push((field, error.to_string()));
        });
        if let (Ok(rules), Some(hand)) = (&rules, &given) {
            wrong.extend(misfit(hand, rules).map(|text| (Field::Hand, text)));
        }
        match (rules, seed) {
            (Ok(rules), Ok(seed)) if wrong.is_empty() => {
                Ok(ReadyHand { book: cache.book(rules), seed, given })
            }
            _ => Err(wrong),
        }
    }

    fn given(&self) -> Result<Option<Hand>, FieldError> {
        if self.hand.is_empty() {
            return Ok(None);
        }
        let read = self.hand.parse();
        read.map(Some).map_err(|error| (Field::Hand, format!("hand `{}`: {error}", self.hand)))
    }

    fn rules(&self, given: Option<&Hand>) -> Result<WordgameRules, SettingError> {
        let mut settings = Settings::default();
        let size = match (self.size.as_str(), given) {
            ("", None) => None,
            ("", Some(hand)) => Some(hand.len().to_string()),
            (size, _) => Some(size.to_owned()),
        };
        if let Some(size) = size {
            settings.set("hand-size", &size);
        }
        WordgameRules::read(&self.preset, settings)
    }
}

/// Why a hand cannot be played by these rules.
fn misfit(hand: &Hand, rules: &WordgameRules) -> Option<String> {
    let (size, most) = (hand.len(), rules.hand_size());
    if size > most {
        return Some(format!(
            "hand `{hand}`: it has {size} letters, more than the hand size of {most}; raise that"
        ));
    }
    let stranger = hand.has_wildcard() && !rules.wildcard();
    stranger.then(|| format!("hand `{hand}`: this edition has no wildcard; see 6.0001"))
}
