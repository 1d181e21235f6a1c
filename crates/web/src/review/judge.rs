//! What a game contributes to its reviews.

use maud::Markup;

use crate::review::story::{CostScale, Verdict};
use crate::transcript::Transcript;
use lettergame_base::Seat;
use lettergame_game::{Game, Presented, SeatNames, Table};

type Links = Vec<(&'static str, String)>;

/// How the moves of a game are judged after its end.
pub(crate) struct Judge<G: Game> {
    /// In what a move's cost is counted.
    pub(crate) cost: CostScale,
    /// What is said of each turn; nothing for a turn without a decision worth judging. This may take a while.
    pub(crate) verdicts: fn(&Transcript<G>) -> Vec<Vec<Verdict>>,
    /// What is said of a seat's last move in a game that ends with it, instead of what it did in the whole game.
    pub(crate) tried:
        fn(whole: &Transcript<G>, tried: &Transcript<G>, seat: Seat) -> Option<Verdict>,
    /// What was announced in the last turn of a table, line by line; the first line stands for the turn in lists.
    pub(crate) lines: fn(&Table<G>, &SeatNames) -> Vec<String>,
    /// A better move of a verdict, drawn in the position before the turn; `None` if it cannot be drawn.
    pub(crate) drawn: fn(before: &Table<G>, better: &str) -> Option<Markup>,
    /// Where the position before a turn can be opened elsewhere: texts and addresses.
    pub(crate) elsewhere: fn(before: &Table<G>) -> Links,
}

/// The announcements of the last turn of a table, for [`Judge::lines`].
pub(crate) fn announced<G: Presented>(after: &Table<G>, names: &SeatNames) -> Vec<String> {
    let texts = after.announcements(names);
    texts.iter().flat_map(|text| text.lines().map(|line| line.trim().to_owned())).collect()
}

/// The verdicts of a game in which one seat moves at a time, for [`Judge::verdicts`].
pub(crate) fn by_move<G: Game>(
    transcript: &Transcript<G>,
    verdict: impl Fn(&Table<G>, Seat, &G::Move) -> Option<Verdict>,
) -> Vec<Vec<Verdict>> {
    let mut all = Vec::with_capacity(transcript.plies());
    transcript
        .each(|before, after| all.push(of_turn(before, after, &verdict).into_iter().collect()));
    all
}

/// The verdict on the last turn of such a game, for [`Judge::tried`].
pub(crate) fn by_last_move<G: Game>(
    transcript: &Transcript<G>,
    verdict: impl Fn(&Table<G>, Seat, &G::Move) -> Option<Verdict>,
) -> Option<Verdict> {
    let last = transcript.plies().checked_sub(1)?;
    of_turn(&transcript.at(last), &transcript.at(last + 1), &verdict)
}

fn of_turn<G: Game>(
    before: &Table<G>,
    after: &Table<G>,
    verdict: &impl Fn(&Table<G>, Seat, &G::Move) -> Option<Verdict>,
) -> Option<Verdict> {
    let mut made = after.answers().iter();
    let (seat, choice) = made.find_map(|(seat, answer)| Some((seat, &*answer.as_ref()?.choice)))?;
    verdict(before, seat, choice)
}
