//! What is played: configs, players and schedules.
//!
//! A [`RawConfig`] is what a file or a command line says; [`Config`] is the same validated, and determines every row of
//! a run. Its [`Schedule`] turns the number of a game into a [`Job`] (deal, lineup, seed) by pure arithmetic, or, if it
//! has stages, from the results of earlier ones. Nothing here plays, and nothing is written.
//!
//! Internal: its interface follows the needs of the other crates of this project.

mod config;
mod players;
mod schedule;
mod score;
mod shard;

pub use config::{
    CONFIG_KEYS, Config, ConfigKey, DefaultOption, Defaults, KeyKind, LocalFile, NumberError,
    RawConfig, RawConfigError, RawFingerprints, RawProgram, RecordLevel, SCHEDULE_KEYS,
    ScheduleKey, SourceLocations, duration, is_falling_range, rules_json, sweep_values,
};
pub use players::{
    Fitted, FittedFile, GridError, Module, PERSON, PlayerSource, PlayerSpec, PlayerTextError,
    expanded_player, expanded_players, short_hash,
};
pub use schedule::{
    BenchBlocks, Job, Rank, SCHEDULES, Schedule, ScheduleError, ScheduleKind, Seating, StageResults,
};
pub use score::{GameScore, SeatScore, win_share};
pub use shard::{ConfigError, Shard};
