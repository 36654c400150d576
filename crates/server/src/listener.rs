//! Connections: taken one by one, with a limit on how slowly a browser may send its
//! request or take its response.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep_until};
use tower::ServiceExt;

use crate::config::{Config, FURTHER_PORTS, Times, USUAL_PORT};
use crate::live::{Caps, Counter};

/// Bytes of a connection that are held at most while it is read or written. The head of a
/// request must fit.
const BUFFER: usize = 64 * 1024;

/// Connections that may be open beside those of streams.
const FURTHER_CONNECTIONS: Caps = Caps { total: 1024, per_address: 256 };

/// Binds to the address and the port of the configuration, or to the next free port.
pub async fn bind(config: &Config) -> io::Result<TcpListener> {
    let Some(port) = config.port else {
        let mut last = None;
        for port in USUAL_PORT..=USUAL_PORT + FURTHER_PORTS {
            match TcpListener::bind((config.address, port)).await {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = Some(error),
                bound => return bound,
            }
        }
        return Err(last.unwrap_or_else(|| io::Error::from(io::ErrorKind::AddrInUse)));
    };
    TcpListener::bind((config.address, port)).await
}

/// Serves connections until `stop` becomes true. Requests that are being answered are
/// answered; streams have to end by themselves.
pub async fn serve(listener: TcpListener, app: Router, config: Config, mut stop: watch::Receiver<bool>) {
    let (streams, times) = (config.streams, config.times);
    // Games need files, too.
    let total = streams.total.saturating_add(FURTHER_CONNECTIONS.total).min(open_files() / 2);
    let per_address = streams.per_address.saturating_add(FURTHER_CONNECTIONS.per_address);
    // However few files there are, one address does not get all.
    let connections = Counter::new(Caps { total, per_address: per_address.min(total / 2) });
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stop) => return,
        };
        match accepted {
            Ok((stream, from)) => {
                let Some(place) = connections.take(from.ip()) else { continue };
                let (app, stop) = (app.clone(), stop.clone());
                tokio::spawn(async move {
                    serve_connection(stream, from, app, times, stop).await;
                    drop(place);
                });
            }
            // No more files, most likely: others will be closed.
            Err(error) => {
                tracing::warn!("cannot take a connection: {error}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

async fn serve_connection(
    stream: TcpStream,
    from: SocketAddr,
    app: Router,
    times: Times,
    mut stop: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let app = app.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        request.extensions_mut().insert(times);
        request.map(axum::body::Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(times.head)
        .max_buf_size(BUFFER)
        .serve_connection(
            TokioIo::new(PatientStream::new(stream, times.write)),
            TowerToHyperService::new(app),
        );
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopped(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!("a connection ended: {error}");
    }
}

/// How many files and connections this process may have open.
#[cfg(unix)]
fn open_files() -> usize {
    let most = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn open_files() -> usize {
    usize::MAX
}

/// Waits until the server stops.
pub async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the server is gone.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// The address of the other end, if it is known.
pub fn address_of(info: Option<&ConnectInfo<SocketAddr>>) -> IpAddr {
    info.map_or(IpAddr::from([0, 0, 0, 0]), |info| info.0.ip())
}

/// A connection that fails when nothing could be written for too long.
struct PatientStream {
    inner: TcpStream,
    /// How long a write may wait.
    patience: Duration,
    /// When patience ends; `None` while nothing waits to be written.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl PatientStream {
    fn new(inner: TcpStream, patience: Duration) -> PatientStream {
        PatientStream { inner, patience, deadline: None }
    }

    /// Passes on what a write came to, and keeps the time of those that wait.
    fn timed<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let patience = self.patience;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + patience)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for PatientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, into)
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(context, parts);
        self.timed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
