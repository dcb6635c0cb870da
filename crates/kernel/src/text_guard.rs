//! What any text typed by a person must satisfy before it is stored: length, no control characters, no
//! bidirectional overrides (which make `exe.txt` read as `txt.exe` and reverse prices in a list).
//!
//! The guard refuses what could be an attack instead of stripping it, and only trims blanks. It does not treat HTML: plain text
//! is escaped where it is shown, rich text goes through the sanitiser.

use crate::Lang;

/// Which text is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// A name, a title, a SKU: no line breaks.
    Single,
    /// A description, a note: line breaks and tabs are fine; `\r\n` and `\r` become `\n`.
    Many,
}

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// More characters than the field holds.
    #[error("text is longer than {max} characters")]
    TooLong {
        /// The most characters the field takes.
        max: usize,
    },
    /// A line break where one line is expected.
    #[error("text holds a line break")]
    LineBreak,
    /// NUL, escape, a C1 control or a noncharacter.
    #[error("text holds a control character")]
    ControlCharacter,
    /// U+202A-202E or U+2066-2069.
    #[error("text holds a text-direction override")]
    DirectionOverride,
}

impl TextFault {
    /// The message for a person.
    #[must_use]
    pub fn message(self, lang: Lang) -> String {
        match (self, lang) {
            (Self::TooLong { max }, Lang::Ar) => format!("النص أطول من الحد المسموح ({max} حرفًا)."),
            (Self::TooLong { max }, Lang::En) => format!("The text is longer than {max} characters."),
            (Self::LineBreak, Lang::Ar) => "يجب أن يكون النص في سطر واحد.".to_owned(),
            (Self::LineBreak, Lang::En) => "The text must be on one line.".to_owned(),
            (Self::ControlCharacter, Lang::Ar) => "يحتوي النص على رموز تحكم غير مسموح بها.".to_owned(),
            (Self::ControlCharacter, Lang::En) => "The text holds control characters, which are not allowed.".to_owned(),
            (Self::DirectionOverride, Lang::Ar) => "يحتوي النص على رموز تقلب اتجاه الكتابة، وهي غير مسموح بها.".to_owned(),
            (Self::DirectionOverride, Lang::En) => {
                "The text holds characters that reverse the writing direction, which are not allowed.".to_owned()
            }
        }
    }
}

/// Checks a text and returns it trimmed, with line breaks in one form. `max` counts characters after trimming.
///
/// # Errors
/// See [`TextFault`].
///
/// ```
/// use kernel::text_guard::{Lines, TextFault, clean};
/// assert_eq!(clean("  عطر ", 10, Lines::Single).unwrap(), "عطر");
/// assert_eq!(clean("a\u{202E}b", 10, Lines::Single), Err(TextFault::DirectionOverride));
/// ```
pub fn clean(text: &str, max: usize, lines: Lines) -> Result<String, TextFault> {
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let mut cleaned = String::with_capacity(trimmed.len());
    let mut chars = trimmed.chars().peekable();
    let mut count = 0_usize;
    while let Some(c) = chars.next() {
        let allowed = match c {
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => return Err(TextFault::DirectionOverride),
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => {
                if lines == Lines::Single {
                    return Err(TextFault::LineBreak);
                }
                if c == '\r' {
                    // "\r\n" is one break.
                    let _ = chars.next_if_eq(&'\n');
                }
                '\n'
            }
            '\t' if lines == Lines::Many => '\t',
            '\t' => ' ',
            _ if c.is_control() || is_noncharacter(c) => return Err(TextFault::ControlCharacter),
            _ => c,
        };
        count += 1;
        cleaned.push(allowed);
    }
    if count > max { Err(TextFault::TooLong { max }) } else { Ok(cleaned) }
}

fn is_noncharacter(c: char) -> bool {
    let point = u32::from(c);
    point & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn untidy_text_is_trimmed_and_line_breaks_have_one_form() {
        assert_eq!(clean("\u{FEFF} قميص \u{00A0}", 4, Lines::Single).as_deref(), Ok("قميص"));
        assert_eq!(clean("a\r\nb\rc\u{2028}d\te", 20, Lines::Many).as_deref(), Ok("a\nb\nc\nd\te"));
        assert_eq!(clean("a\tb", 3, Lines::Single).as_deref(), Ok("a b"));
        assert_eq!(clean("", 0, Lines::Single).as_deref(), Ok(""));
    }

    #[test]
    fn dangerous_text_is_refused_with_its_reason() {
        assert_eq!(clean("a\0b", 10, Lines::Many), Err(TextFault::ControlCharacter));
        assert_eq!(clean("a\u{1b}[31m", 10, Lines::Many), Err(TextFault::ControlCharacter));
        assert_eq!(clean("a\u{85}b", 10, Lines::Many), Err(TextFault::ControlCharacter));
        assert_eq!(clean("a\u{FFFF}b", 10, Lines::Many), Err(TextFault::ControlCharacter));
        for c in ('\u{202A}'..='\u{202E}').chain('\u{2066}'..='\u{2069}') {
            assert_eq!(clean(&format!("a{c}b"), 10, Lines::Many), Err(TextFault::DirectionOverride));
        }
        assert_eq!(clean("a\nb", 10, Lines::Single), Err(TextFault::LineBreak));
        assert_eq!(clean("قميص", 3, Lines::Single), Err(TextFault::TooLong { max: 3 }));
    }

    #[test]
    fn marks_that_arabic_needs_are_kept() {
        // Zero-width non-joiner and the plain direction marks change no reading order of others.
        let text = "می\u{200C}خواهم \u{200F}شيء";
        assert_eq!(clean(text, 50, Lines::Single).as_deref(), Ok(text));
    }

    proptest! {
        #[test]
        fn cleaning_is_idempotent(chars in prop::collection::vec(any::<char>(), 0..60)) {
            let text: String = chars.into_iter().collect();
            for lines in [Lines::Single, Lines::Many] {
                if let Ok(cleaned) = clean(&text, 50, lines) {
                    let again = clean(&cleaned, 50, lines);
                    prop_assert_eq!(again.as_deref(), Ok(cleaned.as_str()));
                }
            }
        }
    }
}
