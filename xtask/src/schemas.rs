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
    let mut sources = Vec::new();
    for path in files(&root().join("crates")).iter().filter(|p| p.extension().is_some_and(|e| e == "rs")) {
        if !path.components().any(|c| c.as_os_str() == "src") {
            continue;
        }
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        sources.push((relative(path), program_text(&text)));
    }
    let exported: Vec<String> = sources.iter().flat_map(|(_, text)| makers(text, true)).collect();
    let mut locations: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in &sources {
        for (line, name) in names(text, &exported) {
            locations.entry(name).or_default().push(format!("{path}:{line}"));
        }
    }
    let shared = locations.into_iter().filter(|(_, at)| at.len() > 1);
    Ok(shared.map(|(name, at)| format!("{name}: {} (name one of them with #[schema(as = ...)])", at.join(", "))).collect())
}

/// Macros of a file that make a type with a schema, under a name that their caller gives; of all of them, or of those that
/// other files may call.
fn makers(source: &str, is_exported_only: bool) -> Vec<String> {
    let mut out = Vec::new();
    for (before, definition) in source.match_indices("macro_rules! ").map(|(at, start)| source.split_at(at + start.len())) {
        let name: String = definition.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let body = &definition[..closing(definition)];
        let makes =
            body.contains("ToSchema") && (body.contains("schema(as = $") || body.contains("enum $") || body.contains("struct $"));
        let is_exported = before.trim_end().trim_end_matches("macro_rules!").trim_end().ends_with("#[macro_export]");
        if makes && (is_exported || !is_exported_only) {
            out.push(name);
        }
    }
    out
}

/// Where the first `{` of a text is closed again.
fn closing(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth <= 1 => return at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The name of the type that a call of a maker makes: `Name { ... }`, `Name as Schema { ... }`, `#[schema(as = Schema)] Name { ... }`
/// or `Schema; ...`.
fn schema_name(inside: &str) -> Option<String> {
    let (mut attributes, mut rest) = (String::new(), inside.trim_start());
    while rest.starts_with("#[") {
        let end = rest.find(']')?;
        attributes.push_str(&rest[..=end]);
        rest = rest[end + 1..].trim_start();
    }
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let name = word(rest);
    let after = rest[name.len()..].trim_start();
    let schema = after.strip_prefix("as ").map(|schema| word(schema.trim_start()));
    schema.or_else(|| renamed(&attributes)).or(Some(name)).filter(|name| !name.is_empty())
}

/// The lines and names of types that derive a schema, those that a macro makes among them, each where it is called.
fn names(source: &str, exported: &[String]) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    let own = makers(source, false);
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let called = line.trim_start().split_once("! {").or_else(|| line.trim_start().split_once("!{"));
        if let Some((called, _)) = called {
            let called = called.rsplit("::").next().unwrap_or(called);
            let is_maker = own.iter().chain(exported).any(|maker| maker == called);
            let start = at + line.find('{').map_or(0, |n| n + 1);
            if let Some(name) = is_maker.then(|| schema_name(&source[start..])).flatten() {
                out.push((source[..at].lines().count() + 1, name));
            }
        }
        at += line.len();
    }
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
                // What a macro gets as an argument is named where it is called.
                let is_passed = word.starts_with('$') || attributes.contains("schema(as = $");
                if is_described && !is_passed {
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
        assert_eq!(names(source, &[]), [(2, "RowView".to_owned()), (10, "OtherName".to_owned())]);
    }

    #[test]
    fn l1_types_that_a_macro_makes_are_found_by_the_name_that_its_caller_gives() {
        let source = "macro_rules! words {\n    ($name:ident as $schema:ident { $($v:ident),* }) => {\n        #[derive(utoipa::ToSchema)]\n        \
                      #[schema(as = $schema)]\n        pub enum $name { $($v),* }\n    };\n}\n\nwords! {\n\n    Kind as OrderKind { A }\n}\n\
                      words! {\n    #[schema(as = Other)]\n    Kind { A }\n}\nwords! { Plain { A } }\nplatform::columns! {\n    Columns;\n}\nrow! { X }\n\
                      macro_rules! statuses {\n    ($($v:ident),*) => {\n        #[derive(utoipa::ToSchema)]\n        #[schema(as = OrderStatus)]\n        \
                      pub enum Status { $($v),* }\n    };\n}\nstatuses! { A }\n";
        let found = names(source, &["columns".to_owned()]);
        let found: Vec<(usize, &str)> = found.iter().map(|(line, name)| (*line, name.as_str())).collect();
        assert_eq!(found, [(9, "OrderKind"), (13, "Other"), (17, "Plain"), (18, "Columns"), (26, "OrderStatus")]);
        let exported = "#[macro_export]\nmacro_rules! columns {\n    ($s:ident;) => {\n        #[derive(ToSchema)]\n        #[schema(as = $s)]\n        pub enum Column {}\n    };\n}\n";
        assert_eq!((makers(exported, true), names(exported, &[])), (vec!["columns".to_owned()], vec![]));
    }

    /// Of the real sources: what only a macro names is seen.
    #[test]
    fn l1_the_macros_of_the_sources_are_seen() {
        let text = |path: &str| program_text(&std::fs::read_to_string(root().join(path)).unwrap());
        let found = names(&text("crates/commerce/src/coupons/model.rs"), &makers(&text("crates/web/src/words.rs"), true));
        for name in ["CouponDiscountType", "CouponSegment", "CouponUsability"] {
            assert!(found.iter().any(|(_, found)| found == name), "{name}: {found:?}");
        }
    }

    #[test]
    fn l1_no_two_types_share_a_name() {
        assert_eq!(collisions().unwrap(), [""; 0]);
    }
}
