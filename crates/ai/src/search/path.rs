//! The positions on the way to the present one, to notice when one comes again.

/// Hashes of the positions of a game so far and of the line being searched.
#[derive(Clone)]
pub struct Path {
    hashes: Vec<u64>,
    /// How many hashes begin alike: nearly always none, and then nobody needs
    /// to look through all of them.
    alike: Box<[u16; 4096]>,
}

impl Path {
    /// The positions of the game so far, the present one left out.
    pub fn new(earlier: impl IntoIterator<Item = u64>) -> Path {
        let mut path = Path { hashes: Vec::new(), alike: Box::new([0; 4096]) };
        earlier.into_iter().for_each(|hash| path.push(hash));
        path
    }

    #[inline(always)]
    fn bucket(&mut self, hash: u64) -> &mut u16 {
        &mut self.alike[hash as usize % 4096]
    }

    /// One step further.
    #[inline(always)]
    pub fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        *self.bucket(hash) += 1;
    }

    /// One step back.
    #[inline(always)]
    pub fn pop(&mut self) {
        if let Some(hash) = self.hashes.pop() {
            *self.bucket(hash) -= 1;
        }
    }

    /// Whether the position has been on the way.
    #[inline(always)]
    pub fn has(&self, hash: u64) -> bool {
        self.alike[hash as usize % 4096] > 0 && self.hashes.contains(&hash)
    }
}
