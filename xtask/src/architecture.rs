//! The architecture's rules (docs/ARCHITECTURE.md), read from manifests and source text.

use std::path::Path;

use crate::shell::{Outcome, root};
use crate::source::{files, program_text, relative};

/// What each crate may import of ours. `xtask` and `bench` are tools: nothing imports them. `simulators` stands in for services of others:
/// tests alone import it, never the product.
pub(crate) const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("db", &["kernel"]),
    ("jobs", &["kernel", "db"]),
    ("gateways", &["kernel"]),
    ("web", &["kernel", "db", "jobs"]),
    ("documents", &["kernel"]),
    ("platform", &["kernel", "db", "jobs", "web", "gateways", "documents"]),
    ("site", &["kernel", "db", "jobs", "web", "gateways", "platform"]),
    ("catalog", &["kernel", "db", "jobs", "web", "gateways", "platform"]),
    ("customers", &["kernel", "db", "jobs", "web", "gateways", "platform"]),
    ("commerce", &["kernel", "db", "jobs", "web", "gateways", "platform", "site", "catalog", "customers"]),
    ("office", &["kernel", "db", "jobs", "web", "gateways", "documents", "platform", "site", "catalog", "customers", "commerce"]),
    (
        "storefront",
        &["kernel", "db", "jobs", "web", "gateways", "platform", "site", "catalog", "customers", "commerce", "office"],
    ),
    (
        "server",
        &[
            "kernel",
            "db",
            "jobs",
            "web",
            "gateways",
            "platform",
            "site",
            "catalog",
            "customers",
            "commerce",
            "office",
            "storefront",
        ],
    ),
    (
        "testkit",
        &[
            "kernel",
            "db",
            "jobs",
            "web",
            "gateways",
            "platform",
            "site",
            "catalog",
            "customers",
            "commerce",
            "office",
            "storefront",
            "server",
            "simulators",
        ],
    ),
    ("bench", &["kernel", "simulators"]),
    ("simulators", &["kernel"]),
    ("xtask", &[]),
];

/// The crates of the business, left to right.
pub(crate) const AREAS: &[&str] = &["platform", "site", "catalog", "customers", "commerce", "office"];

/// Modules of `platform` that every slice stands on; they know no slice.
pub(crate) const GROUND: &[&str] = &[
    "app",
    "pending_uploads",
    "bounded",
    "counters",
    "html",
    "journal",
    "link_targets",
    "outbox",
    "ports",
    "provider_calls",
    "provider_intake",
    "search",
    "secrets",
    "signing",
    "video",
];

/// Files that speak HTTP beside the `api.rs` of their slice: media files and the stream of events.
const HTTP_FACES: &[&str] = &["media/files.rs", "reports/stream.rs"];

/// Runs every rule and names every breach.
pub(crate) fn check() -> Outcome {
    let mut breaches = Vec::new();
    manifests(&mut breaches)?;
    slices(&mut breaches)?;
    crate::circles::check(&mut breaches)?;
    pure_kernel(&mut breaches);
    crate::orphans::check(&mut breaches)?;
    breaches.extend(crate::schemas::collisions()?);
    own_extractors(&mut breaches)?;
    foreign_names(&mut breaches)?;
    crate::stored_words::check(&mut breaches)?;
    crate::names::check(&mut breaches)?;
    crate::store_verbs::check(&mut breaches)?;
    crate::walls::check(&mut breaches)?;
    crate::recipes::check(&mut breaches)?;
    crate::coverage::check(&mut breaches)?;
    if breaches.is_empty() {
        println!("the architecture's rules hold");
        return Ok(());
    }
    Err(format!("{} breaches of the architecture:\n  {}", breaches.len(), breaches.join("\n  ")))
}

fn read(path: &Path) -> Outcome<String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Names in the `[dependencies]` of a manifest; tests may import more.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_inside = false;
    let mut out = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line == "[dependencies]";
        } else if let (true, Some((name, _))) = (is_inside, line.split_once(['.', '=', ' '])) {
            out.push(name.to_owned());
        }
    }
    out
}

fn manifests(breaches: &mut Vec<String>) -> Outcome {
    let mut folders: Vec<_> =
        std::fs::read_dir(root().join("crates")).map_err(|e| e.to_string())?.flatten().map(|e| e.path()).collect();
    folders.push(root().join("xtask"));
    for folder in folders {
        let path = folder.join("Cargo.toml");
        if !path.exists() {
            continue;
        }
        let name = folder.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(n, _)| *n == name) else {
            breaches.push(format!("crates/{name} has no place in the order of crates"));
            continue;
        };
        for dependency in dependencies(&read(&path)?) {
            if MAY_IMPORT.iter().any(|(n, _)| *n == dependency) && !allowed.contains(&dependency.as_str()) {
                breaches.push(format!("{}: {name} may not import {dependency}", relative(&path)));
            }
        }
    }
    Ok(())
}

/// The kernel is pure: no runtime, no SQL, no HTTP.
fn pure_kernel(breaches: &mut Vec<String>) {
    let manifest = std::fs::read_to_string(root().join("crates/kernel/Cargo.toml")).unwrap_or_default();
    for banned in ["tokio", "rusqlite", "tokio-postgres", "axum", "reqwest"] {
        if dependencies(&manifest).iter().any(|d| d == banned) {
            breaches.push(format!("crates/kernel/Cargo.toml: the kernel may not import {banned}"));
        }
    }
}

/// Extractors of axum's that answer in plain text, with what reads the same here. `crates/web` is where they are wrapped.
const PLAIN_EXTRACTORS: &[(&str, &str)] = &[
    ("Query", "queries are read by web::QueryIn or web::ListQuery"),
    ("Path", "paths are read by web::PathId, PathIds, PathText or PathTexts"),
    ("Json", "bodies are read by web::JsonIn"),
    ("Form", "forms are read by an extractor of the crate's own"),
];

/// Every crate that answers HTTP reads it with extractors that refuse in the caller's language. Simulators answer as services of others do.
fn own_extractors(breaches: &mut Vec<String>) -> Outcome {
    let crates = root().join("crates");
    for path in files(&crates).iter().filter(|p| p.extension().is_some_and(|e| e == "rs")) {
        let inside = path.strip_prefix(&crates).unwrap_or(path);
        let mut parts = inside.iter().filter_map(|p| p.to_str());
        if matches!(parts.next(), Some("web" | "bench" | "testkit" | "simulators")) || parts.next() != Some("src") {
            continue;
        }
        for (number, advice) in plain_extractors(&program_text(&read(path)?)) {
            breaches.push(format!("{}:{number}: {advice}", relative(path)));
        }
    }
    Ok(())
}

/// The lines that take in one of [`PLAIN_EXTRACTORS`], with what to use.
fn plain_extractors(source: &str) -> Vec<(usize, &'static str)> {
    let mut out = Vec::new();
    // The database has a `Json` of its own.
    let takes_axums = source.contains("use axum::Json;") || source.contains("use axum::{");
    // An import goes on until its semicolon.
    let mut is_import = false;
    for (number, line) in source.lines().enumerate() {
        let words = || line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let starts = line.trim_start().starts_with("use axum::extract");
        is_import |= starts || line.trim_start().starts_with("use axum::{") && line.contains("extract");
        for (word, advice) in PLAIN_EXTRACTORS {
            let is_named = line.contains(&format!("extract::{word}")) && words().any(|w| w == *word);
            // `axum::Json` also makes answers; as an argument it is a pattern with its type.
            let is_taken = *word == "Json" && takes_axums && line.contains("): Json<");
            if is_named && *word != "Json" || is_taken || is_import && *word != "Json" && words().any(|w| w == *word) {
                out.push((number + 1, *advice));
            }
        }
        is_import &= !line.contains(';');
    }
    out
}

/// The order of an area's slices is the line in its own documentation; an area that is one slice has none.
pub(crate) fn slice_order(area: &str) -> Outcome<Vec<String>> {
    let text = read(&root().join("crates").join(area).join("src/lib.rs"))?;
    // A line with a title is the order within a crate that is one slice: see `circles`.
    Ok(text.lines().find_map(|line| crate::circles::ordered(line.strip_prefix("//!")?)).unwrap_or_default())
}

/// `crate::x` and `crate::{x, y::z}`: the modules a line of source reaches.
fn reached(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    for after in line.split("crate::").skip(1) {
        let word = |t: &str| t.trim().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
        match after.strip_prefix('{') {
            Some(group) => {
                let mut depth = 1_usize;
                for part in group.split_inclusive([',', '{', '}']) {
                    let name = word(part);
                    if depth == 1 && !name.is_empty() {
                        out.push(name);
                    }
                    depth = (depth + part.matches('{').count()).saturating_sub(part.matches('}').count());
                    if depth == 0 {
                        break;
                    }
                }
            }
            None => out.push(word(after)),
        }
    }
    out
}

fn slices(breaches: &mut Vec<String>) -> Outcome {
    for area in AREAS {
        slices_of(area, breaches)?;
    }
    Ok(())
}

fn slices_of(area: &str, breaches: &mut Vec<String>) -> Outcome {
    let order = slice_order(area)?;
    let position = |name: &str| order.iter().position(|s| s == name);
    let source = root().join("crates").join(area).join("src");
    for path in files(&source).iter().filter(|p| p.extension().is_some_and(|e| e == "rs")) {
        let inside = path.strip_prefix(&source).unwrap_or(path);
        let module = inside.iter().next().and_then(|m| m.to_str()).unwrap_or_default().trim_end_matches(".rs").to_owned();
        let is_ground = area == "platform" && GROUND.contains(&module.as_str());
        let own_position = position(&module);
        if own_position.is_none() && !is_ground && module != "lib" && !order.is_empty() {
            breaches.push(format!("{}: {module} has no place in the order of slices", relative(path)));
            continue;
        }
        if module == "lib" || inside.components().any(|c| c.as_os_str() == "tests") {
            continue;
        }
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let is_api = HTTP_FACES.iter().any(|f| inside.ends_with(f))
            || name == "api.rs"
            || name.ends_with("_api.rs")
            || inside.components().any(|c| c.as_os_str() == "api");
        for (number, line) in program_text(&read(path)?).lines().enumerate() {
            let at = format!("{}:{}", relative(path), number + 1);
            if line.trim_start().starts_with("use axum") && !is_api && module != "app" {
                breaches.push(format!("{at}: only api.rs knows axum"));
            }
            for target in reached(line) {
                match (own_position, position(&target)) {
                    (Some(own), Some(other)) if other > own => {
                        breaches.push(format!("{at}: {module} stands left of {target} and may not call it"));
                    }
                    (None, Some(_)) if is_ground => breaches.push(format!("{at}: {module} is ground and may not know {target}")),
                    _ => {}
                }
            }
        }
    }
    Ok(())
}

/// No file of ours names a package registry's host or a path of the machine it was written on. `Cargo.lock` is cargo's own.
fn foreign_names(breaches: &mut Vec<String>) -> Outcome {
    // In two pieces each, so that this file does not name them itself.
    let mut names: Vec<String> = [
        ("crates", ".io"),
        ("npmjs", ".org"),
        ("npmjs", ".com"),
        ("pypi", ".org"),
        ("pythonhosted", ".org"),
        ("deb.debian", ".org"),
    ]
    .iter()
    .map(|(a, b)| format!("{a}{b}"))
    .collect();
    let root_path = root().canonicalize().map_err(|e| e.to_string())?;
    names.push(root_path.display().to_string());
    if let Some(parent) = root_path.parent().filter(|p| *p != std::env::temp_dir() && p.parent().is_some()) {
        names.push(format!("{}/", parent.display()));
    }
    let listed = crate::shell::output(&mut crate::shell::command(
        "git",
        &["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    ))?;
    for name in listed.split('\0').filter(|n| !n.is_empty() && *n != "Cargo.lock") {
        let Ok(text) = std::fs::read_to_string(root().join(name)) else { continue };
        for (number, line) in text.lines().enumerate() {
            for banned in names.iter().filter(|n| line.contains(n.as_str())) {
                breaches.push(format!("{name}:{}: names {banned}", number + 1));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_in_single_and_grouped_paths() {
        assert_eq!(reached("use crate::orders::Order;"), ["orders"]);
        assert_eq!(reached("use crate::{orders::{Order, Line}, carts};"), ["orders", "carts"]);
        assert_eq!(reached("    crate::carts::x(crate::App)"), ["carts", "App"]);
        assert!(reached("use super::store;").is_empty());
    }

    #[test]
    fn l2_extractors_that_answer_in_plain_text_are_found_however_they_are_named() {
        let source = "use axum::Json;\nuse axum::extract::{Path, State};\nuse axum::extract::{\n    State,\n    Query,\n};\nuse std::path::Path;\n\
                      fn a(x: axum::extract::Path<String>) {}\nfn b(Json(x): Json<In>) -> Json<Out> {}\nuse axum::extract::State;\n";
        let lines: Vec<usize> = plain_extractors(source).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [2, 5, 8, 9]);
        let mut breaches = Vec::new();
        own_extractors(&mut breaches).unwrap();
        assert_eq!(breaches, [""; 0]);
    }

    #[test]
    fn only_the_programs_own_dependencies_count() {
        let manifest = "[package]\nname = \"x\"\n\n[dependencies]\nkernel.workspace = true\ndb = { path = \"../db\" }\n\n[dev-dependencies]\ntestkit.workspace = true\n";
        assert_eq!(dependencies(manifest), ["kernel", "db"]);
    }

    #[test]
    fn the_order_of_slices_is_read_from_each_area() {
        assert_eq!(slice_order("platform").unwrap().first().map(String::as_str), Some("identity"));
        assert!(slice_order("commerce").unwrap().len() > 6);
        assert!(slice_order("catalog").unwrap().is_empty(), "an area that is one slice");
    }
}
