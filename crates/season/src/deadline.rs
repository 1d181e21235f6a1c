//! The deadline, the one setting that changes without an editor.

use std::fs;
use std::io::{self, Write as _};

use jiff::Timestamp;
use toml_edit::{DocumentMut, value};

use crate::hand_in::sync_folder;
use crate::settings::FILE;
use crate::{Season, SeasonError};

impl Season {
    /// Sets the deadline of hand-ins by teams, or removes it; everything else in `season.toml` stays as it was
    /// written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_deadline(
        &mut self,
        deadline: Option<Timestamp>,
        who: &str,
    ) -> Result<(), SeasonError> {
        let path = self.dir().join(FILE);
        let text = fs::read_to_string(&path).map_err(SeasonError::io("read", &path))?;
        let settings: Result<DocumentMut, _> = text.parse();
        let mut settings =
            settings.map_err(io::Error::other).map_err(SeasonError::io("read", &path))?;
        match deadline {
            Some(end) => settings["deadline"] = value(end.to_string()),
            None => drop(settings.remove("deadline")),
        }
        let mut file =
            tempfile::NamedTempFile::new_in(self.dir()).map_err(SeasonError::io("write", &path))?;
        let written = file.write_all(settings.to_string().as_bytes());
        written
            .and_then(|()| file.as_file().sync_all())
            .map_err(SeasonError::io("write", &path))?;
        if let Ok(old) = fs::metadata(&path) {
            let kept = file.as_file().set_permissions(old.permissions());
            kept.map_err(SeasonError::io("write", &path))?;
        }
        file.persist(&path)
            .map_err(|error| error.error)
            .map_err(SeasonError::io("write", &path))?;
        sync_folder(self.dir())?;
        let what = match deadline {
            Some(end) => format!("set the deadline to {end}"),
            None => "removed the deadline".to_owned(),
        };
        let now = self.now();
        self.store.logged(now, who, &what, |_| Ok(()))?;
        self.reread().map(drop)
    }
}
