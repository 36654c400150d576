//! The layers of the sandbox, by name.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use crate::level::Level;

/// Something that locks a program in, or that is needed to do so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Layer {
    /// Which files the program may touch.
    Landlock,
    /// Which system calls it may make.
    Seccomp,
    /// How much memory, disk and how many threads it may use.
    Limits,
    /// It sees a root, processes and a network of its own.
    Namespaces,
    /// The kernel counts all its memory and threads together.
    Cgroups,
    /// If the caller is root: an unprivileged user for each program.
    Users,
    /// Capabilities are dropped and cannot be gained.
    Privileges,
    /// A private copy of the program's folder.
    Folder,
    /// Supervisor and jail talk to each other.
    Handover,
}

impl Layer {
    /// The layers that [`crate::attacks`] tests, in the order of a report.
    pub const TESTED: [Layer; 5] =
        [Layer::Landlock, Layer::Seccomp, Layer::Limits, Layer::Namespaces, Layer::Cgroups];

    /// One word, as in messages and in the switch for tests.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Landlock => "landlock",
            Layer::Seccomp => "seccomp",
            Layer::Limits => "limits",
            Layer::Namespaces => "namespaces",
            Layer::Cgroups => "cgroups",
            Layer::Users => "users",
            Layer::Privileges => "privileges",
            Layer::Folder => "folder",
            Layer::Handover => "handover",
        }
    }

    /// The weakest level that has this layer.
    pub fn since(self) -> Level {
        match self {
            Layer::Namespaces => Level::Strong,
            Layer::Cgroups => Level::Server,
            _ => Level::Standard,
        }
    }
}

impl Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
