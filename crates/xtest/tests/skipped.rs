//! Says at the end of `cargo test` how many tests were skipped.

fn main() {
    // whoever lists tests reads a list
    if !std::env::args().any(|argument| argument == "--list") {
        println!("\n{}", lettergame_xtest::take_tally());
    }
}
