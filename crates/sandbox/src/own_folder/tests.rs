use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use rustix::fs::{FileType, mknodat};
use tempfile::TempDir;

use super::*;

/// A folder as in this table: path, content, and the mode.
fn folder(files: &[(&str, &str, u32)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, content, mode) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(*mode)).unwrap();
    }
    folder
}

/// A bot's folder, and the copy that was made of it.
fn copied(own: &OwnFolder) -> (TempDir, u64) {
    let copy = tempfile::tempdir().unwrap();
    let json = serde_json::to_string(own).unwrap();
    let own: OwnFolder = serde_json::from_str(&json).unwrap();
    let bytes = own.copy_into(File::open(copy.path()).unwrap().as_fd(), None).unwrap();
    (copy, bytes)
}

/// Everything below a folder that is a file or a folder, by the standard
/// library alone: content of files, none of folders.
fn naive(folder: &Path) -> BTreeMap<PathBuf, Option<(Vec<u8>, u32)>> {
    let mut all = BTreeMap::new();
    let mut todo = vec![folder.to_path_buf()];
    while let Some(next) = todo.pop() {
        for entry in fs::read_dir(next).unwrap().map(Result::unwrap) {
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            let from_folder = path.strip_prefix(folder).unwrap().to_path_buf();
            if kind.is_dir() {
                all.insert(from_folder, None);
                todo.push(path);
            } else if kind.is_file() {
                let mode = if entry.metadata().unwrap().mode() & 0o111 == 0 { 0o600 } else { 0o700 };
                all.insert(from_folder, Some((fs::read(path).unwrap(), mode)));
            }
        }
    }
    all
}

fn find(folder: &TempDir, own: &[&str], leave_out: &[&str]) -> Result<OwnFolder, String> {
    let full =
        |names: &[&str]| -> Vec<PathBuf> { names.iter().map(|name| folder.path().join(name)).collect() };
    let found = OwnFolder::find_with(folder.path(), &full(own), [&full(leave_out), &[]], None);
    found.map_err(|error| error.to_string())
}

fn make_fifo(at: &Path) {
    mknodat(CWD, at, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

#[test]
fn a_copy_is_what_a_naive_walk_finds() {
    let bots = folder(&[
        ("bot.py", "print(1)\n", 0o644),
        ("run", "#!/bin/sh\n", 0o711),
        ("lib/with space/a\nb", "x", 0o400),
        ("lib/-rf", "", 0o640),
        ("lib/\u{1f3c8}", "ball", 0o777),
        (".hidden/deep/er", "y", 0o4755),
    ]);
    let strange = bots.path().join(OsStr::from_bytes(b"lib/\xff\xfe"));
    fs::write(&strange, "z").unwrap();
    fs::create_dir(bots.path().join("empty")).unwrap();
    let own = OwnFolder::find_with(bots.path(), &[strange], [&[], &[]], None).unwrap();
    let (copy, bytes) = copied(&own);
    assert_eq!(naive(copy.path()), naive(bots.path()));
    assert_eq!((own.note(), bytes), (None, own.bytes()));
    let sizes = naive(bots.path()).values().flatten().map(|(content, _)| content.len() as u64).sum::<u64>();
    assert_eq!(bytes, sizes);
    for (path, content) in naive(copy.path()) {
        let metadata = copy.path().join(&path).metadata().unwrap();
        let expected = content.map_or(0o700, |(_, mode)| mode);
        assert_eq!(metadata.mode() & 0o7777, expected, "{path:?}");
    }
    // What Python has compiled is known by the time of its source.
    let changed = |folder: &TempDir| folder.path().join("bot.py").metadata().unwrap().modified().unwrap();
    assert_eq!(changed(&bots), changed(&copy));
    // A third way.
    let by_cp = tempfile::tempdir().unwrap();
    let from = format!("{}/.", bots.path().display());
    let done = Command::new("cp").args(["-r", &from]).arg(by_cp.path()).status().unwrap();
    assert!(done.success());
    let alike = Command::new("diff").arg("-r").args([by_cp.path(), copy.path()]).status().unwrap();
    assert!(alike.success());
}

#[test]
fn links_and_what_is_no_file_stay_behind() {
    let elsewhere = folder(&[("secret", "s", 0o644), ("inner/secret", "s", 0o644)]);
    let bots = folder(&[("bot.py", "b", 0o644), ("sub/x", "x", 0o644)]);
    let at = |name: &str| bots.path().join(name);
    symlink(elsewhere.path().join("secret"), at("file")).unwrap();
    symlink(elsewhere.path(), at("folder")).unwrap();
    symlink("..", at("sub/loop")).unwrap();
    symlink("nothing", at("dangling")).unwrap();
    symlink("bot.py", at("self.py")).unwrap();
    make_fifo(&at("fifo"));
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    let (copy, _) = copied(&find(&bots, &["bot.py"], &[]).unwrap());
    let names: Vec<PathBuf> = naive(copy.path()).into_keys().collect();
    assert_eq!(names, ["bot.py", "sub", "sub/x"].map(PathBuf::from));
    assert_eq!(usage(copy.path()).unwrap().1, 3);

    let real = bots.path().canonicalize().unwrap().join("bot.py");
    let inner = elsewhere.path().canonicalize().unwrap().join("inner/secret");
    let cases = [
        ("self.py", format!("is a symbolic link: name {} instead", real.display())),
        ("dangling", "is a symbolic link: name nothing instead".into()),
        ("folder/inner/secret", format!("a symbolic link, folder: name {} instead", inner.display())),
        ("fifo", "is not a regular file".into()),
        ("socket", "is not a regular file".into()),
        ("sub", "is a folder".into()),
        ("missing.py", "No such file".into()),
        ("../bot.py", "is not in the folder".into()),
    ];
    for (name, expected) in cases {
        let refused = find(&bots, &[name], &[]).unwrap_err();
        assert!(refused.contains(&expected) && !refused.contains('\n'), "{name}: {refused}");
    }
    // A folder may itself be named by a link, as its owner likes.
    let named = elsewhere.path().join("bots");
    symlink(bots.path(), &named).unwrap();
    let own = OwnFolder::find_with(&named, &[named.join("bot.py"), at("sub/x")], [&[], &[]], None).unwrap();
    assert_eq!(own.folder(), named);
    assert_eq!(own.own().collect::<Vec<_>>(), [Path::new("bot.py"), Path::new("sub/x")]);
    assert_eq!(naive(copied(&own).0.path()), naive(copy.path()));
}

#[test]
fn what_becomes_a_link_or_a_fifo_after_the_look_is_not_followed() {
    let elsewhere = folder(&[("secret", "s", 0o644)]);
    type Change = fn(&Path, &Path);
    let changes: [(&str, Change); 3] = [
        ("link", |bot, secret| symlink(secret, bot).unwrap()),
        ("fifo", |bot, _| make_fifo(bot)),
        ("gone", |_, _| ()),
    ];
    for (what, change) in changes {
        let bots = folder(&[("bot.py", "b", 0o644), ("other", "o", 0o644)]);
        for only_own in [None, Some(PartialReason::Home)] {
            let mut own = find(&bots, &["other"], &[]).unwrap();
            own.only_own = only_own;
            let path = bots.path().join("other");
            fs::remove_file(&path).unwrap();
            change(&path, &elsewhere.path().join("secret"));
            let copy = tempfile::tempdir().unwrap();
            let done = own.copy_into(File::open(copy.path()).unwrap().as_fd(), None);
            let copied = naive(copy.path()).contains_key(Path::new("other"));
            assert!(!copied, "{what}: {done:?}");
            assert!(done.unwrap_err().to_string().starts_with("cannot copy other: "), "{what}");
            let _ = fs::remove_file(&path);
            fs::write(&path, "o").unwrap();
        }
    }
}

#[test]
fn what_others_play_with_is_left_out() {
    let files = [
        ("mine.py", "m", 0o644),
        ("helper.py", "h", 0o644),
        ("other.py", "o", 0o644),
        ("their/bot.js", "t", 0o644),
        ("their/lib.js", "t", 0o644),
    ];
    let all = ["helper.py", "mine.py", "other.py", "their", "their/bot.js", "their/lib.js"];
    let cases: &[(&[&str], &[&str])] = &[
        (&[], &[]),
        (&["other.py"], &["other.py", "again.py"]),
        (&["./their/../other.py"], &["other.py", "again.py"]),
        // The folder of a rival's file is the rival's.
        (&["their/bot.js", "missing.py"], &["their", "their/bot.js", "their/lib.js"]),
        (&["their"], &["their", "their/bot.js", "their/lib.js"]),
        // Against itself.
        (&["mine.py"], &[]),
        (&["mine.py", "other.py"], &["other.py", "again.py"]),
    ];
    for (leave_out, expected) in cases {
        let bots = folder(&files);
        // A second name of the same file.
        fs::hard_link(bots.path().join("other.py"), bots.path().join("again.py")).unwrap();
        let (copy, _) = copied(&find(&bots, &["mine.py"], leave_out).unwrap());
        let names: BTreeSet<PathBuf> = naive(copy.path()).into_keys().collect();
        let kept = all.iter().chain(&["again.py"]).filter(|name| !expected.contains(name));
        assert_eq!(names, kept.map(PathBuf::from).collect(), "{leave_out:?}");
    }
    // Replaced meanwhile, as editors do: it is known by its name then.
    let bots = folder(&files);
    let own = find(&bots, &["mine.py"], &["other.py"]).unwrap();
    fs::write(bots.path().join("new"), "o").unwrap();
    fs::rename(bots.path().join("new"), bots.path().join("other.py")).unwrap();
    assert!(!copied(&own).0.path().join("other.py").exists());
}

#[test]
fn what_is_a_rivals_is_left_out_with_its_folder() {
    let files =
        ["bot.py", "lib/own.py", "lib/more.py", "ben/src/bot.py", "ben/engine.py", "ben/w/1", "cup.db"];
    let cases: &[(&[&str], &[&str], &[&str])] = &[
        (&[], &[], &[]),
        (&["ben/src/bot.py"], &[], &["ben"]),
        (&["ben/src"], &[], &["ben"]),
        (&["link/src/bot.py"], &[], &["ben"]),
        (&["../elsewhere.py"], &[], &[]),
        // A file of its own there is its own, and nothing else.
        (&["lib/more.py"], &[], &["lib/more.py"]),
        // Of what a run writes only itself.
        (&[], &["cup.db"], &["cup.db"]),
        (&[], &["ben/engine.py"], &["ben/engine.py"]),
    ];
    for (rivals, others, left) in cases {
        let bots = folder(&files.map(|file| (file, "x", 0o644)));
        symlink("ben", bots.path().join("link")).unwrap();
        let full = |names: &[&str]| names.iter().map(|name| bots.path().join(name)).collect::<Vec<_>>();
        let own = full(&["bot.py", "lib/own.py"]);
        let found = OwnFolder::find_with(bots.path(), &own, [&full(rivals), &full(others)], None).unwrap();
        let is_left = |file: &&&str| left.iter().any(|left| Path::new(file).starts_with(left));
        let expected: BTreeSet<PathBuf> =
            files.iter().filter(|file| !is_left(file)).map(PathBuf::from).collect();
        let expected: Vec<PathBuf> = expected.into_iter().collect();
        assert_eq!(found.all_files().unwrap().unwrap(), expected, "{rivals:?} {others:?}");
        let (copy, _) = copied(&found);
        let files = naive(copy.path()).into_iter().filter(|(_, content)| content.is_some());
        assert_eq!(files.map(|(path, _)| path).collect::<Vec<_>>(), expected, "{rivals:?} {others:?}");
    }
}

#[test]
fn what_tools_make_is_left_out_and_other_hidden_files_are_not() {
    let bots = folder(&[
        ("bot.py", "b", 0o644),
        ("__pycache__/helper.cpython-311.pyc", "c", 0o644),
        ("lib/__pycache__/x.pyc", "c", 0o644),
        ("lib/x.pyc", "c", 0o644),
        (".git/config", "g", 0o644),
        (".svn", "g", 0o644),
        (".env", "e", 0o644),
        (".config/a", "e", 0o644),
    ]);
    let found = find(&bots, &["bot.py"], &[]).unwrap();
    let expected = [".config/a", ".env", "bot.py", "lib/x.pyc"].map(PathBuf::from);
    assert_eq!(found.all_files().unwrap().unwrap(), expected);
    let names: Vec<PathBuf> = naive(copied(&found).0.path()).into_keys().collect();
    let all = [".config", ".config/a", ".env", "bot.py", "lib", "lib/x.pyc"];
    assert_eq!(names, all.map(PathBuf::from));
}

fn grow(path: &Path, bytes: u64) {
    // It takes no room on the disk.
    File::options().write(true).create(true).truncate(false).open(path).unwrap().set_len(bytes).unwrap();
}

#[test]
fn of_too_large_a_folder_only_the_bots_files_are_copied() {
    let bots = folder(&[("lib/mine.py", "m", 0o755), ("lib/more.py", "n", 0o644), ("other", "o", 0o644)]);
    let large = bots.path().join("large");
    grow(&large, MOST_BYTES - 3);
    let own = find(&bots, &["lib/mine.py"], &[]).unwrap();
    assert_eq!((own.note(), own.bytes()), (None, MOST_BYTES));
    assert_eq!(copied(&own).1, MOST_BYTES);
    // It grows after the look.
    grow(&large, MOST_BYTES - 2);
    let copy = tempfile::tempdir().unwrap();
    let error = own.copy_into(File::open(copy.path()).unwrap().as_fd(), None).unwrap_err();
    assert!(error.to_string().ends_with("has changed: the folder holds more than 64 MB"), "{error}");
    assert!(usage(copy.path()).unwrap().0 <= MOST_BYTES);

    let shown = bots.path().display();
    let cases: &[(&[&str], &str, &[&str])] = &[
        (&["lib/mine.py"], "only lib/mine.py of FOLDER is copied", &["lib", "lib/mine.py"]),
        (
            &["other", "lib/mine.py", "other"],
            "only other, lib/mine.py of FOLDER are copied",
            &["lib", "lib/mine.py", "other"],
        ),
        (&[], "nothing of FOLDER is copied", &[]),
    ];
    for (files, note, expected) in cases {
        let own = find(&bots, files, &[]).unwrap();
        let note = note.replace("FOLDER", &shown.to_string());
        assert_eq!(own.note().unwrap(), format!("{note}: the folder holds more than 64 MB"));
        let (copy, _) = copied(&own);
        let names: Vec<PathBuf> = naive(copy.path()).into_keys().collect();
        assert_eq!(names, expected.iter().map(PathBuf::from).collect::<Vec<_>>());
    }
    // What others play with does not count.
    assert_eq!(find(&bots, &[], &["large"]).unwrap().note(), None);
    grow(&large, MOST_BYTES + 1);
    let refused = find(&bots, &["large"], &[]).unwrap_err();
    assert!(refused.ends_with("/large: more than 64 MB"), "{refused}");
    // Its own file grows after the look.
    grow(&large, 10);
    let mut own = find(&bots, &["large"], &[]).unwrap();
    own.only_own = Some(PartialReason::Home);
    grow(&large, MOST_BYTES + 1);
    let copy = tempfile::tempdir().unwrap();
    assert!(own.copy_into(File::open(copy.path()).unwrap().as_fd(), None).is_err());
}

#[test]
fn many_files_are_too_much_and_deep_folders_too() {
    let bots = folder(&[("mine.py", "m", 0o644)]);
    for number in 1..MOST_FILES {
        fs::hard_link(bots.path().join("mine.py"), bots.path().join(number.to_string())).unwrap();
    }
    assert_eq!(find(&bots, &["mine.py"], &[]).unwrap().note(), None);
    fs::write(bots.path().join("one more"), "").unwrap();
    let note = find(&bots, &["mine.py"], &[]).unwrap().note().unwrap();
    assert!(note.ends_with("is copied: the folder holds more than 10000 files"), "{note}");

    // Links are not copied, but cost as much time: a hundred times as many would cost
    // nothing more.
    let bots = folder(&[("mine.py", "m", 0o644)]);
    for number in 0..MOST_FILES {
        symlink("mine.py", bots.path().join(number.to_string())).unwrap();
    }
    let found = find(&bots, &["mine.py"], &[]).unwrap();
    let note = found.note().unwrap();
    assert!(note.ends_with("is copied: the folder holds more than 10000 files"), "{note}");
    assert_eq!(found.all_files().unwrap(), None);

    for (depth, expected) in
        [(DEEPEST, None), (DEEPEST + 1, Some("is copied: its folders are nested too deep"))]
    {
        let bots = folder(&[("mine.py", "m", 0o644)]);
        fs::create_dir_all(bots.path().join("d/".repeat(depth))).unwrap();
        let note = find(&bots, &["mine.py"], &[]).unwrap().note();
        assert_eq!(note.is_some(), expected.is_some(), "{depth}");
        assert!(note.unwrap_or_default().contains(expected.unwrap_or_default()), "{depth}");
    }
}

#[test]
fn a_home_is_no_bots_folder() {
    let home = folder(&[("user/bot.py", "b", 0o644), ("user/bots/bot.py", "b", 0o644)]);
    let user = home.path().join("user");
    let link = home.path().join("link");
    symlink(&user, &link).unwrap();
    let cases = [
        ("user", &user, Some(PartialReason::Home)),
        ("user", &link, Some(PartialReason::Home)),
        ("link", &user, Some(PartialReason::Home)),
        ("user/bots", &user, None),
        ("", &user, Some(PartialReason::HoldsHome)),
    ];
    for (folder, its_home, expected) in cases {
        let folder = home.path().join(folder);
        let file = if folder == home.path() { user.join("bot.py") } else { folder.join("bot.py") };
        let own = OwnFolder::find_with(&folder, &[file], [&[], &[]], Some(its_home)).unwrap();
        assert_eq!(own.only_own, expected, "{folder:?}");
        assert_eq!(copied(&own).1, 1);
    }
    let shared = tempfile::tempdir().unwrap();
    fs::set_permissions(shared.path(), Permissions::from_mode(0o1777)).unwrap();
    assert_eq!(find(&shared, &[], &[]).unwrap().only_own, Some(PartialReason::Shared));
    for (folder, why) in [("/", PartialReason::Root), ("/tmp", PartialReason::Shared)] {
        let own = OwnFolder::find_with(Path::new(folder), &[], [&[], &[]], None).unwrap();
        assert_eq!(own.only_own, Some(why), "{folder}");
    }
    let no_folder = OwnFolder::find(&user.join("bot.py"), &[], &[], &[]).unwrap_err().to_string();
    assert!(no_folder.starts_with("cannot read the folder"), "{no_folder}");
}

#[test]
fn a_copy_inside_the_folder_is_not_copied() {
    let bots = folder(&[("bot.py", "b", 0o644), ("copies/one/x", "x", 0o644)]);
    let own = find(&bots, &["bot.py"], &[]).unwrap();
    let place = bots.path().join("copies/two");
    fs::create_dir(&place).unwrap();
    own.copy_into(File::open(&place).unwrap().as_fd(), None).unwrap();
    let names: Vec<PathBuf> = naive(&place).into_keys().collect();
    assert_eq!(names, ["bot.py", "copies", "copies/one", "copies/one/x"].map(PathBuf::from));
}

#[test]
fn a_copy_belongs_to_whom_it_is_for() {
    let bots = folder(&[("bot.py", "b", 0o600), ("lib/x", "x", 0o700)]);
    let own = find(&bots, &["bot.py"], &[]).unwrap();
    let copy = tempfile::tempdir().unwrap();
    let us = copy.path().metadata().unwrap();
    // Only root may give files away.
    let owner = if us.uid() == 0 { (12_345, 23_456) } else { (us.uid(), us.gid()) };
    own.copy_into(File::open(copy.path()).unwrap().as_fd(), Some(owner)).unwrap();
    for path in ["", "bot.py", "lib", "lib/x"] {
        let metadata = copy.path().join(path).metadata().unwrap();
        assert_eq!((metadata.uid(), metadata.gid()), owner, "{path}");
    }
}

#[test]
fn usage_is_what_is_in_the_folder() {
    let place = folder(&[("a", "some bytes", 0o644), ("b/c", "", 0o644)]);
    let summed = |folder: &Path| -> (u64, u64) {
        let mut find = Command::new("find");
        let listed = find.arg(folder).args(["-mindepth", "1", "-printf", "%s %b\n"]).output().unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        let each = listed.lines().map(|line| {
            let (size, blocks) = line.split_once(' ').unwrap();
            size.parse::<u64>().unwrap().max(blocks.parse::<u64>().unwrap() * 512)
        });
        (each.sum(), listed.lines().count() as u64)
    };
    assert_eq!(usage(place.path()).unwrap(), summed(place.path()));
    grow(&place.path().join("sparse"), 1 << 40);
    symlink("/usr", place.path().join("usr")).unwrap();
    symlink("..", place.path().join("b/loop")).unwrap();
    make_fifo(&place.path().join("fifo"));
    let (bytes, files) = usage(place.path()).unwrap();
    assert_eq!((bytes, files), summed(place.path()));
    assert!(bytes >= 1 << 40 && files == 7, "{bytes} {files}");
    // A second name is no second file: one that is moved while it is counted has two.
    fs::hard_link(place.path().join("sparse"), place.path().join("again")).unwrap();
    assert_eq!(usage(place.path()).unwrap(), (bytes, files));

    assert!(usage(&place.path().join("usr")).is_err());
    assert!(usage(&place.path().join("missing")).is_err());
    fs::create_dir_all(place.path().join("d/".repeat(200))).unwrap();
    assert!(usage(place.path()).unwrap_err().to_string().contains("deep"));
}

#[test]
fn usage_can_be_asked_while_files_come_and_go() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let place = tempfile::tempdir().unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0..200 {
                let folder = place.path().join((round % 7).to_string());
                for inner in ["a", "b/c", "b/d/e"] {
                    fs::create_dir_all(folder.join(inner)).unwrap();
                    fs::write(folder.join(inner).join("file"), "x").unwrap();
                }
                fs::remove_dir_all(folder).unwrap();
            }
            done.store(true, Ordering::Release);
        });
        while !done.load(Ordering::Acquire) {
            usage(place.path()).unwrap();
        }
    });
    assert_eq!(usage(place.path()).unwrap(), (0, 0));
}
