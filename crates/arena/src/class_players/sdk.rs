//! The sources of the Java SDK and of its drop-in, as embedded in the program.

/// A source: its path below `sdk/java`, and its text.
pub(super) type Source = (&'static str, &'static str);

macro_rules! java {
    ($path:literal) => {
        ($path, include_str!(concat!("../../java/", $path)))
    };
}

/// The SDK and the drop-in of the newest edition.
pub(super) const CORE: &[Source] = &[
    java!("lettergame/Answers.java"),
    java!("lettergame/BestWord.java"),
    java!("lettergame/Failure.java"),
    java!("lettergame/GameLog.java"),
    java!("lettergame/Json.java"),
    java!("lettergame/JsonReader.java"),
    java!("lettergame/JsonWriter.java"),
    java!("lettergame/LetterValues.java"),
    java!("lettergame/Lines.java"),
    java!("lettergame/Player.java"),
    java!("lettergame/Program.java"),
    java!("lettergame/Run.java"),
    java!("lettergame/Streams.java"),
    java!("lettergame/Table.java"),
    java!("lettergame/View.java"),
    java!("words/Auction.java"),
    java!("words/CappedLog.java"),
    java!("words/Constants.java"),
    java!("words/Editions.java"),
    java!("words/ExitCalled.java"),
    java!("words/ExitCalls.java"),
    java!("words/Found.java"),
    java!("words/GameFolder.java"),
    java!("words/Gather.java"),
    java!("words/Lgp.java"),
    java!("words/MissingFiles.java"),
    java!("words/PlayerLoader.java"),
    java!("words/SimulatorSeat.java"),
    java!("words/SourceCompiler.java"),
    java!("words/core/ClassSeat.java"),
    java!("words/core/GameController.java"),
    java!("words/core/GameEngine.java"),
    java!("words/core/Letter.java"),
    java!("words/core/OrganismsGame.java"),
    java!("words/core/Player.java"),
    java!("words/core/PlayerBids.java"),
    java!("words/core/ScrabbleValues.java"),
    java!("words/core/SecretState.java"),
    java!("words/core/Word.java"),
    java!("words/core/WordFile.java"),
];

/// The older editions; each needs the core.
pub(super) const EDITIONS: &[Source] = &[
    java!("editions/lettergame-ui/lettergame/ui/ClassSeat.java"),
    java!("editions/lettergame-ui/lettergame/ui/Dictionary.java"),
    java!("editions/lettergame-ui/lettergame/ui/GameEngine.java"),
    java!("editions/lettergame-ui/lettergame/ui/Letter.java"),
    java!("editions/lettergame-ui/lettergame/ui/LetterGameValues.java"),
    java!("editions/lettergame-ui/lettergame/ui/Player.java"),
    java!("editions/lettergame-ui/lettergame/ui/PlayerBids.java"),
    java!("editions/lettergame-ui/lettergame/ui/SecretState.java"),
    java!("editions/seven-2009/seven/ui/ClassSeat.java"),
    java!("editions/seven-2009/seven/ui/Player.java"),
    java!("editions/seven-2012/seven/ui/ClassSeat.java"),
    java!("editions/seven-2012/seven/ui/Player.java"),
    java!("editions/seven/seven/ui/GameController.java"),
    java!("editions/seven/seven/ui/GameEngine.java"),
    java!("editions/seven/seven/ui/Letter.java"),
    java!("editions/seven/seven/ui/PlayerBids.java"),
    java!("editions/seven/seven/ui/ScrabbleValues.java"),
    java!("editions/seven/seven/ui/SecretState.java"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{CORE, EDITIONS};

    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let below = |path: PathBuf| match path.is_dir() {
            true => sources(&path),
            false => vec![path],
        };
        entries.flat_map(below).collect()
    }

    #[test]
    fn no_source_file_is_missing() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("java");
        let there: BTreeSet<PathBuf> = ["lettergame", "words", "editions"]
            .iter()
            .flat_map(|folder| sources(&root.join(folder)))
            .map(|path| path.strip_prefix(&root).unwrap().to_owned())
            .collect();
        let built_in: BTreeSet<PathBuf> =
            CORE.iter().chain(EDITIONS).map(|(path, _)| PathBuf::from(path)).collect();
        assert_eq!(built_in, there);
    }
}
