//! Responses of original bots: whatever their calls return, the game ends with a
//! record that holds, and every call to them is one line of JSON.
//!
//! The first line of an input is `INTERFACE RULES SEED`: `json` for Plantation's
//! JSON lines, or a game for its adapter in Python. The rest is what the program
//! writes.

use std::collections::BTreeMap;
use std::fs;

use games::GameEntry;
use referee::originals::{BotInterface, Original, SpecSuffix};
use referee::protocol::Message;
use serde_json::value::RawValue;

use crate::bot_lines::split_lines;
use crate::scratch;
use crate::scripted_bot::{ScriptedBot, check_played, play};

/// A bot that takes the calls of an original game.
pub fn calls(data: &[u8]) -> bool {
    let at = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let (header, output) = data.split_at(at);
    let lines = split_lines(output.strip_prefix(b"\n").unwrap_or(output));
    let header = String::from_utf8_lossy(header);
    let (interface, rest) = header.split_once(' ').unwrap_or((&header, ""));
    let Some((entry, original)) = recognise(interface) else { return false };
    let bot = ScriptedBot::new(original.protocol(), lines, check_calls);
    let played = play(entry, rest, bot);
    played.iter().for_each(check_played);
    played.is_some()
}

/// The original bot of that name. Adapters need a file, which is not run here.
fn recognise(interface: &str) -> Option<(&'static GameEntry, Original)> {
    let source = match interface {
        "json" => None,
        "plantation" => Some("class Bot(Player):\n    pass\n"),
        "virus" => Some("def ia(game, side):\n    pass\n"),
        "conga" => Some("class Agent:\n    pass\n"),
        _ => return None,
    };
    let entry = games::find(source.map_or("plantation", |_| interface)).expect("a game");
    let suffix = SpecSuffix::default();
    let found = match source {
        None => Original::recognise(entry, "./bot", None, BotInterface::Json, &suffix),
        Some(source) => {
            let path = scratch::folder().join(format!("{interface}.py"));
            if !path.exists() {
                fs::write(&path, source).expect("room for a file");
            }
            Original::recognise(entry, "bot.py", Some(&path), BotInterface::Detect, &suffix)
        }
    };
    Some((entry, found.expect("it can be read").expect("an original bot")))
}

/// Every call is one line of JSON with its name. All but questions must return.
fn check_calls(message: &Message) {
    let text = std::str::from_utf8(&message.text).expect("text");
    assert!(text.is_empty() || text.ends_with('\n'));
    let names = text.lines().map(|line| {
        // A bot gets its own numbers back as it wrote them, however large they are.
        let call = serde_json::from_str::<BTreeMap<String, &RawValue>>(line);
        let call = call.unwrap_or_else(|error| panic!("{line}: {error}"));
        serde_json::from_str::<String>(call["function"].get()).expect("a name")
    });
    let names: Vec<String> = names.filter(|name| name != "move" && name != "get_move").collect();
    assert_eq!(names, message.calls);
}
