//! What is wrong with a theme, for its author, in both languages.

use web::Message;

/// A file that cannot be read as what it should be; the reason is the parser's.
pub(super) const UNREADABLE: Message = Message::new("تعذّرت قراءة الملف: \u{2068}{detail}\u{2069}", "can't be read: {detail}");
/// A file that every theme has.
pub(super) const MISSING: Message = Message::new("الملف غير موجود.", "is missing");

/// What is wrong with a theme, for its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThemeProblem {
    /// The file's path within the theme's folder.
    pub file: String,
    /// What is wrong with it.
    pub text: Message,
}

impl ThemeProblem {
    /// What is wrong with a file.
    pub fn new(file: impl Into<String>, text: Message) -> Self {
        Self { file: file.into(), text }
    }

    /// A file that cannot be read: where, and why.
    pub fn unreadable(file: impl Into<String>, detail: impl std::fmt::Display) -> Self {
        Self::new(file, UNREADABLE.with("detail", detail))
    }
}

/// In English, as programs for authors print it.
impl std::fmt::Display for ThemeProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.file, self.text.en)
    }
}
