//! `analyse scrabble endgame`: the best play once the bag is empty, or with the last few tiles in it.

use crate::cli::analyse::scrabble::input::{Loaded, no_tiles};
use crate::cli::analyse::scrabble::rows::{equity, move_text};
use crate::cli::args::EndgameArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print_table, remark};
use lettergame_base::Seed;
use lettergame_report::{Cell, Table};
use lettergame_scrabble::board::RACK;
use lettergame_scrabble::endgame::{self, Endgame, Solved};
use lettergame_scrabble::plays::{Generator, Leaves};
use lettergame_scrabble::preendgame::{self, Analysis, PreEndgame, Record, Standing};
use lettergame_scrabble::simulation::{SCREENED, WinChance, shortlist};

/// The most tiles in the bag.
const MAX_IN_BAG: usize = 4;

/// The part of the positions that a single endgame of an analysis of deals may expand.
const EACH_DEAL: u32 = 100;

/// The replies of the other player that are looked at while the bag is not empty.
const REPLIES: usize = 2;

/// Seed of the simulation that chooses the plays to try.
const SEED: Seed = Seed(1);

pub(super) fn run(args: &EndgameArgs) -> Result<(), Failure> {
    print_table(&rows(args)?, args.format.format)
}

/// The line of best play, or the moves that were tried.
pub(super) fn rows(args: &EndgameArgs) -> Result<Table, Failure> {
    let loaded = Loaded::of(&args.position)?;
    if loaded.position.mover_rack().is_empty() {
        return Err(no_tiles(loaded.position.to_move()));
    }
    let unseen = loaded.position.unseen();
    match unseen.len() {
        0 => Err(Failure::unusable("the other player has no tiles: the game is over")),
        1..=RACK => Ok(solved(args, &loaded)),
        tiles if tiles - RACK <= MAX_IN_BAG => Ok(deals(args, &loaded)),
        tiles => Err(Failure::Unusable(format!(
            "{} tiles are in the bag: expected at most {MAX_IN_BAG}; `sim` looks at earlier positions",
            tiles - RACK
        ))),
    }
}

/// The line of best play.
fn solved(args: &EndgameArgs, loaded: &Loaded) -> Table {
    let at = loaded.situation(Leaves::usual(loaded.game.distribution()));
    let limits = endgame::Limits::nodes(args.nodes).with_line();
    let solved = Endgame::new().solve(&at, &limits);
    let gain = solved.gain;
    remark(&match solved.exact {
        true => format!("solved: the player to move gains {gain:+} points"),
        false => format!(
            "not proven within {} positions: the player to move gains about {gain:+} points; --nodes allows more",
            args.nodes
        ),
    });
    line(&solved)
}

fn line(solved: &Solved) -> Table {
    let mut table = Table::new(&["ply", "move", "score"]);
    for (index, step) in solved.line.iter().enumerate() {
        table.push(vec![
            Cell::count(index as u64 + 1),
            Cell::text(&move_text(&step.choice)),
            Cell::Number(step.score.to_string()),
        ]);
    }
    table
}

/// The candidates against all deals of the unseen tiles.
fn deals(args: &EndgameArgs, loaded: &Loaded) -> Table {
    let at = loaded.situation(Leaves::usual(loaded.game.distribution()));
    loaded.remark_known();
    let plays = args.top as usize;
    let endgame = args.nodes.div_ceil(EACH_DEAL);
    let limits = preendgame::Limits { nodes: args.nodes, endgame, replies: REPLIES };
    let (tried, win) = ((SCREENED, plays), WinChance::shipped());
    let shortlist = shortlist(&at, &mut Generator::new(), tried, win, SEED);
    let Analysis { records, complete, deals, .. } =
        PreEndgame::new().analyse(&at, &shortlist, &limits);
    if records.iter().any(|record| record.standing == Standing::Unfinished) {
        remark(&format!(
            "not every move was tried against every deal: --nodes (now {}) allows more, --top (now {plays}) fewer \
             moves",
            args.nodes
        ));
    } else if !complete {
        remark(&format!("not every play was tried: --top (now {plays}) allows more"));
    }
    let columns = ["move", "score", "equity", "win", "spread", "deals", "of", "exact", "standing"];
    let mut table = Table::new(&columns).expendable(&["of", "deals", "equity", "exact"]);
    records.iter().for_each(|record| table.push(row(record, deals)));
    table
}

fn row(record: &Record, deals: u64) -> Vec<Cell> {
    let (candidate, tried) = (&record.candidate, record.tried());
    let is_proven = record.exact && record.standing == Standing::Complete;
    let known = |value: f64| if tried > 0 { Cell::number(value, 2) } else { Cell::Nothing };
    vec![
        Cell::text(&move_text(&candidate.choice)),
        Cell::Number(candidate.score.to_string()),
        equity(candidate.equity),
        known(100.0 * record.win_probability()),
        known(record.mean_spread()),
        Cell::count(tried),
        Cell::count(deals),
        Cell::text(if is_proven { "yes" } else { "no" }),
        Cell::text(match record.standing {
            Standing::Complete => "complete",
            Standing::Dropped => "dropped",
            Standing::Unfinished => "unfinished",
        }),
    ]
}
