//! Files that pages load: style sheets, scripts, icon. Each has its fingerprint in its address, so that
//! browsers may cache it forever.

use std::fmt::Write as _;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::section::SECTIONS;
use lettergame_report::{STEPPER_SCRIPT, STEPPER_STYLE, plot, theme};

/// A file, with its address.
pub(crate) struct Asset {
    name: &'static str,
    /// Its media type.
    pub(crate) kind: &'static str,
    pub(crate) body: &'static str,
    url: String,
}

impl Asset {
    fn new(name: &'static str, kind: &'static str, body: &'static str) -> Asset {
        let digest = Sha256::digest(body.as_bytes());
        let mut url = "/assets/".to_owned();
        for byte in digest.iter().take(8) {
            // writing to a string does not fail
            let _ = write!(url, "{byte:02x}");
        }
        url.push('/');
        url.push_str(name);
        Asset { name, kind, body, url }
    }
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

const STYLE: &str = "text/css; charset=utf-8";

/// The files of all pages, then those of each section: its style sheet and, if it has one, its script.
static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let mut assets = vec![
        Asset::new("style.css", STYLE, include_str!("assets/style.css")),
        Asset::new("start.css", STYLE, include_str!("start/start.css")),
        Asset::new("own-games.js", SCRIPT, include_str!("start/own-games.js")),
        Asset::new("kept.js", SCRIPT, theme::KEPT),
        Asset::new("scheme.js", SCRIPT, theme::SCHEME),
        Asset::new("page.js", SCRIPT, include_str!("assets/page.js")),
        Asset::new("room.js", SCRIPT, include_str!("rooms/room.js")),
        Asset::new("letters.js", SCRIPT, include_str!("assets/letters.js")),
        Asset::new("review.css", STYLE, include_str!("review/review.css")),
        Asset::new("review.js", SCRIPT, include_str!("review/review.js")),
        Asset::new("gcg.js", SCRIPT, include_str!("scrabble/analysis/gcg.js")),
        Asset::new("turns.js", SCRIPT, include_str!("scrabble/analysis/turns.js")),
        Asset::new("htmx.min.js", SCRIPT, include_str!("assets/htmx.min.js")),
        Asset::new("sse.min.js", SCRIPT, include_str!("assets/sse.min.js")),
        Asset::new("plots.css", STYLE, plot::SCOPED_STYLE),
        Asset::new("stepper.css", STYLE, STEPPER_STYLE),
        Asset::new("stepper.js", SCRIPT, STEPPER_SCRIPT),
        Asset::new("steps.js", SCRIPT, include_str!("tournaments/steps.js")),
        Asset::new("icon.svg", "image/svg+xml", include_str!("assets/icon.svg")),
    ];
    for section in SECTIONS {
        assets.push(Asset::new(section.style.name, STYLE, section.style.text));
        for script in section.script.iter().chain(&section.room_script) {
            assets.push(Asset::new(script.name, SCRIPT, script.text));
        }
    }
    assets
});

/// The address of the file of that name; the start page for an unknown name.
pub(crate) fn url(name: &str) -> &'static str {
    ASSETS.iter().find(|asset| asset.name == name).map_or("/", |asset| &asset.url)
}

/// The file at an address.
pub(crate) fn find(address: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.url == address)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use sha2::{Digest, Sha256};

    use super::{ASSETS, Asset, STYLE, url};

    fn body(name: &str) -> &'static str {
        ASSETS.iter().find(|asset| asset.name == name).map_or("", |asset| asset.body)
    }

    #[test]
    fn third_party_assets_are_as_published() {
        let table = include_str!("assets/README.md");
        for name in ["htmx.min.js", "sse.min.js"] {
            let mut sum = String::new();
            Sha256::digest(body(name)).iter().for_each(|byte| write!(sum, "{byte:02x}").unwrap());
            let row = table.lines().find(|line| line.starts_with(&format!("| `{name}`"))).unwrap();
            assert!(row.contains(&sum), "{name}: {sum}");
            assert!(url(name).starts_with(&format!("/assets/{}", &sum[..16])), "{}", url(name));
        }
    }

    /// The light and the dark value of a variable of the style sheet.
    fn colours(style: &str, name: &str) -> [[f64; 3]; 2] {
        let rest = style.split_once(&format!("--{name}: light-dark(")).unwrap().1;
        let (light, dark) = rest.split_once(')').unwrap().0.split_once(", ").unwrap();
        [light, dark].map(|hex| {
            [1, 3, 5].map(|at| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0)
        })
    }

    /// Contrast by relative luminance: WCAG 2.2, success criterion 1.4.3.
    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let linear =
            |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        let luminance = |colour: [f64; 3]| {
            let [r, g, b] = colour.map(linear);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_stands_out_from_its_background() {
        let style = body("style.css");
        let pairs = [
            ("ink", "ground"),
            ("ink", "sheet"),
            ("ink", "soft"),
            ("ink", "mark-soft"),
            ("quiet", "ground"),
            ("quiet", "sheet"),
            ("quiet", "mark-soft"),
            ("accent", "ground"),
            ("accent", "sheet"),
            ("on-accent", "accent"),
            ("mark", "mark-soft"),
            ("tile-ink", "tile"),
            ("wrong", "sheet"),
            ("wrong", "ground"),
        ];
        for (front, back) in pairs {
            for (front_colour, back_colour) in
                colours(style, front).into_iter().zip(colours(style, back))
            {
                let found = contrast(front_colour, back_colour);
                assert!(found >= 4.5, "{front} on {back}: {found:.2}");
            }
        }
        assert!((contrast([0.0; 3], [1.0; 3]) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn boards_of_every_choice_have_contrast() {
        let style = body("scrabble.css");
        let quiet = colours(body("style.css"), "quiet");
        for (choice, least) in
            [("", 4.5), ("[data-board=\"green\"]", 4.5), ("[data-board=\"contrast\"]", 7.0)]
        {
            let block = style.split_once(&format!(":root{choice} {{")).unwrap().1;
            let block = block.split_once('}').unwrap().0;
            for (front, back) in
                [("on-pale", "l2"), ("on-pale", "w2"), ("on-deep", "l3"), ("on-deep", "w3")]
            {
                for (front_colour, back_colour) in
                    colours(block, front).into_iter().zip(colours(block, back))
                {
                    let found = contrast(front_colour, back_colour);
                    assert!(found >= least, "{choice}: {front} on {back}: {found:.2}");
                }
            }
            for (quiet, square) in quiet.into_iter().zip(colours(block, "square")) {
                let found = contrast(quiet, square);
                assert!(found >= 4.5, "{choice}: quiet on square: {found:.2}");
            }
            // the lines that mark squares of the market, and white coordinates on its frame
            let market = body("marrakech.css").split_once(&format!(":root{choice} {{")).unwrap().1;
            let market = market.split_once('}').unwrap().0;
            let ink = [0x2b, 0x21, 0x18].map(|part| f64::from(part) / 255.0);
            for name in ["field", "other-field", "paper"] {
                assert!(contrast(ink, colours(market, name)[0]) >= 7.0, "{choice}: {name}");
            }
            assert!(contrast([1.0; 3], colours(market, "frame")[0]) >= 7.0, "{choice}: frame");
        }
    }

    /// Motion is short, and only for those who did not ask for less of it.
    #[test]
    fn motion_is_short_and_can_be_turned_off() {
        for asset in ASSETS.iter().filter(|asset| asset.kind == STYLE && asset.name != "plots.css")
        {
            let still = asset.body.split("@media (prefers-reduced-motion: no-preference) {");
            for (index, part) in still.enumerate() {
                let end = if index == 0 { 0 } else { part.find("\n}").unwrap() };
                let (moving, rest) = part.split_at(end);
                assert!(
                    !rest.contains("animation:") && !rest.contains("transition:"),
                    "{}",
                    asset.name
                );
                for animation in moving.split("animation: ").skip(1) {
                    let seconds = animation
                        .split(' ')
                        .find_map(|word| word.trim_end_matches([';', '}']).strip_suffix('s'));
                    let seconds: f64 = seconds.and_then(|text| text.parse().ok()).unwrap();
                    assert!(seconds <= 0.3, "{}: {animation}", asset.name);
                }
            }
        }
        for name in ["auction.css", "scrabble.css", "marrakech.css"] {
            assert!(body(name).contains("animation: "), "{name}");
        }
    }

    /// A block for one scheme would not follow the visitor's choice.
    #[test]
    fn every_colour_is_decided_once_for_both_schemes() {
        for asset in ASSETS.iter().filter(|asset| asset.kind == STYLE) {
            assert!(!asset.body.contains("prefers-color-scheme"), "{}", asset.name);
        }
        let variables = body("style.css").split_once("}\n").unwrap().0.matches("--").count();
        assert_eq!(
            body("style.css").matches(": light-dark(#").count(),
            variables - 1,
            "and a radius"
        );
    }

    #[test]
    fn text_has_the_sizes_of_one_scale() {
        let scale = body("style.css").split_once("--tiny: ").unwrap().1.split_once('}').unwrap().0;
        assert_eq!(scale.matches("rem;").count(), 9);
        // those of reports and of the site of a season have scales of their own
        let is_own = |asset: &&Asset| !["plots.css", "stepper.css"].contains(&asset.name);
        for asset in ASSETS.iter().filter(|asset| asset.kind == STYLE).filter(is_own) {
            for size in asset.body.split("font-size: ").skip(1) {
                let size = size.split([';', '}']).next().unwrap();
                assert!(!size.ends_with("rem"), "{}: {size}", asset.name);
            }
        }
    }

    #[test]
    fn file_names_are_unique() {
        let mut names: Vec<&str> = ASSETS.iter().map(|asset| asset.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ASSETS.len());
    }
}
