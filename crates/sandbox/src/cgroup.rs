//! Limits that the kernel keeps for all of a program together: control groups,
//! of the second version or else of the first.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use rustix::process::Pid;

/// How the groups made here begin.
const PREFIX: &str = "gridiron-";

/// A place to make groups in.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Parent {
    /// One hierarchy for everything.
    V2(PathBuf),
    /// A hierarchy for each kind of limit. That of the processor is not everywhere.
    V1 { memory: PathBuf, pids: PathBuf, cpu: Option<PathBuf> },
}

/// The groups of one program. They go when this goes, if nobody is left in them.
#[derive(Debug)]
pub struct Groups {
    folders: Vec<PathBuf>,
}

impl Groups {
    /// Makes groups for a program that may have so much memory, in bytes, and so
    /// many threads.
    pub fn create(memory: u64, threads: u64) -> Result<Groups, String> {
        let parent = find_parent()?;
        // A supervisor has one program.
        let name = format!("{PREFIX}{}", process::id());
        let mut groups = Groups { folders: Vec::new() };
        let (memory, threads) = (memory.to_string(), threads.to_string());
        match parent {
            Parent::V2(parent) => {
                remove_abandoned(&parent);
                let folder = groups.add_folder(&parent, &name)?;
                set(&folder, "memory.max", &memory)?;
                set_if_present(&folder, "memory.swap.max", "0")?;
                set(&folder, "pids.max", &threads)?;
            }
            Parent::V1 { memory: parent, pids, cpu } => {
                [&parent, &pids].into_iter().chain(&cpu).for_each(|parent| remove_abandoned(parent));
                let folder = groups.add_folder(&parent, &name)?;
                set(&folder, "memory.limit_in_bytes", &memory)?;
                set_if_present(&folder, "memory.memsw.limit_in_bytes", &memory)?;
                set_if_present(&folder, "memory.swappiness", "0")?;
                let folder = groups.add_folder(&pids, &name)?;
                set(&folder, "pids.max", &threads)?;
                // A group gets its share, however many threads are in it.
                if let Some(cpu) = cpu {
                    groups.add_folder(&cpu, &name)?;
                }
            }
        }
        Ok(groups)
    }

    fn add_folder(&mut self, parent: &Path, name: &str) -> Result<PathBuf, String> {
        let folder = parent.join(name);
        fs::create_dir(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        self.folders.push(folder.clone());
        Ok(folder)
    }

    /// Puts a process into the groups.
    pub fn add(&self, pid: Pid) -> Result<(), String> {
        let pid = pid.as_raw_nonzero().to_string();
        self.folders.iter().try_for_each(|folder| set(folder, "cgroup.procs", &pid))
    }

    /// Whether somebody in them was killed for want of memory.
    pub fn has_killed(&self) -> bool {
        let events = ["memory.events", "memory.oom_control"];
        let files = self.folders.iter().flat_map(|folder| events.map(|file| folder.join(file)));
        let killed = |text: String| {
            let count = text.lines().find_map(|line| line.strip_prefix("oom_kill ")?.parse::<u64>().ok());
            count.is_some_and(|count| count > 0)
        };
        files.filter_map(|file| fs::read_to_string(file).ok()).any(killed)
    }
}

impl Drop for Groups {
    fn drop(&mut self) {
        for folder in &self.folders {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn set(folder: &Path, file: &str, value: &str) -> Result<(), String> {
    let path = folder.join(file);
    fs::write(&path, value).map_err(|error| format!("cannot write {value} to {}: {error}", path.display()))
}

/// A kernel without swap has no file for it.
fn set_if_present(folder: &Path, file: &str, value: &str) -> Result<(), String> {
    if folder.join(file).exists() { set(folder, file, value) } else { Ok(()) }
}

/// Removes the groups of supervisors that were killed: only those that nobody is
/// in can be removed.
fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|rest| rest.parse::<u32>().ok());
        // Also that of somebody who had the number of this process.
        let is_gone = |pid: u32| pid == process::id() || !Path::new(&format!("/proc/{pid}")).exists();
        if owner.is_some_and(is_gone) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Where groups can be made with limits on memory and threads.
fn find_parent() -> Result<Parent, String> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"));
    let (mounts, own) = (read("/proc/self/mountinfo")?, read("/proc/self/cgroup")?);
    let second = find_v2(&mounts, &own);
    second.or_else(|why| {
        let [memory, pids] = ["memory", "pids"].map(|kind| find_v1(&mounts, &own, kind));
        match (memory, pids) {
            (Some(memory), Some(pids)) => Ok(Parent::V1 { memory, pids, cpu: find_v1(&mounts, &own, "cpu") }),
            _ => Err(format!("{why}, and version 1 has no memory and pids here")),
        }
    })
}

/// The nearest group above this process that hands on both kinds of limits: in a
/// group with processes of its own that cannot be.
fn find_v2(mounts: &str, own: &str) -> Result<Parent, String> {
    let mount = mounts.lines().filter_map(Mount::read).find(|mount| mount.kind == "cgroup2");
    let mount = mount.ok_or("control groups of version 2 are not mounted")?;
    let own = own.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/");
    let top = PathBuf::from(mount.place);
    let mut folder = mount.folder_of(own);
    loop {
        let words = fs::read_to_string(folder.join("cgroup.subtree_control")).unwrap_or_default();
        if ["memory", "pids"].iter().all(|kind| words.split_whitespace().any(|word| word == *kind)) {
            return Ok(Parent::V2(folder));
        }
        if folder == top || !folder.pop() {
            return Err("control groups of version 2 hand on no memory and pids here".into());
        }
    }
}

fn find_v1(mounts: &str, own: &str, kind: &str) -> Option<PathBuf> {
    let has = |list: &str| list.split(',').any(|word| word == kind);
    let mount = mounts.lines().filter_map(Mount::read);
    let mount = mount.into_iter().find(|mount| mount.kind == "cgroup" && has(mount.options))?;
    let own = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        fields.next().filter(|kinds| has(kinds))?;
        fields.next()
    })?;
    let folder = mount.folder_of(own);
    folder.is_dir().then_some(folder)
}

/// A line of `/proc/self/mountinfo`.
struct Mount<'a> {
    root: &'a str,
    place: &'a str,
    kind: &'a str,
    options: &'a str,
}

impl<'a> Mount<'a> {
    fn read(line: &'a str) -> Option<Mount<'a>> {
        let (before, after) = line.split_once(" - ")?;
        let mut before = before.split(' ').skip(3);
        let mut after = after.split(' ');
        let (root, place) = (before.next()?, before.next()?);
        let (kind, options) = (after.next()?, after.nth(1)?);
        Some(Mount { root, place, kind, options })
    }

    /// Where a group stands: in a container only a part of all is mounted.
    fn folder_of(&self, group: &str) -> PathBuf {
        let below = Path::new(group).strip_prefix(self.root).unwrap_or(Path::new(""));
        let below = below.strip_prefix("/").unwrap_or(below);
        Path::new(self.place).join(below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_where_they_are_mounted() {
        let mounts = "30 23 0:26 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n\
                      31 23 0:27 /box /cg rw - cgroup cgroup rw,pids,extra\n\
                      32 23 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw";
        let mount =
            |kind: &str| mounts.lines().filter_map(Mount::read).find(|mount| mount.options.contains(kind));
        for (kind, group, folder) in [
            ("memory", "/", "/sys/fs/cgroup/memory"),
            ("memory", "/user/1", "/sys/fs/cgroup/memory/user/1"),
            ("pids", "/box", "/cg"),
            ("pids", "/box/in", "/cg/in"),
            // Somewhere else: only what is mounted can be used.
            ("pids", "/other", "/cg"),
        ] {
            let found = mount(kind).map(|mount| mount.folder_of(group));
            assert_eq!(found, Some(PathBuf::from(folder)), "{kind} {group}");
        }
        // A hierarchy without either kind of limit is none.
        assert!(find_v2(mounts, "0::/").is_err());
        assert_eq!(find_v1(mounts, "4:memory:/x", "pids"), None);
    }
}
