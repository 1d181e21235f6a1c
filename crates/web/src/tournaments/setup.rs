//! A tournament as described by the form: the fields as typed, and the raw config they make.

use std::collections::BTreeMap;
use std::path::Path;

use crate::seats::command;
use crate::section::TOURNAMENTS;
use crate::serving::query::{Fields, address};
use crate::tournaments::field_error::{ErrorPlace, FieldError};
use lettergame_arena::absolute;
use lettergame_base::Seed;
use lettergame_game::Settings;
use lettergame_plan::{CONFIG_KEYS, RawConfig, SCHEDULE_KEYS, sweep_values};
use lettergame_registry::{GameEntry, find, games, shortcuts};

/// Maximum number of players in a form.
pub(super) const MAX_PLAYERS: usize = 64;

/// The keys of the address, without players, in order.
fn keys() -> impl Iterator<Item = &'static str> {
    let special = SCHEDULE_KEYS.iter().map(|own| own.key);
    let first = ["game", "schedule"].into_iter().chain(special).chain(["games", "seats"]);
    first.chain(rule_keys()).chain(["record", "name", "seed"])
}

/// The rules of all games that have their own fields.
fn rule_keys() -> impl Iterator<Item = &'static str> {
    ["preset"].into_iter().chain(shortcuts().map(|shortcut| shortcut.key))
}

/// All fields of the forms that start a tournament.
pub(super) fn fields() -> Vec<&'static str> {
    let others = ["players", "player", "set", "do", "new", "was", "config"];
    keys().chain(others).collect()
}

/// The settings as typed, by key.
#[derive(Clone, Debug, Default)]
pub(super) struct TournamentSetup {
    values: BTreeMap<&'static str, String>,
    pub(super) players: Vec<String>,
    /// Lines `key=value`.
    pub(super) set: String,
}

impl TournamentSetup {
    /// From the address or a posted form; missing fields have their defaults, the seed is drawn.
    pub(super) fn read(fields: &Fields) -> TournamentSetup {
        let text = |key: &str| fields.get(key).unwrap_or_default().to_owned();
        let mut values: BTreeMap<&'static str, String> =
            keys().map(|key| (key, text(key))).collect();
        let mut default = |key: &'static str, value: &str| {
            let own = values.entry(key).or_default();
            if own.is_empty() {
                *own = value.to_owned();
            }
        };
        default("game", games()[0].info.name);
        default("games", "200");
        default("seed", &Seed::drawn().0.to_string());
        let listed = fields.all("players").chain(fields.all("player"));
        let listed = listed.flat_map(|list| list.split(',')).map(|name| name.trim().to_owned());
        let sets: Vec<&str> = fields.all("set").collect();
        let set = sets.join("\n").trim().to_owned();
        let mut setup =
            TournamentSetup { players: listed.take(MAX_PLAYERS + 1).collect(), set, values };
        setup.default_schedule();
        setup.follow_game(fields.get("was"), fields.get("do").is_none());
        setup
    }

    /// The default schedule: in the default game with its default players, all play in one game; in a game for two, in
    /// pairs.
    fn default_schedule(&mut self) {
        let pairs = self.entry().is_some_and(|game| *game.info.seats.end() == 2);
        let schedule = if pairs { "round-robin" } else { "free-for-all" };
        if self.value("schedule").is_empty() {
            self.values.insert("schedule", schedule.to_owned());
        }
    }

    /// Adapts players and rules to another game.
    fn follow_game(&mut self, was: Option<&str>, fresh: bool) {
        let changed = was.is_some_and(|was| was != self.value("game"));
        if changed {
            for key in ["schedule"].into_iter().chain(rule_keys()) {
                self.values.insert(key, String::new());
            }
            self.set.clear();
            self.default_schedule();
        }
        if changed || (self.players.is_empty() && fresh) {
            let usual = self.entry().map_or(&[][..], |game| game.info.usual_players);
            self.players = usual.iter().map(|name| (*name).to_owned()).collect();
        }
    }

    pub(super) fn value(&self, key: &str) -> &str {
        self.values.get(key).map_or("", String::as_str)
    }

    /// The game, if there is one of that name.
    pub(super) fn entry(&self) -> Option<&'static GameEntry> {
        find(self.value("game")).ok()
    }

    /// Applies a button of the form; `false` if it starts the tournament.
    pub(super) fn change(&mut self, fields: &Fields) -> bool {
        let pressed = fields.get("do").unwrap_or("begin");
        match pressed.split_once('-') {
            Some(("remove", index)) => {
                let index = index.parse().unwrap_or(usize::MAX);
                if index < self.players.len() {
                    self.players.remove(index);
                }
            }
            _ if pressed == "add" => {
                self.players.extend(fields.get("new").map(str::to_owned));
            }
            _ => return pressed == "check",
        }
        true
    }

    /// The raw config of these settings, with another word list if the server has one.
    pub(super) fn raw(&self, lexicon: Option<&Path>) -> Result<RawConfig, Vec<FieldError>> {
        let mut wrong = Vec::new();
        if self.players.len() > MAX_PLAYERS {
            let text = format!(
                "too many players: expected at most {MAX_PLAYERS} in a form; use a config for more"
            );
            wrong.push(FieldError { place: ErrorPlace::Players, text });
        }
        let mut raw = RawConfig {
            players: Some(self.players.clone()),
            lexicon: lexicon.map(absolute),
            ..RawConfig::default()
        };
        for key in CONFIG_KEYS {
            if let Some(Err(error)) = self.given(key.key).map(|text| key.set(&mut raw, &text)) {
                wrong.push(FieldError::of_key(key.key, &error));
            }
        }
        let rules = self.rules().map_err(|text| {
            wrong.push(FieldError { place: ErrorPlace::Key("set".to_owned()), text });
        });
        if self.value("name").len() > 60 {
            let text = "the name is too long: expected at most 60 letters".to_owned();
            wrong.push(FieldError { place: ErrorPlace::Key("name".to_owned()), text });
        }
        match rules {
            Ok(rules) if wrong.is_empty() => {
                Ok(RawConfig { rules, ..raw }.based(Path::new(&absolute(Path::new(".")))))
            }
            _ => Err(wrong),
        }
    }

    fn given(&self, key: &str) -> Option<String> {
        Some(self.value(key)).filter(|value| !value.is_empty()).map(str::to_owned)
    }

    /// Pairs of the field for other rules, separated by line ends or spaces.
    fn pairs(&self) -> impl Iterator<Item = &str> {
        self.set.split_whitespace()
    }

    /// The rules, as command-line options would set them.
    fn rules(&self) -> Result<BTreeMap<String, Vec<String>>, String> {
        let set = Settings::parse(self.pairs()).map_err(|error| error.to_string())?;
        let mut rules: BTreeMap<String, Vec<String>> =
            set.pairs().map(|(key, value)| (key.to_owned(), vec![value.to_owned()])).collect();
        for key in rule_keys() {
            if let Some(text) = self.given(key) {
                rules.insert(key.to_owned(), sweep_values(&text));
            }
        }
        Ok(rules)
    }

    /// The address that shows this form again.
    pub(super) fn address(&self) -> String {
        let players = self.players.join(",");
        let mut pairs = vec![("players", players.as_str())];
        let given = keys().map(|key| (key, self.value(key)));
        pairs.extend(given.filter(|(_, value)| !value.is_empty()));
        pairs.extend(self.pairs().map(|pair| ("set", pair)));
        address(TOURNAMENTS.path, &pairs)
    }

    /// The command that plays the same tournament; `None` if a name cannot be quoted for a shell.
    pub(super) fn command(&self, out: Option<&str>, lexicon: Option<&Path>) -> Option<String> {
        let players = self.players.join(",");
        let lexicon = lexicon.map(|path| path.display().to_string());
        let mut words = vec!["lettergame".to_owned(), "tournament".to_owned()];
        let mut option = |key: &str, value: &str| {
            words.extend([format!("--{key}"), value.to_owned()]);
        };
        option("game", self.value("game"));
        option("players", &players);
        for key in keys().skip(1).filter(|key| !self.value(key).is_empty()) {
            option(key, self.value(key));
        }
        self.pairs().for_each(|pair| option("set", pair));
        lexicon.iter().for_each(|path| option("lexicon", path));
        out.iter().for_each(|out| option("out", out));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        command(&words)
    }
}
