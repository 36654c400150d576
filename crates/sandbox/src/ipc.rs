//! How orders travel over a socket: their length, then their text as JSON; and how
//! descriptors do.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::cmsg_space;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What travels with descriptors, which do not travel alone: no text begins so.
const DESCRIPTOR_MARK: u8 = 0;

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

/// The most descriptors that are sent at once: the three streams of a program.
const MOST_DESCRIPTORS: usize = 3;

/// Sends descriptors.
pub fn send_descriptors(socket: &UnixStream, files: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut attached = SendAncillaryBuffer::new(&mut space);
    attached.push(SendAncillaryMessage::ScmRights(files));
    sendmsg(socket, &[IoSlice::new(&[DESCRIPTOR_MARK])], &mut attached, SendFlags::empty())?;
    Ok(())
}

/// Receives descriptors. Whoever has sent something else instead, or nothing, is
/// still to be read.
pub fn receive_descriptors<const COUNT: usize>(socket: &UnixStream) -> io::Result<[OwnedFd; COUNT]> {
    let none = || io::Error::new(io::ErrorKind::InvalidData, "no descriptors came");
    let mut byte = [0];
    let peeked = recvmsg(
        socket,
        &mut [IoSliceMut::new(&mut byte)],
        &mut RecvAncillaryBuffer::default(),
        RecvFlags::PEEK,
    )?;
    if peeked.bytes == 0 || byte[0] != DESCRIPTOR_MARK {
        return Err(none());
    }
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut attached = RecvAncillaryBuffer::new(&mut space);
    recvmsg(socket, &mut [IoSliceMut::new(&mut byte)], &mut attached, RecvFlags::CMSG_CLOEXEC)?;
    let files = attached.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(files) => files.collect::<Vec<OwnedFd>>().try_into().ok(),
        _ => None,
    });
    files.ok_or_else(none)
}
