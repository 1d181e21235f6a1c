//! The weight of every page as a browser loads it, and where its content begins.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::web::pages::tour::{self, Stop};

/// Packed bytes of a page with everything that it loads, and of its scripts.
const MIN_PAGE: u64 = 3_000;
const MAX_PAGE: u64 = 100_000;
const MAX_SCRIPTS: u64 = 60_000;

pub(super) struct Measures {
    name: String,
    packed: u64,
    scripts: u64,
    /// The height of the page 1280 and 360 pixels wide.
    wide: u64,
    phone: u64,
    /// The lower edge of the first thing to press or to fill in, 360 pixels wide.
    first: u64,
}

impl Measures {
    /// What is above a limit, or so little that something was not counted, if anything is.
    pub(super) fn too_much(&self) -> Option<String> {
        let Measures { name, packed, scripts, .. } = self;
        // a server that sent nothing packed, or a list that missed the style sheets, would pass unnoticed
        let is_fine = (MIN_PAGE..=MAX_PAGE).contains(packed) && *scripts <= MAX_SCRIPTS;
        (!is_fine).then(|| format!("{name}: {packed} bytes, {scripts} of them scripts"))
    }
}

fn number(value: &Value) -> u64 {
    value.as_f64().unwrap_or_default().round() as u64
}

/// Waits until the browser has recorded what the page loads, which it does some time after it has loaded it.
fn await_records(stop: &Stop<'_>) {
    let missing = "const known = new Set(performance.getEntriesByType('resource').filter(e => \
                   e.encodedBodySize > 0).map(e => e.name)); \
                   return [...document.querySelectorAll('script[src], link[rel=stylesheet]')].map(e => \
                   e.src || e.href).filter(url => !known.has(url))";
    for _ in 0..3000 {
        if stop.browser.script(missing).as_array().is_some_and(Vec::is_empty) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("{}: not recorded: {}", stop.name, stop.browser.script(missing));
}

pub(super) fn measured(stop: &Stop<'_>) -> Measures {
    await_records(stop);
    let weight = stop.browser.script(
        "const all = performance.getEntriesByType('resource').filter(e => \
         ['script', 'css', 'link', 'img'].includes(e.initiatorType)); \
         const sum = list => list.reduce((sum, e) => sum + e.encodedBodySize, 0); \
         return [sum(all) + sum(performance.getEntriesByType('navigation')), \
         sum(all.filter(e => e.initiatorType === 'script'))]",
    );
    let height = || number(&stop.browser.script("return document.documentElement.scrollHeight"));
    let wide = height();
    stop.browser.window(360, 740, false);
    let phone = height();
    let first = stop.browser.script(
        "window.scrollTo(0, 0); const seen = e => e.offsetHeight > 0 && e.getClientRects().length > 0; \
         const all = [...document.querySelectorAll('main :is(button, input, select, a.button)')]; \
         const first = all.find(seen); return first ? first.getBoundingClientRect().bottom : 0",
    );
    stop.browser.window(1280, 720, false);
    Measures {
        name: stop.name.to_owned(),
        packed: number(&weight[0]),
        scripts: number(&weight[1]),
        wide,
        phone,
        first: number(&first),
    }
}

fn table(all: &[Measures]) -> String {
    let mut text = "| page | packed, kB | scripts, kB | height at 1280 | height at 360 | first control at 360 |\n\
                    |---|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for own in all {
        let first = if own.first > 0 { own.first.to_string() } else { "\u{2013}".to_owned() };
        let [packed, scripts] = [own.packed, own.scripts].map(|bytes| bytes as f64 / 1000.0);
        text += &format!(
            "| {} | {packed:.1} | {scripts:.1} | {} | {} | {first} |\n",
            own.name, own.wide, own.phone
        );
    }
    text
}

#[test]
#[ignore = "writes target/tmp/measures.md"]
fn measures_are_written() {
    let mut all = Vec::new();
    for part in [tour::games, tour::tournaments, tour::season] {
        part(&mut |stop| all.push(measured(&stop)));
    }
    let wrong: Vec<String> = all.iter().filter_map(Measures::too_much).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("measures.md");
    fs::write(path, table(&all)).expect("a table");
}
