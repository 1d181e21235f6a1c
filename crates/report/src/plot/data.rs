//! The numbers of a plot as a table, for readers who cannot see it or want to copy them.

use maud::{Markup, Render, html};

/// Rows of texts under columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Data {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    names: usize,
}

impl Data {
    /// An empty table.
    #[must_use]
    pub fn new(columns: impl IntoIterator<Item = impl Into<String>>) -> Data {
        Data { columns: columns.into_iter().map(Into::into).collect(), rows: vec![], names: 1 }
    }

    /// Marks this many first columns as names rather than figures.
    #[must_use]
    pub fn named_by(self, names: usize) -> Data {
        Data { names, ..self }
    }

    /// Adds a row with a text for each column; the first is the row's name.
    pub fn push(&mut self, row: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl Render for Data {
    fn render(&self) -> Markup {
        html! {
            div.scroll tabindex="0" role="group" aria-label="table, scrolls sideways" {
                table {
                    thead { tr {
                        @for (index, column) in self.columns.iter().enumerate() {
                            th.text[index > 0 && index < self.names] scope="col" { (column) }
                        }
                    } }
                    tbody { @for row in &self.rows { (self.row(row)) } }
                }
            }
        }
    }
}

impl Data {
    fn row(&self, row: &[String]) -> Markup {
        html! {
            tr {
                @for (index, text) in row.iter().enumerate() {
                    @if index == 0 {
                        th scope="row" { (text) }
                    } @else {
                        td.text[index < self.names] { (text) }
                    }
                }
            }
        }
    }
}
