//! `docs/recipes.md` stays true: what it names is there, and no recipe grows unseen.

use std::collections::BTreeSet;

use crate::shell::{Outcome, root};
use crate::source::{files, relative};

/// The most existing files that a recipe may name, by the beginning of its heading. The numbers may only shrink: the aim is 6 for a
/// resource.
const MOST: &[(&str, usize)] = &[
    ("A field of a product", 9),
    ("Where files of other platforms have it", 1),
    ("A resource with a list and a form", 6),
    ("A screen of the dashboard", 3),
    ("A courier", 3),
    ("A payment provider", 3),
    ("Where it is called over the network", 2),
    ("Its simulator", 2),
    ("A background job", 1),
    ("A section of the theme", 2),
];

/// The field whose files are counted, by its name and as a column of files, and the recipes that list them.
const SAMPLE: ([&str; 2], &[&str]) =
    (["cost_price", "CostPrice"], &["A field of a product", "Where files of other platforms have it"]);
/// Where they are counted.
const COUNTED: [&str; 2] = ["crates/catalog/src", "dashboard/src/features/products"];

/// A recipe: its heading and the files that its list names.
struct Recipe {
    heading: String,
    files: Vec<String>,
}

/// Adds what the page says and the source does not.
///
/// # Errors
/// The page cannot be read.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    let path = "docs/recipes.md";
    let text = std::fs::read_to_string(root().join(path)).map_err(|e| format!("{path}: {e}"))?;
    let recipes = read(&text);
    for Recipe { heading, files } in &recipes {
        for file in files.iter().filter(|file| !root().join(file).is_file()) {
            breaches.push(format!("{path}: there is no {file}"));
        }
        let stated: usize = heading.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<usize>().ok()).sum();
        if stated != files.len() {
            breaches.push(format!("{path}: \"{heading}\" names {} files", files.len()));
        }
        match MOST.iter().find(|(start, _)| heading.starts_with(start)) {
            Some((_, most)) if files.len() <= *most => {}
            Some((_, most)) => breaches.push(format!("{path}: \"{heading}\" may name {most} files")),
            None => breaches.push(format!("{path}: \"{heading}\" has no limit in xtask/src/recipes.rs")),
        }
    }
    check_couriers(breaches);
    let (words, headings) = SAMPLE;
    let word = words[0];
    let is_sample = |recipe: &&Recipe| headings.iter().any(|start| recipe.heading.starts_with(start));
    let listed: BTreeSet<String> = recipes.iter().filter(is_sample).flat_map(|r| r.files.iter().cloned()).collect();
    let is_counted = |file: &String| COUNTED.iter().any(|folder| file.starts_with(folder));
    let found = naming(words);
    breaches.extend(found.difference(&listed).map(|file| format!("{path}: {file} names {word} and no recipe says so")));
    let unnamed = listed.difference(&found).filter(|file| is_counted(file));
    breaches.extend(unnamed.map(|file| format!("{path}: {file} does not name {word}")));
    Ok(())
}

/// A courier is whoever is not a pickup, or the recipe of a courier is wrong: a match arm of `CUSTOM` alone has to be repeated for each.
fn check_couriers(breaches: &mut Vec<String>) {
    const OWNER: &str = "crates/commerce/src/couriers/words.rs";
    for path in files(&root().join("crates/commerce/src")) {
        let name = relative(&path);
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if name != OWNER && text.contains("ShippingProvider") && text.contains("Custom =>") {
            breaches
                .push(format!("{name}: a courier is whoever is not a pickup; no match arm for CUSTOM alone (docs/recipes.md)"));
        }
    }
}

/// Recipes are headings; the files of their lists stand in backticks at the beginning of an item, several with commas between.
fn read(text: &str) -> Vec<Recipe> {
    let mut recipes: Vec<Recipe> = Vec::new();
    let mut is_item = false;
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")) {
            recipes.push(Recipe { heading: heading.to_owned(), files: Vec::new() });
        }
        is_item = line.starts_with("- ") || (is_item && line.starts_with("  "));
        if let (true, Some(recipe)) = (is_item, recipes.last_mut()) {
            let before_the_words = line.split(": ").next().unwrap_or_default().split(" (or ").next().unwrap_or_default();
            recipe.files.extend(before_the_words.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    recipes.retain(|recipe| !recipe.files.is_empty());
    recipes
}

/// Files of the catalogue and of the dashboard's products that name one of the words, without tests and generated ones.
fn naming(words: [&str; 2]) -> BTreeSet<String> {
    let all = COUNTED.iter().flat_map(|folder| files(&root().join(folder)));
    let is_naming = |text: String| words.iter().any(|word| text.contains(word));
    all.filter(|path| !relative(path).contains("test") && std::fs::read_to_string(path).is_ok_and(is_naming))
        .map(|path| relative(&path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn the_files_of_a_list_are_read() {
        let text =
            "# Page\nsee `a.md`\n## One: 3 files\n- `x.rs`: why `y`\n- `z.rs`,\n  `w.rs` (or another): why\n\nand `v.rs`\n";
        let recipes = read(text);
        assert_eq!(recipes.len(), 1);
        assert_eq!(recipes[0].files, ["x.rs", "z.rs", "w.rs"]);
    }

    #[test]
    fn the_recipes_page_matches_the_code() {
        let mut breaches = Vec::new();
        super::check(&mut breaches).unwrap();
        assert!(breaches.is_empty(), "{breaches:#?}");
    }
}
