//! How wide the terminal is.

/// The columns of the terminal that standard output or standard error goes to;
/// nothing if there is none or it does not tell.
pub fn of_terminal() -> Option<usize> {
    #[cfg(unix)]
    {
        use rustix::termios::tcgetwinsize;
        let size = tcgetwinsize(std::io::stdout()).or_else(|_| tcgetwinsize(std::io::stderr()));
        size.ok().map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0)
    }
    #[cfg(not(unix))]
    None
}
