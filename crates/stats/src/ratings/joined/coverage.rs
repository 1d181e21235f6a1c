//! Simulated coverage of the intervals of joined ratings.

use super::spread::PSEUDO_BLOCKS;
use super::{GroupSums, JoinedResults};
use crate::ratings::simulation::{Lcg, ranking};
use lettergame_base::parallel_map;

/// A season: versions of players of the past, who met their contemporaries, and the players of today.
struct Season {
    truth: Vec<f64>,
    /// The first player of today.
    today: usize,
    results: JoinedResults,
}

/// How the groups of a season meet.
#[derive(Clone, Copy)]
struct Kind {
    past: usize,
    today: usize,
    /// Numbers of members of the groups.
    sizes: &'static [usize],
    groups: usize,
    /// The fewest and the most blocks of a group.
    blocks: (u64, u64),
}

impl Season {
    /// The past meets within windows of 8 versions; of the groups of today, every third contains versions of
    /// the past. A block has two games, each a ranking; the second repeats the first half of the time.
    fn new(kind: Kind, seed: u64) -> Season {
        let mut lcg = Lcg(seed * 7919 + 1);
        let players = kind.past + kind.today;
        // neighbours are 25 points apart on average
        let truth: Vec<f64> = (0..players)
            .map(|player| match player.checked_sub(kind.past) {
                None => -300.0 + 400.0 * lcg.next(),
                Some(place) => 12.5 * kind.today as f64 - 25.0 * (place as f64 + 0.5 * lcg.next()),
            })
            .collect();
        let mut results = JoinedResults::new(players);
        for group in 0..kind.groups {
            let size = kind.sizes[group % kind.sizes.len()];
            let (low, high) = match (group / kind.sizes.len()) % 3 {
                0 if kind.past > 8 => {
                    let start = lcg.below(kind.past - 7);
                    (start, start + 8)
                }
                1 => (kind.past.saturating_sub(8), players),
                _ => (kind.past, players),
            };
            let mut members: Vec<usize> = Vec::new();
            while members.len() < size.min(high - low) {
                let player = low + lcg.below(high - low);
                if !members.contains(&player) {
                    members.push(player);
                }
            }
            let mut sums = GroupSums::new(members.len());
            let more = lcg.below((kind.blocks.1 - kind.blocks.0 + 1) as usize) as u64;
            for _ in 0..kind.blocks.0 + more {
                let own: Vec<f64> = members.iter().map(|&player| truth[player]).collect();
                sums.add_block(&block(&mut lcg, &own)).unwrap();
            }
            results.add(&members, &sums).unwrap();
        }
        Season { truth, today: kind.past, results }
    }
}

/// The points of two games.
fn block(lcg: &mut Lcg, truth: &[f64]) -> Vec<f64> {
    let mut points = vec![0.0; truth.len() * truth.len()];
    let mut order = ranking(lcg, truth);
    for game in 0..2 {
        if game == 1 && lcg.next() < 0.5 {
            order = ranking(lcg, truth);
        }
        for (place, better) in order.iter().enumerate() {
            order[place + 1..].iter().for_each(|worse| points[better * truth.len() + worse] += 1.0);
        }
    }
    points
}

/// The shares of 95 % intervals that cover, where there are any: of differences between neighbours of today,
/// and of ranks; and the mean length of the latter.
fn coverage(kind: Kind, pseudo_blocks: f64, seasons: usize) -> [f64; 3] {
    let one = |seed: usize| {
        let season = Season::new(kind, seed as u64);
        let today: Vec<usize> = (season.today..season.truth.len()).collect();
        let ratings = season.results.fit_with(&today, pseudo_blocks).ratings();
        let truth = &season.truth[season.today..];
        let mut counts = [0.0; 5];
        for (one, pair) in truth.windows(2).enumerate() {
            if let Some(interval) = ratings.difference(one, one + 1, 0.95).interval {
                let apart = pair[0] - pair[1];
                counts[0] += 1.0;
                counts[1] += f64::from(u8::from(interval.low <= apart && apart <= interval.high));
            }
        }
        for (place, rank) in ratings.ranks(0.95).into_iter().enumerate() {
            if let Some(rank) = rank {
                let true_rank = place as u64 + 1;
                counts[2] += 1.0;
                counts[3] += f64::from(u8::from((rank.low..=rank.high).contains(&true_rank)));
                counts[4] += (rank.high - rank.low) as f64;
            }
        }
        counts
    };
    let add = |own: [f64; 5], other: [f64; 5]| [0, 1, 2, 3, 4].map(|k| own[k] + other[k]);
    let sum = parallel_map(seasons, one).into_iter().fold([0.0; 5], add);
    [sum[1] / sum[0], sum[3] / sum[2], sum[4] / sum[2]]
}

/// `LETTERGAME_CALIBRATION=1000` makes it accurate, and compares weights of the common dispersion.
#[test]
fn intervals_cover_the_truth() {
    let asked = std::env::var("LETTERGAME_CALIBRATION").ok();
    let asked = asked.map(|count| count.parse().expect("LETTERGAME_CALIBRATION is a number"));
    let weights = match asked {
        None => &[PSEUDO_BLOCKS][..],
        Some(_) => &[0.0, PSEUDO_BLOCKS, 16.0],
    };
    let seasons = asked.unwrap_or(12);
    println!("| groups | members | blocks | pseudo-blocks | differences | ranks | length |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for kind in [
        Kind { past: 30, today: 10, sizes: &[2, 5], groups: 240, blocks: (1, 20) },
        Kind { past: 30, today: 10, sizes: &[2], groups: 240, blocks: (1, 4) },
        Kind { past: 30, today: 10, sizes: &[5], groups: 60, blocks: (1, 3) },
        Kind { past: 0, today: 8, sizes: &[2], groups: 14, blocks: (1, 3) },
        Kind { past: 0, today: 4, sizes: &[2], groups: 6, blocks: (2, 6) },
        Kind { past: 0, today: 6, sizes: &[2, 5], groups: 12, blocks: (1, 40) },
    ] {
        for &weight in weights {
            let [differences, ranks, length] = coverage(kind, weight, seasons);
            println!(
                "| {} | {:?} | {:?} | {weight} | {:.1} % | {:.1} % | {length:.1} |",
                kind.groups,
                kind.sizes,
                kind.blocks,
                100.0 * differences,
                100.0 * ranks
            );
            if weight == PSEUDO_BLOCKS {
                assert!(differences > 0.88 && ranks > 0.9, "{differences} {ranks}");
            }
        }
    }
}
