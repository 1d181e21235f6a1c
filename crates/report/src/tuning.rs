//! The result of a tuning, as text and for programs; and the course of its parameters as a picture.

use serde_json::{Value, json};

use crate::document::{CsvColumn, Document, Passage, columns};
use crate::plot::{Across, Drawing, Line, LinePoint, Lines, Picture, Plot, Series, Unit, WIDE};
use crate::{Cell, ComparisonReport, Table};

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
const COLUMNS: [CsvColumn<&str>; 12] = [
    ("parameter", "/name", None),
    ("min", "/min", None),
    ("max", "/max", None),
    ("from", "/from", None),
    ("found", "/found", None),
    ("player", "/player", None),
    ("points_difference", "/finding/points/difference", Some(6)),
    ("points_low", "/finding/points/low", Some(6)),
    ("points_high", "/finding/points/high", Some(6)),
    ("wins_difference", "/finding/win_share/difference", Some(6)),
    ("wins_low", "/finding/win_share/low", Some(6)),
    ("wins_high", "/finding/win_share/high", Some(6)),
];

impl TuningReport {
    /// The report in all formats.
    #[must_use]
    pub fn document(&self) -> Document {
        let TuningReport { from, found, iterations, games, seed, .. } = self;
        let comparison = self.comparison.as_ref().map(ComparisonReport::document);
        let parameters: Vec<Value> = self.parameters.iter().map(TuningRow::json).collect();
        let compared = comparison.as_ref().map(|comparison| comparison.json.clone());
        let records = parameters.iter().cloned().map(|mut record| {
            record["player"] = found.as_str().into();
            record["finding"] =
                compared.as_ref().map_or(Value::Null, |all| all["findings"][0].clone());
            record
        });
        let table = Table::of(
            &self.parameters,
            &[
                ("parameter", &|row| Cell::text(&row.key)),
                ("range", &|row| Cell::text(&format!("{} to {}", row.min, row.max))),
                ("from", &|row| Cell::Number(row.from.to_string())),
                ("found", &|row| Cell::Number(row.found.to_string())),
            ],
        );
        let unchanged = "no better values were found: the player is unchanged";
        Document {
            title: format!("{from} tuned: {iterations} iterations, {games} games, seed {seed}"),
            level: 2,
            records: records.collect(),
            columns: columns(&COLUMNS).collect(),
            json: json!({
                "from": from, "found": found, "parameters": parameters, "iterations": iterations,
                "games": games, "seed": seed, "comparison": compared,
            }),
            passages: vec![
                Passage::Table(table),
                comparison
                    .map_or_else(|| Passage::Notes(vec![unchanged.to_owned()]), Passage::Part),
                Passage::Code("found", found.clone()),
            ],
            ..Document::default()
        }
    }

    /// The values of each parameter over the iterations, one panel below the other, as a self-contained SVG
    /// document.
    #[must_use]
    pub fn plot(&self) -> String {
        Picture {
            title: &format!("Values of {} over the iterations of its tuning", self.from),
            heading: &self.found,
            panels: self.parameters.iter().map(panel).collect(),
            notes: &[],
        }
        .to_svg()
    }
}

impl TuningRow {
    fn json(&self) -> Value {
        let TuningRow { key, min, max, from, found, .. } = self;
        let [min, max, from, found] = [min, max, from, found].map(|value| number(*value));
        json!({"name": key, "min": min, "max": max, "from": from, "found": found})
    }
}

/// A number, as an integer if it is whole.
fn number(value: f64) -> Value {
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true => (value as i64).into(),
        false => value.into(),
    }
}

fn panel(row: &TuningRow) -> (Vec<String>, Drawing) {
    let TuningRow { key, min, max, from, found, way } = row;
    let point = |(x, &value): (usize, &f64)| LinePoint { x: x as f64, value, interval: None };
    let points = way.iter().enumerate().map(point).collect();
    let lines = Lines {
        lines: vec![Line { label: String::new(), series: Series(0), points }],
        across: Across::Whole,
        x: "iteration".to_owned(),
        y: key.clone(),
        unit: Unit::Plain,
        decimals: 2,
    };
    (vec![format!("{key}: {from} to {found} (range {min} to {max})")], lines.draw(WIDE))
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
        let render = |format| report().document().render(format).unwrap();
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
