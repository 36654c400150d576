//! Control groups: limits that the kernel keeps for a whole program. Version 2 if
//! it is there, else version 1.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use rustix::process::Pid;
use serde::{Deserialize, Serialize};

use crate::json_path::JsonPath;
use crate::os_error::OsError;

/// The names of our groups begin so; the supervisor's number follows.
const PREFIX: &str = "gridiron-";

/// Where groups can be created.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Parent {
    /// One hierarchy for all controllers.
    V2(PathBuf),
    /// One hierarchy for each controller. Not every machine has `cpu`.
    V1 { memory: PathBuf, pids: PathBuf, cpu: Option<PathBuf> },
}

/// Why a program gets no control groups.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum CgroupError {
    /// Neither version offers the controllers `memory` and `pids`.
    #[error("{v2}, and version 1 has no memory and pids controllers here")]
    Missing {
        /// What version 2 lacks.
        v2: MissingV2,
    },
    /// A file of the kernel cannot be read.
    #[error("cannot read {file}: {error}")]
    CannotRead {
        /// The file.
        file: JsonPath,
        /// The system's error.
        error: OsError,
    },
    /// A group cannot be created.
    #[error("cannot create {group}: {error}")]
    CannotCreate {
        /// Its folder.
        group: JsonPath,
        /// The system's error.
        error: OsError,
    },
    /// A limit cannot be set, or a process cannot be added.
    #[error("cannot write {value} to {file}: {error}")]
    CannotWrite {
        /// What was written.
        value: String,
        /// The file of the group.
        file: JsonPath,
        /// The system's error.
        error: OsError,
    },
}

/// What version 2 of control groups lacks here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum MissingV2 {
    /// It is not mounted.
    #[error("control groups v2 are not mounted")]
    Mount,
    /// No group above this process passes the controllers on.
    #[error("control groups v2 do not pass on the memory and pids controllers here")]
    Controllers,
}

/// The groups of one program. They are removed on drop, if no process is left.
#[derive(Debug)]
pub struct Groups {
    folders: Vec<PathBuf>,
}

impl Groups {
    /// Creates groups with limits: bytes of memory, and threads.
    pub fn create(memory: u64, threads: u64) -> Result<Groups, CgroupError> {
        let parent = find_parent()?;
        // Unique: a supervisor has one program.
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
                // The group gets one share of CPU time, however many threads it has.
                if let Some(cpu) = cpu {
                    groups.add_folder(&cpu, &name)?;
                }
            }
        }
        Ok(groups)
    }

    fn add_folder(&mut self, parent: &Path, name: &str) -> Result<PathBuf, CgroupError> {
        let folder = parent.join(name);
        fs::create_dir(&folder)
            .map_err(|error| CgroupError::CannotCreate { group: (&*folder).into(), error: error.into() })?;
        self.folders.push(folder.clone());
        Ok(folder)
    }

    /// Adds a process.
    pub fn add(&self, pid: Pid) -> Result<(), CgroupError> {
        let pid = pid.as_raw_nonzero().to_string();
        self.folders.iter().try_for_each(|folder| set(folder, "cgroup.procs", &pid))
    }

    /// Whether the kernel killed a process of the group because memory ran out.
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

fn set(folder: &Path, file: &str, value: &str) -> Result<(), CgroupError> {
    let file = JsonPath(folder.join(file));
    fs::write(&file.0, value).map_err(|error| CgroupError::CannotWrite {
        value: value.to_string(),
        file,
        error: error.into(),
    })
}

/// Some files exist on some kernels only, such as those about swap.
fn set_if_present(folder: &Path, file: &str, value: &str) -> Result<(), CgroupError> {
    if folder.join(file).exists() { set(folder, file, value) } else { Ok(()) }
}

/// Removes groups of supervisors that were killed. The kernel removes only groups
/// without processes.
fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|rest| rest.parse::<u32>().ok());
        // A dead supervisor may have had the number of this process.
        let is_gone = |pid: u32| pid == process::id() || !Path::new(&format!("/proc/{pid}")).exists();
        if owner.is_some_and(is_gone) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Where groups can be created that limit memory and threads.
fn find_parent() -> Result<Parent, CgroupError> {
    let read = |path: &str| {
        fs::read_to_string(path)
            .map_err(|error| CgroupError::CannotRead { file: Path::new(path).into(), error: error.into() })
    };
    let (mounts, own) = (read("/proc/self/mountinfo")?, read("/proc/self/cgroup")?);
    let second = find_v2(&mounts, &own);
    second.or_else(|v2| {
        let [memory, pids] = ["memory", "pids"].map(|kind| find_v1(&mounts, &own, kind));
        match (memory, pids) {
            (Some(memory), Some(pids)) => Ok(Parent::V1 { memory, pids, cpu: find_v1(&mounts, &own, "cpu") }),
            _ => Err(CgroupError::Missing { v2 }),
        }
    })
}

/// The nearest group above this process that passes on both controllers. A group
/// with processes of its own cannot.
fn find_v2(mounts: &str, own: &str) -> Result<Parent, MissingV2> {
    let mount = mounts.lines().filter_map(Mount::read).find(|mount| mount.kind == "cgroup2");
    let mount = mount.ok_or(MissingV2::Mount)?;
    let own = own.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/");
    let top = PathBuf::from(mount.place);
    let mut folder = mount.folder_of(own);
    loop {
        let words = fs::read_to_string(folder.join("cgroup.subtree_control")).unwrap_or_default();
        if ["memory", "pids"].iter().all(|kind| words.split_whitespace().any(|word| word == *kind)) {
            return Ok(Parent::V2(folder));
        }
        if folder == top || !folder.pop() {
            return Err(MissingV2::Controllers);
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

    /// The folder of a group. In a container only a part of the tree is mounted.
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
            // A group outside of what is mounted cannot be used.
            ("pids", "/other", "/cg"),
        ] {
            let found = mount(kind).map(|mount| mount.folder_of(group));
            assert_eq!(found, Some(PathBuf::from(folder)), "{kind} {group}");
        }
        // A hierarchy without the controllers is not used.
        assert!(find_v2(mounts, "0::/").is_err());
        assert_eq!(find_v1(mounts, "4:memory:/x", "pids"), None);
    }
}
