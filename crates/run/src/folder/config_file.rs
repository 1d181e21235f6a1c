//! The `config.toml` of a run: the full config, the table `run`, and a checksum of the text.

use std::fs;
use std::num::NonZeroU64;
use std::path::Path;

use crate::folder_error::io_error;
use crate::run_files::{CONFIG, PART};
use crate::{FolderError, PartFormat, PartOptions, RunFolder, RunInfo};
use lettergame_base::Seed;
use lettergame_plan::{Config, RawConfig};

/// The beginning of the last line, which has the CRC-32 of everything before it.
const CHECK: &str = "check = \"";

/// The text for a new run in this folder. Paths are relative to it, so that a published run reveals
/// no folder of its author.
pub(super) fn config_text(config: &Config, info: &RunInfo, dir: &Path) -> String {
    let text = format!(
        "# This run can be repeated: lettergame tournament THIS-FILE --out ELSEWHERE\n{}\n\
         # What `resume` and `merge` check.\n[run]\nshard = \"{}\"\nfingerprint = \"{}\"\n\
         lexicon = \"{}\"\n{}",
        config.relative_to(dir).to_toml(),
        info.shard,
        info.fingerprint,
        info.lexicon,
        info.parts.map_or(String::new(), parts_text)
    );
    let check = check_of(&text);
    format!("{text}{CHECK}{check}\"\n")
}

/// The keys of a run in parts. CSV is not named, so that earlier versions read such a run.
fn parts_text(PartOptions { games, format }: PartOptions) -> String {
    match format {
        PartFormat::Csv => format!("part_games = {games}\n"),
        PartFormat::Parquet => format!("part_games = {games}\npart_format = \"parquet\"\n"),
    }
}

/// How the run is divided; the error is the key whose value is invalid.
fn parts_of(run: Option<&toml::Value>) -> Result<Option<PartOptions>, &'static str> {
    let value = |key| run.and_then(|run| run.get(key));
    let Some(games) = value("part_games") else { return Ok(None) };
    let games = games.as_integer().and_then(|games| NonZeroU64::new(games.try_into().ok()?));
    let format = match value("part_format") {
        None => Some(PartFormat::Csv),
        Some(name) => name.as_str().and_then(|name| name.parse().ok()),
    };
    let games = games.ok_or("part_games")?;
    Ok(Some(PartOptions { games, format: format.ok_or("part_format")? }))
}

fn check_of(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Checks that the text is the one that was written; false if it has no checksum, as in earlier
/// versions.
fn check_text(dir: &Path, text: &str) -> Result<bool, FolderError> {
    let begin = text.rfind(&format!("\n{CHECK}")).map(|end| end + 1);
    let Some((before, last)) = begin.map(|begin| text.split_at(begin)) else {
        return match dir.join(PART).exists() {
            true => Err(FolderError::Unchecked(dir.to_owned())),
            false => Ok(false),
        };
    };
    let check = check_of(before);
    match last == format!("{CHECK}{check}\"\n") {
        true => Ok(true),
        false => Err(FolderError::Edited(dir.to_owned(), check)),
    }
}

impl RunFolder {
    /// Reads the config of a run; it names its game and its seed.
    ///
    /// # Errors
    /// If there is none, it cannot be read, or it is not the text that was written.
    pub fn read_config(dir: &Path) -> Result<(Config, RunInfo), FolderError> {
        let (raw, info) = RunFolder::read_raw_config(dir)?;
        let lacks = |key| FolderError::Lacks(dir.to_owned(), key);
        let game = raw.game.as_deref().ok_or_else(|| lacks("game"))?;
        let seed = raw.seed.map(Seed).ok_or_else(|| lacks("seed"))?;
        let config = raw.validate(game, seed);
        let wrong = |error| FolderError::Value(dir.to_owned(), Box::new(error));
        Ok((config.map_err(wrong)?, info))
    }

    /// Reads the config of a run as written.
    ///
    /// # Errors
    /// See [`read_config`](RunFolder::read_config), but values are not validated.
    pub fn read_raw_config(dir: &Path) -> Result<(RawConfig, RunInfo), FolderError> {
        let path = dir.join(CONFIG);
        let text = fs::read_to_string(&path).map_err(io_error("read", &path))?;
        let raw = RawConfig::from_toml(&text, &path.display().to_string())?.based_beside(&path);
        let table: toml::Table = text.parse().unwrap_or_default();
        let run = |key: &'static str| {
            let value = table.get("run").and_then(|run| run.get(key)?.as_str());
            value.ok_or(FolderError::RunTable(dir.to_owned(), key))
        };
        let unreadable = |key| FolderError::RunTable(dir.to_owned(), key);
        let info = RunInfo {
            parts: parts_of(table.get("run")).map_err(unreadable)?,
            shard: run("shard")?.parse()?,
            fingerprint: run("fingerprint")?.to_owned(),
            lexicon: run("lexicon")?.to_owned(),
            checked: check_text(dir, &text)?,
        };
        Ok((raw, info))
    }
}
