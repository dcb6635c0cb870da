#![cfg(target_os = "linux")]
//! The real program at its start: which configurations it refuses, and how it works with few open files.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A `rawaj` command without this machine's own settings.
fn clean(program: &str, data: &Path) -> Command {
    let mut c = Command::new(program);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("RAWAJ_") || name == "DATABASE_URL") {
        c.env_remove(name);
    }
    c.env("RAWAJ_DATA", data).env("RUST_LOG", "warn");
    c
}

fn rawaj(data: &Path) -> Command {
    clean(env!("CARGO_BIN_EXE_rawaj"), data)
}

/// A start that must fail; its output.
fn refused(command: &mut Command) -> String {
    let out = command.output().unwrap();
    assert!(!out.status.success());
    String::from_utf8_lossy(&out.stderr).into_owned()
}

// F1
#[test]
fn f1_a_listener_that_others_reach_wants_a_host() {
    let dir = tempfile::tempdir().unwrap();
    for listen in ["0.0.0.0:3000", "[::]:3000", "192.0.2.1:3000"] {
        let words = refused(rawaj(dir.path()).arg("serve").env("RAWAJ_LISTEN", listen));
        assert!(words.contains("RAWAJ_HOST") && words.contains("set RAWAJ_HOST") && words.contains(listen), "{words}");
        let words = refused(
            rawaj(dir.path()).arg("serve").env("RAWAJ_LISTEN", listen).env("RAWAJ_HOST", "localhost:3000").env("RAWAJ_DEV", "1"),
        );
        assert!(words.contains("RAWAJ_DEV") && words.contains("localhost only"), "{words}");
    }
    let out = rawaj(dir.path()).arg("doctor").env("RAWAJ_LISTEN", "0.0.0.0:3000").env("RAWAJ_HOST", "localhost:3000").output();
    let words = String::from_utf8_lossy(&out.unwrap().stdout).into_owned();
    assert!(words.contains("dev pages     off"), "{words}");
}

#[test]
fn settings_that_mean_nothing_are_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    for (name, value) in [
        ("RAWAJ_TRUST_PROXY", "maybe"),
        ("RAWAJ_PROXY_HEADER", "X-Real-IP"),
        ("RAWAJ_MAX_CONNECTIONS", "0"),
        ("RAWAJ_MAX_CONNECTIONS_PER_ADDRESS", "-1"),
        ("RAWAJ_METRICS_TOKEN", "short"),
        ("RAWAJ_METRICS_LISTEN", "nowhere"),
    ] {
        let words = refused(rawaj(dir.path()).arg("doctor").env(name, value));
        assert!(words.contains(name), "{name}: {words}");
    }
}

// F1
#[test]
fn f1_developer_pages_are_off_behind_a_proxy_or_tls() {
    let dir = tempfile::tempdir().unwrap();
    for (name, value) in [("RAWAJ_TRUST_PROXY", "1"), ("RAWAJ_SCHEME", "https")] {
        let out = rawaj(dir.path()).arg("doctor").env(name, value).output().unwrap();
        let words = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(words.contains("dev pages     off"), "{name}: {words}");
    }
    let words = refused(rawaj(dir.path()).arg("doctor").env("RAWAJ_SCHEME", "https").env("RAWAJ_DEV", "1"));
    assert!(words.contains("RAWAJ_DEV") && words.contains("https"), "{words}");
    let out = rawaj(dir.path()).arg("doctor").output().unwrap();
    assert!(String::from_utf8_lossy(&out.stdout).contains("dev pages     on"), "on this machine alone they are there");
}

// F1
#[test]
fn f1_an_empty_file_of_a_setting_leaves_it_unset() {
    let dir = tempfile::tempdir().unwrap();
    let empty = dir.path().join("empty");
    std::fs::write(&empty, "\n").unwrap();
    for path in [empty.as_path(), Path::new("")] {
        let mut command = rawaj(dir.path());
        for name in ["RAWAJ_METRICS_TOKEN_FILE", "RAWAJ_METRICS_LISTEN_FILE", "RAWAJ_HOST_FILE", "DATABASE_URL_FILE"] {
            command.env(name, path);
        }
        let out = command.arg("doctor").output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        assert!(String::from_utf8_lossy(&out.stdout).contains("localhost:3000"), "the default host");
    }
}

struct Server(Child, u16);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    /// Serves under limits of open files set by the shell's `ulimit`.
    fn spawn_with_ulimit(data: &Path, ulimit: &str, set: &[(&str, String)]) -> Self {
        let port = free_port();
        let mut shell = clean("sh", data);
        shell.args(["-c", &format!("{ulimit}; exec \"$0\" serve"), env!("CARGO_BIN_EXE_rawaj")]);
        shell.env("RAWAJ_LISTEN", format!("127.0.0.1:{port}")).env("RAWAJ_WORKERS", "0");
        for (name, value) in set {
            shell.env(name, value);
        }
        let server = Self(shell.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap(), port);
        let until = Instant::now() + Duration::from_mins(1);
        while get(port, "/readyz").is_none() {
            assert!(Instant::now() < until, "the server does not come up");
            std::thread::sleep(Duration::from_millis(50));
        }
        server
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The first line of the answer, if one comes within the minute.
fn get(port: u16, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_mins(1))).ok()?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").as_bytes()).ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    text.starts_with("HTTP/1.1 200").then_some(text)
}

// F6
#[test]
fn f6_half_heads_do_not_stop_a_service_with_few_open_files() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::spawn_with_ulimit(dir.path(), "ulimit -n 160", &[("RAWAJ_MAX_CONNECTIONS_PER_ADDRESS", "0".into())]);
    let mut open_connections = Vec::new();
    for _ in 0..300 {
        let mut stream = TcpStream::connect(("127.0.0.1", server.1)).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: localh").unwrap();
        open_connections.push(stream);
    }
    let began = Instant::now();
    assert!(get(server.1, "/readyz").is_some(), "nobody else is served");
    assert!(began.elapsed() < Duration::from_secs(40), "{:?}", began.elapsed());
}

// F6, L13
#[test]
fn f6_the_limit_of_open_files_is_raised_and_metrics_have_a_listener_of_their_own() {
    let (dir, port) = (tempfile::tempdir().unwrap(), free_port());
    let server =
        Server::spawn_with_ulimit(dir.path(), "ulimit -Sn 100", &[("RAWAJ_METRICS_LISTEN", format!("127.0.0.1:{port}"))]);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.0.id())).unwrap();
    let line = limits.lines().find(|l| l.starts_with("Max open files")).unwrap();
    let numbers: Vec<&str> = line.split_whitespace().filter(|w| w.bytes().all(|b| b.is_ascii_digit())).collect();
    assert!(numbers.len() == 2 && numbers[0] == numbers[1], "{line}");
    assert!(get(port, "/metrics").is_some_and(|t| t.contains("http_")), "metrics");
    assert!(get(port, "/readyz").is_some());
    assert!(get(port, "/dashboard/v1/places").is_none(), "nothing else is there");
}
