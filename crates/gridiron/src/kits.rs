//! The starter kits: one small bot for each language, in `kits/` at the root of
//! the repository and in this table. Nothing but data and the page that comes
//! with it; `new.rs` writes them down. Tests read the table too and play
//! whatever stands here.

/// A bot to begin with.
pub struct Kit {
    /// What it is called on the command line, and its folder in `kits/`.
    pub name: &'static str,
    /// Other names that people try.
    pub also: &'static [&'static str],
    pub language: &'static str,
    pub speaks: Speaks,
    /// The file of the bot, and its text.
    pub file: &'static str,
    pub source: &'static str,
    /// What must be typed before it plays.
    pub build: Option<&'static str>,
    /// The bot as a player, in its own folder.
    pub player: &'static str,
    /// What compiles or runs it, and the Debian package that has it.
    pub program: (&'static str, &'static str),
    /// What it imports beyond that, and the Debian package that has it.
    pub module: Option<(&'static str, &'static str)>,
}

/// How a bot and the referee understand each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Speaks {
    /// Lines, in every game.
    Lines,
    /// The calls of the original game, which is this one.
    CallsOf(&'static str),
}

/// A kit whose bot runs as it is.
const fn script(
    name: &'static str,
    language: &'static str,
    file: &'static str,
    source: &'static str,
    program: (&'static str, &'static str),
) -> Kit {
    let (also, speaks) = (&[], Speaks::Lines);
    Kit { name, also, language, speaks, file, source, build: None, player: file, program, module: None }
}

/// A kit in Python for the calls of an original game.
const fn original(name: &'static str, game: &'static str, source: &'static str) -> Kit {
    let speaks = Speaks::CallsOf(game);
    Kit { speaks, ..script(name, "Python", "bot.py", source, ("python3", "python3")) }
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
        // Compiled beforehand it starts in a quarter of the time of `java Bot.java`.
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

/// A built-in player that a first bot can hold its own against.
const OPPONENT: &str = "random";

/// The page that every kit comes with.
const PAGE: &str = include_str!("../../../kits/TEMPLATE.md");

impl Kit {
    /// The files of the kit and what stands in them.
    pub fn files(&self) -> [(&'static str, String); 2] {
        [(self.file, self.source.to_string()), ("README.md", self.page())]
    }

    /// The commands that build it, play it, match it and check it, in its folder.
    pub fn commands(&self) -> Vec<(String, &'static str)> {
        let (game, player, opponent) = (self.game(), self.player_in_shell(), OPPONENT);
        let build = self.build.map(|build| (build.to_string(), "after every change"));
        build
            .into_iter()
            .chain([
                (format!("gridiron play {game} {player} {opponent}"), "one game in the terminal"),
                (
                    format!("gridiron match {game} {player} {opponent}"),
                    "a hundred games, and what they add up to",
                ),
                (format!("gridiron check {game} {player}"), "does it do all that a bot must?"),
            ])
            .collect()
    }

    /// Which games it plays, in words.
    pub fn plays(&self) -> String {
        match self.speaks {
            Speaks::Lines => "every game".into(),
            Speaks::CallsOf(game) => format!("{game}, by the calls of its original"),
        }
    }

    /// What it needs, in words.
    pub fn needs(&self) -> String {
        let module = self.module.map(|(module, _)| format!(" and {module}")).unwrap_or_default();
        format!("{}{module}", self.program.0)
    }

    /// What to install for it on Debian and Ubuntu.
    pub fn packages(&self) -> String {
        let module = self.module.map(|(_, package)| format!(" {package}")).unwrap_or_default();
        format!("{}{module}", self.program.1)
    }

    /// A game to begin with.
    fn game(&self) -> &'static str {
        match self.speaks {
            Speaks::Lines => "virus",
            Speaks::CallsOf(game) => game,
        }
    }

    /// The player as a shell must be told.
    fn player_in_shell(&self) -> String {
        if self.player.contains(' ') { format!("\"{}\"", self.player) } else { self.player.to_string() }
    }

    fn page(&self) -> String {
        let commands = self.commands();
        let wide = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
        let lines = commands.iter().map(|(command, why)| format!("{command:wide$}    # {why}\n"));
        let games = match self.speaks {
            Speaks::Lines => {
                "`virus` may as well be `conga` or `plantation`; `gridiron players` lists opponents for each."
            }
            Speaks::CallsOf(_) => "`gridiron players` lists more opponents.",
        };
        let (print, document) = match self.speaks {
            Speaks::Lines => ("Write what you want to see while it plays to standard error.", "protocol.md"),
            Speaks::CallsOf(_) => ("What it prints goes to its standard error.", "original-bots.md"),
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
