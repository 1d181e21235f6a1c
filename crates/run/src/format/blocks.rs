//! The blocks of a sealed file: each is checked before it is handed on.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::folder_error::{Alteration, Altered};
use crate::layout::seal::{Block, Seal};
use crate::run_files::is_parquet;

/// The blocks of a sealed file.
pub(crate) struct Blocks {
    path: PathBuf,
    /// Each block with the byte after it.
    pub(crate) blocks: Vec<(Block, u64)>,
    /// The number after the last game.
    end: u64,
}

impl Blocks {
    /// Those of the file of this path, if its folder is sealed.
    pub(crate) fn of(path: &Path) -> io::Result<Option<Blocks>> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let Some(mut seal) = Seal::read(folder).map_err(invalid)? else { return Ok(None) };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(blocks) = seal.blocks.remove(&*name) else {
            return Err(altered(path, Alteration::Added));
        };
        let mut end = 0u64;
        let blocks = blocks.into_iter().map(|block| {
            end = end.saturating_add(block.bytes);
            (block, end)
        });
        Ok(Some(Blocks { path: path.to_owned(), blocks: blocks.collect(), end: seal.part.end }))
    }

    /// The block in which the lines of a game begin.
    pub(crate) fn of_game(&self, game: u64) -> usize {
        self.blocks.partition_point(|(block, _)| block.game <= game).saturating_sub(1)
    }

    /// The bytes of a block, which must be those that were written. The reader of the rows says what is missing of
    /// one that was cut off.
    pub(crate) fn read(&self, mut file: &File, place: usize) -> io::Result<Vec<u8>> {
        let (block, end) = self.blocks[place];
        let mut bytes = Vec::with_capacity(usize::try_from(block.bytes).unwrap_or_default());
        file.seek(SeekFrom::Start(end - block.bytes))?;
        file.take(block.bytes).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == block.bytes && crc32fast::hash(&bytes) != block.crc32 {
            let next = self.blocks.get(place + 1).map_or(self.end, |(next, _)| next.game);
            let games = block.game..=next.saturating_sub(1).max(block.game);
            if is_parquet(&self.path) {
                return Err(altered(&self.path, Alteration::Rows(games)));
            }
            let lines = lines_before(&self.path, end - block.bytes)? + 1;
            let is_cut = bytes.last() != Some(&b'\n');
            let last = lines + (count(&bytes) + u64::from(is_cut)).max(1) - 1;
            return Err(altered(&self.path, Alteration::Lines { lines: lines..=last, games }));
        }
        Ok(bytes)
    }

    /// Checks that the file has as many bytes as were written.
    pub(crate) fn check_length(&self, file: &File) -> io::Result<()> {
        let (length, written) =
            (file.metadata()?.len(), self.blocks.last().map_or(0, |last| last.1));
        if length > written {
            // what is new may be in the middle
            (0..self.blocks.len()).try_for_each(|place| self.read(file, place).map(drop))?;
            return Err(altered(&self.path, Alteration::Long));
        }
        match self.blocks.iter().find(|(_, end)| *end > length) {
            Some((block, _)) => Err(altered(&self.path, Alteration::Short(block.game))),
            None => Ok(()),
        }
    }
}

/// The number of lines of a file before a byte.
pub(crate) fn lines_before(path: &Path, byte: u64) -> io::Result<u64> {
    let mut before = BufReader::with_capacity(1 << 16, File::open(path)?.take(byte));
    let mut lines = 0;
    loop {
        let piece = before.fill_buf()?;
        if piece.is_empty() {
            return Ok(lines);
        }
        lines += count(piece);
        let length = piece.len();
        before.consume(length);
    }
}

fn count(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}

fn altered(path: &Path, how: Alteration) -> io::Error {
    let altered = Altered { path: path.to_owned(), how };
    io::Error::new(io::ErrorKind::InvalidData, altered)
}
