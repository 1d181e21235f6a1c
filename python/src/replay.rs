//! Replays one game of a run or of a config, ply by ply.

use std::path::{Path, PathBuf};

use lettergame_arena::{Replay, Words, read_raw_config};
use lettergame_base::Seed;
use lettergame_plan::GameScore;
use lettergame_run::{Ply, ReplayOptions};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::failure::refused;
use crate::raw_config::{Players, host_options};

/// The game as JSON: its players, all plies, and its end.
#[pyfunction]
pub(crate) fn replay(
    py: Python<'_>,
    source: PathBuf,
    game: u64,
    players: Players,
) -> PyResult<String> {
    let replay = opened(py, &source, &players)?;
    let told = py.detach(|| {
        let mut plies = Vec::new();
        let score =
            replay.play(game, ReplayOptions::default(), &mut |ply: &Ply| plies.push(json!(ply)))?;
        replay.check(&score)?;
        Ok::<_, lettergame_arena::RunError>(replay_json(&replay, &score, plies))
    });
    Ok(told.map_err(refused)?.to_string())
}

fn opened(py: Python<'_>, source: &Path, players: &Players) -> PyResult<Replay> {
    if source.is_dir() {
        return py.detach(|| Replay::of_run(source)).map_err(refused);
    }
    let raw = read_raw_config(source).map_err(refused)?;
    let words = Words::of(&raw).map_err(refused)?;
    let host_options = host_options(py, &raw, players, &words)?;
    py.detach(|| Replay::of_config(source, &host_options, Seed::drawn())).map_err(refused)
}

fn replay_json(replay: &Replay, score: &GameScore, plies: Vec<Value>) -> Value {
    let tournament = &*replay.prepared().tournament;
    let job = tournament.schedule().job(score.game);
    let names: Vec<&str> =
        job.lineup.values().map(|&player| tournament.names()[player].as_str()).collect();
    let points: Vec<_> = score.seats.values().map(|end| end.points).collect();
    let places: Vec<_> = score.seats.values().map(|end| end.place).collect();
    json!({
        "game": score.game,
        "deal": job.deal,
        "seed": job.seed,
        "players": names,
        "plies": plies,
        "scores": points,
        "places": places,
    })
}
