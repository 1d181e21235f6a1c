//! Any bytes as a line that a player program wrote.

#![no_main]

use lettergame::protocol::messages::{Said, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match read(data) {
        Ok(said) => {
            for one in said {
                if let Said::Act(_, choice) = one {
                    serde_json::from_str::<serde::de::IgnoredAny>(choice).expect("a move is JSON");
                }
            }
        }
        Err(error) => {
            let text = error.to_string();
            assert!(text.len() < 2000, "{} bytes", text.len());
            assert!(!text.contains(char::is_control), "{text:?}");
        }
    }
});
