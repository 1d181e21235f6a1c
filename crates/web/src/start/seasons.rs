//! The seasons in the folder of tournaments: each has a server of its own, so the start page says how to start it.

use std::fs;
use std::path::{Path, PathBuf};

use maud::{Markup, html};

use lettergame_base::shell_path;
use lettergame_season::SeasonSettings;

/// The most seasons listed.
const MAX_SEASONS: usize = 4;

/// The most folders looked at.
const MAX_FOLDERS: usize = 200;

/// A season that was found.
pub(super) struct FoundSeason {
    dir: PathBuf,
    settings: SeasonSettings,
}

/// The seasons in this folder, by name. Folders behind symbolic links are not looked at.
pub(super) fn found(root: &Path) -> Vec<FoundSeason> {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let season = |dir: PathBuf| {
        let settings = SeasonSettings::read(&dir).ok()?;
        Some(FoundSeason { dir, settings })
    };
    let mut found: Vec<FoundSeason> =
        folders.take(MAX_FOLDERS).filter_map(|entry| season(entry.path())).collect();
    found.sort_by(|one, other| one.settings.name.cmp(&other.settings.name));
    found
}

/// The list; nothing if there are none.
pub(super) fn list(seasons: &[FoundSeason]) -> Markup {
    html! {
        @if !seasons.is_empty() {
            h2 #seasons-now { "Seasons" }
            ul.list aria-labelledby="seasons-now" {
                @for FoundSeason { dir, settings } in seasons.iter().take(MAX_SEASONS) {
                    li {
                        strong { (settings.name) } " " span { (settings.game) } " "
                        span.quiet { "its site: " code { "lettergame serve --season " (shell_path(&dir.display().to_string())) } }
                    }
                }
            }
            @if seasons.len() > MAX_SEASONS { p.quiet { "and " (seasons.len() - MAX_SEASONS) " more" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{found, list};
    use lettergame_season::{Format, SeasonSettings};

    #[test]
    fn seasons_are_listed_by_name_with_the_command_of_their_site() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(list(&found(dir.path())).into_string(), "");
        let season = |folder: &str, text: &str| {
            fs::create_dir(dir.path().join(folder)).unwrap();
            fs::write(dir.path().join(folder).join("season.toml"), text).unwrap();
        };
        for (folder, name) in [("b", "Autumn <1>"), ("a", "Winter")] {
            let formats = vec![Format::of_teams("duel", 2)];
            season(folder, &SeasonSettings::new(name, "auction", 1, formats).to_toml());
        }
        season("broken", "name = 3\n");
        fs::create_dir(dir.path().join("results")).unwrap();
        let page = list(&found(dir.path())).into_string();
        assert_eq!(page.matches("<li>").count(), 2, "{page}");
        let [autumn, winter] = ["Autumn &lt;1&gt;", "Winter"].map(|name| page.find(name).unwrap());
        assert!(autumn < winter && page.contains("serve --season "), "{page}");
    }
}
