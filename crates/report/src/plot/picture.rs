//! Plots as a self-contained SVG document: no fonts, scripts or other files.

use maud::{Markup, PreEscaped, html};

use crate::plot::figure::{Drawing, WIDE};
use crate::plot::path::Px;
use crate::plot::style::plain_style;

/// Drawings one below the other, with text around them.
pub struct Picture<'a> {
    /// What it shows, for screen readers.
    pub title: &'a str,
    /// Above all drawings.
    pub heading: &'a str,
    /// The drawings, [`WIDE`] or narrower, each below its lines of text.
    pub panels: Vec<(Vec<String>, Drawing)>,
    /// Lines below all drawings.
    pub notes: &'a [&'a str],
}

const MARGIN: f64 = 16.0;
/// Height of a line of text, and of the heading.
const LINE: f64 = 18.0;
const HEAD: f64 = 44.0;

impl Picture<'_> {
    /// The document, without characters that XML does not allow; ends with a line break.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut below = HEAD;
        let mut row = |height: f64| {
            below += height;
            below - height
        };
        let line =
            |top: f64, text: &str| html! { text.value x=(MARGIN) y=(Px(top + 13.0)) { (text) } };
        let mut rows: Vec<Markup> = Vec::new();
        for (lines, drawing) in &self.panels {
            rows.extend(lines.iter().map(|text| line(row(LINE), text)));
            let top = Px(row(drawing.height + LINE));
            rows.push(
                html! { g transform={ "translate(" (MARGIN) " " (top) ")" } { (drawing.marks) } },
            );
        }
        rows.extend(self.notes.iter().map(|text| line(row(LINE), text)));
        let (width, height) = (Px(WIDE + 2.0 * MARGIN), Px(row(LINE)));
        let markup = html! {
            svg.plot xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) }
                width=(width) height=(height) role="img" aria-labelledby="picture-title" {
                title id="picture-title" { (self.title) }
                style { (PreEscaped(plain_style())) }
                rect.paper width=(width) height=(height) {}
                text x=(MARGIN) y="28" font-size="17" font-weight="600" { (self.heading) }
                @for row in &rows { (row) }
            }
        };
        let is_allowed =
            |c: &char| *c == '\n' || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'));
        markup.into_string().chars().filter(is_allowed).chain(['\n']).collect()
    }
}
