//! What a theme of a merchant must be: asked of the storefront, which knows how pages are drawn.

use web::Message;

use super::folder::ThemeFolder;
use super::problem::ThemeProblem;

const SCRIPT: Message = Message::new(
    "لا تحتوي القوالب المرفوعة على JavaScript خاص بها. تُقبل سكربتات قوالب المنصة كما هي.",
    "Uploaded themes can't bring JavaScript of their own. The platform themes' scripts are accepted unchanged.",
);

/// Says what is wrong with a theme, exactly as `rawaj theme check` does.
pub trait ThemeChecker: Send + Sync {
    /// Everything that is wrong; empty when nothing is. It draws every section: work for a thread of its own.
    fn check(&self, folder: &ThemeFolder) -> Vec<ThemeProblem>;
}

/// The scripts of a theme that are not the program's: they would run where shoppers pay.
#[must_use]
pub fn foreign_scripts(folder: &ThemeFolder) -> Vec<ThemeProblem> {
    let is_foreign = |path: &&str| folder.bytes(path).is_some_and(|bytes| !ThemeFolder::is_bundled_file(path, bytes));
    folder.paths("", ".js").into_iter().filter(is_foreign).map(|path| ThemeProblem::new(path, SCRIPT)).collect()
}
