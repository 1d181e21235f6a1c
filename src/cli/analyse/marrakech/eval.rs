//! `analyse marrakech eval`: one JSON query per input line, one JSON answer per output line, in order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use serde::Serialize;

use crate::cli::exit::Failure;
use crate::cli::output::cannot_write;
use lettergame_marrakech::queries::answer_json;

/// The number of bytes read and written at once.
const CHUNK: usize = 1 << 16;

#[derive(Serialize)]
struct QueryError {
    error: String,
}

pub(super) fn run(file: Option<&Path>) -> Result<(), Failure> {
    match file.filter(|path| *path != Path::new("-")) {
        None => answer_all(io::stdin().lock(), "standard input"),
        Some(path) => {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| cannot_read(&name, &error))?;
            answer_all(file, &name)
        }
    }
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    Failure::Unusable(format!("cannot read {name}: {error}"))
}

/// Answers every line. Answers are written when enough have accumulated, and always before waiting
/// for the rest of a line, so that a program can ask and wait.
fn answer_all(input: impl Read, name: &str) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(CHUNK, input);
    let mut output = io::stdout().lock();
    let mut answers = Vec::with_capacity(2 * CHUNK);
    let mut line = Vec::new();
    loop {
        if !input.buffer().contains(&b'\n') || answers.len() >= CHUNK {
            output.write_all(&answers).and_then(|()| output.flush()).map_err(cannot_write)?;
            answers.clear();
        }
        line.clear();
        let read = input.read_until(b'\n', &mut line).map_err(|error| cannot_read(name, &error))?;
        if read == 0 {
            return Ok(());
        }
        answer_line(line.trim_ascii(), &mut answers)?;
    }
}

fn answer_line(line: &[u8], answers: &mut Vec<u8>) -> Result<(), Failure> {
    let written = match answer_json(line) {
        Ok(answer) => serde_json::to_writer(&mut *answers, &answer),
        Err(error) => {
            serde_json::to_writer(&mut *answers, &QueryError { error: error.to_string() })
        }
    };
    written.map_err(Failure::unusable)?;
    answers.push(b'\n');
    Ok(())
}
