//! Lines of cells as runs write them: comma-separated, unquoted, one row per line.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::path::Path;
use std::str::{self, FromStr};

use csv::StringRecord;
use memchr::{memchr, memchr_iter};

use crate::folder_error::io_error;
use crate::shown::shown;
use crate::{Altered, RecoverError, RowBytes, RowError};

/// Reads lines from a file and counts them. Empty lines are skipped.
pub(crate) struct CellLines {
    file: BufReader<Take<RowBytes>>,
    /// The number of lines read, and how many of them were not empty.
    lines: u64,
    records: u64,
    /// The byte at which the last line begins, and the byte after it.
    begin: u64,
    end: u64,
    /// The number of cells per line, set by the first line.
    width: Option<usize>,
    /// The header line, without its line break.
    first: Vec<u8>,
    /// Whether there is text after the last line break.
    cut: bool,
}

/// A line of cells, to be reused.
#[derive(Debug, Default)]
pub(crate) struct CellLine {
    /// Without the line break.
    text: Vec<u8>,
    /// Where each cell begins, and where one after the last would.
    begins: Vec<usize>,
    /// The number of the line, from 1.
    number: u64,
}

impl CellLines {
    /// Opens a file of rows, ignoring a truncated last line, and reads the column names.
    pub(crate) fn open(path: &Path) -> Result<(CellLines, StringRecord), RecoverError> {
        let whole = whole_lines(path).map_err(io_error("read", path))?;
        let length = whole.get_ref().len();
        let cut = whole.limit() < length;
        let mut lines = CellLines { cut, ..CellLines::new(whole, 0) };
        match lines.header() {
            Ok(header) => Ok((lines, header)),
            Err(error) => Err(RecoverError::row(path, error)),
        }
    }

    /// Reads from the file's current position, which is this byte of it.
    pub(crate) fn new(file: Take<RowBytes>, byte: u64) -> CellLines {
        let file = BufReader::with_capacity(1 << 18, file);
        CellLines {
            file,
            lines: 0,
            records: 0,
            begin: byte,
            end: byte,
            width: None,
            first: Vec::new(),
            cut: false,
        }
    }

    /// Whether the file has text after its last line break, which is ignored.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut
    }

    /// The byte after the last line.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// The column names, from the first line; empty at the end of the file.
    pub(crate) fn header(&mut self) -> Result<StringRecord, RowError> {
        let mut bytes = Vec::new();
        self.next_line(&mut bytes)?;
        self.first = bytes.clone();
        // read once per file, and quotes do no harm here
        let header = csv::Reader::from_reader(bytes.as_slice()).headers()?.clone();
        self.width = Some(header.len());
        Ok(header)
    }

    /// The header line, without its line break.
    pub(crate) fn first(&self) -> &[u8] {
        &self.first
    }

    /// Reads the next line; false at the end.
    pub(crate) fn read(&mut self, line: &mut CellLine) -> Result<bool, RowError> {
        let some = self.next_line(&mut line.text)?;
        line.number = self.lines;
        if !some {
            return Ok(false);
        }
        if line.split() {
            return Err(RowError::Quote { line: line.number, text: shown(&line.text) });
        }
        let wanted = *self.width.get_or_insert(line.width());
        if line.width() != wanted {
            return Err(RowError::Width {
                record: self.records - 1,
                line: line.number,
                byte: self.begin,
                found: line.width(),
                wanted,
            });
        }
        Ok(true)
    }

    /// Reads the next line that is not empty, without its line break; false at the end.
    fn next_line(&mut self, bytes: &mut Vec<u8>) -> Result<bool, RowError> {
        loop {
            bytes.clear();
            let read = self.file.read_until(b'\n', bytes);
            let read = read.map_err(|error| match error.downcast::<Altered>() {
                Ok(altered) => RowError::Altered(altered),
                Err(error) => csv::Error::from(error).into(),
            })?;
            if read == 0 {
                return Ok(false);
            }
            (self.begin, self.end) = (self.end, self.end + read as u64);
            self.lines += 1;
            // an editor may have written CR LF
            bytes.pop_if(|last| *last == b'\n');
            bytes.pop_if(|last| *last == b'\r');
            if !bytes.is_empty() {
                self.records += 1;
                return Ok(true);
            }
        }
    }
}

impl CellLine {
    /// The number of the line, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.number
    }

    /// The whole line, without the line break.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.text
    }

    /// A cell, counted from 0; empty beyond the last one.
    pub(crate) fn cell(&self, column: usize) -> &[u8] {
        match self.begins.get(column..column + 2) {
            Some(&[begin, next]) => self.text.get(begin..next - 1).unwrap_or_default(),
            _ => &[],
        }
    }

    /// A cell as text; empty if it is not UTF-8.
    pub(crate) fn text(&self, column: usize) -> &str {
        str::from_utf8(self.cell(column)).unwrap_or_default()
    }

    /// A cell as a number.
    pub(crate) fn number<T: FromStr>(&self, column: usize) -> Option<T> {
        self.text(column).parse().ok()
    }

    /// The cells before a column, verbatim.
    pub(crate) fn before(&self, column: usize) -> &[u8] {
        let end = self.begins.get(column).copied().unwrap_or_default();
        self.text.get(..end).unwrap_or_default()
    }

    /// The number of cells.
    pub(crate) fn width(&self) -> usize {
        self.begins.len() - 1
    }

    /// Finds the cells; returns whether there is a quote.
    fn split(&mut self) -> bool {
        self.begins.clear();
        self.begins.push(0);
        self.begins.extend(memchr_iter(b',', &self.text).map(|comma| comma + 1));
        self.begins.push(self.text.len() + 1);
        memchr(b'"', &self.text).is_some()
    }
}

/// A file up to and including its last line break.
pub(crate) fn whole_lines(path: &Path) -> io::Result<Take<RowBytes>> {
    let mut file = RowBytes::open(path)?;
    let mut end = file.len();
    let mut piece = Vec::new();
    loop {
        let start = end.saturating_sub(1 << 12);
        piece.clear();
        file.seek(SeekFrom::Start(start))?;
        (&mut file).take(end - start).read_to_end(&mut piece)?;
        let last = piece.iter().rposition(|&byte| byte == b'\n');
        if last.is_some() || start == 0 {
            file.rewind()?;
            return Ok(file.take(last.map_or(0, |last| start + last as u64 + 1)));
        }
        end = start;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek};

    use super::{CellLine, CellLines};
    use crate::RowBytes;

    /// Lines of a text, without a header.
    fn lines(text: &[u8]) -> CellLines {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        // reading opens the file, which then need not be there
        let mut rows = RowBytes::open(file.path()).unwrap();
        let _ = rows.read(&mut [0; 1]).unwrap();
        rows.rewind().unwrap();
        CellLines::new(rows.take(text.len() as u64), 0)
    }

    /// The cells of a text, or the error of reading it.
    fn read(text: &[u8]) -> Result<Vec<Vec<String>>, String> {
        let (mut lines, mut line, mut all) = (lines(text), CellLine::default(), Vec::new());
        while lines.read(&mut line).map_err(|error| error.to_string())? {
            let cells = (0..line.width()).map(|column| line.text(column).to_owned());
            all.push(cells.collect());
        }
        Ok(all)
    }

    #[test]
    fn cells_match_the_csv_crate() {
        for text in [
            "a\n",
            "a,b,c\n1,2,3\n",
            "a,b,c\r\n1,2,3\r\n",
            "\n\na,b\n\n1,2\r\n\r\n",
            ",\n,\n",
            "12345678,1234567,\n1234567,12345678,9\n,,\n",
            "01234567890123456789,é,x y\n",
            "",
        ] {
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
            assert_eq!(read(text.as_bytes()), Ok(rows.collect::<Vec<Vec<_>>>()), "{text:?}");
        }
    }

    #[test]
    fn a_wrong_cell_count_is_refused_with_the_csv_crates_message() {
        for text in ["a,b\n1,2\n1\n", "a,b\n1,2,3\n", "a\n1\n2\n3,\n"] {
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            let error = reader.records().find_map(Result::err).unwrap();
            assert_eq!(read(text.as_bytes()), Err(error.to_string()), "{text:?}");
        }
    }

    #[test]
    fn the_header_counts_as_a_line() {
        let mut lines = lines(b"\n\xef\xbb\xbf\"a\",b\n1,2\n1\n");
        assert_eq!(lines.header().unwrap(), vec!["a", "b"]);
        let mut line = CellLine::default();
        assert!(lines.read(&mut line).unwrap());
        assert_eq!((line.line(), lines.end()), (3, 14));
        let error = lines.read(&mut line).unwrap_err().to_string();
        assert!(error.starts_with("CSV error: record 2 (line: 4, byte: 14): found"), "{error}");
    }

    #[test]
    fn a_quote_is_refused() {
        for row in ["\"a\",b", "a,b\"", "1234567,12345678\""] {
            let error = read(format!("a,b\n{row}\n").as_bytes()).unwrap_err();
            assert!(error.starts_with(&format!("line 2: `{row}` contains a quote")), "{error}");
        }
    }

    #[test]
    fn the_end_is_just_after_the_last_line_read() {
        let (mut lines, mut line) = (lines(b"a,b\n1,2\r\n3,4\n"), CellLine::default());
        let mut ends = Vec::new();
        while lines.read(&mut line).unwrap() {
            ends.push(lines.end());
        }
        assert_eq!(ends, [4, 9, 13]);
    }

    #[test]
    fn invalid_and_missing_cells_are_empty() {
        let (mut lines, mut line) = (lines(b"a,\xff,c\n"), CellLine::default());
        assert!(lines.read(&mut line).unwrap());
        assert_eq!([line.text(1), line.text(2), line.text(3), line.text(9)], ["", "c", "", ""]);
        assert_eq!((line.cell(1), line.before(2)), (b"\xff".as_slice(), b"a,\xff,".as_slice()));
        assert_eq!((line.number::<u64>(1), line.before(9)), (None, b"".as_slice()));
    }
}
