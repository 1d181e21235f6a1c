//! A sealed file of lines: each block is checked before any byte of it is handed on.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::folder_error::{Alteration, Altered};
use crate::parts::{Block, Seal};
use crate::read::position::position;

/// The file at a position. One block is in memory.
pub(crate) struct SealedLines {
    path: PathBuf,
    file: File,
    /// Each block with the byte after it.
    blocks: Vec<(Block, u64)>,
    /// The number after the last game.
    end: u64,
    length: u64,
    at: u64,
    /// The number of a block, and its bytes.
    read: Option<(usize, Vec<u8>)>,
}

impl SealedLines {
    /// The file of this path, if its folder is sealed.
    pub(crate) fn of(path: &Path, file: &File) -> io::Result<Option<SealedLines>> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let Some(mut seal) = Seal::read(folder).map_err(invalid)? else { return Ok(None) };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(blocks) = seal.blocks.remove(&*name) else {
            return Err(altered(path, Alteration::Added));
        };
        let mut end = 0u64;
        let mut end_of = |block: &Block| {
            end = end.saturating_add(block.bytes);
            end
        };
        let blocks = blocks.into_iter().map(|block| (block, end_of(&block))).collect();
        let (file, length) = (file.try_clone()?, file.metadata()?.len());
        let (path, end) = (path.to_owned(), seal.part.end);
        Ok(Some(SealedLines { path, file, blocks, end, length, at: 0, read: None }))
    }

    /// Checks that it has as many bytes as were written.
    pub(crate) fn check_length(mut self) -> io::Result<()> {
        let written = self.blocks.last().map_or(0, |(_, end)| *end);
        if self.length > written {
            // what is new may be in the middle
            (0..self.blocks.len()).try_for_each(|place| self.block(place).map(drop))?;
            return Err(altered(&self.path, Alteration::Long));
        }
        match self.blocks.iter().find(|(_, end)| *end > self.length) {
            Some((block, _)) => Err(altered(&self.path, Alteration::Short(block.game))),
            None => Ok(()),
        }
    }

    /// The bytes of a block, which must be those that were written. The reader of the rows says what is missing
    /// of one that was cut off.
    fn block(&mut self, place: usize) -> io::Result<&[u8]> {
        if self.read.as_ref().is_none_or(|(read, _)| *read != place) {
            let (block, end) = self.blocks[place];
            let mut bytes = Vec::new();
            self.file.seek(SeekFrom::Start(end - block.bytes))?;
            (&self.file).take(block.bytes).read_to_end(&mut bytes)?;
            if bytes.len() as u64 == block.bytes && crc32fast::hash(&bytes) != block.crc32 {
                let lines = self.lines_before(place)? + 1;
                let is_cut = bytes.last() != Some(&b'\n');
                let last = lines + (count(&bytes) + u64::from(is_cut)).max(1) - 1;
                let next = self.blocks.get(place + 1).map_or(self.end, |(next, _)| next.game);
                let games = block.game..=next.saturating_sub(1).max(block.game);
                return Err(altered(&self.path, Alteration::Lines { lines: lines..=last, games }));
            }
            self.read = Some((place, bytes));
        }
        Ok(self.read.as_ref().map_or(&[], |(_, bytes)| bytes))
    }

    /// The number of lines before a block.
    fn lines_before(&mut self, place: usize) -> io::Result<u64> {
        let end = place.checked_sub(1).map_or(0, |before| self.blocks[before].1);
        let mut before = Vec::new();
        self.file.rewind()?;
        (&self.file).take(end).read_to_end(&mut before)?;
        Ok(count(&before))
    }
}

fn count(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}

fn altered(path: &Path, how: Alteration) -> io::Error {
    let altered = Altered { path: path.to_owned(), how };
    io::Error::new(io::ErrorKind::InvalidData, altered)
}

impl Read for SealedLines {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let at = self.at;
        let place = self.blocks.partition_point(|(_, end)| *end <= at);
        let read = match self.blocks.get(place) {
            Some(&(block, end)) => {
                let begin = (at - (end - block.bytes)) as usize;
                self.block(place)?.get(begin..).unwrap_or_default().read(into)?
            }
            // more than was written
            None => {
                self.file.seek(SeekFrom::Start(at))?;
                self.file.read(into)?
            }
        };
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for SealedLines {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = position(to, self.at, self.length)?;
        Ok(self.at)
    }
}
