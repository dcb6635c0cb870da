//! The Rust suites on both engines.

use crate::shell::{Outcome, find, status};
use crate::test::part;
use crate::{compiled, postgres, s3};

/// Packages whose tests touch a database.
const STORED: &[&str] = &["db", "jobs", "testkit"];
/// Modules of the integration tests about what stands before or behind any SQL: sockets, headers, who may call what, files
/// and pages. They run once, on the embedded engine. Every SQL text, locks, races, migrations, what the engines read
/// differently and the paths of every slice run on both (docs/ci.md).
const ONCE: &[&str] =
    &["answers", "edge", "edge_h2", "media_safety", "storefront_errors", "storefront_line", "storefront_seo", "web", "words"];

/// Single tests that run once: long walks over many rows or calls, whose statements shorter tests ask PostgreSQL as well.
const LONG: &[&str] = &[
    "bad_requests::bodies::gu_07_a_body_that_is_wrong_as_a_whole_is_refused_by_every_call",
    "exports::pr_09_a_large_export_is_written_in_the_background_and_expires",
    "search::the_best_of_a_common_word_is_found_among_many",
    "search_whole::cu_01_or_01_a_search_is_for_everybody_it_finds",
    "search_whole::gc_02_a_search_is_for_every_product_it_finds",
    "storefront_lists::every_product_of_a_long_list_is_reached_by_next",
    "storefront_pages::f12_the_largest_picture_of_the_front_page_does_not_wait",
];

/// Rust tests, of all packages or of these without some modules or tests, with cargo-nextest where it is installed; without it, always
/// all of them.
fn run(packages: &[&str], without: &[&str], variables: &[(&str, String)]) -> Outcome {
    let of_packages = packages.iter().map(|p| format!("package({p})")).collect::<Vec<_>>().join(" + ");
    let left_out = format!("not (package(testkit) & test(/^({})(::|$)/))", without.join("|"));
    let part = part();
    let (tests, paths) = part.as_deref().map_or((None, None), |part| match part.split_once('\n') {
        Some((tests, paths)) => (Some(tests.to_owned()), Some(paths)),
        None => (Some(part.to_owned()), None),
    });
    let filters = [Some(of_packages).filter(|f| !f.is_empty()), Some(left_out).filter(|_| !without.is_empty()), tests];
    let filters: Vec<String> = filters.into_iter().flatten().collect();
    let filter = filters.iter().map(|f| format!("({f})")).collect::<Vec<_>>().join(" & ");
    // One more than there are cores: a test waits for its server, its timers and its disk a fifth of its time.
    let threads = (std::thread::available_parallelism().map_or(1, Into::into) + 1).to_string();
    let mut args = if find("cargo-nextest").is_some() {
        // The whole workspace is named in any case: fewer packages have other features, and all would be compiled again.
        let mut args = vec!["nextest", "run", "--workspace", "--no-fail-fast", "--status-level", "fail", "--hide-progress-bar"];
        args.extend(["--test-threads", &threads]);
        if !filter.is_empty() {
            args.extend(["-E", &filter]);
        }
        args
    } else {
        let mut args = vec!["test", "--no-fail-fast", "--quiet"];
        if packages.is_empty() {
            args.push("--workspace");
        }
        args.extend(packages.iter().flat_map(|p| ["--package", p]));
        args
    };
    args.push("--locked");
    let mut c = compiled::cargo(&args);
    for name in ["TEST_ENGINE", "TEST_DATABASE_URL", "TEST_POSTGRES_TLS", "TEST_S3_URL", "TEST_PATHS"] {
        c.env_remove(name);
    }
    c.envs(paths.map(|paths| ("TEST_PATHS", paths)));
    c.envs(variables.iter().map(|(name, value)| (name, value)));
    status(&mut c)
}

/// Everything on the embedded engine; what speaks to an S3-compatible store too, where one can be had.
///
/// # Errors
/// A test failed.
pub(crate) fn on_sqlite() -> Outcome {
    match s3::Store::start() {
        Ok(store) => run(&[], &[], &store.variables()),
        Err(reason) => {
            println!("no S3-compatible store: the tests that speak to one do not run ({reason})");
            run(&[], &[], &[])
        }
    }
}

/// No test of [`on_sqlite`] is left out for want of a tool.
pub(crate) fn is_sqlite_whole() -> bool {
    s3::is_installed()
}

/// The suites that touch a database, again on the other engine, but for [`ONCE`] and [`LONG`].
///
/// # Errors
/// A test failed, or there is no server.
pub(crate) fn on_postgres() -> Outcome {
    let server = postgres::Server::start()?;
    let mut variables = vec![("TEST_ENGINE", "postgres".to_owned()), ("TEST_DATABASE_URL", server.url())];
    variables.extend(server.tls().into_iter().flatten());
    run(STORED, &[ONCE, LONG].concat(), &variables)
}

#[cfg(test)]
mod tests {
    #[test]
    fn modules_and_tests_that_run_once_exist() {
        let folder = crate::shell::root().join("crates/testkit/tests/it");
        for name in super::ONCE {
            let is_there = folder.join(format!("{name}.rs")).exists() || folder.join(name).join("mod.rs").exists();
            assert!(is_there, "{name}");
        }
        for path in super::LONG {
            let (module, test) = path.rsplit_once("::").unwrap();
            let base = folder.join(module.replace("::", "/"));
            let files = [base.with_extension("rs"), base.join("mod.rs")];
            let text = files.iter().find_map(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
            assert!(text.contains(&format!("async fn {test}(")), "{path}");
        }
    }
}
