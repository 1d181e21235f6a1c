//! A replayed game as JSON Lines: the players, an object for each turn, the end, then logs.

use serde_json::{Value, json};

use crate::ReplayedGame;

impl ReplayedGame {
    /// One object per line. Seats are numbers; the first line names them.
    #[must_use]
    pub fn to_json_lines(&self) -> String {
        let first = json!({
            "game": self.game,
            "deal": self.deal,
            "seed": self.seed,
            "players": self.players,
        });
        let plies = self.plies.iter().map(|ply| json!(ply));
        let logs = self
            .logs
            .iter()
            .map(|log| json!({ "player": log.player, "log": log.lines, "remark": log.remark }));
        let lines = std::iter::once(first).chain(plies).chain([self.end()]).chain(logs);
        lines.map(|line| format!("{line}\n")).collect()
    }

    fn end(&self) -> Value {
        let scores: Vec<_> = self.score.seats.values().map(|end| end.points).collect();
        let places: Vec<_> = self.score.seats.values().map(|end| end.place).collect();
        let mut end = json!({ "scores": scores, "places": places });
        let totals = self.totals();
        if !totals.is_empty() {
            let totals = totals.iter().map(|total| (total.what.to_owned(), json!(total.points)));
            end["totals"] = totals.collect::<serde_json::Map<_, _>>().into();
        }
        end
    }
}
