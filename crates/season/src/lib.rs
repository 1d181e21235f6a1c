//! A season of tournaments: for weeks, teams hand in players again and again, and everybody sees where they
//! stand.
//!
//! Internal: its interface follows the needs of the other crates of this project.
//!
//! A season is a folder:
//!
//! - `season.toml`, the [`SeasonSettings`]: the game, the formats in which it is played, limits, the
//!   deadline.
//! - `season.sqlite`: teams, versions, hand-ins, matches, and the log of who did what.
//! - `players/TEAM/NUMBER`: the files of each version, as they were accepted.
//! - `matches/GROUP/NUMBER`: one run for each match, with the files of any run.
//!
//! A [`Season`] is opened from its folder. [`Season::hand_in`] takes a player in, whatever arrives,
//! checks it in the sandbox and makes it the next version of its team. A [`MatchPlayer`] chooses matches where
//! the order is least certain, plays them and closes them with a [`MatchSummary`] of their rows.
//! [`Season::standings`] rates all versions over all games; it depends on the rows alone, not on the order in
//! which they were played, so that everything that the database holds of them can be checked:
//! [`Season::verify`].
//!
//! [`Season::publish`] writes all of this as pages that need no server; a [`Snapshot`] renders the same pages for
//! one. There teams hand in by themselves, each with its key ([`Season::make_key`]): uploads are queued
//! ([`Season::queue`]) and checked one after the other ([`Season::check_next`]).
//!
//! # What survives
//!
//! Files are written and flushed before the database says that they are there, and a transaction is
//! on the disk when it has ended. A crash therefore leaves at most files that nobody knows, never a
//! version or a result without its files. A match is a run, which survives its player as any run does.

mod deadline;
mod dropped;
mod entrants;
mod error;
mod fitting;
mod hand_in;
mod intake;
mod keys;
mod local_path;
mod misfit;
mod notes;
mod own;
mod pairing;
mod place;
mod play;
mod queue;
mod ranking;
mod results;
mod season;
mod settings;
mod site;
mod snapshot;
mod standings;
mod status;
mod store;
mod summary;
mod team;
#[cfg(test)]
mod tests;
mod unaltered;
mod verify;

pub use dropped::DroppedFormat;
pub use error::SeasonError;
pub use hand_in::{Checking, HandedIn, Source};
pub use intake::{
    BuildLimits, Entry, EntryError, Intake, IntakeError, IntakeFile, IntakeLimits, Prepared,
    Refusal, build, find_entry, fingerprint, prepare, take_in, take_in_upload,
};
pub use keys::TeamKey;
pub use local_path::without_place;
pub use misfit::Misfit;
pub use own::{LogReader, OwnMatch};
pub use play::{Lent, MatchPlayer, MatchProgress, PlayedNext, Playing, TakenBack};
pub use queue::{Queued, Upload};
pub use results::{SideTimes, VersionTotals};
pub use season::{Restored, Season, TEACHER};
pub use settings::{Format, SeasonLimits, SeasonSettings, SettingsError};
pub use site::{
    Packer, Published, SitePage, probability, replay_script, scheme_script, style, time,
};
pub use snapshot::Snapshot;
pub use standings::{FormatStanding, SeasonStandings, TeamStanding};
pub use status::{HandInStatus, OpenLoan, SeasonStatus, SlowPlayer, UnfinishedMatch};
pub use store::{AuditLine, HandIn, HandInState, Team, Version};
pub use summary::{Lead, MatchSummary, SideSummary};
pub use team::{GameOfNote, Rival, TeamReport, VersionProgress, WhyNotable};
pub use verify::{Defect, VerifiedSeason};
