//! Finds SQL in the project's Rust source.

mod records;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

mod tokens;

use records::Records;
use tokens::{Token, is_sql, tokens};

/// A statement and where it stands.
pub struct Found {
    pub sql: String,
    /// `crates/x/src/y.rs:12`.
    pub place: String,
    /// Only the start of a statement that grows at run time, made whole to be prepared.
    pub is_start: bool,
    /// The only engine it is meant for, by its constant's name (`SQLITE`, `POSTGRES`).
    pub engine: Option<&'static str>,
}

/// Every statement, and how many more are put together at run time.
pub fn statements() -> (Vec<Found>, usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut files = Vec::new();
    for krate in std::fs::read_dir(root.join("crates")).unwrap() {
        let krate = krate.unwrap().path();
        // Test support and the load driver are no part of the program.
        if !krate.ends_with("testkit") && !krate.ends_with("bench") {
            rust_files(&krate.join("src"), &mut files);
        }
    }
    files.sort();
    let program = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        text.split("\n#[cfg(test)]").next().unwrap().to_owned()
    };
    // A record's columns are listed once and named by statements of other files.
    let mut records = Records::new();
    for file in &files {
        records::read(&tokens(&program(file)), &mut records);
    }
    let (mut found, mut dynamic) = (Vec::new(), 0);
    for file in &files {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        File::read(&program(file), &records).collect(&name, &mut found, &mut dynamic);
    }
    (found, dynamic)
}

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            out.push(path);
        }
    }
}

/// A piece of a `concat!`: text, or a parameter of the macro around it.
#[derive(Debug, Clone)]
enum Piece {
    Text(String),
    Param(String),
    /// Known at run time only.
    Unknown,
}

struct File<'r> {
    records: &'r Records,
    tokens: Vec<(Token, usize)>,
    /// Constants by name.
    constants: HashMap<String, String>,
    /// Constants that only start a statement: `Sql::new(LIST)`.
    starts: HashSet<String>,
    /// `macro_rules!` with one `concat!`: parameters and pieces.
    macros: HashMap<String, (Vec<String>, Vec<Piece>)>,
}

impl<'r> File<'r> {
    fn read(source: &str, records: &'r Records) -> Self {
        let tokens = tokens(source);
        let mut file = Self { records, constants: HashMap::new(), starts: HashSet::new(), macros: HashMap::new(), tokens };
        for i in 0..file.tokens.len() {
            match file.word(i) {
                Some("const" | "static") => {
                    let value = (i + 2..i + 9).find(|k| file.is_mark(*k, '=')).map(|k| k + 1);
                    if let (Some(name), Some(Token::Text(text))) =
                        (file.word(i + 1).map(str::to_owned), value.and_then(|v| file.token(v)).cloned())
                    {
                        file.constants.insert(name, text);
                    }
                }
                Some("Sql") if file.word(i + 3) == Some("new") => {
                    if let Some(name) = file.word(i + 5) {
                        file.starts.insert(name.to_owned());
                    }
                }
                Some("macro_rules") => file.read_macro(i),
                _ => {}
            }
        }
        file
    }

    fn token(&self, i: usize) -> Option<&Token> {
        self.tokens.get(i).map(|(t, _)| t)
    }

    fn word(&self, i: usize) -> Option<&str> {
        match self.token(i) {
            Some(Token::Word(w)) => Some(w),
            _ => None,
        }
    }

    fn is_mark(&self, i: usize, mark: char) -> bool {
        self.token(i) == Some(&Token::Mark(mark))
    }

    /// `macro_rules! name { ($a:literal, ...) => { concat!("...", $a, "...") }; }`
    fn read_macro(&mut self, at: usize) {
        let Some(name) = self.word(at + 2).map(str::to_owned) else { return };
        let (mut params, mut i) = (Vec::new(), at + 3);
        while i < self.tokens.len() && !self.is_mark(i, '=') {
            if self.is_mark(i, '$')
                && let Some(p) = self.word(i + 1)
            {
                params.push(p.to_owned());
            }
            i += 1;
        }
        let body: Vec<usize> = (i + 3..(i + 8).min(self.tokens.len())).collect();
        if let Some(open) = body.iter().find(|k| self.word(**k) == Some("concat")) {
            let pieces = self.pieces(open + 3).0;
            self.macros.insert(name, (params, pieces));
        } else if let (Some(Token::Text(text)), true) = (self.token(i + 3), params.is_empty()) {
            self.macros.insert(name, (params, vec![Piece::Text(text.clone())]));
        }
    }

    /// The pieces between brackets that have just opened, and the index of the closing one.
    fn pieces(&self, mut i: usize) -> (Vec<Piece>, usize) {
        let mut out = Vec::new();
        while i < self.tokens.len() && !self.is_mark(i, ')') {
            match self.token(i) {
                Some(Token::Text(t)) => out.push(Piece::Text(t.clone())),
                Some(Token::Mark('$')) => {
                    i += 1;
                    out.push(Piece::Param(self.word(i).unwrap_or_default().to_owned()));
                }
                Some(Token::Word(name)) if self.is_mark(i + 1, '!') => {
                    let (inner, end) = self.pieces(i + 3);
                    match name.as_str() {
                        "concat" | "sql" => out.extend(inner),
                        other => out.push(self.expand(other, &inner).map_or(Piece::Unknown, Piece::Text)),
                    }
                    i = end;
                }
                // `Order::READ`
                Some(Token::Word(record)) if self.is_mark(i + 1, ':') && self.is_mark(i + 2, ':') => {
                    let text = self.word(i + 3).and_then(|part| self.records.get(&(record.clone(), part.to_owned())));
                    out.push(text.map_or(Piece::Unknown, |text| Piece::Text(text.clone())));
                    i += 3;
                }
                Some(Token::Word(_)) => out.push(Piece::Unknown),
                _ => {}
            }
            i += 1;
        }
        (out, i)
    }

    fn collect(&self, name: &str, found: &mut Vec<Found>, dynamic: &mut usize) {
        let mut skip_until = 0;
        for i in 0..self.tokens.len() {
            if i < skip_until {
                continue;
            }
            let Some(Token::Text(text)) = self.token(i) else { continue };
            let callee = (i >= 3 && self.is_mark(i - 1, '(') && self.is_mark(i - 2, '!')).then(|| self.word(i - 3)).flatten();
            let sql = match callee {
                Some("concat" | "sql") => {
                    let (pieces, end) = self.pieces(i);
                    skip_until = end;
                    // With a parameter it is a macro's body: its uses are read where they stand.
                    if pieces.iter().any(|p| matches!(p, Piece::Param(_))) {
                        continue;
                    }
                    pieces.iter().map(|p| if let Piece::Text(t) = p { Some(t.as_str()) } else { None }).collect()
                }
                Some("format") => self.fill(text),
                Some(other) if self.macros.contains_key(other) => {
                    let (args, end) = self.pieces(i);
                    skip_until = end;
                    self.expand(other, &args)
                }
                Some(_) if !is_sql(text) => continue,
                _ => Some(text.clone()),
            };
            let is_start = i >= 2 && self.is_mark(i - 1, '(') && self.word(i - 2) == Some("new");
            let constant = (i >= 3).then(|| (i.saturating_sub(8)..i).rev().find(|k| self.word(*k) == Some("const"))).flatten();
            let constant = constant.and_then(|k| self.word(k + 1)).filter(|_| self.is_mark(i - 1, '='));
            match sql {
                Some(sql) if !is_sql(&sql) => {}
                // The body of a macro: its uses are read where they stand.
                Some(_) if self.is_macro_body(i) => {}
                Some(sql) => {
                    let is_start = is_start || constant.is_some_and(|c| self.starts.contains(c)) || is_unfinished(&sql);
                    let sql = if is_start { completed(&sql) } else { Some(sql) };
                    let Some(sql) = sql else {
                        *dynamic += 1;
                        continue;
                    };
                    let engine = match constant {
                        Some("SQLITE") => Some("sqlite"),
                        Some("POSTGRES") => Some("postgres"),
                        _ if sql.contains("pg_") => Some("postgres"),
                        _ => None,
                    };
                    found.push(Found { sql, place: format!("{name}:{}", self.tokens[i].1), is_start, engine });
                }
                None if is_sql(text) => *dynamic += 1,
                None => {}
            }
        }
    }

    /// `() => { "..."`: the only token between the arrow and the text is a bracket.
    fn is_macro_body(&self, i: usize) -> bool {
        i >= 3 && self.is_mark(i - 1, '{') && self.is_mark(i - 2, '>') && self.is_mark(i - 3, '=') && self.is_mark(i + 1, '}')
    }

    /// `{COLUMNS}` in a `format!` is a constant of the file, or the statement is known at run time only.
    fn fill(&self, text: &str) -> Option<String> {
        let mut out = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
        while let Some((before, rest)) = out.split_once('{') {
            let (name, after) = rest.split_once('}')?;
            out = format!("{before}{}{after}", self.constants.get(name)?);
        }
        Some(out.replace('\u{1}', "{").replace('\u{2}', "}"))
    }

    fn expand(&self, name: &str, args: &[Piece]) -> Option<String> {
        let (params, pieces) = self.macros.get(name)?;
        let mut out = String::new();
        for piece in pieces {
            let piece = match piece {
                Piece::Param(p) => args.get(params.iter().position(|x| x == p)?)?,
                other => other,
            };
            match piece {
                Piece::Text(t) => out += t,
                Piece::Param(_) | Piece::Unknown => return None,
            }
        }
        Some(out)
    }
}

/// The endings that a value or a condition must follow.
const OPEN_ENDS: [(&str, &str); 5] =
    [("=", " NULL"), (" WHERE", " 1 = 1"), (" AND", " 1 = 1"), (" IN", " (NULL)"), (" IN (", "NULL)")];

fn is_unfinished(sql: &str) -> bool {
    let sql = sql.trim_end();
    sql.ends_with('(') || sql.ends_with(" VALUES") || OPEN_ENDS.iter().any(|(end, _)| sql.ends_with(end))
}

/// A start made whole, so that its tables and columns are proven; `None` when its end cannot be guessed.
fn completed(sql: &str) -> Option<String> {
    let sql = sql.trim_end();
    // What it groups by comes later.
    if ["COUNT(", "SUM(", "MAX(", "MIN("].iter().any(|f| sql.contains(f)) && !sql.starts_with("SELECT COUNT(*) FROM") {
        return None;
    }
    if let Some(rest) = sql.strip_suffix(" VALUES") {
        let columns = rest.rsplit_once('(').map_or(0, |(_, columns)| columns.matches(',').count() + 1);
        return Some(format!("{sql} ({})", vec!["NULL"; columns].join(", ")));
    }
    let rest = OPEN_ENDS.iter().rev().find(|(end, _)| sql.ends_with(end)).map(|(_, rest)| rest)?;
    // A value that is put in by the builder stands without a number.
    let mut statement = format!("{sql}{rest}").replace("= ?)", "= NULL)");
    for _ in statement.matches(')').count()..statement.matches('(').count() {
        statement += ") AS inside";
    }
    Some(statement)
}
