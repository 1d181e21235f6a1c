//! Opens a file of positions: one position, or a stream of CGP lines, which is read as it comes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::cli::exit::Failure;
use lettergame_scrabble::notation::Form;

/// The maximum length of a line of a stream, in bytes.
pub(super) const MAX_LINE: usize = 1 << 16;

/// The fields of a position in CGP: board, racks, scores, scoreless turns.
const FIELDS: usize = 4;

/// What was opened.
pub(super) enum Opened {
    /// A single position, or something that may be one.
    Whole {
        /// The content.
        bytes: Vec<u8>,
        /// The source, for messages.
        name: String,
    },
    /// Several CGP lines.
    Lines(Stream),
}

/// The lines of a stream.
pub(super) struct Stream {
    /// The source, for messages.
    pub(super) name: String,
    lines: Lines,
    /// The lines that were read to find out that there are several.
    begun: std::vec::IntoIter<Line>,
}

/// A nonblank line.
pub(super) struct Line {
    /// From 1.
    pub(super) number: u64,
    /// Its content, without the line break, or why there is none.
    pub(super) content: Result<Vec<u8>, String>,
}

impl Iterator for Stream {
    type Item = Line;
    fn next(&mut self) -> Option<Line> {
        self.begun.next().or_else(|| self.lines.next())
    }
}

/// Opens a file of CGP lines, of which none is read before it is asked for; `-` is standard input.
///
/// # Errors
/// It cannot be read.
pub(super) fn open_lines(path: &Path) -> Result<Stream, Failure> {
    let name = name_of(path);
    let source: Box<dyn Read + Send> = if is_stdin(path) {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).map_err(|error| cannot_read(&name, &error))?)
    };
    let lines = Lines { source: BufReader::new(source), number: 0, raw: None };
    Ok(Stream { name, lines, begun: Vec::new().into_iter() })
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The source of positions, for messages.
pub(super) fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    Failure::Unusable(format!("cannot read {name}: {error}"))
}

/// Opens a file and finds out what is in it; `-` is standard input.
///
/// # Errors
/// It cannot be read.
pub(super) fn open(path: &Path) -> Result<Opened, Failure> {
    let Stream { name, mut lines, .. } = open_lines(path)?;
    lines.raw = Some(Vec::new());
    let mut begun: Vec<Line> = lines.by_ref().take(1).collect();
    if begun.first().is_some_and(is_cgp) {
        begun.extend(lines.next());
    }
    if let [first, second] = &begun[..]
        && !continues(first, second)
    {
        lines.raw = None;
        return Ok(Opened::Lines(Stream { name, lines, begun: begun.into_iter() }));
    }
    let mut bytes = lines.raw.take().unwrap_or_default();
    lines.source.read_to_end(&mut bytes).map_err(|error| cannot_read(&name, &error))?;
    Ok(Opened::Whole { bytes, name })
}

fn text(line: &Line) -> String {
    let bytes = line.content.as_deref().unwrap_or_default();
    String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)).into_owned()
}

fn is_cgp(line: &Line) -> bool {
    Form::of(&text(line)) == Form::Cgp
}

/// Whether a second line goes on with the position of the first one.
fn continues(first: &Line, second: &Line) -> bool {
    let fields =
        |line: &Line| text(line).split_whitespace().filter(|field| *field != "cgp").count();
    let has_board = text(second).split_whitespace().any(|field| field.matches('/').count() > 1);
    fields(first) < FIELDS && !has_board
}

/// Reads nonblank lines of bounded length.
struct Lines {
    source: BufReader<Box<dyn Read + Send>>,
    number: u64,
    /// All bytes read so far, while it is open whether this is a stream.
    raw: Option<Vec<u8>>,
}

impl Iterator for Lines {
    type Item = Line;
    fn next(&mut self) -> Option<Line> {
        loop {
            let mut bytes = Vec::new();
            let most = MAX_LINE as u64 + 1;
            let read = self.source.by_ref().take(most).read_until(b'\n', &mut bytes);
            self.number += 1;
            let number = self.number;
            match read {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => return Some(Line { number, content: Err(error.to_string()) }),
            }
            self.raw.iter_mut().for_each(|raw| raw.extend_from_slice(&bytes));
            let is_long = bytes.len() > MAX_LINE && !bytes.ends_with(b"\n");
            if is_long && self.raw.is_none() {
                let rest = self.skip_line();
                let content = Err(rest.map_or_else(|error| error.to_string(), |()| too_long()));
                return Some(Line { number, content });
            }
            let content = bytes.trim_ascii().to_vec();
            if !content.is_empty() {
                return Some(Line { number, content: Ok(content) });
            }
        }
    }
}

fn too_long() -> String {
    format!("the line has more than {MAX_LINE} bytes: expected a position in CGP")
}

impl Lines {
    /// Skips to the next line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.source.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let len = buffer.len();
            self.source.consume(end.map_or(len, |end| end + 1));
            if end.is_some() {
                return Ok(());
            }
        }
    }
}
