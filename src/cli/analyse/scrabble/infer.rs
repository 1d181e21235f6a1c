//! `analyse scrabble infer`: what a player probably kept after a turn of a GCG game.

use std::sync::Arc;

use crate::cli::analyse::scrabble::input::{Loaded, PositionReader, game, read_rack};
use crate::cli::analyse::scrabble::stream::name_of;
use crate::cli::args::{InferArgs, PositionArgs, PositionOptions};
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, remark};
use lettergame_base::Seed;
use lettergame_report::{Cell, Format, Table};
use lettergame_scrabble::board::Rack;
use lettergame_scrabble::notation::{FileTurn, GameFile};
use lettergame_scrabble::simulation::{Effort, Inference, RivalTurn};

/// The most leaves to look at one by one: all that can be kept after a play of four tiles or more, as a rule.
const LEAVES: u32 = 20_000;

/// Seed of the sample where there are more.
const SEED: Seed = Seed(1);

pub(super) fn run(args: &InferArgs) -> Result<(), Failure> {
    let game = game(&args.setup)?;
    let options = PositionOptions::default();
    let reader = PositionReader::new(Arc::clone(&game), &args.setup, &options);
    let file = reader.file(&args.file)?.game.map(|(file, _)| file);
    let (number, player, turn) = turn_of(&name_of(&args.file), file.as_ref(), args.turn)?;
    let read = |option, text: &Option<String>| read_rack(option, text.as_deref(), &game);
    let own = read("--rack", &args.racks.rack)?.unwrap_or(turn.other_rack());
    let known =
        read("--their-rack", &args.racks.their_rack)?.unwrap_or(Rack::new(game.distribution()));
    let seen = RivalTurn::of_turn(&game, turn, &own).ok_or_else(|| {
        Failure::Unusable(format!(
            "nothing can be inferred from turn {number} ({player}: {}): expected a play that was not taken back or an exchange, after \
             which tiles were kept and the bag was not empty",
            turn.text
        ))
    })?;
    let inference = Inference::of(&seen, Effort { leaves: LEAVES, seed: SEED }).knowing(known);
    let inference = inference.ok_or_else(|| {
        Failure::usage(format!(
            "--their-rack {known}: {player} cannot hold these tiles after turn {number}"
        ))
    })?;
    let format = args.format.format;
    // a program that reads standard output gets a single table with fixed columns
    let for_people = matches!(format, Format::Table | Format::Markdown);
    if for_people {
        print(&format!("{}\n", heading(number, player, turn, &seen, &inference)))?;
    }
    if !args.tiles {
        print_table(&leaves(&inference, args.top as usize), format)?;
    }
    if args.tiles || for_people {
        print_table(&tiles(&inference, &seen.unseen), format)?;
    }
    Ok(())
}

/// What the rival of the player to move kept on the turn before a position; `None` if the turn does not tell.
pub(super) fn of_last_turn(
    args: &PositionArgs,
    loaded: &Loaded,
) -> Result<Option<Inference>, Failure> {
    let before = args.options.turn.map(|turn| turn - 1);
    if before == Some(0) {
        remark("nothing is inferred: there is no turn before turn 1");
        return Ok(None);
    }
    let (number, player, turn) = turn_of(&name_of(&args.file), loaded.file.as_ref(), before)?;
    let seen = RivalTurn::of_turn(&loaded.game, turn, loaded.position.mover_rack());
    if seen.is_none() {
        remark(&format!("nothing is inferred from turn {number} ({player}: {})", turn.text));
    }
    let inference = seen.map(|seen| Inference::of(&seen, Effort { leaves: LEAVES, seed: SEED }));
    Ok(inference.and_then(|inference| inference.knowing(*loaded.position.known())))
}

/// The turn of this number, or the last one, with its number and the nick of its player.
fn turn_of<'a>(
    name: &str,
    file: Option<&'a GameFile>,
    number: Option<u32>,
) -> Result<(usize, &'a str, &'a FileTurn), Failure> {
    let unusable = |error: &str| Failure::Unusable(format!("{name}: {error}"));
    let file = file.ok_or_else(|| unusable("expected a game as a GCG file"))?;
    let turns = file.turns.len();
    let number = number.map_or(turns, |number| number as usize);
    let turn = file.turn(number);
    let turn = turn.ok_or_else(|| unusable(&format!("no turn {number}: the game has {turns}")))?;
    Ok((number, &file.nicks[turn.seat.index()], turn))
}

/// `turn 3, ann: 8D SC.RRY; 2 tiles kept, 231 leaves; really AT, 3.1 %, number 7`.
fn heading(
    number: usize,
    player: &str,
    turn: &FileTurn,
    seen: &RivalTurn<'_>,
    inference: &Inference,
) -> String {
    let (leaves, text) = (inference.leaves(), &turn.text);
    let how = if inference.is_exhaustive() { "" } else { " in a sample" };
    let tiles = match seen.kept() {
        1 => "1 tile".to_owned(),
        kept => format!("{kept} tiles"),
    };
    let held = turn.kept().map(|kept| match leaves.iter().position(|leave| leave.0 == kept) {
        Some(place) => {
            format!("; really {kept}, {:.2} %, number {}", 100.0 * leaves[place].1, place + 1)
        }
        None => format!("; really {kept}, not among them"),
    });
    let held = held.unwrap_or_default();
    format!("turn {number}, {player}: {text}; {tiles} kept, {} leaves{how}{held}", leaves.len())
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
