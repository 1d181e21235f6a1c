//! The settings: edition, hand size, seed, optionally the first hand; as typed, and their validation.

use crate::seats::read_seed;
use crate::serving::query::Fields;
use crate::wordgame::game_cache::{CachedGame, GameCache};
use lettergame_base::Seed;
use lettergame_game::{Rules, SettingError, Settings};
use lettergame_wordgame::rules::{Hand, WordgameRules};

/// The settings as typed.
#[derive(Clone, Debug)]
pub(super) struct HandSetup {
    pub(super) preset: String,
    /// Letters per hand; empty for the edition's default, or the size of the first hand.
    pub(super) size: String,
    pub(super) seed: String,
    /// The first hand; empty if it is dealt.
    pub(super) hand: String,
}

/// A field with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Preset,
    Size,
    Seed,
    Hand,
    /// The typed word.
    Word,
    /// The letter to be substituted.
    Letter,
    /// A field that no form sends.
    Address,
}

/// The error.
pub(super) type FieldError = (Field, String);

/// Valid settings.
pub(super) struct ReadyHand {
    pub(super) book: CachedGame,
    pub(super) seed: Seed,
    pub(super) given: Option<Hand>,
}

impl HandSetup {
    /// From the address or a form; missing fields have their defaults, the seed is drawn.
    pub(super) fn read(fields: &Fields) -> HandSetup {
        let text = |name: &str| fields.get(name).filter(|text| !text.is_empty()).map(str::to_owned);
        HandSetup {
            preset: text("preset").unwrap_or_else(|| WordgameRules::default_preset().to_owned()),
            size: text("hand-size").unwrap_or_default(),
            seed: text("seed").unwrap_or_else(|| Seed::drawn().0.to_string()),
            hand: text("hand").unwrap_or_default(),
        }
    }

    /// The rules of these settings, or all their errors.
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

/// Why a hand is not possible under these rules.
fn misfit(hand: &Hand, rules: &WordgameRules) -> Option<String> {
    let (size, most) = (hand.len(), rules.hand_size());
    if size > most {
        return Some(format!(
            "hand `{hand}`: it has {size} letters, more than the hand size of {most}; increase it"
        ));
    }
    let stranger = hand.has_wildcard() && !rules.wildcard();
    stranger.then(|| format!("hand `{hand}`: this edition has no wildcard; see 6.0001"))
}
