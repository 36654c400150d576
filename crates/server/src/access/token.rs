//! Secrets that open doors: the links printed at the start, and what cookies hold.

use sha2::{Digest, Sha256};

/// A random secret of 256 bits, written in hexadecimal.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A new one that nobody can guess.
    pub fn new() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Its text, for a link or a cookie.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is this secret. Hashes are compared: how long that takes says
    /// nothing about the secret.
    pub fn is(&self, text: &str) -> bool {
        Sha256::digest(&self.0) == Sha256::digest(text)
    }
}
