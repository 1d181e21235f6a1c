//! The settings of a comparison, ready to be played.

use std::iter;
use std::time::Duration;

use serde_json::{Value, json};

use crate::comparing::CompareError;
use crate::comparing::contest::{Contest, Played};
use crate::{RunError, Words, hear_hellos, place};
use lettergame_base::{Name, Seed, shell_path};
use lettergame_compare::Book;
use lettergame_plan::{Config, PlayerSpec, RawConfig, Schedule, Seating};
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, Prepared};

/// All settings with their games, at least one.
pub(super) struct Lanes {
    raw: RawConfig,
    first: Prepared,
    /// The label of the settings if there are several, and all settings but the first.
    label: Option<String>,
    others: Vec<(Option<String>, Prepared)>,
    seatings: u64,
}

impl Lanes {
    /// A run for each setting of the raw config, with this many games per candidate, rounded up to
    /// whole deals. A missing seed is drawn.
    pub(super) fn prepare(
        raw: &RawConfig,
        games: u64,
        words: &Words,
        host_options: &HostOptions,
    ) -> Result<Lanes, CompareError> {
        let drawn = Seed::drawn();
        let prepare = |config: &Config| {
            registry::prepare_hosted(config, words.lexicon.clone(), host_options).map_err(|error| {
                let place = place(raw, &error);
                CompareError::Prepare { place, error }
            })
        };
        let run = |(label, run): (Option<Name>, RawConfig)| {
            let mut config = run.validate(registry::games()[0].info.name, drawn)?;
            // an impossible schedule is reported by the code that prepares it
            let seatings = config.schedule().map_or(1, |schedule| seatings(&schedule));
            config.games = games.div_ceil(seatings).saturating_mul(seatings);
            Ok((label.map(|label| label.to_string()), prepare(&config)?))
        };
        let mut all = raw.runs()?.into_iter().map(run);
        let (label, first) = all.next().unwrap_or(Err(CompareError::Nothing))?;
        let others = all.collect::<Result<_, CompareError>>()?;
        let seatings = seatings(first.tournament.schedule());
        Ok(Lanes { raw: raw.clone(), first, label, others, seatings })
    }

    /// Starts each program once, before the first game.
    ///
    /// # Errors
    /// See [`hear_hellos`].
    pub(super) fn hear_hellos(&self) -> Result<(), RunError> {
        let others = self.others.iter().map(|(_, prepared)| prepared);
        hear_hellos(iter::once(&self.first).chain(others))
    }

    /// The number of seatings of a deal, which is the number of games per candidate and deal.
    pub(super) fn seatings(&self) -> u64 {
        self.seatings
    }

    /// The config of the first setting; the others differ in their rules.
    pub(super) fn config(&self) -> &Config {
        &self.first.config
    }

    /// The seed of all deals.
    pub(super) fn seed(&self) -> Seed {
        self.first.config.seed
    }

    /// Whether the seat would be part of a difference.
    pub(super) fn has_fixed_seats(&self) -> bool {
        self.first.config.seating == Seating::Fixed
    }

    /// The players in the order of the config.
    pub(super) fn names(&self) -> Vec<String> {
        self.first.tournament.names().iter().map(ToString::to_string).collect()
    }

    /// The label of each setting.
    pub(super) fn labels(&self) -> Vec<Option<String>> {
        let others = self.others.iter().map(|(label, _)| label.clone());
        [self.label.clone()].into_iter().chain(others).collect()
    }

    /// The contest over all settings.
    pub(super) fn contest(&self, most_time: Option<Duration>) -> Contest<'_> {
        let others = self.others.iter().map(|(_, prepared)| prepared);
        let lanes = [&self.first].into_iter().chain(others);
        let lanes = lanes.map(|prepared| &*prepared.tournament).collect();
        Contest::new(lanes).within(most_time)
    }

    /// Game, rules and seed in words, with `games` as the description of the games.
    pub(super) fn conditions(&self, games: &str) -> String {
        let config = self.config();
        let rules: Vec<String> = self
            .raw
            .rules
            .iter()
            .map(|(key, values)| format!("{key} {}", values.join(", ")))
            .collect();
        let rules = if rules.is_empty() { String::new() } else { rules.join(", ") + ", " };
        let each = if self.others.is_empty() { "" } else { " in each setting" };
        let seats = self.first.tournament.schedule().seats();
        let seats = seats.into_iter().max().unwrap_or(0);
        format!(
            "{}, {rules}seed {}: {games}{each}, {seats} players at a table, {} games to a deal",
            config.game, config.seed.0, self.seatings
        )
    }

    /// The same conditions in machine-readable form.
    pub(super) fn parameters(&self, games: u64) -> Value {
        let config = self.config();
        json!({
            "game": config.game,
            "seed": config.seed.0,
            "rules": config.rules_json(),
            "settings": self.labels().into_iter().flatten().collect::<Vec<_>>(),
            "games": games,
            "games_of_block": self.seatings,
            "version": env!("CARGO_PKG_VERSION"),
        })
    }

    /// The command that plays these games as a tournament and keeps all rows, with this many
    /// `candidates`; without candidates, all others meet the first player. `None` if that takes a
    /// config.
    pub(super) fn repeat(&self, candidates: Option<usize>, games: u64) -> Option<String> {
        let config = self.config();
        let players: Vec<String> = config.players.iter().map(PlayerSpec::text).collect();
        if !self.raw.programs.is_empty() || players.iter().any(|text| text.contains(',')) {
            return None;
        }
        let mut command = format!(
            "lettergame tournament --game {} --players {} --schedule {}",
            config.game,
            shell_path(&players.join(",")),
            config.kind
        );
        if let Some(candidates) = candidates {
            command += &format!(" --candidates {candidates}");
        }
        for (key, values) in &self.raw.rules {
            command += &match key.as_str() {
                "hidden" | "rounds" | "preset" => format!(" --{key} {}", values.join(",")),
                _ => format!(" --set {}", shell_path(&format!("{key}={}", values.join(",")))),
            };
        }
        if let Some(file) = &config.lexicon {
            command += &format!(" --lexicon {}", shell_path(file));
        }
        let times = [
            ("time-limit", config.time_limit_ms),
            ("game-time", config.game_time_ms),
            ("init-time", config.init_time_ms),
        ];
        for (key, ms) in times {
            ms.iter().for_each(|ms| command += &format!(" --{key} {ms}ms"));
        }
        let (seating, seed) = (config.seating, config.seed.0);
        Some(format!("{command} --seats {seating} --games {games} --seed {seed}"))
    }
}

fn seatings(schedule: &Schedule) -> u64 {
    schedule.games_of_deal().map_or(1, |games| games / schedule.pairings() as u64)
}

/// A remark if time ran out before all games were played.
pub(super) fn time_over<B: Book>(most: Option<Duration>, played: &Played<B>) -> Option<String> {
    let most = most.filter(|_| played.time_over)?;
    let deals = played.book.deals();
    Some(format!(
        "the time of {most:?} was over after {deals} deals: another run may play more or fewer"
    ))
}
