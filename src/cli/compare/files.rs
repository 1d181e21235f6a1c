//! The files that a comparison writes beside its output; found out before the first game is played.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::args::CompareArgs;
use crate::cli::exit::Failure;
use crate::report::{Format, Told};

pub(super) struct Files {
    junit: Option<(PathBuf, File)>,
    markdown: Option<(PathBuf, File)>,
}

impl Files {
    /// Opens them, so that one that cannot be written is known before hours are spent.
    pub(super) fn open(args: &CompareArgs) -> Result<Files, Failure> {
        Ok(Files {
            junit: args.junit.as_deref().map(|path| open(path, false)).transpose()?,
            markdown: args.markdown.as_deref().map(|path| open(path, true)).transpose()?,
        })
    }

    pub(super) fn write(self, told: &Told) -> Result<(), Failure> {
        if let Some((path, file)) = self.junit {
            let text = told.junit().map_err(Failure::unusable)?;
            file.set_len(0).map_err(|error| cannot("write", &path, &error))?;
            write(&path, file, &text)?;
        }
        if let Some((path, file)) = self.markdown {
            let text = told.render(Format::Markdown).map_err(Failure::unusable)?;
            write(&path, file, &text)?;
        }
        Ok(())
    }
}

/// A file that is there stays as it is until something is written.
fn open(path: &Path, append: bool) -> Result<(PathBuf, File), Failure> {
    let file = OpenOptions::new().create(true).append(append).write(true).open(path);
    file.map(|file| (path.to_owned(), file)).map_err(|error| cannot("write", path, &error))
}

fn write(path: &Path, mut file: File, text: &str) -> Result<(), Failure> {
    file.write_all(text.as_bytes()).map_err(|error| cannot("write", path, &error))
}

fn cannot(act: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::Unusable(format!("cannot {act} {}: {error}", path.display()))
}
