//! Who is to play: the fields of the form and of the address, as typed, and the gate behind which they
//! are good.

use std::sync::Arc;
use std::time::Duration;

use crate::Terms;
use crate::begin::{
    change_players, command, is_typed, known, read_player, read_seed, seated, seed_text,
};
use crate::marrakech::game::Market;
use crate::query::{Fields, address};
use crate::rooms::{About, Room};
use crate::section::MARRAKECH;
use crate::sitting::Sitting;
use crate::token::NoChance;
use lettergame_core::base::Seed;
use lettergame_core::game::{Game, Rules, Table};
use lettergame_marrakech::rules::{MOST_PLAYERS, Marrakech, MarrakechRules};
use lettergame_registry::roster;
use lettergame_tournament::{PERSON, Venue};

/// Who plays when nothing is said.
const PLAYERS: [&str; 2] = [PERSON, "greedy"];

/// Between two steps at first: Assam's longest walk takes a little less.
pub(crate) const DELAY: Duration = Duration::from_millis(1000);

/// The settings as typed.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) players: Vec<String>,
    pub(super) seed: String,
}

/// A field that something is wrong with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Players,
    Player(usize),
    Seed,
}

/// What is wrong with a field.
pub(super) type Wrong = (Field, String);

/// Settings that are good.
pub(super) struct Ready {
    game: Arc<Marrakech>,
    pub(super) players: Vec<String>,
    seed: Seed,
    /// Is nobody to know what the die will say?
    pub(super) secret: bool,
}

impl Setup {
    /// From the address or a posted form; what is missing is as by default, the seed is drawn.
    pub(super) fn read(fields: &Fields) -> Setup {
        let split = fields.all("players").flat_map(|list| list.split(','));
        let mut players: Vec<String> = split.chain(fields.all("player")).map(read_player).collect();
        if players.is_empty() && fields.get("do").is_none() {
            players = PLAYERS.map(str::to_owned).to_vec();
        }
        Setup { seed: seed_text(fields.get("seed"), &players), players }
    }

    /// Does what a button of the form says; `false` if that is to begin.
    pub(super) fn change(&mut self, fields: &Fields) -> bool {
        let pressed = fields.get("do").unwrap_or("begin");
        match pressed.split_once('-') {
            Some(("remove", index)) => {
                let index = index.parse().unwrap_or(usize::MAX);
                change_players(&mut self.players, &mut self.seed, |players| {
                    if index < players.len() {
                        players.remove(index);
                    }
                });
            }
            _ if pressed == "add" && self.players.len() < MOST_PLAYERS => {
                let new = fields.get("new").unwrap_or(PERSON).to_owned();
                change_players(&mut self.players, &mut self.seed, |players| players.push(new));
            }
            _ => return matches!(pressed, "add" | "check"),
        }
        true
    }

    /// The game of these settings, or everything that is wrong with them.
    pub(super) fn checked(&self, terms: &Terms) -> Result<Ready, Vec<Wrong>> {
        let game = Arc::new(Marrakech::new(MarrakechRules::standard()));
        let mut wrong = Vec::new();
        let seed = read_seed(&self.seed).map_err(|text| wrong.push((Field::Seed, text))).ok();
        if let Err(error) = game.admit(self.players.len()) {
            wrong.push((Field::Players, error.to_string()));
        }
        // a list that is far too long is not looked at one by one
        for (index, player) in self.players.iter().enumerate().take(2 * MOST_PLAYERS) {
            if let Err(text) = known(roster::<Marrakech>(), player, &game, terms) {
                wrong.push((Field::Player(index), text));
            }
        }
        match seed {
            Some(seed) if wrong.is_empty() => Ok(Ready {
                game,
                players: self.players.clone(),
                seed,
                secret: self.seed.is_empty(),
            }),
            _ => Err(wrong),
        }
    }

    /// The address that shows this game.
    pub(super) fn address(&self) -> String {
        let players = self.players.join(",");
        let seed = (!self.seed.is_empty()).then_some(("seed", self.seed.as_str()));
        let pairs: Vec<_> = [("players", players.as_str())].into_iter().chain(seed).collect();
        address("/marrakech", &pairs)
    }
}

impl Ready {
    /// The table before the first turn.
    pub(super) fn table(&self) -> Table<Marrakech> {
        // the number of seats was admitted
        Table::new(Arc::clone(&self.game), self.players.len(), self.seed)
            .unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// A room for this game, with its players seated.
    pub(super) fn room(&self, terms: &Terms) -> Result<Result<Room, NoChance>, Wrong> {
        let venue = Venue { lexicon: None, hosting: terms.hosting.clone() };
        let lineup = seated(&venue, roster::<Marrakech>(), &self.players, &self.game)
            .map_err(|error| (Field::Players, error.to_string()))?;
        let game = Market::new(Sitting::new(lineup.session(self.seed)), &self.players);
        let room = Room::new(&MARRAKECH, self.about(), Box::new(game), lineup.open_seats().iter());
        Ok(room.inspect(|room| room.set_delay(DELAY)))
    }

    fn about(&self) -> About {
        let (players, seed) = (self.players.join(","), self.seed.0.to_string());
        let words = ["lettergame", "play", "marrakech", "--players", &players, "--seed", &seed];
        let setup = |seed: &str| Setup { players: self.players.clone(), seed: seed.to_owned() };
        About {
            class: "marrakech",
            step: "Step",
            title: "Marrakech".to_owned(),
            summary: self.players.join(", "),
            seed: self.seed,
            address: setup(&seed).address(),
            anew: setup("").address(),
            run: None,
            command: command(&words).filter(|_| is_typed(self.seed)),
            players: self.players.clone(),
        }
    }
}
