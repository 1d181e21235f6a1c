//! Ratings of a run: intervals where results link the players, and a remark where they do not.

#![cfg(unix)]

mod program;

use program::{done, scratch, table};

const LOPSIDED: &str = "tournament --players marginal,shadow,zero --games 30 --rounds 2 --seed 3";

#[test]
fn ratings_that_rest_on_the_prior_are_named_after_the_standings() {
    let dir = scratch();
    let ran = done(dir.path(), &format!("{LOPSIDED} --out run"));
    let said = "ratings of marginal, shadow against zero rest on the prior alone: \
                zero lost every game to them";
    assert_eq!(ran.err.matches("rest on the prior alone").count(), 1, "{}", ran.err);
    assert!(ran.err.contains(said), "{}", ran.err);
    for row in table(&dir.path().join("run/standings.csv")) {
        let linked = row["player"] != "zero";
        assert_eq!(
            (!row["rating_low"].is_empty(), !row["rating_high"].is_empty()),
            (linked, linked),
            "{row:?}"
        );
    }
    let resumed = done(dir.path(), "resume run");
    assert!(resumed.err.contains(said), "{}", resumed.err);
    let quiet = done(dir.path(), "resume run --quiet");
    assert!(!quiet.err.contains("prior"), "{}", quiet.err);
}

#[test]
fn linked_ratings_need_no_remark() {
    let dir = scratch();
    let ran = done(
        dir.path(),
        "tournament --players random,random --games 40 --rounds 2 --seed 1 --out run",
    );
    assert!(!ran.err.contains("prior"), "{}", ran.err);
}
