//! The rows of played games, as columns or already as text.

use std::borrow::Cow;

use crate::RowBatch;

/// The form in which workers return rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowForm {
    /// Typed columns, for callers that analyse or discard them.
    Columns,
    /// Lines of CSV, for callers that write files.
    Csv,
}

/// The rows of `scores.csv`, `rounds.csv` and `plies.csv`, for those that are recorded.
#[derive(Clone, Debug)]
pub enum Rows {
    /// As columns.
    Columns(Vec<RowBatch>),
    /// As lines of CSV, without header lines.
    Csv(Vec<Vec<u8>>),
}

impl Default for Rows {
    fn default() -> Rows {
        Rows::Columns(Vec::new())
    }
}

impl Rows {
    /// The lines of each file, without header lines.
    #[must_use]
    pub fn csv(&self) -> Cow<'_, [Vec<u8>]> {
        match self {
            Rows::Columns(files) => files.iter().map(RowBatch::to_csv).collect(),
            Rows::Csv(files) => Cow::Borrowed(files),
        }
    }

    /// The columns of each file; empty if the rows are text.
    #[must_use]
    pub fn columns(&self) -> &[RowBatch] {
        match self {
            Rows::Columns(files) => files,
            Rows::Csv(_) => &[],
        }
    }

    /// The columns of each file; empty if the rows are text.
    #[must_use]
    pub fn into_columns(self) -> Vec<RowBatch> {
        match self {
            Rows::Columns(files) => files,
            Rows::Csv(_) => Vec::new(),
        }
    }

    /// Converts to that form, unless it is text already.
    #[must_use]
    pub fn into_form(self, form: RowForm) -> Rows {
        match form {
            RowForm::Columns => self,
            RowForm::Csv => Rows::Csv(self.csv().into_owned()),
        }
    }

    /// Appends the rows of games that follow all of these.
    pub fn append(&mut self, other: Rows) {
        match (&mut *self, other) {
            (Rows::Columns(files), other) if files.is_empty() => *self = other,
            (Rows::Columns(files), Rows::Columns(more)) => {
                files.iter_mut().zip(&more).for_each(|(file, more)| file.append(more));
            }
            (Rows::Csv(files), more) => {
                files.iter_mut().zip(more.csv().iter()).for_each(|(file, more)| file.extend(more));
            }
            (_, more) => {
                *self = Rows::Csv(self.csv().into_owned());
                self.append(more);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RowBatch, RowForm, Rows};
    use lettergame_game::{Cells, Column};

    fn rows(number: i64) -> Rows {
        let mut batch = RowBatch::new([&[Column::long("game", ""), Column::int("seat", "")], &[]]);
        batch.number(number);
        batch.number(0);
        batch.end_row();
        Rows::Columns(vec![batch])
    }

    #[test]
    fn rows_are_joined_in_any_form() {
        let forms = [RowForm::Columns, RowForm::Csv];
        for (one, two) in forms.iter().flat_map(|one| forms.map(|two| (*one, two))) {
            let mut all = Rows::default();
            all.append(rows(1).into_form(one));
            all.append(rows(2).into_form(two));
            assert_eq!(*all.csv(), [b"1,0\n2,0\n".to_vec()], "{one:?} {two:?}");
        }
        assert_eq!(rows(1).columns().len(), 1);
        assert!(rows(1).into_form(RowForm::Csv).columns().is_empty());
    }
}
