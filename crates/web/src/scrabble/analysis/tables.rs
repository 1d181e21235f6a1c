//! The tables of an analysed game.

use crate::scrabble::analysis::analysed::{AnalysedGame, choice_text};
use lettergame_report::{Cell, Table};
use lettergame_scrabble::analysis::{Basis, TurnAnalysis};
use lettergame_scrabble::plays::Equity;

/// The decimals of points that are not whole.
const DECIMALS: usize = 2;

impl AnalysedGame {
    /// A row for each turn; with the figures of a simulation if there was one.
    #[must_use]
    pub fn turns(&self) -> Table {
        let first = ["turn", "player", "rack", "move", "score", "equity", "best", "best_equity"];
        let simulated = ["mean", "loss", "loss_error", "proven", "win", "win_loss", "surest"];
        let simulated = if self.is_simulated { &simulated[..] } else { &simulated[1..2] };
        let columns = [&first[..], simulated, &["size", "luck", "luck_error", "note"]].concat();
        let mut table = Table::new(&columns).expendable(&[
            "luck_error",
            "luck",
            "loss_error",
            "proven",
            "surest",
            "win",
            "mean",
            "best_equity",
            "size",
            "win_loss",
            "equity",
            "rack",
        ]);
        self.analysis.turns.iter().for_each(|turn| table.push(self.row(turn)));
        table
    }

    fn row(&self, turn: &TurnAnalysis) -> Vec<Cell> {
        let valued = turn.valued.as_ref().ok();
        let best = turn.best();
        let equity = |equity: Option<Equity>| {
            Cell::maybe(equity.map(|equity| f64::from(equity.0) / 1000.0), DECIMALS)
        };
        let mut row = vec![
            Cell::count(turn.number as u64),
            Cell::text(&self.file.nicks[turn.seat.index()]),
            Cell::text(&turn.rack.to_string()),
            Cell::text(&turn.choice_text()),
            Cell::Number(turn.gained.to_string()),
            equity(valued.map(|valued| valued.played.equity)),
            best.map_or(Cell::Nothing, |best| Cell::text(&choice_text(&best.choice))),
            equity(best.map(|best| best.equity)),
        ];
        let simulated = valued.and_then(|valued| valued.simulated.as_ref());
        if self.is_simulated {
            row.push(Cell::maybe(simulated.map(|simulated| simulated.played), DECIMALS));
        }
        row.push(Cell::maybe(turn.loss().map(|loss| f64::from(loss) / 1000.0), DECIMALS));
        if self.is_simulated {
            let (error, proven) = match simulated.map(|simulated| simulated.basis) {
                Some(Basis::Samples(error)) => (Some(error), Cell::Nothing),
                Some(Basis::Search(proven)) => {
                    (None, Cell::text(if proven { "yes" } else { "no" }))
                }
                None => (None, Cell::Nothing),
            };
            row.push(Cell::maybe(error, DECIMALS));
            row.push(proven);
            let per_cent = |share: f64| 100.0 * share;
            row.push(Cell::maybe(simulated.map(|simulated| per_cent(simulated.win)), DECIMALS));
            row.push(Cell::maybe(
                simulated.map(|simulated| per_cent(simulated.win_loss)),
                DECIMALS,
            ));
            let surest = simulated.map(|simulated| Cell::text(&choice_text(&simulated.surest)));
            row.push(surest.unwrap_or(Cell::Nothing));
        }
        row.push(turn.size.map_or(Cell::Nothing, |size| Cell::text(size.name())));
        row.push(Cell::maybe(turn.luck.map(|luck| luck.points), DECIMALS));
        row.push(Cell::maybe(turn.luck.map(|luck| luck.error), DECIMALS));
        row.push(note(turn).map_or(Cell::Nothing, |note| Cell::text(&note)));
        row
    }

    /// A row for each mistake, the greatest first.
    #[must_use]
    pub fn mistakes(&self) -> Table {
        let mut table = Table::new(&["turn", "player", "move", "best", "loss", "size"]);
        for turn in self.analysis.mistakes() {
            let best = turn.best().map(|best| choice_text(&best.choice));
            table.push(vec![
                Cell::count(turn.number as u64),
                Cell::text(&self.file.nicks[turn.seat.index()]),
                Cell::text(&turn.choice_text()),
                best.map_or(Cell::Nothing, Cell::Text),
                Cell::maybe(turn.loss().map(|loss| f64::from(loss) / 1000.0), DECIMALS),
                turn.size.map_or(Cell::Nothing, |size| Cell::text(size.name())),
            ]);
        }
        table
    }

    /// A row for each player; with the probability of winning that its moves lost if there was a simulation.
    #[must_use]
    pub fn players(&self) -> Table {
        let first = ["player", "name", "points", "turns", "loss", "mean_loss"];
        let simulated = if self.is_simulated { &["win_loss"][..] } else { &[] };
        let sizes = ["small", "medium", "large"];
        let counts = ["bingos", "exchanges", "phonies", "taken_back", "challenges"];
        let columns = [&first[..], simulated, &sizes, &counts, &["luck", "luck_error"]].concat();
        let mut table = Table::new(&columns).expendable(&[
            "luck_error",
            "challenges",
            "taken_back",
            "exchanges",
            "mean_loss",
            "phonies",
            "win_loss",
            "small",
            "medium",
            "large",
            "luck",
            "bingos",
            "name",
        ]);
        for player in &self.analysis.players {
            let count = |count: usize| Cell::count(count as u64);
            let mut row = vec![
                Cell::text(&player.nick),
                Cell::text(&player.name),
                Cell::Number(player.points.to_string()),
                count(player.turns),
                Cell::number(player.loss, DECIMALS),
                Cell::maybe(player.mean_loss(), DECIMALS),
            ];
            if self.is_simulated {
                row.push(Cell::maybe(player.win_loss.map(|loss| 100.0 * loss), DECIMALS));
            }
            row.extend(player.mistakes.map(count));
            row.extend([
                count(player.bingos),
                count(player.exchanges),
                count(player.phonies),
                count(player.withdrawn),
                Cell::Number(player.challenges.to_string()),
                Cell::maybe(player.luck, DECIMALS),
                Cell::maybe(player.luck.map(|_| player.luck_error), DECIMALS),
            ]);
            table.push(row);
        }
        table
    }
}

/// What is odd about a turn.
pub(super) fn note(turn: &TurnAnalysis) -> Option<String> {
    let phony = match (turn.withdrawn, &turn.unknown[..]) {
        (true, _) => Some("taken back".to_owned()),
        (false, []) => None,
        (false, words) => Some(format!("not in the list: {}", words.join(" "))),
    };
    let unvalued = turn.valued.as_ref().err().map(ToString::to_string);
    let parts: Vec<String> = phony.into_iter().chain(unvalued).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}
