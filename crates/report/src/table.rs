//! A table of results, and its output formats.

use std::fmt;
use std::str::FromStr;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, TableStyle, presets};
use maud::{Markup, html};
use serde_json::{Map, Value};
use thiserror::Error;

use lettergame_core::base::terminal_text;

/// The format of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns for a terminal, wrapped to its width.
    #[default]
    Table,
    /// An array of objects.
    Json,
    /// A header and a line for each row.
    Csv,
    /// For a page or a job summary.
    Markdown,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 4] = [Format::Table, Format::Json, Format::Csv, Format::Markdown];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Table => "table",
            Format::Json => "json",
            Format::Csv => "csv",
            Format::Markdown => "markdown",
        })
    }
}

impl FromStr for Format {
    type Err = ();
    fn from_str(text: &str) -> Result<Format, ()> {
        Format::ALL.into_iter().find(|format| format.to_string() == text).ok_or(())
    }
}

/// One value of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Text.
    Text(String),
    /// A number, formatted.
    Number(String),
    /// No value.
    Nothing,
}

impl Cell {
    /// Text.
    #[must_use]
    pub fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    /// A whole number.
    #[must_use]
    pub fn count(count: u64) -> Cell {
        Cell::Number(count.to_string())
    }

    /// A number with this many decimals.
    #[must_use]
    pub fn number(value: f64, decimals: usize) -> Cell {
        Cell::Number(shown(value, decimals))
    }

    /// A number, or no value.
    #[must_use]
    pub fn maybe(value: Option<f64>, decimals: usize) -> Cell {
        value.map_or(Cell::Nothing, |value| Cell::number(value, decimals))
    }

    fn shown(&self) -> &str {
        match self {
            Cell::Text(text) | Cell::Number(text) => text,
            Cell::Nothing => "",
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => Value::from(text.as_str()),
            Cell::Number(text) => serde_json::from_str(text).unwrap_or(Value::Null),
            Cell::Nothing => Value::Null,
        }
    }
}

/// A number with this many decimals, without negative zero.
pub(super) fn shown(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.trim_start_matches('-').bytes().all(|b| b == b'0' || b == b'.');
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// The minimum assumed width of a terminal.
const NARROWEST: u16 = 40;

/// Columns in which no cell is longer than this are not wrapped.
const WHOLE: u16 = 14;

/// The width of the terminal, or else of the environment variable, as for a pager.
pub(super) fn available_width() -> Option<u16> {
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    comfy_table::Table::new().width().or_else(named)
}

/// Box-drawing lines, or ASCII if the locale does not support them.
fn line_style() -> TableStyle {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(std::env::var_os);
    match locale.as_deref().and_then(|locale| locale.to_str()) {
        Some("C" | "POSIX") => presets::ASCII_FULL_CONDENSED,
        _ => presets::UTF8_FULL_CONDENSED,
    }
}

/// Rows under named columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// Why a table cannot be written.
#[derive(Debug, Error)]
pub enum TableError {
    /// CSV error.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// JSON error.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Table {
    /// An empty table.
    #[must_use]
    pub fn new(columns: &[&str]) -> Table {
        Table { columns: columns.iter().map(|&column| column.to_owned()).collect(), rows: vec![] }
    }

    /// Adds a row with a cell for each column.
    pub fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// Adds a first column with the same text in every row.
    #[must_use]
    pub fn labelled(mut self, column: &str, label: &str) -> Table {
        self.columns.insert(0, column.to_owned());
        self.rows.iter_mut().for_each(|row| row.insert(0, Cell::text(label)));
        self
    }

    /// Adds the rows of a table with the same columns.
    pub fn extend(&mut self, other: Table) {
        self.rows.extend(other.rows);
    }

    /// The table as text that ends with a line break.
    ///
    /// # Errors
    /// When the format rejects a value; a table of text and finite numbers is never rejected.
    pub fn render(&self, format: Format) -> Result<String, TableError> {
        match format {
            Format::Table => Ok(self.aligned(line_style(), ContentArrangement::Dynamic)),
            Format::Markdown => {
                Ok(self.aligned(presets::ASCII_MARKDOWN, ContentArrangement::Disabled))
            }
            Format::Csv => self.csv(),
            Format::Json => Ok(serde_json::to_string_pretty(&self.json())? + "\n"),
        }
    }

    fn aligned(&self, style: TableStyle, arrangement: ContentArrangement) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(style).set_content_arrangement(arrangement);
        match available_width() {
            Some(columns) if columns >= NARROWEST => table.set_width(columns),
            _ => table.set_content_arrangement(ContentArrangement::Disabled),
        };
        table.set_header(&self.columns);
        for row in &self.rows {
            table.add_row(row.iter().map(|cell| {
                let shown = comfy_table::Cell::new(terminal_text(cell.shown()));
                match cell {
                    Cell::Number(_) => shown.set_alignment(CellAlignment::Right),
                    Cell::Text(_) | Cell::Nothing => shown,
                }
            }));
        }
        // names and numbers are kept whole; longer text is wrapped between words
        let widths: Vec<u16> = table.column_max_content_widths();
        for (column, width) in table.column_iter_mut().zip(widths) {
            if width <= WHOLE {
                column.set_constraint(ColumnConstraint::ContentWidth);
            }
        }
        let lines: Vec<String> =
            table.to_string().lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        lines.concat()
    }

    /// The width of the aligned rows without a limit, in characters.
    pub(super) fn width(&self) -> usize {
        let text = self.aligned(presets::UTF8_FULL_CONDENSED, ContentArrangement::Disabled);
        text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    }

    /// A paragraph for each row, for a terminal that is too narrow for columns: the first cell as its title,
    /// followed by a line for each other nonempty cell.
    pub(super) fn stacked(&self) -> String {
        let names = self.columns.iter().skip(1);
        let width = names.clone().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for row in &self.rows {
            text += &terminal_text(row.first().map_or("", Cell::shown));
            text.push('\n');
            let cells = names.clone().zip(row.iter().skip(1).map(Cell::shown));
            for (name, shown) in cells.filter(|(_, shown)| !shown.is_empty()) {
                text += &format!("  {name:width$}  {}\n", terminal_text(shown));
            }
        }
        text
    }

    fn csv(&self) -> Result<String, TableError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.columns)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(Cell::shown))?;
        }
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The table as part of a page; wide ones scroll.
    #[must_use]
    pub fn markup(&self) -> Markup {
        html! {
            div.scroll tabindex="0" role="group" aria-label="table, scrolls sideways" {
                table {
                    thead { tr { @for column in &self.columns { th scope="col" { (column) } } } }
                    tbody {
                        @for row in &self.rows {
                            tr { @for cell in row { td.number[matches!(cell, Cell::Number(_))] { (cell.shown()) } } }
                        }
                    }
                }
            }
        }
    }

    /// The rows as an array of objects.
    #[must_use]
    pub fn json(&self) -> Value {
        let object = |row: &Vec<Cell>| {
            let cells = row.iter().map(Cell::json);
            Value::Object(self.columns.iter().cloned().zip(cells).collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(object).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Format, Table};

    fn table() -> Table {
        let mut table = Table::new(&["name", "mean"]);
        table.push(vec![Cell::text("a,b"), Cell::number(1.25, 1)]);
        table.push(vec![Cell::text("c"), Cell::Nothing]);
        table
    }

    #[test]
    fn terminals_get_no_control_characters() {
        let mut hostile = Table::new(&["name", "note"]);
        hostile.push(vec![Cell::text("\u{1b}[31mred"), Cell::text("\u{202e}back")]);
        for text in [
            hostile.render(Format::Table).unwrap(),
            hostile.render(Format::Markdown).unwrap(),
            hostile.stacked(),
        ] {
            assert!(text.contains("\\u{1b}[31mred") && text.contains("\\u{202e}back"), "{text}");
        }
    }

    #[test]
    fn every_format_has_the_same_content() {
        let render = |format| table().render(format).unwrap();
        assert_eq!(render(Format::Csv), "name,mean\n\"a,b\",1.2\nc,\n");
        let json: serde_json::Value = serde_json::from_str(&render(Format::Json)).unwrap();
        assert_eq!(
            json,
            serde_json::json!([{"name": "a,b", "mean": 1.2}, {"name": "c", "mean": null}])
        );
        assert!(render(Format::Markdown).starts_with("| name | mean |\n|---"));
        assert!(render(Format::Table).contains("a,b"));
    }

    #[test]
    fn rows_are_stacked_where_columns_are_too_wide() {
        assert_eq!(table().stacked(), "a,b\n  mean  1.2\nc\n");
        assert_eq!(table().width(), "│ name ┆ mean │".chars().count());
    }

    #[test]
    fn zero_is_never_minus_zero() {
        assert_eq!(Cell::number(-0.001, 2), Cell::Number("0.00".into()));
        assert_eq!(Cell::number(-0.01, 2), Cell::Number("-0.01".into()));
    }
}
