//! The report on joined runs as text.

use crate::text::{Section, rating_sections, runs_table, sections, terminal_width};
use crate::{Format, JoinedReport, Standing, TableError};

impl JoinedReport {
    /// The report as text that ends with a line break; CSV has only the standings.
    ///
    /// # Errors
    /// When the format rejects a value; the values of a report are never rejected.
    pub fn render(&self, format: Format) -> Result<String, TableError> {
        let terminal = match format {
            Format::Json => return Ok(serde_json::to_string_pretty(self)? + "\n"),
            Format::Csv => return Standing::table(&self.standings).render(Format::Csv),
            Format::Table => terminal_width(),
            Format::Markdown => None,
        };
        let rendered: Result<Vec<String>, TableError> =
            self.sections().iter().map(|section| section.render(format, terminal)).collect();
        Ok(rendered?.join("\n"))
    }

    fn sections(&self) -> Vec<Section> {
        let (standings, ratings) = (&self.standings[..], &self.ratings);
        let note = "All games are rated together; a deal of one run is independent of those of the others.";
        let all = [
            Some(Section::new("Runs", runs_table(self.runs.iter())).noted(note)),
            Some(sections::standing(standings, ratings)),
            rating_sections::differences(standings, ratings),
            rating_sections::above(standings, ratings),
            rating_sections::model(ratings, self.seats),
        ];
        all.into_iter().flatten().collect()
    }
}
