//! A summary of a run for a page that shows it while it is played: standings, plots, final order, faults.
//!
//! The run grows, but the layout stays the same: every player has its row from the first game on, and its
//! series is that of its position in the config, whatever the standings.

use maud::Markup;

use crate::page::legend::Legend;
use crate::page::{course, meetings, standings};
use crate::plot::{Figure, Key};
use crate::{Digest, StandingsOrder};

/// The parts of the page. Their markup is inside elements of the class `plots`
/// ([`SCOPED_STYLE`](crate::plot::SCOPED_STYLE)) or uses no classes of its own.
pub struct LiveSummary<'a> {
    run: &'a Digest,
    legend: Legend,
}

impl LiveSummary<'_> {
    /// The run as read so far.
    #[must_use]
    pub fn of(run: &Digest) -> LiveSummary<'_> {
        LiveSummary { run, legend: Legend::named(&run.run.players) }
    }

    /// The standings as a table, in an order or as they are ranked. Each heading is a link to the order by
    /// its column; `address` is where that is shown.
    #[must_use]
    pub fn standings(
        &self,
        order: Option<StandingsOrder>,
        address: &dyn Fn(StandingsOrder) -> String,
    ) -> Markup {
        let order = order.unwrap_or_else(|| StandingsOrder::by(self.run.ratings.ranked_by));
        standings::sorted_table(&self.run.standings, order, address)
    }

    /// The players against each other, as far as they have met: in the order in which they are ranked.
    #[must_use]
    pub fn pairs(&self) -> Markup {
        meetings::table(self.run)
    }

    /// The final order, if the schedule has stages and all of them were played.
    #[must_use]
    pub fn ranking(&self) -> Option<Markup> {
        self.run.ranking.as_deref().map(standings::final_order)
    }

    /// Mean scores with their intervals.
    #[must_use]
    pub fn scores(&self) -> Markup {
        let plot = standings::scores(self.run.standings.iter(), &self.legend);
        let about = "The mean of each player's scores, with its 95 % interval.";
        Figure { id: "score", title: "Mean score", about, plot: &plot }.drawn(&[])
    }

    /// Ratings with their intervals.
    #[must_use]
    pub fn ratings(&self) -> Markup {
        let plot = standings::ratings(self.run.standings.iter(), &self.legend);
        let about = [standings::RATING_ABOUT, &self.run.ratings.scale_about()].concat();
        Figure { id: "rating", title: "Rating", about: &about, plot: &plot }.drawn(&[])
    }

    /// The means over the games so far.
    #[must_use]
    pub fn course(&self) -> Markup {
        let about =
            "The mean score after ever more games, with its interval: level lines have settled.";
        let plot = course::convergence(self.run, &self.legend);
        Figure { id: "course", title: "Course of the means", about, plot: &plot }.drawn(&self.key())
    }

    /// The key of all players, including those that have not played.
    fn key(&self) -> Vec<Key> {
        let looks = self.legend.names().iter().map(|name| (self.legend.series(name), name));
        let distinct = looks.filter(|(series, _)| series.is_distinct());
        distinct.map(|(series, name)| Key::series(series, name)).collect()
    }
}
