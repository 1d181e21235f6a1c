//! `analyse scrabble infer`: what a player probably kept after a turn of a GCG game.

use crate::cli::analyse::scrabble::game_turn::{GameTurn, named_turn, read_turn};
use crate::cli::analyse::scrabble::input::game;
use crate::cli::analyse::scrabble::stream::name_of;
use crate::cli::args::{InferArgs, PositionArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, remark};
use lettergame_core::base::Seed;
use lettergame_report::{Cell, Format, Table};
use lettergame_scrabble::board::Rack;
use lettergame_scrabble::rules::Scrabble;
use lettergame_scrabble::simulation::{Effort, Inference, RivalTurn};

/// The most leaves to look at one by one: all that can be kept after a play of four tiles or more, as a rule.
const LEAVES: u32 = 20_000;

/// Seed of the sample where there are more.
const SEED: Seed = Seed(1);

pub(super) fn run(args: &InferArgs) -> Result<(), Failure> {
    let game = game(&args.setup)?;
    let turn = read_turn(&args.file, args.turn, &game)?;
    let seen = turn.seen.as_ref().ok_or_else(|| nothing_to_infer(&turn))?;
    let inference = Inference::of(seen, Effort { leaves: LEAVES, seed: SEED });
    let format = args.format.format;
    // a program that reads standard output gets a single table with fixed columns
    let for_people = matches!(format, Format::Table | Format::Markdown);
    if for_people {
        print(&format!("{}\n", heading(&turn, seen, &inference)))?;
    }
    if !args.tiles {
        print_table(&leaves(&inference, args.top as usize), format)?;
    }
    if args.tiles || for_people {
        print_table(&tiles(&inference, &seen.unseen), format)?;
    }
    Ok(())
}

/// What the rival of the player to move kept on the turn before a position, of which these tiles are unseen; `None` if
/// the turn does not tell. `text` is that of the GCG file, if it is one.
pub(super) fn of_last_turn(
    args: &PositionArgs,
    text: Option<&str>,
    game: &Scrabble,
    unseen: &Rack,
) -> Result<Option<Inference>, Failure> {
    let before = args.options.turn.map(|turn| turn - 1);
    if before == Some(0) {
        remark("nothing is inferred: there is no turn before turn 1");
        return Ok(None);
    }
    let GameTurn { number, player, text, seen, .. } =
        named_turn(&name_of(&args.file), text.unwrap_or_default(), before, game)?;
    // another rack of the player leaves other tiles for the rival
    let seen = seen.and_then(|seen| RivalTurn { unseen: *unseen, ..seen }.telling());
    let Some(seen) = seen else {
        remark(&format!("nothing is inferred from turn {number} ({player}: {text})"));
        return Ok(None);
    };
    Ok(Some(Inference::of(&seen, Effort { leaves: LEAVES, seed: SEED })))
}

fn nothing_to_infer(turn: &GameTurn<'_>) -> Failure {
    let GameTurn { number, player, text, .. } = turn;
    Failure::Unusable(format!(
        "nothing can be inferred from turn {number} ({player}: {text}): expected a play that was not \
         taken back or an exchange, after which tiles were kept and the bag was not empty"
    ))
}

/// `turn 3, ann: 8D SC.RRY; 2 tiles kept, 231 leaves; really AT, 3.1 %, number 7`.
fn heading(turn: &GameTurn<'_>, seen: &RivalTurn<'_>, inference: &Inference) -> String {
    let GameTurn { number, player, text, kept, .. } = turn;
    let leaves = inference.leaves();
    let how = if inference.is_exhaustive() { "" } else { " in a sample" };
    let count = match seen.kept() {
        1 => "1 tile".to_owned(),
        kept => format!("{kept} tiles"),
    };
    let held = kept.as_ref().map(|kept| match leaves.iter().position(|leave| leave.0 == *kept) {
        Some(place) => {
            format!("; really {kept}, {:.2} %, number {}", 100.0 * leaves[place].1, place + 1)
        }
        None => format!("; really {kept}, not among them"),
    });
    let held = held.unwrap_or_default();
    format!("turn {number}, {player}: {text}; {count} kept, {} leaves{how}{held}", leaves.len())
}

fn leaves(inference: &Inference, top: usize) -> Table {
    let mut table = Table::new(&["leave", "per_cent"]);
    for (leave, chance) in inference.leaves().iter().take(top) {
        table.push(vec![Cell::text(&leave.to_string()), Cell::number(100.0 * chance, 2)]);
    }
    table
}

/// The kinds of tiles that are unseen.
fn tiles(inference: &Inference, unseen: &Rack) -> Table {
    let mut table = Table::new(&["tile", "unseen", "inferred", "plain"]);
    let per_cent = |chance: f64| Cell::number(100.0 * chance, 1);
    for (tile, count) in unseen.kinds() {
        table.push(vec![
            Cell::text(unseen.distribution().tile_name(tile)),
            Cell::count(count as u64),
            per_cent(inference.chance_of_tile(tile)),
            per_cent(inference.plain_chance_of_tile(tile)),
        ]);
    }
    table
}
