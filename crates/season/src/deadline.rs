//! The deadline, the one setting that changes without an editor.

use std::fs;
use std::io::{self, Write as _};

use jiff::Timestamp;
use toml_edit::{DocumentMut, value};

use crate::place::sync_folder;
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

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::{Format, Season, SeasonSettings, TEACHER};
    use lettergame_registry::games;

    #[test]
    fn the_deadline_changes_and_what_else_was_written_stays() {
        let dir = tempfile::tempdir().unwrap();
        let at = dir.path().join("s");
        let formats = vec![Format::of_teams("duel", 2)];
        let settings = SeasonSettings::new("s", games()[0].info.name, 7, formats);
        let mut season = Season::create(&at, &settings).unwrap();
        let path = at.join("season.toml");
        let before = format!("# mine\n{}# the end\n", fs::read_to_string(&path).unwrap());
        fs::write(&path, &before).unwrap();
        season.set_deadline(Some("2030-01-31T23:59:00Z".parse().unwrap()), TEACHER).unwrap();
        assert_eq!(season.settings().deadline.unwrap().to_string(), "2030-01-31T23:59:00Z");
        let after = fs::read_to_string(&path).unwrap();
        let new = "\ndeadline = \"2030-01-31T23:59:00Z\"\n";
        assert_eq!(after.replacen(new, "\n", 1), before, "{after}");
        season.set_deadline(None, TEACHER).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
        assert!(!season.reread().unwrap());
        fs::write(&path, before.replace("placement = 8", "placement = 9")).unwrap();
        let mut other = Season::open(&at).unwrap();
        assert_eq!(other.settings().placement, 9);
        assert!(season.reread().unwrap() && season.settings().placement == 9);
        // what is invalid while it is edited changes nothing
        fs::write(&path, "name = ").unwrap();
        assert!(other.reread().is_err() && other.settings().placement == 9);
    }
}
