//! How well Scrabble was played: each move against the best one by equity.

use crate::query::address;
use crate::review::{CostScale, Judge, Verdict, announced, by_move};
use lettergame_core::base::Seat;
use lettergame_core::game::{Table, Turn};
use lettergame_scrabble::analysis::{Candidate, Valued};
use lettergame_scrabble::notation::Position;
use lettergame_scrabble::plays::{Equity, Leaves};
use lettergame_scrabble::rules::{Move, Scrabble};
use lettergame_scrabble::simulation::WinChance;

/// How Scrabble is judged.
pub(super) static JUDGE: Judge<Scrabble> = Judge {
    cost: CostScale { unit: "points of equity", decimals: 1, mistakes: [2.0, 5.0, 10.0] },
    verdicts: |transcript| by_move(transcript, verdict),
    lines: announced,
    elsewhere,
};

fn elsewhere(table: &Table<Scrabble>) -> Vec<(&'static str, String)> {
    let Turn::Ask(seats) = table.turn() else { return Vec::new() };
    let position = seats.iter().next().map(|seat| Position::seen(&table.view(seat)).to_string());
    let link =
        |position: String| ("Best plays here", address("/scrabble", &[("position", &position)]));
    position.map(link).into_iter().collect()
}

fn verdict(before: &Table<Scrabble>, seat: Seat, made: &Move) -> Option<Verdict> {
    let view = before.view(seat);
    let position = Position::seen(&view);
    let valued = Valued::by_equity(before.rules(), &position, made, Leaves::shipped(), 1);
    let best = valued.candidates.first().filter(|_| valued.loss > Equity::ZERO);
    // tiles that nobody has seen when the move is made and new ones are drawn
    let unseen = view.unseen().len();
    let win = |candidate: &Candidate| {
        // the rival is then to move
        let lead = Equity::points(view.lead()) + candidate.equity;
        100.0 * (1.0 - WinChance::shipped().of(Equity::ZERO - lead, unseen))
    };
    let note = match best {
        Some(best) => format!(
            "Chance of winning about {:.0} %, with the better move {:.0} %.",
            win(&valued.played),
            win(best)
        ),
        None => format!("Chance of winning about {:.0} %.", win(&valued.played)),
    };
    let better = best.map(|best| text(&best.choice, best.score));
    Some(Verdict { seat, cost: f64::from(valued.loss.0) / 1000.0, better, note })
}

fn text(choice: &Move, score: i32) -> String {
    match choice {
        Move::Play(play) => format!("{} {} for {score}", play.place(), play.through_text()),
        Move::Exchange(tiles) => format!("exchange {tiles}"),
        Move::Pass => "pass".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::verdict;
    use lettergame_core::base::{Seat, Seed};
    use lettergame_core::game::{Game as _, Table};
    use lettergame_core::lexicon::Lexicon;
    use lettergame_scrabble::rules::{Move, Scrabble, ScrabbleRules};

    #[test]
    fn the_best_move_costs_nothing_and_a_pass_what_the_best_one_is_worth() {
        let game = Arc::new(Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped())));
        let table = Table::new(Arc::clone(&game), 2, Seed(3)).unwrap();
        let pass = verdict(&table, Seat::FIRST, &Move::Pass).unwrap();
        assert!(pass.cost > 10.0, "{pass:?}");
        let better = pass.better.unwrap();
        let (play, score) = better.split_once(" for ").unwrap();
        assert!(score.parse::<i32>().unwrap() > 0, "{better}");
        let best = verdict(&table, Seat::FIRST, &game.read_move(&format!("play {play}")).unwrap())
            .unwrap();
        assert_eq!((best.cost, best.better), (0.0, None));
    }
}
