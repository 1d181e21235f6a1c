//! The arguments that say how standings are looked at.

use clap::Args;

use lettergame_report::{Anchor, SortKey, StandingsView};

/// Options for viewing standings.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct StandingsArgs {
    /// Ratings relative to this player, as in random=0, so that those of several runs can be compared
    /// [default: 0 is the average of the players, weighted by how much their games reveal]
    #[arg(long, value_name = "PLAYER=RATING")]
    pub(in crate::cli) anchor: Option<Anchor>,
    /// Order of the standings: win-share, rating, score, place, name, games, rank or faults [default:
    /// win-share where everybody meets everybody equally often, else rating]
    #[arg(long, value_name = "KEY", value_parser = sort_key)]
    pub(in crate::cli) sort: Option<SortKey>,
}

impl StandingsArgs {
    /// The view.
    pub(in crate::cli) fn view(&self) -> StandingsView {
        StandingsView { anchor: self.anchor.clone(), sort: self.sort }
    }
}

fn sort_key(text: &str) -> Result<SortKey, String> {
    let keys = || SortKey::ALL.map(|key| key.to_string()).join(", ");
    text.parse().map_err(|()| format!("possible values: {}", keys()))
}
