//! Games of some pairings of a schedule are played as in the whole run, and no others are played.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lettergame::base::Seed;
use lettergame::plan::{GameScore, RawConfig};
use lettergame::registry;
use lettergame::run::RowForm;
use lettergame::tournament::{AnyTournament, Batch, Selection, run_watched};
use lettergame::words::Lexicon;
use rayon::ThreadPoolBuildError;

fn tournament() -> Box<dyn AnyTournament> {
    let players = ["random", "letter-value", "zero", "flat", "truthful-3", "truthful-5"];
    let raw = RawConfig {
        players: Some(players.map(str::to_owned).to_vec()),
        schedule: Some("candidates".to_owned()),
        candidates: Some(4),
        games: Some(30),
        rules: [("rounds".to_owned(), vec!["1".to_owned()])].into(),
        ..RawConfig::default()
    };
    let config = raw.validate("auction", Seed(5)).unwrap();
    registry::prepare(&config, Arc::new(Lexicon::shipped())).unwrap().tournament
}

fn played(
    tournament: &dyn AnyTournament,
    games: &Selection,
    threads: usize,
) -> (Vec<GameScore>, Vec<u8>) {
    let (mut scores, mut rows) = (Vec::new(), Vec::new());
    let threads = NonZeroUsize::new(threads).unwrap();
    let stop = AtomicBool::new(false);
    let take = |batch: Option<Batch>| {
        let Batch { scores: more, rows: played, .. } = batch.unwrap_or_default();
        scores.extend(more);
        rows.extend(played.csv().concat());
        Ok::<(), ThreadPoolBuildError>(())
    };
    run_watched(tournament, games, RowForm::Csv, threads, &stop, take).unwrap();
    (scores, rows)
}

#[test]
fn selected_pairings_are_played_as_in_the_full_run() {
    let tournament = tournament();
    let pairings = tournament.schedule().pairings() as u64;
    let all: Range<u64> = 0..tournament.schedule().total();
    assert_eq!((pairings, all.end), (4, 120));
    let (whole, rows) = played(&*tournament, &Selection::from(all.clone()), 2);
    for chosen in [vec![1], vec![0, 2], vec![0, 1, 3], vec![0, 1, 2, 3]] {
        let wanted: Vec<GameScore> =
            whole.iter().filter(|score| chosen.contains(&(score.game % 4))).cloned().collect();
        let text = String::from_utf8(rows.clone()).unwrap();
        let own = |line: &&str| {
            let game: u64 = line.split(',').next().unwrap().parse().unwrap();
            chosen.contains(&(game % 4))
        };
        let lines: String = text.lines().filter(own).map(|line| format!("{line}\n")).collect();
        for threads in [1, 3] {
            let games = Selection::of_pairings(all.clone(), pairings, chosen.clone());
            let (scores, rows) = played(&*tournament, &games, threads);
            assert_eq!(scores, wanted, "{chosen:?}");
            assert_eq!(String::from_utf8(rows).unwrap(), lines, "{chosen:?}");
        }
    }
    // from the middle on
    let games = Selection::of_pairings(40..80, pairings, vec![3]);
    let numbers: Vec<u64> =
        played(&*tournament, &games, 2).0.iter().map(|score| score.game).collect();
    assert_eq!(numbers, (40..80).filter(|game| game % 4 == 3).collect::<Vec<_>>());
}
