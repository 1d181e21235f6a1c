//! How well Marrakech was played: each rotation and each rug against the best one, by the probability of winning.

use crate::marrakech::address::address_of;
use crate::marrakech::hint::cost;
use crate::marrakech::told::{place, told};
use crate::review::{CostScale, Judge, Verdict, by_last_move, by_move};
use lettergame_base::Seat;
use lettergame_game::{SeatNames, Table};
use lettergame_marrakech::players::{Appraisal, appraise};
use lettergame_marrakech::rules::{Colour, Marrakech, Move, Rotation, Stage};

/// How Marrakech is judged.
pub(super) static JUDGE: Judge<Marrakech> = Judge {
    cost: CostScale { unit: "percentage points", decimals: 1, mistakes: [2.0, 5.0, 10.0] },
    verdicts: |transcript| by_move(transcript, verdict),
    tried: |_, tried, _| by_last_move(tried, verdict),
    lines,
    drawn: |_, _| None,
    elsewhere,
};

fn lines(after: &Table<Marrakech>, names: &SeatNames) -> Vec<String> {
    let stage = after.view(Seat::FIRST).stage();
    let called = |colour: Colour| {
        let name = stage.owner(colour).and_then(Seat::new).map_or("", |seat| &names[seat]);
        format!("{name} ({colour})")
    };
    after.events().iter().map(|event| told(event, &called)).collect()
}

fn elsewhere(before: &Table<Marrakech>) -> Vec<(&'static str, String)> {
    vec![("Open the position", address_of(&before.view(Seat::FIRST).stage().to_string()))]
}

/// A move against the best one; nothing if there was no choice.
fn verdict(before: &Table<Marrakech>, seat: Seat, made: &Move) -> Option<Verdict> {
    let stage = before.view(seat).stage();
    let all = appraise(stage);
    let best = all.first().filter(|_| all.len() > 1)?;
    let own = all.iter().find(|appraisal| appraisal.choice == *made)?;
    let lost = 100.0 * f64::from(best.win - own.win);
    let better = (lost > 0.0).then(|| named(best.choice));
    let chance = Some(f64::from(own.win));
    Some(Verdict { seat, cost: lost, better, note: note(stage, own, best), chance })
}

/// A move, as the subject of a sentence.
fn named(choice: Move) -> String {
    match choice {
        Move::Rotate(Rotation::Left) => "a turn to the left".to_owned(),
        Move::Rotate(Rotation::Ahead) => "no turn".to_owned(),
        Move::Rotate(Rotation::Right) => "a turn to the right".to_owned(),
        Move::Place([one, other]) => format!("a rug on {} and {}", place(one), place(other)),
    }
}

/// The probability of winning and, of rotations, the expected payments.
fn note(stage: &Stage, own: &Appraisal, best: &Appraisal) -> String {
    let win = format!("Chance of winning {:.1} %", 100.0 * own.win);
    let paid = |choice: Move| match choice {
        Move::Rotate(rotation) => Some(cost(stage, rotation).mean),
        Move::Place(_) => None,
    };
    match (paid(own.choice), paid(best.choice)) {
        (Some(own), Some(best)) if own != best => {
            format!("{win}; expected payment {own:.2}, with the better move {best:.2}.")
        }
        (Some(own), _) => format!("{win}; expected payment {own:.2}."),
        _ => format!("{win}."),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{JUDGE, verdict};
    use lettergame_base::{Seat, Seed};
    use lettergame_game::Table;
    use lettergame_marrakech::rules::{Marrakech, MarrakechRules, Move, Rotation, State};

    /// Ahead and to the right every roll ends on yellow, which cyan cannot pay; to the left none does.
    const RUINOUS: [(usize, &str); 8] = [
        (23, "y00"),
        (22, "y00"),
        (21, "y01"),
        (14, "y01"),
        (31, "y02"),
        (38, "y02"),
        (45, "y03"),
        (46, "y03"),
    ];

    fn table() -> Table<Marrakech> {
        let mut board = vec!["n00"; 49];
        RUINOUS.iter().for_each(|&(square, rug)| board[square] = rug);
        let stage = format!("Pc00305iPy03005iA33NB{} c rotate", board.concat()).parse().unwrap();
        let rules = Arc::new(Marrakech::new(MarrakechRules::standard()));
        Table::at(rules, State::resume(stage, Seed(1)), 2)
    }

    #[test]
    fn a_walk_into_ruin_is_a_mistake_and_the_way_out_is_none() {
        let judged = |rotation| verdict(&table(), Seat::FIRST, &Move::Rotate(rotation)).unwrap();
        let (ahead, left) = (judged(Rotation::Ahead), judged(Rotation::Left));
        assert!(ahead.cost > 3.0 && JUDGE.cost.size(ahead.cost).is_some(), "{ahead:?}");
        assert!(ahead.note.starts_with("Chance of winning 0.0 %"), "{}", ahead.note);
        assert_eq!(ahead.better.as_deref(), Some("a turn to the left"));
        assert!(ahead.note.contains("with the better move 0.00"), "{}", ahead.note);
        assert_eq!((left.cost, left.better), (0.0, None));
    }
}
