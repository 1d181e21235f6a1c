//! A small kit of plots as inline SVG: numbers and labels in, markup out.
//!
//! A [`Plot`] draws itself at a given width and provides its numbers as a [`Data`] table. A [`Figure`] puts a
//! plot on a page: it is drawn twice, [`WIDE`] and [`NARROW`], and the style sheet shows the one that fits,
//! so that text is readable on every screen; its table is below it. [`STYLE`] is the style sheet: colours as
//! variables for a light and a dark scheme, and the classes of marks.
//!
//! Players are identified by colour, shape and dashes together ([`Series`]), never by colour alone. Output
//! depends only on the input; lengths are rounded to tenths, and numbers that are not finite are omitted.

mod axis;
mod bars;
mod data;
mod figure;
mod forest;
mod heat;
mod histogram;
mod lines;
mod path;
mod picture;
mod scale;
mod scatter;
mod series;
mod style;
mod text;
mod ticks;
mod timeline;

#[cfg(test)]
mod tests;

pub use bars::{Bars, BarsRow, Part, Shade};
pub use data::Data;
pub use figure::{Drawing, Figure, Key, NARROW, Plot, WIDE};
pub use forest::{Forest, ForestRow};
pub use heat::HeatMap;
pub(crate) use heat::{class, whole_percent};
pub use histogram::{HistogramRow, Histograms};
pub use lines::{Across, Line, LinePoint, Lines};
pub use picture::Picture;
pub use scale::Domain;
pub use scatter::{Cloud, Scatter, ScatterPoint};
pub use series::{COLOURS, DISTINCT, Series};
pub use style::{SCOPED_STYLE, STYLE};
pub use text::{Unit, figures, number};
pub use ticks::{Ticks, ticks};
pub(crate) use timeline::{Moment, Timeline};
