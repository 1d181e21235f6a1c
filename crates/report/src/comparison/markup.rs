//! A comparison as part of a page.

use maud::{Markup, html};

use crate::ComparisonReport;
use crate::plot::figures;

impl ComparisonReport {
    /// The table of figures, the verdict on each candidate and the remarks, as the text has them.
    #[must_use]
    pub fn markup(&self) -> Markup {
        html! {
            (self.table().markup())
            @for finding in &self.comparison.findings { p { strong { (figures(self.sentence(finding, false))) } } }
            ul.remarks { @for note in self.notes() { li { (figures(note)) } } }
        }
    }
}
