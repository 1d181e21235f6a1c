//! Answers a stream of positions, one JSON object a line, in the order of the input. Lines are answered as they
//! come, so that another program can hold the other end; what is in work at a time is bounded.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::Value;

use crate::cli::analyse::scrabble::input::{Loaded, PositionReader};
use crate::cli::analyse::scrabble::stream::{Line, Stream};
use crate::cli::exit::Failure;
use crate::cli::output::cannot_write;
use crate::cli::runs::session::useful_threads;
use lettergame_report::Format;
use lettergame_scrabble::plays::Generator;

/// Lines in work for each thread.
const IN_WORK: usize = 8;

/// A line and its place in the order of lines.
type Job = (u64, Line);

/// An answered line.
struct Answer {
    number: u64,
    text: String,
    /// Why there is no answer.
    error: Option<String>,
}

/// How positions of a stream are answered: under this key, with the value of this function.
pub(super) struct Batch<F> {
    pub(super) reader: PositionReader,
    pub(super) key: &'static str,
    pub(super) answer: F,
}

impl<F> Batch<F>
where
    F: Fn(&Loaded, &mut Generator) -> Result<Value, Failure> + Send + Sync + 'static,
{
    /// Answers all lines on standard output.
    ///
    /// # Errors
    /// A format other than JSON lines, closed output, or at the end: lines that could not be answered.
    pub(super) fn run(
        self,
        stream: Stream,
        threads: Option<NonZeroUsize>,
        format: Format,
    ) -> Result<(), Failure> {
        let name = stream.name.clone();
        if matches!(format, Format::Csv | Format::Markdown) {
            return Err(Failure::Usage(format!(
                "the positions of {name}, one a line, are answered as JSON lines; leave out --format {format}"
            )));
        }
        let threads = useful_threads(threads).get();
        let (permits, permitted) = sync_channel(threads * IN_WORK);
        let (jobs, work) = sync_channel(threads);
        let (done, answers) = sync_channel(threads * IN_WORK);
        // the threads end with the process if the output is closed before the input
        thread::spawn(move || feed(stream, &permits, &jobs));
        let (batch, work) = (Arc::new(self), Arc::new(Mutex::new(work)));
        for _ in 0..threads {
            let (batch, work, done) = (Arc::clone(&batch), Arc::clone(&work), done.clone());
            thread::spawn(move || batch.work(&work, &done));
        }
        drop(done);
        print_in_order(&name, &answers, &permitted)
    }

    fn work(&self, work: &Mutex<Receiver<Job>>, done: &SyncSender<(u64, Answer)>) {
        let mut generator = Generator::new();
        loop {
            let job = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((place, line)) = job else { return };
            if done.send((place, self.answer(line, &mut generator))).is_err() {
                return;
            }
        }
    }

    fn answer(&self, line: Line, generator: &mut Generator) -> Answer {
        let number = line.number;
        let answered = line.content.and_then(|content| {
            let read = self.reader.line(&content).map_err(|error| error.to_string());
            let (loaded, warnings) = read?;
            let value = (self.answer)(&loaded, generator).map_err(|error| error.to_string())?;
            Ok((value, warnings))
        });
        match answered {
            Ok((value, warnings)) => {
                let odd = match &warnings[..] {
                    [] => String::new(),
                    _ => format!(",\"warnings\":{}", Value::from(warnings)),
                };
                let text = format!("{{\"line\":{number},\"{}\":{value}{odd}}}\n", self.key);
                Answer { number, text, error: None }
            }
            Err(error) => {
                let quoted = Value::from(error.as_str());
                let text = format!("{{\"line\":{number},\"error\":{quoted}}}\n");
                Answer { number, text, error: Some(error) }
            }
        }
    }
}

/// Hands the lines out, each with a permit.
fn feed(stream: Stream, permits: &SyncSender<()>, jobs: &SyncSender<Job>) {
    for (place, line) in stream.enumerate() {
        if permits.send(()).is_err() || jobs.send((place as u64, line)).is_err() {
            return;
        }
    }
}

/// Prints the answers as their turn comes.
fn print_in_order(
    name: &str,
    answers: &Receiver<(u64, Answer)>,
    permitted: &Receiver<()>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut waiting, mut printed) = (BTreeMap::new(), 0_u64);
    let (mut failed, mut first) = (0_u64, None);
    while let Ok((place, answer)) = answers.recv() {
        waiting.insert(place, answer);
        while let Some(answer) = waiting.remove(&printed) {
            out.write_all(answer.text.as_bytes()).map_err(cannot_write)?;
            printed += 1;
            let _ = permitted.recv();
            if let Some(error) = answer.error {
                failed += 1;
                first.get_or_insert((answer.number, error));
            }
        }
        if waiting.is_empty() {
            out.flush().map_err(cannot_write)?;
        }
    }
    out.flush().map_err(cannot_write)?;
    match first {
        None => Ok(()),
        Some((line, error)) => Err(Failure::Unusable(format!(
            "{name}: {failed} of {printed} positions could not be answered, the first on line {line}: {error}"
        ))),
    }
}
