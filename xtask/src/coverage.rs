//! What of the suites and walks a change in one slice of the office, or in one feature of the dashboard, can reach. Nothing
//! imports them, so the rest of what passed before need not run again on the same machine (decision 0015). A change
//! anywhere else runs everything.

use crate::shell::{Outcome, root};

/// A slice of the office crate.
struct Slice {
    name: &'static str,
    /// Modules of testkit's integration tests that use it.
    tests: &'static [&'static str],
    /// Stories of the walk that use it.
    stories: &'static [&'static str],
    /// Beginnings of its paths in the API document.
    paths: &'static [&'static str],
    /// Features of the dashboard whose pages show what it answers.
    features: &'static [&'static str],
}

const SLICES: &[Slice] = &[
    Slice {
        name: "abandoned_carts",
        tests: &["carts", "exports", "coupons", "customers"],
        stories: &["carts", "coupons", "exports"],
        paths: &["/cart"],
        features: &["carts"],
    },
    Slice {
        name: "documents",
        tests: &["documents", "invoices", "invoice_changes", "order_money"],
        stories: &["money", "shipments"],
        paths: &["/documents", "/invoice-details", "/orders", "/shipments"],
        features: &["orders", "settings", "shipping"],
    },
    Slice {
        name: "onboarding",
        tests: &["registration", "first_hour", "stores", "invitations"],
        stories: &["path", "first-hour", "account"],
        paths: &["/register", "/validate"],
        features: &["auth", "home", "onboarding"],
    },
    Slice {
        name: "order_page",
        tests: &["order_page"],
        stories: &["orders", "money", "online-payment", "couriers", "shipments"],
        paths: &["/orders"],
        features: &["orders"],
    },
    Slice {
        name: "privacy",
        tests: &["customers", "exports"],
        stories: &["personal"],
        paths: &["/customers"],
        features: &["customers"],
    },
    Slice {
        name: "reports",
        tests: &["reports", "sales", "visits", "stores", "dead_jobs", "first_hour", "web", "counts_capped"],
        stories: &["first-hour", "invitations", "reports"],
        paths: &["/access-control", "/changes", "/dev", "/home-summary", "/jobs", "/reports", "/setup-checklist", "/sync"],
        features: &["access-control", "failed-jobs", "home", "reports"],
    },
    Slice { name: "sample", tests: &["demo", "first_hour"], stories: &["first-hour"], paths: &[], features: &["home"] },
];

/// What asks every operation that is reached, or reads every table.
const ALWAYS: &[&str] = &["access", "answers", "bad_requests", "lock_order", "tenancy", "words_stored"];
/// Every page that is reached, in both languages; a story of each width.
const EVERY_PAGE: [&str; 2] = ["screens-desk", "screens-phone"];

/// Stories that use a feature of the dashboard.
const FEATURES: &[(&str, &[&str])] = &[
    ("access-control", &["invitations"]),
    ("account", &["account"]),
    ("activity", &["bulk", "bulk-orders", "invitations"]),
    ("auth", &["account", "invitations", "path"]),
    ("batches", &["bulk", "bulk-orders"]),
    ("carts", &["carts", "exports"]),
    ("categories", &["categories", "search"]),
    ("cod-rules", &["confirmation"]),
    ("confirm", &["confirmation"]),
    ("content-pages", &["content-pages"]),
    ("coupons", &["coupons", "bought"]),
    ("courier-cash", &["courier-cash"]),
    ("courier-pickups", &["couriers"]),
    ("customers", &["customers", "customers-care", "customer_import", "segments", "bought", "personal", "deposits"]),
    ("failed-jobs", &[]),
    ("home", &["reports", "first-hour"]),
    ("imports", &["imports", "customer_import", "exports", "path"]),
    ("kit", &[]),
    ("media", &["media"]),
    ("menus", &["menus"]),
    ("mentions", &["invitations", "bulk-orders"]),
    ("onboarding", &["first-hour", "path"]),
    (
        "orders",
        &[
            "orders",
            "orders-list",
            "bulk-orders",
            "drafts",
            "money",
            "online-payment",
            "couriers",
            "shipments",
            "transfers",
            "addresses",
            "deposits",
            "confirmation",
            "offline",
            "path",
        ],
    ),
    ("payment", &["payment-settings", "online-payment", "transfers", "money"]),
    ("products", &["catalogue", "bulk", "exports", "media", "stock", "offline"]),
    ("redirects", &["redirects"]),
    ("reports", &["reports"]),
    ("settings", &["money", "confirmation", "stock"]),
    ("shipping", &["couriers", "shipments", "layout"]),
    ("stock", &["stock"]),
    ("theme-editor", &["theme-editor"]),
    ("theme-gallery", &["theme-editor"]),
];

/// The slices that changed, when nothing but slices of the office did; features of the dashboard are passed over.
fn slices(changed: &[String]) -> Option<Vec<&'static Slice>> {
    let rust = changed.iter().filter(|area| !area.starts_with("dashboard/features/"));
    rust.map(|area| SLICES.iter().find(|s| area.strip_prefix("crates/office/") == Some(s.name))).collect()
}

/// The filter of cargo-nextest for what the changed areas reach, and on a second line the beginnings of the paths that tests over every
/// operation need not go beyond; none when that is everything.
pub(crate) fn tests(changed: &[String]) -> Option<String> {
    let slices = slices(changed)?;
    let mut modules: Vec<&str> = slices.iter().flat_map(|s| s.tests).chain(ALWAYS).copied().collect();
    modules.sort_unstable();
    modules.dedup();
    let reached = format!("package(testkit) & test(/^({})::/)", modules.join("|"));
    let paths: Vec<&str> = slices.iter().flat_map(|s| s.paths).copied().collect();
    Some(format!("package(office) + package(server) + package(storefront) + ({reached})\n{}", paths.join("|")))
}

/// The stories that the changed areas reach, as node takes them, and on a second line the features whose pages they reach; none when
/// that is all of them.
pub(crate) fn stories(changed: &[String]) -> Option<String> {
    let (mut stories, mut features) = (Vec::new(), Vec::new());
    for area in changed {
        if let Some(name) = area.strip_prefix("dashboard/features/") {
            stories.extend(FEATURES.iter().find(|(feature, _)| *feature == name)?.1);
            features.push(name);
        } else if let Some(story) = area.strip_prefix("dashboard/e2e/").and_then(|file| file.strip_suffix(".e2e.js")) {
            // One that is gone has nothing to walk.
            if EVERY_PAGE.contains(&story) {
                return None;
            }
            let is_there = root().join(format!("dashboard/e2e/{story}.e2e.js")).exists();
            stories.extend(is_there.then_some(story));
        } else {
            for slice in slices(std::slice::from_ref(area))? {
                stories.extend(slice.stories);
                features.extend(slice.features);
            }
        }
    }
    if !features.is_empty() {
        stories.extend(EVERY_PAGE);
    }
    for names in [&mut stories, &mut features] {
        names.sort_unstable();
        names.dedup();
    }
    let files: Vec<String> = stories.iter().map(|story| format!("{story}.e2e.js")).collect();
    Some(format!("{}\n{}", files.join(" "), features.join(" ")))
}

/// A pattern of the paths that the changed areas answer; none when that is all of them.
pub(crate) fn paths(changed: &[String]) -> Option<String> {
    let paths: Vec<&str> = slices(changed)?.iter().flat_map(|s| s.paths).copied().collect();
    // A slice that answers no call itself fills what all of them answer.
    (!paths.is_empty()).then(|| format!("^({})", paths.join("|")))
}

/// What of the dashboard's own tests the changed areas reach, as vitest takes it; none when that is everything.
pub(crate) fn units(changed: &[String]) -> Option<String> {
    let mut folders = vec!["src/app/".to_owned(), "src/test/".to_owned()];
    for area in changed {
        match area.strip_prefix("dashboard/features/") {
            Some(name) => folders.push(format!("src/features/{name}/")),
            // Rules that are held to the same examples as the server's.
            None if area.starts_with("crates/kernel") => folders.push("src/shared/lib/".into()),
            None if area.starts_with("crates/") || area.starts_with("dashboard/e2e/") => {}
            None => return None,
        }
    }
    Some(folders.join(" "))
}

/// Names every slice and feature that these tables lack, and every test, story and feature that they name and that is not there. A
/// check of the architecture and not a test: it runs for every change, and a change of the dashboard alone skips the tests of Rust.
///
/// # Errors
/// A folder cannot be read.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    let path = "xtask/src/coverage.rs";
    for name in names("crates/office/src")?.iter().filter(|name| !name.ends_with(".rs")) {
        if !SLICES.iter().any(|slice| slice.name == name) {
            breaches.push(format!("{path}: the slice {name} is missing"));
        }
    }
    for name in names("dashboard/src/features")? {
        if !FEATURES.iter().any(|(feature, _)| *feature == name) {
            breaches.push(format!("{path}: the feature {name} is missing"));
        }
    }
    for name in SLICES.iter().flat_map(|slice| slice.features) {
        if !FEATURES.iter().any(|(feature, _)| feature == name) {
            breaches.push(format!("{path}: no feature is called {name}"));
        }
    }
    let tests = names("crates/testkit/tests/it")?;
    for module in SLICES.iter().flat_map(|slice| slice.tests).chain(ALWAYS) {
        if !tests.iter().any(|test| test == module || test.strip_suffix(".rs") == Some(module)) {
            breaches.push(format!("{path}: no tests are called {module}"));
        }
    }
    let stories = names("dashboard/e2e")?;
    let named = FEATURES.iter().flat_map(|(_, stories)| *stories).chain(SLICES.iter().flat_map(|slice| slice.stories));
    for story in named.chain(&EVERY_PAGE) {
        if !stories.contains(&format!("{story}.e2e.js")) {
            breaches.push(format!("{path}: no story is called {story}"));
        }
    }
    Ok(())
}

fn names(folder: &str) -> Outcome<Vec<String>> {
    let entries = std::fs::read_dir(root().join(folder)).map_err(|e| format!("{folder}: {e}"))?;
    Ok(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::root;

    #[test]
    fn every_call_of_a_slice_is_under_its_paths() {
        for slice in SLICES {
            for file in crate::source::files(&root().join("crates/office/src").join(slice.name)) {
                let text = std::fs::read_to_string(&file).unwrap();
                for path in text.split("path = \"").skip(1).filter_map(|rest| rest.split('"').next()) {
                    let is_here = !path.starts_with('/') || slice.paths.iter().any(|start| path.starts_with(start));
                    assert!(is_here, "{}: {path} is not among the paths of {}", file.display(), slice.name);
                }
            }
        }
    }

    #[test]
    fn a_change_to_the_ground_reaches_everything() {
        let changed = |areas: &[&str]| areas.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>();
        for ground in ["crates/commerce/orders", "crates/testkit", "project", "themes"] {
            let areas = changed(&["crates/office/reports", ground]);
            assert_eq!((tests(&areas), stories(&areas), paths(&areas)), (None, None, None), "{ground}");
        }
        assert_eq!(units(&changed(&["dashboard/features/coupons", "dashboard"])), None);
    }

    #[test]
    fn a_change_of_one_slice_or_feature_reaches_its_own() {
        let areas = ["crates/office/reports".to_owned()];
        let tests = tests(&areas).unwrap();
        assert!(tests.contains("|reports|"));
        assert!(tests.ends_with("|/reports|/setup-checklist|/sync"));
        let reached = "first-hour.e2e.js invitations.e2e.js reports.e2e.js screens-desk.e2e.js screens-phone.e2e.js\naccess-control failed-jobs home reports";
        assert_eq!(stories(&areas).unwrap(), reached);
        assert!(paths(&areas).unwrap().contains("/home-summary"));
        let areas = ["dashboard/features/coupons".to_owned()];
        assert_eq!(stories(&areas).unwrap(), "bought.e2e.js coupons.e2e.js screens-desk.e2e.js screens-phone.e2e.js\ncoupons");
        assert_eq!(stories(&["dashboard/e2e/screens-phone.e2e.js".to_owned()]), None);
        assert_eq!(stories(&["dashboard/e2e/coupons.e2e.js".to_owned()]).unwrap(), "coupons.e2e.js\n");
        assert_eq!(units(&areas).unwrap(), "src/app/ src/test/ src/features/coupons/");
    }
}
