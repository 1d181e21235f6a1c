//! The report of a comparison, a race or a tuning: what it says, and its formats for people and programs.

use maud::{Markup, html};
use quick_junit::{NonSuccessKind, SerializeError, TestCase, TestCaseStatus, TestSuite};
use serde_json::Value;

use crate::plot::figures;
use crate::{Cell, Format, Table, TableError};

/// A report, ready to be written in any format.
#[derive(Debug, Default)]
pub struct Document {
    pub(crate) title: String,
    /// The level of the title in Markdown; on a page, where it is not shown, that of the parts.
    pub(crate) level: usize,
    /// The conditions in words.
    pub(crate) conditions: String,
    /// For people, in order.
    pub(crate) passages: Vec<Passage>,
    /// For programs: everything as one object.
    pub(crate) json: Value,
    /// The objects with a row each in the CSV, and their columns.
    pub(crate) records: Vec<Value>,
    pub(crate) columns: Vec<CsvColumn>,
    /// The name of the suite of tests.
    pub(crate) suite: String,
}

/// A part of the text.
#[derive(Debug)]
pub(crate) enum Passage {
    Table(Table),
    Verdicts(Vec<VerdictLine>),
    Notes(Vec<String>),
    /// Something to copy, with what it is.
    Code(&'static str, String),
    Part(Document),
}

/// A verdict in words, and as a test.
#[derive(Debug)]
pub(crate) struct VerdictLine {
    /// Whom it is about, the verdict itself, and its evidence: parts of one sentence.
    pub(crate) sentence: [String; 3],
    /// The name of the test.
    pub(crate) test: String,
    /// Whether it passes; `None` if that is unknown.
    pub(crate) passes: Option<bool>,
    /// The verdict in a word or two.
    pub(crate) verdict: &'static str,
}

/// A column of the CSV: its name, where its values are in a record, and the decimals to which fractions are rounded.
pub(crate) type CsvColumn<S = String> = (S, S, Option<usize>);

/// Columns declared as constants.
pub(crate) fn columns(columns: &'static [CsvColumn<&str>]) -> impl Iterator<Item = CsvColumn> {
    columns.iter().map(|&(name, pointer, decimals)| (name.into(), pointer.into(), decimals))
}

impl Document {
    /// The whole report in a format; ends with a line break.
    ///
    /// # Errors
    /// When the format rejects a value.
    pub fn render(&self, format: Format) -> Result<String, TableError> {
        match format {
            Format::Table => Ok(self.paragraphs(format)?.join("\n") + "\n"),
            Format::Markdown => Ok(self.paragraphs(format)?.join("\n\n") + "\n"),
            Format::Csv => self.rows().render(format),
            Format::Json => Ok(serde_json::to_string_pretty(&self.json)? + "\n"),
        }
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Lines for the terminal, or paragraphs in Markdown.
    fn paragraphs(&self, format: Format) -> Result<Vec<String>, TableError> {
        let markdown = format == Format::Markdown;
        let title = plain(&self.title, markdown);
        let title = if markdown { format!("{} {title}", "#".repeat(self.level)) } else { title };
        let mut all = vec![title];
        all.extend((!self.conditions.is_empty()).then(|| plain(&self.conditions, markdown)));
        for block in &self.passages {
            match block {
                Passage::Table(table) => all.push(table.render(format)?.trim_end().to_owned()),
                Passage::Verdicts(verdicts) => {
                    let lines = verdicts.iter().map(|verdict| verdict.line(markdown));
                    all.push(lines.collect::<Vec<_>>().join("\n"));
                }
                Passage::Notes(notes) => all.extend(notes.iter().map(|note| plain(note, markdown))),
                Passage::Code(what, code) if markdown => all.push(format!("{what}: `{code}`")),
                Passage::Code(what, code) => all.push(format!("{what}: {code}")),
                Passage::Part(part) => {
                    all.extend((!markdown).then(String::new));
                    all.extend(part.paragraphs(format)?);
                }
            }
        }
        Ok(all)
    }

    fn rows(&self) -> Table {
        let names: Vec<&str> = self.columns.iter().map(|(name, ..)| name.as_str()).collect();
        let mut table = Table::new(&names);
        for record in &self.records {
            let cell = |(_, pointer, decimals): &CsvColumn| match record.pointer(pointer) {
                Some(Value::String(text)) => Cell::text(text),
                Some(Value::Number(number)) => match (number.as_f64(), decimals) {
                    (Some(value), Some(decimals)) if number.is_f64() => {
                        Cell::number(value, *decimals)
                    }
                    _ => Cell::Number(number.to_string()),
                },
                _ => Cell::Nothing,
            };
            table.push(self.columns.iter().map(cell).collect());
        }
        table
    }

    /// A test report in JUnit's format: a case for each verdict, which fails unless it passes.
    ///
    /// # Errors
    /// When the report cannot be written as XML.
    pub fn junit(&self) -> Result<String, SerializeError> {
        let mut suite = TestSuite::new(&self.suite);
        let verdicts = self.passages.iter().filter_map(|block| match block {
            Passage::Verdicts(verdicts) => Some(verdicts),
            _ => None,
        });
        suite.add_test_cases(verdicts.flatten().map(|verdict| verdict.test(&self.conditions)));
        let mut report = quick_junit::Report::new("lettergame compare");
        report.add_test_suite(suite);
        report.to_string()
    }

    /// The report on a page that shows its title and conditions: tables, verdicts and remarks.
    #[must_use]
    pub fn markup(&self) -> Markup {
        html! {
            @for block in &self.passages {
                @match block {
                    Passage::Table(table) => (table.markup()),
                    Passage::Verdicts(verdicts) => {
                        @for verdict in verdicts { p { strong { (figures(verdict.line(false))) } } }
                    }
                    Passage::Notes(notes) => ul.remarks { @for note in notes { li { (figures(note)) } } },
                    Passage::Code(what, code) => p { (what) ": " code { (code) } },
                    Passage::Part(part) => { h4 { (part.title) } (part.markup()) },
                }
            }
        }
    }
}

impl VerdictLine {
    /// The sentence; in Markdown an item of a list if it is about one of several.
    fn line(&self, markdown: bool) -> String {
        let [who, verdict, why] = self.sentence.each_ref().map(|part| plain(part, markdown));
        match (markdown, who.is_empty()) {
            (false, _) => who + &verdict + &why,
            (true, true) => format!("**{verdict}**{why}"),
            (true, false) => format!("- {who}**{verdict}**{why}"),
        }
    }

    fn test(&self, conditions: &str) -> TestCase {
        let sentence = self.line(false);
        let mut status = match self.passes {
            Some(true) => TestCaseStatus::success(),
            Some(false) => TestCaseStatus::non_success(NonSuccessKind::Failure),
            None => TestCaseStatus::non_success(NonSuccessKind::Error),
        };
        if self.passes != Some(true) {
            status.set_message(&sentence).set_type(self.verdict);
        }
        let mut case = TestCase::new(&self.test, status);
        case.set_classname("lettergame.compare");
        case.set_system_out(format!("{sentence}\n{conditions}"));
        case
    }
}

/// Text without control characters; in Markdown with markup in names escaped.
fn plain(text: &str, markdown: bool) -> String {
    let shown = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let slash = |c| (markdown && matches!(c, '|' | '<' | '`' | '[' | '_')).then_some('\\');
    shown.flat_map(|c| slash(c).into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Document, Passage, VerdictLine, columns};
    use crate::{Cell, Format, Table};

    fn document(passes: Option<bool>) -> Document {
        let verdict = VerdictLine {
            sentence: ["a_b: ".to_owned(), "better".to_owned(), " (p < 0.01)".to_owned()],
            test: "a_b against c".to_owned(),
            passes,
            verdict: "better",
        };
        let part = Document { title: "Speed".to_owned(), level: 4, ..Document::default() };
        Document {
            title: "a_b\u{1b} against c".to_owned(),
            level: 3,
            conditions: "seed 1".to_owned(),
            passages: vec![
                Passage::Table(Table::of([1], &[("blocks", &|count| Cell::count(*count))])),
                Passage::Verdicts(vec![verdict]),
                Passage::Notes(vec!["by -1".to_owned(), "more".to_owned()]),
                Passage::Part(part),
                Passage::Code("found", "x:_=1".to_owned()),
            ],
            json: json!({"b": 1, "a": null}),
            records: vec![json!({"name": "a,b", "in": {"share": 0.125}, "games": 2, "size": 0.5})],
            columns: columns(&[
                ("name", "/name", None),
                ("share", "/in/share", Some(2)),
                ("games", "/games", Some(2)),
                ("size", "/size", None),
                ("none", "/in/none", Some(2)),
            ])
            .collect(),
            suite: "all".to_owned(),
        }
    }

    #[test]
    fn people_get_lines_or_paragraphs() {
        let render = |format| document(None).render(format).unwrap();
        let text = render(Format::Table);
        assert!(text.starts_with("a_b\u{fffd} against c\nseed 1\n"), "{text}");
        let end = "\na_b: better (p < 0.01)\nby -1\nmore\n\nSpeed\nfound: x:_=1\n";
        assert!(text.ends_with(end), "{text}");
        assert_eq!(
            render(Format::Markdown),
            "### a\\_b\u{fffd} against c\n\nseed 1\n\n| blocks |\n|--------|\n|      1 |\n\n\
             - a\\_b: **better** (p \\< 0.01)\n\nby -1\n\nmore\n\n#### Speed\n\nfound: `x:_=1`\n"
        );
    }

    #[test]
    fn programs_get_rounded_rows_and_whole_objects() {
        let render = |format| document(None).render(format).unwrap();
        assert_eq!(render(Format::Csv), "name,share,games,size,none\n\"a,b\",0.12,2,0.5,\n");
        assert_eq!(render(Format::Json), "{\n  \"a\": null,\n  \"b\": 1\n}\n");
    }

    #[test]
    fn a_test_fails_unless_its_verdict_passes() {
        let test = |passes| document(passes).junit().unwrap();
        let message = "message=\"a_b: better (p &lt; 0.01)\" type=\"better\"";
        for (passes, counts) in
            [(Some(false), "failures=\"1\" errors=\"0\""), (None, "failures=\"0\" errors=\"1\"")]
        {
            let text = test(passes);
            assert!(text.contains(counts) && text.contains(message), "{text}");
        }
        let passed = test(Some(true));
        assert!(
            !passed.contains("message") && passed.contains("(p &lt; 0.01)\nseed 1<"),
            "{passed}"
        );
    }

    #[test]
    fn a_page_has_true_minus_signs() {
        let page = document(None).markup().into_string();
        assert!(page.contains("<strong>a_b: better (p &lt; 0.01)</strong>"), "{page}");
        assert!(
            page.contains("<li>by \u{2212}1</li>") && page.contains("<h4>Speed</h4>"),
            "{page}"
        );
    }
}
