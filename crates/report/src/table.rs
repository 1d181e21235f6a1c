//! A table of results, and its output formats.

mod column_layout;

use std::fmt;
use std::str::FromStr;

use comfy_table::{CellAlignment, ContentArrangement, TableStyle, presets};
use maud::{Markup, html};
use serde_json::{Map, Value};
use thiserror::Error;
use unicode_width::UnicodeWidthStr;

use column_layout::{ColumnText, Layout, PARTS, WORDS, layout};

use crate::plot::figures;
use lettergame_base::terminal_text;

/// The format of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns for a terminal, within its width.
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
    /// Several numbers, or one with its unit or interval.
    Figures(String),
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
            Cell::Text(text) | Cell::Number(text) | Cell::Figures(text) => text,
            Cell::Nothing => "",
        }
    }

    /// The cell on a page.
    fn page_text(&self) -> String {
        match self {
            Cell::Number(text) | Cell::Figures(text) => figures(text),
            Cell::Text(_) | Cell::Nothing => self.shown().to_owned(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) | Cell::Figures(text) => Value::from(text.as_str()),
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

/// The lines of a text within a width, broken between words.
#[must_use]
pub fn folded(text: &str, width: usize) -> Vec<String> {
    column_layout::folded(text, width, WORDS)
}

/// The minimum assumed width of a terminal.
const NARROWEST: usize = 40;

/// The width of the terminal at standard output, or else of the environment variable, as for a pager; `None`
/// for a pipe or a file.
#[must_use]
pub fn terminal_width() -> Option<usize> {
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = comfy_table::Table::new().width().map(usize::from).or_else(named)?;
    Some(width.max(NARROWEST))
}

/// The width of the terminal at standard error; `None` for a pipe or a file.
#[must_use]
pub fn stderr_width() -> Option<usize> {
    let width = comfy_table::Table::new().use_stderr().width()?;
    Some(NARROWEST.max(width.into()))
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
    /// The columns that a narrow terminal leaves out, in this order.
    expendable: Vec<String>,
}

/// The heading of a column, and the cell of a row.
pub(crate) type TableColumn<'a, T> = (&'a str, &'a dyn Fn(&T) -> Cell);

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
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Table { columns, rows: vec![], expendable: vec![] }
    }

    /// A table with a row for each item; each column has a heading and a function for its cells.
    pub(crate) fn of<T>(
        items: impl IntoIterator<Item = T>,
        columns: &[TableColumn<'_, T>],
    ) -> Table {
        let headings: Vec<&str> = columns.iter().map(|(heading, _)| *heading).collect();
        let mut table = Table::new(&headings);
        for item in items {
            table.push(columns.iter().map(|(_, cell)| cell(&item)).collect());
        }
        table
    }

    /// Names the columns that a narrow terminal leaves out, the first one first. Other formats have all.
    #[must_use]
    pub fn expendable(mut self, columns: &[&str]) -> Table {
        self.expendable = columns.iter().map(|&column| column.to_owned()).collect();
        self
    }

    /// The headings.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
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

    /// Adds a first column with the numbers of the rows, from 1.
    #[must_use]
    pub fn numbered(mut self) -> Table {
        self.columns.insert(0, "#".to_owned());
        let numbers = (1..).map(Cell::count);
        self.rows.iter_mut().zip(numbers).for_each(|(row, number)| row.insert(0, number));
        self
    }

    /// Adds the rows of a table with the same columns.
    pub fn extend(&mut self, other: Table) {
        self.rows.extend(other.rows);
    }

    /// The table as text that ends with a line break; aligned columns fit the terminal.
    ///
    /// # Errors
    /// When the format rejects a value; a table of text and finite numbers is never rejected.
    pub fn render(&self, format: Format) -> Result<String, TableError> {
        self.render_within(format, terminal_width())
    }

    /// The same, with aligned columns in this width.
    ///
    /// # Errors
    /// See [`Table::render`].
    pub fn render_within(
        &self,
        format: Format,
        available: Option<usize>,
    ) -> Result<String, TableError> {
        match format {
            Format::Table => Ok(self.escaped().fitted(available.unwrap_or(usize::MAX))),
            Format::Markdown => {
                Ok(self.escaped().aligned(presets::ASCII_MARKDOWN, &self.natural()))
            }
            Format::Csv => self.csv(),
            Format::Json => Ok(serde_json::to_string_pretty(&self.json())? + "\n"),
        }
    }

    /// The table for people, who see control characters escaped.
    fn escaped(&self) -> Table {
        let escaped = |cell: &Cell| match cell {
            Cell::Text(text) => Cell::Text(terminal_text(text).into_owned()),
            Cell::Number(_) | Cell::Figures(_) | Cell::Nothing => cell.clone(),
        };
        let rows = self.rows.iter().map(|row| row.iter().map(escaped).collect()).collect();
        Table { rows, ..self.clone() }
    }

    /// The table in this width: aligned, or a paragraph for each row.
    fn fitted(&self, available: usize) -> String {
        let columns: Vec<ColumnText<'_>> = self.texts().collect();
        match layout(&columns, available) {
            Layout::Columns(widths) => {
                let aligned = self.aligned(line_style(), &widths);
                let left_out = self.columns.iter().zip(&widths);
                let left_out: Vec<&str> = left_out
                    .filter(|(_, width)| width.is_none())
                    .map(|(name, _)| name.as_str())
                    .collect();
                if left_out.is_empty() {
                    return aligned;
                }
                let note = format!("Not shown in this width: {}.", left_out.join(", "));
                aligned + &folded(&note, available).join("\n") + "\n"
            }
            Layout::Stacked => self.stacked(available),
        }
    }

    /// The texts by column.
    fn texts(&self) -> impl Iterator<Item = ColumnText<'_>> {
        self.columns.iter().enumerate().map(|(index, heading)| ColumnText {
            heading,
            cells: self.rows.iter().filter_map(|row| row.get(index)).map(Cell::shown).collect(),
            // of two columns with the same heading, the second one
            expendable: self
                .expendable
                .iter()
                .position(|name| name == heading && !self.columns[index + 1..].contains(name)),
        })
    }

    /// All columns in full width.
    fn natural(&self) -> Vec<Option<usize>> {
        vec![Some(usize::MAX); self.columns.len()]
    }

    /// The columns that have a width, each in it.
    fn aligned(&self, style: TableStyle, widths: &[Option<usize>]) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(style).set_content_arrangement(ContentArrangement::Disabled);
        let shown = |text: &str, width: usize, breaks| {
            column_layout::folded(text, width, breaks).join("\n")
        };
        let headings = self.columns.iter().zip(widths);
        table.set_header(headings.filter_map(|(name, width)| Some(shown(name, (*width)?, PARTS))));
        for row in &self.rows {
            table.add_row(row.iter().zip(widths).filter_map(|(cell, width)| {
                let shown = comfy_table::Cell::new(shown(cell.shown(), (*width)?, WORDS));
                Some(match cell {
                    Cell::Number(_) => shown.set_alignment(CellAlignment::Right),
                    Cell::Text(_) | Cell::Figures(_) | Cell::Nothing => shown,
                })
            }));
        }
        let lines: Vec<String> =
            table.to_string().lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        lines.concat()
    }

    /// A paragraph for each row, for a terminal that is too narrow for columns: the first cell as its title,
    /// followed by each other nonempty cell with its column.
    fn stacked(&self, available: usize) -> String {
        let names = self.columns.iter().skip(1);
        let width = names.clone().map(|name| name.width()).max().unwrap_or(0);
        let indent = width + 4;
        let mut text = String::new();
        for row in &self.rows {
            text += row.first().map_or("", Cell::shown);
            text.push('\n');
            let cells = names.clone().zip(row.iter().skip(1).map(Cell::shown));
            for (name, shown) in cells.filter(|(_, shown)| !shown.is_empty()) {
                let lines = folded(shown, available.saturating_sub(indent));
                let gap = " ".repeat(width - name.width());
                text += &format!("  {name}{gap}  {}\n", lines.join(&format!("\n{:indent$}", "")));
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
                            tr { @for cell in row { td.number[matches!(cell, Cell::Number(_))] { (cell.page_text()) } } }
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
            hostile.render_within(Format::Table, Some(8)).unwrap(),
        ] {
            assert!(text.contains("\\u{1b}[31mred") && text.contains("\\u{202e}back"), "{text}");
        }
    }

    #[test]
    fn only_pages_have_true_minus_signs() {
        let mut table = Table::new(&["name", "mean", "difference"]);
        let figures = Cell::Figures("-1.5 (-2.0 to +3.1)".to_owned());
        table.push(vec![Cell::text("a -1"), Cell::number(-1.25, 1), figures]);
        let page = table.markup().into_string();
        for cell in ["a -1", "\u{2212}1.2", "\u{2212}1.5 (\u{2212}2.0 to +3.1)"] {
            assert!(page.contains(&format!(">{cell}</td>")), "{page}");
        }
        for format in [Format::Csv, Format::Json, Format::Table, Format::Markdown] {
            let text = table.render(format).unwrap();
            assert!(text.contains("-1.2") && text.contains("-1.5 (-2.0 to +3.1)"), "{text}");
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
        let render = |width| table().render_within(Format::Table, Some(width)).unwrap();
        assert_eq!(render(14), "a,b\n  mean  1.2\nc\n");
        assert!(render(15).contains("│ name ┆ mean │\n"), "{}", render(15));
    }

    #[test]
    fn zero_is_never_minus_zero() {
        assert_eq!(Cell::number(-0.001, 2), Cell::Number("0.00".into()));
        assert_eq!(Cell::number(-0.01, 2), Cell::Number("-0.01".into()));
    }
}
