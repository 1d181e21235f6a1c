//! Writes runs to the file: its columns, and their cells group by group.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};

use crate::parquet_file::ParquetError;
use lettergame_game::{Column, FindShape, RowShape};
use lettergame_plan::RecordLevel;
use lettergame_run::{ParquetWriter, RowStream, RunFolder, SCORE_COLUMNS, row_file};

/// Rows per row group.
const GROUP: usize = 1_000_000;

pub(super) fn write(
    runs: &[(String, PathBuf)],
    to: &Path,
    shapes: FindShape,
) -> Result<u64, ParquetError> {
    write_groups(runs, to, shapes, GROUP)
}

/// Writes a temporary file next to the path and renames it at the end; an unfinished file is removed.
fn write_groups(
    runs: &[(String, PathBuf)],
    to: &Path,
    shapes: FindShape,
    rows: usize,
) -> Result<u64, ParquetError> {
    check_names(runs)?;
    let sources = sources(runs, shapes)?;
    let failed = |error| ParquetError::Io { act: "write", path: to.to_owned(), error };
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let raw = tempfile::Builder::new()
        .prefix(".")
        .suffix(".parquet.new")
        .make_in(folder.unwrap_or(Path::new(".")), |path| File::create_new(path));
    let raw = raw.map_err(failed)?;
    let count = fill(raw.as_file(), &sources, to, rows)?;
    raw.as_file().sync_all().map_err(failed)?;
    raw.persist(to).map_err(|error| failed(error.error))?;
    Ok(count)
}

/// The column that tells runs apart.
const RUN: Column = Column::text("run", "which of the runs");

/// Writes everything to a file, in groups of this many rows.
fn fill(file: &File, runs: &[Source], to: &Path, full: usize) -> Result<u64, ParquetError> {
    let refused =
        |error: io::Error| ParquetError::Write { path: to.to_owned(), error: error.to_string() };
    let columns = [&[RUN], &SCORE_COLUMNS[..], runs[0].own()].concat();
    let mut file = ParquetWriter::new(file, &columns).map_err(refused)?;
    describe(&mut file, runs)?;
    let (mut group, mut rows, mut count) = (Vec::new(), 0, 0);
    for run in runs {
        let mut reader = run.rows()?;
        while let Some(batch) = reader.next_batch(full - rows)? {
            count += batch.len() as u64;
            rows += batch.len();
            group.push(batch.labelled(RUN, &run.name));
            if rows == full {
                file.write_group(&mem::take(&mut group)).map_err(refused)?;
                rows = 0;
            }
        }
    }
    if rows > 0 {
        file.write_group(&group).map_err(refused)?;
    }
    file.finish().map_err(refused)?;
    Ok(count)
}

/// Adds the configs of the runs to the metadata.
fn describe(file: &mut ParquetWriter<&File>, runs: &[Source]) -> Result<(), ParquetError> {
    for Source { name, dir, fingerprint, .. } in runs {
        let path = dir.join("config.toml");
        let text = fs::read_to_string(&path).map_err(|error| ParquetError::Io {
            act: "read",
            path,
            error,
        })?;
        file.describe(format!("lettergame.config.{name}"), text);
        file.describe(format!("lettergame.fingerprint.{name}"), fingerprint.clone());
    }
    Ok(())
}

fn check_names(runs: &[(String, PathBuf)]) -> Result<(), ParquetError> {
    let mut seen = BTreeSet::new();
    match runs.iter().find(|(name, _)| !seen.insert(name)) {
        Some((name, _)) => Err(ParquetError::SameName(name.clone())),
        None if runs.is_empty() => Err(ParquetError::NoRuns),
        None => Ok(()),
    }
}

/// A run whose rows are to be written.
struct Source {
    name: String,
    dir: PathBuf,
    shape: RowShape,
    fingerprint: String,
}

impl Source {
    fn open(name: &str, dir: &Path, shapes: FindShape) -> Result<Source, ParquetError> {
        let (config, info) = RunFolder::read_config(dir)?;
        let unknown = || ParquetError::Game { path: dir.to_owned(), game: config.game.clone() };
        let shape = shapes(&config.game).ok_or_else(unknown)?;
        let (name, dir) = (name.to_owned(), dir.to_owned());
        Ok(Source { name, dir, shape, fingerprint: info.fingerprint })
    }

    fn rows(&self) -> Result<RowStream, ParquetError> {
        let rows = RowStream::open(&self.dir, RecordLevel::Games, Some(self.shape))?;
        match rows.is_cut() {
            true => Err(ParquetError::Unfinished(row_file(&self.dir, RecordLevel::Games))),
            false => Ok(rows),
        }
    }

    fn own(&self) -> &'static [Column] {
        (self.shape.columns)()
    }
}

/// The runs, which must have the same columns and readable rows.
fn sources(runs: &[(String, PathBuf)], shapes: FindShape) -> Result<Vec<Source>, ParquetError> {
    let all: Vec<Source> =
        runs.iter().map(|(name, dir)| Source::open(name, dir, shapes)).collect::<Result<_, _>>()?;
    let names = |source: &Source| {
        source.own().iter().map(|column| column.name).collect::<Vec<_>>().join(",")
    };
    if let Some(other) = all.iter().find(|source| source.own() != all[0].own()) {
        let path = row_file(&other.dir, RecordLevel::Games);
        let (found, first) = (names(other), names(&all[0]));
        return Err(ParquetError::OtherColumns { path, found, first });
    }
    all.iter().try_for_each(|source| source.rows().map(drop))?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{Column, RecordLevel, RowShape, row_file, write_groups};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use std::fs::{self, File};

    const CONFIG: &str = "game = \"auction\"\nseed = 5\nplayers = [\"zero\"]\n\
        [run]\nshard = \"1/1\"\nfingerprint = \"f\"\nlexicon = \"l\"\n";
    const SHAPE: RowShape = RowShape {
        columns: || const { &[Column::int("spent", ""), Column::text("letters", "")] },
        round_columns: || &[],
        place_key: |_| [0; 4],
        check_cells: |_| None,
        related: None,
    };
    const HEADER: &str =
        "game,deal,pairing,seed,seat,player,score,place,win,status,spent,letters\n";

    #[test]
    fn rows_span_several_groups_and_none_is_lost() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("config.toml"), CONFIG).unwrap();
        let row = |game: u32| format!("{game},0,0,5,0,zero,{},1,1,ok,0,{game}\n", game * 10);
        let rows: String = (0..25).map(row).collect();
        fs::write(row_file(dir.path(), RecordLevel::Games), HEADER.to_owned() + &rows).unwrap();
        let to = dir.path().join("out.parquet");
        let runs = ["a", "b"].map(|name| (name.to_owned(), dir.path().to_owned()));
        assert_eq!(write_groups(&runs, &to, |_| Some(SHAPE), 10).unwrap(), 50);
        let reader = SerializedFileReader::new(File::open(&to).unwrap()).unwrap();
        let groups = reader.metadata().row_groups();
        assert_eq!(groups.iter().map(|group| group.num_rows()).collect::<Vec<_>>(), [10; 5]);
        let found: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        let wanted = |run: &str, game: u32| {
            format!(
                "{{run: \"{run}\", game: {game}, deal: 0, pairing: 0, seed: \"5\", seat: 0, \
                player: \"zero\", score: {}, place: 1, win: 1.0, status: \"ok\", spent: 0, letters: \"{game}\"}}",
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
