//! The beginning and the end of what a program wrote to standard error: notes come
//! first, and a traceback comes last.

use std::collections::VecDeque;

/// Bytes kept of the beginning, and of the end.
const KEPT: usize = 1000;

/// A text of any length, of which at most about 2,000 bytes are kept.
#[derive(Default)]
pub struct Excerpt {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    left_out: u64,
}

impl Excerpt {
    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(bytes.len().min(KEPT - self.head.len()));
        self.head.extend_from_slice(head);
        let skipped = rest.len().saturating_sub(KEPT);
        self.tail.extend(&rest[skipped..]);
        let over = self.tail.len().saturating_sub(KEPT);
        self.tail.drain(..over);
        self.left_out += (skipped + over) as u64;
    }

    /// The excerpt, and starts the next one; `None` if nothing was added.
    pub fn take(&mut self) -> Option<String> {
        if self.head.is_empty() {
            return None;
        }
        let Excerpt { mut head, tail, left_out } = std::mem::take(self);
        if left_out > 0 {
            head.extend_from_slice(format!("\n… {left_out} bytes left out …\n").as_bytes());
        }
        head.extend(tail);
        Some(String::from_utf8_lossy(&head).into_owned())
    }
}

/// Two excerpts as one, shortened again.
pub fn join_excerpts(first: Option<String>, second: Option<String>) -> Option<String> {
    let mut both = Excerpt::default();
    for text in [first, second].into_iter().flatten() {
        both.push(text.as_bytes());
    }
    both.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let mut excerpt = Excerpt::default();
        assert_eq!(excerpt.take(), None);
        excerpt.push(b"one ");
        excerpt.push(b"two");
        assert_eq!(excerpt.take().as_deref(), Some("one two"));
        let numbers: Vec<u8> =
            (0..100_000_u32).flat_map(|number| format!("{number}\n").into_bytes()).collect();
        for size in [1, 7, 1000, 4096, numbers.len()] {
            numbers.chunks(size).for_each(|piece| excerpt.push(piece));
            assert!(excerpt.tail.capacity() < 64 * 1024);
            let text = excerpt.take().expect("text");
            assert!(text.starts_with("0\n1\n2\n") && text.ends_with("99998\n99999\n"), "{size}");
            assert!(text.contains(&format!("… {} bytes left out …", numbers.len() - 2 * KEPT)), "{size}");
        }
        assert_eq!(excerpt.take(), None);
        let long = || Some("x".repeat(2 * KEPT));
        assert!(join_excerpts(long(), long()).is_some_and(|text| text.len() < 2 * KEPT + 50));
        assert_eq!(join_excerpts(Some("a\n".into()), Some("b\n".into())).as_deref(), Some("a\nb\n"));
        assert_eq!(join_excerpts(None, None), None);
    }
}
