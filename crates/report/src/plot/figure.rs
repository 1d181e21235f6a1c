//! A plot on a page: drawn for wide and narrow screens, with its title, key and table.

use maud::{Markup, Render, html};

use crate::plot::data::Data;
use crate::plot::path::Px;
use crate::plot::series::Series;

/// The width of a plot on a desktop, in view box units.
pub const WIDE: f64 = 720.0;
/// The width of a plot on a phone.
pub const NARROW: f64 = 340.0;

/// What a figure needs from a plot.
pub trait Plot {
    /// The plot at a width; it may be wider if it cannot shrink, and then scrolls.
    fn draw(&self, width: f64) -> Drawing;
    /// Its numbers.
    fn data(&self) -> Data;
    /// The meaning of its colours and shapes, unless labels beside the marks explain them.
    fn key(&self) -> Vec<Key> {
        vec![]
    }
    /// Whether its marks can be selected with the pointer and the keyboard.
    fn is_interactive(&self) -> bool {
        false
    }
}

/// A drawn plot.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Its width, in units of the view box.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The content of the view box, from (0,0).
    pub marks: Markup,
}

/// One entry of the key.
#[derive(Clone, Debug)]
pub struct Key {
    /// The picture.
    pub swatch: Markup,
    /// Its meaning.
    pub label: String,
}

impl Key {
    /// The entry of a series.
    #[must_use]
    pub fn series(series: Series, label: &str) -> Key {
        Key { swatch: series.swatch(), label: label.to_owned() }
    }

    /// The entry of a series without lines.
    pub(super) fn mark(series: Series, label: &str) -> Key {
        Key { swatch: series.spot(), label: label.to_owned() }
    }

    /// The entry of a filled area of a class.
    pub(super) fn area(class: &str, label: &str) -> Key {
        let swatch = html! {
            svg.swatch viewBox="0 0 14 12" width="14" height="12" aria-hidden="true" {
                rect class=(class) x="0" y="0" width="14" height="12" rx="2" {}
            }
        };
        Key { swatch, label: label.to_owned() }
    }
}

/// A plot with its title, its explanation and its identifiers.
pub struct Figure<'a> {
    /// Prefix of the identifiers of its elements: unique on a page, letters and `-`.
    pub id: &'a str,
    /// The title, in a few words.
    pub title: &'a str,
    /// How to read it, in a sentence or two.
    pub about: &'a str,
    /// The plot.
    pub plot: &'a dyn Plot,
}

impl Render for Figure<'_> {
    fn render(&self) -> Markup {
        let table = self.plot.data();
        html! {
            figure.figure id=(self.id) {
                figcaption { h3 { (self.title) } p { (self.about) } }
                @if table.is_empty() {
                    p.nothing { "There is nothing to show." }
                } @else {
                    (key(&self.plot.key()))
                    (self.drawings())
                    details { summary { "Table: " (self.title) } (table) }
                }
            }
        }
    }
}

impl Figure<'_> {
    /// The plot without its table, with this key, and shown even if it is empty: for a page that shows the
    /// numbers elsewhere and redraws it.
    #[must_use]
    pub fn drawn(&self, who: &[Key]) -> Markup {
        html! {
            figure.figure id=(self.id) {
                figcaption { h3 { (self.title) } p { (self.about) } }
                (key(who))
                (self.drawings())
            }
        }
    }

    fn drawings(&self) -> Markup {
        let (wide, narrow) = (self.plot.draw(WIDE), self.plot.draw(NARROW));
        html! {
            @if narrow.width > WIDE {
                // a plot that never shrinks is drawn once
                (self.svg(&wide, "always", true))
            } @else {
                (self.svg(&wide, "wide", false))
                (self.svg(&narrow, "narrow", narrow.width > NARROW))
            }
        }
    }

    /// The picture for one kind of screen. A fixed one keeps its size and scrolls if necessary.
    fn svg(&self, drawing: &Drawing, screen: &str, fixed: bool) -> Markup {
        let [title, about] = ["title", "about"].map(|part| [self.id, screen, part].join("-"));
        let role = if self.plot.is_interactive() { "group" } else { "img" };
        let (width, height) = (Px(drawing.width), Px(drawing.height));
        html! {
            div.scroll.(screen) tabindex=[fixed.then_some("0")] {
                svg.plot.fixed[fixed] role=(role) aria-labelledby={ (title) " " (about) }
                    xmlns="http://www.w3.org/2000/svg"
                    viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) {
                    title id=(title) { (self.title) }
                    desc id=(about) { (self.about) }
                    (drawing.marks)
                }
            }
        }
    }
}

fn key(entries: &[Key]) -> Markup {
    html! {
        @if !entries.is_empty() {
            ul.key { @for entry in entries { li { (entry.swatch) span { (entry.label) } } } }
        }
    }
}
