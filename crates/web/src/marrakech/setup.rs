//! The fields of Marrakech's form besides players and seed: none yet.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::marrakech::game::Market;
use crate::query::Fields;
use crate::room_session::RoomSession;
use crate::rooms::Match;
use crate::seats::command;
use crate::section::{MARRAKECH, Section};
use crate::setup::{Field, FieldError, GameForm, Ready};
use lettergame_marrakech::rules::{Marrakech, MarrakechRules};
use lettergame_tournament::PERSON;

/// No additional fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarrakechForm;

impl GameForm for MarrakechForm {
    type Game = Marrakech;
    const SECTION: &'static Section = &MARRAKECH;
    const PATH: &'static str = MARRAKECH.path;
    const PLAYERS: &'static [&'static str] = &[PERSON, "greedy"];
    const LEVELS: [&'static [&'static str]; 3] = [&["random"], &["greedy"], &["expectimax"]];
    const FIELDS: &'static [&'static str] = &[];
    // Assam's longest walk takes a little less
    const DELAY: Duration = Duration::from_millis(1000);

    fn read(_: &Fields) -> MarrakechForm {
        MarrakechForm
    }

    fn pairs(&self) -> Vec<(&'static str, &str)> {
        Vec::new()
    }

    fn game(&self, app: &App) -> Result<Arc<Marrakech>, FieldError> {
        app.game(MarrakechRules::standard()).map_err(|text| (Field::Players, text))
    }

    fn shown(sitting: RoomSession<Marrakech>, players: &[String]) -> Box<dyn Match> {
        Box::new(Market::new(sitting, players))
    }

    fn summary(ready: &Ready<MarrakechForm>) -> String {
        ready.setup.players.join(", ")
    }

    fn command(ready: &Ready<MarrakechForm>) -> Option<String> {
        let (players, seed) = (ready.setup.players.join(","), ready.seed.0.to_string());
        command(&["lettergame", "play", "marrakech", "--players", &players, "--seed", &seed])
    }
}
