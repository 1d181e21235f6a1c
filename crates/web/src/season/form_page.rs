//! The frame of the pages that only a server has.

use maud::Markup;

use lettergame_season::SitePage;

/// The links in the head of every page besides the leaderboard, relative to the folder of the site.
pub(super) const LINKS: [(&str, &str); 1] = [("own", "Your team")];

/// A page with forms, which the link `here` in its head leads to.
pub(super) fn framed(here: &'static str, title: &str, body: Markup) -> String {
    SitePage { title: title.to_owned(), home: "/", here, body }.render(&LINKS)
}
