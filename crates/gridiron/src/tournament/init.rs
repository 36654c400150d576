//! `gridiron tournament --init GAME`: a file to begin with.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use games::GameEntry;
use league::pair::usual_options;

use crate::failure::Failure;

/// The file, with a few words to be filled in.
const TEMPLATE: &str = include_str!("template.toml");

/// The column where comments behind settings begin.
const COMMENTS: usize = 34;

pub fn write(game: &str) -> Result<(), Failure> {
    let entry = games::find(game)?;
    let name = format!("{game}.toml");
    let refused = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::Usage(format!("{name} exists already: move it away, or go to another folder"))
        }
        _ => Failure::unwritable(&name, &error),
    };
    let mut file = File::create_new(Path::new(&name)).map_err(refused)?;
    file.write_all(text(entry).as_bytes()).map_err(refused)?;
    let mut out = anstream::stdout();
    writeln!(
        out,
        "wrote {name}: read it, add your bots, then play it:\n\n  gridiron tournament {name}\n\n\
         Ctrl-C stops it; run the same command to continue"
    )?;
    Ok(())
}

/// What the file holds for a game.
pub fn text(entry: &GameEntry) -> String {
    let competitors = ai::table::players_of(entry.name).filter(|player| !player.sees_all);
    // Players that search are stronger, but too slow for a first try.
    let players = competitors.map(|player| match player.is_quick() {
        true => format!("[[players]]\nbot = \"{}\"\n", player.name),
        false => {
            let setting = format!("#   bot = \"{}\"", player.name);
            format!("#   [[players]]\n{setting:<COMMENTS$}# searches: its games take longer\n")
        }
    });
    let usual = usual_options(entry);
    let rules = entry.options.iter().map(|option| {
        let value = usual.get(option.key).unwrap_or(option.default()).to_string();
        let value = if value.parse::<i64>().is_ok() { value } else { format!("\"{value}\"") };
        let setting = format!("# {} = {value}", option.key);
        format!("{setting:<COMMENTS$}# {}\n", option.help)
    });
    named(entry.name)
        .replace("{clock}", entry.clock)
        .replace("{rules}\n", &rules.collect::<String>())
        .replace("{players}\n", &players.collect::<Vec<_>>().join("\n"))
}

/// The template with the game's name, which changes how long a setting is: the comment
/// behind it stays in its column.
fn named(game: &str) -> String {
    let lines = TEMPLATE.lines().map(|line| match line.split_once("  # ") {
        Some((setting, comment)) if setting.contains("{game}") => {
            let setting = setting.replace("{game}", game);
            format!("{:<COMMENTS$}# {comment}\n", setting.trim_end())
        }
        _ => line.replace("{game}", game) + "\n",
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use league::file;

    use super::*;

    /// Whatever is a comment in the file can be taken as it stands.
    #[test]
    fn the_file_is_read_with_and_without_its_comments() {
        for entry in &games::GAMES {
            let text = text(entry);
            let read = file::read(&text).unwrap_or_else(|problem| panic!("{}: {problem}", entry.name));
            assert!(read.players.len() > 1);
            assert!(text.lines().all(|line| line.len() <= 110), "{text}");
            let columns = text.lines().filter_map(|line| line.rfind("  # "));
            assert!(columns.clone().count() > 25 && columns.clone().all(|at| at + 2 == COMMENTS), "{text}");
            let is_setting = |line: &str| {
                let key = line.split_once(" = ").map(|(key, _)| key);
                key.is_some_and(|key| key.chars().all(|c| c.is_ascii_lowercase() || "_[]".contains(c)))
            };
            for line in
                text.lines().filter_map(|line| line.strip_prefix("# ")).filter(|line| is_setting(line))
            {
                // The settings of other formats than the one that is chosen.
                let format = match line.split(" = ").next() {
                    Some("rounds") => "swiss",
                    Some("third_place" | "further_pairs") => "knockout",
                    Some("challengers") => "gauntlet",
                    Some("newcomer_pairs") => "ladder",
                    _ => "round-robin",
                };
                let changed = text.replace("format = \"round-robin\"", &format!("format = \"{format}\""));
                let changed =
                    if format == "ladder" { changed.replace("\npairs = ", "\n# pairs = ") } else { changed };
                let changed = changed.replacen(&format!("# {line}"), line, 1);
                assert!(changed.contains(&format!("\n{line}")), "{line}");
                if let Err(problem) = file::read(&changed) {
                    panic!("{}: {line}: {problem}", entry.name);
                }
            }
        }
    }
}
