//! What is wrong with a theme, for its author.

/// What is wrong with a theme, for its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThemeProblem {
    /// The file's path within the theme's folder.
    pub file: String,
    /// What is wrong with it.
    pub text: String,
}

impl ThemeProblem {
    /// What is wrong with a file.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        Self { file: file.into(), text: text.into() }
    }
}

impl std::fmt::Display for ThemeProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.file, self.text)
    }
}
