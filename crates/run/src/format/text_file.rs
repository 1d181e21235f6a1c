//! A file of lines, in pieces of whole games.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::format::blocks::Blocks;
use crate::format::game_number::{GameOf, end_of_games};

/// The least bytes of a piece of a file that is not sealed.
const PIECE: u64 = 1 << 17;

/// Reads a file of lines.
pub(crate) struct TextFile {
    path: PathBuf,
    file: File,
    game: GameOf,
    blocks: Option<Blocks>,
    /// The next block.
    place: usize,
    /// The byte after what was handed on.
    at: u64,
    /// What was read after that.
    rest: Vec<u8>,
}

impl TextFile {
    /// Opens a file whose lines begin with a game.
    pub(crate) fn open(path: &Path, game: GameOf) -> io::Result<TextFile> {
        let (file, blocks) = (File::open(path)?, Blocks::of(path)?);
        let path = path.to_owned();
        Ok(TextFile { path, file, game, blocks, place: 0, at: 0, rest: Vec::new() })
    }

    /// The path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The header line, without its line break; empty if there is none yet. Call it first.
    pub(crate) fn header(&mut self) -> io::Result<Vec<u8>> {
        let Some(mut text) = self.next()? else { return Ok(Vec::new()) };
        let length = memchr::memchr(b'\n', &text).unwrap_or(text.len() - 1) + 1;
        let rest = text.split_off(length);
        // handed on again
        self.at -= rest.len() as u64;
        self.rest.splice(..0, rest);
        text.pop_if(|last| *last == b'\n');
        text.pop_if(|last| *last == b'\r');
        Ok(text)
    }

    /// Goes on where the lines of a game begin, if it is in the file; logarithmic in the lines. Call it after
    /// [`header`](TextFile::header).
    pub(crate) fn seek(&mut self, game: u64) -> io::Result<()> {
        if let Some(blocks) = &self.blocks {
            let place = blocks.of_game(game);
            if place > 0 && place >= self.place {
                let (block, end) = blocks.blocks[place];
                (self.place, self.at) = (place, end - block.bytes);
                self.rest.clear();
            }
            return Ok(());
        }
        let (mut low, mut high) = (self.at, self.file.metadata()?.len());
        // lines that begin before `low` are of earlier games, those from `high` on are not
        while low < high {
            let middle = low + (high - low) / 2;
            let begin = if middle == low { low } else { self.line_at(middle - 1)?.0 };
            let begin = if begin >= high { low } else { begin };
            let (end, line) = self.line_at(begin)?;
            match (self.game)(&line).is_some_and(|own| own < game) {
                true => low = end,
                false if begin == low => break,
                false => high = begin,
            }
        }
        self.at = low;
        self.rest.clear();
        Ok(())
    }

    /// The line that contains a byte from there on, and the byte after it.
    fn line_at(&mut self, byte: u64) -> io::Result<(u64, Vec<u8>)> {
        let mut line = Vec::new();
        self.file.seek(SeekFrom::Start(byte))?;
        loop {
            let begin = line.len();
            if (&self.file).take(512).read_to_end(&mut line)? == 0 {
                break;
            }
            if let Some(end) = memchr::memchr(b'\n', &line[begin..]) {
                line.truncate(begin + end + 1);
                break;
            }
        }
        Ok((byte + line.len() as u64, line))
    }

    /// The byte at which the next piece begins.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// The next whole lines, of whole games but at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        if let Some(blocks) = &self.blocks
            && self.rest.is_empty()
            && let Some((block, _)) = blocks.blocks.get(self.place)
        {
            let bytes = blocks.read(&self.file, self.place)?;
            self.place += 1;
            if bytes.len() as u64 == block.bytes && bytes.last() == Some(&b'\n') {
                self.at += bytes.len() as u64;
                return Ok(Some(bytes));
            }
            self.rest = bytes;
        }
        let is_sealed = self.blocks.is_some();
        loop {
            let is_end = is_sealed && !self.rest.is_empty() || !self.read_more()?;
            let end = match is_end {
                true => memchr::memrchr(b'\n', &self.rest).map_or(0, |at| at + 1),
                false => end_of_games(&self.rest, self.game),
            };
            if end > 0 || is_end {
                let rest = self.rest.split_off(end);
                let text = std::mem::replace(&mut self.rest, rest);
                self.at += end as u64;
                return Ok((!text.is_empty()).then_some(text));
            }
        }
    }

    /// Reads another piece; whether there was one.
    fn read_more(&mut self) -> io::Result<bool> {
        self.file.seek(SeekFrom::Start(self.at + self.rest.len() as u64))?;
        Ok((&self.file).take(PIECE).read_to_end(&mut self.rest)? > 0)
    }

    /// Whether there is text after the last line break, once all lines are read.
    pub(crate) fn is_cut(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Checks that a sealed file has as many bytes as were written.
    pub(crate) fn check_length(&self) -> io::Result<()> {
        self.blocks.as_ref().map_or(Ok(()), |blocks| blocks.check_length(&self.file))
    }
}
