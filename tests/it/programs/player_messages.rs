//! Properties of the parser of player programs' messages: it accepts any bytes, and reports errors in text
//! that is short and safe for a terminal.

use lettergame::protocol::messages::{LONGEST_LINE, Said, read, shortened};
use proptest::prelude::*;

fn check(line: &[u8]) {
    match read(line) {
        Ok(said) => {
            for one in said {
                if let Said::Act(_, choice) = one {
                    assert!(
                        serde_json::from_str::<serde_json::Value>(choice).is_ok()
                            || choice.len() > 128
                    );
                }
            }
        }
        Err(error) => {
            let text = error.to_string();
            assert!(text.len() < 2000, "{} bytes", text.len());
            assert!(!text.contains(char::is_control), "{text:?}");
        }
    }
}

const GOOD: &str =
    r#"[{"t":"act","q":91,"move":{"bid":12}},{"t":"hello","lgp":1,"name":"é","caps":["batch"]}]"#;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_bytes_are_handled(line in proptest::collection::vec(any::<u8>(), 0..300)) {
        check(&line);
    }

    #[test]
    fn valid_messages_with_a_few_changed_bytes_are_handled(
        changes in proptest::collection::vec((0..GOOD.len(), any::<u8>()), 0..4),
        end in 0..GOOD.len(),
    ) {
        let mut line = GOOD.as_bytes().to_vec();
        changes.iter().for_each(|&(place, byte)| line[place] = byte);
        check(&line);
        check(&line[..end]);
    }

    #[test]
    fn numbers_read_back_or_are_refused(q in any::<u64>(), sign in prop::sample::select(vec!["", "-", "+", "0"])) {
        let line = format!(r#"{{"t":"act","q":{sign}{q},"move":"pass"}}"#);
        match read(line.as_bytes()) {
            Ok(said) => prop_assert!(matches!(said[..], [Said::Act(found, "\"pass\"")] if found == q)),
            Err(_) => prop_assert!(!sign.is_empty()),
        }
    }

    #[test]
    fn quotes_are_short_and_on_one_line(text in any::<String>()) {
        let short = shortened(&text);
        prop_assert!(short.chars().count() <= 200 * 10 + 3);
        prop_assert!(!short.contains(char::is_control));
    }
}

#[test]
fn bidirectional_control_characters_are_escaped() {
    let error = read("{\"t\":\"\u{202e}dance\"} \u{2066}".as_bytes()).unwrap_err().to_string();
    assert!(error.contains("\\u{202e}"), "{error}");
    assert!(!error.contains(['\u{202e}', '\u{2066}']), "{error}");
}

#[test]
fn deep_or_large_messages_are_harmless() {
    for open in ["[", "{\"a\":", "[{\"t\":\"act\",\"q\":1,\"move\":["] {
        check(open.repeat(LONGEST_LINE / open.len()).as_bytes());
    }
    check(
        format!(r#"{{"t":"act","q":1,"move":{}{}}}"#, "[".repeat(400_000), "]".repeat(400_000))
            .as_bytes(),
    );
    check(format!(r#"{{"t":"{}"}}"#, "x".repeat(LONGEST_LINE)).as_bytes());
    check(&[b' '; LONGEST_LINE]);
}
