//! Mentions in a text: `@usr_...` stands for a member, whatever their name. Pure.

use kernel::UserId;

/// The most members that one text mentions.
pub(super) const MOST_NAMED: usize = 20;

const MARK: &str = "@usr_";
/// Characters of an id after its prefix.
const DIGITS: usize = 13;

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Plain text.
    Words(&'a str),
    /// A mentioned member.
    Member(UserId),
}

/// Splits a text at its mentions.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(found) = text[at..].find(MARK) {
        let start = at + found;
        let end = start + MARK.len() + DIGITS;
        match text.get(start + 1..end).and_then(|id| id.parse().ok()) {
            Some(id) => {
                if from < start {
                    out.push(Piece::Words(&text[from..start]));
                }
                out.push(Piece::Member(id));
                (from, at) = (end, end);
            }
            None => at = start + MARK.len(),
        }
    }
    if from < text.len() {
        out.push(Piece::Words(&text[from..]));
    }
    out
}

/// A text without its mentions, for readers outside the team, who do not see the members' names.
#[must_use]
pub fn without_names(text: &str) -> String {
    let piece = |piece| match piece {
        Piece::Words(words) => words,
        Piece::Member(_) => "@…",
    };
    pieces(text).into_iter().map(piece).collect()
}

/// The mentioned members, in order, each once.
pub(super) fn named(text: &str) -> Vec<UserId> {
    let mut out = Vec::new();
    for piece in pieces(text) {
        if let Piece::Member(id) = piece
            && !out.contains(&id)
        {
            out.push(id);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Joins the pieces with names for ids: no text is lost.
    fn spelled(text: &str, name_of: impl Fn(UserId) -> String) -> String {
        let of = |piece: Piece<'_>| match piece {
            Piece::Words(words) => words.to_owned(),
            Piece::Member(id) => format!("@{}", name_of(id)),
        };
        pieces(text).into_iter().map(of).collect()
    }

    fn id(n: i64) -> UserId {
        UserId::from_raw(n)
    }

    #[test]
    fn or_07_members_are_found_where_they_are_named() {
        let text = format!("يا @{} راجع مع @{}،شكرًا @{}", id(7), id(9), id(7));
        assert_eq!(named(&text), [id(7), id(9)]);
        assert_eq!(spelled(&text, |member| format!("عضو {}", member.raw())), "يا @عضو 7 راجع مع @عضو 9،شكرًا @عضو 7");
    }

    #[test]
    fn or_07_what_is_no_id_is_words() {
        for text in ["", "@", "@usr_", "@usr_0000", "usr_0000000000007", "@usr_000000000000é7", "a@b.c @ord_0000000000007"] {
            assert_eq!(named(text), [], "{text}");
            assert_eq!(spelled(text, |_| String::new()), text);
        }
    }

    proptest! {
        /// OR-07: whatever text surrounds them, exactly the mentioned members are found, and the text stays.
        #[test]
        fn or_07_a_text_is_cut_and_put_together_again(parts in prop::collection::vec((".{0,12}", 1..i64::MAX), 0..6), end in ".{0,12}") {
            let text: String = parts.iter().flat_map(|(words, n)| [words.clone(), format!("@{}", id(*n))]).collect::<String>() + &end;
            let joined: String = pieces(&text).iter().map(|p| match p { Piece::Words(w) => (*w).to_owned(), Piece::Member(m) => format!("@{m}") }).collect();
            prop_assert_eq!(&joined, &text);
            for (_, n) in &parts {
                prop_assert!(named(&text).contains(&id(*n)));
            }
        }
    }
}
