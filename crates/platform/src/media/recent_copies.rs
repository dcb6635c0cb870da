//! Copies made lately, by what their picture holds: every new store gets the same sample picture, whose AVIF copies take seconds.

use std::sync::Arc;

use moka::sync::Cache;

use super::resize::{Format, Resized};

/// Bytes of copies that are held at most.
const CAPACITY: u64 = 8 << 20;

/// Cheap to clone; clones share what they hold. A picture that comes again and again stays before one that came once.
#[derive(Clone)]
pub(super) struct RecentCopies(Cache<(String, Format), Arc<[Resized]>>);

impl RecentCopies {
    pub(super) fn new() -> Self {
        let weigh = |_: &(String, Format), copies: &Arc<[Resized]>| {
            let bytes: usize = copies.iter().map(|copy| copy.bytes.len()).sum();
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(CAPACITY).weigher(weigh).build())
    }

    /// The copies of a picture by the SHA-256 of its file.
    pub(super) fn get(&self, sha256: &str, format: Format) -> Option<Arc<[Resized]>> {
        self.0.get(&(sha256.to_owned(), format))
    }

    /// Holds the copies and returns them.
    pub(super) fn insert(&self, sha256: String, format: Format, copies: Vec<Resized>) -> Arc<[Resized]> {
        let copies: Arc<[Resized]> = copies.into();
        self.0.insert((sha256, format), Arc::clone(&copies));
        copies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(bytes: usize) -> Vec<Resized> {
        vec![Resized { width: 320, height: 320, bytes: vec![7; bytes].into() }]
    }

    #[test]
    fn copies_are_found_by_content_and_format() {
        let recent = RecentCopies::new();
        recent.insert("aa".into(), Format::Webp, copy(3));
        assert_eq!(recent.get("aa", Format::Webp).unwrap()[0].bytes.len(), 3);
        assert!(recent.get("aa", Format::Avif).is_none());
        assert!(recent.get("bb", Format::Webp).is_none());
    }

    #[test]
    fn what_is_held_is_bounded() {
        let recent = RecentCopies::new();
        for n in 0..40 {
            recent.insert(n.to_string(), Format::Webp, copy(1 << 20));
        }
        recent.0.run_pending_tasks();
        assert!(recent.0.weighted_size() <= CAPACITY);
        assert!(recent.0.entry_count() > 0);
    }
}
