//! What is to be played: the fields of the form and of the address, as typed, and the gate behind which
//! they are good.

use std::sync::Arc;

use crate::auction::game::LetterGame;
use crate::auction::shelf::Shelf;
use crate::begin::{
    change_players, command, is_typed, known, read_player, read_seed, seated, seed_text,
};
use crate::effort::too_hard_together;
use crate::query::{Fields, address};
use crate::rooms::{About, Room};
use crate::section::AUCTION;
use crate::sitting::Sitting;
use crate::token::NoChance;
use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_core::base::Seed;
use lettergame_core::game::{Game, Rules, SettingError, Settings, Table};
use lettergame_registry::roster;
use lettergame_tournament::{PERSON, Venue};

/// Who plays when nothing is said.
const PLAYERS: [&str; 3] = ["letter-value", "marginal", "shadow"];

/// The settings as typed.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) players: Vec<String>,
    pub(super) preset: String,
    pub(super) rounds: String,
    pub(super) hidden: String,
    /// `key=value` pairs with blanks between.
    pub(super) set: String,
    pub(super) seed: String,
}

/// A field that something is wrong with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Players,
    Player(usize),
    Preset,
    Rounds,
    Hidden,
    Set,
    Seed,
}

/// What is wrong with a field.
pub(super) type Wrong = (Field, String);

/// Settings that are good: rules, players and seed.
pub(super) struct Ready {
    pub(super) game: Arc<Auction>,
    pub(super) players: Vec<String>,
    seed: Seed,
    /// Is nobody to know what is dealt?
    pub(super) secret: bool,
    preset: String,
    set: Vec<String>,
}

impl Setup {
    /// From the address or a posted form; what is missing is as by default, the seed is drawn.
    pub(super) fn read(fields: &Fields) -> Setup {
        let split = fields.all("players").flat_map(|list| list.split(','));
        let mut players: Vec<String> = split.chain(fields.all("player")).map(read_player).collect();
        if players.is_empty() && fields.get("do").is_none() {
            players = PLAYERS.map(str::to_owned).to_vec();
        }
        let text = |name: &str, default: &str| {
            fields.get(name).filter(|text| !text.is_empty()).unwrap_or(default).to_owned()
        };
        let preset = text("preset", AuctionRules::default_preset());
        let default_of = |key| default_of(&preset, key);
        let sets: Vec<&str> = fields.all("set").collect();
        Setup {
            rounds: text("rounds", &default_of("rounds")),
            hidden: text("hidden", &default_of("hidden")),
            set: sets.join(" ").trim().to_owned(),
            seed: seed_text(fields.get("seed"), &players),
            players,
            preset,
        }
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
            _ if pressed == "add" => {
                let new = fields.get("new").unwrap_or(PERSON).to_owned();
                change_players(&mut self.players, &mut self.seed, |players| players.push(new));
            }
            _ if pressed == "check" => {}
            _ => return false,
        }
        true
    }

    /// The game of these settings, or everything that is wrong with them.
    pub(super) fn checked(&self, shelf: &Shelf) -> Result<Ready, Vec<Wrong>> {
        let mut wrong = Vec::new();
        let seed = read_seed(&self.seed).map_err(|text| wrong.push((Field::Seed, text))).ok();
        let game = match self.rules(shelf) {
            Ok(rules) => Some(shelf.game(rules)),
            Err(error) => {
                wrong.push((place_of(&error), error.to_string()));
                None
            }
        };
        if let Some(game) = &game {
            wrong.extend(self.wrong_players(game, shelf));
        }
        match (game, seed) {
            (Some(game), Some(seed)) if wrong.is_empty() => Ok(Ready {
                game,
                players: self.players.clone(),
                seed,
                secret: self.seed.is_empty(),
                preset: self.preset.clone(),
                set: self.pairs().map(str::to_owned).collect(),
            }),
            _ => Err(wrong),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = &str> {
        self.set.split_whitespace()
    }

    fn rules(&self, shelf: &Shelf) -> Result<AuctionRules, SettingError> {
        let mut settings = Settings::parse(self.pairs())?;
        for (key, value) in [("rounds", &self.rounds), ("hidden", &self.hidden)] {
            if !value.is_empty() {
                settings.set(key, value);
            }
        }
        let rules = AuctionRules::read(&self.preset, settings)?;
        let most = shelf.app().terms.limits.rounds;
        if rules.rounds() > most {
            return Err(SettingError::Value {
                key: "rounds".to_owned(),
                value: rules.rounds().to_string(),
                wanted: format!("1 to {most} in the browser; more on the command line"),
            });
        }
        Ok(rules)
    }

    fn wrong_players(&self, game: &Arc<Auction>, shelf: &Shelf) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        if let Err(error) = game.admit(self.players.len()) {
            wrong.push((Field::Players, error.to_string()));
        }
        for (index, player) in self.players.iter().enumerate() {
            if let Err(text) = known(roster::<Auction>(), player, game, &shelf.app().terms) {
                wrong.push((Field::Player(index), text));
            }
        }
        if let Some(text) = too_hard_together(&self.players).filter(|_| wrong.is_empty()) {
            wrong.push((Field::Players, text));
        }
        wrong
    }

    /// The address that shows this game, with every setting that differs from its default.
    pub(super) fn address(&self) -> String {
        let players = self.players.join(",");
        let mut pairs = vec![("players", players.as_str()), ("preset", &self.preset)];
        let others = [("rounds", &self.rounds), ("hidden", &self.hidden), ("set", &self.set)];
        pairs.extend(
            others.into_iter().filter(|(_, value)| !value.is_empty()).map(|(k, v)| (k, v.as_str())),
        );
        pairs.extend((!self.seed.is_empty()).then_some(("seed", self.seed.as_str())));
        address("/auction", &pairs)
    }
}

/// What a preset says of a rule; nothing for an unknown preset.
fn default_of(preset: &str, key: &str) -> String {
    let rules = AuctionRules::read(preset, Settings::default());
    let pairs = rules.map_or(Vec::new(), |rules| rules.pairs());
    pairs.into_iter().find(|(name, _)| *name == key).map_or(String::new(), |(_, value)| value)
}

/// The field that an error of the rules is about.
fn place_of(error: &SettingError) -> Field {
    match error.key() {
        Some("preset") => Field::Preset,
        Some("rounds") => Field::Rounds,
        Some("hidden") => Field::Hidden,
        _ => Field::Set,
    }
}

impl Ready {
    /// The table before the first letter.
    pub(super) fn table(&self) -> Table<Auction> {
        // the number of seats was admitted
        Table::new(Arc::clone(&self.game), self.players.len(), self.seed)
            .unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// A room for this game, with its players seated.
    pub(super) fn room(&self, shelf: &Shelf) -> Result<Result<Room, NoChance>, Wrong> {
        let venue = Venue {
            lexicon: Some(self.game.lexicon()),
            hosting: shelf.app().terms.hosting.clone(),
        };
        let lineup = seated(&venue, roster::<Auction>(), &self.players, &self.game)
            .map_err(|error| (Field::Players, error.to_string()))?;
        let game = LetterGame::new(Sitting::new(lineup.session(self.seed)), &self.players);
        Ok(Room::new(&AUCTION, self.about(), Box::new(game), lineup.open_seats().iter()))
    }

    fn about(&self) -> About {
        let rules = self.game.rules();
        About {
            class: "auction",
            step: "Step",
            title: "Letter Game".to_owned(),
            summary: format!(
                "{} players, {} rounds, {} hidden letters, rules {}",
                self.players.len(),
                rules.rounds(),
                rules.hidden(),
                self.preset,
            ),
            seed: self.seed,
            address: self.address(),
            anew: self.setup(String::new()).address(),
            run: None,
            command: self.command().filter(|_| is_typed(self.seed)),
            players: self.players.clone(),
        }
    }

    fn address(&self) -> String {
        self.setup(self.seed.0.to_string()).address()
    }

    fn setup(&self, seed: String) -> Setup {
        let rules = self.game.rules();
        Setup {
            players: self.players.clone(),
            preset: self.preset.clone(),
            rounds: rules.rounds().to_string(),
            hidden: rules.hidden().to_string(),
            set: self.set.join(" "),
            seed,
        }
    }

    /// The command that plays this game; `None` where a name cannot stand in a shell.
    fn command(&self) -> Option<String> {
        let rules = self.game.rules();
        let (rounds, hidden) = (rules.rounds().to_string(), rules.hidden().to_string());
        let (players, seed) = (self.players.join(","), self.seed.0.to_string());
        let mut words = vec!["lettergame", "play", "auction", "--players", &players];
        words.extend(["--preset", &self.preset, "--rounds", &rounds, "--hidden", &hidden]);
        words.extend(self.set.iter().flat_map(|pair| ["--set", pair]));
        words.extend(["--seed", &seed]);
        command(&words)
    }
}
