//! Counts that stop at a bound: an answer names those that reached the bound.

/// The bound of a count where no other is given.
pub const MOST: i64 = 1_000;

/// Collects the names of the counts of an answer that reached their bound.
#[derive(Debug, Default)]
pub struct Bounded(Vec<&'static str>);

impl Bounded {
    /// A count that was taken up to one more than `most`: capped at `most`, and its name noted, where it is above.
    pub fn cap(&mut self, name: &'static str, counted: i64, most: i64) -> i64 {
        if counted > most {
            self.0.push(name);
        }
        counted.min(most)
    }

    /// The names of the capped counts.
    #[must_use]
    pub fn more_than(self) -> Vec<&'static str> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_at_its_bound_is_exact_and_one_above_is_said_to_be_more() {
        let mut of = Bounded::default();
        assert_eq!((of.cap("a", 1_000, MOST), of.cap("b", 1_001, MOST), of.cap("c", 7, MOST)), (1_000, 1_000, 7));
        assert_eq!(of.more_than(), ["b"]);
    }
}
