//! Running other programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What went wrong, for people.
pub(crate) type Outcome<T = ()> = Result<T, String>;

/// The repository's folder.
pub(crate) fn root() -> PathBuf {
    let manifest_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest_dir.parent().unwrap_or(manifest_dir).to_path_buf()
}

/// A command that runs in the repository's folder. What cargo tells this program of its own package is kept from it: build
/// scripts that look at it (`ring`) would run again, and everything above them be compiled again, at each change between
/// `cargo xtask` and `cargo`.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut c = Command::new(program);
    c.args(args).current_dir(root());
    for (name, _) in std::env::vars_os() {
        let is_ours = name.to_str().is_some_and(|n| n.starts_with("CARGO_PKG_") || n.starts_with("CARGO_MANIFEST_"));
        if is_ours {
            c.env_remove(&name);
        }
    }
    c
}

/// Runs a command line; its output goes where ours goes.
pub(crate) fn sh(program: &str, args: &[&str]) -> Outcome {
    status(&mut command(program, args))
}

/// Runs a prepared command.
pub(crate) fn status(command: &mut Command) -> Outcome {
    let command_line = format_command(command);
    let status = command.status().map_err(|e| format!("cannot run {command_line}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command_line}: {status}")) }
}

/// Runs a prepared command quietly; its output is shown only when it fails.
pub(crate) fn quiet(command: &mut Command) -> Outcome {
    output(command).map(drop)
}

/// Runs a prepared command and returns what it printed.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let command_line = format_command(command);
    let out = command.stdin(Stdio::null()).output().map_err(|e| format!("cannot run {command_line}: {e}"))?;
    if !out.status.success() {
        eprint!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        return Err(format!("{command_line}: {}", out.status));
    }
    String::from_utf8(out.stdout).map_err(|e| format!("{command_line}: {e}"))
}

fn format_command(command: &Command) -> String {
    let args: Vec<_> = command.get_args().map(|a| a.to_string_lossy().into_owned()).collect();
    format!("`{} {}`", command.get_program().to_string_lossy(), args.join(" "))
}

/// The program is on this machine.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// We may install packages.
pub(crate) fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Installs packages of the distribution; the error says what to do by hand.
pub(crate) fn install(packages: &[&str]) -> Outcome {
    let by_hand = format!("install {} (apt-get install {})", packages.join(" and "), packages.join(" "));
    if find("apt-get").is_none() || !is_root() {
        return Err(by_hand);
    }
    println!("installing {} from the distribution", packages.join(", "));
    let apt = |args: &[&str]| {
        // Another step may be installing something too.
        let mut c = command("apt-get", &["-o", "DPkg::Lock::Timeout=300"]);
        c.args(args);
        c.env("DEBIAN_FRONTEND", "noninteractive");
        quiet(&mut c)
    };
    apt(&["update", "-qq"])?;
    let mut args = vec!["install", "-y", "-qq", "--no-install-recommends"];
    args.extend(packages);
    apt(&args).map_err(|e| format!("{e}; {by_hand}"))
}

/// A port nobody uses.
pub(crate) fn free_port() -> Outcome<u16> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").map_err(|e| format!("no free port: {e}"))?;
    listener.local_addr().map(|a| a.port()).map_err(|e| format!("no free port: {e}"))
}

/// Waits until `is_ready`, half a minute at most.
pub(crate) fn wait_until(what: &str, mut is_ready: impl FnMut() -> bool) -> Outcome {
    for _ in 0..300 {
        if is_ready() {
            return Ok(());
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    Err(format!("{what} did not come up in 30 s"))
}
