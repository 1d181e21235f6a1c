//! The fields of the Letter Game's form besides players and seed: its rules.

use std::sync::Arc;

use crate::app::App;
use crate::auction::game::LetterGame;
use crate::room_session::RoomSession;
use crate::rooms::{Levels, Match};
use crate::seats::command;
use crate::section::{AUCTION, Section};
use crate::serving::query::Fields;
use crate::setup::{Field, FieldError, GameForm, Ready};
use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_game::{Rules, SettingError, Settings};

/// The rules as typed.
#[derive(Clone, Debug)]
pub(crate) struct AuctionForm {
    pub(super) preset: String,
    pub(super) rounds: String,
    pub(super) hidden: String,
    /// `key=value` pairs separated by spaces.
    pub(super) set: String,
}

/// Its fields.
pub(super) const PRESET: Field = Field::Own("preset");
pub(super) const ROUNDS: Field = Field::Own("rounds");
pub(super) const HIDDEN: Field = Field::Own("hidden");
pub(super) const SET: Field = Field::Own("set");

impl GameForm for AuctionForm {
    type Game = Auction;
    const SECTION: &'static Section = &AUCTION;
    const PATH: &'static str = AUCTION.path;
    const PLAYERS: &'static [&'static str] = &["letter-value", "marginal", "shadow"];
    const LEVELS: Levels = [
        &["random", "letter-value", "random"],
        &["shadow", "marginal", "crescendo"],
        &["champion", "flat", "marginal"],
    ];
    const SHORT: &'static [(&'static str, &'static str)] = &[("rounds", "3")];
    const FIELDS: &'static [&'static str] = &["preset", "rounds", "hidden", "set"];

    fn read(fields: &Fields) -> AuctionForm {
        let text = |name: &str, default: &str| {
            fields.get(name).filter(|text| !text.is_empty()).unwrap_or(default).to_owned()
        };
        let preset = text("preset", AuctionRules::default_preset());
        let default_of = |key| default_of(&preset, key);
        let sets: Vec<&str> = fields.all("set").collect();
        AuctionForm {
            rounds: text("rounds", &default_of("rounds")),
            hidden: text("hidden", &default_of("hidden")),
            set: sets.join(" ").trim().to_owned(),
            preset,
        }
    }

    fn pairs(&self) -> Vec<(&'static str, &str)> {
        let AuctionForm { preset, rounds, hidden, set } = self;
        vec![("preset", preset), ("rounds", rounds), ("hidden", hidden), ("set", set)]
    }

    fn game(&self, app: &App) -> Result<Arc<Auction>, FieldError> {
        let rules = self.rules(app.terms().limits.rounds);
        let rules = rules.map_err(|error| (place_of(&error), error.to_string()))?;
        app.game(rules).map_err(|text| (Field::Players, text))
    }

    fn shown(sitting: RoomSession<Auction>, players: &[String]) -> Box<dyn Match> {
        Box::new(LetterGame::new(sitting, players))
    }

    fn summary(ready: &Ready<AuctionForm>) -> String {
        let rules = ready.table.rules().rules();
        format!(
            "{} players, {} rounds, {} hidden letters, rules {}",
            ready.setup.players.len(),
            rules.rounds(),
            rules.hidden(),
            ready.setup.own.preset,
        )
    }

    fn command(ready: &Ready<AuctionForm>) -> Option<String> {
        let own = &ready.setup.own;
        let (players, seed) = (ready.setup.players.join(","), ready.seed.0.to_string());
        let mut words = vec!["lettergame", "play", "auction", "--players", &players];
        words.extend(["--preset", &own.preset, "--rounds", &own.rounds, "--hidden", &own.hidden]);
        words.extend(own.set.split_whitespace().flat_map(|pair| ["--set", pair]));
        words.extend(["--seed", &seed]);
        command(&words)
    }
}

impl AuctionForm {
    fn rules(&self, most_rounds: u16) -> Result<AuctionRules, SettingError> {
        let mut settings = Settings::parse(self.set.split_whitespace())?;
        for (key, value) in [("rounds", &self.rounds), ("hidden", &self.hidden)] {
            if !value.is_empty() {
                settings.set(key, value);
            }
        }
        let rules = AuctionRules::read(&self.preset, settings)?;
        if rules.rounds() > most_rounds {
            return Err(SettingError::Value {
                key: "rounds".to_owned(),
                value: rules.rounds().to_string(),
                wanted: format!("1 to {most_rounds} in the browser; more on the command line"),
            });
        }
        Ok(rules)
    }
}

/// A preset's value of a rule; empty for an unknown preset.
fn default_of(preset: &str, key: &str) -> String {
    let rules = AuctionRules::read(preset, Settings::default());
    let pairs = rules.map_or(Vec::new(), |rules| rules.pairs());
    pairs.into_iter().find(|(name, _)| *name == key).map_or(String::new(), |(_, value)| value)
}

/// The field that an error of the rules refers to.
fn place_of(error: &SettingError) -> Field {
    match error.key() {
        Some("preset") => PRESET,
        Some("rounds") => ROUNDS,
        Some("hidden") => HIDDEN,
        _ => SET,
    }
}
