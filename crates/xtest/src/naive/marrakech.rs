//! A second implementation of the rules of Marrakech on state strings, slow and simple, to be compared with
//! the engine. Nothing is parsed: a player is 8 characters, Assam is 4, a square is its two coordinates ("35"
//! is x = 3, y = 5), the rug on it is 3 characters, a rug to lay is 7.
//!
//! Game strings must be well-formed; rugs may be any text.

/// The results of steps off the board: square and facing before it, square and facing after it.
const EXITS: [(&str, &str); 28] = [
    // Off the top.
    ("00N", "10S"),
    ("10N", "00S"),
    ("20N", "30S"),
    ("30N", "20S"),
    ("40N", "50S"),
    ("50N", "40S"),
    ("60N", "60W"),
    // Off the right.
    ("60E", "60S"),
    ("61E", "62W"),
    ("62E", "61W"),
    ("63E", "64W"),
    ("64E", "63W"),
    ("65E", "66W"),
    ("66E", "65W"),
    // Off the bottom.
    ("06S", "06E"),
    ("16S", "26N"),
    ("26S", "16N"),
    ("36S", "46N"),
    ("46S", "36N"),
    ("56S", "66N"),
    ("66S", "56N"),
    // Off the left.
    ("00W", "01E"),
    ("01W", "00E"),
    ("02W", "03E"),
    ("03W", "02E"),
    ("04W", "05E"),
    ("05W", "04E"),
    ("06W", "06N"),
];

/// "Exactly 7 characters; colour of a player of this game string (one who is out still counts, so
/// does one with no rugs left); two digits (no sign); four coordinates 0..6; no visible square
/// shows the same colour and ID. Nothing else."
pub fn rug_valid(game: &str, rug: &str) -> bool {
    well_formed(rug)
        && players(game).iter().any(|player| rug.starts_with(colour(player)))
        && !shows(game, rug)
}

/// "True when every player still in has 0 rugs; rugs of players who are out do not count; one
/// remaining player with rugs means not over. Nobody left in: over."
pub fn game_over(game: &str) -> bool {
    !players(game).iter().any(|player| is_in(player) && rugs(player) > 0)
}

/// "0, 90 (right: N>E>S>W) and 270 (left); any other number gives the input back."
pub fn rotate(assam: &str, degrees: i64) -> String {
    let facing = &assam[3..4];
    let turned = match (degrees, facing) {
        (90, "N") => "E",
        (90, "E") => "S",
        (90, "S") => "W",
        (90, "W") => "N",
        (270, "N") => "W",
        (270, "W") => "S",
        (270, "S") => "E",
        (270, "E") => "N",
        _ => facing,
    };
    format!("{}{turned}", &assam[0..3])
}

/// "False if the rug is malformed, off the board, its two squares are not neighbours, or its colour and ID
/// already show; false if a square is under Assam; false unless a square shares an edge with Assam's; false
/// if both squares show the same colour and ID (own rug too). Remaining rugs, in/out and whose turn it is are
/// not looked at." Nor does it matter whether the colour is that of a player.
pub fn placement_valid(game: &str, rug: &str) -> bool {
    if !well_formed(rug) || shows(game, rug) {
        return false;
    }
    let (first, second) = (&rug[3..5], &rug[5..7]);
    let under_assam = &assam(game)[1..3];
    if !neighbours(first, second) {
        return false;
    }
    if first == under_assam || second == under_assam {
        return false;
    }
    if !neighbours(first, under_assam) && !neighbours(second, under_assam) {
        return false;
    }
    let covers_a_whole_rug =
        shown(game, first) != "n00" && shown(game, first) == shown(game, second);
    !covers_a_whole_rug
}

/// "Size of the 4-connected region of the colour on Assam's square; not capped by anyone's money.
/// 0 on an empty square, for an owner who is out and for a colour that is not in the game."
pub fn payment(game: &str) -> u32 {
    let start = &assam(game)[1..3];
    let owner = colour_shown(game, start);
    if !players(game).iter().any(|player| colour(player) == owner && is_in(player)) {
        return 0;
    }
    let mut region = vec![start.to_string()];
    while let Some(square) = next_of_region(game, owner, &region) {
        region.push(square);
    }
    region.len() as u32
}

/// "'n' while not over; else among players still in the highest dirhams + visible squares; tie:
/// more dirhams; still tied: 't'; else the colour. Players who are out never win or tie. Nobody in:
/// 't'."
pub fn winner(game: &str) -> char {
    if !game_over(game) {
        return 'n';
    }
    let mut left = players(game);
    left.retain(|player| is_in(player));
    let highest_score = left.iter().map(|player| score(game, player)).max();
    left.retain(|player| Some(score(game, player)) == highest_score);
    let most_dirhams = left.iter().map(|player| dirhams(player)).max();
    left.retain(|player| Some(dirhams(player)) == most_dirhams);
    if left.len() == 1 { colour(left[0]) } else { 't' }
}

/// "Step by step; a step off the board puts him on the entry square with the new facing and counts
/// as one step."
pub fn move_assam(assam: &str, die: u32) -> String {
    let mut place = assam[1..4].to_string();
    for _ in 0..die {
        place = one_step(&place);
    }
    format!("A{place}")
}

/// "If rug-valid and placement-valid and the colour has a rug left: both squares show colour and ID
/// and that colour's count drops by 1, all else unchanged. Otherwise the input unchanged."
pub fn place(game: &str, rug: &str) -> String {
    if !rug_valid(game, rug) || !placement_valid(game, rug) || !has_a_rug_left(game, rug) {
        return game.to_string();
    }
    let mut after = String::new();
    for player in players(game) {
        after += &player_after(player, rug);
    }
    after += assam(game);
    after += "B";
    for square in squares() {
        let covered = square == rug[3..5] || square == rug[5..7];
        after += if covered { &rug[0..3] } else { shown(game, &square) };
    }
    after
}

/// Seven characters: a colour, two digits, four coordinates. All of them are ASCII, so a well-formed rug can
/// be sliced anywhere.
fn well_formed(rug: &str) -> bool {
    let chars: Vec<char> = rug.chars().collect();
    chars.len() == 7
        && "cyrp".contains(chars[0])
        && chars[1..3].iter().all(|c| "0123456789".contains(*c))
        && chars[3..7].iter().all(|c| "0123456".contains(*c))
}

/// Whether a square shows the colour and ID of the rug.
fn shows(game: &str, rug: &str) -> bool {
    squares().iter().any(|square| shown(game, square) == &rug[0..3])
}

/// "Player `P` colour dirhams(3 digits) rugs(2 digits) i|o = 8 characters": everything before Assam, split
/// into pieces of eight.
fn players(game: &str) -> Vec<&str> {
    let end = game.find('A').unwrap();
    (0..end).step_by(8).map(|start| &game[start..start + 8]).collect()
}

/// "Assam `A` x y N|E|S|W".
fn assam(game: &str) -> &str {
    let start = game.find('A').unwrap();
    &game[start..start + 4]
}

/// All 49 squares in the order of the board string: "column-major".
fn squares() -> Vec<String> {
    let mut all = Vec::new();
    for x in 0..7 {
        for y in 0..7 {
            all.push(format!("{x}{y}"));
        }
    }
    all
}

/// "Board `B` + 49 x 3; square index 7x+y": colour and ID seen on the square, "n00" if it is empty.
fn shown<'a>(game: &'a str, square: &str) -> &'a str {
    let board = game.find('B').unwrap() + 1;
    let start = board + 3 * (7 * x(square) + y(square)) as usize;
    &game[start..start + 3]
}

/// The colour seen on the square, 'n' if it is empty.
fn colour_shown(game: &str, square: &str) -> char {
    shown(game, square).chars().next().unwrap()
}

fn x(square: &str) -> u32 {
    square[0..1].parse().unwrap()
}

fn y(square: &str) -> u32 {
    square[1..2].parse().unwrap()
}

/// Two squares that share an edge: side by side in a row, or one above the other in a column.
fn neighbours(a: &str, b: &str) -> bool {
    let beside = y(a) == y(b) && (x(a) + 1 == x(b) || x(b) + 1 == x(a));
    let above = x(a) == x(b) && (y(a) + 1 == y(b) || y(b) + 1 == y(a));
    beside || above
}

/// A square of the colour that is not in the region yet but shares an edge with one that is.
fn next_of_region(game: &str, owner: char, region: &[String]) -> Option<String> {
    squares().into_iter().find(|square| {
        !region.contains(square)
            && colour_shown(game, square) == owner
            && region.iter().any(|inside| neighbours(inside, square))
    })
}

/// "(0,0) top-left, N is y-1, E is x+1"; off the board by the list of exits.
fn one_step(place: &str) -> String {
    for (exit, entry) in EXITS {
        if exit == place {
            return entry.to_string();
        }
    }
    let (x, y) = (x(place), y(place));
    match &place[2..3] {
        "N" => format!("{x}{}N", y - 1),
        "E" => format!("{}{y}E", x + 1),
        "S" => format!("{x}{}S", y + 1),
        _ => format!("{}{y}W", x - 1),
    }
}

fn colour(player: &str) -> char {
    player.chars().nth(1).unwrap()
}

fn dirhams(player: &str) -> u32 {
    player[2..5].parse().unwrap()
}

fn rugs(player: &str) -> u32 {
    player[5..7].parse().unwrap()
}

fn is_in(player: &str) -> bool {
    player.ends_with('i')
}

/// "The number of dirhams they have plus the number of squares visible on the board that are of
/// their colour."
fn score(game: &str, player: &str) -> u32 {
    let seen =
        squares().iter().filter(|square| colour_shown(game, square) == colour(player)).count();
    dirhams(player) + seen as u32
}

fn has_a_rug_left(game: &str, rug: &str) -> bool {
    players(game).iter().any(|player| rug.starts_with(colour(player)) && rugs(player) > 0)
}

/// "That colour's count drops by 1, all else unchanged."
fn player_after(player: &str, rug: &str) -> String {
    if !rug.starts_with(colour(player)) {
        return player.to_string();
    }
    format!("{}{:02}{}", &player[0..5], rugs(player) - 1, &player[7..8])
}
