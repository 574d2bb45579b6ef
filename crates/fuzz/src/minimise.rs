//! Making a failing input small.

/// Leaves out stretches of an input, large ones first, as long as it still fails (Zeller and
/// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", without the subsets). `fails` is
/// asked at most `attempts` times.
pub fn minimise(
    input: &[u8],
    mut attempts: usize,
    mut fails: impl FnMut(&[u8]) -> bool,
) -> Vec<u8> {
    let mut smallest = input.to_vec();
    let mut length = smallest.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at < smallest.len() {
            if attempts == 0 {
                return smallest;
            }
            attempts -= 1;
            let end = (at + length).min(smallest.len());
            let shorter = [&smallest[..at], &smallest[end..]].concat();
            match fails(&shorter) {
                true => smallest = shorter,
                false => at = end,
            }
        }
        length = match length {
            1 => 0,
            _ => length.div_ceil(2).min(smallest.len()),
        };
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::minimise;

    #[test]
    fn what_does_not_matter_is_left_out() {
        let fails = |input: &[u8]| input.contains(&b'x') && input.contains(&b'y');
        let input = b"int x = f(1, 2, 3); return x + y;";
        assert_eq!(minimise(input, 1000, fails), b"xy");
    }

    #[test]
    fn attempts_are_limited() {
        assert_eq!(minimise(b"abcd", 0, |_| true), b"abcd");
    }
}
