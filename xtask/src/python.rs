//! The Python programs that tests use, in one virtual environment.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;

use crate::shell::{Outcome, find, output, root};

/// Where the environment is.
const FOLDER: &str = "target/xtask/python";

/// What is installed: the property-based API tests, and an S3-compatible store without the twenty other services that
/// `moto[server]` brings packages for (30 of 38 seconds of processor time).
const PACKAGES: &[&str] = &["schemathesis==4.32.5", "moto[s3]==5.2.5", "flask==3.1.3", "flask-cors==6.0.5"];

/// The property-based API tests.
pub(crate) const SCHEMATHESIS: &str = "schemathesis";
/// The S3-compatible store.
pub(crate) const MOTO: &str = "moto_server";

/// Steps beside each other install once.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Where a program is once it is installed.
fn path_of(program: &str) -> PathBuf {
    root().join(FOLDER).join("bin").join(program)
}

/// The program can be run now.
pub(crate) fn is_installed(program: &str) -> bool {
    path_of(program).exists()
}

/// The program; installs all of [`PACKAGES`] where it is not there.
///
/// # Errors
/// There is no Python on this machine, or the packages cannot be had.
pub(crate) fn program(program: &str) -> Outcome<PathBuf> {
    let path = path_of(program);
    let _one_at_a_time = INSTALLING.lock().map_err(|e| e.to_string())?;
    if !path.exists() {
        let python = find("python3").ok_or("no python3 on this machine")?;
        let folder = root().join(FOLDER);
        println!("installing {} into {}", PACKAGES.join(", "), folder.display());
        output(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
        // A module is compiled when it is first imported: most never are.
        output(Command::new(folder.join("bin/pip")).args(["install", "--quiet", "--no-compile"]).args(PACKAGES))?;
    }
    Ok(path)
}
