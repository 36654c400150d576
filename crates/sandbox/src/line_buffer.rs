//! Splits a program's output into lines, with bounded memory.

/// The longest line, in bytes, without its end.
pub const LONGEST_LINE: usize = 64 * 1024;

/// Output that has not been taken as lines yet.
#[derive(Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// The start of the next line.
    begin: usize,
    /// No line ends before this.
    searched: usize,
    /// What comes next still belongs to a line that was too long.
    is_in_long_line: bool,
}

/// A piece of output.
#[derive(PartialEq, Eq, Debug)]
pub enum Line {
    /// A line, without its end.
    Whole(String),
    /// The first [`LONGEST_LINE`] bytes of a longer line.
    TooLong(String),
}

impl LineBuffer {
    /// Adds output.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.begin > 0 {
            // Almost always everything has been taken, so this moves no bytes.
            self.bytes.drain(..self.begin);
            self.searched -= self.begin;
            self.begin = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next line, if it is complete. Bytes that are not UTF-8 become `�`.
    pub fn next_line(&mut self) -> Option<Line> {
        let found = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n');
        let Some(end) = found.map(|at| self.searched + at) else {
            self.searched = self.bytes.len();
            if self.is_in_long_line {
                self.begin = self.searched;
            } else if self.searched - self.begin > LONGEST_LINE {
                self.is_in_long_line = true;
                return Some(self.take(self.searched, self.searched));
            }
            return None;
        };
        if self.is_in_long_line {
            (self.begin, self.searched, self.is_in_long_line) = (end + 1, end + 1, false);
            return self.next_line();
        }
        Some(self.take(end, end + 1))
    }

    /// The rest that has no line end yet; `None` if it is empty.
    pub fn partial_line(&self) -> Option<String> {
        let rest = &self.bytes[self.begin..];
        (!rest.is_empty()).then(|| String::from_utf8_lossy(rest).into_owned())
    }

    fn take(&mut self, end: usize, next: usize) -> Line {
        let bytes = &self.bytes[self.begin..end];
        (self.begin, self.searched) = (next, next);
        match bytes.len() > LONGEST_LINE {
            true => Line::TooLong(String::from_utf8_lossy(&bytes[..LONGEST_LINE]).into_owned()),
            false => {
                let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
                Line::Whole(String::from_utf8_lossy(bytes).into_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(buffer: &mut LineBuffer) -> Vec<Line> {
        std::iter::from_fn(|| buffer.next_line()).collect()
    }

    #[test]
    fn lines_are_the_same_however_they_are_cut() {
        let text = b"0,1\n\n1 1\r\n# a comment\nh\xffi\n\nhalf";
        let whole = |line: &str| Line::Whole(line.to_string());
        let expected =
            [whole("0,1"), whole(""), whole("1 1"), whole("# a comment"), whole("h\u{fffd}i"), whole("")];
        for size in 1..=text.len() {
            let mut buffer = LineBuffer::default();
            let mut got = Vec::new();
            for piece in text.chunks(size) {
                buffer.push(piece);
                got.extend(lines(&mut buffer));
            }
            assert_eq!(got, expected, "in pieces of {size}");
            assert_eq!(buffer.partial_line().as_deref(), Some("half"), "in pieces of {size}");
            buffer.push(b" a line\n");
            assert_eq!(lines(&mut buffer), [whole("half a line")], "in pieces of {size}");
            assert_eq!(buffer.partial_line(), None, "in pieces of {size}");
        }
    }

    #[test]
    fn a_line_may_be_long_but_not_endless() {
        let mut buffer = LineBuffer::default();
        let long = "x".repeat(LONGEST_LINE);
        buffer.push(long.as_bytes());
        assert_eq!(buffer.next_line(), None);
        buffer.push(b"\nnext\n");
        assert_eq!(lines(&mut buffer), [Line::Whole(long.clone()), Line::Whole("next".into())]);
        buffer.push(long.as_bytes());
        buffer.push(b"x");
        assert_eq!(buffer.next_line(), Some(Line::TooLong(long)));
        // Its end is no line of its own.
        buffer.push(b"more");
        assert_eq!(buffer.next_line(), None);
        buffer.push(b" of it\nnext\n");
        assert_eq!(lines(&mut buffer), [Line::Whole("next".into())]);
    }

    #[test]
    fn memory_stays_flat() {
        let mut buffer = LineBuffer::default();
        for _ in 0..10_000 {
            buffer.push(&[b'#'; 4096]);
            while buffer.next_line().is_some() {}
        }
        assert!(buffer.bytes.capacity() < 4 * LONGEST_LINE, "{}", buffer.bytes.capacity());
    }
}
