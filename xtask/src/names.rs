//! Names of types, functions and variables that say nothing of what they are: a participle, a pronoun or a conjunction stands for
//! nothing that a newcomer would guess or search for. `CONTRIBUTING.md` and `docs/glossary.md` have the words to use.

use crate::imports::{Token, tokens};
use crate::shell::{Outcome, root};
use crate::source::{files, program_text, relative};

const BANNED: &[&str] = &[
    "About", "Above", "Against", "Ahead", "Along", "Around", "Asked", "Basis", "Became", "Becomes", "Beside", "By", "Chrome",
    "Doing", "Done", "Due", "Ending", "Facts", "Fate", "Found", "Given", "Gone", "Happened", "Held", "Here", "How", "Judge",
    "Judged", "Kept", "Last", "Lead", "Left", "Likeness", "Made", "Missed", "Moved", "Named", "Next", "Now", "Off", "Other",
    "Own", "Ready", "Said", "Seen", "Sees", "Settled", "Sold", "Stand", "Standing", "Taken", "Then", "There", "Told", "Tried",
    "Turn", "Typed", "Visit", "Wanted", "Watch", "Went", "What", "When", "Where", "Which", "Who", "Why", "Wish",
];

/// Of functions, fields, parameters and variables, wherever they stand but behind a point: who reads a field of another crate's type
/// has not named it.
const BANNED_VALUES: &[&str] = &[
    "along", "anyone", "asked", "became", "becomes", "beside", "doing", "fate", "given", "heard", "judge", "judged", "kept",
    "made", "said", "sees", "spoken", "told", "tried", "typed", "wanted", "who", "whoever", "whom", "wish", "wished",
];

/// Files and names of which some are left, by the beginning of the path, with the reason. The list may only shrink.
const EXCEPTIONS: &[(&str, &[&str], &str)] = &[
    ("crates/catalog/src/batches/", &["kept"], "a field of an answer and of stored notes: what an undo left as it is"),
    ("crates/catalog/src/bulk/run.rs", &["kept"], "a field of a stored note"),
    ("crates/customers/src/merge_api.rs", &["becomes", "kept"], "fields of an answer"),
    ("crates/storefront/src/pages/cart.rs", &["kept", "typed"], "names in a template"),
    ("crates/storefront/src/pages/coupon_view.rs", &["kept", "typed"], "names in a template"),
    ("crates/commerce/src/orders/call_queue/wire.rs", &["asked"], "a field of an answer"),
    ("crates/platform/src/stores/session.rs", &["who"], "a flattened field of an answer"),
];

/// Adds a breach for each type of the program, and each function, field, parameter and variable of it and of its tests, with a
/// banned name.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    let root = root();
    for path in files(&root.join("crates")).iter().chain(&files(&root.join("xtask"))) {
        let has_folder = |name: &str| path.components().any(|c| c.as_os_str() == name);
        if path.extension().is_none_or(|e| e != "rs") || !has_folder("src") && !has_folder("tests") {
            continue;
        }
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let program = if has_folder("src") { program_text(&text) } else { String::new() };
        let mut found = banned(&program);
        let name = relative(path);
        let is_excepted =
            |word: &str| EXCEPTIONS.iter().any(|(start, words, _)| name.starts_with(start) && words.contains(&word));
        found.extend(banned_values(&text).into_iter().filter(|(_, word)| !is_excepted(word)));
        for (line, word) in found {
            breaches.push(format!("{name}:{line}: {word} says nothing of what it is: name it after what it holds"));
        }
    }
    Ok(())
}

/// Lines and banned names of values. Names behind a point or in a path are not the source's own.
fn banned_values(source: &str) -> Vec<(usize, &str)> {
    let tokens = tokens(source);
    let is_own = |at: usize| {
        let before = at.checked_sub(1).map(|n| &tokens[n].0);
        let after = tokens.get(at + 1).map(|(token, _)| token);
        let is_range = at >= 2 && matches!(tokens[at - 2].0, Token::Sign('.'));
        !matches!(before, Some(Token::Path))
            && !matches!(after, Some(Token::Path))
            && (is_range || !matches!(before, Some(Token::Sign('.'))))
    };
    let words = tokens.iter().enumerate().filter_map(|(at, (token, line))| match token {
        Token::Word(word) if BANNED_VALUES.contains(word) && is_own(at) => Some((*line, *word)),
        _ => None,
    });
    words.collect()
}

/// Lines and names of the types with a banned name.
fn banned(source: &str) -> Vec<(usize, &str)> {
    let types = source.lines().enumerate().filter_map(|(at, line)| Some((at + 1, name_of(line.trim())?)));
    types.filter(|(_, name)| BANNED.contains(name)).collect()
}

fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The name of the type that a line declares.
fn name_of(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let rest = ["struct ", "enum ", "type ", "trait "].iter().find_map(|kind| line.strip_prefix(kind))?;
    Some(&rest[..rest.find(|c| !is_of_a_name(c)).unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f13_1_types_with_a_name_that_says_nothing_are_found() {
        let source = "pub struct Told {\n}\n    pub(in crate::orders) enum Kept<'a> { A }\nstruct Telling;\ntype What = u8;\nlet Held { .. } = x;\n";
        assert_eq!(banned(source), [(1, "Told"), (3, "Kept"), (5, "What")]);
    }

    #[test]
    fn f13_1_functions_and_variables_with_a_name_that_says_nothing_are_found() {
        let source = "fn told(told: u8) {\n    let mut made = 1;\n    let made_at = 2;\n    if let Some(kept) = x {}\n    let asked: u8 = 3;\n}\n";
        assert_eq!(banned_values(source), [(1, "told"), (1, "told"), (2, "made"), (4, "kept"), (5, "asked")]);
    }

    #[test]
    fn f13_1_fields_and_parameters_with_a_name_that_says_nothing_are_found() {
        let source = "struct S {\n    kept: u8, // told\n}\nx.map(|said| said.kept);\nlet a = S { kept: 1 };\nlog!(\"who\");\nb[..wish];\nheard::now();\n";
        assert_eq!(banned_values(source), [(2, "kept"), (4, "said"), (4, "said"), (5, "kept"), (7, "wish")]);
    }

    #[test]
    fn f13_1_no_name_of_the_program_is_banned() {
        let mut breaches = Vec::new();
        check(&mut breaches).unwrap();
        assert_eq!(breaches, [""; 0]);
    }
}
