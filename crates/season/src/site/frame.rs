//! The frame of every page.

use maud::{DOCTYPE, Markup, html};

use lettergame_report::theme;

/// A page of a season's site.
pub struct SitePage {
    /// Its title.
    pub title: String,
    /// The way from it to the folder of the site: nothing, or `../`.
    pub home: &'static str,
    /// The link in its head that leads to it, if there is one.
    pub here: &'static str,
    /// What it shows.
    pub body: Markup,
}

impl SitePage {
    /// The whole page. `links` are the addresses that its head leads to besides the leaderboard, relative to the
    /// folder of the site, each with its text.
    #[must_use]
    pub fn render(&self, links: &[(&str, &str)]) -> String {
        let SitePage { title, home, here, body } = self;
        let document = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    // before anything is shown, so not deferred
                    script src={ (home) "scheme.js" } {}
                    title { (title) }
                    link rel="stylesheet" href={ (home) "style.css" };
                }
                body {
                    header { a.brand href={ (home) "index.html" } { "lettergame" } nav {
                        @for (address, text) in [("index.html", "Leaderboard")].iter().chain(links) {
                            a href={ (home) (address) } aria-current=[(address == here).then_some("page")] { (text) }
                        }
                    } (theme::choice()) }
                    main { (body) }
                }
            }
        };
        document.into_string()
    }
}
