//! A game as it is set up: the fields of the form and of the address, as typed, and the gate behind
//! which they are good.

use std::sync::Arc;

use crate::begin::{is_typed, known, read_player, read_seed, seated, seed_text};
use crate::query::{Fields, address};
use crate::rooms::{About, Room};
use crate::scrabble::desk::Desk;
use crate::scrabble::game::ScrabbleGame;
use crate::section::SCRABBLE;
use crate::sitting::Sitting;
use crate::token::NoChance;
use lettergame_core::base::{Branch, Seed, shell_word};
use lettergame_core::game::{Rules, Table};
use lettergame_registry::roster;
use lettergame_scrabble::notation::{Position, read};
use lettergame_scrabble::rules::Scrabble;
use lettergame_tournament::{PERSON, Venue};

/// Who plays when nothing is said.
const PLAYERS: [&str; 2] = ["equity", "score"];

/// The settings as typed.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) players: Vec<String>,
    pub(super) seed: String,
    /// Where the game starts; empty for the start of a game.
    pub(super) position: String,
}

/// A field that something is wrong with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Players,
    Player(usize),
    Seed,
    Position,
}

/// What is wrong with it.
pub(super) type Wrong = (Field, String);

/// Settings that are good.
pub(super) struct Ready {
    game: Arc<Scrabble>,
    pub(super) players: Vec<String>,
    seed: Seed,
    /// Is nobody to know what is dealt?
    pub(super) secret: bool,
    from: Option<Position>,
    setup: Setup,
}

impl Setup {
    /// From the address or a posted form; what is missing is as by default, the seed is drawn.
    pub(super) fn read(fields: &Fields) -> Setup {
        let listed = fields.all("players").flat_map(|list| list.split(','));
        let mut players: Vec<String> =
            listed.chain(fields.all("player")).map(read_player).collect();
        if players.is_empty() {
            players = PLAYERS.map(str::to_owned).to_vec();
        }
        Setup {
            seed: seed_text(fields.get("seed"), &players),
            players,
            position: fields.get("position").unwrap_or_default().to_owned(),
        }
    }

    /// The game of these settings, or everything that is wrong with them.
    pub(super) fn checked(&self, desk: &Desk, game: &Arc<Scrabble>) -> Result<Ready, Vec<Wrong>> {
        let mut wrong = self.wrong_players(desk, game);
        let seed = read_seed(&self.seed).map_err(|text| wrong.push((Field::Seed, text)));
        let from = match self.position.as_str() {
            "" => Ok(None),
            text => read(text, game).map(|reading| Some(reading.position)),
        };
        if let Err(error) = &from {
            wrong.push((Field::Position, error.to_string()));
        }
        match (seed, from) {
            (Ok(seed), Ok(from)) if wrong.is_empty() => Ok(Ready {
                game: Arc::clone(game),
                players: self.players.clone(),
                seed,
                secret: self.seed.is_empty(),
                from,
                setup: self.clone(),
            }),
            _ => Err(wrong),
        }
    }

    fn wrong_players(&self, desk: &Desk, game: &Arc<Scrabble>) -> Vec<Wrong> {
        use lettergame_core::game::Game as _;
        let mut wrong = Vec::new();
        if let Err(error) = game.admit(self.players.len()) {
            wrong.push((Field::Players, error.to_string()));
        }
        for (index, player) in self.players.iter().enumerate() {
            if let Err(text) = known(roster::<Scrabble>(), player, game, &desk.app.terms) {
                wrong.push((Field::Player(index), text));
            }
        }
        wrong
    }

    /// The address that shows this game before it begins.
    pub(super) fn address(&self) -> String {
        let players = self.players.join(",");
        let mut pairs = vec![("players", players.as_str())];
        pairs.extend((!self.seed.is_empty()).then_some(("seed", self.seed.as_str())));
        if !self.position.is_empty() {
            pairs.push(("position", &self.position));
        }
        address("/scrabble/game", &pairs)
    }
}

impl Ready {
    /// The seed of the first game of `lettergame scrabble play`.
    fn deal(&self) -> Seed {
        self.seed.derive(Branch::Deal, 0)
    }

    /// The table before the first turn.
    pub(super) fn table(&self) -> Table<Scrabble> {
        let game = Arc::clone(&self.game);
        match &self.from {
            Some(position) => {
                let state = position.state(&self.game, self.deal());
                Table::at(game, state, self.players.len())
            }
            // the number of seats was admitted
            None => Table::new(game, self.players.len(), self.deal())
                .unwrap_or_else(|error| unreachable!("{error}")),
        }
    }

    /// A room for this game, with its players seated.
    pub(super) fn room(&self, desk: &Desk) -> Result<Result<Room, NoChance>, Wrong> {
        let venue =
            Venue { lexicon: Some(self.game.lexicon()), hosting: desk.app.terms.hosting.clone() };
        let lineup = seated(&venue, roster::<Scrabble>(), &self.players, &self.game)
            .map_err(|error| (Field::Players, error.to_string()))?;
        let game = ScrabbleGame::new(
            Sitting::new(lineup.session_at(self.table(), self.deal())),
            &self.players,
        );
        Ok(Room::new(&SCRABBLE, self.about(), Box::new(game), lineup.open_seats().iter()))
    }

    fn about(&self) -> About {
        let from = if self.from.is_some() { ", from a position" } else { "" };
        let setup = |seed| Setup { seed, ..self.setup.clone() };
        About {
            class: "scrabble",
            step: "Step",
            title: "Scrabble".to_owned(),
            summary: self.players.join(" against ") + from,
            seed: self.seed,
            address: setup(self.seed.0.to_string()).address(),
            anew: setup(String::new()).address(),
            run: None,
            command: self.command().filter(|_| is_typed(self.seed)),
            players: self.players.clone(),
        }
    }

    /// The command that plays this game; `None` where persons play or a name cannot stand in a shell.
    fn command(&self) -> Option<String> {
        if self.players.iter().any(|player| player == PERSON) {
            return None;
        }
        let players = shell_word(&self.players.join(","))?;
        let options = format!("--players {players} --seed {}", self.seed.0);
        let Some(position) = &self.from else {
            return Some(format!("lettergame scrabble play {options}"));
        };
        // a state file holds nothing that a shell or printf would change between these marks
        let text = position.to_string().replace('\n', "\\n");
        Some(format!("printf '{text}' | lettergame scrabble play - {options}"))
    }
}
