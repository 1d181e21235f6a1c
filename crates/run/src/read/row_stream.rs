//! The typed rows of a run, from one file or from those of its parts.

use std::io;
use std::path::{Path, PathBuf};

use crate::batch::columns::{column_names, file_columns};
use crate::folder_error::io_error;
use crate::format::blocks::lines_before;
use crate::format::csv_rows::{self, WrongLine};
use crate::layout::parts::games_of_folder;
use crate::read::recover_error::wrong_header;
use crate::read::row_file::{RowFile, files_of};
use crate::run_files::row_file;
use crate::shown::shown;
use crate::{Cell, RecoverError, RowBatch};
use lettergame_game::{CellKind, Column, RowShape};
use lettergame_plan::RecordLevel;

/// Rows in the order of games, piece by piece.
pub struct RowStream {
    level: RecordLevel,
    shape: Option<RowShape>,
    /// The files, in order.
    paths: Vec<PathBuf>,
    /// The number of the next file.
    next: usize,
    file: RowFile,
    /// All columns, the common ones first, and the names of the game's own.
    columns: Vec<Column>,
    own: Vec<String>,
    piece: Piece,
    /// The index of the next row of the piece.
    at: usize,
}

/// Some rows: of whole games, but at the end of a file.
struct Piece {
    rows: RowBatch,
    /// The byte at which it begins, and the byte after each row; in Parquet there are none.
    begin: u64,
    ends: Vec<u64>,
    /// The number of its first row in the file, from 0, in Parquet.
    first_row: u64,
}

/// A row of a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    pub(crate) rows: &'a RowBatch,
    pub(crate) index: usize,
}

impl<'a> Row<'a> {
    pub(crate) fn cell(self, column: usize) -> Cell<'a> {
        self.rows.cell(column, self.index)
    }

    /// A cell that is a whole number and not below zero.
    pub(crate) fn count(self, column: usize) -> Option<u64> {
        self.cell(column).number()?.try_into().ok()
    }

    /// The line, as it is shown in errors.
    pub(crate) fn text(self) -> String {
        let line = self.rows.slice(self.index..self.index + 1).to_csv();
        shown(line.strip_suffix(b"\n").unwrap_or(&line))
    }
}

impl RowStream {
    /// Opens the file of this level of a run, or those of its parts; without `shape` the game's own columns are text.
    ///
    /// # Errors
    /// If there is none, it cannot be read, or has another header.
    pub fn open(
        dir: &Path,
        level: RecordLevel,
        shape: Option<RowShape>,
    ) -> Result<RowStream, RecoverError> {
        RowStream::open_at(dir, level, shape, 0)
    }

    /// The same from a game on; logarithmic in the rows before it, if they are CSV or sealed.
    ///
    /// # Errors
    /// As [`open`](RowStream::open).
    pub fn open_at(
        dir: &Path,
        level: RecordLevel,
        shape: Option<RowShape>,
        game: u64,
    ) -> Result<RowStream, RecoverError> {
        let whole = row_file(dir, level);
        let mut paths = files_of(dir, &whole).map_err(io_error("read", &whole))?;
        let ends_before = |path: &PathBuf| {
            path.parent().and_then(games_of_folder).is_some_and(|games| games.end <= game)
        };
        let skipped = paths.iter().take_while(|path| ends_before(path)).count();
        // of an empty rest, the last one has the columns
        paths.drain(..skipped.min(paths.len().saturating_sub(1)));
        let Some(first) = paths.first() else {
            return Err(io_error("read", &whole)(io::ErrorKind::NotFound.into()).into());
        };
        let file = RowFile::open(first)?;
        let columns = file_columns(level, shape.unwrap_or(UNKNOWN));
        let piece = Piece::empty(columns);
        let mut stream = RowStream {
            level,
            shape,
            paths,
            next: 1,
            file,
            columns: columns.concat(),
            own: Vec::new(),
            piece,
            at: 0,
        };
        stream.begin_file()?;
        stream.file.seek(game).map_err(io_error("read", stream.path()))?;
        while stream.has_row()? {
            stream.at = stream.piece.rows.begin_of(game);
            if stream.at < stream.piece.rows.len() {
                break;
            }
        }
        Ok(stream)
    }

    /// Reads the header of the file, which must have the same columns as those before it.
    fn begin_file(&mut self) -> Result<(), RecoverError> {
        let (level, common) = (self.level, file_columns(self.level, UNKNOWN)[0]);
        (self.piece, self.at) = (Piece::empty([&self.columns, &[]]), 0);
        let (names, kinds, header) = match &mut self.file {
            RowFile::Text(file) => {
                let header = file.header().map_err(io_error("read", file.path()))?;
                if header.is_empty() && self.next > 1 {
                    // of a part that a kill left before its first game
                    return Ok(());
                }
                let names = csv_rows::names(&header)
                    .map_err(|error| RecoverError::row(file.path(), error))?;
                let kinds = vec![CellKind::Text; names.len()];
                (names, kinds, header)
            }
            RowFile::Parquet(file) => {
                let (names, kinds): (Vec<_>, Vec<_>) = file.columns().into_iter().unzip();
                let header = names.join(",").into_bytes();
                (names, kinds, header)
            }
        };
        let wanted = match self.shape {
            Some(shape) => names
                .iter()
                .map(String::as_str)
                .eq(file_columns(level, shape).into_iter().flat_map(column_names)),
            None => names.iter().map(String::as_str).take(common.len()).eq(column_names(common)),
        };
        let own: Vec<String> = names.into_iter().skip(common.len()).collect();
        let is_first = self.next == 1;
        if !wanted || !is_first && own != self.own {
            return Err(wrong_header(self.path(), &header, level));
        }
        if self.shape.is_none() {
            let kind_of = |kind: &CellKind| Column { kind: *kind, ..Column::text("", "") };
            self.columns.truncate(common.len());
            self.columns.extend(kinds.iter().skip(common.len()).map(kind_of));
        }
        self.own = own;
        Ok(())
    }

    /// The names of the game's own columns, in order.
    #[must_use]
    pub fn own(&self) -> &[String] {
        &self.own
    }

    /// The file that is read now.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Whether there is another row; reads on if necessary.
    pub(crate) fn has_row(&mut self) -> Result<bool, RecoverError> {
        while self.at == self.piece.rows.len() {
            if !self.read_piece()? {
                if self.next == self.paths.len() {
                    return Ok(false);
                }
                self.check_length()?;
                let path = &self.paths[self.next];
                self.file = RowFile::open(path)?;
                self.next += 1;
                self.begin_file()?;
            }
        }
        Ok(true)
    }

    /// Reads the next piece of the file; whether there was one.
    fn read_piece(&mut self) -> Result<bool, RecoverError> {
        let path = self.path().to_owned();
        let failed = |error| RecoverError::from(io_error("read", &path)(error));
        let rows = RowBatch::new([&self.columns, &[]]);
        let piece = match &mut self.file {
            RowFile::Text(file) => {
                let begin = file.at();
                let Some(text) = file.next().map_err(failed)? else { return Ok(false) };
                let read = csv_rows::read_lines(&text, begin, rows);
                let read = read.map_err(|wrong| self.wrong_line(wrong))?;
                Piece { rows: read.rows, begin, ends: read.ends, first_row: 0 }
            }
            RowFile::Parquet(file) => {
                let first_row = file.first_row();
                let Some(rows) = file.next(&self.columns).map_err(failed)? else {
                    return Ok(false);
                };
                Piece { rows, begin: 0, ends: Vec::new(), first_row }
            }
        };
        (self.piece, self.at) = (piece, 0);
        Ok(true)
    }

    fn wrong_line(&self, wrong: WrongLine) -> RecoverError {
        let line = lines_before(self.path(), wrong.begin).unwrap_or_default() + 1;
        RecoverError::row(self.path(), wrong.error(line, self.columns.len()))
    }

    /// The number of a row's line, from 1, by its place behind the next row. Linear in the file: for errors.
    pub(crate) fn line(&self, behind: usize) -> u64 {
        let row = self.at + behind;
        match &self.file {
            RowFile::Parquet(_) => self.piece.first_row + row as u64 + 2,
            RowFile::Text(_) => {
                let begin = row.checked_sub(1).and_then(|before| self.piece.ends.get(before));
                let begin = begin.copied().unwrap_or(self.piece.begin);
                lines_before(self.path(), begin).unwrap_or_default() + 1
            }
        }
    }

    /// A row by its place behind the next one, if it is in the same piece.
    pub(crate) fn row(&self, behind: usize) -> Option<Row<'_>> {
        let index = self.at + behind;
        (index < self.piece.rows.len()).then_some(Row { rows: &self.piece.rows, index })
    }

    /// All rows of the piece, and the index of the next one.
    pub(crate) fn piece(&self) -> (&RowBatch, usize) {
        (&self.piece.rows, self.at)
    }

    /// Goes on by some rows.
    pub(crate) fn advance(&mut self, rows: usize) {
        self.at += rows;
    }

    /// The byte after the rows that were taken, in the file that is read now. In Parquet it is the end of the file, or
    /// its beginning if there are more rows.
    ///
    /// # Errors
    /// If a row cannot be parsed.
    pub(crate) fn end(&mut self) -> Result<u64, RecoverError> {
        let is_whole = self.at == self.piece.rows.len() && !self.read_piece()?;
        Ok(match &self.file {
            RowFile::Parquet(_) if is_whole => length(self.path()),
            RowFile::Parquet(_) => 0,
            RowFile::Text(file) if self.piece.rows.is_empty() => file.at(),
            RowFile::Text(_) => {
                let last = self.at.checked_sub(1).map(|last| self.piece.ends[last]);
                last.unwrap_or(self.piece.begin)
            }
        })
    }

    /// Each file with the byte after the rows that were taken: behind them only header lines stay.
    ///
    /// # Errors
    /// If a row cannot be parsed, or a file cannot be read.
    pub(crate) fn ends(&mut self) -> Result<Vec<(PathBuf, u64)>, RecoverError> {
        let mut ends = vec![(self.path().to_owned(), self.end()?)];
        for path in &self.paths[self.next..] {
            let header = match RowFile::open(path)? {
                RowFile::Parquet(_) => 0,
                RowFile::Text(mut file) => {
                    file.header().map_err(io_error("read", path))?;
                    file.at()
                }
            };
            ends.push((path.clone(), header));
        }
        Ok(ends)
    }

    /// Whether the rows that were read end within a line, once all of them are read.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        matches!(&self.file, RowFile::Text(file) if file.is_cut())
    }

    /// The next rows, at most `most`; `None` at the end.
    ///
    /// # Errors
    /// If a row cannot be parsed, or is not as it was written.
    pub fn next_batch(&mut self, most: usize) -> Result<Option<RowBatch>, RecoverError> {
        if !self.has_row()? {
            self.check_length()?;
            return Ok(None);
        }
        let end = self.piece.rows.len().min(self.at.saturating_add(most));
        let batch = self.piece.rows.slice(self.at..end);
        self.at = end;
        Ok(Some(batch))
    }

    /// The lines of all rows that are left, without a header line.
    ///
    /// # Errors
    /// As [`next_batch`](RowStream::next_batch).
    pub fn to_csv(&mut self) -> Result<Vec<u8>, RecoverError> {
        let mut text = Vec::new();
        while let Some(rows) = self.next_batch(usize::MAX)? {
            text.append(&mut rows.to_csv());
        }
        Ok(text)
    }

    /// Takes the rows of the games before this one.
    ///
    /// # Errors
    /// As [`next_batch`](RowStream::next_batch).
    pub fn take_before(&mut self, game: u64) -> Result<RowBatch, RecoverError> {
        let mut taken = RowBatch::new([&self.columns, &[]]);
        while self.has_row()? {
            let end = self.piece.rows.begin_of(game).max(self.at);
            taken.append(&self.piece.rows.slice(self.at..end));
            self.at = end;
            if end < self.piece.rows.len() {
                break;
            }
        }
        Ok(taken)
    }

    /// Checks that the file that is read now, if it is sealed, has as many bytes as were written.
    pub(crate) fn check_length(&self) -> Result<(), RecoverError> {
        self.file.check_length()
    }
}

impl Piece {
    fn empty(columns: [&[Column]; 2]) -> Piece {
        Piece { rows: RowBatch::new(columns), begin: 0, ends: Vec::new(), first_row: 0 }
    }
}

fn length(path: &Path) -> u64 {
    path.metadata().map_or(0, |data| data.len())
}

/// A game without columns of its own.
const UNKNOWN: RowShape = RowShape {
    columns: || &[],
    round_columns: || &[],
    place_key: |_| [0; 4],
    check_cells: |_| None,
    related: None,
};
