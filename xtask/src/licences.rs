//! What we may ship: licences, banned crates, sources. `deny.toml` holds the lists; `cargo deny` reads them where it is
//! installed, and this file otherwise.

use serde_json::Value;

use crate::shell::{Outcome, command, find, output, root, sh};

/// Checks every dependency.
pub(crate) fn check() -> Outcome {
    if find("cargo-deny").is_some() {
        // Advisories need the network; CI without it still proves the rest.
        return sh("cargo", &["deny", "check", "licenses", "bans", "sources"]);
    }
    println!("cargo-deny is not installed: licences, bans and sources are checked against deny.toml from cargo's own metadata");
    let text = std::fs::read_to_string(root().join("deny.toml")).map_err(|e| format!("deny.toml: {e}"))?;
    let (allowed, banned) = (list(&text, "allow = ["), list(&text, "deny = ["));
    // Not offline: a machine that never built for other platforms lacks their crates, and the list is of all platforms.
    let metadata = output(&mut command("cargo", &["metadata", "--format-version", "1", "--locked"]))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|e| format!("cargo metadata: {e}"))?;
    let mut failures = Vec::new();
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    for p in packages {
        let (name, source) = (p["name"].as_str().unwrap_or(""), p["source"].as_str().unwrap_or("registry"));
        let licence = p["license"].as_str().unwrap_or("");
        if !permits(licence, &allowed) {
            failures.push(format!("{name}: licence `{licence}` is not allowed"));
        }
        if banned.iter().any(|b| b == name) {
            failures.push(format!("{name} is banned"));
        }
        if !source.starts_with("registry") {
            failures.push(format!("{name}: comes from {source}"));
        }
    }
    println!("{} packages", packages.len());
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// The quoted words of a list that starts with `opening` and ends with `]`.
fn list(text: &str, opening: &str) -> Vec<String> {
    let body = text.split_once(opening).and_then(|(_, rest)| rest.split_once(']')).map_or("", |(body, _)| body);
    body.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// An SPDX expression that the allowed licences satisfy. `/` is an old way to write OR.
fn permits(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let is_allowed = either(&words, &mut at, allowed);
    is_allowed && at == words.len() && at > 0
}

fn either(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut is_allowed = both(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        is_allowed |= both(words, at, allowed);
    }
    is_allowed
}

fn both(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut is_allowed = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        is_allowed &= one(words, at, allowed);
    }
    is_allowed
}

fn one(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let Some(word) = words.get(*at) else { return false };
    *at += 1;
    if *word == "(" {
        let is_allowed = either(words, at, allowed);
        *at += 1;
        return is_allowed;
    }
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
    }
    allowed.iter().any(|a| a == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licence_expressions_are_read() {
        let allowed = vec!["MIT".to_owned(), "Apache-2.0".to_owned()];
        for good in
            ["MIT", "GPL-3.0 OR MIT", "MIT/Apache-2.0", "(MIT OR GPL-2.0) AND Apache-2.0", "Apache-2.0 WITH LLVM-exception"]
        {
            assert!(permits(good, &allowed), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND ISC"] {
            assert!(!permits(bad, &allowed), "{bad}");
        }
    }
}
