//! The fields of Scrabble's form besides players and seed: where the game starts.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::room_session::RoomSession;
use crate::rooms::{Levels, Match};
use crate::scrabble::game::ScrabbleGame;
use crate::section::{SCRABBLE, Section};
use crate::serving::query::Fields;
use crate::setup::{Field, FieldError, GameForm, Ready};
use lettergame_base::{Branch, Seed, shell_word};
use lettergame_game::Table;
use lettergame_plan::PERSON;
use lettergame_scrabble::notation::{Position, read};
use lettergame_scrabble::rules::{ChallengeRule, Scrabble, ScrabbleRules};

/// Where the game starts.
#[derive(Clone, Debug)]
pub(crate) struct ScrabbleForm {
    /// As typed; empty for the start of a game.
    pub(super) position: String,
    /// The name of the rule on challenges.
    pub(super) challenge: String,
}

/// Its own field; a word list that is not sufficient for a game is not an error of the form.
pub(super) const POSITION: Field = Field::Own("position");
pub(super) const WORDS: Field = Field::Own("words");
pub(super) const CHALLENGE: Field = Field::Own("challenge");

impl GameForm for ScrabbleForm {
    type Game = Scrabble;
    const SECTION: &'static Section = &SCRABBLE;
    const PATH: &'static str = "/scrabble/game";
    const PLAYERS: &'static [&'static str] = &["equity", "score"];
    const LEVELS: Levels = [&["casual:vocabulary=1:sight=60"], &["casual"], &["simulation"]];
    const FIELDS: &'static [&'static str] = &["position", "challenge"];
    // time to see what was played
    const DELAY: Duration = Duration::from_millis(1000);

    fn read(fields: &Fields) -> ScrabbleForm {
        ScrabbleForm {
            position: fields.get("position").unwrap_or_default().to_owned(),
            challenge: fields
                .get("challenge")
                .map_or_else(|| ChallengeRule::default().to_string(), str::to_owned),
        }
    }

    fn pairs(&self) -> Vec<(&'static str, &str)> {
        vec![("position", &self.position), ("challenge", &self.challenge)]
    }

    fn game(&self, app: &App) -> Result<Arc<Scrabble>, FieldError> {
        let challenge = self.challenge.parse().map_err(|()| {
            let names = ChallengeRule::NAMES.join(", ");
            (CHALLENGE, format!("`{}` is no rule on challenges: choose {names}", self.challenge))
        })?;
        app.game(ScrabbleRules::standard().with_challenge(challenge)).map_err(|text| (WORDS, text))
    }

    /// That of the first game of `lettergame play scrabble`.
    fn deal(seed: Seed) -> Seed {
        seed.derive(Branch::Deal, 0)
    }

    fn table(
        &self,
        game: &Arc<Scrabble>,
        seats: usize,
        deal: Seed,
    ) -> Result<Table<Scrabble>, FieldError> {
        let rules = Arc::clone(game);
        match self.start(game)? {
            Some(position) => Ok(Table::at(rules, position.state(game, deal), seats)),
            None => {
                Table::new(rules, seats, deal).map_err(|error| (Field::Players, error.to_string()))
            }
        }
    }

    fn shown(sitting: RoomSession<Scrabble>, players: &[String]) -> Box<dyn Match> {
        Box::new(ScrabbleGame::new(sitting, players))
    }

    fn summary(ready: &Ready<ScrabbleForm>) -> String {
        let from = if ready.setup.own.position.is_empty() { "" } else { ", from a position" };
        ready.setup.players.join(" against ") + from
    }

    /// `None` if a name cannot be quoted for a shell, or if persons play from a position, which would take their
    /// input.
    fn command(ready: &Ready<ScrabbleForm>) -> Option<String> {
        let players = &ready.setup.players;
        let has_persons = players.iter().any(|player| player == PERSON);
        if has_persons && !ready.setup.own.position.is_empty() {
            return None;
        }
        let players = shell_word(&players.join(","))?;
        let challenge = match ready.table.rules().rules().challenge() {
            ChallengeRule::Void => String::new(),
            rule => format!(" --challenge {rule}"),
        };
        let options = format!("--players {players}{challenge} --seed {}", ready.seed.0);
        let Some(position) = ready.setup.own.start(ready.table.rules()).ok()? else {
            return Some(format!("lettergame play scrabble {options}"));
        };
        // a state file contains nothing that a shell or printf would change between these quotes
        let text = position.to_string().replace('\n', "\\n");
        Some(format!("printf '{text}' | lettergame play scrabble - {options}"))
    }
}

impl ScrabbleForm {
    /// The position from which the game continues, if there is one.
    fn start(&self, game: &Arc<Scrabble>) -> Result<Option<Position>, FieldError> {
        if self.position.is_empty() {
            return Ok(None);
        }
        let reading = read(&self.position, game);
        reading.map(|reading| Some(reading.position)).map_err(|error| (POSITION, error.to_string()))
    }
}
