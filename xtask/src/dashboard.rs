//! The React app's part of every command.

use std::path::PathBuf;

use crate::passed::{is_current, record, stamp};
use crate::shell::{Outcome, command, find, output, quiet, root, sh, status};
use crate::source::{files, fingerprint};
use crate::test::part;

/// Oldest Node the build tools run on.
const NODE: (u32, u32) = (20, 19);

/// Node and npm are here, and new enough.
pub(crate) fn check_tools() -> Outcome {
    if find("node").is_none() || find("npm").is_none() {
        return Err(format!("Node {}.{} or newer and npm are needed to build the dashboard", NODE.0, NODE.1));
    }
    let version = output(&mut command("node", &["--version"]))?;
    let mut parts = version.trim().trim_start_matches('v').split('.').map(|p| p.parse::<u32>().unwrap_or(0));
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if found < NODE {
        return Err(format!("Node {}.{} or newer is needed, found {}", NODE.0, NODE.1, version.trim()));
    }
    Ok(())
}

/// The tools and the packages of everything that builds the dashboard.
pub(crate) fn packages() -> Outcome {
    check_tools()?;
    install("dashboard")
}

/// `npm ci` where the lock file has changed since the last one. A lock file that it refuses is a fault: it must name the binaries
/// of every platform, with their checksums.
pub(crate) fn install(folder: &str) -> Outcome {
    let path = root().join(folder);
    let value = fingerprint(&[path.join("package.json"), path.join("package-lock.json")]);
    let stamp = path.join("node_modules/.rawaj-installed");
    if is_current(&stamp, &value) {
        return Ok(());
    }
    println!("installing the packages of {folder}");
    sh("npm", &["ci", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel", "error"])?;
    record(&stamp, &value)
}

/// Builds `dashboard/dist` when its sources have changed; compressed twins stand beside text files.
pub(crate) fn build() -> Outcome {
    let folder = root().join("dashboard");
    let mut inputs: Vec<PathBuf> = ["src", "public"].iter().flat_map(|f| files(&folder.join(f))).collect();
    for name in ["package.json", "package-lock.json", "index.html", "login.html", "vite.config.ts", "tsconfig.json"] {
        inputs.push(folder.join(name));
    }
    inputs.push(root().join("xtask/compress.mjs"));
    let value = fingerprint(&inputs);
    let stamp = stamp("dashboard");
    if is_current(&stamp, &value) && folder.join("dist/index.html").exists() {
        println!("the dashboard is built already");
        return Ok(());
    }
    println!("building the dashboard");
    npm("build")?;
    sh("node", &["xtask/compress.mjs", "dashboard/dist"])?;
    record(&stamp, &value)
}

/// `npm run` in the dashboard; its output is shown only when it fails.
pub(crate) fn npm(script: &str) -> Outcome {
    quiet(&mut command("npm", &["run", "--silent", "--prefix", "dashboard", script]))
}

/// Its own tests, or those that a change reaches.
pub(crate) fn tests() -> Outcome {
    let folders = part().unwrap_or_default();
    let mut c = command("npm", &["run", "--silent", "--prefix", "dashboard", "test", "--"]);
    status(c.args(folders.split_whitespace()))
}

/// [`npm`] for a check that depends on the dashboard's files alone: what passed for these very files is not run again.
pub(crate) fn check(script: &str) -> Outcome {
    let folder = root().join("dashboard");
    let mut inputs: Vec<PathBuf> = ["src", "public", "tools", "e2e"].iter().flat_map(|f| files(&folder.join(f))).collect();
    inputs.extend(std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.path()).filter(|p| p.is_file()));
    inputs.sort();
    let value = fingerprint(&inputs);
    let stamp = stamp(&format!("passed-{}", script.replace(':', "-")));
    if is_current(&stamp, &value) {
        println!("passed for the same files before");
        return Ok(());
    }
    npm(script)?;
    record(&stamp, &value)
}
