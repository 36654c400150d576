//! Changes of inputs, the same ones in every run.

use games::common::rng::Rng;

/// Numbers at the edges of what readers accept.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "32",
    "255",
    "256",
    "65536",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9007199254740992",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999999999",
];

/// Words and signs that mean something in one of the formats.
const WORDS: [&str; 24] = [
    "null",
    "true",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ",",
    "=",
    "/",
    "\n",
    "\r",
    "\0",
    "\u{1b}[2J",
    "é",
    "\u{202e}",
    "pass",
    "1e999",
    "0.5",
    "NaN",
    "-",
    " ",
    "\\u0000",
    "#",
];

/// No input is longer: the changes repeat parts of it.
const LONGEST: usize = 256 << 10;

/// One of the seeds with one to four changes.
pub fn mutate(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = choose(seeds, rng).clone();
    for _ in 0..=rng.below(4) {
        change(&mut bytes, seeds, rng);
        bytes.truncate(LONGEST);
    }
    bytes
}

fn choose<'a, T>(values: &'a [T], rng: &mut Rng) -> &'a T {
    &values[rng.below(values.len() as u32) as usize]
}

/// A place from 0 to the end.
fn place(bytes: &[u8], rng: &mut Rng) -> usize {
    rng.below(bytes.len() as u32 + 1) as usize
}

/// A range that is not longer than `most`.
fn range(bytes: &[u8], most: u32, rng: &mut Rng) -> std::ops::Range<usize> {
    let begin = place(bytes, rng);
    begin..(begin + rng.below(most) as usize).min(bytes.len())
}

fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    match rng.below(10) {
        0 | 1 => {
            let at = place(bytes, rng);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.below(8);
            }
        }
        2 => bytes.truncate(place(bytes, rng)),
        3 => drop(bytes.drain(range(bytes, 40, rng))),
        4 => {
            let other = choose(seeds, rng);
            let (from, at) = (range(other, 2000, rng), place(bytes, rng));
            bytes.splice(at..at, other[from].iter().copied());
        }
        5 => {
            let repeated = bytes[range(bytes, 60, rng)].repeat(1 + rng.below(40) as usize);
            let at = place(bytes, rng);
            bytes.splice(at..at, repeated);
        }
        6 => {
            let at = place(bytes, rng);
            bytes.splice(at..at, choose(&WORDS, rng).bytes());
        }
        7 | 8 => {
            if let Some(token) = token(bytes, rng) {
                bytes.splice(token, choose(&NUMBERS, rng).bytes());
            }
        }
        _ => swap_tokens(bytes, rng),
    }
}

/// A word or a number, near a place drawn by chance.
fn token(bytes: &[u8], rng: &mut Rng) -> Option<std::ops::Range<usize>> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-' || *byte == b'_';
    let from = place(bytes, rng);
    let begin = from + bytes[from..].iter().position(is_part)?;
    let length = bytes[begin..].iter().position(|byte| !is_part(byte)).unwrap_or(bytes.len() - begin);
    Some(begin..begin + length)
}

fn swap_tokens(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let (Some(one), Some(other)) = (token(bytes, rng), token(bytes, rng)) else { return };
    let [first, second] = if one.start <= other.start { [one, other] } else { [other, one] };
    if first.end <= second.start {
        let (before, after) = (bytes[first.clone()].to_vec(), bytes[second.clone()].to_vec());
        bytes.splice(second, before);
        bytes.splice(first, after);
    }
}
