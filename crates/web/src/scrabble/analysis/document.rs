//! An analysed game as one self-contained page, its boards one by one. It loads nothing; a
//! Content-Security-Policy names its style sheet and its script, without which all boards are shown.

use maud::{DOCTYPE, PreEscaped, html};

use crate::scrabble::analysis::analysed::AnalysedGame;
use crate::scrabble::analysis::boards::SCRIPT;
use lettergame_report::content_policy;
use lettergame_scrabble::board::Layout;

/// The colours of all pages, then the squares and the tables of Scrabble.
const STYLES: [&str; 2] = [include_str!("../../assets/style.css"), include_str!("../scrabble.css")];

impl AnalysedGame {
    /// A self-contained page, as a document in UTF-8. Names and titles are escaped.
    #[must_use]
    pub fn page(&self, layout: &Layout) -> String {
        let style = STYLES.concat();
        let title = self.title();
        let document = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(content_policy(&style, SCRIPT));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) }
                    style { (PreEscaped(&style)) }
                }
                body {
                    main.analysis {
                        h1 { (title) }
                        (self.boards(layout, false))
                        (self.overview())
                    }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        document.into_string()
    }
}
