//! The starter kits: one small bot for each language. The bots are in `kits/` at the
//! root of the repository; this table embeds them. `new.rs` writes them to a
//! folder. Tests build and play every kit of the table.

/// A starter bot and how to build and run it.
pub struct Kit {
    /// Its name on the command line, and its folder in `kits/`.
    pub name: &'static str,
    /// Other names that are accepted.
    pub also: &'static [&'static str],
    /// The programming language, as people write it.
    pub language: &'static str,
    /// The protocol of the bot.
    pub protocol: KitProtocol,
    /// The name of the bot's file.
    pub file: &'static str,
    /// The text of that file.
    pub source: &'static str,
    /// The command that compiles the bot. `None` for scripts.
    pub build: Option<&'static str>,
    /// The player to give to `gridiron`, when run in the bot's folder.
    pub player: &'static str,
    /// The program that compiles or runs it, and its Debian package.
    pub program: (&'static str, &'static str),
    /// A library that it needs, and its Debian package.
    pub module: Option<(&'static str, &'static str)>,
}

/// The protocol of a starter bot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KitProtocol {
    /// Keyword lines, in every game.
    Lines,
    /// The function calls of this original game.
    OriginalCalls(&'static str),
}

/// A kit whose bot runs as it is.
const fn script(
    name: &'static str,
    language: &'static str,
    file: &'static str,
    source: &'static str,
    program: (&'static str, &'static str),
) -> Kit {
    let (also, protocol) = (&[], KitProtocol::Lines);
    Kit { name, also, language, protocol, file, source, build: None, player: file, program, module: None }
}

/// A kit in Python for the function calls of an original game.
const fn original(name: &'static str, game: &'static str, source: &'static str) -> Kit {
    let protocol = KitProtocol::OriginalCalls(game);
    Kit { protocol, ..script(name, "Python", "bot.py", source, ("python3", "python3")) }
}

const BUILT: &str = "./bot";

/// Every kit.
pub const KITS: [Kit; 14] = [
    Kit {
        also: &["py", "python3"],
        ..script(
            "python",
            "Python",
            "bot.py",
            include_str!("../../../kits/python/bot.py"),
            ("python3", "python3"),
        )
    },
    Kit {
        also: &["js", "node", "nodejs"],
        ..script(
            "javascript",
            "JavaScript",
            "bot.js",
            include_str!("../../../kits/javascript/bot.js"),
            ("node", "nodejs"),
        )
    },
    Kit {
        build: Some("cc -O2 -o bot bot.c"),
        player: BUILT,
        ..script("c", "C", "bot.c", include_str!("../../../kits/c/bot.c"), ("cc", "gcc"))
    },
    Kit {
        also: &["c++", "cxx"],
        build: Some("c++ -O2 -o bot bot.cpp"),
        player: BUILT,
        ..script("cpp", "C++", "bot.cpp", include_str!("../../../kits/cpp/bot.cpp"), ("c++", "g++"))
    },
    Kit {
        also: &["rs"],
        build: Some("rustc -O --edition 2024 -o bot bot.rs"),
        player: BUILT,
        ..script("rust", "Rust", "bot.rs", include_str!("../../../kits/rust/bot.rs"), ("rustc", "rustc"))
    },
    Kit {
        also: &["golang"],
        build: Some("go build -o bot bot.go"),
        player: BUILT,
        ..script("go", "Go", "bot.go", include_str!("../../../kits/go/bot.go"), ("go", "golang-go"))
    },
    Kit {
        // A compiled bot starts four times as fast as `java Bot.java`.
        build: Some("javac Bot.java"),
        player: "java Bot",
        ..script(
            "java",
            "Java",
            "Bot.java",
            include_str!("../../../kits/java/Bot.java"),
            ("javac", "default-jdk-headless"),
        )
    },
    script("php", "PHP", "bot.php", include_str!("../../../kits/php/bot.php"), ("php", "php-cli")),
    Kit {
        also: &["rb"],
        ..script("ruby", "Ruby", "bot.rb", include_str!("../../../kits/ruby/bot.rb"), ("ruby", "ruby"))
    },
    script("lua", "Lua", "bot.lua", include_str!("../../../kits/lua/bot.lua"), ("lua", "lua5.4")),
    Kit {
        also: &["sh", "shell"],
        ..script("bash", "Bash", "bot.sh", include_str!("../../../kits/bash/bot.sh"), ("bash", "bash"))
    },
    Kit {
        module: Some(("numpy", "python3-numpy")),
        ..original("plantation-python", "plantation", include_str!("../../../kits/plantation-python/bot.py"))
    },
    original("virus-python", "virus", include_str!("../../../kits/virus-python/bot.py")),
    original("conga-python", "conga", include_str!("../../../kits/conga-python/bot.py")),
];

/// The kit of this name.
pub fn find(name: &str) -> Option<&'static Kit> {
    let name = name.to_lowercase();
    KITS.iter().find(|kit| kit.name == name || kit.also.contains(&name.as_str()))
}

/// A built-in player that a first bot can beat.
const OPPONENT: &str = "random";

/// The README of every kit, with `{{names}}` to be replaced.
const PAGE: &str = include_str!("../../../kits/TEMPLATE.md");

impl Kit {
    /// The files of the kit: name and text.
    pub fn files(&self) -> [(&'static str, String); 2] {
        [(self.file, self.source.to_string()), ("README.md", self.page())]
    }

    /// The commands that build, play, match and check the bot, to be run in its
    /// folder. Each comes with a comment.
    pub fn commands(&self) -> Vec<(String, &'static str)> {
        let (game, player, opponent) = (self.game(), self.player_in_shell(), OPPONENT);
        let build = self.build.map(|build| (build.to_string(), "after every change"));
        build
            .into_iter()
            .chain([
                (format!("gridiron play {game} {player} {opponent}"), "one game in the terminal"),
                (
                    format!("gridiron match {game} {player} {opponent}"),
                    "a hundred games and their statistics",
                ),
                (format!("gridiron check {game} {player}"), "check the bot in eight steps"),
            ])
            .collect()
    }

    /// The games it plays, in words.
    pub fn plays(&self) -> String {
        match self.protocol {
            KitProtocol::Lines => "every game".into(),
            KitProtocol::OriginalCalls(game) => format!("{game}, as in the original game"),
        }
    }

    /// What must be installed, in words.
    pub fn needs(&self) -> String {
        let module = self.module.map(|(module, _)| format!(" and {module}")).unwrap_or_default();
        format!("{}{module}", self.program.0)
    }

    /// The packages to install on Debian and Ubuntu.
    pub fn packages(&self) -> String {
        let module = self.module.map(|(_, package)| format!(" {package}")).unwrap_or_default();
        format!("{}{module}", self.program.1)
    }

    /// The game in the examples.
    fn game(&self) -> &'static str {
        match self.protocol {
            KitProtocol::Lines => "virus",
            KitProtocol::OriginalCalls(game) => game,
        }
    }

    /// The player, quoted for a shell if it needs quotes.
    fn player_in_shell(&self) -> String {
        if self.player.contains(' ') { format!("\"{}\"", self.player) } else { self.player.to_string() }
    }

    fn page(&self) -> String {
        let commands = self.commands();
        let wide = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
        let lines = commands.iter().map(|(command, why)| format!("{command:wide$}    # {why}\n"));
        let games = match self.protocol {
            KitProtocol::Lines => {
                "The bot also plays `conga` and `plantation`; `gridiron players` lists opponents for each game."
            }
            KitProtocol::OriginalCalls(_) => "`gridiron players` lists more opponents.",
        };
        let (print, document) = match self.protocol {
            KitProtocol::Lines => ("Print debug output to standard error.", "protocol.md"),
            KitProtocol::OriginalCalls(_) => {
                ("What it prints goes to its standard error.", "original-bots.md")
            }
        };
        let values = [
            ("language", self.language.to_string()),
            ("file", self.file.to_string()),
            ("plays", self.plays()),
            ("needs", self.needs()),
            ("packages", self.packages()),
            ("commands", lines.collect()),
            ("games", games.to_string()),
            ("game", self.game().to_string()),
            ("print", print.to_string()),
            ("document", document.to_string()),
        ];
        values
            .iter()
            .fold(PAGE.to_string(), |page, (name, value)| page.replace(&format!("{{{{{name}}}}}"), value))
    }
}
