//! `analyse scrabble sim`: tries the best moves of a position against sampled racks.

use crate::cli::analyse::scrabble::infer::of_last_turn;
use crate::cli::analyse::scrabble::input::{Loaded, no_tiles, over};
use crate::cli::analyse::scrabble::rows::{equity, move_text};
use crate::cli::args::SimArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print_table, remark};
use crate::cli::session::{pool, useful_threads};
use lettergame_base::Seed;
use lettergame_report::{Cell, Table};
use lettergame_scrabble::plays::{Generator, Leaves};
use lettergame_scrabble::simulation::{Breadth, SCREENED, Simulation, Tried, Value, WinChance};
use lettergame_scrabble::situation::candidates;
use lettergame_stats::Summary;

/// The probability of giving up the best move early.
const RISK: f64 = 0.05;

/// The plays that are tried, and the moves that are shown, unless requested otherwise.
pub(super) const BREADTH: Breadth = Breadth { plays: SHOWN, last: SCREENED };
const SHOWN: usize = 10;

/// The simulation without options.
pub(super) fn usual() -> Simulation<'static> {
    Simulation {
        samples: 500,
        plies: 2,
        value: Value::Win,
        win: WinChance::shipped(),
        prior: 0,
        risk: RISK,
        seed: Seed(1),
        parallel: false,
    }
}

const COLUMNS: [&str; 12] = [
    "move",
    "score",
    "equity",
    "win",
    "win_error",
    "sim_equity",
    "sim_error",
    "samples",
    "answer",
    "answer_bingos",
    "next",
    "next_bingos",
];

/// What a narrow terminal leaves out first.
const EXPENDABLE: [&str; 6] =
    ["next_bingos", "answer_bingos", "next", "answer", "samples", "equity"];

pub(super) fn run(args: &SimArgs) -> Result<(), Failure> {
    print_table(&rows(args)?, args.format.format)
}

/// The moves that were tried, best first.
pub(super) fn rows(args: &SimArgs) -> Result<Table, Failure> {
    let loaded = Loaded::of(&args.position)?;
    if loaded.position.mover_rack().is_empty() {
        return Err(no_tiles(loaded.position.to_move()));
    }
    over(&loaded.position).iter().for_each(|odd| remark(&format!("warning: {odd}")));
    let leaves = Leaves::usual(loaded.game.distribution());
    let at = loaded.situation(leaves);
    if at.bag == 0 {
        remark(
            "the bag is empty, and both sides play by equity; `endgame` searches for the best play",
        );
    }
    loaded.remark_known();
    let inference = match args.infer {
        true => of_last_turn(&args.position, &loaded)?,
        false => None,
    };
    let top = args.top.map(|top| top as usize);
    let plays = top.unwrap_or(BREADTH.of(at.bag));
    let moves = candidates(&at, &mut Generator::new(), plays);
    let (samples, plies, seed) = (args.samples, args.plies, Seed(args.seed));
    let simulation = Simulation { samples, plies, seed, parallel: true, ..usual() };
    let pool = pool(useful_threads(args.threads))?;
    let simulated = pool.install(|| simulation.run(&at, &moves, inference.as_ref()));
    let tried = simulated.candidates();
    // the plays and the exchange
    let shown = top.unwrap_or(SHOWN) + 1;
    if tried.len() > shown {
        remark(&format!("{} moves tried, the best {shown} are shown", tried.len()));
    }
    let mut table = Table::new(&COLUMNS).expendable(&EXPENDABLE);
    tried.iter().take(shown).for_each(|tried| table.push(row(tried)));
    Ok(table)
}

fn row(tried: &Tried) -> Vec<Cell> {
    let candidate = &tried.candidate;
    let mut cells = vec![
        Cell::text(&move_text(&candidate.choice)),
        Cell::Number(candidate.score.to_string()),
        equity(candidate.equity),
    ];
    cells.extend(mean_and_error(&tried.win, 100.0));
    cells.extend(mean_and_error(&tried.equity, 1.0));
    cells.push(Cell::count(tried.win.count()));
    for ply in &tried.plies {
        cells.push(Cell::maybe(ply.score.mean(), 1));
        cells.push(Cell::maybe(ply.bingo_rate().map(|rate| 100.0 * rate), 1));
    }
    cells
}

fn mean_and_error(summary: &Summary, scale: f64) -> [Cell; 2] {
    [summary.mean(), summary.standard_error()]
        .map(|value| Cell::maybe(value.map(|value| scale * value), 2))
}
