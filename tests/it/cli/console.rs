//! What a person at a console has besides the commands: defaults, standings while a run is played,
//! sections of a report, saved games, a prompt that keeps a position.

use std::fs;
use std::path::Path;

use crate::program::{done, fed, program, ran, refused, scratch, shell, words};

#[test]
fn defaults_lie_below_configs_and_options() {
    let dir = scratch();
    let home = scratch();
    fs::create_dir(home.path().join("lettergame")).unwrap();
    let users = "games = 30\nrecord = \"rounds\"\n[options]\nformat = \"csv\"\nsandbox = \"off\"\n";
    fs::write(home.path().join("lettergame/lettergame.toml"), users).unwrap();
    let own = "games = 20\n[rules]\nrounds = 3\n[options]\nthreads = 1\n";
    fs::write(dir.path().join("lettergame.toml"), own).unwrap();
    fs::write(
        dir.path().join("c.toml"),
        "players = [\"zero\", \"random\"]\nseed = 1\nrecord = \"games\"\n",
    )
    .unwrap();
    let printed = |line: &str| {
        let mut command = program(dir.path(), &words(line));
        ran(command.env("XDG_CONFIG_HOME", home.path()), line)
    };
    let shown = printed("tournament c.toml --print-config --hidden 2").ended(0).out;
    for said in ["games = 20\n", "record = \"games\"\n", "rounds = 3\n", "hidden = 2\n"] {
        assert!(shown.contains(said), "{said}{shown}");
    }
    for origin in [
        "# lettergame.toml:1:9: games\n",
        "# lettergame.toml:3:10: rounds\n",
        "# lettergame.toml:5:1: --threads 1\n",
    ] {
        assert!(shown.contains(origin), "{origin}{shown}");
    }
    assert!(!shown.contains(": record\n"), "the config says it: {shown}");
    assert!(printed("tournament c.toml --print-config --games 5").out.contains("games = 5\n"));
    let listed = printed("words check PAWN").ended(0).out;
    assert!(listed.starts_with("word,"), "{listed}");
    assert!(!printed("words check PAWN --format table").ended(0).out.contains("word,"));
    // no other environment: the defaults of the folder alone
    assert!(!done(dir.path(), "words check PAWN").out.starts_with("word,"));
}

#[test]
fn defaults_that_cannot_be_used_are_refused_with_their_place() {
    let dir = scratch();
    for (text, said) in [
        (
            "[options]\nthreads = \"many\"\n",
            &["lettergame.toml:2:1: invalid value 'many' for '--threads <N>'"][..],
        ),
        (
            "[options]\nthread = 1\n",
            &["lettergame.toml:2:1: no command has an option `thread`; did you mean `threads`?"],
        ),
        ("gmes = 1\n", &["lettergame.toml:1:1: unknown key `gmes`; did you mean `games`?"]),
        ("[options]\nsandbox = \"off\"\n", &["the file of a folder cannot set `sandbox`"]),
        (
            "[options]\nallow-programs = true\n",
            &["the file of a folder cannot set `allow-programs`"],
        ),
    ] {
        fs::write(dir.path().join("lettergame.toml"), text).unwrap();
        refused(dir.path(), "tournament --players zero,random --games 2", 2, said);
    }
}

#[test]
fn the_last_of_a_doubled_option_counts() {
    let dir = scratch();
    let line = "tournament --players zero,shadow --players flat,random --games 7 --games 9 --seed 1 \
                --set rounds=2,hidden=1 --set rounds=4 --print-config";
    let shown = done(dir.path(), line).out;
    for said in ["players = [\"flat\", \"random\"]", "games = 9\n", "rounds = 4\n", "hidden = 1\n"]
    {
        assert!(shown.contains(said), "{said}\n{shown}");
    }
}

#[test]
fn standings_are_shown_while_a_run_is_played() {
    let dir = scratch();
    let line = "tournament --players zero,random,flat --schedule round-robin --games 200 --seed 1 --out run \
                --every 1ms";
    let told = done(dir.path(), line).err;
    let rows: Vec<&str> = told.lines().filter(|line| line.contains("flat")).collect();
    assert!(told.contains("win share") && rows.len() > 1, "{told}");
    let quiet = done(
        dir.path(),
        "tournament --players zero,random --games 50 --seed 1 --out q --every 1ms --quiet",
    );
    assert_eq!(quiet.err, "");
    refused(
        dir.path(),
        "tournament --players zero,random --every soon",
        2,
        &["--every", "as in 90s"],
    );
}

#[test]
fn sections_of_a_report_can_be_chosen() {
    let dir = scratch();
    done(dir.path(), "tournament --players zero,random,flat --games 60 --seed 1 --out run --quiet");
    let some = done(dir.path(), "report run --only places,stand").out;
    let titles: Vec<&str> =
        some.lines().filter(|line| line.starts_with(char::is_uppercase)).collect();
    assert!(titles.contains(&"Standings") && titles.contains(&"Places"), "{some}");
    assert!(!some.contains("Each against each") && !some.starts_with("auction"), "{some}");
    // a run without faults has no such section
    assert_eq!(done(dir.path(), "report run --only faults").out, "");
    refused(
        dir.path(),
        "report run --only standing,plases",
        2,
        &["plases", "did you mean `places`?"],
    );
    // every title of a report can be asked for
    let whole = done(dir.path(), "report run").out;
    for title in [
        "Standings",
        "Each against each",
        "Differences of ratings",
        "Convergence",
        "Games worth a look",
    ] {
        let name = title.to_lowercase().replace(' ', "-");
        let only = done(dir.path(), &format!("report run --only {name}")).out;
        assert!(whole.contains(title) && only.starts_with(title), "{title}\n{only}");
    }
}

#[test]
fn a_letter_game_that_was_left_goes_on_where_it_was() {
    let dir = scratch();
    let options = words("play auction --players person,flat --no-hints");
    let whole =
        fed(dir.path(), &[&options[..], &["--seed", "7"]].concat(), "3\n0\n5\n4\nq\n").ended(0).out;
    let left =
        fed(dir.path(), &[&options[..], &["--seed", "7"]].concat(), "3\n0\n5\nq\n").ended(0).out;
    let command = left.lines().find_map(|line| line.trim().strip_prefix("lettergame "));
    let command = command.expect("how to go on");
    let begun = options.join(" ");
    assert_eq!(command, format!("{begun} --load '7: 3 0 5; person,flat'"));
    let line = format!("printf '4\\nq\\n' | \"$LETTERGAME\" {command}");
    let on = shell("sh", dir.path(), &line).ended(0).out;
    assert!(on.contains("Round 1, letter 4 of"), "{on}");
    fs::write(dir.path().join("game"), "7: 3 0 5\n").unwrap();
    for saved in ["7: 3 0 5", "game"] {
        let on =
            fed(dir.path(), &[&options[..], &["--load", saved]].concat(), "4\nq\n").ended(0).out;
        let sale = on.find("Round 1, letter 4").expect("the letter on sale");
        assert!(whole.ends_with(&on[sale..]), "{whole}\n{on}");
        assert!(!on.contains("Round 1, letter 1 "), "{on}");
    }
    for (saved, said) in [
        ("7: 3 CAT", "`word CAT` is not possible in round 1"),
        ("7: 300", "`bid 300` is not possible in round 1"),
        ("x: 3", "expected a saved game"),
    ] {
        fed(dir.path(), &[&options[..], &["--load", saved]].concat(), "")
            .refused(2, &["--load", said]);
    }
    refused(dir.path(), "play auction --load none.txt", 4, &["cannot read none.txt"]);
}

#[test]
fn a_prompt_keeps_the_position() {
    let dir = scratch();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("files/scrabble-example.txt");
    let args = ["analyse", "scrabble", "prompt", file.to_str().unwrap()];
    let input = "best --top 3\nplay 2\nexchange LA\nbest\nrack aeinrst\nbest --top 1\nundo\nundo\nundo\nsave p.txt\nsave p.txt\nplay 9\nfoo\nq\n";
    let told = fed(dir.path(), &args, input).ended(0);
    let asked = done(
        dir.path(),
        &format!("analyse scrabble best {} --top 3 --rank equity --format csv", file.display()),
    )
    .out;
    let second =
        asked.lines().nth(2).expect("three plays").split(',').next().expect("a square").to_owned();
    assert!(told.out.contains(&format!("2 ┆ {second} ")), "{second}\n{}", told.out);
    // both changes are taken back, and the first position is saved
    let [saved, first] = [dir.path().join("p.txt"), file.clone()].map(|file| {
        fs::read_to_string(file).unwrap().lines().take(18).collect::<Vec<_>>().join("\n")
    });
    assert_eq!(saved, first);
    for said in [
        "player 2 has no tiles; rack TILES gives them",
        "p.txt exists already",
        "there is no list yet",
        "unrecognized subcommand 'foo'; h for help",
    ] {
        assert!(told.err.contains(said), "{said}\n{}", told.err);
    }
    let exchanged = fed(dir.path(), &args, "exchange EG\npass\nopen none\nsave q.cgp\n").ended(0);
    assert!(exchanged.err.contains("none"), "{}", exchanged.err);
    let saved = fs::read_to_string(dir.path().join("q.cgp")).unwrap();
    assert!(saved.ends_with(" 35/72 2\n") || saved.ends_with(" 72/35 2\n"), "{saved}");
    refused(dir.path(), "analyse scrabble", 2, &["name the GCG file of a game"]);
}

#[test]
fn functions_of_the_problem_set_answer_as_the_handout_says() {
    let dir = scratch();
    // the cases of the handout and of its tests
    for (line, answer) in [
        ("score it 7", "4"),
        ("score was 7", "18"),
        ("score scored 7", "54"),
        ("score waybill 7", "155"),
        ("score outgnaw 7", "127"),
        ("score fork 7", "44"),
        ("score fork 4", "94"),
        ("valid quail aqlmuil", "true"),
        ("valid rapture rpture", "false"),
        ("update aqlmuil quail", "l m"),
        ("length aqlmuil", "7"),
    ] {
        assert_eq!(
            done(dir.path(), &format!("analyse wordgame {line}")).out,
            format!("{answer}\n"),
            "{line}"
        );
    }
    refused(dir.path(), "analyse wordgame update ab abc", 2, &["`abc`", "`ab`"]);
    refused(dir.path(), "analyse wordgame score quail x", 2, &["`x`", "1 to 26"]);
}
