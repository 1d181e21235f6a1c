//! Whether the formats of a season fit its game.

use std::path::Path;

use crate::{Format, SeasonError, SeasonSettings};
use lettergame_arena::{Words, prepare};
use lettergame_plan::RawConfig;
use lettergame_protocol::HostOptions;
use lettergame_registry as registry;

impl SeasonSettings {
    /// Checks that every format can be played: its rules, and the number of its seats. `dir` is the folder of
    /// the season, or is to be.
    ///
    /// # Errors
    /// An unknown game, or a format that does not fit it.
    pub fn check_formats(&self, dir: &Path, words: &Words) -> Result<(), SeasonError> {
        self.check()?;
        let game = registry::find(&self.game).map_err(|error| {
            lettergame_arena::RunError::Prepare { place: String::new(), error: Box::new(error) }
        })?;
        self.formats.iter().try_for_each(|format| {
            self.check_format(format, game.info.bench_players[0], dir, words)
        })
    }

    fn check_format(
        &self,
        format: &Format,
        player: &str,
        dir: &Path,
        words: &Words,
    ) -> Result<(), SeasonError> {
        let limits = &self.limits;
        let raw = RawConfig {
            game: Some(self.game.clone()),
            schedule: Some(format.schedule()),
            games: Some(1),
            seed: Some(self.seed),
            time_limit: limits.time_limit.clone(),
            game_time: limits.game_time.clone(),
            init_time: limits.init_time.clone(),
            players: Some((1..=format.teams).map(|team| format!("team-{team}={player}")).collect()),
            rules: format.raw_rules(),
            ..RawConfig::default()
        };
        prepare(&raw.based(dir), words, &HostOptions::default()).map_err(|error| {
            SeasonError::Unfit { format: format.name.clone(), error: Box::new(error) }
        })?;
        Ok(())
    }
}
