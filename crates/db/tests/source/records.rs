//! Reads the columns that `db::record!` lists, as the macro itself does.

use std::collections::HashMap;

use super::Token;

/// What `Type::READ` and its like stand for, by type and name.
pub type Records = HashMap<(String, String), String>;

/// The records of a file.
pub fn read(tokens: &[(Token, usize)], records: &mut Records) {
    for i in 0..tokens.len() {
        let is_record = word(tokens, i) == Some("record") && is_mark(tokens, i + 1, '!') && is_mark(tokens, i + 2, '{');
        if let (true, Some(name)) = (is_record, word(tokens, i + 3)) {
            for (part, text) in texts(&Columns::read(tokens, i + 4)) {
                let before = records.insert((name.to_owned(), part.to_owned()), text);
                assert!(before.is_none(), "two records are called {name}: a statement could not tell them apart");
            }
        }
    }
}

/// The columns of one record.
#[derive(Default)]
struct Columns {
    read: Vec<String>,
    keys: Vec<String>,
    /// Written, but no key.
    changed: Vec<String>,
}

impl Columns {
    /// From the bracket that opens its list.
    fn read(tokens: &[(Token, usize)], open: usize) -> Self {
        let mut all = Self::default();
        let mut i = entries(tokens, open, |at| {
            let field = word(tokens, at).unwrap_or_default().to_owned();
            let parts = (word(tokens, at + 1) == Some("by")).then(|| names(tokens, at + 3).0);
            let columns = parts.unwrap_or_else(|| vec![field]);
            let is_read_only = word(tokens, at + 1) == Some("as") && matches!(word(tokens, at + 2), Some("key" | "read"));
            if !is_read_only {
                all.changed.extend(columns.clone());
            }
            all.read.extend(columns);
        });
        while i < tokens.len() && !is_mark(tokens, i, '}') {
            match word(tokens, i) {
                Some("default") => i = names(tokens, i + 1).1,
                Some("keys") => (all.keys, i) = names(tokens, i + 1),
                Some("also") => {
                    let (also, end) = names(tokens, i + 1);
                    all.changed.extend(also);
                    i = end;
                }
                _ => i += 1,
            }
        }
        all
    }
}

/// Calls for the start of every entry of a list; where the list ends.
fn entries(tokens: &[(Token, usize)], open: usize, mut each: impl FnMut(usize)) -> usize {
    let (mut depth, mut i, mut is_start) = (0_usize, open, false);
    while i < tokens.len() {
        match &tokens[i].0 {
            Token::Mark('{' | '(' | '[') => {
                depth += 1;
                is_start = depth == 1;
            }
            Token::Mark('}' | ')' | ']') => {
                depth -= 1;
                if depth == 0 {
                    return i + 1;
                }
            }
            Token::Mark(',') if depth == 1 => is_start = true,
            Token::Word(_) if depth == 1 && is_start => {
                is_start = false;
                each(i);
            }
            _ => {}
        }
        i += 1;
    }
    i
}

/// The first word of every entry of a list, and where the list ends.
fn names(tokens: &[(Token, usize)], open: usize) -> (Vec<String>, usize) {
    let mut all = Vec::new();
    let end = entries(tokens, open, |at| all.extend(word(tokens, at).map(str::to_owned)));
    (all, end)
}

/// The constants of `db::Record`.
fn texts(columns: &Columns) -> [(&'static str, String); 5] {
    let written: Vec<String> = columns.keys.iter().chain(&columns.changed).cloned().collect();
    let placeholders: Vec<String> = (1..=written.len()).map(|n| format!("?{n}")).collect();
    let first = columns.keys.len() + 1;
    let sets: Vec<String> = columns.changed.iter().zip(first..).map(|(name, n)| format!("{name} = ?{n}")).collect();
    let excluded: Vec<String> = columns.changed.iter().map(|name| format!("{name} = excluded.{name}")).collect();
    let join = |words: &[String]| words.join(", ");
    [
        ("READ", join(&columns.read)),
        ("WRITTEN", join(&written)),
        ("PLACEHOLDERS", join(&placeholders)),
        ("SETS", join(&sets)),
        ("EXCLUDED", join(&excluded)),
    ]
}

fn word(tokens: &[(Token, usize)], i: usize) -> Option<&str> {
    match tokens.get(i) {
        Some((Token::Word(word), _)) => Some(word),
        _ => None,
    }
}

fn is_mark(tokens: &[(Token, usize)], i: usize, mark: char) -> bool {
    matches!(tokens.get(i), Some((Token::Mark(m), _)) if *m == mark)
}
