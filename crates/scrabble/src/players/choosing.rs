//! Shared by the players that choose by a valuation of plays.

use std::sync::Arc;

use crate::endgame::{Endgame, Limits};
use crate::plays::{Equity, Generator, LeaveValue, Leaves, Ranked, Valuation};
use crate::preendgame::{self, PreEndgame, Standing};
use crate::rules::{Move, Scrabble, View};
use crate::situation::{Candidate, Situation};
use lettergame_game::{Field, Param, SettingError};

/// The best play by a valuation.
pub(super) fn best_play(
    generator: &mut Generator,
    view: &View<'_>,
    valuation: &impl Valuation,
) -> Option<Ranked> {
    generator.best(view.game().lexicon(), view.board(), view.rack(), valuation)
}

/// The play; if there is none, an exchange of all tiles, or a pass where that is not allowed.
pub(super) fn play_or_exchange_all(view: &View<'_>, best: Option<Ranked>) -> Move {
    match best {
        Some(best) => Move::Play(best.play),
        None if view.game().may_exchange(view.bag(), view.rack().len()) => {
            Move::Exchange(*view.rack())
        }
        None => Move::Pass,
    }
}

/// The better of the best play and the best exchange by the valuation of the generator's last search; a pass
/// if there is neither.
pub(super) fn play_or_exchange(
    generator: &Generator,
    view: &View<'_>,
    best: Option<Ranked>,
) -> Move {
    let (kept, worth) = generator.best_to_keep();
    let given = view.rack().without(&kept);
    let may_exchange = view.game().may_exchange(view.bag(), given.len());
    if may_exchange && worth > best.map_or(Equity::MIN, |best| best.equity) {
        return Move::Exchange(given);
    }
    best.map_or(Move::Pass, |best| Move::Play(best.play))
}

/// The parameter for the number of positions that an endgame search expands.
pub(super) const fn endgame_parameter<T>(field: Field<T>) -> Param<T> {
    Param::integer("endgame", [0, 1_000_000], "positions that an endgame search may expand", field)
        .unit("positions")
        .costing_time()
}

/// The leave values of a file, or the usual ones for the tiles of the game.
pub(super) fn leaves_or_usual<'a>(leaves: Option<&'a Leaves>, view: &View<'_>) -> &'a Leaves {
    leaves.unwrap_or_else(|| Leaves::usual(view.game().distribution()))
}

/// Checks that leave values from a file are of the tiles of the game.
pub(super) fn admit_leaves(leaves: Option<&Leaves>, rules: &Scrabble) -> Result<(), SettingError> {
    let check = leaves.map_or(Ok(()), |leaves| leaves.check(rules.distribution()));
    check.map_err(|error| SettingError::File { key: "leaves".to_owned(), error: error.to_string() })
}

/// The parameter for the file of leave values.
pub(super) const fn leaves_parameter<T>(load: fn(&mut T, &[u8]) -> Result<(), String>) -> Param<T> {
    Param::file("leaves", "values of kept tiles: numbers by `train scrabble`, or KLV2", load)
}

/// The leave values in the content of a file.
pub(super) fn read_leaves(content: &[u8]) -> Result<Arc<Leaves>, String> {
    Leaves::read(content).map(Arc::new).map_err(|error| error.to_string())
}

/// The move with an empty bag, by a search of at most `nodes` positions.
pub(super) fn endgame_move(endgame: &mut Endgame, view: &View<'_>, nodes: u32) -> Move {
    let at = Situation::of_view(view, leaves_or_usual(None, view));
    endgame.solve(&at, &Limits::nodes(nodes)).choice
}

/// The plays that an analysis by [`preendgame_move`] tries.
pub(super) const PREENDGAME_PLAYS: usize = 10;

/// The positions for each endgame, and the replies of such an analysis.
const EACH_DEAL: (u32, usize) = (500, 2);

/// The move with a few tiles in the bag, one of these or a pass, by an analysis of all deals with at most `nodes`
/// positions. If none was tried against all deals within that, the first of the plays.
pub(super) fn preendgame_move(
    analyst: &mut PreEndgame,
    at: &Situation<'_>,
    plays: &[Candidate],
    nodes: u32,
) -> Move {
    let first = plays[0].choice;
    let (endgame, replies) = EACH_DEAL;
    let limits = preendgame::Limits { nodes, endgame, replies };
    let best = analyst.analyse(at, plays, &limits).records[0];
    match best.standing {
        Standing::Complete => best.candidate.choice,
        // a few deals say less than the order of the plays
        Standing::Unfinished | Standing::Dropped => first,
    }
}

/// The valuation that applies in this position.
pub(super) fn leave_value<'a>(view: &View<'a>, leaves: &'a Leaves) -> LeaveValue<'a> {
    LeaveValue::at(leaves, view.bag(), view.board().opening(), || view.unseen())
}
