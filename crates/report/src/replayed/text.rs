//! A replayed game as text for people.

use lettergame_base::terminal_text;
use lettergame_game::wrapped;
use lettergame_run::Ply;

use crate::{ReplayedGame, faults};

impl ReplayedGame {
    /// The game turn by turn, its result, and logs.
    #[must_use]
    pub fn to_text(&self) -> String {
        let seats = self.players.iter().enumerate();
        let seats: String = seats.map(|(seat, name)| format!("  seat {seat}: {name}\n")).collect();
        let head = format!("game {}, deal {}, seed {}\n{seats}", self.game, self.deal, self.seed);
        let plies: String = self.plies.iter().map(|ply| self.ply_text(ply)).collect();
        [head, plies, self.end_text(), self.totals_text(), self.logs_text()].concat()
    }

    fn ply_text(&self, ply: &Ply) -> String {
        let names = self.names();
        let scene = ply.scene.iter().map(|scene| format!("\n{scene}\n")).collect::<String>();
        let indented = |line: &String| line.replace('\n', "\n      ");
        let lines = ply.lines.iter().map(|line| format!("{:>4}  {}\n", ply.ply, indented(line)));
        let faults = faults(ply, &names).map(|fault| format!("{:>4}  {fault}\n", ply.ply));
        let reviews = ply.review.iter().flat_map(|review| {
            let marks = std::iter::once("    > ").chain(std::iter::repeat("        "));
            let lines = review.lines.iter().zip(marks);
            lines.map(|(line, mark)| format!("{mark}{}\n", line.replace('\n', "\n        ")))
        });
        scene + &faults.chain(lines).chain(reviews).collect::<String>()
    }

    fn end_text(&self) -> String {
        let names = self.names();
        let ends = self.score.seats.iter().map(|(seat, end)| {
            format!("  place {}: {}, {} points\n", end.place, &names[seat], end.points)
        });
        format!("\nfinal\n{}", ends.collect::<String>())
    }

    fn totals_text(&self) -> String {
        let names = self.names();
        let totals = self.totals();
        if totals.is_empty() {
            return String::new();
        }
        let lines = totals.iter().map(|total| {
            let shown = total.points.iter().filter_map(|(seat, points)| Some((seat, (*points)?)));
            let items = shown.map(|(seat, points)| format!("{} {points}", &names[seat]));
            let text = wrapped(&format!("{}:", total.what), &items.collect::<Vec<_>>(), ",");
            format!("  {}\n", text.replace('\n', "\n  "))
        });
        format!("\nin all{}\n{}", self.part_text(), lines.collect::<String>())
    }

    /// The part of the game that totals cover.
    fn part_text(&self) -> String {
        self.round.map_or(String::new(), |round| format!(" of round {round}"))
    }

    fn logs_text(&self) -> String {
        let logs = self.logs.iter().map(|log| {
            let lines = log
                .lines
                .iter()
                .map(|line| format!("  {}\n", terminal_text(line)))
                .collect::<String>();
            let remark = log.remark.iter().map(|remark| format!("  ({remark})\n"));
            format!("\nlog of {}\n{lines}{}", log.player, remark.collect::<String>())
        });
        logs.collect()
    }
}
