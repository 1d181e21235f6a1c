//! The printed schemas: whole games validate, nothing in the schemas is superfluous or missing, and they
//! accept the same moves as the program.

#![cfg(unix)]

use crate::program;
use crate::shipped::LEXICON;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use jsonschema::{Validator, draft202012};
use lettergame::base::{Branch, BySeat, Rng, Seat, Seed};
use lettergame::game::{FaultKind, Player, Presented, Roster, Rules, Settings, Table, Turn};
use lettergame::games::auction::rules::{self as auction, Auction, AuctionRules, Prompt};
use lettergame::games::marrakech::rules::{self as marrakech, Marrakech, MarrakechRules};
use lettergame::games::scrabble::board::{Distribution, Rack};
use lettergame::games::scrabble::rules::{self as scrabble, Scrabble, ScrabbleRules};
use lettergame::games::wordgame::rules::{self as wordgame, Wordgame, WordgameRules};
use lettergame::games::{
    auction::players::ROSTER as AUCTION_ROSTER, marrakech::players::ROSTER as MARRAKECH_ROSTER,
    scrabble::players::ROSTER as SCRABBLE_ROSTER, wordgame::players::ROSTER as WORDGAME_ROSTER,
};
use lettergame::registry::{self, games};
use program::{done, run, scratch};
use serde_json::{Value, json};

/// Values exchanged between a game and its players, by the definition they must match.
type Seen = BTreeMap<String, Vec<Value>>;

/// How one game is played.
struct Tournament<'a, G: Presented> {
    rules: Arc<G>,
    roster: &'a [Roster<G>],
    /// As typed, by seat.
    players: &'a [&'a str],
    seed: u64,
    /// The percentage of answers that are faults.
    faults: u32,
    /// A move that replaces a player's; used one time in four.
    whim: fn(&G::View<'_>, &mut Rng) -> Option<G::Move>,
}

impl<G: Presented> Tournament<'_, G> {
    /// Plays to the end and records all values.
    fn play(&self, seen: &mut Seen) {
        let (root, seats) = (Seed(self.seed), self.players.len());
        let mut rng = root.derive(Branch::Chance, 99).rng();
        let mut table = Table::new(Arc::clone(&self.rules), seats, root).unwrap();
        let mut players = BySeat::from_fn(seats, |seat| self.player(seat));
        while table.turn() != Turn::Over {
            let events = table.step(|seat, view| {
                let kind = G::kind(view);
                keep(seen, &format!("view_{kind}"), view);
                let whim = if rng.below(4) == 0 { (self.whim)(view, &mut rng) } else { None };
                let said = match whim {
                    Some(choice) => choice,
                    None => players[seat].choose(view, &mut rng).unwrap(),
                };
                keep(seen, &format!("move_{kind}"), &said);
                if rng.below(100) < self.faults {
                    return Err(FaultKind::ALL[rng.below(8) as usize].with_move(said));
                }
                Ok(said)
            });
            for event in events {
                keep(seen, "event", event);
                players.values_mut().for_each(|player| player.observe(event));
            }
        }
    }

    fn player(&self, seat: Seat) -> Box<dyn Player<G>> {
        let strategy = Roster::make(self.roster, self.players[seat.index()], &self.rules).unwrap();
        strategy.sit(&self.rules, seat, self.players.len())
    }
}

/// Records a value in its serialised form.
fn keep(seen: &mut Seen, definition: &str, value: &impl serde::Serialize) {
    let text = serde_json::to_string(value).unwrap();
    seen.entry(definition.to_owned()).or_default().push(serde_json::from_str(&text).unwrap());
}

fn settings(texts: &[&str]) -> Settings {
    Settings::parse(texts.iter().copied()).unwrap()
}

fn games_of_auction() -> Seen {
    let mut seen = Seen::new();
    let all: [&str; 14] = std::array::from_fn(|seat| ["random", "zero", "truthful"][seat % 3]);
    let tables: [(&[&str], &[&str], u32); 5] = [
        (&["random", "letter-value", "seven-letter"], &["rounds=3"], 0),
        (&["frequency", "vowel-balance", "random", "marginal:samples=4"], &["rounds=3"], 4),
        (&["random", "random"], &["rounds=3", "hidden=0", "start-points=0"], 10),
        (&["random"], &["rounds=2"], 0),
        (&all, &["rounds=1"], 0),
    ];
    for preset in AuctionRules::presets() {
        for (seed, (players, texts, faults)) in (1..).zip(tables) {
            let rules = AuctionRules::read(preset, settings(texts)).unwrap();
            let rules = Arc::new(Auction::new(rules, Arc::clone(&LEXICON)));
            let whim = odd_auction_move;
            Tournament { rules, roster: &AUCTION_ROSTER, players, seed, faults, whim }
                .play(&mut seen);
        }
    }
    seen
}

fn odd_auction_move(view: &auction::View<'_>, rng: &mut Rng) -> Option<auction::Move> {
    let bids = [i64::MIN, i64::MAX, -1, 0];
    let words = ["", "  ca t1 ", "ünreadable", "\"\\\n"];
    let pick = rng.below(4) as usize;
    Some(match view.asked() {
        Prompt::Bid(_) => auction::Move::Bid(bids[pick]),
        Prompt::Word => auction::Move::Word(words[pick].into()),
    })
}

fn games_of_marrakech() -> Seen {
    let mut seen = Seen::new();
    let tables: [(&[&str], &[&str], u32); 5] = [
        (&["random", "greedy"], &[], 0),
        (&["random", "greedy", "expectimax:depth=1"], &["rotate=end"], 0),
        (&["random", "random", "random", "greedy"], &["dirhams=1", "rugs=12"], 5),
        (&["random", "greedy"], &["colours=2", "rugs=12"], 0),
        (&["random", "random"], &["dirhams=249", "rugs=99"], 20),
    ];
    for preset in MarrakechRules::presets() {
        for (seed, (players, texts, faults)) in (1..).zip(tables) {
            let rules = MarrakechRules::read(preset, settings(texts)).unwrap();
            let rules = Arc::new(Marrakech::new(rules));
            let whim = |_: &marrakech::View<'_>, _: &mut Rng| None;
            Tournament { rules, roster: &MARRAKECH_ROSTER, players, seed, faults, whim }
                .play(&mut seen);
        }
    }
    seen
}

fn games_of_scrabble() -> Seen {
    let mut seen = Seen::new();
    let tables: [(&[&str], &[&str], u32); 6] = [
        (&["random", "leave"], &[], 0),
        (&["score", "equity"], &["challenge=double"], 0),
        (&["random", "score"], &["challenge=five"], 5),
        (&["equity", "score"], &["exchange=1", "bingo=500"], 10),
        (&["score", "equity"], &["scoreless=100"], 0),
        (&["score", "random"], &[], 100),
    ];
    for preset in ScrabbleRules::presets() {
        for (seed, (players, texts, faults)) in (1..).zip(tables) {
            let rules = ScrabbleRules::read(preset, settings(texts)).unwrap();
            let rules = Arc::new(Scrabble::new(rules, Arc::clone(&LEXICON)));
            let whim = odd_scrabble_move;
            Tournament { rules, roster: &SCRABBLE_ROSTER, players, seed, faults, whim }
                .play(&mut seen);
        }
    }
    seen
}

/// A pass, an exchange, a challenge, or as the first play all tiles in the order of the alphabet, which is no word.
fn odd_scrabble_move(view: &scrabble::View<'_>, rng: &mut Rng) -> Option<scrabble::Move> {
    let count = 1 + rng.below(7) as usize;
    let may_be_invalid = view.game().rules().challenge() != scrabble::ChallengeRule::Void;
    match rng.below(6) {
        _ if view.contested().is_some() && rng.below(3) == 0 => Some(scrabble::Move::Challenge),
        2..=5 if view.board().is_empty() && may_be_invalid => {
            let row = if view.board().side() == 15 { "8D" } else { "11H" };
            let word = view.rack().to_string().replace('?', "q");
            format!("play {row} {word}").parse().ok()
        }
        0 => Some(scrabble::Move::Pass),
        1 if view.may_exchange() && count <= view.bag() => {
            let tiles = view.rack().iter().take(count);
            Some(scrabble::Move::Exchange(Rack::of(view.rack().distribution(), tiles)))
        }
        _ => None,
    }
}

fn games_of_wordgame() -> Seen {
    let mut seen = Seen::new();
    let all = ["random"; 14];
    let tables: [(&[&str], &[&str], u32); 4] = [
        (&["seed", "optimal", "random", "first-word"], &["hands=3"], 0),
        (&["random", "seed"], &["hands=20", "substitutions=9", "replays=9"], 10),
        (&["random"], &["hand-size=26", "wildcard=yes", "score=left"], 0),
        (&all, &["hand-size=1"], 0),
    ];
    for preset in WordgameRules::presets() {
        for (seed, (players, texts, faults)) in (1..).zip(tables) {
            let rules = WordgameRules::read(preset, settings(texts)).unwrap();
            let rules = Arc::new(Wordgame::new(rules, Arc::clone(&LEXICON)));
            let whim = substitute_or_burn;
            Tournament { rules, roster: &WORDGAME_ROSTER, players, seed, faults, whim }
                .play(&mut seen);
        }
    }
    seen
}

fn substitute_or_burn(view: &wordgame::View<'_>, rng: &mut Rng) -> Option<wordgame::Move> {
    if view.asked() == wordgame::Prompt::Again {
        return Some(wordgame::Move::Replay);
    }
    if view.may_substitute() {
        return view.play().now().letters().letters().next().map(wordgame::Move::Substitute);
    }
    let burnt = || format!("{}1é", view.play().now());
    (rng.below(3) == 0).then(|| wordgame::Move::Word(burnt().into()))
}

/// All recorded values, by game.
static SEEN: LazyLock<BTreeMap<&str, Seen>> = LazyLock::new(|| {
    let games = [
        ("auction", games_of_auction()),
        ("marrakech", games_of_marrakech()),
        ("scrabble", games_of_scrabble()),
        ("wordgame", games_of_wordgame()),
    ];
    games.into()
});

fn schema(game: &str) -> Value {
    serde_json::from_str(registry::find(game).unwrap().info.schema).unwrap()
}

fn definitions(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["$defs"].as_object().unwrap().iter()
}

/// A validator for one definition of a schema.
fn judge(schema: &Value, definition: &str) -> Validator {
    let mut schema = schema.clone();
    schema["$ref"] = json!(format!("#/$defs/{definition}"));
    draft202012::new(&schema).unwrap()
}

/// The schema with `additionalProperties` rejected everywhere.
fn strict(mut schema: Value) -> Value {
    let inner = match &mut schema {
        Value::Object(fields) => fields.values_mut().collect::<Vec<_>>(),
        Value::Array(items) => items.iter_mut().collect(),
        _ => Vec::new(),
    };
    inner.into_iter().for_each(|value| *value = strict(value.take()));
    if schema["type"] == "object" {
        schema["additionalProperties"] = json!(false);
    }
    schema
}

/// The objects of a game with fields, except for moves, with their fields.
fn objects(schema: &Value) -> Vec<(&String, Vec<&String>)> {
    let told = definitions(schema)
        .filter(|(name, object)| object["type"] == "object" && !name.starts_with("move_"));
    told.map(|(name, object)| (name, object["properties"].as_object().unwrap().keys().collect()))
        .collect()
}

/// The forms of a move: the key of an object, or a word.
fn forms(of: &Value) -> BTreeSet<String> {
    let words = |values: &Value| -> BTreeSet<String> {
        values.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    match of {
        _ if of["oneOf"].is_array() => {
            of["oneOf"].as_array().unwrap().iter().flat_map(forms).collect()
        }
        _ if of["required"].is_array() => words(&of["required"]),
        _ if of["enum"].is_array() => words(&of["enum"]),
        _ => words(&json!([of["const"]])),
    }
}

/// The form of a recorded move.
fn form(choice: &Value) -> String {
    match choice {
        Value::String(word) => word.clone(),
        _ => choice.as_object().unwrap().keys().next().unwrap().clone(),
    }
}

#[test]
fn a_schema_is_printed_as_it_is() {
    let dir = scratch();
    for game in games() {
        let printed = done(dir.path(), &format!("players --schema {}", game.info.name)).out;
        let file =
            format!("{}/crates/{}/src/schema.json", env!("CARGO_MANIFEST_DIR"), game.info.name);
        assert_eq!(printed, std::fs::read_to_string(file).unwrap());
        let schema: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert!(draft202012::meta::is_valid(&schema), "{}", game.info.name);
    }
}

#[test]
fn a_schema_of_an_unknown_game_or_with_a_format_is_refused() {
    let dir = scratch();
    let asked = |args: &[&str]| run(dir.path(), &[&["players"], args].concat());
    asked(&["--schema", "scrable"]).refused(2, &["`scrable`", "did you mean `scrabble`?"]);
    asked(&["--schema", "auction", "--format", "json"]).refused(2, &["--schema", "--format"]);
    asked(&["--schema", "auction", "--game", "auction"]).refused(2, &["--schema", "--game"]);
}

#[test]
fn whole_games_match_the_schema_without_extra_fields() {
    for (game, seen) in &*SEEN {
        let printed = schema(game);
        for schema in [strict(printed.clone()), printed] {
            for (definition, values) in seen {
                let judge = judge(&schema, definition);
                for value in values {
                    if let Err(error) = judge.validate(value) {
                        let place = error.instance_path();
                        panic!("{game} {definition} {value}: at `{place}`: {error}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_part_of_a_schema_occurs_in_games() {
    for (game, seen) in &*SEEN {
        let schema = schema(game);
        let views = definitions(&schema).filter(|(name, _)| name.starts_with("view_"));
        assert!(views.map(|(name, _)| seen[name].len()).all(|count| count > 5), "{game}");
        for (name, told) in definitions(&schema).filter(|(name, _)| name.starts_with("move_")) {
            let made: BTreeSet<String> = seen[name].iter().map(form).collect();
            assert_eq!(made, forms(told), "{game} {name}");
        }
        let told = definitions(&schema).filter_map(|(name, _)| name.strip_prefix("event_"));
        let heard = seen["event"].iter().map(|event| event["type"].as_str().unwrap());
        assert_eq!(heard.collect::<BTreeSet<_>>(), told.collect(), "{game}");
    }
}

/// Every field is always present, except for the letter on sale, and has a description.
#[test]
fn every_field_is_required_and_described() {
    for game in games() {
        let schema = schema(game.info.name);
        for (name, told) in definitions(&schema) {
            let what = format!("{} {name}", game.info.name);
            assert!(told["description"].is_string(), "{what}");
            let Some(fields) = told["properties"].as_object() else { continue };
            for (field, told) in fields {
                assert!(told["description"].is_string(), "{what} {field}");
            }
            if told["type"] == "object" {
                let open = told["required"].as_array().unwrap().iter().map(|f| f.as_str().unwrap());
                let mut required: BTreeSet<&str> = open.collect();
                required.extend((what == "auction view").then_some("letter"));
                assert_eq!(required, fields.keys().map(String::as_str).collect(), "{what}");
            }
        }
    }
}

/// The schema without a field of one of its objects, and with an additional one.
fn changed(schema: &Value, object: &str, field: &str) -> [Value; 2] {
    let (mut fewer, mut more) = (schema.clone(), schema.clone());
    let object = format!("/$defs/{object}");
    let fewer_fields = fewer.pointer_mut(&object).unwrap();
    fewer_fields["properties"].as_object_mut().unwrap().remove(field);
    fewer_fields["required"].as_array_mut().unwrap().retain(|name| name != field);
    let more_fields = more.pointer_mut(&object).unwrap();
    more_fields["properties"]["more"] = json!(true);
    more_fields["required"].as_array_mut().unwrap().push(json!("more"));
    [fewer, more]
}

#[test]
fn a_surplus_or_missing_field_in_a_schema_is_detected() {
    for (game, seen) in &*SEEN {
        let schema = strict(schema(game));
        for (object, fields) in objects(&schema) {
            for field in fields {
                for wrong in changed(&schema, object, field) {
                    let noticed = seen.iter().any(|(definition, values)| {
                        let judge = judge(&wrong, definition);
                        !values.iter().all(|value| judge.is_valid(value))
                    });
                    assert!(noticed, "{game} {object} {field}");
                }
            }
        }
    }
}

/// Whether the program accepts it as a move.
fn is_read(game: &str, text: &str) -> bool {
    match game {
        "auction" => serde_json::from_str::<auction::Move>(text).is_ok(),
        "marrakech" => serde_json::from_str::<marrakech::Move>(text).is_ok(),
        "scrabble" => scrabble::Move::from_json(Distribution::english(), text).is_ok(),
        _ => serde_json::from_str::<wordgame::Move>(text).is_ok(),
    }
}

/// Whether the schema accepts it as a move of some kind.
fn is_told(schema: &Value, text: &str) -> bool {
    let value = serde_json::from_str(text).unwrap();
    let kinds = definitions(schema).filter(|(name, _)| name.starts_with("move_"));
    kinds.into_iter().any(|(name, _)| judge(schema, name).is_valid(&value))
}

/// Asserts for some texts whether the schema and the program accept them.
#[track_caller]
fn taken(game: &str, told: bool, read: bool, texts: &[&str]) {
    let schema = schema(game);
    for text in texts {
        assert_eq!(is_told(&schema, text), told, "schema of {game}: {text}");
        assert_eq!(is_read(game, text), read, "reader of {game}: {text}");
    }
}

#[rustfmt::skip]
#[test]
fn valid_moves_are_accepted_by_schema_and_program() {
    taken("auction", true, true, &[
        r#"{"bid":0}"#, r#"{"bid":-3}"#, r#"{"bid":9223372036854775807}"#,
        r#"{"bid":-9223372036854775808}"#, r#"{"word":""}"#, r#"{"word":"quärts!"}"#,
    ]);
    taken("marrakech", true, true, &[
        r#"{"rotate":0}"#, r#"{"rotate":90}"#, r#"{"rotate":270}"#, r#"{"place":[[0,6],[0,5]]}"#,
    ]);
    taken("scrabble", true, true, &[
        r#"{"play":"8D S(CuR)RY"}"#, r#"{"play":"d8 S...RY"}"#, r#"{"play":"15A .AT(E)"}"#,
        r#"{"play":"1A A(B)"}"#, r#"{"play":" 08h\t (A)T "}"#, r#"{"exchange":"qV?_*["}"#, r#""pass""#,
    ]);
    taken("wordgame", true, true, &[
        r#"{"word":"quail"}"#, r#"{"word":"h*ney"}"#, r#"{"word":"Z!"}"#, r#""stop""#,
        r#"{"substitute":"E"}"#, r#"{"substitute":"e"}"#, r#""replay""#,
    ]);
}

#[rustfmt::skip]
#[test]
fn invalid_moves_are_refused_by_schema_and_program() {
    for game in games() {
        taken(game.info.name, false, false, &[
            "null", "true", "12", "[]", "{}", r#""""#, r#""bid""#, r#""Stop""#, r#"{"more":1}"#, r#"[{"bid":1}]"#,
        ]);
    }
    taken("auction", false, false, &[
        r#"{"bid":1.5}"#, r#"{"bid":"12"}"#, r#"{"bid":null}"#, r#"{"bid":[1]}"#,
        r#"{"bid":9223372036854775808}"#, r#"{"bid":99999999999999999999}"#,
        r#"{"bid":-99999999999999999999}"#, r#"{"bid":1,"more":1}"#, r#"{"bid":1,"word":"A"}"#,
        r#"{"Bid":1}"#, r#"{"word":1}"#, r#"{"word":null}"#, r#""pass""#,
    ]);
    taken("marrakech", false, false, &[
        r#"{"rotate":180}"#, r#"{"rotate":-90}"#, r#"{"rotate":90.5}"#, r#"{"rotate":"90"}"#,
        r#"{"rotate":99999999999999999999}"#, r#"{"rotate":0,"more":1}"#, r#""rotate""#,
        r#"{"place":[[4,4]]}"#, r#"{"place":[[4,4],[4,5],[4,6]]}"#, r#"{"place":[4,4,4,5]}"#,
        r#"{"place":[[4,4,4],[4,5,4]]}"#, r#"{"place":[[7,0],[6,0]]}"#, r#"{"place":[[0,-1],[0,0]]}"#,
        r#"{"place":[[18446744073709551616,0],[0,0]]}"#, r#"{"place":"44 45"}"#,
        r#"{"place":[[4,4],[4,5]],"rotate":0}"#,
    ]);
    taken("scrabble", false, false, &[
        r#"{"play":8}"#, r#"{"play":"8D"}"#, r#"{"play":"22A AB"}"#, r#"{"play":"0A AB"}"#,
        r#"{"play":"V8 AB"}"#, r#"{"play":"8D (AB)"}"#, r#"{"play":"8D A(B"}"#, r#"{"play":"8D A()B"}"#,
        r#"{"play":"8D A1"}"#, r#"{"play":"8D ..."}"#, r#"{"play":"8D A B"}"#, r#"{"play":["8D","AB"]}"#,
        r#"{"exchange":""}"#, r#"{"exchange":"A1"}"#, r#"{"exchange":["A"]}"#, r#"{"exchange":7}"#,
        r#"{"pass":true}"#, r#"{"play":"8D AB","exchange":"A"}"#, r#"{"play":"8D AB","more":1}"#,
        r#"{"exchange":99999999999999999999}"#,
    ]);
    taken("wordgame", false, false, &[
        r#"{"word":""}"#, r#"{"word":5}"#, r#"{"word":99999999999999999999}"#, r#"{"word":["a"]}"#, r#""again""#, r#""quail""#,
        r#"{"substitute":""}"#, r#"{"substitute":"EE"}"#, r#"{"substitute":"1"}"#,
        r#"{"substitute":"*"}"#, r#"{"substitute":5}"#, r#"{"stop":1}"#, r#"{"replay":"stop"}"#,
        r#"{"word":"a","more":1}"#, r#"{"word":"a","substitute":"E"}"#,
    ]);
}

/// For a schema 12.0 is a whole number, and it cannot express the edge of the board; the descriptions mention
/// both.
#[test]
fn moves_a_schema_cannot_refuse_are_refused_by_the_program() {
    taken("auction", true, false, &[r#"{"bid":12.0}"#, r#"{"bid":1e1}"#]);
    taken("marrakech", true, false, &[r#"{"rotate":90.0}"#, r#"{"place":[[4,4.0],[4,5]]}"#]);
    taken(
        "scrabble",
        true,
        false,
        &[r#"{"play":"8U AB"}"#, r#"{"play":"8A ABCDEFGHIJKLMNOPQRSTUV"}"#],
    );
}

/// The schema gives one way to write a move, and nothing that is never legal.
#[test]
fn the_program_accepts_some_moves_beyond_the_schema() {
    taken("scrabble", false, true, &[r#"{"pass":null}"#, r#"{"exchange":" QV"}"#]);
    taken("scrabble", false, true, &[r#"{"exchange":"ABCDEFGH"}"#]);
    taken("wordgame", false, true, &[r#"{"stop":null}"#]);
}
