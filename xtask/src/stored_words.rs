//! Words of columns are read as what they mean or not at all (`db::stored_words!`): nowhere is one without a meaning taken for
//! another, or left out.

use std::collections::BTreeSet;

use crate::shell::{Outcome, root};
use crate::source::{files, program_text, relative};

/// The crates whose source is read.
const AREAS: &[&str] = &["jobs", "web", "platform", "site", "catalog", "customers", "commerce", "office", "storefront"];

/// Files in which a type that is also stored is read from somewhere else, and why a word without a meaning is no fault there.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("customers/src/bulk/consent.rs", "a note of the journal: one that cannot be read is not taken back"),
    ("catalog/src/import/formats/own/read.rs", "a cell of a merchant's file; the columns say what the row is"),
    ("office/src/onboarding/model.rs", "a field of a form: its fault is told"),
    ("office/src/privacy/archive.rs", "any text of a person's file: one that is no status is printed as it is"),
    ("storefront/src/sections/mod.rs", "a theme's own file, which the theme's tests read"),
];

/// What a reading may not be followed by.
const AFTER: &[&str] = &[
    ".unwrap_or",
    ".map_or",
    ".is_none_or",
    ".is_some_and",
    "else { continue",
    "else { return Ok",
    "else { return None",
    ".ok()",
];
/// The calls that a reading may not stand in.
const INSIDE: &[&str] = &["filter_map(", "flat_map(", ".extend(", ".and_then("];
/// As far back as a call is looked for.
const WINDOW: usize = 600;

/// Adds a breach for each place where a stored word is taken for another or left out.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    let mut sources = Vec::new();
    for area in AREAS {
        for path in files(&root().join("crates").join(area).join("src")) {
            if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                sources.push((relative(&path), program_text(&text)));
            }
        }
    }
    let mut stored: BTreeSet<String> = ["Lang", "Currency"].map(str::to_owned).into();
    for (_, text) in &sources {
        stored.extend(declared(text));
    }
    for (path, text) in &sources {
        if EXCEPTIONS.iter().any(|(file, _)| path.ends_with(file)) {
            continue;
        }
        for (number, _) in text.lines().enumerate().filter(|(_, line)| lists_sales(line)) {
            let line = number + 1;
            breaches.push(format!("{path}:{line}: which orders are sales is said by commerce::sales (customers::is_sale)"));
        }
        for (line, word) in fallbacks(text, &stored) {
            breaches.push(format!(
                "{path}:{line}: {word} is a stored word: one without a meaning is an error (db::StoredWord::decode)"
            ));
        }
    }
    Ok(())
}

/// A hand-written list of the statuses that are no sale (decisions §13).
fn lists_sales(line: &str) -> bool {
    line.contains("NOT IN ('DRFT', 'CNCL', 'RFSD'") || line.contains("\"DRFT\" | \"CNCL\" | \"RFSD\"")
}

/// The types of `stored_words!`.
fn declared(text: &str) -> Vec<String> {
    let blocks = text.split("stored_words! {").skip(1).filter_map(|rest| rest.split("\n}").next());
    blocks.flat_map(str::lines).filter_map(|line| Some(line.trim().split_once(',')?.0.to_owned())).collect()
}

/// Readings of these types, by line, that let a word without a meaning pass.
fn fallbacks(text: &str, stored: &BTreeSet<String>) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    for (at, _) in text.match_indices("::parse") {
        let before = &text[..at];
        let start = at - before.chars().rev().take_while(char::is_ascii_alphanumeric).count();
        let word = &before[start..];
        let rest = &text[at + "::parse".len()..];
        if !stored.contains(word) || rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            continue;
        }
        let statement = &before[before.rfind([';', '{', '}']).map_or(0, |n| n + 1)..start];
        let after = rest.split(';').next().unwrap_or(rest);
        let after = after.split("\n        }\n").next().unwrap_or(after).split_whitespace().collect::<Vec<_>>().join(" ");
        let is_bad = AFTER.iter().any(|mark| after.contains(mark))
            || statement.trim_start().starts_with("if let Some(")
            || INSIDE.iter().any(|mark| is_inside_call(before, start, mark));
        if is_bad {
            out.push((before.matches('\n').count() + 1, word.to_owned()));
        }
    }
    out
}

/// The call that begins with `mark` is still open at `at`.
fn is_inside_call(text: &str, at: usize, mark: &str) -> bool {
    let mut from = at.saturating_sub(WINDOW);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let Some(n) = text[from..at].rfind(mark) else { return false };
    let mut depth = 1_i32;
    for c in text[from + n + mark.len()..at].chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fallbacks_of_stored_words_are_found_and_errors_are_not() {
        let declared =
            declared("db::stored_words! {\n    Status, \"orders\" \"status\";\n    Kind, \"documents\" \"kind\";\n}\n");
        assert_eq!(declared, ["Status", "Kind"]);
        let stored: BTreeSet<String> = declared.into_iter().collect();
        for bad in [
            "let s = Status::parse(&row.status).unwrap_or(Status::Failed);",
            "w.text(Status::parse(&line.status).map_or(Message::new(\"\", \"\"), Status::name).get(w.lang));",
            "let all = rows.iter().filter_map(|row| { let Row { a } = row; Some((a, Kind::parse(&row.kind)?)) }).collect();",
            "let Some(state) = Status::parse(&state) else { continue };",
            "beside.channels.extend(Kind::parse(&word));",
            "let kind = word.as_deref().and_then(Kind::parse);",
            "if let Some(kind) = Kind::parse(&word) { act(kind); }",
        ] {
            assert_eq!(fallbacks(bad, &stored).len(), 1, "{bad}");
        }
        for good in [
            "let status = Status::decode(&word)?;",
            "let state = Status::parse(word).ok_or_else(|| ApiError::field(\"state\", NOT_A_CHOICE))?;",
            "let sort = query.sort.as_deref().and_then(Sort::parse);",
            "if let Some(word) = &sent.kind { match Kind::parse(word) { Some(kind) => a = kind, None => fault() } }",
        ] {
            assert_eq!(fallbacks(good, &stored), Vec::new(), "{good}");
        }
    }
}
