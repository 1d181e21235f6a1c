//! Pictures of every page, to be looked at by people: `target/tmp/pictures/pages/NAME-WIDTH-SCHEME.png`.

use crate::web::pages::tour;

/// Widths and heights of windows.
const WINDOWS: [(u32, u32); 3] = [(1280, 800), (768, 1024), (360, 740)];

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures_of_every_page() {
    let mut wide = Vec::new();
    for part in [tour::games, tour::tournaments, tour::season] {
        part(&mut |stop| {
            for (width, height) in WINDOWS {
                for (scheme, dark) in [("light", false), ("dark", true)] {
                    stop.browser.window(width, height, dark);
                    stop.browser.picture(&format!("pages/{}-{width}-{scheme}", stop.name));
                }
                let found = stop.browser.script("return document.documentElement.scrollWidth");
                if found.as_u64() > Some(width.into()) {
                    wide.push(format!("{} in {width}: {found}", stop.name));
                }
            }
            stop.browser.window(1280, 720, false);
        });
    }
    assert!(wide.is_empty(), "wider than the window: {wide:?}");
}
