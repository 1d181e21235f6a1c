//! What was done in a game so far, turn by turn: enough to go through it again without asking any player.

use std::collections::VecDeque;

use crate::happened::{Done, Happened};
use lettergame_base::{BySeat, Rng, Seat, Seed};
use lettergame_game::{Answer, Fault, FaultKind, Game, Occupant, Player, Session, Table};

/// The maximum number of answers, about 40 bytes each; longer games are not kept. Twenty rounds of the Letter Game
/// with fourteen players have fewer.
const MAX_ANSWERS: usize = 20_000;

/// The answers of a turn, in seat order.
type Answers<M> = Box<[(Seat, Answer<M>)]>;

/// The table before the first turn, and the answers of all turns.
pub(crate) struct Transcript<G: Game> {
    start: Table<G>,
    turns: Vec<Answers<G::Move>>,
    answers: usize,
    is_cut: bool,
}

impl<G: Game> Clone for Transcript<G> {
    fn clone(&self) -> Transcript<G> {
        let Transcript { start, turns, answers, is_cut } = self;
        Transcript {
            start: start.clone(),
            turns: turns.clone(),
            answers: *answers,
            is_cut: *is_cut,
        }
    }
}

impl<G: Game> Transcript<G> {
    pub(crate) fn new(start: &Table<G>) -> Transcript<G> {
        Transcript { start: start.clone(), turns: Vec::new(), answers: 0, is_cut: false }
    }

    /// Adds the last turn of the table.
    pub(crate) fn note(&mut self, table: &Table<G>) {
        let all = table.answers().iter();
        let turn: Answers<G::Move> =
            all.filter_map(|(seat, answer)| Some((seat, answer.clone()?))).collect();
        self.answers += turn.len();
        if self.answers > MAX_ANSWERS {
            self.is_cut = true;
            self.turns = Vec::new();
        }
        if !self.is_cut {
            self.turns.push(turn);
        }
    }

    /// Whether no turn is missing.
    pub(crate) fn is_whole(&self) -> bool {
        !self.is_cut
    }

    /// The number of turns.
    pub(crate) fn plies(&self) -> usize {
        self.turns.len()
    }

    /// The table before the first turn.
    pub(crate) fn start(&self) -> &Table<G> {
        &self.start
    }

    /// Plays the game again and shows the table before and after each turn, in order.
    pub(crate) fn each(&self, mut see: impl FnMut(&Table<G>, &Table<G>)) {
        let mut before = self.start.clone();
        for turn in &self.turns {
            let mut after = before.clone();
            after.step(|seat, _| said(turn, seat));
            see(&before, &after);
            before = after;
        }
    }

    /// The table after this many turns, at most all of them.
    pub(crate) fn at(&self, plies: usize) -> Table<G> {
        let mut table = self.start.clone();
        for turn in self.turns.iter().take(plies) {
            table.step(|seat, _| said(turn, seat));
        }
        table
    }

    /// The first turns, and one more in which this seat did something else; `None` if it may not.
    pub(crate) fn tried(
        &self,
        plies: usize,
        seat: Seat,
        choice: &G::Move,
    ) -> Option<Transcript<G>> {
        let turn = self.turns.get(plies)?;
        let mut table = self.at(plies);
        table.step(|own, _| if own == seat { Ok(choice.clone()) } else { said(turn, own) });
        let is_legal = table.answers()[seat].as_ref().is_some_and(|own| own.fault.is_none());
        let mut tried = self.clone();
        tried.turns.truncate(plies);
        tried.note(&table);
        is_legal.then_some(tried)
    }

    /// The game before its first turn, with seats that repeat what was done.
    pub(crate) fn session(&self) -> Session<G> {
        let seats = BySeat::from_fn(self.start.seats(), |seat| {
            let asked = self.turns.iter().filter(|turn| answer_of(turn, seat).is_some());
            Repeats::occupant(asked.map(|turn| said(turn, seat)).collect::<VecDeque<_>>())
        });
        // no player draws from it
        Session::new(self.start.clone(), Seed(0), seats)
    }

    /// The first turns as events of a record.
    pub(crate) fn happened(&self, plies: usize) -> Vec<Happened> {
        let answers = |turn: &Answers<G::Move>| {
            Happened::Turn(done(turn.iter().map(|(seat, answer)| (*seat, answer))))
        };
        self.turns.iter().take(plies).map(answers).collect()
    }
}

fn answer_of<M>(turn: &[(Seat, Answer<M>)], seat: Seat) -> Option<&Answer<M>> {
    turn.iter().find(|(own, _)| *own == seat).map(|(_, answer)| answer)
}

/// The answer of a seat again.
fn said<M: Clone>(turn: &[(Seat, Answer<M>)], seat: Seat) -> Result<M, Fault<M>> {
    match answer_of(turn, seat) {
        Some(answer) => Fault::recorded((*answer.choice).clone(), answer.fault),
        None => Err(Fault::Gone("not recorded".to_owned())),
    }
}

/// What each of these seats did in a turn.
pub(crate) fn done<'a, M: ToString + 'a>(
    answers: impl Iterator<Item = (Seat, &'a Answer<M>)>,
) -> Vec<Done> {
    answers.map(|(seat, answer)| done_by(seat, &*answer.choice, answer.fault)).collect()
}

/// What a seat did.
pub(crate) fn done_by(seat: Seat, choice: &impl ToString, fault: Option<FaultKind>) -> Done {
    let fault = fault.map(|fault| fault.name().to_owned());
    Done { seat: seat.index() as u8, choice: choice.to_string(), fault }
}

/// Repeats the answers of a seat.
pub(crate) struct Repeats<M>(VecDeque<Result<M, Fault<M>>>);

impl<M: Send + 'static> Repeats<M> {
    /// A seat that gives these answers, in this order.
    pub(crate) fn occupant<G: Game<Move = M>>(
        answers: VecDeque<Result<M, Fault<M>>>,
    ) -> Occupant<G> {
        Occupant::Player(Box::new(Repeats(answers)))
    }
}

impl<G: Game> Player<G> for Repeats<G::Move> {
    fn choose(&mut self, _: &G::View<'_>, _: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        self.0.pop_front().unwrap_or_else(|| Err(Fault::Gone("not recorded".to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{MAX_ANSWERS, Transcript};
    use crate::happened::Happened;
    use lettergame_base::{Rng, Seat, Seed};
    use lettergame_game::{Enumerate, Table, Turn};
    use lettergame_marrakech::rules::{Marrakech, MarrakechRules, Move, View};

    /// A game of random moves; the table after each turn as text.
    fn played() -> (Transcript<Marrakech>, Vec<String>) {
        let rules = Arc::new(Marrakech::new(MarrakechRules::standard()));
        let mut table = Table::new(rules, 3, Seed(7)).unwrap();
        let (mut transcript, mut seen) = (Transcript::new(&table), vec![shown(&table)]);
        let mut rng = Seed(1).rng();
        while let Turn::Ask(_) = table.turn() {
            table.step(|_, view| Ok(any(view, &mut rng)));
            transcript.note(&table);
            seen.push(shown(&table));
        }
        (transcript, seen)
    }

    fn any(view: &View<'_>, rng: &mut Rng) -> Move {
        let all = Marrakech::choices(view);
        all[rng.below(all.len() as u32) as usize]
    }

    fn shown(table: &Table<Marrakech>) -> String {
        format!("{} {:?}", table.view(Seat::FIRST).stage(), table.outcome())
    }

    #[test]
    fn a_game_is_the_same_again_at_any_turn_and_in_a_session() {
        let (transcript, seen) = played();
        assert_eq!(transcript.plies() + 1, seen.len());
        for (plies, seen) in seen.iter().enumerate() {
            assert_eq!(shown(&transcript.at(plies)), *seen);
        }
        let mut at = 0;
        transcript.each(|before, after| {
            assert_eq!([shown(before), shown(after)], [seen[at].clone(), seen[at + 1].clone()]);
            at += 1;
        });
        assert_eq!(at + 1, seen.len());
        let mut session = transcript.session();
        for seen in &seen[1..] {
            session.advance();
            assert_eq!(shown(session.table()), *seen);
        }
        assert!(session.is_over());
        let tried = |choice: &str| transcript.tried(4, Seat::new(2)?, &choice.parse().ok()?);
        let mover = |plies: usize| match transcript.at(plies).turn() {
            Turn::Ask(seats) => seats.iter().next(),
            Turn::Over => None,
        };
        assert_eq!(mover(4), Seat::new(2), "who turns Assam");
        let legal = ["rotate 0", "rotate 90", "rotate 270"].map(|choice| tried(choice).unwrap());
        for tried in &legal {
            assert_eq!(tried.plies(), 5);
            assert_eq!(shown(&tried.at(4)), seen[4]);
        }
        assert!(legal.iter().any(|tried| shown(&tried.at(5)) != seen[5]), "another turn");
        assert!(tried("place 02 01").is_none(), "it is not time to lay a rug");
        let happened = transcript.happened(5);
        assert!(
            happened.len() == 5
                && happened
                    .iter()
                    .all(|one| matches!(one, Happened::Turn(done) if done.len() == 1))
        );
    }

    #[test]
    fn a_game_that_is_too_long_is_not_kept() {
        let (mut transcript, _) = played();
        let table = transcript.at(1);
        for _ in transcript.plies()..MAX_ANSWERS {
            transcript.note(&table);
        }
        assert!(transcript.is_whole());
        transcript.note(&table);
        assert!(!transcript.is_whole() && transcript.plies() == 0);
        transcript.note(&table);
        assert_eq!(transcript.plies(), 0);
    }
}
