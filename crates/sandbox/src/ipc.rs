//! Messages between the caller, the supervisor and the jail, over Unix sockets:
//! values as JSON after their length, and file descriptors.

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

/// The byte that carries descriptors, which cannot travel alone. JSON never begins
/// with it.
const DESCRIPTOR_MARK: u8 = 0;

/// The most descriptors in one message: the three streams of a program.
const MOST_DESCRIPTORS: usize = 3;

/// Sends a value.
pub fn send(socket: &mut UnixStream, value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(value)?;
    socket.write_all(&(text.len() as u32).to_le_bytes())?;
    socket.write_all(&text)
}

/// Receives one value, and reads no byte beyond it.
pub fn receive<T: DeserializeOwned>(socket: &mut UnixStream) -> io::Result<T> {
    let mut length = [0; 4];
    socket.read_exact(&mut length)?;
    let mut text = vec![0; u32::from_le_bytes(length) as usize];
    socket.read_exact(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}

/// Sends descriptors. The receiver gets copies.
pub fn send_descriptors(socket: &UnixStream, descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut attached = SendAncillaryBuffer::new(&mut space);
    attached.push(SendAncillaryMessage::ScmRights(descriptors));
    sendmsg(socket, &[IoSlice::new(&[DESCRIPTOR_MARK])], &mut attached, SendFlags::empty())?;
    Ok(())
}

/// Receives descriptors.
///
/// # Errors
/// `InvalidData` if the sender sent something else, which stays to be read, or
/// closed the socket.
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
    let descriptors = attached.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => descriptors.collect::<Vec<OwnedFd>>().try_into().ok(),
        _ => None,
    });
    descriptors.ok_or_else(none)
}
