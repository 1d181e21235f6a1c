//! A game set up in the browser: the fields of its form and of its address, as typed, their validation, and
//! the room that starts there. Everything the games share is here; what a single game adds is its
//! [`GameForm`].

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::happened::{Happened, Named};
use crate::room_session::RoomSession;
use crate::rooms::{About, Clock, Levels, Match, People, Room};
use crate::seats::{known, listed, persons, read_player, read_seed, seated, seed_text};
use crate::section::Section;
use crate::serving::effort::too_hard_together;
use crate::serving::query::{Fields, address};
use crate::serving::token::EntropyError;
use crate::stand_ins::StandIns;
use lettergame_base::{Seat, Seed};
use lettergame_game::{Configurable, Roster, Table};
use lettergame_plan::PERSON;
use lettergame_registry::roster;
use lettergame_tournament::PlayerFactory;

/// The initial delay between two steps.
const STEP: Duration = Duration::from_millis(300);

/// The fields that every form has.
pub(crate) const FIELDS: [&str; 8] =
    ["players", "player", "name", "clock", "seed", "drawn", "do", "new"];

/// What the form of a game has besides players and seed.
pub(crate) trait GameForm: Clone + Send + Sync + 'static {
    /// The game.
    type Game: Configurable;
    /// Its section.
    const SECTION: &'static Section;
    /// The address of the form.
    const PATH: &'static str;
    /// The default players.
    const PLAYERS: &'static [&'static str];
    /// The computer players that a person meets, from easy to hard.
    const LEVELS: Levels;
    /// Fields of a game that does not take long, for those who begin one by a button.
    const SHORT: &'static [(&'static str, &'static str)] = &[];
    /// Its own fields.
    const FIELDS: &'static [&'static str];
    /// The initial delay between two steps.
    const DELAY: Duration = STEP;

    /// Its own fields, as typed; missing fields have their defaults.
    fn read(fields: &Fields) -> Self;

    /// Its own fields in an address.
    fn pairs(&self) -> Vec<(&'static str, &str)>;

    /// The game of these settings, or their errors.
    fn game(&self, app: &App) -> Result<Arc<Self::Game>, FieldError>;

    /// The seed of the table, from the seed of the form.
    fn deal(seed: Seed) -> Seed {
        seed
    }

    /// The table before the first turn, for a number of seats that the rules allow.
    fn table(
        &self,
        game: &Arc<Self::Game>,
        seats: usize,
        deal: Seed,
    ) -> Result<Table<Self::Game>, FieldError> {
        let table = Table::new(Arc::clone(game), seats, deal);
        table.map_err(|error| (Field::Players, error.to_string()))
    }

    /// The game for its room, and for the page of a run.
    fn shown(sitting: RoomSession<Self::Game>, players: &[String]) -> Box<dyn Match>;

    /// What is played, in one line.
    fn summary(ready: &Ready<Self>) -> String;

    /// The command that plays this game, if there is one.
    fn command(ready: &Ready<Self>) -> Option<String>;
}

/// The settings as typed.
#[derive(Clone, Debug)]
pub(crate) struct Setup<F> {
    pub(crate) players: Vec<String>,
    /// What persons are called, beside the players; of no effect for computers.
    pub(crate) names: Vec<String>,
    /// How long persons may think; empty without a limit.
    pub(crate) clock: String,
    pub(crate) seed: String,
    /// Whether the seed was drawn for this form, not given.
    pub(crate) is_drawn: bool,
    /// Whether the players were chosen: by the address, or just now by a button.
    pub(crate) is_chosen: bool,
    /// The fields of this game only.
    pub(crate) own: F,
}

/// A field with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Players,
    Player(usize),
    /// The name of the person who is this player.
    Name(usize),
    Clock,
    Seed,
    /// One of the game's own.
    Own(&'static str),
}

/// An error of a field.
pub(crate) type FieldError = (Field, String);

/// The result of validating the settings.
pub(crate) type Checked<F> = Result<Ready<F>, Vec<FieldError>>;

/// Valid settings.
pub(crate) struct Ready<F: GameForm> {
    pub(crate) setup: Setup<F>,
    pub(crate) clock: Option<Clock>,
    pub(crate) seed: Seed,
    /// Before the first turn.
    pub(crate) table: Table<F::Game>,
}

impl<F: GameForm> Setup<F> {
    /// From the address or a posted form; missing fields have their defaults, the seed is drawn.
    pub(crate) fn read(fields: &Fields) -> Setup<F> {
        let split = fields.all("players").flat_map(|list| list.split(','));
        let mut players: Vec<String> = split.chain(fields.all("player")).map(read_player).collect();
        let is_chosen = !players.is_empty() && fields.get("do").is_none();
        if players.is_empty() && fields.get("do").is_none() {
            players = F::PLAYERS.iter().map(|&player| player.to_owned()).collect();
        }
        let given = fields.get("seed").filter(|seed| !seed.is_empty());
        let is_drawn = given.is_none() || given == fields.get("drawn");
        let seed = seed_text(given, is_drawn, &players);
        let mut names: Vec<String> = fields.all("name").map(str::to_owned).collect();
        names.resize(players.len(), String::new());
        let clock = fields.get("clock").unwrap_or_default().to_owned();
        Setup { players, names, clock, seed, is_drawn, is_chosen, own: F::read(fields) }
    }

    /// Applies a button of the form; `false` if it starts the game.
    pub(crate) fn change(&mut self, fields: &Fields) -> bool {
        let pressed = fields.get("do").unwrap_or("begin");
        match pressed.split_once('-') {
            Some(("remove", index)) => {
                self.is_chosen = true;
                let index = index.parse().unwrap_or(usize::MAX);
                if index < self.players.len() {
                    self.players.remove(index);
                    self.names.remove(index);
                }
            }
            _ if pressed == "add" && self.has_room() => {
                self.is_chosen = true;
                self.players.push(fields.get("new").unwrap_or(PERSON).to_owned());
                self.names.push(String::new());
            }
            _ => return matches!(pressed, "add" | "check"),
        }
        let known = Some(self.seed.as_str()).filter(|seed| !seed.is_empty());
        self.seed = seed_text(known, self.is_drawn, &self.players);
        true
    }

    /// Whether one more player fits.
    pub(crate) fn has_room(&self) -> bool {
        self.players.len() < most_players::<F>()
    }

    /// The game of these settings, or all their errors.
    pub(crate) fn checked(&self, app: &App) -> Checked<F> {
        let mut wrong = Vec::new();
        let seed = read_seed(&self.seed).map_err(|text| wrong.push((Field::Seed, text))).ok();
        let game = self.own.game(app).map_err(|own| wrong.push(own)).ok();
        if let Some(game) = &game {
            wrong.extend(self.wrong_players(game, app));
        }
        wrong.extend(self.wrong_names());
        let clock = Clock::read(&self.clock).map_err(|text| wrong.push((Field::Clock, text))).ok();
        let are_admitted = wrong.iter().all(|(field, _)| *field != Field::Players);
        let table = game.filter(|_| are_admitted).and_then(|game| {
            let deal = F::deal(seed.unwrap_or(Seed(0)));
            let table = self.own.table(&game, self.players.len(), deal);
            table.map_err(|own| wrong.push(own)).ok()
        });
        match (table, seed, clock) {
            (Some(table), Some(seed), Some(clock)) if wrong.is_empty() => {
                Ok(Ready { setup: self.clone(), clock, seed, table })
            }
            _ => Err(wrong),
        }
    }

    fn wrong_players(&self, game: &Arc<F::Game>, app: &App) -> Vec<FieldError> {
        use lettergame_game::Game as _;
        let mut wrong = Vec::new();
        if let Err(error) = game.admit(self.players.len()) {
            wrong.push((Field::Players, error.to_string()));
        }
        // of a list that is far too long, only the first entries are checked
        for (index, player) in self.players.iter().enumerate().take(2 * most_players::<F>()) {
            if let Err(text) = known(roster::<F::Game>(), player, game, app.terms()) {
                wrong.push((Field::Player(index), text));
            }
        }
        if let Some(text) = too_hard_together(&self.players).filter(|_| wrong.is_empty()) {
            wrong.push((Field::Players, text));
        }
        wrong
    }

    /// The names of persons that cannot be used. Of a list that is far too long, only the first are checked.
    fn wrong_names(&self) -> Vec<FieldError> {
        let most = 2 * most_players::<F>();
        let mut people = People::of(&self.players[..self.players.len().min(most)]);
        let mut wrong = Vec::new();
        for (seat, typed) in self.named() {
            match people.new_name(seat, typed) {
                Ok(name) => {
                    people.apply(&Happened::Named(Named { seat: seat.index() as u8, name }))
                }
                Err(text) => wrong.push((Field::Name(seat.index()), text)),
            }
        }
        wrong
    }

    /// The names that were typed for persons, by seat.
    pub(crate) fn named(&self) -> impl Iterator<Item = (Seat, &str)> {
        let typed = self.players.iter().zip(&self.names).enumerate();
        let typed = typed.filter(|(_, (player, name))| *player == PERSON && !name.is_empty());
        typed.filter_map(|(index, (_, name))| Some((Seat::new(index)?, name.as_str())))
    }

    /// Whether the deal is secret: nobody has set its seed, and several persons play.
    pub(crate) fn is_secret(&self) -> bool {
        self.is_drawn && persons(&self.players) > 1
    }

    /// The address that shows this game before its start.
    pub(crate) fn address(&self) -> String {
        self.address_with(&self.seed)
    }

    fn address_with(&self, seed: &str) -> String {
        let players = self.players.join(",");
        let mut pairs = vec![("players", players.as_str())];
        pairs.extend(self.own.pairs().into_iter().filter(|(_, value)| !value.is_empty()));
        let own = [("clock", self.clock.as_str()), ("seed", seed)];
        pairs.extend(own.into_iter().filter(|(_, value)| !value.is_empty()));
        address(F::PATH, &pairs)
    }
}

pub(crate) fn most_players<F: GameForm>() -> usize {
    *F::Game::INFO.seats.end()
}

impl<F: GameForm> Ready<F> {
    /// A room for this game, with its players seated.
    pub(crate) fn room(self, app: &App) -> Result<Result<Room, EntropyError>, FieldError> {
        let about = self.about();
        let Ready { setup, seed, table, .. } = self;
        let factory = PlayerFactory {
            lexicon: Some(&app.lexicon),
            host_options: app.terms().host_options.clone(),
        };
        let lineup = seated(&factory, roster::<F::Game>(), &setup.players, table.rules())
            .map_err(|error| (Field::Players, error.to_string()))?;
        let (deal, rules) = (F::deal(seed), Arc::clone(table.rules()));
        let stand_ins = StandIns::new(deal, move |player| {
            let made = Roster::make(roster::<F::Game>(), player, &rules);
            made.map_err(|error| error.to_string())
        });
        let sitting = RoomSession::new(lineup.session_at(table, deal)).with_stand_ins(stand_ins);
        let game = F::shown(sitting, &setup.players);
        let room = Room::new(F::SECTION, about, game, lineup.open_seats().iter());
        Ok(room.inspect(|room| room.set_delay(F::DELAY)))
    }

    /// Whether a listed program plays, which a command line does not know by its name.
    fn has_listed(&self) -> bool {
        let players = listed(F::Game::INFO.name);
        players.iter().any(|player| self.setup.players.contains(&player.name))
    }

    fn about(&self) -> About {
        let setup = &self.setup;
        About {
            class: F::SECTION.class(),
            step: "Step",
            title: F::SECTION.title.to_owned(),
            summary: F::summary(self),
            seed: self.seed,
            is_secret: setup.is_secret(),
            address: setup.address_with(&self.seed.0.to_string()),
            anew: setup.address_with(""),
            run: None,
            command: F::command(self).filter(|_| !self.has_listed()),
            players: setup.players.clone(),
            levels: F::LEVELS,
            clock: self.clock,
        }
    }
}
