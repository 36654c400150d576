use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::inquiry::{SearchEnv, find_all_from, inquire_from, mapped};
use super::needed::needed_by_from;
use super::readable::is_system;
use super::table::known;
use super::{Interpreter, InterpreterError, KNOWN_INTERPRETERS, find_all, run, search_path};
use crate::paths::resolve;

impl Interpreter {
    /// Whether bots that get this runtime can read a path, as far as it is not
    /// the system's: a folder of another bot had better not be in it.
    fn gives(&self, path: &Path) -> bool {
        let real = resolve(path);
        self.folders.iter().any(|folder| path.starts_with(folder) || real.starts_with(folder))
    }
}

/// A folder for one test, by its real name, and an empty home in it.
struct Place {
    _folder: TempDir,
    root: PathBuf,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        Place { _folder: folder, root }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Writes a file that may be executed. ROOT in its text is this place.
    fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.at(path);
        // By another process: a file that this one has open for writing goes
        // along with whatever another test starts just then, and is busy.
        let target = path.canonicalize().unwrap_or_else(|_| path.clone());
        let mut install = Command::new("install");
        install.args(["-D", "-m", "755", "/dev/stdin"]).arg(&target).stdin(Stdio::piped());
        let mut child = install.spawn().unwrap();
        let text = text.replace("ROOT", self.root.to_str().unwrap());
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
        path
    }

    /// An interpreter that answers so, whatever it is asked.
    fn fake(&self, path: &str, pairs: &[&str]) -> PathBuf {
        let pairs: String = pairs.iter().map(|pair| format!("printf '%s\\0' '{pair}'\n")).collect();
        self.write(path, &format!("#!/bin/sh\nprintf 'gridiron\\0'\n{pairs}"))
    }

    fn env(&self, path: &str) -> SearchEnv {
        let path = env::join_paths(path.split(':').map(|folder| self.at(folder))).unwrap();
        SearchEnv { path, home: Some(self.at("home")), timeout: run::ANSWER_TIMEOUT }
    }

    /// Paths from this place.
    fn short(&self, paths: &[PathBuf]) -> Vec<String> {
        let short = |path: &PathBuf| path.strip_prefix(&self.root).unwrap_or(path).display().to_string();
        paths.iter().map(short).collect()
    }
}

fn ask(program: &Path) -> Result<Option<Interpreter>, InterpreterError> {
    inquire_from(&SearchEnv::new(), program)
}

/// The Python of this machine, which all tests need.
fn python() -> Interpreter {
    ask(Path::new("python3")).unwrap().expect("python3 is on the PATH")
}

/// What a runtime prints with nothing of our environment.
fn printed(interpreter: &Interpreter, arguments: &[&str]) -> String {
    let mut command = Command::new(&interpreter.program);
    command.args(arguments).env_clear().envs(interpreter.environment.clone()).current_dir("/");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{interpreter:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim_end().to_string()
}

#[test]
fn every_interpreter_of_this_machine_says_what_it_needs() {
    let maps = "/proc/self/maps";
    let scripts = [
        ("python3", vec!["-c".into(), format!("print(open('{maps}').read())")]),
        ("node", vec!["-p".into(), format!("require('fs').readFileSync('{maps}', 'utf8')")]),
        ("php", vec!["-r".into(), format!("readfile('{maps}');")]),
        ("ruby", vec!["-e".into(), format!("puts File.read('{maps}')")]),
        ("perl", vec!["-e".into(), format!("open F, '{maps}'; print <F>")]),
        ("lua", vec!["-e".into(), format!("print(io.open('{maps}'):read('*a'))")]),
        ("java", vec!["-version".into()]),
        ("bash", vec!["-c".into(), "exec cat /proc/self/maps".into()]),
        ("sh", vec!["-c".into(), "exec cat /proc/self/maps".into()]),
    ];
    // A new interpreter needs a script here.
    let families: Vec<&str> = KNOWN_INTERPRETERS.iter().map(|known| known.names[0]).collect();
    assert_eq!(scripts.iter().map(|(name, _)| *name).collect::<Vec<_>>(), families);
    let mut programs = Vec::new();
    for interpreter in find_all() {
        // A shim that leads nowhere is this machine's business.
        let Ok(interpreter) = interpreter else { continue };
        assert!(interpreter.program.is_absolute() && interpreter.program.is_file(), "{interpreter:?}");
        assert!(!programs.contains(&interpreter.program), "{interpreter:?}");
        programs.push(interpreter.program.clone());
        assert!(!interpreter.version.is_empty() || interpreter.name == "sh", "{interpreter:?}");
        for folder in &interpreter.folders {
            assert!(folder.is_absolute() && folder.exists() && !is_system(folder), "{interpreter:?}");
            let others = interpreter.folders.iter().filter(|other| *other != folder);
            assert!(others.clone().all(|other| !folder.starts_with(other)), "{interpreter:?}");
            assert!(env::home_dir().is_none_or(|home| !home.starts_with(folder)), "{interpreter:?}");
        }
        // It runs without our environment, and all that it has loaded then is
        // given.
        let (_, script) = scripts.iter().find(|(name, _)| *name == interpreter.name).unwrap();
        let script: Vec<&str> = script.iter().map(String::as_str).collect();
        let loaded = printed(&interpreter, &script);
        for library in
            mapped(OsStr::new(&loaded)).iter().filter(|path| path.to_string_lossy().contains(".so"))
        {
            assert!(is_system(library) || interpreter.gives(library), "{library:?}: {interpreter:?}");
        }
        assert!(
            is_system(&interpreter.program) || interpreter.gives(&interpreter.program),
            "{interpreter:?}"
        );
        let real = interpreter.program.canonicalize().unwrap();
        assert!(is_system(&real) || interpreter.gives(&real), "{interpreter:?}");
        assert_eq!(ask(&interpreter.called), Ok(Some(interpreter)));
    }
}

#[test]
fn a_virtual_environment_is_run_by_its_own_name() {
    let place = Place::new();
    let base = python();
    let made = Command::new(&base.program)
        .args(["-m", "venv", "--without-pip"])
        .arg(place.at("venv"))
        .status()
        .unwrap();
    assert!(made.success());
    fs::write(place.at("venv/lib").join(inner(&place, "venv/lib")).join("site-packages/mine.py"), "x = 7\n")
        .unwrap();
    let venv = inquire_from(&place.env("venv/bin"), Path::new("python3")).unwrap().unwrap();
    assert_eq!((&venv.program, &venv.called), (&place.at("venv/bin/python3"), &place.at("venv/bin/python3")));
    assert!(venv.folders.contains(&place.at("venv")), "{venv:?}");
    let real = venv.program.canonicalize().unwrap();
    assert!(is_system(&real) || venv.gives(&real), "{venv:?}");
    assert_eq!(venv.version, base.version);
    assert_eq!(printed(&venv, &["-c", "import mine; print(mine.x)"]), "7");
    // Packages of the user who runs the games are not part of it.
    assert_eq!(venv.environment, []);

    // In the home folder itself only its parts are given.
    let env = SearchEnv { home: Some(place.at("venv")), ..place.env("venv/bin") };
    let known = known("python3").unwrap();
    let parts = known.inquire(&place.at("venv/bin/python3"), &env).unwrap();
    assert!(parts.gives(&place.at("venv/pyvenv.cfg")) && parts.gives(&parts.program), "{parts:?}");
    assert!(!parts.folders.contains(&place.at("venv")), "{parts:?}");
    assert_eq!(parts.left_out, [""; 0]);
}

/// The only folder in a folder.
fn inner(place: &Place, folder: &str) -> PathBuf {
    fs::read_dir(place.at(folder)).unwrap().next().unwrap().unwrap().path()
}

#[test]
fn a_shim_leads_to_the_real_interpreter() {
    let place = Place::new();
    let base = python();
    let exec = format!("#!/bin/sh\necho switching\nexec '{}' \"$@\"\n", base.program.display());
    place.write("shims/python3", &exec);
    let shimmed = inquire_from(&place.env("shims"), Path::new("python3")).unwrap().unwrap();
    assert_eq!(shimmed.called, place.at("shims/python3"));
    assert!(!shimmed.gives(&place.root), "{shimmed:?}");
    let known = |interpreter: &Interpreter| (interpreter.program.clone(), interpreter.version.clone());
    assert_eq!(known(&shimmed), known(&base));
}

#[test]
fn packages_of_the_users_own_are_found_without_a_home() {
    let place = Place::new();
    // A virtual environment has no packages of the user's own.
    let real = printed(&python(), &["-c", "import sys; print(sys._base_executable)"]);
    let where_to = "import site; print(site.getusersitepackages())";
    let mut command = Command::new(&real);
    let output =
        command.args(["-c", where_to]).env("PYTHONUSERBASE", place.at("home/base")).output().unwrap();
    let packages = PathBuf::from(String::from_utf8(output.stdout).unwrap().trim_end());
    fs::create_dir_all(&packages).unwrap();
    fs::write(packages.join("mine.py"), "x = 8\n").unwrap();
    fs::write(packages.join("project.pth"), place.at("home").to_str().unwrap()).unwrap();
    let base_folder = place.at("home/base");
    let exec = format!(
        "#!/bin/sh\nexport PYTHONUSERBASE='{}'\nunset PYTHONNOUSERSITE\nexec '{}' \"$@\"\n",
        base_folder.display(),
        real
    );
    place.write("bin/python3", &exec);
    let with_packages = inquire_from(&place.env("bin"), Path::new("python3")).unwrap().unwrap();
    assert!(with_packages.folders.contains(&packages), "{with_packages:?}");
    assert!(!with_packages.gives(&base_folder), "{with_packages:?}");
    let expected = [("PYTHONUSERBASE".to_string(), base_folder.to_str().unwrap().to_string())];
    assert_eq!(with_packages.environment, expected);
    assert_eq!(printed(&with_packages, &["-c", "import mine; print(mine.x)"]), "8");
}

#[test]
fn answers_become_folders() {
    /// What is asked, what it says; its program, folders and notes.
    type Case = (&'static str, &'static [&'static str], &'static str, &'static [&'static str], usize);
    let cases: &[Case] = &[
        // A link by which it is called, into a folder that is a link.
        (
            "links/python3",
            &["program=ROOT/links/python3", "prefix=ROOT/py-3", "version=3.1"],
            "py-3.1/bin/python3.1",
            &["py-3", "py-3.1"],
            0,
        ),
        (
            "links/python3",
            &["program=ROOT/py-3/bin/python3.1", "prefix=ROOT/py-3"],
            "py-3/bin/python3.1",
            &["py-3", "py-3.1"],
            0,
        ),
        // A virtual environment whose link leads somewhere else.
        (
            "links/python3",
            &["program=ROOT/links/python3", "keep=yes", "prefix=ROOT/venv"],
            "links/python3",
            &["links/python3", "py-3/bin/python3.1", "py-3.1/bin/python3.1", "venv"],
            0,
        ),
        // A home is never given: not silently, where it was needed.
        (
            "home/bin/node",
            &["program=ROOT/home/bin/node", "prefix=ROOT/home"],
            "home/bin/node",
            &["home/bin/node"],
            0,
        ),
        (
            "home/bin/node",
            &[
                "program=ROOT/home/bin/node",
                "folder=ROOT/home",
                "folder=/etc",
                "folder=/",
                "folder=ROOT/venv",
            ],
            "home/bin/node",
            &["home/bin/node", "venv"],
            3,
        ),
        // A project folder on the path.
        (
            "bin/python3",
            &["program=ROOT/bin/python3", "other=ROOT/venv", "other=ROOT/missing", "other=/usr/lib"],
            "bin/python3",
            &["bin/python3"],
            1,
        ),
        (
            "bin/python3",
            &["program=ROOT/bin/python3", "prefix=ROOT/bin", "other=ROOT/bin"],
            "bin/python3",
            &["bin"],
            0,
        ),
        // What has been loaded, and what is only mapped.
        (
            "bin/lua",
            &[
                "maps=1-2 r--p 0 fe:00 1   ROOT/bin/lua\n3-4 r 0 0 2  ROOT/lib/x.so.1\n5-6 r 0 0 3 ROOT/venv/cache\n7 [heap]",
            ],
            "bin/lua",
            &["bin/lua", "lib"],
            0,
        ),
    ];
    for (called, pairs, program, folders, notes) in cases {
        let place = Place::new();
        for file in
            ["py-3.1/bin/python3.1", "bin/python3", "bin/lua", "home/bin/node", "lib/x.so.1", "venv/cache"]
        {
            place.write(file, "");
        }
        symlink("py-3.1", place.at("py-3")).unwrap();
        fs::create_dir_all(place.at("links")).unwrap();
        symlink(place.at("py-3/bin/python3.1"), place.at("links/python3")).unwrap();
        place.fake(called, pairs);
        let folder = Path::new(called).parent().unwrap().to_str().unwrap();
        let called = place.at(called);
        let interpreter = inquire_from(&place.env(folder), &called).unwrap().unwrap();
        assert_eq!(place.short(std::slice::from_ref(&interpreter.program)), [*program], "{pairs:?}");
        assert_eq!(place.short(&interpreter.folders), *folders, "{pairs:?}");
        assert_eq!(interpreter.left_out.len(), *notes, "{pairs:?}: {:?}", interpreter.left_out);
        assert!(interpreter.left_out.iter().all(|note| note.contains(" cannot be read by bots: ")));
    }
}

#[test]
fn javas_settings_may_be_outside_its_folder() {
    let place = Place::new();
    place.write("jdk/bin/java", "");
    place.write("settings/security/policy", "");
    place.write("settings/net.properties", "");
    fs::create_dir_all(place.at("jdk/conf/security")).unwrap();
    symlink(place.at("settings/net.properties"), place.at("jdk/conf/net.properties")).unwrap();
    symlink(place.at("settings/security/policy"), place.at("jdk/conf/security/policy")).unwrap();
    symlink("net.properties", place.at("jdk/conf/again")).unwrap();
    let say = "cat >&2 <<'.'\nProperty settings:\n    java.home = ROOT/jdk\n    java.library.path = /a\n        /b\n    java.version = 21.0.1\n    java.version.date = 2023\n.\n";
    place.write("bin/java", &format!("#!/bin/sh\n{say}"));
    let java = inquire_from(&place.env("bin"), Path::new("java")).unwrap().unwrap();
    assert_eq!(java.program, place.at("jdk/bin/java"));
    assert_eq!(place.short(&java.folders), ["jdk", "settings"]);
    assert_eq!(java.version, "21.0.1");
}

#[test]
fn a_missing_answer_is_one_line() {
    let cases = [
        (
            "python3",
            "#!/bin/sh\necho >&2\necho 'pyenv: python3: command not found' >&2\nexit 127\n",
            "does not say what it needs: pyenv: python3: command not found",
        ),
        ("node", "#!/bin/sh\necho hello\n", "does not say what it needs: hello"),
        ("ruby", "#!/bin/sh\n", "does not say what it needs: it prints nothing"),
        ("perl", "#!/missing/interpreter\n", "cannot run "),
        ("java", "#!/bin/sh\nprintf 'bad\\033[31m\\n' >&2\n", "does not say what it needs: bad[31m"),
        (
            "php",
            "#!/bin/sh\nprintf 'gridiron\\0program=/missing/php\\0'\n",
            "leads to /missing/php: No such file",
        ),
        // Neither it nor what it has started goes on.
        ("lua", "#!/bin/sh\nsleep 1000 &\nsleep 1000\n", "does not say within 0.3 seconds what it needs"),
        // When it has closed its outputs depends on the machine, not that it ends.
        ("luajit", "#!/bin/sh\nexec sleep 1000 >&- 2>&-\n", "does not say "),
    ];
    for (name, script, expected) in cases {
        let place = Place::new();
        place.write(&format!("bin/{name}"), script);
        let timeout = if script.contains("sleep") { Duration::from_millis(300) } else { run::ANSWER_TIMEOUT };
        let env = SearchEnv { timeout, ..place.env("bin") };
        let error = inquire_from(&env, Path::new(name)).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains(['\n', '\x1b']), "{name}: {error}");
        assert!(error.contains(&format!("{}/bin/{name}", place.root.display())), "{name}: {error}");
    }
}

#[test]
fn a_bots_own_file_is_never_run() {
    let place = Place::new();
    let hostile = "#!/bin/sh\ntouch ROOT/was-run\nprintf 'gridiron\\0version=1\\0'\n";
    let own = place.write("bots/python3", hostile);
    place.write("bots/bot.py", "#!ROOT/bots/python3\n");
    place.write("bots/run.sh", "#!/bin/sh\n./python3 x; ROOT/bots/python3 y; /usr/..ROOT/bots/python3\n");
    place.write("bots/far.py", "#!ROOT/elsewhere/python3\n");
    place.write("elsewhere/python3", hostile);
    fs::create_dir(place.at("bin")).unwrap();
    // What is on the PATH by a relative folder may be anybody's.
    let relative = SearchEnv { path: "bots:.:".into(), ..place.env("bin") };
    for env in [&place.env("bin"), &relative] {
        for program in
            [own.as_path(), Path::new("./python3"), Path::new("python3"), Path::new("/usr/../bin/sh")]
        {
            assert_eq!(inquire_from(env, program), Ok(None), "{program:?}");
        }
    }
    let is_own = |path: &Path| path.starts_with(place.at("bots"));
    // Even where its folder is on the PATH.
    for path in ["bin", "bots"] {
        for first in ["python3", "bot.py", "run.sh"] {
            let needed =
                needed_by_from(&place.env(path), &[place.at("bots").join(first).into()], &is_own).unwrap();
            let names: Vec<&str> = needed.iter().map(|interpreter| interpreter.name).collect();
            let expected: &[&str] = if first == "bot.py" { &[] } else { &["sh"] };
            assert_eq!(names, expected, "{first}");
        }
        for word in [place.at("bots/far.py"), place.at("elsewhere/python3")] {
            let error = needed_by_from(&place.env(path), &[word.into()], &is_own).unwrap_err().to_string();
            assert!(error.ends_with(
                "/python3 is not on the PATH, so it is not asked what it needs; activate its environment"
            ));
        }
    }
    assert!(!place.at("was-run").exists());
}

#[test]
fn a_command_needs_what_its_words_and_scripts_name() {
    let place = Place::new();
    for name in ["python3", "node", "ruby", "lua5.4", "perl", "bash"] {
        place.fake(&format!("bin/{name}"), &["version=1"]);
    }
    place.write("bin/php", "#!/bin/sh\nexit 1\n");
    let files = [
        ("bot.py", "#!/usr/bin/env python3\n"),
        ("plain.py", "print()\n"),
        ("split.js", "#!/usr/bin/env -S node --jitless\n"),
        ("binary", "\x7fELF python3"),
        ("wrap.sh", "#!/bin/sh\n# not ruby\ncd \"$(dirname \"$0\")\"\nexec python3 -u bot.py\n"),
        ("plain.sh", "exec lua5.4 x.lua\n"),
        ("wrap", "#!/bin/sh\nexec \"$(dirname \"$0\")/split.js\"\n"),
        ("round", "#!/bin/sh\nexec ./round2\n"),
        ("round2", "#!/bin/sh\n./round || ROOT/bots/bot.py || perl5000 || perl || php x\n"),
        ("bad", "#!/usr/bin/env php\n"),
        ("awk", "#!/usr/bin/awk -f\n"),
        ("subfolder/bot.py", "#!/usr/bin/env ruby\n"),
    ];
    for (name, text) in files {
        place.write(&format!("bots/{name}"), text);
    }
    symlink("bot.py", place.at("bots/link.py")).unwrap();
    let cases: &[(&[&str], &[&str])] = &[
        (&[], &[]),
        (&["BIN/python3", "bots/bot.py"], &["python3"]),
        (&["BIN/python3", "-c", "node", "bots/split.js", "node"], &["python3"]),
        (&["bots/bot.py", "node"], &["python3"]),
        (&["bots/split.js"], &["node"]),
        (&["bots/binary"], &[]),
        (&["bots/awk"], &[]),
        (&["bots/link.py"], &[]),
        (&["bots/missing"], &[]),
        (&["bots/subfolder/bot.py"], &["ruby"]),
        (&["bots/wrap.sh"], &["sh", "python3"]),
        (&["BIN/bash", "bots/wrap.sh"], &["bash", "sh", "python3"]),
        (&["BIN/bash", "bots/plain.sh"], &["bash", "lua"]),
        (&["BIN/bash", "-c", "exec 'python3' bots/bot.py|node"], &["bash", "python3", "node"]),
        (&["bots/wrap"], &["sh", "node"]),
        (&["bots/round"], &["sh", "python3", "perl"]),
        (&["/usr/bin/env", "-i", "A=b", "python3", "bots/bot.py"], &["python3"]),
        (&["/usr/bin/nice", "-n", "5", "node", "bots/split.js"], &["node"]),
    ];
    let is_own = |path: &Path| path.starts_with(place.at("bots"));
    for (words, expected) in cases {
        let full = |word: &&str| match word.strip_prefix("BIN/") {
            Some(name) => place.at("bin").join(name).into_os_string(),
            None if word.starts_with("bots/") => place.at(word).into_os_string(),
            None => OsString::from(word),
        };
        let words: Vec<OsString> = words.iter().map(full).collect();
        let needed = needed_by_from(&place.env("bin"), &words, &is_own).unwrap();
        let names: Vec<&str> = needed.iter().map(|interpreter| interpreter.name).collect();
        assert_eq!(names, *expected, "{words:?}");
    }
    // What is named for certain must answer.
    let error =
        needed_by_from(&place.env("bin"), &[place.at("bots/bad").into()], &is_own).unwrap_err().to_string();
    assert!(error.ends_with("/bin/php does not say what it needs: it prints nothing"), "{error}");
}

#[test]
fn all_that_is_found_is_listed_once() {
    let place = Place::new();
    place.fake("bin/python3", &["version=3.1", "program=ROOT/bin/python3"]);
    symlink("python3", place.at("bin/python")).unwrap();
    place.write("bin/node", "#!/bin/sh\nexit 1\n");
    place.fake("bin/lua5.4", &["version=5.4"]);
    place.write("bin/lua", "#!/bin/sh\nexit 1\n");
    let found = find_all_from(&place.env("bin"));
    let shown = found.iter().map(|found| match found {
        Ok(interpreter) => format!("{} {}", interpreter.name, interpreter.version),
        Err(error) => error.to_string().split_once("/bin/").map_or("", |(_, error)| error).to_string(),
    });
    let failed = |name: &str| format!("{name} does not say what it needs: it prints nothing");
    let expected = ["python3 3.1".to_string(), failed("node"), failed("lua"), "lua 5.4".to_string()];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

#[test]
fn interpreters_are_found_by_name_inside_too() {
    let interpreter = |program: &str| Interpreter {
        name: "python3",
        called: program.into(),
        program: program.into(),
        folders: Vec::new(),
        environment: Vec::new(),
        version: String::new(),
        left_out: Vec::new(),
    };
    let cases: &[(&[&str], &str)] = &[
        (&[], "/usr/local/bin:/usr/bin:/bin"),
        (&["/usr/bin/perl"], "/usr/local/bin:/usr/bin:/bin"),
        (&["/a/bin/python3", "/b:c/node", "/a/bin/node"], "/a/bin:/usr/local/bin:/usr/bin:/bin"),
    ];
    for (programs, expected) in cases {
        let runtimes: Vec<Interpreter> = programs.iter().map(|program| interpreter(program)).collect();
        assert_eq!(search_path(&runtimes), *expected, "{programs:?}");
    }
}
