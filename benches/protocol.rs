//! The cost to the runner of a decision of a player that is not built in: writing the ask, reading the
//! answer, and in a module the thinking itself. Every bench asserts the result it times.

use std::sync::Arc;

use divan::{Bencher, black_box};

use lettergame::base::{Seat, Seed};
use lettergame::game::{Presented, Table};
use lettergame::games::auction::rules::{Auction, AuctionRules, Move};
use lettergame::protocol::messages::{Said, read, write_ask};
use lettergame::protocol::wasm::{Instance, Limits, Module};
use lettergame::protocol::{Announced, read_move};
use lettergame::words::{Lexicon, WordList};

fn main() {
    divan::main();
}

/// A four-player table in the middle of a round, and the events of its last two turns.
fn table() -> (Table<Auction>, Vec<u8>) {
    let game = Auction::new(AuctionRules::words(), Arc::new(Lexicon::shipped()));
    let mut table = Table::new(Arc::new(game), 4, Seed(7)).unwrap();
    let mut announced = Announced::default();
    for turn in 0..10 {
        let told = table.step(|seat, _| Ok(Move::Bid((seat.index() as i64 + turn) % 5)));
        if turn >= 8 {
            told.iter().for_each(|event| announced.push(event));
        }
    }
    (table, announced.since(&mut 0).to_vec())
}

fn ask(table: &Table<Auction>, events: &[u8], out: &mut Vec<u8>) {
    let view = table.view(Seat::FIRST);
    write_ask(out, 91, 17, Auction::kind(&view), events, &view);
}

#[divan::bench]
fn ask_written(bencher: Bencher<'_, '_>) {
    let (table, events) = table();
    let mut out = Vec::new();
    ask(&table, &events, &mut out);
    let expected = out.clone();
    bencher.bench_local(|| {
        out.clear();
        ask(black_box(&table), black_box(&events), &mut out);
        assert_eq!(out.len(), expected.len());
    });
    assert_eq!(out, expected);
}

#[divan::bench]
fn batch_of_64_answers_read(bencher: Bencher<'_, '_>) {
    let acts: Vec<String> =
        (0..64).map(|q| format!(r#"{{"t":"act","q":{q},"move":{{"bid":12}}}}"#)).collect();
    let line = format!("[{}]", acts.join(","));
    let words = WordList::parse(b"AA\nAB\n", "words").unwrap().words;
    let rules = Auction::new(AuctionRules::words(), Arc::new(Lexicon::new(words).unwrap()));
    bencher.bench_local(|| {
        let said = read(black_box(line.as_bytes())).unwrap();
        for one in &said {
            let Said::Act(_, choice) = one else { panic!("{one:?}") };
            assert_eq!(read_move(&rules, choice, None), Ok(Move::Bid(12)));
        }
        assert_eq!(said.len(), 64);
    });
}

#[divan::bench]
fn decision_of_a_module(bencher: Bencher<'_, '_>) {
    let bytes = include_bytes!("../sdk/wasm/letter_value.wasm");
    let module = Module::load(bytes, Limits::default()).unwrap();
    let mut instance = Instance::new(&module);
    let hello = br#"{"t":"hello","lgp":[1,1],"game":"auction","rules":{},"batch":1}"#;
    assert!(instance.handle(hello).unwrap().is_some());
    let new = br#"{"t":"new","g":17,"seat":0,"seats":4,"seed":"00000000000000ff"}"#;
    assert!(instance.handle(new).unwrap().is_none());
    let (table, events) = table();
    let mut message = Vec::new();
    ask(&table, &events, &mut message);
    bencher.bench_local(|| {
        let answer = instance.handle(black_box(&message)).unwrap().unwrap();
        assert!(answer.starts_with(br#"{"t":"act","q":91,"move":{"bid":"#), "{answer:?}");
    });
}
