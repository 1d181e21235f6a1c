//! `analyse scrabble sim`: tries the best moves of a position, or of each position of a stream, against sampled racks.

use std::num::NonZeroUsize;

use crate::cli::analyse::scrabble::batch::Batch;
use crate::cli::analyse::scrabble::infer::of_last_turn;
use crate::cli::analyse::scrabble::input::{Input, Loaded, no_tiles, over};
use crate::cli::analyse::scrabble::rows::{equity, move_text};
use crate::cli::args::SimArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print_table, remark};
use crate::cli::runs::session::{pool, useful_threads};
use lettergame_base::Seed;
use lettergame_report::{Cell, Table};
use lettergame_scrabble::plays::{Generator, Leaves};
use lettergame_scrabble::simulation::{
    Breadth, Inference, SCREENED, Simulation, Tried, Value, WinChance,
};
use lettergame_scrabble::situation::candidates;
use lettergame_stats::Summary;

/// The probability of giving up the best move early.
const RISK: f64 = 0.05;

/// The plays that are tried, and the moves that are shown, unless requested otherwise.
pub(super) const BREADTH: Breadth = Breadth { plays: SHOWN, last: SCREENED };
const SHOWN: usize = 10;

/// The most samples, unless requested otherwise, and with a limit of time.
const SAMPLES: u32 = 500;
const TIMED_SAMPLES: u32 = 1_000_000;

/// The simulation without options.
pub(super) fn usual() -> Simulation<'static> {
    Simulation {
        samples: SAMPLES,
        time: None,
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
    match Input::of(&args.position, args.lines)? {
        Input::One(loaded) => print_table(&answered(args, &loaded)?, args.format.format),
        Input::Lines(_) if args.infer => Err(Failure::usage(
            "--infer looks at the last turn of a GCG file, which positions in CGP do not have",
        )),
        Input::Lines(lines) => {
            let (stream, reader) = *lines;
            let (top, simulation, pool) =
                (args.top, simulation(args), pool(useful_threads(args.threads))?);
            let answer = move |loaded: &Loaded, _: &mut Generator| {
                pool.install(|| simulated(loaded, top, &simulation, None))
                    .map(|answer| answer.table.json())
            };
            // one after the other: each has all threads
            let batch = Batch { reader, key: "moves", answer };
            batch.run(stream, Some(NonZeroUsize::MIN), args.format.format)
        }
    }
}

/// The moves that were tried in the only position, best first.
pub(super) fn rows(args: &SimArgs) -> Result<Table, Failure> {
    let loaded = Loaded::of(&args.position)?;
    over(&loaded.position).iter().for_each(|odd| remark(&format!("warning: {odd}")));
    answered(args, &loaded)
}

fn simulation(args: &SimArgs) -> Simulation<'static> {
    let samples = args.samples.unwrap_or(args.time.map_or(SAMPLES, |_| TIMED_SAMPLES));
    let (time, plies, seed) = (args.time, args.plies, Seed(args.seed));
    Simulation { samples, time, plies, seed, parallel: true, ..usual() }
}

/// The moves that were tried, with remarks on the position.
fn answered(args: &SimArgs, loaded: &Loaded) -> Result<Table, Failure> {
    if loaded.position.bag() == 0 {
        remark(
            "the bag is empty, and both sides play by equity; `endgame` searches for the best play",
        );
    }
    loaded.remark_known();
    let inference = match args.infer {
        true => of_last_turn(&args.position, loaded)?,
        false => None,
    };
    let pool = pool(useful_threads(args.threads))?;
    let simulated =
        pool.install(|| simulated(loaded, args.top, &simulation(args), inference.as_ref()))?;
    simulated.rest.iter().for_each(|rest| remark(rest));
    Ok(simulated.table)
}

/// The moves that were tried, best first.
struct Answer {
    table: Table,
    /// A remark if the table does not have all.
    rest: Option<String>,
}

/// Tries the moves of a position.
fn simulated(
    loaded: &Loaded,
    top: Option<u32>,
    simulation: &Simulation<'_>,
    inference: Option<&Inference>,
) -> Result<Answer, Failure> {
    if loaded.position.mover_rack().is_empty() {
        return Err(no_tiles(loaded.position.to_move()));
    }
    let at = loaded.situation(Leaves::usual(loaded.game.distribution()));
    let top = top.map(|top| top as usize);
    let plays = top.unwrap_or(BREADTH.of(at.bag));
    let moves = candidates(&at, &mut Generator::new(), plays);
    let simulated = simulation.run(&at, &moves, inference);
    // the plays and the exchange
    let shown = top.unwrap_or(SHOWN) + 1;
    let mut table = Table::new(&COLUMNS).expendable(&EXPENDABLE);
    let tried = simulated.candidates();
    tried.iter().take(shown).for_each(|tried| table.push(row(tried)));
    let rest = (tried.len() > shown)
        .then(|| format!("{} moves tried, the best {shown} are shown", tried.len()));
    Ok(Answer { table, rest })
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
