//! The fields of Marrakech's form besides players and seed: where the game starts.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::marrakech::game::Market;
use crate::room_session::RoomSession;
use crate::rooms::{Levels, Match};
use crate::seats::command;
use crate::section::{MARRAKECH, Section};
use crate::serving::query::Fields;
use crate::setup::{Field, FieldError, GameForm, Ready};
use lettergame_base::Seed;
use lettergame_game::Table;
use lettergame_marrakech::rules::{Marrakech, MarrakechRules, Phase, Stage, StageTextError, State};
use lettergame_plan::PERSON;

/// Where the game starts.
#[derive(Clone, Debug)]
pub(crate) struct MarrakechForm {
    /// A game in progress as typed, `STATE c rotate`; empty for the start of a game.
    pub(super) state: String,
}

/// Its own field.
pub(super) const STATE: Field = Field::Own("state");

impl GameForm for MarrakechForm {
    type Game = Marrakech;
    const SECTION: &'static Section = &MARRAKECH;
    const PATH: &'static str = MARRAKECH.path;
    const PLAYERS: &'static [&'static str] = &[PERSON, "greedy"];
    const LEVELS: Levels = [&["random"], &["greedy"], &["expectimax"]];
    const FIELDS: &'static [&'static str] = &["state"];
    // Assam's longest walk takes a little less
    const DELAY: Duration = Duration::from_millis(1000);

    fn read(fields: &Fields) -> MarrakechForm {
        MarrakechForm { state: fields.get("state").unwrap_or_default().trim().to_owned() }
    }

    fn pairs(&self) -> Vec<(&'static str, &str)> {
        vec![("state", &self.state)]
    }

    fn game(&self, app: &App) -> Result<Arc<Marrakech>, FieldError> {
        app.game(MarrakechRules::standard()).map_err(|text| (Field::Players, text))
    }

    fn table(
        &self,
        game: &Arc<Marrakech>,
        seats: usize,
        deal: Seed,
    ) -> Result<Table<Marrakech>, FieldError> {
        let rules = Arc::clone(game);
        let Some(stage) = self.start()? else {
            let table = Table::new(rules, seats, deal);
            return table.map_err(|error| (Field::Players, error.to_string()));
        };
        if stage.seats() != seats {
            let text = format!("the state has {} players, the game {seats}", stage.seats());
            return Err((Field::Players, text));
        }
        Ok(Table::at(rules, State::resume(stage, deal), seats))
    }

    fn shown(sitting: RoomSession<Marrakech>, players: &[String]) -> Box<dyn Match> {
        Box::new(Market::new(sitting, players))
    }

    fn summary(ready: &Ready<MarrakechForm>) -> String {
        let from = if ready.setup.own.state.is_empty() { "" } else { ", from a state string" };
        ready.setup.players.join(", ") + from
    }

    fn command(ready: &Ready<MarrakechForm>) -> Option<String> {
        let (players, seed) = (ready.setup.players.join(","), ready.seed.0.to_string());
        let mut words = vec!["lettergame", "play", "marrakech", "--players", &players];
        words.extend(["--seed", &seed]);
        let state = &ready.setup.own.state;
        if !state.is_empty() {
            words.extend(["--load", state]);
        }
        command(&words)
    }
}

impl MarrakechForm {
    /// The game in progress that continues, if there is one.
    fn start(&self) -> Result<Option<Stage>, FieldError> {
        if self.state.is_empty() {
            return Ok(None);
        }
        let stage: Stage =
            self.state.parse().map_err(|error: StageTextError| (STATE, error.to_string()))?;
        match stage.phase() {
            Phase::Over => Err((STATE, "this game is over".to_owned())),
            _ => Ok(Some(stage)),
        }
    }
}
