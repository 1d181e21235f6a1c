//! One turn of a GCG game: the board before it, what the player did, and what the other player knows.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use crate::cli::analyse::scrabble::stream::name_of;
use crate::cli::exit::Failure;
use lettergame_scrabble::board::{Board, Distribution, Play, Rack};
use lettergame_scrabble::notation::{Form, Position, decode, read_gcg};
use lettergame_scrabble::rules::Scrabble;
use lettergame_scrabble::simulation::{Observed, RivalTurn};

/// A play, an exchange or a pass.
pub(super) struct GameTurn<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// The nick of the player.
    pub(super) player: String,
    /// The turn as text, as in the file.
    pub(super) text: String,
    /// The tiles that the player kept, if the file gives its rack.
    pub(super) kept: Option<Rack>,
    /// The turn as the other player saw it; `None` if nothing can be inferred from it.
    pub(super) seen: Option<RivalTurn<'a>>,
}

/// Reads the turn of this number, or the last one, of a GCG file; `-` is standard input.
pub(super) fn read_turn<'a>(
    path: &Path,
    number: Option<u32>,
    game: &'a Scrabble,
) -> Result<GameTurn<'a>, Failure> {
    let name = name_of(path);
    let bytes =
        bytes(path).map_err(|error| Failure::Unusable(format!("cannot read {name}: {error}")))?;
    let text = decode(&bytes).map_err(|error| Failure::Unusable(format!("{name}: {error}")))?;
    named_turn(&name, &text, number, game)
}

/// The turn of this number, or the last one, in the text of a GCG file of this name.
pub(super) fn named_turn<'a>(
    name: &str,
    text: &str,
    number: Option<u32>,
    game: &'a Scrabble,
) -> Result<GameTurn<'a>, Failure> {
    let turn = turn_of(text, number.map(|number| number as usize), game);
    turn.map_err(|error| Failure::Unusable(format!("{name}: {error}")))
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
}

fn turn_of<'a>(
    text: &str,
    number: Option<usize>,
    game: &'a Scrabble,
) -> Result<GameTurn<'a>, String> {
    if Form::of(text) != Form::Gcg {
        return Err("expected a game as a GCG file".to_owned());
    }
    let lines: Vec<&str> = text.lines().collect();
    let position = |lines: &[&str]| {
        read_gcg(&lines.join("\n"), game)
            .map(|file| file.position)
            .map_err(|error| error.to_string())
    };
    let end = position(&lines)?;
    let turns: Vec<(usize, Line<'_>)> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, Line::read(line)?))).collect();
    let number = number.unwrap_or(turns.len());
    let found = number.checked_sub(1).and_then(|index| turns.get(index));
    let Some((at, line)) = found else {
        return Err(format!("no turn {number}: the game has {}", turns.len()));
    };
    let before = position(&lines[..*at])?.board(game.layout().clone(), game.lexicon());
    let after = position(&lines[..=*at])?;
    let next = turns[number..].iter().find(|(_, other)| other.nick != line.nick);
    let distribution = game.distribution();
    let other = next.map_or(*end.rack(after.to_move()), |(_, next)| next.rack(distribution));
    let mut turn = line.turn(number, game, before, &after, &other);
    if is_taken_back(&lines[*at + 1..]) {
        turn.seen = None;
    }
    Ok(turn)
}

/// Whether the next event takes the play before it back.
fn is_taken_back(lines: &[&str]) -> bool {
    let next = lines.iter().map(|line| line.trim()).find(|line| line.starts_with('>'));
    next.is_some_and(|line| line.split_whitespace().any(|part| part == "--"))
}

/// The line of a turn.
struct Line<'a> {
    nick: &'a str,
    rack: Option<&'a str>,
    /// `8D SC.RRY`, `-ABC` or `-`.
    action: Vec<&'a str>,
}

impl<'a> Line<'a> {
    /// `None` for any other line.
    fn read(line: &'a str) -> Option<Line<'a>> {
        let (nick, rest) = line.trim().strip_prefix('>')?.split_once(':')?;
        let parts: Vec<&str> = rest.split_whitespace().collect();
        // the last two are points
        let parts = &parts[..parts.len().saturating_sub(2)];
        let last = parts.last()?;
        let words = match last.starts_with('-') {
            true if *last == "--" => return None,
            true => 1,
            false if last.starts_with('(') => return None,
            false => 2,
        };
        let (rack, action) = parts.split_at(parts.len().checked_sub(words)?);
        Some(Line { nick: nick.trim(), rack: rack.first().copied(), action: action.to_vec() })
    }

    fn rack(&self, distribution: &'static Distribution) -> Rack {
        let rack = self.rack.and_then(|rack| Rack::read(distribution, rack).ok());
        rack.unwrap_or(Rack::new(distribution))
    }

    fn turn<'g>(
        &self,
        number: usize,
        game: &'g Scrabble,
        board: Board,
        after: &Position,
        other: &Rack,
    ) -> GameTurn<'g> {
        let (text, distribution) = (self.action.join(" "), game.distribution());
        let observed = self.observed(&board);
        let used = match observed {
            Some(Observed::Play(play)) => Some(play.tiles()),
            _ => self.action[0]
                .strip_prefix('-')
                .and_then(|tiles| Rack::read(distribution, tiles).ok()),
        };
        let kept = used.and_then(|used| self.rack(distribution).minus(&used));
        let unseen = distribution.all().without(&after.on_board()).without(other);
        let seen =
            observed.and_then(|observed| RivalTurn { game, board, unseen, observed }.telling());
        GameTurn { number, player: self.nick.to_owned(), text, kept, seen }
    }

    fn observed(&self, board: &Board) -> Option<Observed> {
        let exchanged = self.action[0].strip_prefix('-').filter(|tiles| !tiles.is_empty());
        if let Some(tiles) = exchanged {
            let rack = Rack::read(board.distribution(), tiles);
            let count = || rack.map_or(tiles.chars().count(), |rack| rack.len());
            return Some(Observed::Exchange(tiles.parse().unwrap_or_else(|_| count())));
        }
        let play = Play::read(board.distribution(), &self.action.join(" ")).ok()?;
        board.read(&play).ok().map(Observed::Play)
    }
}
