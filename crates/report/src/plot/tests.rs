//! Every plot with ordinary and extreme numbers: well-formed, finite, and without overlaps.

use maud::Render;
use roxmltree::{Document, Node};

use crate::plot::text::width;
use crate::plot::{
    Across, Bars, BarsRow, Cloud, Figure, Forest, ForestRow, HeatMap, HistogramRow, Histograms,
    Line, LinePoint, Lines, NARROW, Part, Plot, Scatter, ScatterPoint, Series, Shade, Unit, WIDE,
};
use lettergame_stats::Interval;

const HOSTILE: &str = "<script>alert(\"1\")</script> & 'a name' of great length]]>#12";

/// Generators of numbers that plots must handle.
const NUMBERS: [fn(usize) -> f64; 7] = [
    |k| 100.0 + 7.0 * k as f64,
    |k| -500.0 + 1.5 * k as f64,
    |_| 42.0,
    |_| 0.0,
    |k| if k % 3 == 1 { f64::NAN } else { k as f64 },
    |k| if k % 2 == 1 { f64::INFINITY } else { 1e12 * k as f64 },
    |k| 1e-7 * (k as f64 - 3.0),
];

/// Numbers of rows, series or players.
const COUNTS: [usize; 5] = [0, 1, 2, 14, 60];

fn name(k: usize) -> String {
    if k % 5 == 1 { format!("{HOSTILE}{k}") } else { format!("player-{k}") }
}

fn interval(value: f64) -> Option<Interval> {
    Some(Interval { low: value - 3.0, high: value + 3.0 })
}

fn forest(count: usize, number: fn(usize) -> f64) -> Forest {
    let row = |k| ForestRow {
        label: name(k),
        series: Series(k),
        value: number(k),
        interval: interval(number(k)).filter(|_| k % 4 != 2),
    };
    Forest {
        rows: (0..count).map(row).collect(),
        axis: "mean score of a game, points".into(),
        unit: Unit::Plain,
        decimals: 1,
        reference: Some(number(0)),
    }
}

fn histograms(count: usize, number: fn(usize) -> f64) -> Histograms {
    let row = |k| {
        let middle = number(k).clamp(-1e15, 1e15);
        let counts =
            if k % 3 == 2 { vec![1] } else { (0..200).map(|bin| bin * (200 - bin)).collect() };
        HistogramRow {
            label: name(k),
            series: Series(k),
            first: middle as i64,
            bin_width: 1,
            counts,
            summary: [0.0, 50.0, 100.0, 150.0, 199.0].map(|part| middle + part),
        }
    };
    Histograms { rows: (0..count).map(row).collect(), axis: "score of a game, points".into() }
}

fn heat(count: usize, number: fn(usize) -> f64) -> HeatMap {
    let share = |row: usize, column: usize| (row != column).then(|| number(row + column) / 200.0);
    let row = |row: usize| (0..count).map(|column| share(row, column)).collect();
    HeatMap { labels: (0..count).map(name).collect(), shares: (0..count).map(row).collect() }
}

fn lines(count: usize, number: fn(usize) -> f64, across: Across) -> Lines {
    let point = |k: usize, at: usize| {
        let value = number(k) + at as f64;
        LinePoint { x: at as f64, value, interval: interval(value).filter(|_| at > 1) }
    };
    let line = |k: usize| Line {
        label: name(k),
        series: Series(k),
        points: (0..if k % 7 == 3 { 1 } else { 12 }).map(|at| point(k, at)).collect(),
    };
    Lines {
        lines: (0..count).map(line).collect(),
        across,
        x: "games".into(),
        y: "mean score, points".into(),
        unit: Unit::Plain,
        decimals: 1,
    }
}

fn scatter(count: usize, number: fn(usize) -> f64) -> Scatter {
    let point = |k: usize| {
        move |at: usize| ScatterPoint {
            x: number(at),
            y: number(at + k),
            game: Some((at * 60 + k) as u64),
        }
    };
    let cloud = |k: usize| Cloud {
        label: name(k),
        series: Series(k),
        points: (0..if k == 1 { 3 } else { 50 }).map(point(k)).collect(),
        mean: Some([number(k), number(k + 1)]),
        correlation: Some(number(k)),
    };
    Scatter { clouds: (0..count).map(cloud).collect(), x: "spent".into(), y: "word points".into() }
}

fn bars(count: usize, whole: bool) -> Bars {
    let columns = count.clamp(1, 14);
    let part = |k| Part { label: format!("place {k}"), shade: Shade { k, of: columns } };
    let row = |k: usize| BarsRow {
        label: name(k),
        counts: (0..columns)
            .map(|part| if k % 6 == 5 { 0 } else { (part * k % 11) as u64 })
            .collect(),
    };
    Bars {
        parts: (0..columns).map(part).collect(),
        rows: (0..count).map(row).collect(),
        axis: "share of games".into(),
        whole,
    }
}

/// Every kind of plot in every size with every kind of number.
fn all() -> Vec<(String, Box<dyn Plot>)> {
    let mut plots: Vec<(String, Box<dyn Plot>)> = Vec::new();
    for count in COUNTS {
        for (kind, number) in NUMBERS.into_iter().enumerate() {
            let mut add = |what: &str, plot| plots.push((format!("{what} {count} {kind}"), plot));
            let places = Across::Places((0..12).map(|at| format!("setting {at}")).collect());
            add("forest", Box::new(forest(count, number)));
            add("histograms", Box::new(histograms(count, number)));
            add("heat", Box::new(heat(count, number)));
            add("lines", Box::new(lines(count, number, Across::Whole)));
            add("lines of numbers", Box::new(lines(count, number, Across::Numbers)));
            add("lines of places", Box::new(lines(count, number, places)));
            add("scatter", Box::new(scatter(count, number)));
            add("bars", Box::new(bars(count, kind % 2 == 0)));
        }
    }
    plots
}

/// The drawing as a document.
fn drawn(plot: &dyn Plot, wide: f64) -> (String, [f64; 2]) {
    let drawing = plot.draw(wide);
    assert!(drawing.width.is_finite() && drawing.height.is_finite());
    (format!("<svg>{}</svg>", drawing.marks.0), [drawing.width, drawing.height])
}

#[test]
fn figures_are_well_formed_and_finite() {
    for (what, plot) in all() {
        let figure =
            Figure { id: "x", title: HOSTILE, about: "how to read it", plot: plot.as_ref() };
        let text = figure.render().0;
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{what}: {error}"));
        for node in document.descendants() {
            for attribute in node.attributes().filter(|a| a.name() != "data-label") {
                let value = attribute.value();
                assert!(!value.contains("NaN") && !value.contains("inf"), "{what}: {value}");
            }
            assert_ne!(node.tag_name().name(), "script", "{what}");
        }
        assert!(!text.contains("NaN") && !text.contains("inf<"), "{what}");
    }
}

#[test]
fn a_figure_is_drawn_twice_with_a_title_and_a_table() {
    let plot = forest(3, NUMBERS[0]);
    let figure = Figure { id: "score", title: "Score", about: "Means.", plot: &plot }.render().0;
    let document = Document::parse(&figure).unwrap();
    let nodes = |name| document.descendants().filter(move |node| node.tag_name().name() == name);
    let pictures: Vec<Node> = nodes("svg").collect();
    assert_eq!(pictures.len(), 2);
    for picture in pictures {
        assert_eq!(picture.attribute("role"), Some("img"));
        let named = picture.attribute("aria-labelledby").unwrap();
        for id in named.split(' ') {
            let found = document.descendants().filter(|node| node.attribute("id") == Some(id));
            assert_eq!(found.count(), 1, "{id}");
        }
    }
    assert_eq!(nodes("tr").count(), 4);
}

/// Left, top, right and bottom of every text, by the estimate that the layout uses.
fn boxes(document: &Document) -> Vec<([f64; 4], String)> {
    let shift = |node: &Node| -> f64 {
        let moved = node.ancestors().filter_map(|above| above.attribute("transform"));
        let last = |text: &str| text.trim_end_matches(')').split(' ').next_back()?.parse().ok();
        moved.map(|text| -> f64 { last(text).unwrap() }).sum()
    };
    let numbers = |node: Node| {
        let number = |name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let text = node.text().unwrap_or_default().to_owned();
        let is_small = node.ancestors().any(|above| {
            above.attribute("class").is_some_and(|c| ["axis", "heat", "bar"].contains(&c))
        }) || node.attribute("class") == Some("name");
        let size = if is_small { 12.0 } else { 13.0 };
        let middle = node
            .ancestors()
            .any(|above| above.attribute("class").is_some_and(|c| ["heat", "bar"].contains(&c)))
            && node.attribute("class") != Some("label");
        let (x, y, wide) = (number("x"), number("y") + shift(&node), width(&text, size));
        let left = match node.attribute("text-anchor") {
            Some("end") => x - wide,
            Some("middle") => x - wide / 2.0,
            _ if middle => x - wide / 2.0,
            _ => x,
        };
        ([left, y - 0.75 * size, left + wide, y + 0.1 * size], text)
    };
    document.descendants().filter(|node| node.tag_name().name() == "text").map(numbers).collect()
}

#[test]
fn text_stays_inside_and_does_not_overlap() {
    for (what, plot) in all().into_iter().filter(|(what, _)| !what.ends_with(['5', '6'])) {
        for wide in [WIDE, NARROW] {
            let (text, [width, height]) = drawn(plot.as_ref(), wide);
            let document = Document::parse(&text).unwrap();
            let boxes = boxes(&document);
            for (index, (own, text)) in boxes.iter().enumerate() {
                let [left, top, right, bottom] = *own;
                let inside =
                    left >= -8.0 && right <= width + 8.0 && top >= -2.0 && bottom <= height;
                assert!(inside, "{what} at {wide}: {text} {own:?} leaves {width} x {height}");
                for (other, covered) in &boxes[..index] {
                    let apart = left >= other[2]
                        || right <= other[0]
                        || top >= other[3]
                        || bottom <= other[1];
                    assert!(apart, "{what} at {wide}: {text} {own:?} covers {covered} {other:?}");
                }
            }
        }
    }
}

#[test]
fn the_same_numbers_give_the_same_picture() {
    let twice = [0, 1].map(|_| drawn(&lines(14, NUMBERS[0], Across::Whole), WIDE).0);
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn points_can_be_selected() {
    let (text, _) = drawn(&scatter(2, NUMBERS[0]), WIDE);
    let document = Document::parse(&text).unwrap();
    let points: Vec<Node> =
        document.descendants().filter(|node| node.attribute("data-game").is_some()).collect();
    assert_eq!(points.len(), 53);
    // one tab stop for each player
    assert_eq!(points.iter().filter(|point| point.attribute("tabindex") == Some("0")).count(), 2);
}
