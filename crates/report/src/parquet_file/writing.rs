//! From runs to the file: what its columns are, and group by group their cells.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::errors::ParquetError as CrateError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use crate::parquet_file::ParquetError;
use crate::parquet_file::columns::{Column, field, long};
use crate::parquet_file::score_rows::ScoreRows;
use lettergame_core::game::CellKind;
use lettergame_tournament::{RunFolder, SCORE_COLUMNS};

/// Rows of a group.
const GROUP: usize = 1_000_000;

/// The columns of the game and what they are.
type Own = Vec<(String, CellKind)>;

pub(super) fn write(runs: &[(String, PathBuf)], to: &Path) -> Result<u64, ParquetError> {
    write_groups(runs, to, GROUP)
}

/// Writes next to the place where the file goes and renames it there at the end; what is not finished
/// is removed.
fn write_groups(runs: &[(String, PathBuf)], to: &Path, rows: usize) -> Result<u64, ParquetError> {
    check_names(runs)?;
    let own = own_columns(runs)?;
    let failed = |error| ParquetError::Io { act: "write", path: to.to_owned(), error };
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let draft = tempfile::Builder::new()
        .prefix(".")
        .suffix(".parquet.new")
        .make_in(folder.unwrap_or(Path::new(".")), |path| File::create_new(path));
    let draft = draft.map_err(failed)?;
    let count = fill(draft.as_file(), runs, &own, to, rows)?;
    draft.as_file().sync_all().map_err(failed)?;
    draft.persist(to).map_err(|error| failed(error.error))?;
    Ok(count)
}

/// Writes everything to a file, in groups of so many rows.
fn fill(
    file: &File,
    runs: &[(String, PathBuf)],
    own: &Own,
    to: &Path,
    full: usize,
) -> Result<u64, ParquetError> {
    let properties = Arc::new(properties(runs)?);
    let file = schema(own).and_then(|schema| SerializedFileWriter::new(file, schema, properties));
    let file = file.map_err(|error| refused(to, &error))?;
    let mut group = Group { file, columns: columns(own), rows: 0, full, to };
    let mut count = 0;
    for (name, dir) in runs {
        count += group.add_run(name, dir)?;
    }
    group.finish()?;
    Ok(count)
}

fn check_names(runs: &[(String, PathBuf)]) -> Result<(), ParquetError> {
    let mut seen = BTreeSet::new();
    match runs.iter().find(|(name, _)| !seen.insert(name)) {
        Some((name, _)) => Err(ParquetError::SameName(name.clone())),
        None if runs.is_empty() => Err(ParquetError::NoRuns),
        None => Ok(()),
    }
}

/// The game's own columns, which all runs must share, by a look at every cell.
fn own_columns(runs: &[(String, PathBuf)]) -> Result<Own, ParquetError> {
    let mut seen: Option<OwnCells> = None;
    for (_, dir) in runs {
        let mut rows = ScoreRows::open(dir)?;
        let cells = seen.get_or_insert_with(|| OwnCells::new(rows.own()));
        cells.check(&rows)?;
        while let Some(row) = rows.next_row()? {
            cells.rows += 1;
            for (cell, number) in row.iter().skip(SCORE_COLUMNS.len()).zip(&mut cells.numbers) {
                *number = *number && str::from_utf8(cell).is_ok_and(|cell| long(cell).is_some());
            }
        }
    }
    Ok(seen.map(OwnCells::kinds).unwrap_or_default())
}

/// What was seen of the game's own columns.
struct OwnCells {
    names: Vec<String>,
    /// Were all cells numbers so far?
    numbers: Vec<bool>,
    rows: u64,
}

impl OwnCells {
    fn new(names: &[String]) -> OwnCells {
        OwnCells { names: names.to_vec(), numbers: vec![true; names.len()], rows: 0 }
    }

    fn check(&self, rows: &ScoreRows) -> Result<(), ParquetError> {
        if rows.own() == self.names {
            return Ok(());
        }
        Err(ParquetError::OtherColumns {
            path: rows.path().to_owned(),
            found: rows.own().join(","),
            first: self.names.join(","),
        })
    }

    /// A column without cells is text.
    fn kinds(self) -> Own {
        let any = self.rows > 0;
        let kind = |number| if number && any { CellKind::Long } else { CellKind::Text };
        self.names.into_iter().zip(self.numbers.into_iter().map(kind)).collect()
    }
}

fn schema(own: &Own) -> Result<TypePtr, CrateError> {
    let common = SCORE_COLUMNS.iter().map(|column| (column.name, column.kind));
    let own = own.iter().map(|(name, kind)| (name.as_str(), *kind));
    let fields = std::iter::once(("run", CellKind::Text)).chain(common).chain(own);
    let fields = fields.map(|(name, kind)| field(kind, name)).collect::<Result<_, _>>()?;
    Ok(Type::group_type_builder("scores").with_fields(fields).build()?.into())
}

fn columns(own: &Own) -> Vec<Column> {
    let own = own.iter().map(|(_, kind)| *kind);
    let common = SCORE_COLUMNS.iter().map(|column| column.kind);
    std::iter::once(CellKind::Text).chain(common).chain(own).map(Column::new).collect()
}

/// Dictionaries are the default of every column; the metadata are the configs of the runs.
fn properties(runs: &[(String, PathBuf)]) -> Result<WriterProperties, ParquetError> {
    let mut metadata = Vec::new();
    for (name, dir) in runs {
        let path = dir.join("config.toml");
        let text = fs::read_to_string(&path).map_err(|error| ParquetError::Io {
            act: "read",
            path,
            error,
        })?;
        let (_, info) = RunFolder::read_config(dir)?;
        metadata.push(KeyValue::new(format!("lettergame.config.{name}"), text));
        metadata.push(KeyValue::new(format!("lettergame.fingerprint.{name}"), info.fingerprint));
    }
    Ok(WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("lettergame ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata))
        .build())
}

/// The file with the rows of the group that is being filled.
struct Group<'a> {
    file: SerializedFileWriter<&'a File>,
    columns: Vec<Column>,
    rows: usize,
    full: usize,
    to: &'a Path,
}

impl Group<'_> {
    fn add_run(&mut self, name: &str, dir: &Path) -> Result<u64, ParquetError> {
        let mut rows = ScoreRows::open(dir)?;
        let mut count = 0;
        while let Some(row) = rows.next_row()? {
            let cells = std::iter::once(name.as_bytes()).chain(row.iter());
            let pushed = cells.zip(&mut self.columns).map(|(cell, column)| column.push(cell));
            let bad = pushed.enumerate().find(|(_, pushed)| pushed.is_none());
            if let Some((column, _)) = bad {
                return Err(rows.bad_cell(column.saturating_sub(1)));
            }
            count += 1;
            self.rows += 1;
            if self.rows == self.full {
                self.flush()?;
            }
        }
        Ok(count)
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let written = write_group(&mut self.file, &mut self.columns);
        self.rows = 0;
        written.map_err(|error| refused(self.to, &error))
    }

    fn finish(mut self) -> Result<(), ParquetError> {
        if self.rows > 0 {
            self.flush()?;
        }
        self.file.close().map_err(|error| refused(self.to, &error))?;
        Ok(())
    }
}

fn write_group(
    file: &mut SerializedFileWriter<&File>,
    columns: &mut [Column],
) -> Result<(), CrateError> {
    let mut group = file.next_row_group()?;
    for column in columns {
        if let Some(mut writer) = group.next_column()? {
            column.write(&mut writer)?;
            writer.close()?;
        }
    }
    group.close().map(drop)
}

fn refused(to: &Path, error: &CrateError) -> ParquetError {
    ParquetError::Write { path: to.to_owned(), error: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::write_groups;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use std::fs::{self, File};

    const CONFIG: &str =
        "players = [\"zero\"]\n[run]\nshard = \"1/1\"\nfingerprint = \"f\"\nlexicon = \"l\"\n";
    const HEADER: &str = "game,deal,pairing,seed,seat,player,score,place,win,status,letters\n";

    #[test]
    fn rows_go_over_several_groups_and_none_is_lost() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("config.toml"), CONFIG).unwrap();
        let row = |game: u32| format!("{game},0,0,5,0,zero,{},1,1,ok,L{game}\n", game * 10);
        let rows: String = (0..25).map(row).collect();
        fs::write(dir.path().join("scores.csv"), HEADER.to_owned() + &rows).unwrap();
        let to = dir.path().join("out.parquet");
        let runs = ["a", "b"].map(|name| (name.to_owned(), dir.path().to_owned()));
        assert_eq!(write_groups(&runs, &to, 10).unwrap(), 50);
        let reader = SerializedFileReader::new(File::open(&to).unwrap()).unwrap();
        let groups = reader.metadata().row_groups();
        assert_eq!(groups.iter().map(|group| group.num_rows()).collect::<Vec<_>>(), [10; 5]);
        let found: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        let wanted = |run: &str, game: u32| {
            format!(
                "{{run: \"{run}\", game: {game}, deal: 0, pairing: 0, seed: \"5\", seat: 0, \
                player: \"zero\", score: {}, place: 1, win: 1.0, status: \"ok\", letters: \"L{game}\"}}",
                game * 10
            )
        };
        let all: Vec<String> = ["a", "b"]
            .into_iter()
            .flat_map(|run| (0..25).map(move |game| wanted(run, game)))
            .collect();
        assert_eq!(found, all);
    }
}
