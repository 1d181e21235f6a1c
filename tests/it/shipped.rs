//! The shipped word list, indexed once for all tests.

use std::sync::{Arc, LazyLock};

use lettergame::words::Lexicon;

pub(crate) static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));
