//! The wordgame in the web server, without a socket.

use crate::web::site;

use axum::http::StatusCode;
use site::Site;

#[test]
fn a_hand_is_played_from_its_address_alone() {
    let site = Site::new(None);
    let page = site.get("/wordgame?seed=1&hand=aqlmuil&number=1&w=quail&end=1");
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.all("id=\"total\">", "<"), ["70"]);
    assert!(page.text.contains("You made 70 of 84 points"));
    // the optimum of this hand is qualm and li
    assert!(page.text.contains("qualm"));
    assert!(!page.text.contains("style="));
    let whole = site.get("/wordgame?hand=waybill&number=1&w=waybill");
    assert!(whole.text.contains("You made 155 of 155 points"));
    let computer = site.get("/wordgame?hand=appsel&number=1&who=computer");
    assert!(computer.text.contains("The computer made 110 of "));
}

#[test]
fn the_optimum_of_a_large_hand_is_deferred_to_the_command_line() {
    let site = Site::new(None);
    let ended = |hand: &str| {
        site.get(&format!("/wordgame?preset=6.0001&seed=5&number=1&hand={hand}&end=1"))
    };
    let large = ended("aeiourstlnaeiourstln");
    assert_eq!(large.status, StatusCode::OK);
    assert!(large.text.contains("would take too long; use the command in the menu"));
    assert!(large.text.contains("lettergame analyse wordgame"));
    let usual = ended("aeiourst");
    assert!(!usual.text.contains("would take too long"), "{}", usual.text);
    assert_eq!(usual.all("id=\"row-optimum\">", "</tr>").len(), 1);
}

#[test]
fn buttons_and_words_lead_to_addresses() {
    let site = Site::new(None);
    let to = |query: &str| {
        let page = site.get(&format!("/wordgame?preset=6.00&seed=1&{query}"));
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{query}: {}", page.text);
        page.location().trim_start_matches("/wordgame?preset=6.00&seed=1").to_owned()
    };
    assert_eq!(to("do=new"), "&number=2");
    assert_eq!(to("hand=aqlmuil&number=1&word=quail"), "&hand=aqlmuil&number=1&w=quail");
    assert_eq!(to("hand=aqlmuil&number=1&w=quail&word=."), "&hand=aqlmuil&number=1&w=quail&end=1");
    assert_eq!(to("hand=aqlmuil&number=1&w=quail&end=1&do=again"), "&hand=aqlmuil&number=1");
    assert_eq!(to("number=1&w=x&do=computer"), "&number=1&who=computer");
    assert_eq!(to("number=1&who=computer&do=new"), "&number=2");
    let next = to("hand=aqlmuil&number=1&w=quail&end=1&do=new");
    assert_eq!(next, "&hand=aqlmuil&number=2&past=70:84");
}

#[test]
fn a_word_that_does_not_count_is_refused_and_costs_nothing() {
    let site = Site::new(None);
    for (word, said) in [
        ("rapture", "needs letters that are not in the hand aqlmuil"),
        ("qqqq", "is not in the word list"),
        ("", "expected a word"),
        ("%3Cscript%3E", "is not in the word list"),
    ] {
        let page = site.get(&format!("/wordgame?hand=aqlmuil&number=1&word={word}"));
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{word}");
        assert!(page.text.contains(said), "{word}: {:?}", page.all("role=\"alert\">", "<"));
        assert!(page.text.contains("Current hand: a q l m u i l"), "{word}");
    }
    let long = "a".repeat(65);
    let page = site.get(&format!("/wordgame?hand=aqlmuil&number=1&word={long}"));
    assert!(page.text.contains("expected a word"));
}

#[test]
fn a_word_is_weighed_while_it_is_typed() {
    let site = Site::new(None);
    let weighed = |fields: &[(&str, &str)]| {
        let page =
            site.post("/wordgame/weigh", &[&[("seed", "1"), ("hand", "aqlmuil")], fields].concat());
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        page.text
    };
    assert!(weighed(&[("word", "quail")]).contains("\"legal\":true,\"said\":\"70 points\""));
    assert!(weighed(&[("word", "zebra")]).contains("\"legal\":false"));
    assert!(weighed(&[("w", "quail"), ("word", "quail")]).contains("not in the hand"));
    // what burns letters is not found out for nothing
    let burning = [("preset", "6.0001"), ("word", "lum")];
    assert!(weighed(&burning).contains("points if it is a word"));
}

#[test]
fn the_best_result_is_told_when_the_hand_is_over_and_never_before() {
    let site = Site::new(None);
    let page = site.get("/wordgame?seed=1&hand=aqlmuil&number=1&w=quail");
    // the head has hashes of files, which may contain any number
    let (_, shown) = page.text.split_once("<main").unwrap();
    assert!(!shown.contains("84") && !shown.contains("qualm"), "{shown}");
    let second = "/wordgame?seed=1&hand=aqlmuil&number=2&past=70:84";
    let next = site.get(second);
    assert_eq!(next.all("id=\"sum\">", "<"), ["70 of 84"]);
    let other = site.get(&format!("{second}&end=1"));
    let sum = other.all("id=\"sum\">", "<")[0].to_owned();
    assert!(sum.starts_with("70 of ") && sum != "70 of 84", "{sum}");
}

#[test]
fn a_daily_hand_is_played_for_a_result_in_a_link() {
    let site = Site::new(None);
    let deal = "/daily/wordgame/2026-11-29";
    let begun = site.post(deal, &[("name", "Ann")]);
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    let hand = begun.location().to_owned();
    assert!(!site.get(&hand).text.contains("id=\"result\""));
    let ended = site.get(&format!("{hand}&do=stop"));
    let end = site.get(ended.location());
    let result = end.all("id=\"result\" href=\"", "\"")[0].to_owned();
    assert!(
        result.starts_with(&format!("{deal}?result=0,")) && result.ends_with(":Ann"),
        "{result}"
    );
    assert!(site.get(&result).text.contains("<th scope=\"row\">Ann</th>"));
    // other hands, and the computer's words, have no result of the day
    for other in ["seed=2", "seed=137301648069096&hand=aqlmuil"] {
        let page = site.get(&format!("/wordgame?{other}&number=1&end=1&daily={deal}"));
        assert!(
            page.text.contains("You made 0 of") && !page.text.contains("id=\"result\""),
            "{other}"
        );
    }
    assert!(!site.get(&format!("{hand}&do=computer")).location().contains("daily"));
}

#[test]
fn invalid_settings_are_refused_beside_their_fields() {
    let site = Site::new(None);
    for (query, said) in [
        ("preset=6.1", "6.1"),
        ("hand-size=0", "hand-size"),
        ("hand-size=27", "hand-size"),
        ("seed=x", "invalid seed `x`"),
        ("hand=a1", "invalid letter"),
        ("hand=abc&hand-size=2", "more than the hand size of 2"),
        ("hand=ab*", "this edition has no wildcard"),
        ("number=5000", "`5000` for `number` in the address"),
        ("number=1&swap=x", "expected a hand and a letter"),
        ("number=1&do=swap&letter=a", "cannot be substituted now"),
        ("number=1&do=again", "cannot be replayed now"),
    ] {
        let page = site.get(&format!("/wordgame?{query}"));
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(page.text.contains(said), "{query}: {:?}", page.all("role=\"alert\">", "<"));
    }
}

#[test]
fn the_other_edition_allows_one_substitution_and_replay_per_game() {
    let site = Site::new(None);
    let start = "/wordgame?preset=6.0001&seed=3";
    let has = |query: &str, text: &str| site.get(&format!("{start}{query}")).text.contains(text);
    assert!(has("&number=1", "id=\"swap\""));
    assert!(!has("&number=2&swap=1b", "id=\"swap\""));
    assert!(has("&number=1&end=1", "id=\"again\""));
    assert!(!has("&number=2&replayed=1&end=1", "id=\"again\""));
    let again = site.get(&format!("{start}&number=1&who=computer&do=again"));
    assert!(again.location().contains("&replayed=1&before="), "{}", again.location());
    let next = site.get(&format!("{start}&number=1&replayed=1&before=99999&end=1&do=new"));
    assert!(next.location().contains("number=2&replayed=1&past=99999:"), "{}", next.location());
}

#[test]
fn scripts_get_a_fragment_and_its_address() {
    let site = Site::new(None);
    let part = site.script("/wordgame?seed=1&number=1", &[]);
    assert!(
        part.text.starts_with("<div class=\"wordgame\" id=\"wordgame\"")
            || part.text.starts_with("<div id=\"wordgame\""),
        "{}",
        &part.text[..60]
    );
    assert_eq!(part.headers["hx-push-url"], "/wordgame?preset=6.00&seed=1&number=1");
    let back = site.script("/wordgame?seed=1&number=1", &[("hx-history-restore-request", "1")]);
    assert!(back.text.starts_with("<!DOCTYPE html>"));
}

/// The rows of the review of a finished hand: letters, word, best continuation, cost.
fn review(page: &site::Page) -> Vec<[String; 4]> {
    let table = page.text.split_once("<h2 id=\"review\">").expect("a review").1;
    let body = table.split_once("<tbody>").unwrap().1.split_once("</tbody>").unwrap().0;
    let plain = |cell: &str| {
        let text = cell.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        text.collect::<String>().trim().to_owned()
    };
    let rows = body.split("</tr>").filter(|row| row.contains("<td"));
    rows.map(|row| {
        let cells: Vec<String> = row.split("</td>").map(plain).collect();
        [0, 1, 2, 3].map(|index| cells[index].clone())
    })
    .collect()
}

#[test]
fn the_costs_of_a_hand_add_up_to_what_the_optimum_has_more() {
    let site = Site::new(None);
    for (hand, words, preset) in [
        ("aqlmuil", &["quail"][..], "6.00"),
        ("aqlmuil", &["qualm", "li"], "6.00"),
        ("appsel", &["as", "lep"], "6.00"),
        ("appsel", &[], "6.00"),
        ("acfi*rx", &["fix"], "6.0001"),
    ] {
        let said: String = words.iter().map(|word| format!("&w={word}")).collect();
        let page = site.get(&format!("/wordgame?preset={preset}&hand={hand}&number=1{said}&end=1"));
        let rows = review(&page);
        assert_eq!(rows.len(), words.len() + 1, "{rows:?}");
        let cost = |row: &[String; 4]| {
            let number = row[3].rsplit(' ').next().unwrap();
            number.parse::<i32>().unwrap_or_else(|_| panic!("{row:?}"))
        };
        let points = |id: &str| {
            let row = page.text.split_once(&format!("id=\"row-{id}\"")).unwrap().1;
            let row = row.split_once("</tr>").unwrap().0;
            let total = row.rsplit_once("<strong>").unwrap().1;
            total.split('<').next().unwrap().parse::<i32>().unwrap()
        };
        let costs: i32 = rows.iter().map(cost).sum();
        assert_eq!(costs, points("optimum") - points("own"), "{hand} {words:?}: {rows:?}");
    }
}

#[test]
fn a_finished_hand_is_gone_through_and_played_on() {
    let site = Site::new(None);
    let end = "/wordgame?preset=6.00&seed=1&hand=aqlmuil&number=1&w=quail&end=1";
    let page = site.get(end);
    assert!(page.text.contains("Word 1 of 1") && page.text.contains("Current hand: l m"));
    let back = page.all("id=\"back\" href=\"", "\"")[0].replace("&amp;", "&");
    let start = site.get(&back);
    assert!(start.text.contains("Word 0 of 1"), "{}", start.text);
    assert_eq!(start.all("aria-label=\"Current hand: ", "\""), ["a q l m u i l"]);
    assert!(start.text.contains("You made 70 of 84 points"));
    let on = page.all("<td><a href=\"", "\"").pop().unwrap().replace("&amp;", "&");
    let played = site.get(&on);
    assert!(played.text.contains("id=\"word\""), "{}", played.text);
    assert_eq!(played.all("id=\"total\">", "<"), ["70"]);
    assert_eq!(played.all("aria-label=\"Current hand: ", "\""), ["l m"]);
    // the next hand starts afresh
    let next = site.get(&format!("{end}&at=0&do=new"));
    assert!(!next.location().contains("at="), "{}", next.location());
    assert_eq!(site.get("/wordgame?seed=1&number=1&at=x").status, StatusCode::UNPROCESSABLE_ENTITY);
}
