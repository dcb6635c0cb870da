//! Files that import each other in a circle, and the order of what a slice is made of.
//!
//! Files of a circle can only be read, moved and compiled in the mind all at once. Each slice has the size of its largest circle on a
//! list that may only shrink ([`LARGEST`]). A slice whose `mod.rs`, or `lib.rs` where it is a crate, gives the order of its sub-slices
//! keeps to it: a file imports only files of its own sub-slice and of lower ones. Its HTTP faces (`api.rs`, `*_api.rs`) stand above
//! all of them and are imported by nobody but the `mod.rs` beside them and each other.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::architecture::{AREAS, slice_order};
use crate::imports::{Imports, of_folder};
use crate::shell::{Outcome, root};

/// The largest circle of files of a slice, or of a crate that is one; what is not on the list has none. It may only shrink.
const LARGEST: &[(&str, usize)] = &[
    ("db", 14),
    ("platform/imports", 12),
    ("commerce/carts", 11),
    ("web", 11),
    ("platform/stores", 10),
    ("platform/exports", 2),
    ("server", 5),
    ("jobs", 4),
    ("commerce/coupons", 3),
    ("office/abandoned_carts", 3),
    ("office/documents", 3),
    ("platform/batches", 4),
    ("site/theme", 2),
    ("bench", 2),
    ("catalog", 2),
    ("commerce/cod_risk", 2),
    ("commerce/payments", 2),
    ("commerce/shipping", 2),
    ("office/privacy", 2),
    ("office/sample", 2),
    ("platform/identity", 2),
    ("platform/media", 2),
    ("testkit", 2),
];

/// Adds a breach for each circle that is larger than it may be, and for each import against an order.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    let mut sizes = BTreeMap::new();
    for (name, folder) in slices()? {
        let module: Vec<&str> = name.split('/').skip(1).collect();
        let imports = of_folder(&folder, &module)?;
        let largest = circles(&imports).into_iter().next().unwrap_or_default();
        sizes.insert(name.clone(), largest.into_iter().map(str::to_owned).collect());
        let text = std::fs::read_to_string(folder.join(top(&imports))).unwrap_or_default();
        let order = sub_slices(&text);
        if !order.is_empty() {
            let label = crate::source::relative(&folder);
            breaches.extend(against(&imports, &order).into_iter().map(|breach| format!("{label}/{breach}")));
        }
    }
    compare(&sizes, LARGEST, breaches);
    Ok(())
}

/// Every slice and every crate that is one, with its folder.
fn slices() -> Outcome<Vec<(String, PathBuf)>> {
    let crates = root().join("crates");
    let mut out = Vec::new();
    for (name, _) in crate::architecture::MAY_IMPORT {
        let source = crates.join(name).join("src");
        let order = if AREAS.contains(name) { slice_order(name)? } else { Vec::new() };
        if order.is_empty() && source.is_dir() {
            out.push(((*name).to_owned(), source.clone()));
        }
        let folders = order.into_iter().map(|slice| (format!("{name}/{slice}"), source.join(slice)));
        out.extend(folders.filter(|(_, folder)| folder.is_dir()));
    }
    Ok(out)
}

/// The file that declares the sub-slices: of a slice its `mod.rs`, of a crate its `lib.rs`.
fn top(imports: &Imports) -> &'static str {
    if imports.contains_key("lib.rs") { "lib.rs" } else { "mod.rs" }
}

/// The sub-slices that the documentation of a slice puts in an order, lower first: `//! rules: status < model`, line after line. A
/// line without a title is the order of an area's slices.
fn sub_slices(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|l| l.strip_prefix("//!")?.split_once(':'));
    lines.filter_map(|(_, names)| ordered(names)).flatten().collect()
}

/// The names of `status < model < error`, in backticks where clippy wants them; none of any other text.
pub(crate) fn ordered(text: &str) -> Option<Vec<String>> {
    let names: Vec<String> = text.split(" < ").map(|name| name.trim().replace('`', "")).collect();
    let is_name =
        |name: &String| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    (names.len() > 1 && names.iter().all(is_name)).then_some(names)
}

/// The sub-slice of a file: the folder or the file at the top.
fn sub_slice(file: &str) -> &str {
    file.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

fn is_face(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or_default();
    name == "api.rs" || name.ends_with("_api.rs")
}

/// Imports against the order of the sub-slices, and sub-slices without a place in it.
fn against(imports: &Imports, order: &[String]) -> Vec<String> {
    let top = top(imports);
    let rank = |file: &str| order.iter().position(|name| name == sub_slice(file));
    let mut out: Vec<String> = order
        .iter()
        .filter(|name| !imports.keys().any(|file| sub_slice(file) == **name))
        .map(|name| format!("{top}: the order names {name}, which is not there"))
        .collect();
    for (file, found) in imports.iter().filter(|(file, _)| *file != top) {
        let Some(own_rank) = rank(file) else {
            out.push(format!("{file}: {} has no place in the order of sub-slices", sub_slice(file)));
            continue;
        };
        for import in found {
            let (to, is_same) = (import.to.as_str(), sub_slice(&import.to) == sub_slice(file));
            let fault = if to == top {
                format!("name the file that {} is in: {top} is for other slices", import.item)
            } else if is_face(to) && !is_face(file) && !(is_same && file.ends_with("/mod.rs")) {
                format!("{to} speaks HTTP and is imported by nobody")
            } else if !is_same && !is_face(file) && rank(to).is_some_and(|other| other > own_rank) {
                format!("{} is lower than {} and may not import it", sub_slice(file), sub_slice(to))
            } else {
                continue;
            };
            out.push(format!("{file}:{}: {fault}", import.line));
        }
    }
    out
}

/// The circles of files that import each other, the largest first; a file alone is none.
pub(crate) fn circles(imports: &Imports) -> Vec<Vec<&str>> {
    let names: Vec<&str> = imports.keys().map(String::as_str).collect();
    let position = |name: &str| names.binary_search(&name).ok();
    let edges = imports.values().map(|found| found.iter().filter_map(|i| position(&i.to)).collect()).collect();
    let mut walk = Walk::new(edges);
    for node in 0..names.len() {
        if walk.index[node].is_none() {
            walk.visit(node);
        }
    }
    let named = |circle: Vec<usize>| circle.into_iter().map(|n| names[n]).collect::<Vec<_>>();
    let mut out: Vec<Vec<&str>> = walk.found.into_iter().filter(|circle| circle.len() > 1).map(named).collect();
    for circle in &mut out {
        circle.sort_unstable();
    }
    out.sort_by_key(|circle| (usize::MAX - circle.len(), circle.first().copied()));
    out
}

/// Tarjan's walk for strongly connected components.
struct Walk {
    edges: Vec<Vec<usize>>,
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    stack: Vec<usize>,
    is_on_stack: Vec<bool>,
    next: usize,
    found: Vec<Vec<usize>>,
}

impl Walk {
    fn new(edges: Vec<Vec<usize>>) -> Self {
        let n = edges.len();
        Self {
            edges,
            index: vec![None; n],
            low: vec![0; n],
            stack: Vec::new(),
            is_on_stack: vec![false; n],
            next: 0,
            found: Vec::new(),
        }
    }

    fn visit(&mut self, node: usize) {
        self.index[node] = Some(self.next);
        self.low[node] = self.next;
        self.next += 1;
        self.stack.push(node);
        self.is_on_stack[node] = true;
        for to in self.edges[node].clone() {
            match self.index[to] {
                None => {
                    self.visit(to);
                    self.low[node] = self.low[node].min(self.low[to]);
                }
                Some(index) if self.is_on_stack[to] => self.low[node] = self.low[node].min(index),
                Some(_) => {}
            }
        }
        if self.index[node] == Some(self.low[node]) {
            let start = self.stack.iter().position(|n| *n == node).unwrap_or_default();
            let circle = self.stack.split_off(start);
            for n in &circle {
                self.is_on_stack[*n] = false;
            }
            self.found.push(circle);
        }
    }
}

/// No larger than the list says, and no smaller.
fn compare(sizes: &BTreeMap<String, Vec<String>>, list: &[(&str, usize)], breaches: &mut Vec<String>) {
    for (name, circle) in sizes {
        let allowed = list.iter().find(|(listed, _)| listed == name).map_or(0, |(_, n)| *n);
        if circle.len() > allowed {
            let (n, files) = (circle.len(), circle.join(", "));
            breaches.push(format!("crates/{name}: {n} files import each other in a circle, {allowed} may: {files}"));
        }
    }
    for (name, allowed) in list {
        let n = sizes.get(*name).map_or(0, Vec::len);
        if n < *allowed {
            breaches.push(format!("xtask/src/circles.rs: the largest circle of {name} is {n} and not {allowed}: lower it"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::of_sources;

    fn imports(sources: &[(&str, &str)]) -> Imports {
        of_sources(&sources.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect(), &["orders"])
    }

    #[test]
    fn a_circle_is_every_file_from_which_a_way_leads_back() {
        let sources = [
            ("a.rs", "use super::b::X;"),
            ("b.rs", "use super::c::X; use super::d::X;"),
            ("c.rs", "fn f() { super::a::x(); }"),
            ("d.rs", "use super::e::X;"),
            ("e.rs", "use super::d::Y;"),
            ("f.rs", "use super::a::X;"),
        ];
        assert_eq!(circles(&imports(&sources)), [vec!["a.rs", "b.rs", "c.rs"], vec!["d.rs", "e.rs"]]);
        assert_eq!(circles(&imports(&sources[3..4])), [[""; 0]; 0]);
    }

    #[test]
    fn a_file_imports_lower_sub_slices_and_no_face_of_http() {
        let order = sub_slices(
            "//! Words.\n//! left < right\n//! rules: model\n//! more: model < ledger\n//! top: place < gone\nmod model;",
        );
        assert_eq!(order, ["model", "ledger", "place", "gone"]);
        let sources = [
            ("mod.rs", "mod ledger;\npub use place::X;\nfn f() { ledger::routes() }"),
            ("model.rs", "use super::ledger::store::Row;"),
            ("ledger/mod.rs", "mod api;\nfn routes() { api::routes() }"),
            ("ledger/api.rs", "use crate::orders::place::x;\nuse super::store;"),
            ("ledger/store.rs", "use crate::orders::model::X;\nuse super::api::failed;"),
            ("place.rs", "use super::ledger::store::Row;\nuse crate::orders::Order;\nuse super::ledger::api::y;"),
            ("other.rs", ""),
        ];
        assert_eq!(
            against(&imports(&sources), &order),
            [
                "mod.rs: the order names gone, which is not there",
                "ledger/store.rs:2: ledger/api.rs speaks HTTP and is imported by nobody",
                "model.rs:1: model is lower than ledger and may not import it",
                "other.rs: other has no place in the order of sub-slices",
                "place.rs:3: ledger/api.rs speaks HTTP and is imported by nobody",
                "place.rs:2: name the file that Order is in: mod.rs is for other slices",
            ]
        );
    }

    #[test]
    fn a_crate_that_is_one_slice_has_its_order_in_lib_rs() {
        let order = sub_slices("//! words: model < store");
        let texts = [("lib.rs", "use store::X;"), ("model.rs", "use super::store::X;"), ("store.rs", "use crate::Row;")];
        let sources = texts.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(
            against(&of_sources(&sources.into(), &[]), &order),
            [
                "model.rs:1: model is lower than store and may not import it",
                "store.rs:1: name the file that Row is in: lib.rs is for other slices",
            ]
        );
    }

    #[test]
    fn the_list_of_circles_says_exactly_what_there_is() {
        let size = |n: usize| BTreeMap::from([("a".to_owned(), vec!["x.rs".to_owned(); n])]);
        for (n, faults) in [(0, 1), (2, 1), (3, 0), (4, 1)] {
            let mut breaches = Vec::new();
            compare(&size(n), &[("a", 3)], &mut breaches);
            assert_eq!(breaches.len(), faults, "{breaches:?}");
        }
    }

    /// The limit that decisions 0060 and 0067 name, for `orders` first and for every slice since.
    #[test]
    fn a_circle_is_under_fifteen_files() {
        assert!(LARGEST.iter().all(|(_, n)| *n < 15));
        assert!(
            ["commerce/orders", "customers", "storefront"].iter().all(|name| LARGEST.iter().all(|(listed, _)| listed != name))
        );
    }
}
