//! The files that a comparison writes beside its output; found out before the first game is played.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::args::CompareArgs;
use crate::cli::exit::Failure;
use crate::cli::whole_file::check_place;

/// The files, open. One that was made and is not written is removed again.
pub(super) struct Files {
    junit: Option<Target>,
    markdown: Option<Target>,
}

struct Target {
    path: PathBuf,
    file: File,
    /// It was not there before, and nothing is in it yet.
    fresh: bool,
}

impl Files {
    /// Opens them, so that one that cannot be written is known before hours are spent.
    pub(super) fn open(args: &CompareArgs) -> Result<Files, Failure> {
        for (file, option) in [(&args.junit, "--junit"), (&args.markdown, "--markdown")] {
            file.as_ref().map_or(Ok(()), |file| check_place(file, option))?;
        }
        Ok(Files {
            junit: args.junit.as_deref().map(|path| Target::open(path, false)).transpose()?,
            markdown: args.markdown.as_deref().map(|path| Target::open(path, true)).transpose()?,
        })
    }

    /// Writes what is wanted of both texts.
    pub(super) fn write<J: Display, M: Display>(
        mut self,
        junit: impl FnOnce() -> Result<String, J>,
        markdown: impl FnOnce() -> Result<String, M>,
    ) -> Result<(), Failure> {
        if let Some(target) = &mut self.junit {
            let text = junit().map_err(Failure::unusable)?;
            target.empty()?;
            target.write(&text)?;
        }
        if let Some(target) = &mut self.markdown {
            target.write(&markdown().map_err(Failure::unusable)?)?;
        }
        Ok(())
    }
}

impl Target {
    /// A file that is there stays as it is until something is written.
    fn open(path: &Path, append: bool) -> Result<Target, Failure> {
        let fresh = !path.exists();
        let file = OpenOptions::new().create(true).append(append).write(true).open(path);
        let file = file.map_err(|error| cannot("write", path, &error))?;
        Ok(Target { path: path.to_owned(), file, fresh })
    }

    /// Takes out what was in it; a pipe or a device has nothing in it.
    fn empty(&self) -> Result<(), Failure> {
        if self.file.metadata().is_ok_and(|data| data.is_file()) {
            self.file.set_len(0).map_err(|error| cannot("write", &self.path, &error))?;
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.fresh = false;
        self.file.write_all(text.as_bytes()).map_err(|error| cannot("write", &self.path, &error))
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if self.fresh {
            // an empty report would be taken for one; that it cannot be removed harms nobody
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn cannot(act: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::Unusable(format!("cannot {act} {}: {error}", path.display()))
}
