//! Numbers below zero have the same sign on every page.

use crate::web::pages::tour::Stop;

/// The cells and other short texts with the minus sign of ASCII, one a line.
pub(super) fn with_hyphens(stop: &Stop<'_>) -> Vec<String> {
    let found = stop.browser.script(
        "const places = document.querySelectorAll('main :is(td, th, strong, span, p, li, text)'); \
         const own = place => [...place.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join(' '); \
         return [...places].map(own).filter(text => /(^|[ (])-[0-9]/.test(text))",
    );
    let all = found.as_array().expect("a list").iter();
    all.map(|text| {
        format!("{}: a hyphen for a minus sign: {}", stop.name, text.as_str().unwrap_or_default())
    })
    .collect()
}
