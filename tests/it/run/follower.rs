//! A run that is followed while it grows gives the same counts as one read at its end.

use crate::program;

use std::fs;

use lettergame::registry::row_shape;
use lettergame::report::{Digest, Follower, Report};
use program::{done, scratch};

/// The report of the run, without what depends only on the folder.
fn reported(dir: &std::path::Path) -> Digest {
    let report = Report::read(&[dir.to_owned()], row_shape, |_| {}).expect("a report");
    report.runs.into_iter().next().expect("a run")
}

#[test]
fn reading_piece_by_piece_equals_reading_at_once() {
    let dir = scratch();
    let lines = [
        "--players letter-value,zero,random --rounds 1 --games 40",
        "--players letter-value,zero,random,truthful-3 --rounds 1 --games 3 --schedule swiss --group-size 2",
    ];
    for (number, line) in lines.into_iter().enumerate() {
        let run = dir.path().join(format!("run-{number}"));
        done(dir.path(), &format!("tournament {line} --seed 7 --out run-{number}"));
        let whole = reported(&run);
        let scores = run.join("scores.csv");
        let rows = fs::read(&scores).expect("rows");
        fs::write(&scores, "").expect("nothing yet");
        fs::remove_file(run.join("part.json")).expect("it is not finished");
        let mut follower = Follower::open(&run, row_shape).expect("a run");
        assert!(!follower.read_on().expect("no header yet"));
        assert_eq!(follower.so_far().expect("no games").run.games_done, 0);
        // pieces of a length unrelated to rows
        let mut last = 0;
        for end in (0..rows.len()).step_by(311).chain([rows.len()]) {
            fs::write(&scores, &rows[..end]).expect("written");
            let grown = follower.read_on().expect("whole games");
            let now = follower.so_far().expect("a digest");
            assert_eq!(grown, now.run.games_done > last);
            last = now.run.games_done;
            if last > 0 {
                let read = reported(&run);
                assert_eq!((now.standings, now.players), (read.standings, read.players));
            }
        }
        assert!(follower.is_whole() && !follower.read_on().expect("nothing new"));
        assert_eq!(follower.so_far().expect("a digest"), whole);
        // the run is started again
        fs::write(&scores, &rows[..rows.len() / 2]).expect("written");
        follower.read_on().expect("from the start");
        assert!(!follower.is_whole());
        assert_eq!(follower.so_far().expect("a digest").standings, reported(&run).standings);
    }
}
