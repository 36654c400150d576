//! The known interpreters, and how each is asked what it needs.

use crate::programs::family;

/// One line of [`KNOWN_INTERPRETERS`].
pub struct KnownInterpreter {
    /// Its names on the PATH, the usual one first. Digits and dots may follow
    /// any of them: `python3.12`, `lua5.4`.
    pub names: &'static [&'static str],
    /// How it is asked.
    pub(super) inquiry: Inquiry,
}

/// How an interpreter is asked.
pub(super) enum Inquiry {
    /// By a small program in its language, after these options. It prints
    /// [`BEGIN`], then `key=value`, a zero byte after each.
    ///
    /// | key | meaning |
    /// |---|---|
    /// | `program` | what runs; without it the first file of `maps` |
    /// | `keep` | `program` must run by this name, though it is a link |
    /// | `prefix` | the whole installation, if it has a folder of its own |
    /// | `folder` | a folder that is needed |
    /// | `file` | a file that is needed |
    /// | `beside` | a file that is needed with its folder |
    /// | `other` | a folder that is used but not installed with the interpreter |
    /// | `set` | an environment variable: `NAME=value` |
    /// | `version` | its version |
    /// | `maps` | `/proc/self/maps`: the libraries it has loaded |
    Script(&'static [&'static str], &'static str),
    /// Java prints its settings, since a program would have to be compiled first.
    Java,
    /// A shell needs only the system.
    Shell,
}

/// Comes before an answer, since a shim may print something first.
pub(super) const BEGIN: &[u8] = b"gridiron\0";

/// All known interpreters.
pub const KNOWN_INTERPRETERS: &[KnownInterpreter] = &[
    KnownInterpreter {
        names: &["python3", "python", "pypy3"],
        inquiry: Inquiry::Script(&["-I", "-c"], PYTHON),
    },
    KnownInterpreter { names: &["node", "nodejs"], inquiry: Inquiry::Script(&["-e"], NODE) },
    KnownInterpreter { names: &["php"], inquiry: Inquiry::Script(&["-r"], PHP) },
    KnownInterpreter { names: &["ruby"], inquiry: Inquiry::Script(&["-e"], RUBY) },
    KnownInterpreter { names: &["perl"], inquiry: Inquiry::Script(&["-e"], PERL) },
    KnownInterpreter {
        names: &["lua", "lua5.4", "lua5.3", "lua5.2", "lua5.1", "luajit"],
        inquiry: Inquiry::Script(&["-e"], LUA),
    },
    KnownInterpreter { names: &["java"], inquiry: Inquiry::Java },
    KnownInterpreter { names: &["bash"], inquiry: Inquiry::Shell },
    KnownInterpreter { names: &["sh", "dash"], inquiry: Inquiry::Shell },
];

/// The interpreter with this file name.
pub(super) fn known(name: &str) -> Option<&'static KnownInterpreter> {
    let is_it = |known: &&KnownInterpreter| known.names.iter().any(|its| family(its) == family(name));
    KNOWN_INTERPRETERS.iter().filter(|_| !name.is_empty()).find(is_it)
}

/// A virtual environment is recognised by the place of its link (`keep`). Folders that
/// were added to `sys.path` without installing them are `other`: one may be the project
/// that holds the bots.
const PYTHON: &str = r#"
import os, site, sys, sysconfig
out = [b"gridiron"]
def say(key, *values):
    out.extend(os.fsencode(key + "=" + value) for value in values if value)
say("program", sys.executable)
say("prefix", sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)
is_venv = sys.prefix != sys.base_prefix
if is_venv:
    say("keep", "yes")
    say("file", os.path.join(sys.prefix, "pyvenv.cfg"))
paths = sysconfig.get_paths()
library = [paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib") if paths.get(key)]
say("folder", *library)
for path in sys.path:
    installed = os.path.basename(path) in ("site-packages", "dist-packages", "lib-dynload")
    say("folder" if installed or path in library else "other", path)
for name in ("sitecustomize", "usercustomize"):
    say("file", getattr(sys.modules.get(name), "__file__", None))
user = site.getusersitepackages()
if os.path.isdir(user) and not is_venv and not os.environ.get("PYTHONNOUSERSITE"):
    say("folder", user)
    say("set", "PYTHONUSERBASE=" + site.getuserbase())
say("version", ".".join(str(part) for part in sys.version_info[:3]))
try:
    say("maps", os.fsdecode(open("/proc/self/maps", "rb").read()))
except OSError:
    pass
sys.stdout.buffer.write(b"\0".join(out) + b"\0")
"#;

/// Node is one file, but it does not start if it sees the settings of OpenSSL and
/// cannot read them.
const NODE: &str = r#"
const fs = require("fs"), path = require("path"), out = ["gridiron"];
const say = (key, value) => out.push(key + "=" + value);
const folder = path.dirname(process.execPath);
say("program", process.execPath);
if (path.basename(folder) === "bin") say("prefix", path.dirname(folder));
say("file", "/etc/ssl/openssl.cnf");
say("version", process.versions.node);
try { say("maps", fs.readFileSync("/proc/self/maps", "utf8")); } catch {}
process.stdout.write(out.join("\0") + "\0");
"#;

const PHP: &str = r#"
$out = "gridiron\0program=" . PHP_BINARY . "\0version=" . PHP_VERSION . "\0";
$folders = array_merge([PHP_EXTENSION_DIR, ini_get("extension_dir")],
    explode(PATH_SEPARATOR, PHP_CONFIG_FILE_SCAN_DIR), explode(PATH_SEPARATOR, get_include_path()));
foreach ($folders as $folder) { $out .= "folder=" . $folder . "\0"; }
$files = array_merge([php_ini_loaded_file()], explode(",", (string) php_ini_scanned_files()));
foreach ($files as $file) { $out .= "beside=" . trim((string) $file) . "\0"; }
$out .= "maps=" . @file_get_contents("/proc/self/maps") . "\0";
echo $out;
"#;

/// Ruby finds gems by way of the home folder, so their path is set.
const RUBY: &str = r#"
out = ["gridiron", "program=" + RbConfig.ruby, "prefix=" + RbConfig::CONFIG["prefix"], "version=" + RUBY_VERSION]
$LOAD_PATH.each { |path| out << "folder=" + path.to_s }
if defined?(Gem)
  gems = Gem.path.select { |path| File.directory?(path) }
  gems.each { |path| out << "folder=" + path }
  out << "set=GEM_PATH=" + gems.join(":") unless gems.empty?
end
out << "maps=" + File.binread("/proc/self/maps") rescue nil
STDOUT.binmode
STDOUT.write(out.map(&:b).join("\0") + "\0")
"#;

const PERL: &str = r#"
use Config;
my @out = ("gridiron", "program=$^X", "prefix=$Config{prefixexp}", sprintf("version=%vd", $^V));
push @out, "folder=$_" for grep { !ref } @INC;
if (open my $maps, "<", "/proc/self/maps") { local $/; push @out, "maps=" . <$maps>; }
print join("\0", @out), "\0";
"#;

/// Lua cannot name its own file: it is the first that is mapped.
const LUA: &str = r#"
local out = {"gridiron"}
for _, list in ipairs({package.path, package.cpath}) do
  for template in list:gmatch("[^;]+") do
    local folder = template:match("^(/[^?]*)/[^/?]*%?")
    if folder then out[#out + 1] = "folder=" .. folder end
  end
end
out[#out + 1] = "version=" .. (jit and jit.version or _VERSION):gsub("^%a+ ", "")
local maps = io.open("/proc/self/maps")
if maps then out[#out + 1] = "maps=" .. maps:read("*a") end
io.write(table.concat(out, "\0"), "\0")
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interpreter_is_known_by_its_name() {
        let cases = [
            ("python3", Some("python3")),
            ("python", Some("python3")),
            ("python3.12", Some("python3")),
            ("pypy3", Some("python3")),
            ("nodejs", Some("node")),
            ("php8.2", Some("php")),
            ("lua5.4", Some("lua")),
            ("luajit", Some("lua")),
            ("sh", Some("sh")),
            ("python3-config", None),
            ("javac", None),
            ("node_modules", None),
            ("5.4", None),
            ("", None),
        ];
        for (name, expected) in cases {
            assert_eq!(known(name).map(|known| known.names[0]), expected, "{name}");
        }
    }
}
