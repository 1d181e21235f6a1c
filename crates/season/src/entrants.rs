//! Versions as players of runs, and matches as configs of runs.

use std::collections::BTreeMap;
use std::path::Path;

use crate::intake::Entry;
use crate::store::{Match, Team, Version};
use crate::{Format, Season, SeasonError};
use lettergame_base::{Branch, Seed};
use lettergame_plan::{RawConfig, RawProgram};
use lettergame_protocol::MEMORY_MIB;
use lettergame_registry as registry;

/// The teams and versions of a season by their numbers in the database.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Entrants {
    pub(crate) teams: BTreeMap<i64, Team>,
    pub(crate) versions: BTreeMap<i64, Version>,
}

impl Entrants {
    pub(crate) fn read(season: &Season) -> Result<Entrants, SeasonError> {
        let teams = season.store.teams()?.into_iter().map(|team| (team.id, team)).collect();
        let versions = season.store.versions()?;
        let versions = versions.into_iter().map(|version| (version.id, version)).collect();
        Ok(Entrants { teams, versions })
    }

    /// The name of a version in rows: `TEAM.NUMBER`.
    pub(crate) fn name(&self, version: i64) -> String {
        let found = self.versions.get(&version);
        found.map_or_else(|| format!("#{version}"), |version| self.name_of(version))
    }

    fn name_of(&self, version: &Version) -> String {
        format!("{}.{}", self.team_name(version.team), version.number)
    }

    /// The name of a team.
    pub(crate) fn team_name(&self, team: i64) -> &str {
        self.teams.get(&team).map_or("?", |team| team.name.as_str())
    }

    /// The versions that play now, one for each team that was not withdrawn, by number.
    pub(crate) fn playing(&self) -> Vec<i64> {
        let teams = self.teams.values().filter(|team| team.withdrawn.is_none());
        let mut playing: Vec<i64> = teams.filter_map(|team| team.current).collect();
        playing.sort_unstable();
        playing
    }

    /// The version that a team had before another one.
    pub(crate) fn before(&self, version: i64) -> Option<i64> {
        let own = self.versions.get(&version)?;
        let earlier = self.versions.values();
        let earlier = earlier.filter(|other| other.team == own.team && other.number < own.number);
        earlier.max_by_key(|other| other.number).map(|other| other.id)
    }
}

impl Season {
    /// The player of a version, as it is listed in a config, and its table if it needs one.
    pub(crate) fn player(
        &self,
        name: &str,
        entry: &Entry,
        dir: std::path::PathBuf,
    ) -> (String, Option<RawProgram>) {
        let program = RawProgram {
            name: name.to_owned(),
            base: Some(dir),
            memory: self.settings().limits.memory,
            ..RawProgram::default()
        };
        match entry {
            Entry::BuiltIn { player } => (format!("{name}={player}"), None),
            Entry::Module { file } => {
                (name.to_owned(), Some(RawProgram { wasm: Some(file.clone()), ..program }))
            }
            Entry::Program { command, memory_mib, env, data, pondering } => {
                // what a team writes into its player.toml does not exceed what the teacher allows
                let most = program.memory.unwrap_or(MEMORY_MIB);
                let memory = memory_mib.map_or(program.memory, |wanted| Some(wanted.min(most)));
                let program = RawProgram {
                    command: Some(command.clone()),
                    env: env.clone(),
                    data: data.clone(),
                    pondering: *pondering && self.settings().limits.pondering,
                    memory,
                    ..program
                };
                (name.to_owned(), Some(program))
            }
        }
    }

    /// The preset of a format: that of the game if none is named, whatever the players were written for.
    pub(crate) fn preset(&self, format: &Format) -> Option<String> {
        let named =
            format.raw_rules().remove("preset").and_then(|values| values.into_iter().next());
        let usual = || {
            let game = registry::find(&self.settings().game).ok()?;
            (game.presets)().first().map(|preset| (*preset).to_owned())
        };
        named.or_else(usual)
    }

    /// What every game of a format has in common.
    pub(crate) fn conditions(&self, format: &Format) -> RawConfig {
        let settings = self.settings();
        let mut rules = format.raw_rules();
        // class players would bring their own preset along
        rules.extend(self.preset(format).map(|preset| ("preset".to_owned(), vec![preset])));
        RawConfig {
            game: Some(settings.game.clone()),
            lexicon: self.lexicon().map(|path| path.display().to_string()),
            time_limit: settings.limits.time_limit.clone(),
            game_time: settings.limits.game_time.clone(),
            init_time: settings.limits.init_time.clone(),
            rules,
            ..RawConfig::default()
        }
    }

    /// The format of a match.
    pub(crate) fn format_of(&self, of: &Match) -> Result<&Format, SeasonError> {
        self.format_numbered(of.format).ok_or(SeasonError::NoFormat(of.id))
    }

    /// The config of a match: a run of its own, with deals that no other match has. Its files are in
    /// `home`, which is laid out as the season.
    pub(crate) fn match_config(
        &self,
        format: &Format,
        entrants: &Entrants,
        of: &Match,
        home: &Path,
    ) -> RawConfig {
        let player = |id: &i64| {
            let version = entrants.versions.get(id)?;
            let dir = self.version_dir(entrants.team_name(version.team), version.number);
            let dir = dir.strip_prefix(self.dir()).map_or(dir.clone(), |below| home.join(below));
            Some(self.player(&entrants.name_of(version), &version.entry, dir))
        };
        let (players, programs): (Vec<String>, Vec<Option<RawProgram>>) =
            of.versions.iter().filter_map(player).unzip();
        let seed = Seed(self.settings().seed).derive(Branch::Match, of.id.unsigned_abs());
        let raw = RawConfig {
            name: Some(format!("{}-match-{}", self.settings().name, of.id)),
            schedule: Some(format.schedule()),
            games: Some(of.deals.saturating_mul(format.games_of_deal())),
            // a seed of a config fits a signed number
            seed: Some(seed.0 & i64::MAX as u64),
            players: Some(players),
            lexicon: self
                .settings()
                .lexicon
                .as_ref()
                .map(|list| home.join(list).display().to_string()),
            ..self.conditions(format)
        }
        .based(home);
        // each program has a base of its own
        RawConfig { programs: programs.into_iter().flatten().collect(), ..raw }
    }
}
