//! Seals files: finds their blocks, and their sums.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::batch::columns::{file_columns, header};
use crate::batch::fault_line::sealed;
use crate::folder_error::io_error;
use crate::format::game_number::{GameOf, end_of_games, game_of_fault, game_of_row, line_end};
use crate::format::parquet_groups::groups;
use crate::format::parquet_part::parquet_part;
use crate::layout::part_format::PartFormat;
use crate::layout::seal::{
    Block, Seal, StoredPart, check_of, files_of_part, hex, parquet_name, unlike,
};
use crate::run_files::{FAULTS, PART, ROWS, is_parquet, row_file_name};
use crate::{FolderError, RowBatch};
use lettergame_game::RowShape;
use lettergame_plan::RecordLevel;

/// The least bytes of a block, unless it is the last: a few hundred games of scores.
const BLOCK: usize = 1 << 16;

impl StoredPart {
    /// Writes the `part.json` of its folder again.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn label(&self, folder: &Path) -> Result<(), FolderError> {
        Seal::of_files(folder, &self.games(), files_of_part(folder)?)?.write(folder)
    }

    /// What differs between its files and those in its folder, one line each. Linear in their bytes.
    pub(crate) fn differences(&self, folder: &Path) -> Result<Vec<String>, FolderError> {
        let found = sums_of(folder, files_of_part(folder)?)?;
        Ok(unlike(&self.sha256, &found, folder, PART))
    }
}

impl Seal {
    /// Seals the files of these names. Linear in their bytes.
    pub(crate) fn of_files(
        folder: &Path,
        games: &Range<u64>,
        names: Vec<String>,
    ) -> Result<Seal, FolderError> {
        let mut sealing = Sealing::new(games);
        for name in names {
            let path = folder.join(&name);
            sealing.add_file(&name, &path).map_err(io_error("read", &path))?;
        }
        Ok(sealing.seal())
    }
}

/// The SHA-256 of the files of these names. Linear in their bytes.
pub(crate) fn sums_of(
    folder: &Path,
    names: Vec<String>,
) -> Result<BTreeMap<String, String>, FolderError> {
    Ok(Seal::of_files(folder, &(0..0), names)?.part.sha256)
}

/// The files that were sealed so far.
struct Sealing {
    part: StoredPart,
    blocks: BTreeMap<String, Vec<Block>>,
}

impl Sealing {
    fn new(games: &Range<u64>) -> Sealing {
        let (sha256, bytes) = (BTreeMap::new(), BTreeMap::new());
        let part = StoredPart { start: games.start, end: games.end, sha256, bytes };
        Sealing { part, blocks: BTreeMap::new() }
    }

    fn add_file(&mut self, name: &str, path: &Path) -> io::Result<()> {
        let file = File::open(path)?;
        let groups = match is_parquet(path) {
            // a clone would share its position
            true => Some(groups(File::open(path)?, file.metadata()?.len())),
            false => None,
        };
        self.add(name, file, groups)
    }

    fn add_content(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let bytes = || Bytes::copy_from_slice(content);
        let groups = is_parquet(Path::new(name)).then(|| groups(bytes(), content.len() as u64));
        self.add(name, content, groups)
    }

    /// Adds a file; `groups` has the first game and the end of each row group, if it is Parquet.
    fn add(
        &mut self,
        name: &str,
        mut file: impl Read,
        groups: Option<Vec<(u64, u64)>>,
    ) -> io::Result<()> {
        let game: Option<GameOf> = match name {
            FAULTS => Some(game_of_fault),
            name => ROWS.contains(&name).then_some(game_of_row),
        };
        let (mut sha256, mut length) = (Sha256::new(), 0);
        let mut blocks = Vec::new();
        let has_blocks = game.is_some() || groups.is_some();
        let mut groups = groups.unwrap_or_default().into_iter();
        // what is read and not yet in a block
        let mut rest = Vec::new();
        loop {
            let begin = rest.len();
            let group = groups.next();
            let most = group.map_or(BLOCK as u64, |(_, end)| end.saturating_sub(length));
            let is_end = file.by_ref().take(most).read_to_end(&mut rest)? == 0;
            sha256.update(&rest[begin..]);
            length += (rest.len() - begin) as u64;
            let end = match game {
                None => rest.len(),
                Some(_) if is_end => rest.len(),
                Some(_) if rest.len() < BLOCK => 0,
                Some(game) => end_of_games(&rest, game),
            };
            match (group, game) {
                (Some((first, _)), _) => blocks.push(Block::new(first, &rest[..end])),
                (None, Some(game)) if end > 0 => blocks.push(Block::of(&rest[..end], game)),
                _ => {}
            }
            rest.drain(..end);
            if is_end {
                break;
            }
        }
        self.part.bytes.insert(name.to_owned(), length);
        self.part.sha256.insert(name.to_owned(), hex(&sha256.finalize()));
        self.blocks.extend(has_blocks.then(|| (name.to_owned(), blocks)));
        Ok(())
    }

    fn seal(self) -> Seal {
        let check = check_of(&self.part, &self.blocks);
        Seal { part: self.part, blocks: self.blocks, check }
    }
}

impl Block {
    fn of(text: &[u8], game: GameOf) -> Block {
        // a header line has none
        let first = game(text).or_else(|| game(&text[line_end(text, 0)..]));
        Block::new(first.unwrap_or_default(), text)
    }

    fn new(game: u64, text: &[u8]) -> Block {
        Block { game, bytes: text.len() as u64, crc32: crc32fast::hash(text) }
    }
}

/// The files of a part of these games as they are stored in this format: rows, faults, if there are any, the
/// `others`, and `part.json`. `rows` has an item for each recorded file of rows, whose columns follow from `shape`,
/// and `texts` the same rows as lines of CSV.
///
/// # Errors
/// If rows cannot be encoded as Parquet.
pub fn part_files(
    games: &Range<u64>,
    shape: RowShape,
    (rows, texts): (&[Vec<RowBatch>], &[Vec<u8>]),
    faults: &[u8],
    others: Vec<(String, Vec<u8>)>,
    format: PartFormat,
) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = others;
    for ((file, rows), text) in RecordLevel::FILES.into_iter().zip(rows).zip(texts) {
        let columns = file_columns(file, shape);
        files.push(match format {
            PartFormat::Csv => {
                (row_file_name(file).to_owned(), [&header(columns)[..], text].concat())
            }
            PartFormat::Parquet => (parquet_name(file), parquet_part(columns, rows)?),
        });
    }
    if !faults.is_empty() {
        files.push((FAULTS.to_owned(), sealed(faults)));
    }
    let mut sealing = Sealing::new(games);
    files.iter().try_for_each(|(name, content)| sealing.add_content(name, content))?;
    files.push((PART.to_owned(), sealing.seal().text().into_bytes()));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Block, Sealing};

    fn blocks(name: &str, text: &str) -> Vec<Block> {
        let mut sealing = Sealing::new(&(0..9));
        sealing.add(name, text.as_bytes(), None).unwrap();
        assert_eq!(sealing.part.bytes[name], text.len() as u64);
        let blocks = sealing.blocks.remove(name).unwrap_or_default();
        assert!(blocks.iter().all(|block| block.to_string().parse() == Ok(*block)));
        blocks
    }

    #[test]
    fn blocks_have_the_lines_of_whole_games() {
        let rows = |games: u64, seats: usize| -> String {
            (0..games).map(|game| format!("{game},{}\n", "x".repeat(50)).repeat(seats)).collect()
        };
        for (games, seats) in [(0, 1), (1, 1), (3000, 1), (900, 4), (7, 3000), (1, 3000)] {
            let text = format!("game,x\n{}", rows(games, seats));
            let (found, mut begin) = (blocks("scores.csv", &text), 0);
            for (place, block) in found.iter().enumerate() {
                let end = begin + block.bytes as usize;
                assert_eq!(block.crc32, crc32fast::hash(&text.as_bytes()[begin..end]));
                let first = if begin == 0 { 7 } else { begin };
                let starts = |at: usize, game: u64| text[at..].starts_with(&format!("{game},"));
                assert!(games == 0 || starts(first, block.game), "{games} {seats}: {block}");
                assert!(begin == 0 || !starts(begin, found[place - 1].game));
                begin = end;
            }
            assert_eq!(begin, text.len());
            assert!(found.len() <= 1 + text.len() * 2 / BLOCK, "{games} {seats}: {}", found.len());
        }
        assert!(blocks("scores.csv", &rows(9000, 1)).len() > 5);
        assert_eq!(blocks("scores.parquet", &rows(3000, 1)), []);
        let fault = |game: u64| format!("{{\"game\":{game},\"x\":\"{}\"}}\n", "y".repeat(900));
        let faults: String = (5..200).map(fault).collect();
        assert_eq!(blocks("faults.jsonl", &faults)[0].game, 5);
        assert_eq!(blocks("scores.csv", "junk"), [Block { game: 0, bytes: 4, crc32: 0x06fb_9c39 }]);
    }
}
