//! A third implementation of the rules of Scrabble, for letters and boards of any kind: letters are texts, tiles and
//! premium squares are read from the texts of files, and every word is tried on every square in both directions.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use lettergame_base::Rng;
use lettergame_words::{Alphabet, Lexicon, WordList};

/// The tiles of a set: how many there are of each, what they are worth, which are vowels. `?` is the blank.
pub struct Tiles {
    pub counts: BTreeMap<String, usize>,
    pub values: BTreeMap<String, i32>,
    pub vowels: Vec<String>,
    pub consonants: Vec<String>,
}

/// A tile on a square: its letter, and whether it is a blank.
pub type Cell = Option<(String, bool)>;

/// The board, and the rack of the player to move.
#[derive(Clone)]
pub struct Position {
    pub board: Vec<Vec<Cell>>,
    /// The characters of the layout's text.
    pub premiums: Vec<Vec<char>>,
    pub rack: Vec<String>,
}

/// A legal play: where, the letters with whether each is a blank and whether it is new, and the score.
pub type Play = (String, Vec<(String, bool, bool)>, i32);

/// Words as letters.
pub type Words = HashSet<Vec<String>>;

/// A run of squares: start and direction.
type Run = (usize, usize, bool);

impl Tiles {
    /// The tiles in the text of a file, with five fields a line.
    pub fn read(text: &str) -> Tiles {
        let mut tiles = Tiles {
            counts: BTreeMap::new(),
            values: BTreeMap::new(),
            vowels: Vec::new(),
            consonants: Vec::new(),
        };
        for line in text.lines() {
            let fields: Vec<&str> = line.split(',').collect();
            let letter = fields[0].to_owned();
            tiles.counts.insert(letter.clone(), fields[2].parse().unwrap());
            tiles.values.insert(letter.clone(), fields[3].parse().unwrap());
            match (letter.as_str(), fields[4]) {
                ("?", _) => {}
                (_, "1") => tiles.vowels.push(letter),
                _ => tiles.consonants.push(letter),
            }
        }
        tiles
    }
}

/// The premium squares in the text of a file.
pub fn premiums(text: &str) -> Vec<Vec<char>> {
    text.lines().map(|line| line.chars().collect()).collect()
}

/// The file of a set of tiles that nobody makes: 2 to 60 letters, some of them of two characters; 0 to 60 blanks; at
/// least one vowel and one consonant; in all as many tiles as a set may have.
pub fn drawn_set(rng: &mut Rng) -> String {
    let mut below = |most: usize| rng.below(most as u32) as usize;
    let single = ('A'..='Z').chain('Α'..='Ρ').chain('Б'..='П');
    let mut names: Vec<String> = single.map(String::from).collect();
    names.extend(["CH", "LL", "AB", "BA", "ABA"].map(str::to_owned));
    let letters = [2, 5, 26, 60][below(4)].min(names.len());
    let blanks = [0, 1, 2, 3, 4, 10, 30, 60][below(8)];
    let mut lines = vec![format!("?,?,{blanks},0,0")];
    let (mut left, least) = (250 - blanks, 14usize.saturating_sub(blanks).div_ceil(letters));
    for index in 0..letters {
        let name = names.swap_remove(below(names.len()));
        let most = (left - least * (letters - 1 - index)).min(12);
        let count = (least + below(5)).min(most);
        left -= count;
        let vowel = if index < 2 { index } else { below(2) };
        lines.push(format!("{name},{},{count},{},{vowel}", name.to_lowercase(), below(21)));
    }
    lines.join("\n")
}

/// Any words of these tiles; a few are short.
pub fn any_words(tiles: &Tiles, side: usize, rng: &mut Rng) -> Words {
    let letters: Vec<&String> = tiles.vowels.iter().chain(&tiles.consonants).collect();
    let mut word = || -> Vec<String> {
        let longest = [2, 3, 5, 8, side][rng.below(5) as usize].min(side);
        let len = 2 + rng.below(longest as u32 - 1);
        (0..len).map(|_| letters[rng.below(letters.len() as u32) as usize].clone()).collect()
    };
    (0..300).map(|_| word()).chain([vec![letters[0].clone(); 2]]).collect()
}

/// These words as a lexicon.
pub fn lexicon_of(words: &Words, alphabet: &'static Alphabet) -> Lexicon {
    // brackets tell letters of several characters from two letters
    let lines: Vec<String> =
        words.iter().map(|word| word.iter().map(|one| format!("[{one}]")).collect()).collect();
    let list = WordList::parse_in(lines.join("\n").as_bytes(), "words", alphabet);
    Lexicon::new(list.unwrap().words).unwrap()
}

impl Position {
    /// An empty board.
    pub fn empty(premiums: Vec<Vec<char>>) -> Position {
        let side = premiums.len();
        Position { board: vec![vec![None; side]; side], premiums, rack: Vec::new() }
    }

    fn side(&self) -> usize {
        self.board.len()
    }

    /// The tile so many squares on from the start of a run; nothing off the board.
    fn at(&self, (row, column, down): Run, step: isize) -> Option<&(String, bool)> {
        let [mut row, mut column] = [row as isize, column as isize];
        *(if down { &mut row } else { &mut column }) += step;
        let row = self.board.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?)?.as_ref()
    }

    /// The square so many squares on.
    fn square((row, column, down): Run, step: usize) -> (usize, usize) {
        if down { (row + step, column) } else { (row, column + step) }
    }

    /// All legal plays.
    pub fn plays(&self, tiles: &Tiles, words: &Words) -> BTreeSet<Play> {
        let mut plays = BTreeSet::new();
        for row in 0..self.side() {
            for column in 0..self.side() {
                for down in [false, true] {
                    for word in words {
                        self.place(tiles, words, (row, column, down), word, &mut plays);
                    }
                }
            }
        }
        plays
    }

    /// Adds the plays of a word at a place.
    fn place(
        &self,
        tiles: &Tiles,
        words: &Words,
        run: Run,
        word: &[String],
        to: &mut BTreeSet<Play>,
    ) {
        let start = if run.2 { run.0 } else { run.1 };
        let len = word.len();
        if start + len > self.side()
            || self.at(run, -1).is_some()
            || self.at(run, len as isize).is_some()
            || (0..len).any(|i| self.at(run, i as isize).is_some_and(|tile| tile.0 != word[i]))
        {
            return;
        }
        let new: Vec<usize> = (0..len).filter(|&i| self.at(run, i as isize).is_none()).collect();
        if new.is_empty() || new.len() > self.rack.len() || len < 2 || !self.joined(run, &new, len)
        {
            return;
        }
        let crosses: Vec<Vec<String>> =
            new.iter().map(|&i| self.cross(Self::square(run, i), !run.2, &word[i])).collect();
        if crosses.iter().any(|cross| cross.len() > 1 && !words.contains(cross)) {
            return;
        }
        // one tile is named by the longer word, by the one across if they are equal
        let other = crosses[0].len();
        if new.len() == 1 && (other > len || other == len && run.2) {
            return;
        }
        for blanks in self.ways(&new, word) {
            to.insert(self.scored(tiles, run, word, &new, &blanks));
        }
    }

    /// Whether the new tiles cover the centre of an empty board, or touch a tile.
    fn joined(&self, run: Run, new: &[usize], len: usize) -> bool {
        let centre = (self.side() / 2, self.side() / 2);
        if self.board.iter().flatten().all(Option::is_none) {
            return new.iter().any(|&i| Self::square(run, i) == centre);
        }
        new.len() < len
            || new.iter().any(|&i| {
                let (row, column) = Self::square(run, i);
                [-1, 1].into_iter().any(|step| {
                    self.at((row, column, false), step).is_some()
                        || self.at((row, column, true), step).is_some()
                })
            })
    }

    /// The letters of the word through a new letter in a direction.
    fn cross(&self, (row, column): (usize, usize), down: bool, letter: &str) -> Vec<String> {
        let run = (row, column, down);
        let before = (1..).take_while(|&step| self.at(run, -step).is_some()).count() as isize;
        let after = (1..).take_while(|&step| self.at(run, step).is_some()).count() as isize;
        let letter_at = |step| self.at(run, step).map_or(letter.to_owned(), |tile| tile.0.clone());
        (-before..=after).map(letter_at).collect()
    }

    /// The ways to take the new letters from the rack: which of them are blanks.
    fn ways(&self, new: &[usize], word: &[String]) -> Vec<Vec<bool>> {
        let mut ways: Vec<(Vec<bool>, Vec<String>)> = vec![(Vec::new(), self.rack.clone())];
        for &i in new {
            let further = |(blanks, rack): (Vec<bool>, Vec<String>)| {
                [(&*word[i], false), ("?", true)].into_iter().filter_map(move |(tile, blank)| {
                    let mut rack = rack.clone();
                    rack.remove(rack.iter().position(|one| one == tile)?);
                    Some(([&blanks[..], &[blank]].concat(), rack))
                })
            };
            ways = ways.into_iter().flat_map(further).collect();
        }
        ways.into_iter().map(|(blanks, _)| blanks).collect()
    }

    fn scored(
        &self,
        tiles: &Tiles,
        run: Run,
        word: &[String],
        new: &[usize],
        blanks: &[bool],
    ) -> Play {
        let blank_of = |i: usize| new.iter().position(|&at| at == i).map(|at| blanks[at]);
        let letters: Vec<(String, bool, bool)> = (0..word.len())
            .map(|i| {
                let there = self.at(run, i as isize).is_some_and(|tile| tile.1);
                (word[i].clone(), blank_of(i).unwrap_or(there), blank_of(i).is_some())
            })
            .collect();
        let mut score = self.word_score(tiles, run, &letters);
        for (&i, &blank) in new.iter().zip(blanks) {
            score += self.cross_score(tiles, Self::square(run, i), !run.2, (&word[i], blank));
        }
        score += if new.len() == 7 { 50 } else { 0 };
        let column = char::from(b'A' + run.1 as u8);
        let row = run.0 + 1;
        let place = if run.2 { format!("{column}{row}") } else { format!("{row}{column}") };
        (place, letters, score)
    }

    /// The points of a word: letter and word premiums count on new tiles.
    fn word_score(&self, tiles: &Tiles, run: Run, letters: &[(String, bool, bool)]) -> i32 {
        let (mut sum, mut factor) = (0, 1);
        for (i, (letter, blank, new)) in letters.iter().enumerate() {
            let (row, column) = Self::square(run, i);
            let premium = if *new { self.premiums[row][column] } else { '.' };
            let value = if *blank { 0 } else { tiles.values[letter] };
            sum += value * premium.to_digit(10).unwrap_or(1) as i32;
            factor *= match premium {
                '#' => 2,
                '$' => 3,
                '%' => 4,
                _ => 1,
            };
        }
        sum * factor
    }

    /// The points of the word across a new letter, if there is one.
    fn cross_score(
        &self,
        tiles: &Tiles,
        (row, column): (usize, usize),
        down: bool,
        (letter, blank): (&str, bool),
    ) -> i32 {
        let here = (row, column, down);
        let before = (1..).take_while(|&step| self.at(here, -step).is_some()).count();
        let start = if down { (row - before, column, down) } else { (row, column - before, down) };
        let len = self.cross((row, column), down, letter).len();
        let letters: Vec<(String, bool, bool)> = (0..len)
            .map(|i| match self.at(start, i as isize) {
                Some((letter, blank)) => (letter.clone(), *blank, false),
                None => (letter.to_owned(), blank, true),
            })
            .collect();
        if len > 1 { self.word_score(tiles, start, &letters) } else { 0 }
    }

    /// Lays the tiles of a play.
    pub fn lay(&mut self, (place, letters, _): &Play) {
        let down = place.starts_with(|first: char| first.is_alphabetic());
        let column = place.chars().find(|c| c.is_alphabetic()).unwrap() as usize - 'A' as usize;
        let row: usize = place.replace(char::is_alphabetic, "").parse().unwrap();
        for (i, (letter, blank, _)) in letters.iter().enumerate() {
            let (row, column) = Self::square((row - 1, column, down), i);
            self.board[row][column] = Some((letter.clone(), *blank));
        }
    }
}
