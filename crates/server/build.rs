//! Rebuilds the server when the dashboard was built again: its files are embedded into builds without debug assertions. A build
//! with them (tests, `--dev`) reads `dashboard/dist` at run time, and need not be rebuilt.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        println!("cargo::rerun-if-changed=../../dashboard/dist/index.html");
    }
}
