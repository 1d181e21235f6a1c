//! The audit of a player, before it plays with others: does it start, follow the protocol, play
//! whole games without a fault, the same way twice, and many at once?

mod steps;

pub use steps::{AuditPace, AuditStep, AuditVerdict};

use crate::{RunError, Words};
use lettergame_core::base::Seed;
use lettergame_plan::{Config, RawConfig};
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, GameEntry};
use lettergame_tournament::AnyTournament;

/// Games in the tournament that is played for an audit, time permitting.
const GAMES: u64 = 64;

/// Audits the first player of a raw config in a game: all steps, as far as the player gets. `tell`
/// hears of each step when it begins.
///
/// # Errors
/// If the raw config is invalid, or the player cannot be found.
pub fn audit(
    raw: RawConfig,
    game: &GameEntry,
    words: &Words,
    host_options: &HostOptions,
    pace: AuditPace,
    tell: &dyn Fn(&str),
) -> Result<Vec<AuditStep>, RunError> {
    let config = config(raw, game)?;
    let tournament = |host_options: &HostOptions| -> Result<Box<dyn AnyTournament>, RunError> {
        let prepared = registry::prepare_hosted(&config, words.lexicon.clone(), host_options)
            .map_err(|error| RunError::Prepare { place: String::new(), error: Box::new(error) })?;
        Ok(prepared.tournament)
    };
    let odd = HostOptions { odd_fields: true, ..host_options.clone() };
    Ok(steps::audit(&*tournament(host_options)?, &*tournament(&odd)?, pace, tell))
}

/// A short tournament of the player against another one of the roster, with everything recorded.
fn config(raw: RawConfig, game: &GameEntry) -> Result<Config, RunError> {
    let mut players = raw.players.clone().unwrap_or_default();
    players.push(game.info.bench_players[0].to_owned());
    players.truncate(*game.info.seats.end());
    let raw = RawConfig {
        players: Some(players),
        games: Some(GAMES),
        record: Some("plies".to_owned()),
        ..raw
    };
    Ok(raw.validate(game.info.name, Seed(1))?)
}
