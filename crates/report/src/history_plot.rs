//! A player's scores over commits as SVG.

use maud::{Markup, PreEscaped, html};

use crate::history::{Estimate, Past, RunRecord};
use crate::history_line::{Mark, Runs, marks, scores, trend_of, trend_text};
use crate::history_table::{groups, run_text, short_commit};
use crate::plot::{Ticks, number, ticks};
use crate::table::shown;
use lettergame_core::stats::Trend;

/// Width of the picture; all lengths are in view box units.
const WIDTH: f64 = 800.0;
/// Height above the first panel, of a panel, and below the last one.
const TOP: f64 = 44.0;
const PANEL: f64 = 300.0;
const BOTTOM: f64 = 48.0;
/// Line height of the footnote.
const LINE: f64 = 18.0;
/// Edges of a panel's plot area: left and right in the picture, top and bottom in the panel.
const LEFT: f64 = 76.0;
const RIGHT: f64 = WIDTH - 24.0;
const FIELD_TOP: f64 = 34.0;
const FIELD_BOTTOM: f64 = PANEL - 58.0;
/// Half the width of the caps of an interval.
const CAP: f64 = 4.0;
/// Maximum number of commits named below a panel.
const MOST_NAMED: usize = 8;

/// Colours for light and dark schemes. They are written out twice, because not every SVG viewer supports
/// variables.
const STYLE: &str = "
svg{color-scheme:light dark;font-family:system-ui,'DejaVu Sans',sans-serif;font-size:13px}
.paper{fill:#fff}.ink{fill:#1b1f24}.soft{fill:#59636e}.grid{stroke:#d8dee4}
.line{stroke:#0b62c4;stroke-width:2}.apart{stroke:#b3420a;stroke-width:4}
.interval{stroke:#0b62c4;stroke-width:1.3;fill:none}.score{fill:#0b62c4}
.trend{stroke:#59636e;stroke-width:1.5;stroke-dasharray:6 4}
@media (prefers-color-scheme:dark){
.paper{fill:#14181d}.ink{fill:#e9edf1}.soft{fill:#9aa4ae}.grid{stroke:#3a424b}
.line{stroke:#64a8f7}.apart{stroke:#f59a62}.interval{stroke:#64a8f7}.score{fill:#64a8f7}
.trend{stroke:#9aa4ae}}
";

/// How to read the picture, line by line.
const FOOTNOTE: [&str; 2] = [
    "mean score per game with its 95 % interval; dashed: trend",
    "thick: different in the same deals, or intervals do not overlap; *: not committed",
];

/// Draws a panel for each set of conditions in which the player has runs: scores over runs in chronological
/// order, evenly spaced, each with its interval, joined by a line that is thick where the intervals of
/// neighbours do not overlap, or the paired one excludes 0; with five or more scores, also their trend. The
/// document is self-contained: no fonts, scripts or style sheets.
///
/// `None` if the player has no score in any of the runs.
#[must_use]
pub fn history_plot(runs: &[Past<RunRecord>], player: &str) -> Option<String> {
    let panels: Vec<Panel<'_>> =
        groups(runs).filter_map(|group| Panel::of(group, player)).collect();
    if panels.is_empty() {
        return None;
    }
    let height = TOP + PANEL * panels.len() as f64 + BOTTOM;
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (height) }
            width=(WIDTH) height=(height) role="img" aria-labelledby="history-title" {
            title id="history-title" { "Scores of " (clean(player)) " over commits" }
            style { (PreEscaped(STYLE)) }
            rect class="paper" width=(WIDTH) height=(height) {}
            text class="ink" x=(LEFT) y="28" font-size="18" font-weight="600" { (clean(player)) }
            @for (index, panel) in panels.iter().enumerate() {
                g transform={ "translate(0 " (TOP + PANEL * index as f64) ")" } { (panel.markup()) }
            }
            @for (index, line) in FOOTNOTE.iter().enumerate() {
                text class="soft" x=(LEFT) y=(height - BOTTOM + LINE * (index as f64 + 1.0)) { (line) }
            }
        }
    };
    Some(markup.into_string() + "\n")
}

/// The runs of the same conditions.
struct Panel<'a> {
    runs: &'a Runs,
    scores: Vec<Option<Estimate>>,
    marks: Vec<Mark>,
    trend: Option<Trend>,
    scale: Scale,
}

impl<'a> Panel<'a> {
    fn of(runs: &'a Runs, player: &str) -> Option<Panel<'a>> {
        let scores = scores(runs, player);
        let scale = Scale::around(scores.iter().flatten())?;
        let (marks, trend) = (marks(runs, player), trend_of(runs, player));
        Some(Panel { runs, scores, marks, trend, scale })
    }

    fn markup(&self) -> Markup {
        html! {
            @if let Some(run) = self.runs.first() {
                text class="soft" x=(LEFT) y="14" { (clean(&run_text(&run.record))) }
            }
            (self.grid())
            (self.names())
            @if let Some(trend) = &self.trend { (self.trend_line(trend)) }
            (self.segments())
            @for (run, (x, score)) in self.runs.iter().zip(self.points()) {
                @if let Some(score) = score { (self.point(run, x, score)) }
            }
        }
    }

    /// The runs with their positions from left to right.
    fn points(&self) -> impl Iterator<Item = (f64, Option<&Estimate>)> {
        let count = self.scores.len() as f64;
        let place = move |index: usize| LEFT + (RIGHT - LEFT) * (index as f64 + 0.5) / count;
        self.scores.iter().enumerate().map(move |(index, score)| (place(index), score.as_ref()))
    }

    fn grid(&self) -> Markup {
        html! {
            @for (value, label) in self.scale.grid() {
                @let y = self.scale.y(value);
                line class="grid" x1=(LEFT) x2=(RIGHT) y1=(px(y)) y2=(px(y)) {}
                text class="soft" x=(LEFT - 8.0) y=(px(y + 4.5)) text-anchor="end" { (label) }
            }
        }
    }

    /// The commits and days below the plot area; with many runs only every second, third, ...
    fn names(&self) -> Markup {
        let step = self.runs.len().div_ceil(MOST_NAMED).max(1);
        html! {
            @for (run, (x, _)) in self.runs.iter().zip(self.points()).step_by(step) {
                text class="ink" x=(px(x)) y=(FIELD_BOTTOM + 20.0) text-anchor="middle" {
                    (label(&run.record.commit))
                }
                text class="soft" x=(px(x)) y=(FIELD_BOTTOM + 38.0) text-anchor="middle" font-size="11" {
                    (run.time.get(..10).unwrap_or_default())
                }
            }
        }
    }

    /// The trend line from the first score to the last one, and the trend in words. The line is clipped to
    /// the plot area.
    fn trend_line(&self, trend: &Trend) -> Markup {
        let scored = self.points().filter(|(_, score)| score.is_some());
        let at = |(index, (x, _)): (usize, (f64, _))| {
            let value = trend.start + trend.slope * index as f64;
            format!("{},{}", px(x), px(self.scale.y(value).clamp(FIELD_TOP, FIELD_BOTTOM)))
        };
        let points: Vec<String> = scored.enumerate().map(at).collect();
        html! {
            text class="soft" x=(LEFT) y="29" font-size="11" { "trend: " (trend_text(trend)) }
            polyline class="trend" fill="none" points=(points.join(" ")) {}
        }
    }

    /// The line from run to run.
    fn segments(&self) -> Markup {
        let seen: Vec<(f64, &Estimate, Mark)> = (self.points().zip(&self.marks))
            .filter_map(|((x, score), mark)| Some((x, score?, *mark)))
            .collect();
        html! {
            @for pair in seen.windows(2) {
                @if let [(x1, from, _), (x2, to, mark)] = pair {
                    line class=(if mark.is_apart() { "line apart" } else { "line" })
                        x1=(px(*x1)) y1=(px(self.scale.y(from.value)))
                        x2=(px(*x2)) y2=(px(self.scale.y(to.value))) {}
                }
            }
        }
    }

    fn point(&self, run: &Past<RunRecord>, x: f64, score: &Estimate) -> Markup {
        let y = self.scale.y(score.value);
        let told =
            [&run.time, " ", &short_commit(&run.record.commit), ": ", &shown(score.value, 2)]
                .concat();
        html! {
            g {
                title { (clean(&told)) }
                @if let Some(interval) = score.interval {
                    @let (low, high) = (px(self.scale.y(interval.low)), px(self.scale.y(interval.high)));
                    @let (left, right) = (px(x - CAP), px(x + CAP));
                    path class="interval" d={
                        "M" (left) " " (low) "H" (right) "M" (left) " " (high) "H" (right)
                        "M" (px(x)) " " (low) "V" (high)
                    } {}
                }
                circle class="score" cx=(px(x)) cy=(px(y)) r="4" {}
            }
        }
    }
}

/// The range of scores shown in a panel, and its position.
struct Scale {
    low: f64,
    high: f64,
    ticks: Ticks,
}

/// The approximate number of grid lines of a panel.
const GRID: u32 = 5;

impl Scale {
    /// From the lowest to the highest bound of an interval, or of the grid; `None` without scores.
    fn around<'a>(scores: impl Iterator<Item = &'a Estimate>) -> Option<Scale> {
        let ends: Vec<f64> = scores
            .flat_map(|score| {
                let interval = score.interval.map(|interval| [interval.low, interval.high]);
                interval.unwrap_or([score.value; 2])
            })
            .collect();
        let low = ends.iter().copied().reduce(f64::min)?;
        let high = ends.iter().copied().reduce(f64::max)?;
        let room = f64::max(high.abs(), low.abs()).max(1.0) * 1e-6;
        let (low, high) = if high - low > room { (low, high) } else { (low - room, high + room) };
        let ticks = ticks(low, high, GRID);
        let (first, last) = (ticks.at.first().copied(), ticks.at.last().copied());
        let (low, high) = (low.min(first.unwrap_or(low)), high.max(last.unwrap_or(high)));
        Some(Scale { low, high, ticks })
    }

    fn y(&self, value: f64) -> f64 {
        FIELD_BOTTOM - (FIELD_BOTTOM - FIELD_TOP) * (value - self.low) / (self.high - self.low)
    }

    /// The grid lines with their labels.
    fn grid(&self) -> impl Iterator<Item = (f64, String)> {
        self.ticks.at.iter().map(|&value| (value, number(value, self.ticks.decimals)))
    }
}

/// A length to a tenth.
fn px(length: f64) -> String {
    format!("{length:.1}")
}

/// A commit, shortened to fit below a point.
fn label(commit: &str) -> String {
    let short = short_commit(commit);
    let dirty = short.strip_suffix("-dirty").map_or(short.clone(), |hash| format!("{hash}*"));
    clean(&dirty.chars().take(12).collect::<String>())
}

/// Text without characters that XML does not allow.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

#[cfg(test)]
mod tests {
    use super::{Scale, history_plot};
    use crate::history::{Estimate, Past, PlayerRecord, RunRecord};
    use lettergame_core::stats::Interval;
    use std::time::SystemTime;

    fn run(conditions: &str, commit: &str, score: Option<(f64, f64)>) -> Past<RunRecord> {
        let score = score.map(|(value, half)| Estimate {
            value,
            interval: Some(Interval { low: value - half, high: value + half }),
        });
        let player = PlayerRecord {
            player: "a<b&c".to_owned(),
            games: 10,
            win_share: None,
            score,
            rating: None,
            faults: 0,
            cells: vec![],
        };
        let record = RunRecord {
            time: SystemTime::UNIX_EPOCH,
            commit: commit.to_owned(),
            version: String::new(),
            fingerprint: String::new(),
            conditions: conditions.to_owned(),
            name: String::new(),
            game: "auction".to_owned(),
            rules: String::new(),
            seed: 7,
            games: 10,
            folder: String::new(),
            finish: String::new(),
            scale: String::new(),
            players: vec![player],
        };
        Past { time: "2026-01-31T12:00:00Z".to_owned(), record }
    }

    fn drawn(runs: &[Past<RunRecord>]) -> String {
        history_plot(runs, "a<b&c").unwrap()
    }

    #[test]
    fn the_plot_is_xml_with_a_point_per_run_and_a_panel_per_group() {
        let runs = [
            run("x", "one\u{1b}", Some((10.0, 1.0))),
            run("x", "two", Some((10.5, 1.0))),
            run("x", "three", None),
            run("x", "four", Some((20.0, 1.0))),
            run("y", "one", Some((3.0, 0.0))),
        ];
        let text = drawn(&runs);
        let xml = roxmltree::Document::parse(&text).unwrap();
        let count = |name: &str, class: &str| {
            let is = |node: &roxmltree::Node<'_, '_>| {
                node.has_tag_name(("http://www.w3.org/2000/svg", name))
                    && node.attribute("class") == Some(class)
            };
            xml.descendants().filter(is).count()
        };
        assert_eq!((count("circle", "score"), count("path", "interval")), (4, 4));
        assert_eq!((count("line", "line"), count("line", "line apart")), (1, 1));
        assert_eq!(text.matches("conditions ").count(), 2);
        assert!(text.contains("prefers-color-scheme:dark"));
    }

    /// Five scores rising by 2, with a run without a score among them; four have no trend.
    #[test]
    fn a_trend_is_a_line_from_the_first_score_to_the_last() {
        let scores = [Some(1.0), Some(3.0), None, Some(5.0), Some(7.0), Some(9.0)];
        let runs: Vec<_> =
            scores.iter().map(|score| run("x", "one", score.map(|value| (value, 0.1)))).collect();
        let text = drawn(&runs);
        assert!(text.contains("trend: 2.00 (2.00 to 2.00) points per run, over 5 runs"), "{text}");
        let xml = roxmltree::Document::parse(&text).unwrap();
        let mut lines = xml.descendants().filter(|node| node.has_tag_name("polyline"));
        let points = lines.next().and_then(|line| line.attribute("points")).unwrap();
        let of = |node: &roxmltree::Node<'_, '_>| {
            let at = |name| node.attribute(name).unwrap();
            format!("{},{}", at("cx"), at("cy"))
        };
        let circles = xml.descendants().filter(|node| node.has_tag_name("circle"));
        let circles: Vec<String> = circles.map(|circle| of(&circle)).collect();
        assert_eq!(points, circles.join(" "));
        assert!(lines.next().is_none() && !drawn(&runs[..5]).contains("polyline"));
    }

    #[test]
    fn without_a_score_there_is_no_plot() {
        assert_eq!(history_plot(&[], "a"), None);
        assert_eq!(history_plot(&[run("x", "one", None)], "a<b&c"), None);
        assert_eq!(history_plot(&[run("x", "one", Some((1.0, 1.0)))], "other"), None);
    }

    #[test]
    fn a_panel_holds_every_interval_and_its_grid() {
        for (value, half) in [(10.0, 1.0), (0.0, 0.0), (-3.7, 0.01), (1e6, 3.0), (5.0, 1e5)] {
            let interval = Some(Interval { low: value - half, high: value + half });
            let scale = Scale::around([Estimate { value, interval }].iter()).unwrap();
            assert!(scale.low <= value - half && value + half <= scale.high, "{value}");
            assert!((2..=8).contains(&scale.grid().count()), "{value} {:?}", scale.ticks);
            assert!(scale.grid().all(|(at, _)| (scale.low..=scale.high).contains(&at)));
        }
    }

    #[test]
    fn the_footnote_stays_inside_the_plot() {
        let text = drawn(&[run("x", "one", Some((1.0, 1.0)))]);
        let xml = roxmltree::Document::parse(&text).unwrap();
        let [.., first, last] = xml
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
            .collect::<Vec<_>>()[..]
        else {
            panic!("no footnote")
        };
        assert!(last.text().unwrap().ends_with("not committed"));
        for line in [first, last] {
            let number = |name| line.attribute(name).unwrap().parse::<f64>().unwrap();
            // DejaVu Sans, a wide font, takes 0.63 of its size per letter on average
            let wide = line.text().unwrap().chars().count() as f64 * 13.0 * 0.63;
            assert!(number("x") + wide < super::WIDTH, "{:?}", line.text());
            assert!(number("y") > super::TOP + super::PANEL, "below the panels");
        }
        assert_ne!(first.attribute("y"), last.attribute("y"));
    }

    #[test]
    fn only_some_of_many_runs_are_labelled() {
        let runs: Vec<_> =
            (0..100).map(|index| run("x", &format!("c{index}"), Some((1.0, 1.0)))).collect();
        let named = drawn(&runs).matches(">2026-01-31<").count();
        assert!((4..=8).contains(&named), "{named}");
    }
}
