#![cfg(target_os = "linux")]
//! `rawaj theme dev`: a store is shown with a folder, a save is seen at once, and what is wrong is named (TH-05, decision 0080).

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A `rawaj` command without this machine's own settings.
fn rawaj(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rawaj"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("RAWAJ_") || name == "DATABASE_URL") {
        command.env_remove(name);
    }
    command.env("RAWAJ_DATA", data).env("RUST_LOG", "warn").env("RAWAJ_WORKERS", "0");
    command
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The whole answer to a request; empty when nobody answers.
fn get(port: u16, host: &str, path: &str) -> String {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { return String::new() };
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\naccept: text/html\r\nconnection: close\r\n\r\n");
    let mut bytes = Vec::new();
    let _ = stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The answer once it has these words.
fn wait_for(port: u16, host: &str, words: &str) -> String {
    let until = Instant::now() + Duration::from_mins(1);
    loop {
        let page = get(port, host, "/");
        if page.contains(words) {
            return page;
        }
        assert!(Instant::now() < until, "no {words} in {page}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn th_05_a_save_is_seen_at_once_and_a_fault_is_named_with_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let seed = ["seed", "--stores", "2", "--products", "4", "--orders", "4", "--days", "3", "--without-pictures"];
    let seeded = rawaj(&data).args(seed).output().unwrap();
    assert!(seeded.status.success(), "{}", String::from_utf8_lossy(&seeded.stderr));
    let output = String::from_utf8_lossy(&seeded.stdout).into_owned();
    let slugs: Vec<&str> = output.split("http://").skip(1).filter_map(|url| url.split('.').next()).collect();
    let theme = dir.path().join("souk");
    std::fs::create_dir_all(theme.join("assets")).unwrap();
    std::fs::create_dir_all(theme.join("sections")).unwrap();
    let manifest = r#"{"id": "souk", "extends": "one", "name": {"ar": "السوق", "en": "Souk"},
        "description": {"ar": "قالب هادئ", "en": "A calm theme"}, "styles": ["one.css", "souk.css"]}"#;
    std::fs::write(theme.join("theme.json"), manifest).unwrap();
    std::fs::write(theme.join("assets/souk.css"), ".hero{color:red}").unwrap();
    let mut refused = rawaj(&data);
    let refused = refused.args(["theme", "dev"]).arg(&theme).args(["--store", "nobody"]).output().unwrap();
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("there is no store nobody"));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = rawaj(&data);
    command.env("RAWAJ_LISTEN", format!("127.0.0.1:{port}")).args(["theme", "dev"]).arg(&theme).args(["--store", slugs[0]]);
    let _server = Server(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let (host, other) = (format!("{}.localhost", slugs[0]), format!("{}.localhost", slugs[1]));
    let page = wait_for(port, &host, "souk.css");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("/assets/dev/reload.js"), "{page}");
    let style = page.split('"').find(|part| part.ends_with("souk.css")).unwrap();
    assert!(get(port, &host, style).contains(".hero{color:red}"));
    assert!(get(port, &host, "/assets/dev/reload.js").contains("location.reload"));
    // Another store is shown as it is.
    let page = get(port, &other, "/");
    assert!(page.starts_with("HTTP/1.1 200") && !page.contains("souk.css"), "{page}");
    // A template of its own, saved.
    let template = theme.join("sections/hero.html");
    std::fs::write(&template, "<section class=\"hero\"><h1>FIRST</h1></section>").unwrap();
    wait_for(port, &host, "FIRST");
    std::fs::write(&template, "<section class=\"hero\"><h1>SECOND</h1></section>").unwrap();
    let page = wait_for(port, &host, "SECOND");
    assert!(!page.contains("FIRST"));
    // What does not compile, and what fails when it is drawn.
    std::fs::write(&template, "<section>\n{% if %}</section>").unwrap();
    let page = wait_for(port, &host, "sections/hero.html");
    assert!(page.starts_with("HTTP/1.1 500") && page.contains("hero.html:2"), "{page}");
    std::fs::write(&template, "<section>\n\n{{ section.settings.heading.no.thing }}</section>").unwrap();
    let page = wait_for(port, &host, "hero.html:3");
    assert!(page.starts_with("HTTP/1.1 500") && page.contains("/assets/dev/reload.js"), "{page}");
    std::fs::write(&template, "<section><h1>THIRD</h1></section>").unwrap();
    wait_for(port, &host, "THIRD");
}
