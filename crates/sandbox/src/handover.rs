//! How a stage receives the player's standard input and the channel to the caller: as file descriptors in a
//! message, on a socket in place of its standard input. Both are close-on-exec, so a program gets only its
//! standard streams.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

/// What a stage receives.
pub(super) struct Handover {
    /// The player's standard input.
    pub stdin: OwnedFd,
    /// The channel to the caller.
    pub channel: UnixStream,
}

impl Handover {
    /// Sends copies of both in a message; a stage that has the returned file as its standard input
    /// receives them.
    pub(super) fn send(stdin: impl AsFd, channel: impl AsFd) -> io::Result<OwnedFd> {
        let (ours, theirs) = UnixStream::pair()?;
        let files = [stdin.as_fd(), channel.as_fd()];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !control.push(SendAncillaryMessage::ScmRights(&files)) {
            return Err(io::Error::other("no room for two files in the message"));
        }
        sendmsg(&ours, &[IoSlice::new(b"!")], &mut control, SendFlags::NOSIGNAL)?;
        Ok(theirs.into())
    }

    /// Receives them from standard input.
    pub(super) fn receive() -> io::Result<Handover> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        let flags = RecvFlags::CMSG_CLOEXEC;
        recvmsg(rustix::stdio::stdin(), &mut [IoSliceMut::new(&mut byte)], &mut control, flags)?;
        let mut files = control.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(files) => Some(files),
            _ => None,
        });
        let mut files = files.next().into_iter().flatten();
        match (files.next(), files.next()) {
            (Some(stdin), Some(channel)) => Ok(Handover { stdin, channel: channel.into() }),
            _ => Err(io::Error::other("no files were handed over")),
        }
    }
}
