//! The journal's entity kinds of this slice, and the lookup of an entry's kind. A job has no slice of its own: `jobs` stands left
//! of the journal, and the journal entries about dead jobs are written here.

use platform::journal::entity::EntityKind;

platform::entities! {
    pub(super) JOB "job" Job Setting "/failed-work";
}

/// The entity kind of a stored word.
///
/// # Errors
/// For a word that no version of the program has written.
pub(super) fn find(word: &str) -> db::Result<&'static EntityKind> {
    crate::entities().find(|kind| kind.word == word).ok_or_else(|| db::Error::stored_word("journal", "subject", word))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    fn entries(folder: &Path) -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn every_kind_has_one_word_and_is_found_by_it() {
        for (i, kind) in crate::entities().enumerate() {
            assert!(crate::entities().take(i).all(|other| other.word != kind.word), "{} stands twice", kind.word);
            assert_eq!(find(kind.word).unwrap().id(5), kind.id(5));
            assert!(kind.id(5).starts_with(&format!("{}_", kind.prefix)), "{kind:?}");
        }
        assert!(find("nothing_of_ours").is_err(), "no default for what is not known");
    }

    /// An entry about a kind that no `lib.rs` gathers could be written and not be read.
    #[test]
    fn every_declared_kind_is_gathered() {
        let mut paths = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        let mut declared = 0;
        while let Some(path) = paths.pop() {
            if path.is_dir() {
                paths.extend(entries(&path));
            } else if path.ends_with("entities.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let (_, lines) = text.split_once("entities! {\n").unwrap();
                let (lines, _) = lines.split_once("\n}\n").unwrap();
                for line in lines.lines() {
                    let word = line.split('"').nth(1).unwrap();
                    assert!(find(word).is_ok(), "{}: no `lib.rs` gathers {word}", path.display());
                    declared += 1;
                }
            }
        }
        assert_eq!(declared, crate::entities().count());
    }

    /// GU-11: the audit log has a word for every kind, in both languages.
    #[test]
    fn gu_11_every_kind_has_a_name_in_the_audit_log() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dashboard/src/features/access-control/i18n");
        for language in ["ar", "en"] {
            let texts = std::fs::read_to_string(folder.join(language).with_extension("json")).unwrap();
            let texts: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&texts).unwrap();
            for kind in crate::entities() {
                let has = |key: &str| texts.contains_key(&format!("{key}.{}", kind.word));
                let has_phrases = texts.keys().any(|key| key.starts_with(&format!("act.{}.", kind.word)));
                assert!(has("subject") || has_phrases, "{language}: no name for {}", kind.word);
            }
        }
    }

    /// The audit log's links are pages of the dashboard: each is in its route files, segment by segment.
    #[test]
    fn every_page_is_a_route_of_the_dashboard() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dashboard/src/routes");
        let files = entries(&folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "ts"));
        let routes: String = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let is_route = |path: &str| routes.contains(&format!("path: '{path}'"));
        for kind in crate::entities() {
            let Some(page) = kind.page else { continue };
            // A page may be a child of a list or of the settings' layout.
            let (parent, last) = page.rsplit_once('/').unwrap();
            let last = last.replace("{id}", "$id");
            let is_child = is_route(parent) && (is_route(&last) || last == "$id" && is_route("$segment"));
            assert!(is_route(&page.replace("{id}", "$id")) || is_child, "{page} of {} leads nowhere", kind.word);
        }
    }
}
