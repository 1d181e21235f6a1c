//! Configs: as they are written, and as they are valid.

mod defaults;
mod durations;
mod error;
mod key;
mod local_files;
mod locations;
mod program;
mod raw;
mod reader;
mod runs;
mod schedule;
mod sweep;
mod validated;

pub use defaults::{DefaultOption, Defaults};
pub use durations::duration;
pub use error::RawConfigError;
pub use key::{CONFIG_KEYS, ConfigKey, KeyKind, NumberError, RawConfig};
pub use local_files::LocalFile;
pub use locations::SourceLocations;
pub use program::{RawFingerprints, RawProgram};
pub use schedule::{SCHEDULE_KEYS, ScheduleKey};
pub use sweep::{is_falling_range, sweep_values};
pub use validated::{Config, RecordLevel, rules_json};
