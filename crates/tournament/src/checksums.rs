//! `checksums.csv`: a CRC-32 per game of its rows in every file, so that any changed byte is
//! detected.
//!
//! Each line has the game's number; the checksums of its rows in `scores.csv` and, if recorded, in
//! `rounds.csv` and `plies.csv`; the checksum of its faults; and in `line` the checksum of the line
//! itself. The line `header` has those of the header lines. A checksum covers the bytes of the rows
//! including their line breaks; that of faults omits logs (see
//! [`fault_lines`](super::fault_lines)). Like the rows, the file therefore depends only on the
//! config.
//!
//! # Telling a kill from damage
//! For each batch the faults are written first, then the checksums, plies, rounds and, last, the
//! scores. A game whose scores are all in `scores.csv` is complete: its rows and its checksums must
//! be in all other files, and agree. Any other deviation in a complete game is damage, which is
//! reported and never repaired. After the last complete game, a kill leaves rows of later games in
//! ascending order and a partial last line: only these are cut when the run is resumed. A run with
//! `SHA256SUMS` was played to its end: nothing may be missing or extra. In a run without it, bytes
//! missing at the end of `scores.csv` cannot be told from a kill, and the games are played again;
//! if this cuts the faults of several games, they are kept in `logs/faults-cut.log`. Rows without
//! any scores are not the result of a kill, because all files are created before any rows are
//! written.

use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;

use crate::cell_lines::CellLine;
use crate::fault_lines::sum_of_faults;
use crate::folder_error::io_error;
use crate::game_number::{game_of_fault, game_of_row};
use crate::run_files::CHECKSUMS;
use crate::shown::shown;
use crate::{RecoverError, RowBytes};
use lettergame_plan::RecordLevel;

/// The files that it has columns for, in order.
const FILES: [&str; 3] = ["scores", "rounds", "plies"];
/// Stands in for a game's number in the line for the header lines.
const HEADER: &str = "header";
/// Bytes of a cell with a checksum, including the comma before it.
const CELL: usize = 9;

/// The checksums of one game: scores, rounds and plies (if recorded), and faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameSums {
    files: [u32; FILES.len()],
    pub(super) faults: u32,
}

impl GameSums {
    /// The checksum of the rows in the file of this [`RecordLevel`].
    pub(super) fn file(&self, file: RecordLevel) -> u32 {
        self.files[file as usize]
    }
}

/// The first lines of a `checksums.csv` for files with these header lines.
pub(super) fn first_lines(headers: &[Vec<u8>]) -> Vec<u8> {
    let files = FILES.iter().take(headers.len());
    let columns: Vec<&str> =
        ["game"].iter().chain(files).chain(&["faults", "line"]).copied().collect();
    let mut text = columns.join(",").into_bytes();
    text.push(b'\n');
    let sums: Vec<u32> = headers.iter().map(|header| crc32fast::hash(header)).collect();
    push_line(&mut text, HEADER, &sums, 0);
    text
}

/// The lines for the games with these rows in each file, and these faults.
pub(super) fn lines_of(files: &[Vec<u8>], faults: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut files: Vec<ByGame<'_>> =
        files.iter().map(|rows| ByGame::new(rows, game_of_row)).collect();
    let mut faults = ByGame::new(faults, game_of_fault);
    // malformed rows end it; readers detect them
    while let Some(game) = files.first().and_then(ByGame::game) {
        let sums: Vec<u32> =
            files.iter_mut().map(|file| crc32fast::hash(file.take(game))).collect();
        let faults = sum_of_faults(faults.take(game));
        push_line(&mut text, &game.to_string(), &sums, faults);
    }
    text
}

fn push_line(text: &mut Vec<u8>, label: &str, files: &[u32], faults: u32) {
    let begin = text.len();
    text.extend_from_slice(label.as_bytes());
    for sum in files.iter().chain([&faults]) {
        push_sum(text, *sum);
    }
    let line = crc32fast::hash(&text[begin..]);
    push_sum(text, line);
    text.push(b'\n');
}

/// A comma and 8 hexadecimal digits.
fn push_sum(text: &mut Vec<u8>, sum: u32) {
    let digit = |place: u32| b"0123456789abcdef"[(sum >> (4 * place) & 15) as usize];
    text.push(b',');
    text.extend([7, 6, 5, 4, 3, 2, 1, 0].map(digit));
}

/// Lines taken game by game.
struct ByGame<'a> {
    rest: &'a [u8],
    number: fn(&[u8]) -> Option<u64>,
}

impl<'a> ByGame<'a> {
    fn new(lines: &'a [u8], number: fn(&[u8]) -> Option<u64>) -> ByGame<'a> {
        ByGame { rest: lines, number }
    }

    /// The game of the next line.
    fn game(&self) -> Option<u64> {
        (self.number)(self.rest)
    }

    /// The lines of that game, if they come next.
    fn take(&mut self, game: u64) -> &'a [u8] {
        let mut end = 0;
        while (self.number)(&self.rest[end..]) == Some(game) {
            let rest = &self.rest[end..];
            end += rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        }
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }
}

/// A running checksum of rows that are read as cells.
#[derive(Default)]
pub(super) struct RowSum {
    sum: Hasher,
    /// A line was not formatted as runs write it.
    odd: bool,
}

impl RowSum {
    pub(super) fn add(&mut self, line: &CellLine) {
        self.sum.update(line.bytes());
        self.sum.update(b"\n");
        self.odd |= line.is_odd();
    }

    /// Whether this is the checksum of what was added since the last call.
    pub(super) fn is(&mut self, wanted: u32) -> bool {
        let found = std::mem::take(&mut self.sum).finalize();
        found == wanted && !std::mem::take(&mut self.odd)
    }
}

/// Reads the checksums of games in the order of their numbers.
pub(super) struct ChecksumFile {
    path: PathBuf,
    file: BufReader<RowBytes>,
    record: RecordLevel,
    line: Vec<u8>,
    number: u64,
    /// The bytes of the first lines.
    first: u64,
}

impl ChecksumFile {
    /// Opens the file of a run with this record level, positioned at its first game; checks what
    /// precedes it.
    pub(super) fn open(dir: &Path, record: RecordLevel) -> Result<ChecksumFile, RecoverError> {
        let path = dir.join(CHECKSUMS);
        let file = RowBytes::open(&path).map_err(io_error("read", &path))?;
        let file = BufReader::with_capacity(1 << 16, file);
        let mut own = ChecksumFile { path, file, record, line: Vec::new(), number: 0, first: 0 };
        let columns = first_lines(&vec![Vec::new(); record as usize + 1]);
        let columns = columns.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        if !own.next_line()? || own.line != columns {
            return Err(own.damaged());
        }
        own.first = own.line.len() as u64;
        Ok(own)
    }

    /// The checksums of the header lines. Call it first.
    pub(super) fn headers(&mut self) -> Result<GameSums, RecoverError> {
        if !self.next_line()? {
            return Err(self.damaged());
        }
        self.first += self.line.len() as u64;
        self.parse(HEADER).ok_or_else(|| self.damaged())
    }

    /// Seeks to the line of a game, in a run whose games begin at `start`.
    pub(super) fn seek(&mut self, start: u64, game: u64) -> Result<(), RecoverError> {
        let byte = self.end(start, game);
        self.file.seek(SeekFrom::Start(byte)).map_err(io_error("read", &self.path))?;
        self.number = 2 + (game - start);
        Ok(())
    }

    /// The byte after the lines of the games `start..end`.
    pub(super) fn end(&self, start: u64, end: u64) -> u64 {
        let cells = self.record as u64 + 3;
        self.first + digits_of(start, end) + (end - start) * (cells * CELL as u64 + 1)
    }

    /// The checksums of the next game, which must be `game`.
    pub(super) fn next(&mut self, game: u64) -> Result<GameSums, RecoverError> {
        if !self.next_line()? {
            return Err(RecoverError::Cut { path: self.path.clone(), game });
        }
        let mut label = [0; 20];
        self.parse(digits(game, &mut label)).ok_or_else(|| self.damaged())
    }

    /// Checks that the remainder is what a kill can leave: lines of the games `next..end`.
    pub(super) fn check_rest(&mut self, next: u64, end: u64) -> Result<(), RecoverError> {
        let mut game = next;
        while self.next_line()? {
            if game >= end || self.parse(&game.to_string()).is_none() {
                return Err(self.damaged());
            }
            game += 1;
        }
        Ok(())
    }

    /// The path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a line with its line break; false at the end and for a partial line.
    fn next_line(&mut self) -> Result<bool, RecoverError> {
        self.line.clear();
        self.file.read_until(b'\n', &mut self.line).map_err(io_error("read", &self.path))?;
        self.number += 1;
        Ok(self.line.last() == Some(&b'\n'))
    }

    /// The checksums of the line, if it is intact and labelled like this.
    fn parse(&self, label: &str) -> Option<GameSums> {
        let files = self.record as usize + 1;
        let length = label.len() + (files + 2) * CELL + 1;
        if self.line.len() != length || !self.line.starts_with(label.as_bytes()) {
            return None;
        }
        let (text, own) = self.line.split_at(length - CELL - 1);
        let mut cells = text[label.len()..].chunks(CELL).chain([&own[..CELL]]).map(sum_of_cell);
        let mut sums = GameSums::default();
        for sum in &mut sums.files[..files] {
            *sum = cells.next()??;
        }
        sums.faults = cells.next()??;
        (cells.next()?? == crc32fast::hash(text)).then_some(sums)
    }

    fn damaged(&self) -> RecoverError {
        RecoverError::Damaged {
            path: self.path.clone(),
            line: self.number,
            text: shown(&self.line),
        }
    }
}

/// The checksums for one file of rows.
pub(super) struct Checks {
    pub(super) file: ChecksumFile,
    pub(super) headers: GameSums,
}

/// A comma and eight hexadecimal digits.
fn sum_of_cell(cell: &[u8]) -> Option<u32> {
    let digits = cell.strip_prefix(b",")?;
    digits.iter().try_fold(0, |sum, &byte| {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            _ => return None,
        };
        Some(sum << 4 | u32::from(digit))
    })
}

/// A number as text.
fn digits(mut number: u64, space: &mut [u8; 20]) -> &str {
    let mut begin = space.len();
    loop {
        begin -= 1;
        space[begin] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return std::str::from_utf8(&space[begin..]).unwrap_or_default();
        }
    }
}

/// The total number of digits of the numbers `start..end`.
fn digits_of(start: u64, end: u64) -> u64 {
    let (mut sum, mut low, mut digits) = (0, start, 1);
    while low < end {
        let high = 10u64.checked_pow(digits).unwrap_or(u64::MAX).min(end).max(low);
        sum += (high - low) * u64::from(digits);
        low = high;
        digits += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{CHECKSUMS, ChecksumFile, digits, digits_of, first_lines, lines_of, sum_of_cell};
    use crate::RecoverError;
    use lettergame_plan::RecordLevel;

    const FAULT: &[u8] =
        b"{\"game\":9,\"ply\":1,\"seat\":0,\"player\":\"a\",\"fault\":\"late\",\"said\":\"\"}\n";

    /// A file for the games 8 to 11, with scores and rounds.
    fn written() -> (tempfile::TempDir, Vec<u8>) {
        let scores = b"8,a\n8,b\n9,a\n9,b\n10,a\n11,a\n".to_vec();
        let rounds = b"8,1\n10,1\n10,2\n".to_vec();
        let mut text = first_lines(&[b"game,x\n".to_vec(), b"game,y\n".to_vec()]);
        text.extend(lines_of(&[scores, rounds], FAULT));
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(CHECKSUMS), &text).unwrap();
        (dir, text)
    }

    #[test]
    fn checksums_keep_all_their_digits() {
        let mut text = Vec::new();
        super::push_sum(&mut text, 0x00ab_cdef);
        super::push_sum(&mut text, 0x9876_5432);
        assert_eq!(text, b",00abcdef,98765432");
    }

    #[test]
    fn each_game_has_the_checksums_of_its_rows() {
        let (dir, _) = written();
        let mut file = ChecksumFile::open(dir.path(), RecordLevel::Rounds).unwrap();
        assert_eq!(file.headers().unwrap().file(RecordLevel::Rounds), crc32fast::hash(b"game,y\n"));
        let sums: Vec<_> = (8..12).map(|game| file.next(game).unwrap()).collect();
        assert_eq!(sums[0].file(RecordLevel::Games), crc32fast::hash(b"8,a\n8,b\n"));
        assert_eq!(sums[2].file(RecordLevel::Rounds), crc32fast::hash(b"10,1\n10,2\n"));
        assert_eq!((sums[1].file(RecordLevel::Rounds), sums[0].faults), (0, 0), "there are none");
        assert_ne!(sums[1].faults, 0);
        assert!(matches!(file.next(12), Err(RecoverError::Cut { game: 12, .. })));
        file.seek(8, 10).unwrap();
        assert_eq!(file.next(10).unwrap(), sums[2]);
        assert!(file.check_rest(11, 12).is_ok());
    }

    #[test]
    fn every_changed_byte_of_a_line_is_detected() {
        let (dir, text) = written();
        let read = |text: &[u8]| {
            fs::write(dir.path().join(CHECKSUMS), text).unwrap();
            let mut file = ChecksumFile::open(dir.path(), RecordLevel::Rounds)?;
            let mut all = vec![file.headers()?];
            for game in 8..12 {
                all.push(file.next(game)?);
            }
            file.check_rest(12, 12)?;
            Ok::<_, RecoverError>(all)
        };
        assert!(read(&text).is_ok());
        for place in 0..text.len() {
            for change in [1, 2, 0x20, 0x80] {
                let mut other = text.clone();
                other[place] ^= change;
                assert!(read(&other).is_err(), "byte {place} by {change}");
            }
        }
        assert!(read(&[&text[..], b"12,0000\n"].concat()).is_err());
        assert!(read(&[&text[..], b"12,00"].concat()).is_ok(), "half a line");
    }

    #[test]
    fn digits_are_written_and_counted() {
        for (start, end) in [(0, 0), (0, 1), (0, 10), (5, 123), (9, 1001), (99_990, 100_020)] {
            let sum: usize = (start..end).map(|number: u64| number.to_string().len()).sum();
            assert_eq!(digits_of(start, end), sum as u64, "{start} {end}");
        }
        let mut space = [0; 20];
        assert_eq!(digits(0, &mut space), "0");
        assert_eq!(digits(u64::MAX, &mut space), u64::MAX.to_string());
        assert_eq!((sum_of_cell(b",000000ff"), sum_of_cell(b",000000FF")), (Some(255), None));
    }
}
