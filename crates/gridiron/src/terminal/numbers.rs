//! Numbers for people.

/// A number with commas: 2198908 as 2,198,908.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let head = digits.len() % 3;
    let mut groups = vec![&digits[..head]];
    groups.extend((head..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
    groups.retain(|group| !group.is_empty());
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped() {
        for (number, shown) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (37523, "37,523"), (2_198_908, "2,198,908")]
        {
            assert_eq!(grouped(number), shown);
        }
    }
}
