//! A path in JSON: a string, or a list of bytes where it is not UTF-8.

use std::borrow::Borrow;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Any path. Serde's own format refuses paths that are not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JsonPath(pub PathBuf);

impl Borrow<Path> for JsonPath {
    fn borrow(&self) -> &Path {
        &self.0
    }
}

impl From<&Path> for JsonPath {
    fn from(path: &Path) -> JsonPath {
        JsonPath(path.to_path_buf())
    }
}

impl Display for JsonPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

impl Serialize for JsonPath {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.to_str() {
            Some(text) => text.serialize(to),
            None => self.0.as_os_str().as_bytes().serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for JsonPath {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<JsonPath, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Text(String),
            Bytes(Vec<u8>),
        }
        Ok(JsonPath(match Either::deserialize(from)? {
            Either::Text(text) => text.into(),
            Either::Bytes(bytes) => OsString::from_vec(bytes).into(),
        }))
    }
}
