//! A config in the folder of tournaments: shown before it is played, and played.

use std::fs;

use maud::{Markup, html};

use crate::quoted::error_text;
use crate::seats::command;
use crate::section::TOURNAMENTS;
use crate::serving::query::Fields;
use crate::shell::page;
use crate::tournaments::field_error::{ErrorPlace, FieldError};
use crate::tournaments::folder::ConfigFile;
use crate::tournaments::lists::about;
use crate::tournaments::section_state::{Preview, SectionState};
use lettergame_arena::{absolute, read_raw_config};
use lettergame_base::shell_path;
use lettergame_plan::{CONFIG_KEYS, ConfigKey, RawConfig};

/// Overrides of a config: as typed, empty for the config's own value.
#[derive(Clone, Debug, Default)]
pub(super) struct Over {
    games: String,
    seed: String,
    name: String,
}

impl Over {
    pub(super) fn read(fields: &Fields) -> Over {
        let text = |key: &str| fields.get(key).unwrap_or_default().to_owned();
        Over { games: text("games"), seed: text("seed"), name: text("name") }
    }

    fn pairs(&self) -> [(&'static str, &str); 3] {
        [("games", &self.games), ("seed", &self.seed), ("name", &self.name)]
    }
}

/// The raw config with these overrides.
pub(super) fn raw(
    section: &SectionState,
    config: &ConfigFile,
    over: &Over,
) -> Result<RawConfig, FieldError> {
    let mut own = RawConfig::default();
    for (name, text) in over.pairs().into_iter().filter(|(_, text)| !text.is_empty()) {
        let mut keys = CONFIG_KEYS.iter().filter(|key| key.key == name);
        let set = |key: &ConfigKey| key.set(&mut own, text);
        keys.try_for_each(set).map_err(|error| FieldError::of_key(name, &error))?;
    }
    if over.name.len() > 60 {
        let place = ErrorPlace::Key("name".to_owned());
        return Err(FieldError {
            place,
            text: "the name is too long: expected at most 60 letters".to_owned(),
        });
    }
    let mut raw = read_raw_config(&config.path).map_err(FieldError::from)?.merged_with(own);
    if raw.lexicon.is_none() {
        raw.lexicon = section.app.terms().lexicon.as_deref().map(absolute);
    }
    Ok(raw)
}

/// The page of a config; `found` is the tournament it describes, or its errors.
pub(super) fn config_page(
    section: &SectionState,
    config: &ConfigFile,
    over: &Over,
    found: &Result<Preview, FieldError>,
) -> Markup {
    let text = fs::read_to_string(&config.path).unwrap_or_default();
    let wrong = found.as_ref().err();
    let at = |key: &str| wrong.filter(|wrong| wrong.place == ErrorPlace::Key(key.to_owned()));
    let may = section.app.terms().may_play_tournaments();
    let field = |key: &str, label: &str, value: &str, hint: &str| {
        html! {
            div {
                label for=(key) { (label) }
                input #(key) name=(key) value=(value) autocomplete="off" maxlength="60"
                    placeholder=(hint) aria-invalid=[at(key).map(|_| "true")];
                @if let Some(wrong) = at(key) { p.refusal role="alert" { (error_text(&wrong.text)) } }
            }
        }
    };
    let elsewhere = wrong.filter(|wrong| {
        !["games", "seed", "name"]
            .iter()
            .any(|key| wrong.place == ErrorPlace::Key((*key).to_owned()))
    });
    let body = html! {
        main #main.tour {
            nav.trail aria-label="Breadcrumb" { a href=(TOURNAMENTS.path) { "Tournaments" } }
            div.heading {
                h1 { (config.name) }
                @if let Some(about) = about(&config.path) { p.quiet { (about) } }
            }
            div.first {
                section aria-label="Start" {
                    form.tourform method="post" action=(TOURNAMENTS.path) {
                        input type="hidden" name="config" value=(config.name);
                        fieldset.rules {
                            legend { "Change before the start" }
                            (field("games", "Games per meeting", &over.games, "as in the config"))
                            (field("seed", "Seed", &over.seed, "as in the config"))
                            (field("name", "Name", &over.name, "as in the config"))
                        }
                        @if let Some(wrong) = elsewhere {
                            p #refusal.refusal.lines role="alert" { (error_text(&wrong.text)) }
                        }
                        div.actions {
                            button.main #begin name="do" value="begin"
                                aria-disabled=[(!may).then_some("true")] { "Start tournament" }
                            button #check name="do" value="check" { "Check" }
                        }
                    }
                    @for line in found.iter().flat_map(|preview| &preview.lines) { p.told { (line) } }
                    @if let Some(command) = same_command(section, config, over, found.as_ref().ok()) {
                        details.same { summary { "The same as a command" } p { code #command { (command) } } }
                    }
                }
                section.sheet aria-labelledby="settings" {
                    h2 #settings { (config.name) ".toml" }
                    pre.settings tabindex="0" { code { (text) } }
                }
            }
        }
    };
    page(&config.name, Some(&TOURNAMENTS), &body)
}

/// The command that plays the same tournament into the same folder.
fn same_command(
    section: &SectionState,
    config: &ConfigFile,
    over: &Over,
    preview: Option<&Preview>,
) -> Option<String> {
    let file = shell_path(&config.path.display().to_string());
    let mut words = Vec::new();
    for (key, value) in over.pairs().into_iter().filter(|(_, value)| !value.is_empty()) {
        words.extend([format!("--{key}"), value.to_owned()]);
    }
    let own_list = read_raw_config(&config.path).is_ok_and(|raw| raw.lexicon.is_some());
    if let Some(list) = section.app.terms().lexicon.as_ref().filter(|_| !own_list) {
        words.extend(["--lexicon".to_owned(), list.display().to_string()]);
    }
    if let Some(out) = preview.and_then(|preview| preview.out.as_ref()) {
        words.extend(["--out".to_owned(), out.clone()]);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let options = command(&words)?;
    Some(format!("lettergame tournament {file} {options}").trim_end().to_owned())
}
