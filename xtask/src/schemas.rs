//! The names of the API's types. The document has one place for a name: of two types that share one, the second would be
//! documented, and typed for the dashboard, as the first.

use std::collections::BTreeMap;

use crate::shell::{Outcome, root};
use crate::source::{files, program_text, relative};

/// Every type with a schema has a name of its own in the document.
pub(crate) fn check() -> Outcome {
    let collisions = collisions()?;
    if collisions.is_empty() { Ok(()) } else { Err(format!("the API document would mix up:\n  {}", collisions.join("\n  "))) }
}

/// Names that stand for two types, with where.
pub(crate) fn collisions() -> Outcome<Vec<String>> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files(&root().join("crates")).iter().filter(|p| p.extension().is_some_and(|e| e == "rs")) {
        if !path.components().any(|c| c.as_os_str() == "src") {
            continue;
        }
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        for (line, name) in names(&program_text(&text)) {
            places.entry(name).or_default().push(format!("{}:{line}", relative(path)));
        }
    }
    let shared = places.into_iter().filter(|(_, at)| at.len() > 1);
    Ok(shared.map(|(name, at)| format!("{name}: {} (name one of them with #[schema(as = ...)])", at.join(", "))).collect())
}

/// The lines and names of types that derive a schema; those that a macro names are its caller's.
fn names(source: &str) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    // The attributes above an item, as one text.
    let mut attributes = String::new();
    for (at, line) in source.lines().enumerate() {
        let line = line.trim();
        let item = [
            "pub struct ",
            "pub enum ",
            "pub(crate) struct ",
            "pub(crate) enum ",
            "pub(super) struct ",
            "pub(super) enum ",
            "struct ",
            "enum ",
        ]
        .iter()
        .find_map(|start| line.strip_prefix(start))
        .or_else(|| {
            line.strip_prefix("pub(in ")
                .and_then(|rest| rest.split_once(") "))
                .and_then(|(_, rest)| rest.strip_prefix("struct ").or_else(|| rest.strip_prefix("enum ")))
        });
        match item {
            Some(rest) => {
                let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$')).collect();
                let is_described =
                    attributes.split("derive(").skip(1).any(|d| d.split(')').next().unwrap_or("").contains("ToSchema"));
                if is_described && !word.starts_with('$') {
                    out.push((at + 1, renamed(&attributes).unwrap_or(word)));
                }
                attributes.clear();
            }
            // Between the attributes and the item nothing else stands but blank lines where comments were.
            None if line.is_empty() || line.starts_with("#[") || is_open(&attributes) => {
                attributes.push_str(line);
                attributes.push(' ');
            }
            None => attributes.clear(),
        }
    }
    out
}

/// An attribute that goes on in the next line.
fn is_open(attributes: &str) -> bool {
    attributes.matches('[').count() > attributes.matches(']').count()
}

/// `Name` of `schema(as = Name)`.
fn renamed(attributes: &str) -> Option<String> {
    let (_, rest) = attributes.split_once("schema(")?;
    let (_, name) = rest.split_once("as = ")?;
    Some(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).filter(|n: &String| !n.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_with_a_schema_are_found_by_the_name_they_have_there() {
        let source = "#[derive(Debug, Serialize, ToSchema)]\npub(super) struct RowView {\n}\n\n#[derive(\n    Debug,\n    utoipa::ToSchema,\n)]\n\
                      #[schema(as = OtherName)]\nenum Kind { A }\n#[derive(Debug)]\nstruct Plain;\n#[derive(ToSchema)]\npub enum $name { B }\n";
        assert_eq!(names(source), [(2, "RowView".to_owned()), (10, "OtherName".to_owned())]);
    }

    #[test]
    fn l1_no_two_types_share_a_name() {
        assert_eq!(collisions().unwrap(), [""; 0]);
    }
}
