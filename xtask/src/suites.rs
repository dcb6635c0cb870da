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

/// Rust tests, of all packages or of these without some modules, with cargo-nextest where it is installed; without it, always
/// all of them.
fn run(packages: &[&str], without: &[&str], variables: &[(&str, String)]) -> Outcome {
    let of_packages = packages.iter().map(|p| format!("package({p})")).collect::<Vec<_>>().join(" + ");
    let left_out = format!("not (package(testkit) & test(/^({})::/))", without.join("|"));
    let filters = [Some(of_packages).filter(|f| !f.is_empty()), Some(left_out).filter(|_| !without.is_empty()), part()];
    let filters: Vec<String> = filters.into_iter().flatten().collect();
    let filter = filters.iter().map(|f| format!("({f})")).collect::<Vec<_>>().join(" & ");
    let mut args = if find("cargo-nextest").is_some() {
        // The whole workspace is named in any case: fewer packages have other features, and all would be compiled again.
        let mut args = vec!["nextest", "run", "--workspace", "--no-fail-fast", "--status-level", "fail", "--hide-progress-bar"];
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
    for name in ["TEST_ENGINE", "TEST_DATABASE_URL", "TEST_POSTGRES_TLS", "TEST_S3_URL"] {
        c.env_remove(name);
    }
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

/// The suites that touch a database, again on the other engine, but for [`ONCE`].
///
/// # Errors
/// A test failed, or there is no server.
pub(crate) fn on_postgres() -> Outcome {
    let server = postgres::Server::start()?;
    let mut variables = vec![("TEST_ENGINE", "postgres".to_owned()), ("TEST_DATABASE_URL", server.url())];
    variables.extend(server.tls().into_iter().flatten());
    run(STORED, ONCE, &variables)
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_runs_once_is_a_module_of_the_integration_tests() {
        let folder = crate::shell::root().join("crates/testkit/tests/it");
        for name in super::ONCE {
            let is_there = folder.join(format!("{name}.rs")).exists() || folder.join(name).join("mod.rs").exists();
            assert!(is_there, "{name}");
        }
    }
}
