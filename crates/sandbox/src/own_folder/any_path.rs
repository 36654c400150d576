//! A path in JSON: a string, or its bytes where it is no UTF-8.

use std::borrow::Borrow;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Any path. Serde refuses what is no UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AnyPath(pub PathBuf);

impl Borrow<Path> for AnyPath {
    fn borrow(&self) -> &Path {
        &self.0
    }
}

impl Serialize for AnyPath {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.to_str() {
            Some(text) => text.serialize(to),
            None => self.0.as_os_str().as_bytes().serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for AnyPath {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<AnyPath, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Text(String),
            Bytes(Vec<u8>),
        }
        Ok(AnyPath(match Either::deserialize(from)? {
            Either::Text(text) => text.into(),
            Either::Bytes(bytes) => OsString::from_vec(bytes).into(),
        }))
    }
}
