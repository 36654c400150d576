//! The scripts and styles of all pages, as files: a server hands them out one by one,
//! the module `page` joins them into one file.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::modules;

/// One file of the folder `assets`.
#[derive(Debug, Clone, Copy)]
pub struct Asset {
    /// Its path inside the folder, as in imports and addresses: `dom.js`, `rules/virus.js`.
    pub name: &'static str,
    /// For the header of the same name.
    pub content_type: &'static str,
    /// The file as it was when this was built.
    pub text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// A table of files of the folder, each with its content type.
macro_rules! files {
    ($($content_type:ident $name:literal,)*) => {
        &[$(Asset { name: $name, content_type: $content_type, text: include_str!(concat!("../assets/", $name)) },)*]
    };
}

/// **Invariant:** all files of the folder that a browser loads; a test compares them.
static FILES: &[Asset] = files![
    SCRIPT "api.js",
    SCRIPT "app_words.js",
    SCRIPT "ask.js",
    SCRIPT "board.js",
    SCRIPT "bot_app.js",
    SCRIPT "bot_page.js",
    SCRIPT "charts.js",
    SCRIPT "chrome.js",
    SCRIPT "clock_fields.js",
    SCRIPT "clocks.js",
    SCRIPT "controls.js",
    SCRIPT "copy_box.js",
    SCRIPT "create_app.js",
    SCRIPT "create_form.js",
    SCRIPT "create_page.js",
    SCRIPT "create_words.js",
    SCRIPT "crosstable.js",
    SCRIPT "crumbs.js",
    SCRIPT "describe.js",
    SCRIPT "detail_words.js",
    SCRIPT "dom.js",
    SCRIPT "embed.js",
    SCRIPT "fault_phrases.js",
    SCRIPT "fault_words.js",
    SCRIPT "faults.js",
    SCRIPT "fog.js",
    SCRIPT "game.js",
    SCRIPT "game_app.js",
    SCRIPT "game_cards.js",
    SCRIPT "game_page.js",
    SCRIPT "game_words.js",
    SCRIPT "games_app.js",
    SCRIPT "games_page.js",
    SCRIPT "games_table.js",
    SCRIPT "games_words.js",
    SCRIPT "home.js",
    SCRIPT "home_app.js",
    SCRIPT "illustration.js",
    SCRIPT "keys.js",
    SCRIPT "language.js",
    SCRIPT "list.js",
    SCRIPT "live_app.js",
    SCRIPT "live_board.js",
    SCRIPT "live_page.js",
    SCRIPT "logo.js",
    SCRIPT "marks.js",
    SCRIPT "missing_app.js",
    SCRIPT "motion.js",
    SCRIPT "moves.js",
    SCRIPT "notes.js",
    SCRIPT "organise.js",
    SCRIPT "page.js",
    SCRIPT "pieces.js",
    SCRIPT "positions.js",
    SCRIPT "presenter.js",
    SCRIPT "refill.js",
    SCRIPT "report.js",
    SCRIPT "rounds.js",
    SCRIPT "rules/conga.js",
    SCRIPT "rules/motions.js",
    SCRIPT "rules/plantation.js",
    SCRIPT "rules/virus.js",
    SCRIPT "rules_app.js",
    SCRIPT "rules_page.js",
    SCRIPT "rules_text.js",
    SCRIPT "seats.js",
    SCRIPT "share.js",
    SCRIPT "site.js",
    SCRIPT "standings.js",
    SCRIPT "stream.js",
    SCRIPT "timeline.js",
    SCRIPT "toml.js",
    SCRIPT "tournament_app.js",
    SCRIPT "tournament_card.js",
    SCRIPT "tournament_page.js",
    SCRIPT "tournament_words.js",
    SCRIPT "turn_chart.js",
    SCRIPT "wall.js",
    SCRIPT "wall_board.js",
    SCRIPT "wall_chart.js",
    SCRIPT "wall_game.js",
    SCRIPT "wall_load.js",
    SCRIPT "wall_parts.js",
    SCRIPT "wall_picture.js",
    SCRIPT "wall_tables.js",
    SCRIPT "wall_text.js",
    SCRIPT "wall_time.js",
    SCRIPT "wall_words.js",
    SCRIPT "words.js",
    STYLE "app.css",
    STYLE "create.css",
    STYLE "game.css",
    STYLE "page.css",
    STYLE "presentation.css",
    STYLE "report.css",
    STYLE "rules.css",
    STYLE "tournament.css",
    STYLE "wall.css",
];

/// The icon: the drawing of `logo.js` on iron. A server has it as the file `/favicon.svg`.
pub const ICON: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-3 -3 32 32'>\
    <rect x='-3' y='-3' width='32' height='32' rx='5' fill='#22262a'/>\
    <path d='M1 1h24v24H1ZM9 1v24M17 1v24M1 9h24M1 17h24' fill='none' stroke='#8b9197' stroke-width='2'/>\
    <g fill='#22262a'><circle cx='5' cy='21' r='5'/><circle cx='21' cy='5' r='5'/></g>\
    <circle cx='5' cy='21' r='4.6' fill='#a9ccff'/>\
    <circle cx='21' cy='5' r='3.4' fill='none' stroke='#ee7518' stroke-width='2.4'/></svg>";

/// All scripts and styles.
pub fn files() -> &'static [Asset] {
    FILES
}

/// Names the content of all files: an address that contains it may be cached for ever.
pub fn hash() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| {
        let mut digest = Sha256::new();
        for asset in FILES {
            for part in [asset.name, asset.text] {
                digest.update((part.len() as u64).to_le_bytes());
                digest.update(part);
            }
        }
        digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    });
    &HASH
}

/// A script and all that it imports, itself last. Empty if one of them is missing, which
/// a test notices: a page still loads its script without knowing that.
pub fn needed_by(entry: &str) -> Vec<String> {
    let text_of = |name: &str| FILES.iter().find(|asset| asset.name == name).map(|asset| asset.text);
    modules::needed_by(entry, text_of).unwrap_or_default()
}

/// The text of a file, or `None` if there is none of this name.
///
/// In debug builds the environment variable `GRIDIRON_ASSETS` may name a folder. The file is
/// then read from there each time, so that a change needs no build.
pub fn read(name: &str) -> Option<Cow<'static, str>> {
    let asset = FILES.iter().find(|asset| asset.name == name)?;
    let folder = cfg!(debug_assertions).then(|| std::env::var_os("GRIDIRON_ASSETS")).flatten();
    let edited = folder.and_then(|folder| std::fs::read_to_string(PathBuf::from(folder).join(name)).ok());
    Some(edited.map_or(Cow::Borrowed(asset.text), Cow::Owned))
}

/// A file as a server sends it: scripts and styles without indentation and without lines
/// that are only a comment. No text of ours goes over several lines, which a test checks.
pub fn slim(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Whoever writes a text over several lines would lose its indentation.
    #[test]
    fn no_text_goes_over_several_lines() {
        for asset in FILES.iter().filter(|asset| asset.name.ends_with(".js")) {
            for line in asset.text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                // A slash that ends a pattern, or one in a class, may stand beside one.
                let quotes = line.matches('`').count() - line.matches("[^`]").count();
                let is_in_a_string = line.contains("\"`\"") || line.contains("(`[");
                assert!(quotes % 2 == 0 || is_in_a_string, "{}: {line}", asset.name);
            }
        }
    }

    #[test]
    fn served_files_are_the_same_program() {
        for (text, expected) in [
            (
                "// Why.\nconst a = 1;\n\n  /// Doc.\n  const b = \"//c\"; // d\n",
                "const a = 1;\nconst b = \"//c\"; // d\n",
            ),
            ("/** @type {X} */\n  f();", "/** @type {X} */\nf();\n"),
        ] {
            assert_eq!(slim(text), expected);
        }
        let whole: usize = FILES.iter().map(|asset| asset.text.len()).sum();
        let slim: usize = FILES.iter().map(|asset| slim(asset.text).len()).sum();
        assert!(slim * 10 < whole * 9, "{slim} of {whole}");
    }

    /// The names of all scripts and styles in a folder and those inside it.
    fn names_in(folder: &Path, prefix: &str) -> BTreeSet<String> {
        let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
        entries
            .flat_map(|entry| {
                let name = format!("{prefix}{}", entry.file_name().to_str().expect("a plain name"));
                if entry.path().is_dir() {
                    return names_in(&entry.path(), &format!("{name}/"));
                }
                let is_listed = (name.ends_with(".js") || name.ends_with(".css")).then_some(name);
                is_listed.into_iter().collect()
            })
            .collect()
    }

    #[test]
    fn all_files_of_the_folder_are_listed_once() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let listed: BTreeSet<String> = files().iter().map(|asset| asset.name.to_string()).collect();
        assert_eq!(listed, names_in(&folder, ""));
        assert_eq!(listed.len(), files().len());
        for asset in files() {
            assert_eq!(asset.content_type == SCRIPT, asset.name.ends_with(".js"), "{}", asset.name);
        }
    }

    #[test]
    fn only_files_of_the_table_are_read() {
        assert_eq!(read("page.css").as_deref(), Some(include_str!("../assets/page.css")));
        for name in ["", "other.js", "../Cargo.toml", "./page.css", "types.d.ts"] {
            assert_eq!(read(name), None, "{name}");
        }
        assert!(hash().len() == 12 && hash().bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}
