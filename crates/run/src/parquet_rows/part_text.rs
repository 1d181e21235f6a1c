//! The Parquet file of a part as the text of the CSV file that it replaces.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::batch::values::csv_lines;
use crate::parquet_rows::cells;
use crate::parquet_rows::label::{KEY, Label, Lines};
use crate::read::position::position;

/// The text of the CSV file, at a position. The lines of one row group are in memory.
pub(crate) struct PartText {
    path: PathBuf,
    file: SerializedFileReader<File>,
    label: Label,
    /// Where each row group begins, and where one after the last would.
    begins: Vec<u64>,
    at: u64,
    /// The number of a row group, and its lines.
    decoded: Option<(usize, Vec<u8>)>,
}

impl PartText {
    /// Opens the file in the folder of its part.
    pub(crate) fn open(path: &Path) -> io::Result<PartText> {
        let file = File::open(path)?;
        let file = decoded(path, || SerializedFileReader::new(file))?;
        let label = label_of(&file).ok_or_else(|| damaged(path, "it has no valid label"))?;
        let folder = path.parent().and_then(Path::file_name);
        if folder.is_none_or(|name| *name != *label.part) {
            let text = format!("{} is that of part {}", path.display(), label.part);
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let begins = begins_of(&label).ok_or_else(|| damaged(path, "it has no valid label"))?;
        Ok(PartText { path: path.to_owned(), file, label, begins, at: 0, decoded: None })
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> u64 {
        self.begins.last().copied().unwrap_or_default()
    }

    /// The bytes from the position to the end of the header line or of the row group.
    fn rest(&mut self) -> io::Result<&[u8]> {
        let (header, at) = (self.label.header.as_bytes(), self.at);
        let rest = usize::try_from(at).ok().and_then(|at| header.get(at..));
        if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
            return Ok(rest);
        }
        let group = self.begins.partition_point(|begin| *begin <= at) - 1;
        if group + 1 == self.begins.len() {
            return Ok(&[]);
        }
        if self.decoded.as_ref().is_none_or(|(decoded, _)| *decoded != group) {
            self.decoded = Some((group, self.lines(group)?));
        }
        let lines = self.decoded.as_ref().map_or(&[][..], |(_, lines)| lines);
        Ok(&lines[(at - self.begins[group]) as usize..])
    }

    /// The lines of a row group, which must be those that were written.
    fn lines(&self, group: usize) -> io::Result<Vec<u8>> {
        let columns: Vec<_> = decoded(&self.path, || {
            let reader = self.file.get_row_group(group)?;
            (0..reader.num_columns()).map(|column| cells::read(&*reader, column)).collect()
        })?;
        let is_even = columns.windows(2).all(|pair| pair[0].len() == pair[1].len());
        if !is_even || columns.len() != self.label.decimals.len() {
            return Err(damaged(&self.path, "its columns do not fit together"));
        }
        let cells: Vec<_> = self.label.decimals.iter().copied().zip(&columns).collect();
        let lines = csv_lines(&cells);
        match Lines::of(&lines) == self.label.groups[group] {
            true => Ok(lines),
            false => Err(damaged(&self.path, "its rows are not those that were written")),
        }
    }
}

impl Read for PartText {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.rest()?.read(into)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for PartText {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = position(to, self.at, self.len())?;
        Ok(self.at)
    }
}

/// The label, if there is one, and it has all row groups of the file.
fn label_of(file: &SerializedFileReader<File>) -> Option<Label> {
    let pairs = file.metadata().file_metadata().key_value_metadata()?;
    let text = pairs.iter().find(|pair| pair.key == KEY)?.value.as_ref()?;
    let label = Label::of_text(text)?;
    (label.groups.len() == file.num_row_groups()).then_some(label)
}

/// `None` if it is longer than any file.
fn begins_of(label: &Label) -> Option<Vec<u64>> {
    let mut begins = vec![label.header.len() as u64];
    for Lines { bytes, .. } in &label.groups {
        begins.push(begins.last()?.checked_add(*bytes)?);
    }
    Some(begins)
}

/// What the crate decodes. It panics at some damage that it does not expect.
fn decoded<T>(path: &Path, decode: impl FnOnce() -> Result<T, ParquetError>) -> io::Result<T> {
    match panic::catch_unwind(AssertUnwindSafe(decode)) {
        Ok(read) => read.map_err(|error| damaged(path, &error.to_string())),
        Err(_) => Err(damaged(path, "it cannot be decoded")),
    }
}

fn damaged(path: &Path, why: &str) -> io::Error {
    let text = format!("{} is damaged ({why})", path.display());
    io::Error::new(io::ErrorKind::InvalidData, text)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read;

    use super::PartText;
    use crate::RowBatch;
    use crate::parquet_rows::parquet_part;
    use lettergame_core::game::{Cells, Column};

    #[test]
    fn the_text_is_that_of_csv_or_an_error_whichever_byte_is_damaged() {
        const COLUMNS: [Column; 3] =
            [Column::long("game", ""), Column::real("win", ""), Column::text("player", "")];
        let mut rows = RowBatch::new([&COLUMNS, &[]]);
        for game in 0..20 {
            rows.number(game);
            rows.real(game as f64 / 4.0);
            rows.text(if game % 3 == 0 { "a" } else { "b" });
            rows.end_row();
        }
        let whole = parquet_part(&(0..20), [&COLUMNS, &[]], std::slice::from_ref(&rows)).unwrap();
        let csv = [&b"game,win,player\n"[..], &rows.to_csv()].concat();
        let dir = tempfile::tempdir().unwrap();
        let part = dir.path().join("000000000000-000000000020");
        fs::create_dir(&part).unwrap();
        let path = part.join("scores.parquet");
        let read = |file: &[u8]| {
            fs::write(&path, file).unwrap();
            let mut text = Vec::new();
            PartText::open(&path).and_then(|mut found| found.read_to_end(&mut text)).map(|_| text)
        };
        assert_eq!(read(&whole).unwrap(), csv);
        let mut found = 0;
        for place in 0..whole.len() {
            for flip in [0x01, 0x08, 0x80, 0xff] {
                let mut file = whole.clone();
                file[place] ^= flip;
                match read(&file) {
                    Ok(text) => assert_eq!(text, csv, "byte {place}"),
                    Err(error) => {
                        found += usize::from(error.to_string().contains("scores.parquet"))
                    }
                }
            }
            assert!(read(&whole[..place]).is_err(), "{place} bytes");
        }
        assert!(found > whole.len(), "{found} of {} bytes", whole.len());
    }
}
