//! The positions before the present one, to recognise a repetition.

/// Hashes of the positions of the game so far and of the line being searched.
#[derive(Clone)]
pub struct RepetitionHistory {
    hashes: Vec<u64>,
    /// How many hashes share their lowest 12 bits. Mostly none do, and then the
    /// list need not be scanned.
    bucket_counts: Box<[u16; 4096]>,
}

impl RepetitionHistory {
    /// From the hashes of the game's earlier positions, without the present one.
    pub fn new(earlier: impl IntoIterator<Item = u64>) -> RepetitionHistory {
        let mut history = RepetitionHistory { hashes: Vec::new(), bucket_counts: Box::new([0; 4096]) };
        earlier.into_iter().for_each(|hash| history.push(hash));
        history
    }

    #[inline(always)]
    fn bucket(&mut self, hash: u64) -> &mut u16 {
        &mut self.bucket_counts[hash as usize % 4096]
    }

    /// Adds a position: the search goes one ply down.
    #[inline(always)]
    pub fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        *self.bucket(hash) += 1;
    }

    /// Removes the last position: the search goes one ply up.
    #[inline(always)]
    pub fn pop(&mut self) {
        if let Some(hash) = self.hashes.pop() {
            *self.bucket(hash) -= 1;
        }
    }

    /// Whether the position occurred before.
    #[inline(always)]
    pub fn contains(&self, hash: u64) -> bool {
        self.bucket_counts[hash as usize % 4096] > 0 && self.hashes.contains(&hash)
    }
}
