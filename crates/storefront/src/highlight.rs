//! Highlights the words of a search in a text. Pure.

use serde::Serialize;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Part {
    pub(crate) text: String,
    /// It matches a word of the search.
    pub(crate) is_hit: bool,
}

/// The parts of a text; empty when nothing in it matches. `marks` are words separated by spaces.
pub(crate) fn parts(text: &str, marks: &str) -> Vec<Part> {
    let hits = kernel::fold::highlight(text, marks);
    let mut out = Vec::new();
    let mut at = 0;
    let mut add = |from: usize, to: usize, is_hit: bool| {
        if from < to {
            out.push(Part { text: text[from..to].to_owned(), is_hit });
        }
    };
    for hit in &hits {
        add(at, hit.start, false);
        add(hit.start, hit.end, true);
        at = hit.end;
    }
    if !hits.is_empty() {
        add(at, text.len(), false);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_stays_as_it_is_written() {
        let texts = |text: &str, marks: &str| -> Vec<(String, bool)> {
            parts(text, marks).into_iter().map(|p| (p.text, p.is_hit)).collect()
        };
        let expected = [("قَمِيصُ", true), (" قطن", false)].map(|(t, h)| (t.to_owned(), h));
        assert_eq!(texts("قَمِيصُ قطن", "قميص"), expected);
        assert!(parts("قميص", "حذاء").is_empty() && parts("قميص", "").is_empty());
    }
}
