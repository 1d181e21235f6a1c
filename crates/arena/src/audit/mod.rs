//! The audit of a player, before it plays with others: does it start, follow the protocol, play
//! whole games without a fault, the same way twice, many at once, and when points are few? How long
//! does a game take?

mod pace;
mod steps;

pub use pace::AuditPace;
pub use steps::{AuditStep, AuditVerdict};

use crate::{RunError, Words};
use lettergame_base::Seed;
use lettergame_game::Trial;
use lettergame_plan::{Config, RawConfig};
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, GameEntry};
use steps::Games;

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
    let prepare = |raw: &RawConfig, opponents: &[&str], host_options: &HostOptions| {
        let config = config(raw.clone(), game, opponents)?;
        let prepared = registry::prepare_hosted(&config, words.lexicon.clone(), host_options)
            .map_err(|error| RunError::Prepare { place: String::new(), error: Box::new(error) })?;
        Ok::<_, RunError>(prepared.tournament)
    };
    let trial = game.trial.filter(|_| pace == AuditPace::Thorough).map(|trial| {
        let (raw, what) = trial_config(raw.clone(), &trial);
        Ok::<_, RunError>((prepare(&raw, trial.opponents, host_options)?, what))
    });
    let trial = trial.transpose()?;
    let opponents = &game.info.bench_players[..1];
    let odd_options = HostOptions { odd_fields: true, ..host_options.clone() };
    let usual = prepare(&raw, opponents, host_options)?;
    let odd = prepare(&raw, opponents, &odd_options)?;
    let games = Games {
        usual: &*usual,
        odd: &*odd,
        trial: trial.as_ref().map(|(tournament, what)| (&**tournament, what.as_str())),
    };
    Ok(steps::audit(&games, pace, tell))
}

/// The rules of a trial, and in words. Rules that the raw config sets stay: of what else it may play, nothing is
/// known.
fn trial_config(mut raw: RawConfig, trial: &Trial) -> (RawConfig, String) {
    let rules = if raw.rules.is_empty() { trial.rules } else { &[] };
    let settings = rules.iter().chain(trial.start);
    let shown: Vec<String> =
        settings.clone().map(|(key, value)| format!("{key} {value}")).collect();
    let what = format!("{}, against {}", shown.join(", "), trial.opponents.join(", "));
    raw.rules.extend(settings.map(|&(key, value)| (key.to_owned(), vec![value.to_owned()])));
    (raw, what)
}

/// A short tournament of the player against others of the roster, with everything recorded.
fn config(raw: RawConfig, game: &GameEntry, opponents: &[&str]) -> Result<Config, RunError> {
    let mut players = raw.players.clone().unwrap_or_default();
    players.extend(opponents.iter().map(|&player| player.to_owned()));
    players.truncate(*game.info.seats.end());
    let raw = RawConfig {
        players: Some(players),
        games: Some(GAMES),
        record: Some("plies".to_owned()),
        ..raw
    };
    Ok(raw.validate(game.info.name, Seed(1))?)
}
