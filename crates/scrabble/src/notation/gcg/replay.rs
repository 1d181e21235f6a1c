//! Reads a GCG file by replaying its game.

use arrayvec::ArrayVec;

use crate::board::{Board, Cell, Distribution, MAX_SIDE, Play, RACK, Rack};
use crate::notation::Position;
use crate::notation::gcg::game_file::GameFile;
use crate::notation::gcg::line::{BOARD, Event, GcgLine, LETTERS, What, read_line, read_rack};
use crate::notation::gcg::turns::{FileMove, FileTurn, Snapshot, count_tiles, fill_other_racks};
use crate::notation::gcg::{GcgError, GcgFault, GcgRemark, Oddity};
use crate::notation::state_file::cut;
use crate::rules::{Scrabble, scoreless_after};
use lettergame_base::{Points, Seat, escaped};

/// Maximum length of a name in a file, in characters.
const MAX_NAME: usize = 200;

/// Reads a GCG file and replays its game, checking each play by the rules. Scores that differ from the rules
/// and words that are not in the lexicon are kept and reported as remarks.
///
/// # Errors
/// An invalid line or a play that cannot be placed, with its line number.
pub fn read_gcg(text: &str, game: &Scrabble) -> Result<GameFile, GcgError> {
    let mut replay = Replay::new(game);
    let mut number = 0;
    for line in text.lines() {
        number += 1;
        replay.line(number, line).map_err(|fault| fault.at(number))?;
    }
    replay.finish().map_err(|fault| fault.at(number.max(1)))
}

/// What is needed to take a play back.
struct Last {
    seat: Seat,
    board: Board,
    score: i32,
    rack: Option<Rack>,
    scoreless: u8,
}

struct Replay<'a> {
    game: &'a Scrabble,
    board: Board,
    points: [i32; 2],
    /// Points by challenges.
    challenges: [i32; 2],
    /// The racks, where known.
    racks: [Option<Rack>; 2],
    /// The tiles that the players are known to hold, as they laid them in plays that were taken back, or had them left.
    shown: [Rack; 2],
    /// The lines of the last event of each player.
    lines: [usize; 2],
    to_move: Seat,
    scoreless: u8,
    last: Option<Last>,
    nicks: [Option<String>; 2],
    names: [String; 2],
    /// The racks of `#rack1` and `#rack2`, with their lines.
    told: [Option<(usize, Rack)>; 2],
    title: String,
    lexicon: String,
    /// The names of the letters and of the board.
    letters: String,
    layout: String,
    /// Whether a line may be part of a note.
    noting: bool,
    line: usize,
    turns: Vec<FileTurn>,
    remarks: Vec<GcgRemark>,
}

impl<'a> Replay<'a> {
    fn new(game: &'a Scrabble) -> Replay<'a> {
        Replay {
            game,
            board: Board::new(game.layout().clone()),
            points: [0; 2],
            challenges: [0; 2],
            racks: [None; 2],
            shown: [Rack::new(game.distribution()); 2],
            lines: [1; 2],
            to_move: Seat::FIRST,
            scoreless: 0,
            last: None,
            nicks: [None, None],
            names: Default::default(),
            told: [None; 2],
            title: String::new(),
            lexicon: String::new(),
            letters: String::new(),
            layout: String::new(),
            noting: false,
            line: 0,
            turns: Vec::new(),
            remarks: Vec::new(),
        }
    }

    fn remark(&mut self, oddity: Oddity) {
        self.remarks.push(GcgRemark { line: self.line, oddity });
    }

    fn line(&mut self, number: usize, text: &str) -> Result<(), GcgFault> {
        self.line = number;
        let line = read_line(self.distribution(), text)?;
        match line {
            GcgLine::Empty => return Ok(()),
            GcgLine::Text if self.noting => return Ok(()),
            GcgLine::Text => return Err(GcgFault::Form(cut(text.trim()))),
            GcgLine::Pragma { name, value } => self.pragma(name, value)?,
            GcgLine::Event(ref event) => self.event(event)?,
        }
        self.noting = matches!(line, GcgLine::Pragma { name: "note" | "description", .. });
        Ok(())
    }

    fn pragma(&mut self, name: &str, value: &str) -> Result<(), GcgFault> {
        let text = || escaped(value, MAX_NAME).into_owned();
        match name {
            "player1" if !value.is_empty() => self.player(0, value)?,
            "player2" if !value.is_empty() => self.player(1, value)?,
            "rack1" => self.told[0] = Some((self.line, read_rack(self.distribution(), value)?)),
            "rack2" => self.told[1] = Some((self.line, read_rack(self.distribution(), value)?)),
            "title" => self.title = text(),
            "lexicon" => self.lexicon = text(),
            name if LETTERS.contains(&name) => self.letters = text(),
            name if BOARD.contains(&name) => self.layout = text(),
            _ => {}
        }
        Ok(())
    }

    fn player(&mut self, index: usize, value: &str) -> Result<(), GcgFault> {
        let (nick, name) = value.split_once(char::is_whitespace).unwrap_or((value, value));
        if self.nicks[1 - index].as_deref() == Some(nick) {
            return Err(GcgFault::SameNick(cut(nick)));
        }
        self.nicks[index] = Some(nick.to_owned());
        self.names[index] = escaped(name.trim(), MAX_NAME).into_owned();
        Ok(())
    }

    /// The seat of a nick; a new one takes the first free seat.
    fn seat(&mut self, nick: &str) -> Result<Seat, GcgFault> {
        let known = |is: fn(&str, &str) -> bool| {
            self.nicks
                .iter()
                .position(|known| known.as_deref().is_some_and(|known| is(known, nick)))
        };
        let index = known(|one, other| one == other);
        let index = index.or_else(|| known(str::eq_ignore_ascii_case));
        let index = index.or_else(|| self.nicks.iter().position(Option::is_none));
        let index = index.ok_or_else(|| GcgFault::Player(cut(nick)))?;
        if self.nicks[index].is_none() {
            self.player(index, nick)?;
        }
        Ok(if index == 0 { Seat::FIRST } else { Seat::FIRST.opponent() })
    }

    fn event(&mut self, event: &Event<'_>) -> Result<(), GcgFault> {
        let seat = self.seat(event.nick)?;
        self.lines[seat.index()] = self.line;
        if let Some(rack) = event.rack {
            self.racks[seat.index()] = Some(rack);
        }
        match &event.what {
            What::Play(play) => self.play(seat, play, event)?,
            What::Pass => {
                self.note_turn(seat, FileMove::Pass, event);
                self.turn_without(seat, event);
            }
            What::Exchange(tiles, count) => self.exchange(seat, *tiles, *count, event),
            What::Withdrawn => self.take_back(seat, event)?,
            What::Challenge => self.challenges[seat.index()] += event.gained,
            What::Clock => {}
            What::Left(rack) => self.left(seat, rack, event),
        }
        self.add_up(seat, event);
        Ok(())
    }

    /// The total in the file takes precedence.
    fn add_up(&mut self, seat: Seat, event: &Event<'_>) {
        let sum = self.points[seat.index()] + event.gained;
        if sum != event.total {
            self.remark(Oddity::Total { file: event.total, sum });
        }
        self.points[seat.index()] = event.total;
    }

    fn expect_points(&mut self, event: &Event<'_>, rules: i32) {
        if event.gained != rules {
            self.remark(Oddity::Points { file: event.gained, rules });
        }
    }

    /// Notes the turn with the position before it.
    fn note_turn(&mut self, seat: Seat, choice: FileMove, event: &Event<'_>) {
        let mut racks = [Rack::new(self.distribution()); 2];
        racks[seat.index()] = self.racks[seat.index()].unwrap_or(racks[0]);
        let Replay { points, scoreless, shown, .. } = *self;
        let cells = self.board.cells();
        self.turns.push(FileTurn {
            line: self.line,
            seat,
            choice,
            text: event.text.clone(),
            gained: Points(event.gained),
            unknown: Vec::new(),
            withdrawn: false,
            held: 0,
            before: Snapshot { cells, points, scoreless, racks, shown },
        });
    }

    /// Passes the turn on.
    fn turn(&mut self, seat: Seat) {
        let is_first = self.board.is_empty() && self.last.is_none() && self.scoreless == 0;
        if seat != self.to_move && !is_first {
            self.remark(Oddity::Twice);
        }
        self.to_move = seat.opponent();
        self.last = None;
    }

    fn turn_without(&mut self, seat: Seat, event: &Event<'_>) {
        self.turn(seat);
        self.expect_points(event, 0);
        self.scoreless = scoreless_after(self.scoreless, 0);
    }

    fn exchange(&mut self, seat: Seat, tiles: Option<Rack>, count: usize, event: &Event<'_>) {
        self.note_turn(seat, FileMove::Exchange(tiles, count), event);
        self.turn_without(seat, event);
        tiles.into_iter().for_each(|tiles| self.check_rack(event.rack, tiles));
        self.racks[seat.index()] = None;
        self.shown[seat.index()] = Rack::new(self.distribution());
    }

    fn check_rack(&mut self, rack: Option<Rack>, tiles: Rack) {
        if let Some(rack) = rack.filter(|rack| rack.minus(&tiles).is_none()) {
            self.remark(Oddity::NotOnRack { tiles, rack });
        }
    }

    fn play(&mut self, seat: Seat, play: &Play, event: &Event<'_>) -> Result<(), GcgFault> {
        let play = self.board.read(play)?;
        if play.count() > RACK {
            return Err(GcgFault::ManyTiles(play.count()));
        }
        let play = without_blanks(&play, event.rack).unwrap_or(play);
        self.board.check_place(&play)?;
        self.note_turn(seat, FileMove::Play(play), event);
        self.turn(seat);
        self.check_rack(event.rack, play.tiles());
        self.check_words(&play);
        self.expect_points(event, self.board.points(&play));
        let (board, scoreless) = (self.board.clone(), self.scoreless);
        self.board.lay(self.game.lexicon(), &play);
        self.check_set()?;
        self.scoreless = scoreless_after(scoreless, event.gained);
        self.racks[seat.index()] = event.rack.and_then(|rack| self.kept(&rack, &play));
        self.shown[seat.index()] = play.kept(&self.shown[seat.index()]);
        self.last = Some(Last { seat, board, score: event.gained, rack: event.rack, scoreless });
        Ok(())
    }

    fn check_words(&mut self, play: &Play) {
        let unknown = self.board.invalid_words(self.game.lexicon(), play);
        if let (false, Some(turn)) = (unknown.is_empty(), self.turns.last_mut()) {
            turn.unknown.clone_from(&unknown);
            self.remark(Oddity::NoWords(unknown));
        }
    }

    fn check_set(&self) -> Result<(), GcgFault> {
        let set = self.distribution();
        let excess = self.board.on_board().kinds().find(|&(tile, count)| count > set.count(tile));
        excess.map_or(Ok(()), |(tile, count)| {
            let (tile, in_set) = (set.tile_name(tile), set.count(tile));
            Err(GcgFault::TooMany { tile, count, in_set })
        })
    }

    /// The rack after a play, if it is known: with an empty bag, nothing is drawn.
    fn kept(&self, rack: &Rack, play: &Play) -> Option<Rack> {
        let kept = play.kept(rack);
        (self.distribution().total() <= self.board.tiles() + RACK + kept.len()).then_some(kept)
    }

    /// Takes the last play back.
    fn take_back(&mut self, seat: Seat, event: &Event<'_>) -> Result<(), GcgFault> {
        let last = self.last.take().filter(|last| last.seat == seat);
        let last = last.ok_or(GcgFault::NothingToTakeBack)?;
        self.expect_points(event, -last.score);
        self.board = last.board;
        self.racks[seat.index()] = event.rack.or(last.rack);
        self.scoreless = scoreless_after(last.scoreless, 0);
        if let Some(turn) = self.turns.last_mut() {
            turn.withdrawn = true;
            if let FileMove::Play(play) = &turn.choice {
                self.shown[seat.index()] = self.shown[seat.index()].plus(&play.tiles());
            }
        }
        Ok(())
    }

    /// Tiles left: a player's own tiles count against them, the opponent's count twice in their favour.
    fn left(&mut self, seat: Seat, rack: &Rack, event: &Event<'_>) {
        let own = event.gained < 0 || event.rack.is_some_and(|own| own == *rack);
        let holder = if own { seat } else { seat.opponent() };
        self.expect_points(event, if own { -rack.points() } else { 2 * rack.points() });
        self.racks[holder.index()] = Some(*rack);
        self.shown[holder.index()] = *rack;
        if !own {
            self.racks[seat.index()] = Some(Rack::new(self.distribution()));
            self.shown[seat.index()] = Rack::new(self.distribution());
        }
    }

    /// The tiles of the game.
    fn distribution(&self) -> &'static Distribution {
        self.board.distribution()
    }

    /// The position at the end. Racks that cannot be right are left out.
    fn end(&mut self) -> Result<Position, GcgFault> {
        let none = Rack::new(self.distribution());
        let (tiles, cells) = (self.distribution(), self.board.cells());
        let (points, to_move) = (self.points.map(Points), self.to_move);
        let mut racks = [none; 2];
        let mut position = Position::new(tiles, cells, racks, points, to_move)?;
        for index in 0..2 {
            let given = self.racks[index].map(|rack| (self.lines[index], rack));
            let Some((line, rack)) = self.told[index].or(given) else { continue };
            racks[index] = rack;
            match Position::new(tiles, cells, racks, points, to_move) {
                Ok(with) => position = with,
                Err(error) => {
                    racks[index] = none;
                    self.remarks.push(GcgRemark { line, oddity: Oddity::EndRack { rack, error } });
                }
            }
        }
        // that of the other player's events is known only afterwards
        let other = to_move.opponent().index();
        if self.told[other].is_none() {
            position = position.with_known(self.shown[other]);
        }
        Ok(position.with_scoreless(self.scoreless))
    }

    fn finish(mut self) -> Result<GameFile, GcgFault> {
        let position = self.end()?;
        let racks = [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| *position.rack(seat));
        fill_other_racks(&mut self.turns, racks);
        let total = self.distribution().total();
        count_tiles(&mut self.turns, total);
        Ok(GameFile {
            position: position.with_lexicon(&self.lexicon).with_letters(&self.letters),
            names: self.names,
            nicks: self.nicks.map(Option::unwrap_or_default),
            board: self.layout,
            title: self.title,
            challenges: self.challenges.map(Points),
            turns: self.turns,
            remarks: self.remarks,
        })
    }
}

/// The play with letters in place of its new blanks, if the rack has only those: some files have no upper case.
fn without_blanks(play: &Play, rack: Option<Rack>) -> Option<Play> {
    let rack = rack.filter(|rack| rack.minus(&play.tiles()).is_none())?;
    let letters: ArrayVec<Cell, MAX_SIDE> = (play.letters().iter().enumerate())
        .map(|(index, cell)| cell.as_blank(cell.is_blank() && play.new_letters() >> index & 1 == 0))
        .collect();
    let play = Play::new(play.distribution(), play.place(), &letters, play.new_letters())?;
    rack.minus(&play.tiles()).map(|_| play)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::read_gcg;
    use crate::notation::GameFile;
    use crate::rules::{Scrabble, ScrabbleRules};
    use lettergame_base::Seat;
    use lettergame_words::{Lexicon, WordList};

    fn game() -> Scrabble {
        let words = WordList::parse(b"AT\nCAT\nCATS\nSO\nTO\nQUIZ\n", "test").unwrap().words;
        Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::new(words).unwrap()))
    }

    fn read(lines: &[&str]) -> GameFile {
        read_gcg(&lines.join("\n"), &game()).unwrap()
    }

    fn refused(lines: &[&str]) -> String {
        read_gcg(&lines.join("\n"), &game()).unwrap_err().to_string()
    }

    fn remarks_text(file: &GameFile) -> Vec<String> {
        file.remarks.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn tiles_of_a_play_taken_back_are_known() {
        let lines = [
            ">a: CATSXYZ 8G CAT +10 10",
            ">b: QUEENIE 9G QUE +9 9",
            ">b: QUEENIE -- -9 0",
            ">a: SXYZAAB - +0 10",
            ">b: QUEENIE 9F QI +9 9",
            ">a: SXYZAAB - +0 10",
            ">b: UEENEAB -3 +0 9",
            ">a: SXYZAAB - +0 10",
        ];
        let file = read(&lines);
        let known =
            |number: usize| file.turn(number).unwrap().before().unwrap().known().to_string();
        assert_eq!([1, 2, 3, 5, 7].map(known), ["", "", "EQU", "EU", ""]);
        assert_eq!(file.turn(4).unwrap().shown().to_string(), "EQU");
        assert!(file.turn(0).is_none() && file.turn(8).is_none());
        // at the end as well, unless the file gives the rack
        let end = |more: &[&str]| read(&[&lines[..3], more].concat()).position.known().to_string();
        assert_eq!([end(&[]), end(&["#rack2 QUEEN"])], ["EQU", "EENQU"]);
    }

    #[test]
    fn each_turn_has_the_position_before_it() {
        let file = read(&[
            ">a: CATSXYZ 8G CAT +10 10",
            ">b: QQZZABC 9G QZ +9 9",
            ">b: QQZZABC -- -9 0",
            ">a: (challenge) +5 15",
            ">a: SXYZ -YZ +0 15",
            ">b: OSA - +0 0",
        ]);
        let lines: Vec<usize> = file.turns.iter().map(|turn| turn.line).collect();
        assert_eq!(lines, [1, 2, 5, 6]);
        let before = |index: usize| file.turns[index].before();
        let start = before(0).unwrap();
        assert!(start.is_start());
        assert_eq!(start.mover_rack().to_string(), "ACSTXYZ");
        assert_eq!(
            before(1).unwrap_err().to_string().split(':').next(),
            Some("the board and racks hold Q 2 times, and the set has 1")
        );
        let third = before(2).unwrap();
        assert_eq!(third.points().values().map(|points| points.0).collect::<Vec<_>>(), [15, 0]);
        let racks = [0, 1].map(|seat| third.rack(Seat::new(seat).unwrap()).to_string());
        assert_eq!(racks, ["SXYZ", "AOS"]);
        assert_eq!((third.scoreless(), third.to_move().index()), (1, 0));
        assert!(file.turns[1].withdrawn);
        assert_eq!(file.challenges.map(|points| points.0), [5, 0]);
        assert_eq!(
            (file.turns[1].unknown.as_slice(), file.turns[0].unknown.len()),
            (&["QZ", "CQ", "AZ"].map(str::to_owned)[..], 0)
        );
        assert_eq!(file.turns[2].choice, super::FileMove::Exchange(Some("YZ".parse().unwrap()), 2));
        assert_eq!(before(3).unwrap().scoreless(), 2);
        assert_eq!(file.nicks, ["a", "b"]);
    }

    #[test]
    fn a_game_is_replayed() {
        let file = read(&[
            "#character-encoding UTF-8",
            "#player1 ann Ann of é",
            "#player2 bob Bob",
            "#title a game",
            "#lexicon NWL 20",
            "#note about it",
            "goes on",
            ">ann: ACTXYZV 8G CAT +10 10",
            "",
            ">bob: OSV?IOU 8G ...S +6 6",
            "#rack1 ABC",
        ]);
        assert!(file.remarks.is_empty(), "{:?}", remarks_text(&file));
        assert_eq!(file.names, ["Ann of é", "Bob"]);
        let position = &file.position;
        assert_eq!((file.title.as_str(), position.lexicon()), ("a game", Some("NWL 20")));
        assert_eq!(position.to_string().lines().nth(7), Some("......CATS....."));
        assert!(position.to_string().ends_with("...\n0\n10\n6\nABC\n\n"), "{position}");
    }

    #[test]
    fn two_players_of_one_nick_are_refused() {
        for lines in
            [["#player1 sam Sam A", "#player2 sam Sam B"], ["#player2 sam", "#player1 sam"]]
        {
            let error = refused(&lines);
            assert!(error.starts_with("line 2: both players have the nick `sam`"), "{error}");
        }
    }

    #[test]
    fn a_play_can_be_withdrawn_and_points_adjusted() {
        let file = read(&[
            ">ann: ACTXYZV 8G CAT +10 10",
            ">ann: ACTXYZV (challenge) +5 15",
            ">bob: OSVAIOU I8 .SVA +8 8",
            ">bob: OSVAIOU -- -8 0",
            ">ann: AB - +0 15",
            ">bob: OSVAIOU -OSV +0 0",
            ">ann: AB -5 +0 15",
            ">bob: (time) -10 -10",
        ]);
        let position = &file.position;
        assert_eq!((position.scoreless(), position.to_move().index()), (4, 1));
        assert_eq!(position.on_board().len(), 3);
        assert_eq!(remarks_text(&file), ["line 3: not in the word list: TSVA"]);
        assert!(position.to_string().ends_with("1\n15\n-10\n\n\n"), "{position}");
    }

    #[test]
    fn leftover_tiles_count_and_are_kept() {
        let file = read(&[">ann: CATS 8G CATS +12 12", ">bob: QI - +0 0", ">ann: (QI) +22 34"]);
        assert!(file.remarks.is_empty(), "{:?}", remarks_text(&file));
        assert!(file.position.to_string().ends_with("34\n0\n\nIQ\n"), "{}", file.position);
        let file = read(&[
            ">ann: CATS - +0 0",
            ">bob: ? - +0 0",
            ">ann: ACST (CATS) -6 -6",
            ">bob: ? (?) +0 0",
        ]);
        assert!(file.remarks.is_empty(), "{:?}", remarks_text(&file));
        assert!(file.position.to_string().ends_with("0\n-6\n0\nACST\n?\n"), "{}", file.position);
    }

    #[test]
    fn oddities_are_reported_with_their_line() {
        let file = read(&[
            ">ann: ACT 8G CAT +11 11",
            ">bob: XY 9H OT +5 5",
            ">bob: XY - +0 15",
            ">ann: (XY) +1 12",
        ]);
        let expected = [
            "line 1: the file gives +11 points, the rules +10",
            "line 2: not all of OT is on the rack XY",
            "line 2: not in the word list: OT, AO, TT",
            "line 2: the file gives +5 points, the rules +8",
            "line 3: the same player moves twice in a row",
            "line 3: the file gives a total of 15, the sum is 5",
            "line 4: the file gives +1 points, the rules +24",
        ];
        assert_eq!(remarks_text(&file), expected);
    }

    #[test]
    fn letters_of_the_board_may_be_spelled_out() {
        let boards = ["C.T", "CAT", "C(A)T"].map(|word| {
            let play = format!(">b: CQTUIVV H7 {word} +5 5 CAT");
            read(&[">a: CATSOOO 8G CAT +10 10", &play]).position
        });
        assert_eq!(boards[1], boards[0]);
        assert_eq!(boards[2], boards[0]);
        // more letters than a rack has
        let long = read(&[">a: CATSOQU 8D CATSOQU +80 80", ">b: IZ 8D CATSOQUIZ +80 80"]);
        assert_eq!(long.position.on_board().len(), 9);
    }

    #[test]
    fn racks_at_the_end_that_cannot_be_right_are_left_out() {
        let file = read(&["#rack1 ACTXYZV", "#rack2 Z", ">a: ACTXYZV 8G CAT +10 10"]);
        assert_eq!(
            remarks_text(&file),
            [
                "line 2: Z cannot be a rack at the end and is left out: the board and racks hold Z 2 times, and the \
                 set has 1: remove 1"
            ]
        );
        assert!(file.position.to_string().ends_with("10\n0\nACTVXYZ\n\n"), "{}", file.position);
        let file = read(&[">a: ACTXYZVQ - +0 0"]);
        assert_eq!(
            remarks_text(&file),
            [
                "line 1: ACQTVXYZ cannot be a rack at the end and is left out: the rack of player 1 has 8 tiles: \
              expected at most 7"
            ]
        );
    }

    #[test]
    fn a_file_without_upper_case_has_no_blanks() {
        let file = read(&[">a: cat?xyz 8g caT +10 10", ">b: ?szzabc 8g ...s +6 6"]);
        assert_eq!(file.position.to_string().lines().nth(7), Some("......CATs....."));
        let file = read(&[">Ann: cat?xyz 8g cat +10 10", ">ann: (challenge) +5 15"]);
        assert_eq!((file.nicks, file.remarks.len()), (["Ann".to_owned(), String::new()], 0));
    }

    #[test]
    fn no_name_has_control_characters() {
        let file = read(&[
            "#player1 a A\u{1b}[31m",
            "#player2",
            "#title \u{1b}t",
            "#lexicon CSW\u{1b}[31m21",
            "#tile-set e\u{7}",
            "#board-layout \u{202e}b",
            "#description of",
            "several lines",
            ">a: - +0 0",
            ">b: - +0 0",
        ]);
        assert_eq!(file.names, ["A\\u{1b}[31m", "b"]);
        assert_eq!((&*file.title, &*file.board), ("\\u{1b}t", "\\u{202e}b"));
        let position = &file.position;
        let named = [position.lexicon(), position.letters()];
        assert_eq!(named, [Some("CSW\\u{1b}[31m21"), Some("e\\u{7}")]);
    }

    #[test]
    fn impossible_events_are_refused_with_their_line() {
        let first = ">a: ACT 8G CAT +10 10";
        let cases: [(&[&str], &str); 12] = [
            (&[first, ">b: AB 8G DO +1 1"], "line 2: illegal play: 8G holds C, not D"),
            (&[first, ">b: AB 8F .CAT +1 1"], "line 2: illegal play: 8F is empty"),
            (&[first, ">b: AB 1A TO +1 1"], "line 2: illegal play: the play does not touch a tile"),
            (&[">b: AB 1A TO +1 1"], "line 1: illegal play: the first play must cover"),
            (&[">b: AB 8H T +1 1"], "line 1: illegal play: a word must have at least two"),
            (&[">b: AB 8A ABCDEFGH +1 1"], "line 1: the play places 8 tiles: expected at most 7"),
            (
                &[">b: AB 8E QUIZQ +1 1"],
                "line 1: with this play Q is on the board 2 times, and the set has 1",
            ),
            (&[">b: AB 8E QUIZ"], "line 1: invalid event `b: AB 8E QUIZ`"),
            (&[first, ">a: AB -- -1 1", ">a: AB -- -1 1"], "line 3: this player has no play"),
            (&[first, ">b: AB -- -1 1"], "line 2: this player has no play"),
            (&[first, ">b: - +0 0", ">c: - +0 0"], "line 3: unexpected third player `c`"),
            (&["", "a b"], "line 2: invalid line `a b`"),
        ];
        for (lines, message) in cases {
            let error = refused(lines);
            assert!(error.starts_with(message), "{error}\n{lines:?}");
        }
    }
}
