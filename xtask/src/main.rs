//! The project's own commands: `cargo xtask run`, `cargo xtask test`.

mod architecture;
mod areas;
mod bench;
mod browser;
mod circles;
mod compiled;
mod coverage;
mod dashboard;
mod dependency_cache;
mod generated;
mod imports;
mod licences;
mod names;
mod orphans;
mod passed;
mod postgres;
mod python;
mod recipes;
mod run;
mod s3;
mod schemas;
mod shell;
mod simulators;
mod source;
mod sql;
mod store_verbs;
mod stored_words;
mod suites;
mod summary;
mod test;
mod walls;
mod walls_exceptions;

use std::process::ExitCode;

const HELP: &str = "cargo xtask <command>

  run [--release|--dev] [--with-simulators]
                 build the dashboard and the server, then serve with everything in ./data; with simulators of payment gateways
                 and couriers beside it, and a demo store that takes cards at them
  seed ...       fill the database of ./data with sample data (see `cargo xtask seed --help`)
  test [name]    everything that CI proves; with a name, only the steps whose name holds it. Of suites and walks that passed
                 before, only what a change since can reach is run again, unless with --again
  ci             the same as test
  gen            write docs/openapi.json and the dashboard's API types again
  check-arch     the architecture's rules
  e2e            the whole path in a headless browser
  simulators     services that the product calls (payment gateways, couriers), played on this machine (docs/simulators.md)
  bench ...      measure the program against what the machine gives without it (see `cargo xtask bench --help`)
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let result = match args.first().map(String::as_str) {
        Some("run") => run::serve(rest),
        Some("seed") => run::seed(rest),
        Some("test" | "ci") => test::all(rest),
        Some("gen") => generated::write(),
        Some("check-arch") => architecture::check(),
        Some("e2e") => browser::end_to_end(),
        Some("simulators") => simulators::run(),
        Some("bench") => bench::run(rest),
        Some(other) => Err(format!("unknown command {other}\n\n{HELP}")),
        None => Err(HELP.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
