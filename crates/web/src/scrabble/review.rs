//! How well Scrabble was played: each move against the best one by equity, with an empty bag by the endgame search.

use maud::Markup;

use crate::review::{CostScale, Judge, Verdict, announced, by_last_move, by_move};
use crate::scrabble::grid::{Grid, grid};
use crate::serving::query::address;
use lettergame_base::Seat;
use lettergame_game::{Table, Turn};
use lettergame_scrabble::analysis::Valued;
use lettergame_scrabble::board::{Play, Square};
use lettergame_scrabble::endgame::{Endgame, Limits};
use lettergame_scrabble::notation::Position;
use lettergame_scrabble::plays::{Equity, Leaves};
use lettergame_scrabble::rules::{Move, Scrabble, View};
use lettergame_scrabble::simulation::{WinChance, won};
use lettergame_scrabble::situation::{Candidate, Situation};

/// How Scrabble is judged.
pub(super) static JUDGE: Judge<Scrabble> = Judge {
    cost: CostScale { unit: "points of equity", decimals: 1, mistakes: [2.0, 5.0, 10.0] },
    verdicts: |transcript| by_move(transcript, verdict),
    tried: |_, tried, _| by_last_move(tried, verdict),
    lines: announced,
    drawn,
    elsewhere,
};

/// The board with a better play, from its text.
fn drawn(before: &Table<Scrabble>, better: &str) -> Option<Markup> {
    let layout = before.rules().layout();
    let play = Play::read(layout.distribution(), better.split(" for ").next()?).ok()?;
    let mut cells = before.view(Seat::FIRST).board().cells();
    play.placed().for_each(|(square, cell)| cells[square] = cell);
    let fresh: Vec<Square> = play.placed().map(|(square, _)| square).collect();
    Some(grid(&Grid { layout, cells: &cells, fresh: &fresh, editable: false }))
}

/// The position in which the turn was taken, as its player saw it.
fn elsewhere(before: &Table<Scrabble>) -> Vec<(&'static str, String)> {
    let Turn::Ask(seats) = before.turn() else { return Vec::new() };
    let position = |seat| Position::seen(&before.view(seat)).to_string();
    let link = |seat| ("Best plays here", address("/scrabble", &[("position", &position(seat))]));
    seats.iter().map(link).collect()
}

/// What the endgame search may do for each of two moves: about a tenth of a second.
const NODES: u32 = 10_000;

fn verdict(before: &Table<Scrabble>, seat: Seat, made: &Move) -> Option<Verdict> {
    let view = before.view(seat);
    if *made == Move::Challenge || view.is_closing() {
        return None;
    }
    if view.bag() == 0 {
        return Some(last_verdict(&view, made));
    }
    let position = Position::seen(&view);
    let valued = Valued::by_equity(before.rules(), &position, made, Leaves::shipped(), 1);
    let best = valued.candidates.first().filter(|_| valued.loss > Equity::ZERO);
    // tiles that nobody has seen when the move is made and new ones are drawn
    let unseen = view.unseen().len();
    let win = |candidate: &Candidate| {
        // the rival is then to move
        let lead = Equity::points(view.lead()) + candidate.equity;
        1.0 - WinChance::shipped().of(Equity::ZERO - lead, unseen)
    };
    let played = end_of(before, seat, made).map_or(Chance::about(win(&valued.played)), Chance::of);
    let note = note(played, best.map(|best| Chance::about(win(best))));
    let better = best.map(|best| text(&best.choice, best.score));
    let (cost, chance) = (f64::from(valued.loss.0) / 1000.0, Some(played.share));
    Some(Verdict { seat, cost, better, note, chance })
}

/// The verdict on a move with an empty bag, where both racks are known: by the endgame search.
fn last_verdict(view: &View<'_>, made: &Move) -> Verdict {
    let (mut endgame, limits) = (Endgame::new(), Limits::nodes(NODES));
    let at = Situation::of_view(view, Leaves::shipped());
    let solved = endgame.solve(&at, &limits);
    let gain = endgame.gain(&at, made, &limits);
    let best = Some(&solved).filter(|solved| solved.gain > gain.points);
    let chance = |gain: i32, is_exact| {
        let share = won(Equity::points(view.lead() + gain));
        Chance { share, is_exact }
    };
    let played = chance(gain.points, gain.exact);
    let note = note(played, best.map(|best| chance(best.gain, best.exact)));
    let score = |choice: &Move| choice.play().map_or(0, |play| view.board().points(play));
    let better = best.map(|best| text(&best.choice, score(&best.choice)));
    let cost = best.map_or(0, |best| best.gain - gain.points);
    Verdict { seat: view.seat(), cost: f64::from(cost), better, note, chance: Some(played.share) }
}

/// The lead of a seat at the end of the game, if this move ends it.
fn end_of(before: &Table<Scrabble>, seat: Seat, made: &Move) -> Option<i32> {
    let mut after = before.clone();
    after.clear();
    after.answer(seat, Ok(*made));
    after.advance();
    (after.turn() == Turn::Over).then(|| after.view(seat).lead())
}

/// A chance of winning.
#[derive(Clone, Copy)]
struct Chance {
    /// 0 to 1.
    share: f64,
    is_exact: bool,
}

impl Chance {
    fn about(share: f64) -> Chance {
        Chance { share, is_exact: false }
    }

    /// That of a player with this lead when the game is over.
    fn of(lead: i32) -> Chance {
        Chance { share: won(Equity::points(lead)), is_exact: true }
    }

    fn text(self) -> String {
        let about = if self.is_exact { "" } else { "about " };
        format!("{about}{:.0} %", 100.0 * self.share)
    }
}

fn note(played: Chance, better: Option<Chance>) -> String {
    let better =
        better.map_or(String::new(), |better| format!(", with the better move {}", better.text()));
    format!("Chance of winning {}{better}.", played.text())
}

fn text(choice: &Move, score: i32) -> String {
    match choice {
        Move::Play(play) => format!("{} {} for {score}", play.place(), play.through_text()),
        Move::Exchange(tiles) => format!("exchange {tiles}"),
        Move::Pass | Move::Challenge => choice.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::verdict;
    use crate::review::Verdict;
    use lettergame_base::{Seat, Seed};
    use lettergame_game::{Enumerate as _, Game as _, Table, Turn};
    use lettergame_scrabble::rules::{Move, Scrabble, ScrabbleRules};
    use lettergame_words::Lexicon;

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

    /// The best move by score, and the verdict on it, turn by turn to the end of a game; with an empty bag the first
    /// seat passes instead.
    fn verdicts(deal: u64) -> (Vec<Verdict>, [i32; 2]) {
        let game = Arc::new(Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped())));
        let mut table = Table::new(Arc::clone(&game), 2, Seed(deal)).unwrap();
        let mut all = Vec::new();
        while let Turn::Ask(seats) = table.turn() {
            let seat = seats.iter().next().unwrap();
            let view = table.view(seat);
            let passes = view.bag() == 0 && seat == Seat::FIRST;
            let choice = Scrabble::choices(&view).swap_remove(0);
            let choice = if passes { Move::Pass } else { choice };
            all.extend(verdict(&table, seat, &choice));
            table.clear();
            table.answer(seat, Ok(choice));
            table.advance();
        }
        let lead = table.view(Seat::FIRST).lead();
        (all, [lead, -lead])
    }

    #[test]
    fn the_last_chances_are_those_of_the_result() {
        for deal in 0..4 {
            let (verdicts, leads) = verdicts(deal);
            let last = verdicts.last().unwrap();
            let share = match leads[last.seat.index()] {
                1.. => 100,
                0 => 50,
                _ => 0,
            };
            let note = format!("Chance of winning {share} %");
            assert!(last.note.starts_with(&note), "{}: {leads:?}", last.note);
        }
    }
}
