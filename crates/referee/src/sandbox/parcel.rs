//! How orders travel over a socket: their length, then their text as JSON.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Sends something.
pub fn send(socket: &mut UnixStream, what: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(what)?;
    socket.write_all(&(text.len() as u32).to_le_bytes())?;
    socket.write_all(&text)
}

/// Receives what was sent, and not a byte more.
pub fn receive<T: DeserializeOwned>(socket: &mut UnixStream) -> io::Result<T> {
    let mut length = [0; 4];
    socket.read_exact(&mut length)?;
    let mut text = vec![0; u32::from_le_bytes(length) as usize];
    socket.read_exact(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}
