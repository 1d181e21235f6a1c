//! No page breaks a rule of axe-core (Deque Systems, MPL-2.0), which is not part of this repository:
//! `LETTERGAME_AXE` is the path of its `axe.min.js`, version 4.

use std::fs;

use lettergame_xtest::cases;
use serde_json::{Value, json};

use crate::web::pages::tour::Stop;

/// Width, height and dark scheme; the first two have both sizes and both schemes.
const WINDOWS: [(u32, u32, bool); 4] =
    [(1280, 720, false), (360, 740, true), (1280, 720, true), (390, 844, false)];

/// The source of axe-core; `None` if it is not installed.
pub(super) fn axe() -> Option<String> {
    let Some(path) = std::env::var_os("LETTERGAME_AXE") else {
        lettergame_xtest::skipped("LETTERGAME_AXE");
        return None;
    };
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// What axe finds on this page: rule, element and why, one a line.
fn violations(stop: &Stop<'_>) -> Vec<String> {
    let found = stop.browser.script(
        // what moves is looked at when it has come to rest; what never rests cannot be finished
        "document.getAnimations().forEach(a => { try { a.finish() } catch {} }); \
         return axe.run(document, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', \
         'wcag22aa', 'best-practice']}).then(r => r.violations.flatMap(v => v.nodes.map(n => \
         v.id + ' ' + n.target.join(' ') + ': ' + n.failureSummary.replace(/\\s+/g, ' ') + ' ' + \
         n.html.slice(0, 150))))",
    );
    let all = found.as_array().expect("a list").iter();
    all.map(|line| line.as_str().unwrap_or_default().to_owned()).collect()
}

/// What axe finds on this page in windows of all kinds, one a line.
pub(super) fn violations_in_windows(stop: &Stop<'_>, axe: &str) -> Vec<String> {
    // the policy of pages rules out scripts from elsewhere, but not those of the driver
    stop.browser.script(axe);
    let mut bad = Vec::new();
    for (width, height, dark) in WINDOWS.into_iter().take(cases(2) as usize) {
        stop.browser.window(width, height, dark);
        let scheme = if dark { "dark" } else { "light" };
        let found = violations(stop);
        bad.extend(found.iter().map(|line| format!("{} {width} {scheme}: {line}", stop.name)));
    }
    stop.browser.window(1280, 720, false);
    bad
}

/// A page that breaks rules is found out, so that silence means something.
#[test]
fn axe_finds_what_is_wrong() {
    let Some(axe) = axe() else { return };
    let Some(browser) = crate::web::browser::Browser::start() else { return };
    browser.open("data:text/html,<img src=x><button></button>");
    browser.script(&axe);
    let found = violations(&Stop { browser: &browser, name: "wrong" });
    let rules: Value = found.iter().filter_map(|line| line.split(' ').next()).collect();
    for rule in ["image-alt", "button-name", "html-has-lang"] {
        assert!(rules.as_array().is_some_and(|all| all.contains(&json!(rule))), "{found:?}");
    }
}
