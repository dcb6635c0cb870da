//! Names of types that say nothing of what the type is: a participle, a pronoun or a conjunction stands for nothing that a newcomer
//! would guess or search for. `CONTRIBUTING.md` and `docs/glossary.md` have the words to use.

use crate::shell::{Outcome, root};
use crate::source::{files, program_text, relative};

const BANNED: &[&str] = &[
    "About", "Above", "Against", "Along", "Around", "Asked", "Basis", "Became", "Becomes", "Beside", "By", "Chrome", "Doing",
    "Done", "Due", "Ending", "Facts", "Fate", "Found", "Given", "Gone", "Happened", "Held", "Here", "How", "Kept", "Last",
    "Lead", "Left", "Likeness", "Made", "Missed", "Moved", "Named", "Next", "Now", "Off", "Other", "Own", "Ready", "Said",
    "Seen", "Sees", "Settled", "Sold", "Stand", "Standing", "Taken", "Then", "There", "Told", "Tried", "Turn", "Typed", "Visit",
    "Wanted", "Watch", "What", "When", "Where", "Who", "Why", "Wish",
];

/// Adds a breach for each type of the program with a banned name.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    let root = root();
    for path in files(&root.join("crates")).iter().chain(&files(&root.join("xtask"))) {
        let is_source = path.extension().is_some_and(|e| e == "rs") && path.components().any(|c| c.as_os_str() == "src");
        if !is_source {
            continue;
        }
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        for (line, name) in banned(&program_text(&text)) {
            breaches.push(format!("{}:{line}: {name} says nothing of what it is: name it after what it holds", relative(path)));
        }
    }
    Ok(())
}

/// Lines and names of the types with a banned name.
fn banned(source: &str) -> Vec<(usize, &str)> {
    let types = source.lines().enumerate().filter_map(|(at, line)| Some((at + 1, name_of(line.trim())?)));
    types.filter(|(_, name)| BANNED.contains(name)).collect()
}

/// The name of the type that a line declares.
fn name_of(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let rest = ["struct ", "enum ", "type ", "trait "].iter().find_map(|kind| line.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end])
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
    fn f13_1_no_type_of_the_program_has_one() {
        let mut breaches = Vec::new();
        check(&mut breaches).unwrap();
        assert_eq!(breaches, [""; 0]);
    }
}
