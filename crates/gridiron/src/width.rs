//! How large the terminal is.

/// The columns of the terminal that standard output or standard error goes to;
/// nothing if there is none or it does not tell.
pub fn of_terminal() -> Option<usize> {
    of_screen().map(|(columns, _)| columns)
}

/// Its columns and lines.
pub fn of_screen() -> Option<(usize, usize)> {
    #[cfg(unix)]
    {
        use rustix::termios::tcgetwinsize;
        let size = tcgetwinsize(std::io::stdout()).or_else(|_| tcgetwinsize(std::io::stderr()));
        let size = size.ok().map(|size| (usize::from(size.ws_col), usize::from(size.ws_row)));
        size.filter(|(columns, _)| *columns > 0)
    }
    #[cfg(not(unix))]
    None
}
