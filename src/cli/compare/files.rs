//! The files that a comparison writes in addition to its output; errors are reported before the
//! first game is played.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::args::CompareArgs;
use crate::cli::exit::Failure;
use crate::cli::output::print_report;
use crate::cli::whole_file::check_places;
use lettergame_report::{Document, Format};

/// The open files. One that was created and not written is removed again.
pub(super) struct Files {
    junit: Option<Target>,
    markdown: Option<Target>,
}

struct Target {
    path: PathBuf,
    file: File,
    /// It was created by this command, and is still empty.
    fresh: bool,
}

impl Files {
    /// Opens them, so that a file that cannot be written is reported before hours are spent.
    pub(super) fn open(args: &CompareArgs) -> Result<Files, Failure> {
        let files = [(args.junit.as_deref(), "--junit"), (args.markdown.as_deref(), "--markdown")];
        check_places(&files, &[])?;
        Ok(Files {
            junit: args.junit.as_deref().map(|path| Target::open(path, false)).transpose()?,
            markdown: args.markdown.as_deref().map(|path| Target::open(path, true)).transpose()?,
        })
    }

    /// Writes the requested ones, and prints the report.
    pub(super) fn write_and_print(
        mut self,
        report: &Document,
        format: Format,
    ) -> Result<(), Failure> {
        if let Some(target) = &mut self.junit {
            let text = report.junit().map_err(Failure::unusable)?;
            target.empty()?;
            target.write(&text)?;
        }
        if let Some(target) = &mut self.markdown {
            target.write(&report.render(Format::Markdown).map_err(Failure::unusable)?)?;
        }
        print_report(&report.render(format).map_err(Failure::unusable)?, format)
    }
}

impl Target {
    /// An existing file is left unchanged until something is written.
    fn open(path: &Path, append: bool) -> Result<Target, Failure> {
        let fresh = !path.exists();
        let file = OpenOptions::new().create(true).append(append).write(true).open(path);
        let file = file.map_err(|error| cannot("write", path, &error))?;
        Ok(Target { path: path.to_owned(), file, fresh })
    }

    /// Truncates it; a pipe or a device has no content.
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
            // an empty file would be mistaken for a report; failing to remove it does no harm
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn cannot(act: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::Unusable(format!("cannot {act} {}: {error}", path.display()))
}
