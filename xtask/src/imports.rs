//! Which file of a folder of Rust source imports which other: `use` lines and paths in the code, read as text.
//!
//! An import of a module by its name alone (`use crate::orders::ledger;`) is the imports of what is named through it
//! (`ledger::store::sums`): of `ledger/store.rs` and not of `ledger/mod.rs`. What a `mod.rs` re-exports is an import of the `mod.rs`,
//! which is why files that know each other name the file.

use std::collections::BTreeMap;
use std::path::Path;

use crate::shell::Outcome;
use crate::source::{files, program_text};

/// A file imports an item of another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Import {
    pub(crate) to: String,
    /// What is named there; empty for the file as a whole.
    pub(crate) item: String,
    pub(crate) line: usize,
}

/// The files of a folder, by their path in it, with what each imports of the others.
pub(crate) type Imports = BTreeMap<String, Vec<Import>>;

/// Reads the imports among the files of a folder which is the module `root` of its crate: `["orders"]`, or nothing for the crate.
/// Files of tests are left out: nothing imports them.
///
/// # Errors
/// A file cannot be read.
pub(crate) fn of_folder(folder: &Path, root: &[&str]) -> Outcome<Imports> {
    let mut sources = BTreeMap::new();
    for path in files(folder) {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        if name.ends_with(".rs") && !is_test(&name) {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            sources.insert(name, text);
        }
    }
    Ok(of_sources(&sources, root))
}

fn is_test(name: &str) -> bool {
    let mut parts = name.trim_end_matches(".rs").split('/');
    parts.any(|part| part == "tests" || part.ends_with("_tests"))
}

/// As [`of_folder`], of texts by their path.
pub(crate) fn of_sources(sources: &BTreeMap<String, String>, root: &[&str]) -> Imports {
    let modules: BTreeMap<Vec<&str>, &str> = sources.keys().map(|file| (module_of(file), file.as_str())).collect();
    let imports = |(file, text): (&String, &String)| {
        let mut reader =
            Reader { modules: &modules, root, module: module_of(file), file, aliases: BTreeMap::new(), found: Vec::new() };
        reader.read(&program_text(text));
        reader.found.sort();
        reader.found.dedup();
        (file.clone(), reader.found)
    };
    sources.iter().map(imports).collect()
}

/// `["ledger", "store"]` of `ledger/store.rs`, `["ledger"]` of `ledger/mod.rs`, nothing of the folder's own `mod.rs` or `lib.rs`.
fn module_of(file: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    let last = parts.last().copied();
    if last == Some("mod") || (parts.len() == 1 && matches!(last, Some("lib" | "main"))) {
        parts.pop();
    }
    parts
}

/// A word, `::`, or any other sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    Word(&'t str),
    Path,
    Sign(char),
}

/// The tokens of a source with their lines; texts and characters are left out.
pub(crate) fn tokens(source: &str) -> Vec<(Token<'_>, usize)> {
    let (mut out, mut at, mut line) = (Vec::new(), 0, 1);
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            'r' if rest[1..].trim_start_matches('#').starts_with('"') => raw_text(rest),
            '"' => text(rest),
            '\'' => character(rest),
            c if c.is_alphanumeric() || c == '_' => {
                let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                out.push((Token::Word(&rest[..length]), line));
                length
            }
            ':' if rest.starts_with("::") => {
                out.push((Token::Path, line));
                2
            }
            c => {
                if !c.is_whitespace() {
                    out.push((Token::Sign(c), line));
                }
                c.len_utf8()
            }
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    out
}

/// How long a text is that begins here, with its quotes.
fn text(rest: &str) -> usize {
    let mut is_escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    end.map_or(rest.len(), |(at, _)| at + 1)
}

/// How long a raw text is that begins here.
fn raw_text(rest: &str) -> usize {
    let hashes = rest[1..].chars().take_while(|c| *c == '#').count();
    let start = hashes + 2;
    let end = format!("\"{}", "#".repeat(hashes));
    rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len())
}

/// How long a character is that begins here; of a lifetime the quote alone.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, c))) => rest[at + c.len_utf8()..].find('\'').map_or(1, |more| at + c.len_utf8() + more + 1),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// Reads one file.
struct Reader<'s> {
    modules: &'s BTreeMap<Vec<&'s str>, &'s str>,
    root: &'s [&'s str],
    module: Vec<&'s str>,
    file: &'s str,
    /// Modules by the name they are imported under.
    aliases: BTreeMap<String, Vec<&'s str>>,
    found: Vec<Import>,
}

impl<'s> Reader<'s> {
    fn read(&mut self, source: &str) {
        let tokens = tokens(source);
        let mut paths = Vec::new();
        let mut at = 0;
        while let Some((token, line)) = tokens.get(at).copied() {
            match token {
                Token::Word("use") => {
                    let end = end_of_use(&tokens, at);
                    for (path, alias) in use_tree(&tokens[at + 1..end]) {
                        self.take_use(&path, alias, line);
                    }
                    at = end;
                }
                // `pub(in crate::orders)` says who may see it.
                Token::Word("in") if at > 1 && tokens[at - 1].0 == Token::Sign('(') && tokens[at - 2].0 == Token::Word("pub") => {
                    at += tokens[at..].iter().take_while(|(t, _)| *t != Token::Sign(')')).count();
                }
                Token::Word(first) => {
                    // What a macro names is imported where the macro is used: `$crate::Row`.
                    let is_of_macro = at > 0 && tokens[at - 1].0 == Token::Sign('$');
                    let mut path = vec![first];
                    while let [(Token::Path, _), (Token::Word(next), _), ..] = tokens[at + 1..] {
                        path.push(next);
                        at += 2;
                    }
                    if path.len() > 1 && !is_of_macro {
                        paths.push((path, line));
                    }
                }
                _ => {}
            }
            at += 1;
        }
        // After all of the imports: a name may be used above the line that imports it.
        for (path, line) in paths {
            self.take_path(&path, line);
        }
    }

    fn take_use(&mut self, path: &[&str], alias: Option<&str>, line: usize) {
        let Some((module, item)) = self.resolve(path) else { return };
        if item.is_empty() {
            let name = alias.or_else(|| module.last().copied()).unwrap_or_default();
            self.aliases.insert(name.to_owned(), module.clone());
            if self.modules[&module].ends_with("mod.rs") {
                return;
            }
        }
        self.add(&module, item, line);
    }

    fn take_path(&mut self, path: &[&str], line: usize) {
        if let Some((module, item)) = self.resolve(path) {
            self.add(&module, item, line);
        }
    }

    fn add(&mut self, module: &[&'s str], item: String, line: usize) {
        let to = self.modules[module];
        if to != self.file {
            self.found.push(Import { to: to.to_owned(), item, line });
        }
    }

    /// The module of the folder that a path leads to, as far as it goes, and the rest of the path.
    fn resolve(&self, path: &[&str]) -> Option<(Vec<&'s str>, String)> {
        let (mut module, mut rest) = match path {
            ["crate", rest @ ..] => (Vec::new(), rest.strip_prefix(self.root)?),
            ["self", rest @ ..] => (self.module.clone(), rest),
            ["super", ..] => {
                let (mut module, mut rest) = (self.module.clone(), path);
                while let ["super", after @ ..] = rest {
                    module.pop()?;
                    rest = after;
                }
                (module, rest)
            }
            [first, rest @ ..] => match self.aliases.get(*first) {
                Some(module) => (module.clone(), rest),
                // What the file itself declares: `rows::all()` below `mod rows;`.
                None => (self.child(&self.module, first)?, rest),
            },
            [] => return None,
        };
        while let [next, after @ ..] = rest {
            match self.child(&module, next) {
                Some(child) => (module, rest) = (child, after),
                None => break,
            }
        }
        self.modules.contains_key(&module).then(|| (module, rest.join("::")))
    }

    fn child(&self, module: &[&'s str], name: &str) -> Option<Vec<&'s str>> {
        let mut path: Vec<&str> = module.to_vec();
        path.push(name);
        // A folder without a `mod.rs` of its own still leads to the modules in it.
        self.modules.keys().find(|known| known.starts_with(&path)).map(|known| known[..path.len()].to_vec())
    }
}

fn end_of_use(tokens: &[(Token<'_>, usize)], at: usize) -> usize {
    tokens[at..].iter().position(|(t, _)| *t == Token::Sign(';')).map_or(tokens.len(), |n| at + n)
}

/// The paths of a `use`, each with the name it is given.
fn use_tree<'t>(tokens: &[(Token<'t>, usize)]) -> Vec<(Vec<&'t str>, Option<&'t str>)> {
    let (mut out, mut outer, mut path) = (Vec::new(), Vec::new(), Vec::new());
    let mut alias = None;
    let mut is_alias = false;
    let mut close = |path: &mut Vec<&'t str>, alias: &mut Option<&'t str>, start: usize| {
        if path.len() > start {
            if path.last() == Some(&"self") && path.len() > 1 {
                path.pop();
            }
            out.push((path.clone(), alias.take()));
        }
    };
    for (token, _) in tokens.iter().copied() {
        let start = outer.last().copied().unwrap_or(0);
        match token {
            Token::Word("as") => is_alias = true,
            Token::Word(name) if is_alias => (alias, is_alias) = (Some(name), false),
            Token::Word(name) => path.push(name),
            Token::Sign('*') => path.push("*"),
            Token::Sign('{') => outer.push(path.len()),
            Token::Sign(',') => {
                close(&mut path, &mut alias, start);
                path.truncate(start);
            }
            Token::Sign('}') => {
                close(&mut path, &mut alias, start);
                outer.pop();
                // What stood before the braces was said with what is in them.
                path.truncate(outer.last().copied().unwrap_or(0));
            }
            Token::Path | Token::Sign(_) => {}
        }
    }
    close(&mut path, &mut alias, 0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports(sources: &[(&str, &str)], file: &str) -> Vec<(String, String)> {
        let sources = sources.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let mut all = of_sources(&sources, &["orders"]);
        all.remove(file).unwrap().into_iter().map(|i| (i.to, i.item)).collect()
    }

    #[test]
    fn an_import_is_of_the_file_that_its_path_leads_to() {
        let rest = [("mod.rs", ""), ("ledger/mod.rs", ""), ("ledger/store.rs", ""), ("ledger/model.rs", ""), ("model.rs", "")];
        for (text, expected) in [
            ("use super::model::Order;", vec![("model.rs", "Order")]),
            (
                "use crate::orders::{ledger::{model::{Kind, Sums as S}, store}, model};",
                vec![("ledger/model.rs", "Kind"), ("ledger/model.rs", "Sums"), ("ledger/store.rs", ""), ("model.rs", "")],
            ),
            // A folder's name alone is what is named through it.
            ("fn f() { ledger::store::sums(c); }\nuse super::ledger;", vec![("ledger/store.rs", "sums")]),
            ("use super::ledger as money;\nfn f() { money::write(c) }", vec![("ledger/mod.rs", "write")]),
            (
                "use super::ledger::{self, store as rows};\nfn f() { rows::all(ledger::open()) }",
                vec![("ledger/mod.rs", "open"), ("ledger/store.rs", ""), ("ledger/store.rs", "all")],
            ),
            (
                "fn f() -> crate::orders::Status { x::<'a', Y>(super::model::NONE) }",
                vec![("mod.rs", "Status"), ("model.rs", "NONE")],
            ),
            ("pub(in crate::orders) fn f<'a>(a: &'a str) { \"super::model\"; r#\"crate::orders::model\"#; '\\''; }", vec![]),
            ("macro_rules! m { () => { $crate::orders::model::NONE } }", vec![]),
            ("use crate::carts::Cart;\n// super::model\nuse db::Conn;\nfn model() { std::model::x() }", vec![]),
            ("use super::place::X;\nfn f() {}\n#[cfg(test)]\nmod tests { use super::super::model::Y; }", vec![]),
        ] {
            let mut sources = rest.to_vec();
            sources.push(("place.rs", text));
            let expected: Vec<_> = expected.into_iter().map(|(file, item)| (file.to_owned(), item.to_owned())).collect();
            assert_eq!(imports(&sources, "place.rs"), expected, "{text}");
        }
    }

    #[test]
    fn what_a_folder_calls_and_re_exports_it_imports() {
        let text = "mod api;\npub(super) mod store;\npub use store::Row;\n#[cfg(test)]\nmod x_tests;\npub fn routes() -> R { api::routes().merge(other::routes()) }";
        let sources = [("ledger/mod.rs", text), ("ledger/api.rs", "use super::Row;"), ("ledger/store.rs", ""), ("other.rs", "")];
        let of = |file| imports(&sources, file);
        let named = |file: &str, item: &str| (file.to_owned(), item.to_owned());
        assert_eq!(of("ledger/mod.rs"), [named("ledger/api.rs", "routes"), named("ledger/store.rs", "Row")]);
        assert_eq!(of("ledger/api.rs"), [named("ledger/mod.rs", "Row")]);
    }
}
