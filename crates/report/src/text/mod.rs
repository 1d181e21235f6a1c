//! A report as text: for the terminal, as Markdown for a page or a job summary, as JSON, as CSV.
//!
//! A single run is shown in full; several runs only by their standings side by side, because a report on each
//! shows the rest. JSON has everything of all runs. CSV has only the standings, because it can represent only
//! one table.

mod ecology;
mod joined;
mod pivot;
mod rating_sections;
mod sections;
mod sparkline;

pub(crate) use sparkline::bar;

use crate::table::{folded, terminal_width};
use crate::{Cell, Digest, Format, Report, RunTitle, Standing, Table, TableError};

/// The widest and the narrowest sparkline, and the width without a terminal.
const WIDEST: usize = 32;
const NARROWEST: usize = 8;
const USUAL: usize = 24;

/// The maximum number of runs listed in a note, if there are at least two more.
const MAX_LISTED: usize = 4;

/// The columns beside the sparkline in the widest table.
const BESIDE: usize = 72;

/// The titles of the sections of reports as they are asked for; a start is enough.
pub const SECTION_NAMES: [&str; 19] = [
    "runs",
    "final-order",
    "standings",
    "each-against-each",
    "differences-of-ratings",
    "who-is-above-whom",
    "ratings-against-results",
    "without-a-single-order",
    "scores",
    "places",
    "seats",
    "convergence",
    "per-game",
    "rounds",
    "faults",
    "times-of-programs",
    "games-worth-a-look",
    "mean-score",
    "win-share",
];

/// The sections that need more statistics than the others: only printed if they are asked for.
const ADVANCED: [&str; 2] = ["ratings-against-results", "without-a-single-order"];

/// A part of a report.
struct Section {
    title: String,
    /// Notes on the table, one per line.
    notes: Vec<String>,
    body: Body,
}

enum Body {
    Table(Table),
    /// Commands, each with what it shows.
    Commands(Vec<(String, String)>),
}

impl Section {
    fn new(title: &str, table: Table) -> Section {
        Section { title: title.to_owned(), notes: Vec::new(), body: Body::Table(table) }
    }

    fn noted(mut self, note: &str) -> Section {
        self.notes.push(note.to_owned());
        self
    }

    /// Its name where sections are asked for.
    fn name(&self) -> String {
        self.title.to_lowercase().replace(' ', "-")
    }

    /// Whether it is among the sections that are asked for; all but the advanced ones are if none is named.
    fn is_among(&self, only: &[String]) -> bool {
        let name = self.name();
        match only {
            [] => !ADVANCED.contains(&&*name),
            only => only.iter().any(|asked| name.starts_with(&**asked)),
        }
    }
}

impl Report {
    /// The report as text that ends with a line break; of a text for people these sections, or all.
    ///
    /// # Errors
    /// When the format rejects a value; the values of a digest are never rejected.
    pub fn render(&self, format: Format, only: &[String]) -> Result<String, TableError> {
        match format {
            Format::Json => Ok(serde_json::to_string_pretty(self)? + "\n"),
            Format::Csv => self.standings(Standing::table).render(Format::Csv),
            Format::Table | Format::Markdown => self.text(format, only),
        }
    }

    /// The standings of all runs; with a column `run` when there are several.
    fn standings(&self, table: fn(&[Standing]) -> Table) -> Table {
        let of_run = |run: &Digest| labelled(self, run, table(&run.standings));
        joined(self.runs.iter().map(of_run)).unwrap_or_else(|| table(&[]))
    }

    fn text(&self, format: Format, only: &[String]) -> Result<String, TableError> {
        let terminal = if format == Format::Table { terminal_width() } else { None };
        let width = terminal.map_or(USUAL, sparkline_width);
        let (heading, sections) = match &self.runs[..] {
            [run] => (heading(&run.run), sections::sections(run, width)),
            _ => (Vec::new(), self.overview()),
        };
        let heading = if only.is_empty() { heading } else { Vec::new() };
        let mut text = paragraph(&heading, format);
        for section in sections.iter().filter(|section| section.is_among(only)) {
            if !text.is_empty() {
                text.push('\n');
            }
            text += &section.render(format, terminal)?;
        }
        let left = sections.iter().filter(|section| only.is_empty() && !section.is_among(only));
        let left: Vec<String> = left.map(Section::name).collect();
        if !left.is_empty() {
            text += &format!("\nMore sections: --only {}\n", left.join(","));
        }
        Ok(text)
    }

    /// The limitations of the runs' ratings: one note for all runs with the same ones.
    fn rating_remarks(&self) -> Vec<String> {
        let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
        for run in &self.runs {
            for why in &run.ratings.remarks {
                match told.iter_mut().find(|(known, _)| known == why) {
                    Some((_, labels)) => labels.push(&run.run.label),
                    None => told.push((why, vec![&run.run.label])),
                }
            }
        }
        told.iter().map(|(why, labels)| format!("{}: {why}.", shortened(labels))).collect()
    }

    /// How the runs are ranked: one line, unless their schedules differ.
    fn legends(&self) -> Vec<&str> {
        let mut legends: Vec<&str> =
            self.runs.iter().map(|run| run.ratings.legend.as_str()).collect();
        legends.dedup();
        legends.truncate(1 + usize::from(legends.len() == 2));
        legends
    }

    /// The report on several runs.
    fn overview(&self) -> Vec<Section> {
        let runs = runs_table(self.runs.iter().map(|digest| &digest.run));
        let faults = self.runs.iter().filter_map(|run| match sections::faults(run)?.body {
            Body::Table(table) => Some(labelled(self, run, table)),
            Body::Commands(_) => None,
        });
        let faults = joined(faults).map(|table| Section::new("Faults", table));
        let standings = Section::new("Standings", self.standings(Standing::summary))
            .noted("`lettergame report FOLDER` shows more of one run, --format json more of all.");
        let legends: Vec<&str> = self.legends();
        let standings = legends.iter().fold(standings, |section, legend| section.noted(legend));
        let remarks = self.rating_remarks();
        let standings = remarks.iter().fold(standings, |section, told| section.noted(told));
        let mut sections = vec![Section::new("Runs", runs)];
        sections.extend(pivot::sections(self));
        sections.push(standings);
        sections.extend(faults);
        sections
    }
}

/// The runs with their games and folders.
fn runs_table<'a>(runs: impl Iterator<Item = &'a RunTitle>) -> Table {
    let mut table = Table::new(&["run", "game", "games", "deals", "seed", "folder"]);
    for run in runs {
        table.push(vec![
            Cell::text(&run.label),
            Cell::text(&run.game),
            Cell::text(&progress(run)),
            Cell::count(run.deals),
            Cell::count(run.seed),
            Cell::text(&run.dir),
        ]);
    }
    table
}

/// The first few runs, so that a note stays short.
fn shortened(labels: &[&str]) -> String {
    match labels.len().checked_sub(MAX_LISTED) {
        None | Some(0 | 1) => labels.join(", "),
        Some(more) => format!("{}, {more} other runs", labels[..MAX_LISTED].join(", ")),
    }
}

fn labelled(report: &Report, run: &Digest, table: Table) -> Table {
    if report.runs.len() > 1 { table.labelled("run", &run.run.label) } else { table }
}

fn joined(tables: impl Iterator<Item = Table>) -> Option<Table> {
    tables.reduce(|mut whole, table| {
        whole.extend(table);
        whole
    })
}

/// As wide as the terminal allows.
fn sparkline_width(terminal: usize) -> usize {
    terminal.saturating_sub(BESIDE).clamp(NARROWEST, WIDEST)
}

/// The conditions of the run, and its progress.
fn heading(run: &RunTitle) -> Vec<String> {
    let rule = |(key, value): (&String, &serde_json::Value)| match value.as_str() {
        Some(text) => format!("{key} {text}"),
        None => format!("{key} {value}"),
    };
    let rules: Vec<String> = run.rules.iter().map(rule).collect();
    let mut lines = vec![
        format!("{} ({}): {}", run.name, run.game, run.players.join(", ")),
        format!("rules: {}", rules.join(", ")),
        format!(
            "{} games, {} deals; {}, seats {}; seed {}; shard {}; fingerprint {}",
            progress(run),
            run.deals,
            run.schedule,
            run.seating,
            run.seed,
            run.shard,
            run.fingerprint
        ),
    ];
    if run.cut {
        lines.push("An incomplete game after the last complete one is skipped.".into());
    }
    lines
}

/// `60`, or `34 of 60`.
fn progress(run: &RunTitle) -> String {
    if run.games_done == run.games_total {
        run.games_done.to_string()
    } else {
        format!("{} of {}", run.games_done, run.games_total)
    }
}

/// Lines that stay separate lines in Markdown; the first is a title.
fn paragraph(lines: &[String], format: Format) -> String {
    let Some((title, rest)) = lines.split_first() else { return String::new() };
    if format == Format::Markdown {
        let items: Vec<String> = rest.iter().map(|line| format!("- {line}\n")).collect();
        format!("# {title}\n\n{}", items.concat())
    } else {
        lines.iter().map(|line| line.clone() + "\n").collect()
    }
}

impl Section {
    /// The text for a terminal with this many columns.
    fn render(&self, format: Format, terminal: Option<usize>) -> Result<String, TableError> {
        let markdown = format == Format::Markdown;
        let body = match &self.body {
            Body::Table(table) => table.render_within(format, terminal)?,
            Body::Commands(commands) => list(commands, markdown),
        };
        let lines = |note: &String| folded(note, terminal.unwrap_or(usize::MAX)).join("\n");
        let notes: Vec<String> = self.notes.iter().map(|note| lines(note) + "\n").collect();
        let notes = notes.concat();
        Ok(match (markdown, notes.is_empty()) {
            (true, true) => format!("## {}\n\n{body}", self.title),
            (true, false) => format!("## {}\n\n{body}\n{notes}", self.title),
            (false, _) => format!("{}\n{body}{notes}", self.title),
        })
    }
}

/// Commands with what they show; one per line, so that they can be copied.
fn list(commands: &[(String, String)], markdown: bool) -> String {
    let width = commands.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    let line = |(what, command): &(String, String)| match markdown {
        true => format!("- {what}: `{command}`\n"),
        false => format!("  {what:width$}  {command}\n"),
    };
    commands.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{Section, list, sparkline_width};
    use crate::{Cell, Format, Table};

    #[test]
    fn tables_too_wide_for_the_terminal_are_stacked() {
        let mut table = Table::new(&["player", "score"]);
        table.push(vec![Cell::text("letter-value"), Cell::text("12.3 (11.0 to 13.6)")]);
        let section = Section::new("Standings", table).noted("A note.");
        let render = |terminal| section.render(Format::Table, terminal).unwrap();
        let wide = render(Some(200));
        assert!(wide.contains('┆') && wide == render(None), "{wide}");
        let wanted = "Standings\nletter-value\n  score  12.3 (11.0 to 13.6)\nA note.\n";
        assert_eq!(render(Some(30)), wanted);
        let markdown = section.render(Format::Markdown, None).unwrap();
        assert!(markdown.starts_with("## Standings\n\n| player"), "{markdown}");
        assert!(markdown.ends_with("\n\nA note.\n"), "{markdown}");
    }

    #[test]
    fn sparklines_use_the_remaining_width() {
        assert_eq!([20, 80, 90, 400].map(sparkline_width), [8, 8, 18, 32]);
    }

    #[test]
    fn commands_are_not_wrapped() {
        let commands = [("a", "one two"), ("bcd", "three")];
        let commands = commands.map(|(what, command)| (what.to_owned(), command.to_owned()));
        assert_eq!(list(&commands, false), "  a    one two\n  bcd  three\n");
        assert_eq!(list(&commands, true), "- a: `one two`\n- bcd: `three`\n");
    }
}
