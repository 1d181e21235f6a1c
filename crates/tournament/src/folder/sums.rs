//! `SHA256SUMS`: the files of a finished run that do not hold rows, in the format of `sha256sum
//! --check`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::folder_error::io_error;
use crate::run_files::{CONFIG, LOGS, MANIFEST, SUMS, TALLY};
use crate::shown::shown;
use crate::{FolderError, RunFolder};

/// The files that are listed if they exist, besides those in the folder of logs.
const FILES: [&str; 6] = [CONFIG, MANIFEST, "ranking.csv", "standings.csv", TALLY, "timing.json"];

/// The SHA-256 of files, by name.
type Sums = BTreeMap<String, String>;

impl RunFolder {
    /// Whether the run has the list, which shows that it was played to its end.
    #[must_use]
    pub fn has_sums(dir: &Path) -> bool {
        dir.join(SUMS).exists()
    }

    /// Writes the list at the end of a run. Files that were not written now keep their sums from an
    /// earlier list.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn write_sums(&self, written: &[&str]) -> Result<(), FolderError> {
        let mut sums = sums_of(self.dir())?;
        let earlier = fs::read_to_string(self.dir().join(SUMS)).ok().and_then(|text| parsed(&text));
        for (name, sum) in earlier.unwrap_or_default() {
            if !written.contains(&name.as_str()) {
                sums.insert(name, sum);
            }
        }
        let lines = sums.iter().map(|(name, sum)| format!("{sum}  {name}\n"));
        self.write(SUMS, lines.collect::<String>().as_bytes())
    }

    /// The differences between the folder and the list, one per line; empty if there is no list.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn check_sums(dir: &Path) -> Result<Vec<String>, FolderError> {
        let path = dir.join(SUMS);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let text = fs::read(&path).map_err(io_error("read", &path))?;
        let Some(listed) = String::from_utf8(text).ok().and_then(|text| parsed(&text)) else {
            return Ok(vec![format!("{} is damaged", path.display())]);
        };
        let found = sums_of(dir)?;
        let mut wrong = Vec::new();
        for (name, sum) in &listed {
            let path = shown_path(dir, name);
            match found.get(name) {
                Some(found) if found == sum => {}
                Some(_) => wrong.push(format!("{path} is not as it was written")),
                None => wrong.push(format!("{path} is missing")),
            }
        }
        for name in found.keys().filter(|name| !listed.contains_key(*name)) {
            wrong.push(format!("{} is not in {SUMS}", shown_path(dir, name)));
        }
        Ok(wrong)
    }
}

/// The path of a file whose name may be damaged, for display.
fn shown_path(dir: &Path, name: &str) -> String {
    dir.join(shown(name.as_bytes())).display().to_string()
}

/// The sums of the existing files.
fn sums_of(dir: &Path) -> Result<Sums, FolderError> {
    let mut names: Vec<String> = FILES.map(str::to_owned).into();
    if let Ok(logs) = fs::read_dir(dir.join(LOGS)) {
        let log = |entry: fs::DirEntry| format!("{LOGS}/{}", entry.file_name().to_string_lossy());
        names.extend(logs.flatten().map(log));
    }
    let mut sums = Sums::new();
    for name in names {
        let path = dir.join(&name);
        if path.is_file() {
            let digest = Sha256::digest(fs::read(&path).map_err(io_error("read", &path))?);
            sums.insert(
                name,
                digest.iter().fold(String::new(), |mut text, byte| {
                    let _ = write!(text, "{byte:02x}");
                    text
                }),
            );
        }
    }
    Ok(sums)
}

/// The entries of a list; `None` if one cannot be read or they are not in order.
fn parsed(text: &str) -> Option<Sums> {
    let mut sums = Sums::new();
    for line in text.strip_suffix('\n')?.split('\n') {
        let (sum, name) = line.split_once("  ")?;
        let follows = sums.last_key_value().is_none_or(|(last, _)| last.as_str() < name);
        let is_sum =
            sum.len() == 64 && sum.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !follows || !is_sum {
            return None;
        }
        sums.insert(name.to_owned(), sum.to_owned());
    }
    Some(sums)
}

#[cfg(test)]
mod tests {
    use super::parsed;

    #[test]
    fn a_list_is_read_line_by_line() {
        let sum = "0f".repeat(32);
        let text = format!("{sum}  a\n{sum}  logs/b c.log\n");
        assert_eq!(parsed(&text).unwrap()["logs/b c.log"], sum);
        for wrong in
            ["", "\n", "0f  a\n", &text[1..], &text[..text.len() - 1], &text.to_uppercase()]
        {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
        assert_eq!(parsed(&format!("{sum}  b\n{sum}  a\n")), None);
    }
}
