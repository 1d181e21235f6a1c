//! `part.json`: what seals the files of a complete part. A run in one part is sealed like any other.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::batch::columns::{file_columns, header};
use crate::faults::lines::sealed;
use crate::folder_error::io_error;
use crate::parquet_rows::parquet_part;
use crate::parts::{ManifestError, PartFormat, part_name};
use crate::read::game_number::{game_of_fault, game_of_row};
use crate::run_files::{FAULTS, PART, PARTS, ROWS, TALLY, parquet_path};
use crate::whole_file::write_whole;
use crate::{FolderError, RowBatch};
use lettergame_core::game::RowShape;
use lettergame_plan::RecordLevel;

/// The least bytes of a block, unless it is the last: a few hundred games of scores.
const BLOCK: usize = 1 << 16;

/// The files of a complete part of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredPart {
    /// The number of the first game.
    pub start: u64,
    /// The number after the last game.
    pub end: u64,
    /// The SHA-256 of each file, as 64 hexadecimal digits.
    pub sha256: BTreeMap<String, String>,
    /// The size of each file, in bytes.
    pub bytes: BTreeMap<String, u64>,
}

/// A `part.json`. Other keys, such as who played the part, are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The files that it seals.
    #[serde(flatten)]
    pub part: StoredPart,
    /// The blocks of each file of lines, in order.
    pub blocks: BTreeMap<String, Vec<Block>>,
    /// The CRC-32 of the other values, as 8 hexadecimal digits.
    check: String,
}

/// Some consecutive lines of a file: those of whole games, after a header line if it is the first block. As text,
/// `17 65901 1f5a02cc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Block {
    /// The number of its first game.
    pub game: u64,
    /// The number of bytes.
    pub bytes: u64,
    /// Their CRC-32.
    pub crc32: u32,
}

impl StoredPart {
    /// The numbers of its games.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        self.start..self.end
    }

    /// The format of its row files.
    #[must_use]
    pub fn format(&self) -> PartFormat {
        match self.sha256.contains_key(&parquet_name(RecordLevel::Games)) {
            true => PartFormat::Parquet,
            false => PartFormat::Csv,
        }
    }

    /// Reads the `part.json` of the folder of a part.
    ///
    /// # Errors
    /// If it is missing, damaged, or that of another folder.
    pub fn read(folder: &Path) -> Result<StoredPart, ManifestError> {
        let missing = || io_error("read", &folder.join(PART))(io::ErrorKind::NotFound.into());
        Ok(Seal::read(folder)?.ok_or_else(missing)?.part)
    }

    /// Its `tally.json`, which must be the one that was written.
    pub(crate) fn tally(&self, folder: &Path) -> Result<Vec<u8>, ManifestError> {
        let path = folder.join(TALLY);
        let text = fs::read(&path).map_err(io_error("read", &path))?;
        match self.sha256.get(TALLY).is_some_and(|sum| *sum == hex(&Sha256::digest(&text))) {
            true => Ok(text),
            false => Err(ManifestError::Changed(path)),
        }
    }

    /// Writes the `part.json` of its folder again.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn label(&self, folder: &Path) -> Result<(), FolderError> {
        Seal::of_files(folder, &self.games(), files_of_part(folder)?)?.write(folder)
    }

    /// Whether its `part.json` is missing, or describes other files, as a line.
    pub(crate) fn mislabelled(&self, folder: &Path) -> Option<String> {
        let path = folder.join(PART).display().to_string();
        match StoredPart::read(folder) {
            Ok(found) if found == *self => None,
            Ok(_) => Some(format!("{path} is not as it was written")),
            Err(_) if !folder.join(PART).exists() => Some(format!("{path} is missing")),
            Err(_) => Some(format!("{path} is damaged")),
        }
    }

    /// What differs between its files and those in its folder, one line each. Linear in their bytes.
    pub(crate) fn differences(&self, folder: &Path) -> Result<Vec<String>, FolderError> {
        let names = files_of_part(folder)?;
        let found = Seal::of_files(folder, &self.games(), names)?.part;
        Ok(unlike(&self.sha256, &found.sha256, folder, PART))
    }
}

impl Seal {
    /// Reads the `part.json` of the folder of a part or of a run; `None` if there is none.
    ///
    /// # Errors
    /// If it is damaged, or that of another folder.
    pub fn read(folder: &Path) -> Result<Option<Seal>, ManifestError> {
        let path = folder.join(PART);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(io_error("read", &path))?,
        };
        let seal: Seal = serde_json::from_slice(&text)
            .map_err(|error| ManifestError::Json(path.clone(), error))?;
        let is_part = folder.parent().is_some_and(|parts| parts.ends_with(PARTS));
        let is_own = folder.file_name().is_some_and(|name| *name == *part_name(&seal.part.games()));
        match seal.check == check_of(&seal.part, &seal.blocks) {
            false => Err(ManifestError::Unsound(path)),
            true if is_part && !is_own => Err(ManifestError::Elsewhere(path)),
            true => Ok(Some(seal)),
        }
    }

    /// Seals the files of these names. Linear in their bytes.
    pub(crate) fn of_files(
        folder: &Path,
        games: &Range<u64>,
        names: Vec<String>,
    ) -> Result<Seal, FolderError> {
        let mut sealing = Sealing::new(games);
        for name in names {
            let path = folder.join(&name);
            let added = File::open(&path).and_then(|file| sealing.add(&name, file));
            added.map_err(io_error("read", &path))?;
        }
        Ok(sealing.seal())
    }

    /// Takes what an earlier seal says of files that are in it, but for those of these names.
    pub(crate) fn with_earlier(mut self, earlier: Option<Seal>, written: &[&str]) -> Seal {
        let Some(Seal { part, mut blocks, .. }) = earlier else { return self };
        let StoredPart { sha256, mut bytes, .. } = part;
        for (name, sum) in sha256.into_iter().filter(|(name, _)| !written.contains(&&**name)) {
            self.blocks.extend(blocks.remove(&name).map(|blocks| (name.clone(), blocks)));
            self.part.bytes.extend(bytes.remove(&name).map(|bytes| (name.clone(), bytes)));
            self.part.sha256.insert(name, sum);
        }
        self.check = check_of(&self.part, &self.blocks);
        self
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Writes `part.json`, which marks the part as complete.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), FolderError> {
        write_whole(folder, PART, self.text().as_bytes())
    }
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

    fn add(&mut self, name: &str, mut file: impl Read) -> io::Result<()> {
        let game: Option<GameOf> = match name {
            FAULTS => Some(game_of_fault),
            name => ROWS.contains(&name).then_some(game_of_row),
        };
        let (mut sha256, mut length) = (Sha256::new(), 0);
        let mut blocks = Vec::new();
        // what is read and not yet in a block
        let mut rest = Vec::new();
        loop {
            let begin = rest.len();
            let is_end = file.by_ref().take(BLOCK as u64).read_to_end(&mut rest)? == 0;
            sha256.update(&rest[begin..]);
            length += (rest.len() - begin) as u64;
            let end = match game {
                None => rest.len(),
                Some(_) if is_end => rest.len(),
                Some(_) if rest.len() < BLOCK => 0,
                Some(game) => end_of_games(&rest, game),
            };
            if let Some(game) = game.filter(|_| end > 0) {
                blocks.push(Block::of(&rest[..end], game));
            }
            rest.drain(..end);
            if is_end {
                break;
            }
        }
        self.part.bytes.insert(name.to_owned(), length);
        self.part.sha256.insert(name.to_owned(), hex(&sha256.finalize()));
        self.blocks.extend(game.map(|_| (name.to_owned(), blocks)));
        Ok(())
    }

    fn seal(self) -> Seal {
        let check = check_of(&self.part, &self.blocks);
        Seal { part: self.part, blocks: self.blocks, check }
    }
}

/// Finds the game of a line.
type GameOf = fn(&[u8]) -> Option<u64>;

/// Where the lines of the last game begin, if there are lines of others before it; otherwise 0.
fn end_of_games(text: &[u8], game: GameOf) -> usize {
    // of whole lines, the last first
    let mut begins = memchr::memrchr_iter(b'\n', text).skip(1).map(|at| at + 1);
    let last = begins.next().map(|begin| game(&text[begin..]));
    let other = begins.find(|begin| Some(game(&text[*begin..])) != last);
    let other = other.filter(|begin| game(&text[*begin..]).is_some());
    other.map_or(0, |begin| line_end(text, begin))
}

fn line_end(text: &[u8], begin: usize) -> usize {
    memchr::memchr(b'\n', &text[begin..]).map_or(text.len(), |at| begin + at + 1)
}

impl Block {
    fn of(text: &[u8], game: GameOf) -> Block {
        // a header line has none
        let first = game(text).or_else(|| game(&text[line_end(text, 0)..]));
        let (bytes, crc32) = (text.len() as u64, crc32fast::hash(text));
        Block { game: first.unwrap_or_default(), bytes, crc32 }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} {} {:08x}", self.game, self.bytes, self.crc32)
    }
}

impl From<Block> for String {
    fn from(block: Block) -> String {
        block.to_string()
    }
}

impl FromStr for Block {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Block, &'static str> {
        let mut words = text.split(' ');
        let mut number = || words.next()?.parse().ok();
        let (game, bytes) = number().zip(number()).ok_or("a block has a game and its bytes")?;
        let crc32 = words.next().and_then(|word| u32::from_str_radix(word, 16).ok());
        Ok(Block { game, bytes, crc32: crc32.ok_or("a block has a CRC-32")? })
    }
}

impl TryFrom<String> for Block {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Block, &'static str> {
        text.parse()
    }
}

fn check_of(part: &StoredPart, blocks: &BTreeMap<String, Vec<Block>>) -> String {
    let json = serde_json::to_vec(&(part, blocks)).unwrap_or_default();
    format!("{:08x}", crc32fast::hash(&json))
}

/// The names of the files in the folder of a part.
pub(crate) fn files_of_part(folder: &Path) -> Result<Vec<String>, FolderError> {
    let entries = fs::read_dir(folder).map_err(io_error("read", folder))?;
    let files = entries.flatten().filter(|entry| entry.path().is_file());
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    Ok(names.filter(|name| name != PART).collect())
}

/// What differs between sums that were written and those that are found, one line each.
pub(crate) fn unlike(
    written: &BTreeMap<String, String>,
    found: &BTreeMap<String, String>,
    folder: &Path,
    list: &str,
) -> Vec<String> {
    let shown = |name: &str| folder.join(name).display().to_string();
    let mut wrong = Vec::new();
    for (name, sum) in written {
        match found.get(name) {
            Some(found) if found == sum => {}
            Some(_) => wrong.push(format!("{} is not as it was written", shown(name))),
            None => wrong.push(format!("{} is missing", shown(name))),
        }
    }
    let unknown = found.keys().filter(|name| !written.contains_key(*name));
    wrong.extend(unknown.map(|name| format!("{} is not in {list}", shown(name))));
    wrong
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
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
            PartFormat::Csv => (file.file_name().to_owned(), [&header(columns)[..], text].concat()),
            PartFormat::Parquet => (parquet_name(file), parquet_part(games, columns, rows)?),
        });
    }
    if !faults.is_empty() {
        files.push((FAULTS.to_owned(), sealed(faults)));
    }
    let mut sealing = Sealing::new(games);
    files.iter().try_for_each(|(name, content)| sealing.add(name, &content[..]))?;
    files.push((PART.to_owned(), sealing.seal().text().into_bytes()));
    Ok(files)
}

/// The name of the Parquet file that replaces a row file.
fn parquet_name(file: RecordLevel) -> String {
    parquet_path(Path::new(file.file_name())).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Block, Sealing};

    fn blocks(name: &str, text: &str) -> Vec<Block> {
        let mut sealing = Sealing::new(&(0..9));
        sealing.add(name, text.as_bytes()).unwrap();
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
