//! Names of types, functions and variables that say nothing of what they are: a participle, a pronoun or a conjunction stands for
//! nothing that a newcomer would guess or search for. `CONTRIBUTING.md` and `docs/glossary.md` have the words to use.

use crate::shell::{Outcome, root};
use crate::source::{files, program_text, relative};

const BANNED: &[&str] = &[
    "About", "Above", "Against", "Along", "Around", "Asked", "Basis", "Became", "Becomes", "Beside", "By", "Chrome", "Doing",
    "Done", "Due", "Ending", "Facts", "Fate", "Found", "Given", "Gone", "Happened", "Held", "Here", "How", "Kept", "Last",
    "Lead", "Left", "Likeness", "Made", "Missed", "Moved", "Named", "Next", "Now", "Off", "Other", "Own", "Ready", "Said",
    "Seen", "Sees", "Settled", "Sold", "Stand", "Standing", "Taken", "Then", "There", "Told", "Tried", "Turn", "Typed", "Visit",
    "Wanted", "Watch", "What", "When", "Where", "Who", "Why", "Wish",
];

/// Of functions and of variables that `let` declares.
const BANNED_VALUES: &[&str] =
    &["along", "anyone", "asked", "beside", "given", "kept", "made", "said", "told", "tried", "typed", "wanted"];

/// Adds a breach for each type of the program, and each function and variable of it and of its tests, with a banned name.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    let root = root();
    for path in files(&root.join("crates")).iter().chain(&files(&root.join("xtask"))) {
        let has_folder = |name: &str| path.components().any(|c| c.as_os_str() == name);
        if path.extension().is_none_or(|e| e != "rs") || !has_folder("src") && !has_folder("tests") {
            continue;
        }
        let mut text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut found = Vec::new();
        if has_folder("src") {
            text = program_text(&text);
            found.extend(banned(&text));
        }
        found.extend(banned_values(&text));
        for (line, name) in found {
            breaches.push(format!("{}:{line}: {name} says nothing of what it is: name it after what it holds", relative(path)));
        }
    }
    Ok(())
}

/// Lines and names of the functions and variables with a banned name.
fn banned_values(source: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    for (at, line) in source.lines().enumerate() {
        for keyword in ["fn ", "let "] {
            let starts = line.match_indices(keyword).filter(|(start, _)| !line[..*start].ends_with(is_of_a_name));
            out.extend(starts.filter_map(|(start, _)| {
                let rest = &line[start + keyword.len()..];
                let rest = rest.strip_prefix("mut ").unwrap_or(rest);
                let name = &rest[..rest.find(|c| !is_of_a_name(c)).unwrap_or(rest.len())];
                BANNED_VALUES.contains(&name).then_some((at + 1, name))
            }));
        }
    }
    out
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
        assert_eq!(banned_values(source), [(1, "told"), (2, "made"), (5, "asked")]);
    }

    #[test]
    fn f13_1_nothing_in_the_program_has_one() {
        let mut breaches = Vec::new();
        check(&mut breaches).unwrap();
        assert_eq!(breaches, [""; 0]);
    }
}
