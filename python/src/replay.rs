//! One game of a run or of a config again, ply by ply.

use std::path::{Path, PathBuf};

use lettergame_arena::{Replay, Words, read_draft};
use lettergame_core::base::Seed;
use lettergame_tournament::{GameScore, Ply};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::draft::{Players, hosting};
use crate::failure::refused;

/// The game as JSON: who played, all plies, how it ended.
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
        let score = replay.play(game, &mut |ply: &Ply| plies.push(json!(ply)))?;
        replay.check(&score)?;
        Ok::<_, lettergame_arena::RunError>(told(&replay, &score, plies))
    });
    Ok(told.map_err(refused)?.to_string())
}

fn opened(py: Python<'_>, source: &Path, players: &Players) -> PyResult<Replay> {
    if source.is_dir() {
        return py.detach(|| Replay::of_run(source)).map_err(refused);
    }
    let draft = read_draft(source).map_err(refused)?;
    let words = Words::load(draft.lexicon.as_deref().map(Path::new)).map_err(refused)?;
    let hosting = hosting(py, &draft, players, &words)?;
    py.detach(|| Replay::of_config(source, &hosting, Seed::drawn())).map_err(refused)
}

fn told(replay: &Replay, score: &GameScore, plies: Vec<Value>) -> Value {
    let arena = &*replay.prepared().arena;
    let job = arena.schedule().job(score.game);
    let names: Vec<&str> =
        job.lineup.values().map(|&player| arena.names()[player].as_str()).collect();
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
