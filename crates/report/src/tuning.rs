//! The result of a tuning, as text and for programs; and the course of its parameters as a picture.

use maud::{PreEscaped, html};
use serde_json::{Value, json};

use crate::plot::{Across, Line, LinePoint, Lines, Plot, Series, Unit, WIDE};
use crate::{Cell, ComparisonReport, Format, Table, TableError};

/// The result of a tuning.
#[derive(Clone, Debug)]
pub struct TuningReport {
    /// The original player.
    pub from: String,
    /// The player with the tuned values.
    pub found: String,
    /// Its parameters.
    pub parameters: Vec<TuningRow>,
    /// The number of iterations.
    pub iterations: u64,
    /// The number of games they took.
    pub games: u64,
    /// The seed of the tuning.
    pub seed: u64,
    /// The comparison of the tuned player with the original one, on deals that no iteration played; `None` if
    /// both are the same.
    pub comparison: Option<ComparisonReport>,
}

/// A parameter that was tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningRow {
    /// Its key.
    pub key: String,
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
    /// The original value.
    pub from: f64,
    /// The tuned value.
    pub found: f64,
    /// The values after each iteration, starting with the original ones.
    pub way: Vec<f64>,
}

/// The columns of the CSV, a row for each parameter; those after `player` concern the whole player.
const COLUMNS: [&str; 12] = [
    "parameter",
    "min",
    "max",
    "from",
    "found",
    "player",
    "points_difference",
    "points_low",
    "points_high",
    "wins_difference",
    "wins_low",
    "wins_high",
];

impl TuningReport {
    /// The whole report in a format; ends with a line break.
    ///
    /// # Errors
    /// When the format rejects a value.
    pub fn render(&self, format: Format) -> Result<String, TableError> {
        match format {
            Format::Table | Format::Markdown => self.text(format),
            Format::Csv => self.csv()?.render(Format::Csv),
            Format::Json => Ok(format!("{:#}\n", self.json()?)),
        }
    }

    fn text(&self, format: Format) -> Result<String, TableError> {
        let markdown = format == Format::Markdown;
        let title = format!(
            "{} tuned: {} iterations, {} games, seed {}",
            self.from, self.iterations, self.games, self.seed
        );
        let mut table = Table::new(&["parameter", "range", "from", "found"]);
        for row in &self.parameters {
            table.push(vec![
                Cell::text(&row.key),
                Cell::text(&format!("{} to {}", row.min, row.max)),
                Cell::Number(row.from.to_string()),
                Cell::Number(row.found.to_string()),
            ]);
        }
        let head = if markdown { format!("## {title}\n\n") } else { format!("{title}\n") };
        let found = match markdown {
            true => format!("\nfound: `{}`\n", self.found),
            false => format!("found: {}\n", self.found),
        };
        let comparison = match &self.comparison {
            Some(told) => told.render(format)?,
            None => "no better values were found: the player is unchanged\n".to_owned(),
        };
        Ok(format!("{head}{}\n{comparison}{found}", table.render(format)?))
    }

    fn csv(&self) -> Result<Table, TableError> {
        let comparison = self.comparison_json()?;
        let finding = &comparison["findings"][0];
        let cell = |part: &str, key: &str| match finding[part][key].as_f64() {
            Some(value) => Cell::number(value, 6),
            None => Cell::Nothing,
        };
        let mut table = Table::new(&COLUMNS);
        for row in &self.parameters {
            let numbers = [row.min, row.max, row.from, row.found];
            let mut cells = vec![Cell::text(&row.key)];
            cells.extend(numbers.map(|number| Cell::Number(number.to_string())));
            cells.push(Cell::text(&self.found));
            for part in ["points", "win_share"] {
                cells.extend(["difference", "low", "high"].map(|key| cell(part, key)));
            }
            table.push(cells);
        }
        Ok(table)
    }

    fn json(&self) -> Result<Value, TableError> {
        let row = |row: &TuningRow| {
            json!({
                "name": row.key,
                "min": number(row.min),
                "max": number(row.max),
                "from": number(row.from),
                "found": number(row.found),
            })
        };
        Ok(json!({
            "from": self.from,
            "found": self.found,
            "parameters": self.parameters.iter().map(row).collect::<Vec<_>>(),
            "iterations": self.iterations,
            "games": self.games,
            "seed": self.seed,
            "comparison": self.comparison_json()?,
        }))
    }

    fn comparison_json(&self) -> Result<Value, TableError> {
        match &self.comparison {
            Some(told) => Ok(serde_json::from_str(&told.render(Format::Json)?)?),
            None => Ok(Value::Null),
        }
    }

    /// The values of each parameter over the iterations, one panel below the other, as a self-contained SVG
    /// document.
    #[must_use]
    pub fn plot(&self) -> String {
        let panels: Vec<(String, Lines)> =
            self.parameters.iter().enumerate().map(|(index, row)| panel(index, row)).collect();
        let drawings: Vec<_> =
            panels.iter().map(|(title, lines)| (title, lines.draw(WIDE))).collect();
        let tops: Vec<f64> = drawings
            .iter()
            .scan(HEAD, |top, (_, drawing)| {
                let own = *top;
                *top += drawing.height + TITLE;
                Some(own)
            })
            .collect();
        let height = drawings.iter().map(|(_, drawing)| drawing.height + TITLE).sum::<f64>() + HEAD;
        let width = WIDE + 2.0 * MARGIN;
        let markup = html! {
            svg.plot xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) }
                width=(width) height=(height) role="img" aria-labelledby="tuning-title" {
                title id="tuning-title" { "Values of " (self.from) " over the iterations of its tuning" }
                style { (PreEscaped(STYLE)) }
                rect.paper width=(width) height=(height) {}
                text.ink x=(MARGIN) y="26" font-size="17" font-weight="600" { (self.found) }
                @for ((title, drawing), top) in drawings.iter().zip(&tops) {
                    g transform={ "translate(" (MARGIN) " " (top) ")" } {
                        text.ink x="0" y="14" { (title) }
                        g transform={ "translate(0 " (TITLE) ")" } { (drawing.marks) }
                    }
                }
            }
        };
        markup.into_string() + "\n"
    }
}

/// A number, as an integer if it is whole.
fn number(value: f64) -> Value {
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true => (value as i64).into(),
        false => value.into(),
    }
}

/// Above the panels, above the plot of each, and beside them.
const HEAD: f64 = 46.0;
const TITLE: f64 = 22.0;
const MARGIN: f64 = 16.0;

/// Plain colours, because not every SVG viewer supports variables.
const STYLE: &str = "
svg{color-scheme:light dark;font-family:system-ui,'DejaVu Sans',sans-serif;font-size:13px}
.paper{fill:#fff}.ink,text{fill:#1d2228}.axis text,.name{fill:#545c66;font-size:12px}
.grid{stroke:#e3e6ea}.line{fill:none;stroke:#0a7ae6;stroke-width:2}.mark{fill:#0a7ae6}.end{display:none}
@media (prefers-color-scheme:dark){
.paper{fill:#15181d}.ink,text{fill:#e8eaed}.axis text,.name{fill:#a9b1bb}
.grid{stroke:#2c323a}.line{stroke:#4aa8ec}.mark{fill:#4aa8ec}}
";

fn panel(index: usize, row: &TuningRow) -> (String, Lines) {
    let points = row.way.iter().enumerate();
    let point = |(x, &value): (usize, &f64)| LinePoint { x: x as f64, value, interval: None };
    let line =
        Line { label: row.key.clone(), series: Series(index), points: points.map(point).collect() };
    let title =
        format!("{}: {} to {} (range {} to {})", row.key, row.from, row.found, row.min, row.max);
    let lines = Lines {
        lines: vec![line],
        across: Across::Whole,
        x: "iteration".to_owned(),
        y: row.key.clone(),
        unit: Unit::Plain,
        decimals: 2,
    };
    (title, lines)
}

#[cfg(test)]
mod tests {
    use super::{TuningReport, TuningRow};
    use crate::Format;

    fn report() -> TuningReport {
        let row = TuningRow {
            key: "need".to_owned(),
            min: 0.0,
            max: 20.0,
            from: 3.0,
            found: 5.0,
            way: vec![3.0, 4.5, 5.25],
        };
        TuningReport {
            from: "shadow".to_owned(),
            found: "shadow:need=5".to_owned(),
            parameters: vec![row],
            iterations: 2,
            games: 24,
            seed: 7,
            comparison: None,
        }
    }

    #[test]
    fn every_format_names_what_was_found() {
        let render = |format| report().render(format).unwrap();
        assert!(render(Format::Table).ends_with("\nfound: shadow:need=5\n"));
        assert!(render(Format::Markdown).ends_with("\nfound: `shadow:need=5`\n"));
        let csv = render(Format::Csv);
        assert_eq!(csv.lines().nth(1), Some("need,0,20,3,5,shadow:need=5,,,,,,"));
        let json: serde_json::Value = serde_json::from_str(&render(Format::Json)).unwrap();
        assert_eq!((&json["found"], &json["comparison"]), (&"shadow:need=5".into(), &().into()));
        assert_eq!(json["parameters"][0]["found"], 5);
    }

    #[test]
    fn the_picture_is_a_standalone_document_with_a_panel_per_parameter() {
        let mut report = report();
        report.parameters.push(TuningRow { key: "a<b".to_owned(), ..report.parameters[0].clone() });
        let picture = report.plot();
        let document = roxmltree::Document::parse(&picture).unwrap();
        let count = |class: &str| {
            let of_class = |node: &roxmltree::Node<'_, '_>| {
                node.attribute("class").is_some_and(|own| own.split(' ').any(|one| one == class))
            };
            document.descendants().filter(of_class).count()
        };
        assert_eq!(count("line"), 2);
        assert!(picture.contains("need: 3 to 5 (range 0 to 20)") && picture.contains("a&lt;b"));
        assert!(!picture.contains("NaN"));
    }
}
