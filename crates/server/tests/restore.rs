//! Backup and restore with the real program: made under load, restored into a new folder and under a running server (decisions
//! §11).

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

/// A picture of one pixel.
const PICTURE: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00,
    0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x08,
    0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0x18, 0xdd, 0x8d, 0xb0, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45,
    0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

fn rawaj(data: &Path) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_rawaj"));
    c.env("RAWAJ_DATA", data).env("RUST_LOG", "warn").env("RAWAJ_RATE_LIMIT", "0");
    // The demo store would be emptied and filled again as soon as its schedule sees what a test changed.
    c.env("RAWAJ_WORKERS", "0");
    for name in ["DATABASE_URL", "RAWAJ_MEDIA_URL", "RAWAJ_HOST", "RAWAJ_LISTEN"] {
        c.env_remove(name);
    }
    c
}

/// Runs a command to its end; whether it succeeded, and its output.
fn run(data: &Path, args: &[&str]) -> (bool, String) {
    let out = rawaj(data).args(args).output().unwrap();
    (out.status.success(), format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr)))
}

/// Runs a command that must succeed, off the runtime's threads.
async fn ran(data: &Path, args: &[&str]) -> String {
    let (data, args): (_, Vec<String>) = (data.to_path_buf(), args.iter().map(|a| (*a).to_owned()).collect());
    let run_result = tokio::task::spawn_blocking(move || run(&data, &args.iter().map(String::as_str).collect::<Vec<_>>()));
    let (is_ok, words) = run_result.await.unwrap();
    assert!(is_ok, "{words}");
    words
}

/// A `rawaj serve` process; killed when dropped.
struct Server {
    child: Child,
    port: u16,
    http: reqwest::Client,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    async fn start(data: &Path) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let listen = format!("127.0.0.1:{port}");
        let child = rawaj(data).arg("serve").env("RAWAJ_LISTEN", listen).stdout(Stdio::null()).spawn().unwrap();
        // No keep-alive: a server that restarts would wait for a client's old connection.
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
        let server = Self { child, port, http };
        server.until_ready().await;
        server
    }

    async fn until_ready(&self) {
        for _ in 0..600 {
            let answer = self.http.get(format!("http://127.0.0.1:{}/readyz", self.port)).send().await;
            if answer.is_ok_and(|r| r.status() == 200) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the server does not come up");
    }

    async fn sign_in(&self) -> Member {
        let request = self.http.post(format!("http://127.0.0.1:{}/dashboard/v1/login", self.port));
        let request = request.json(&json!({"identifier": "+966551000000", "password": "Rawaj@2026"}));
        let session: Value = request.send().await.unwrap().json().await.unwrap();
        let text = |path: &str| session.pointer(path).and_then(Value::as_str).unwrap_or_else(|| panic!("{session}")).to_owned();
        Member { token: text("/data/access_token"), store: text("/data/store_data/id") }
    }

    fn call(&self, member: &Member, method: &str, path: &str) -> reqwest::RequestBuilder {
        let request = self.http.request(method.parse().unwrap(), format!("http://127.0.0.1:{}/dashboard/v1{path}", self.port));
        request.bearer_auth(&member.token).header("x-store", &member.store)
    }

    async fn get(&self, member: &Member, path: &str) -> (u16, Value) {
        let response = self.call(member, "GET", path).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or(Value::Null))
    }

    /// Creates a product; returns its id when the server confirms it.
    async fn product(&self, member: &Member, sku: &str) -> Option<String> {
        let body = json!({"product_type": "basic", "name": {"ar": "قميص"}, "regular_price": "50.00", "qty": 3, "sku": sku});
        let response = self.call(member, "POST", "/products").json(&body).send().await.ok()?;
        let body: Value = (response.status() == 201).then_some(response.json().await.ok()?)?;
        Some(body["data"]["id"].as_str()?.to_owned())
    }

    /// Asserts that all products exist.
    async fn has_all(&self, member: &Member, products: &[String]) {
        for id in products {
            assert_eq!(self.get(member, &format!("/products/{id}")).await.0, 200, "{id} was acknowledged before the backup");
        }
    }
}

#[derive(Clone)]
struct Member {
    token: String,
    store: String,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_comes_back_whole_in_a_new_folder_and_under_a_running_server() {
    let dir = tempfile::tempdir().unwrap();
    let (data, copy, fresh) = (dir.path().join("data"), dir.path().join("copy"), dir.path().join("fresh"));
    ran(&data, &["seed", "--products", "20", "--orders", "30"]).await;
    let server = Arc::new(Server::start(&data).await);
    let owner = server.sign_in().await;

    let part = reqwest::multipart::Part::bytes(PICTURE).file_name("p.png").mime_str("image/png").unwrap();
    let form = reqwest::multipart::Form::new().part("media", part);
    let uploaded: Value = server.call(&owner, "POST", "/media").multipart(form).send().await.unwrap().json().await.unwrap();
    let picture = uploaded["data"]["url"].as_str().unwrap_or_else(|| panic!("{uploaded}")).to_owned();

    // Products are created while the backup runs.
    let is_over = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..3)
        .map(|writer| {
            let (server, owner, is_over) = (server.clone(), owner.clone(), is_over.clone());
            tokio::spawn(async move {
                let mut products = Vec::new();
                while !is_over.load(Ordering::Relaxed) {
                    products.extend(server.product(&owner, &format!("W{writer}-{}", products.len())).await);
                }
                products
            })
        })
        .collect();
    let mut before = Vec::new();
    for n in 0..10 {
        before.push(server.product(&owner, &format!("B{n}")).await.unwrap());
    }
    let copied = copy.display().to_string();
    ran(&data, &["backup", &copied]).await;
    // A second backup into the same folder updates it.
    before.push(server.product(&owner, "B-LAST").await.unwrap());
    ran(&data, &["backup", &copied]).await;
    // L6: pictures are their owner's alone, as the database is.
    for folder in [&data, &copy] {
        assert_eq!(open_to_others(folder), Vec::<std::path::PathBuf>::new());
    }
    let later = server.product(&owner, "LATER").await.unwrap();
    is_over.store(true, Ordering::Relaxed);
    let mut written = 0;
    for writer in writers {
        written += writer.await.unwrap().len();
    }
    assert!(written > 5, "only {written} products came in meanwhile");

    // Into a new folder.
    ran(&fresh, &["restore", &copied]).await;
    let other = Server::start(&fresh).await;
    let member = other.sign_in().await;
    other.has_all(&member, &before).await;
    assert_eq!(other.get(&member, &format!("/products/{later}")).await.0, 404);
    assert_eq!(other.get(&member, "/orders").await.1["meta"]["total"], 30);
    let picture_reply = other.http.get(format!("http://127.0.0.1:{}{picture}", other.port)).send().await.unwrap();
    assert_eq!(picture_reply.status(), 200);
    assert!(picture_reply.bytes().await.unwrap().starts_with(b"\x89PNG"));
    drop(other);

    // Under the running server, which restarts itself in the same process.
    let words = ran(&data, &["restore", &copied]).await;
    assert!(words.contains("before-restore-"), "{words}");
    server.until_ready().await;
    server.has_all(&owner, &before).await;
    assert_eq!(server.get(&owner, &format!("/products/{later}")).await.0, 404, "what came after the backup is gone");
    assert!(server.product(&owner, "AFTER").await.is_some(), "and the store goes on");
    let mut files = std::fs::read_dir(&data).unwrap().flatten();
    let previous_copy =
        files.find(|f| f.file_name().to_string_lossy().starts_with("before-restore-")).expect("the one before is kept");

    // Undoing the restore: the replaced database is a backup as well.
    ran(&data, &["restore", &previous_copy.path().display().to_string()]).await;
    server.until_ready().await;
    server.has_all(&owner, &[later]).await;
}

#[test]
fn a_backup_that_is_none_changes_nothing_and_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    assert!(run(&data, &["migrate"]).0);
    let before = std::fs::read(data.join("rawaj.db")).unwrap();
    let file = dir.path().join("words.db");
    std::fs::write(&file, "no database").unwrap();
    for (source, reason) in [(file.as_path(), "cannot be restored"), (Path::new("/nowhere/at/all"), "no such file")] {
        let (is_ok, words) = run(&data, &["restore", &source.display().to_string()]);
        assert!(!is_ok && words.contains(reason), "{words}");
    }
    assert_eq!(std::fs::read(data.join("rawaj.db")).unwrap(), before);
}

fn set(data: &Path, sql: &str) {
    let db = db::Db::sqlite(db::SqliteConfig::new(data.join("rawaj.db"))).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let sql = sql.to_owned();
    runtime.block_on(async move { db.tx(async move |c| c.exec(&sql, db::p![]).await).await }).unwrap();
}

// F2
#[test]
fn an_older_program_refuses_a_newer_database_and_doctor_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let (is_ok, words) = run(&data, &["doctor"]);
    assert!(is_ok && words.contains("0 migrations applied"), "looking upgrades nothing: {words}");
    assert!(run(&data, &["migrate"]).0);
    set(&data, "INSERT INTO migrations (number, name, checksum) VALUES (9999, '9999_newer', '0')");
    let copy = dir.path().join("copy");
    for command in
        [vec!["serve"], vec!["worker"], vec!["migrate"], vec!["doctor"], vec!["seed"], vec!["backup", copy.to_str().unwrap()]]
    {
        let (is_ok, words) = run(&data, &command);
        assert!(!is_ok && words.contains("newer version") && words.contains("9999"), "{command:?}: {words}");
    }
    assert!(!copy.join("rawaj.db").exists());
}

/// Overwrites the middle of the database file, as a failing disk would.
fn damage(data: &Path) {
    use std::os::unix::fs::FileExt as _;
    let path = data.join("rawaj.db");
    // Pages that are still in the log would hide the damage below.
    let c = rusqlite::Connection::open(&path).unwrap();
    c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(c);
    let size = std::fs::metadata(&path).unwrap().len();
    let file = std::fs::File::options().write(true).open(path).unwrap();
    for page in 20..(size / 4096) {
        file.write_all_at(&[0xAA; 512], page * 4096).unwrap();
    }
}

// F4
#[test]
fn a_backup_of_a_damaged_database_keeps_the_last_good_one_and_doctor_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let (data, copy) = (dir.path().join("data"), dir.path().join("copy"));
    assert!(run(&data, &["migrate"]).0);
    let to = copy.to_str().unwrap();
    for _ in 0..4 {
        let (is_ok, words) = run(&data, &["backup", to, "--keep", "3"]);
        assert!(is_ok, "{words}");
        std::thread::sleep(Duration::from_millis(5));
    }
    let generations = |()| {
        let mut all: Vec<String> =
            std::fs::read_dir(&copy).unwrap().flatten().map(|e| e.file_name().into_string().unwrap()).collect();
        all.retain(|n| n.starts_with("rawaj") && n.ends_with(".db"));
        all
    };
    assert_eq!(generations(()).len(), 3);
    let good = std::fs::read(copy.join("rawaj.db")).unwrap();
    assert!(run(&data, &["doctor"]).1.contains("the database is whole"));
    damage(&data);
    let (is_ok, words) = run(&data, &["backup", to, "--keep", "3"]);
    assert!(!is_ok && words.contains("as they were"), "{words}");
    assert_eq!(std::fs::read(copy.join("rawaj.db")).unwrap(), good);
    assert_eq!(generations(()).len(), 3);
    let leftovers =
        std::fs::read_dir(&copy).unwrap().flatten().filter(|e| e.file_name().to_string_lossy().contains(".part")).count();
    assert_eq!(leftovers, 0);
    let (is_ok, words) = run(&data, &["doctor"]);
    assert!(!is_ok && words.contains("damaged"), "{words}");
    // The kept one can be restored.
    let (is_ok, words) = run(&data, &["restore", to]);
    assert!(is_ok, "{words}");
    assert!(run(&data, &["doctor"]).0);
}

fn databases(folder: &Path) -> Vec<String> {
    let mut all: Vec<String> =
        std::fs::read_dir(folder).unwrap().flatten().map(|e| e.file_name().into_string().unwrap()).collect();
    all.retain(|n| n.starts_with("rawaj") && n.ends_with(".db"));
    all.sort();
    all
}

// F4
#[test]
fn f4_a_backup_by_hand_and_a_number_of_generations_leave_what_is_not_theirs() {
    let dir = tempfile::tempdir().unwrap();
    let (data, copy) = (dir.path().join("data"), dir.path().join("copy"));
    assert!(run(&data, &["migrate"]).0);
    let to = copy.to_str().unwrap();
    let backup = |args: &[&str]| {
        let (is_ok, words) = run(&data, &[&["backup", to][..], args].concat());
        assert!(is_ok, "{words}");
        std::thread::sleep(Duration::from_millis(5));
    };
    for _ in 0..4 {
        backup(&["--keep", "7"]);
    }
    let operator_files = ["rawaj-before-upgrade.db", "rawaj-20260101.db", "rawaj-20260101T000000Z-12x.db"];
    for name in operator_files {
        std::fs::write(copy.join(name), "an operator's own").unwrap();
    }
    assert_eq!(databases(&copy).len(), 4 + operator_files.len());
    backup(&[]);
    assert_eq!(
        databases(&copy).len(),
        5 + operator_files.len(),
        "by hand: nothing older is taken away, and the last one is kept too"
    );
    backup(&["--keep", "2"]);
    assert_eq!(databases(&copy).len(), 2 + operator_files.len(), "{:?}", databases(&copy));
    backup(&["--keep", "1"]);
    let remaining = databases(&copy);
    assert!(
        remaining.len() == 1 + operator_files.len() && operator_files.iter().all(|name| remaining.iter().any(|l| l == name)),
        "{remaining:?}"
    );
}

// L6, L9
#[test]
fn files_are_private_and_what_a_killed_restore_left_is_taken_away() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let (data, copy) = (dir.path().join("data"), dir.path().join("copy"));
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(data.join("rawaj.db"), "").unwrap();
    std::fs::set_permissions(data.join("rawaj.db"), std::fs::Permissions::from_mode(0o644)).unwrap();
    std::fs::write(data.join("restore-20260101T000000Z.part"), "half").unwrap();
    std::fs::write(data.join("restore-20260101T000000Z.part-journal"), "half").unwrap();
    std::fs::write(data.join("media.part"), "half a picture").unwrap();
    assert!(run(&data, &["migrate"]).0);
    assert!(run(&data, &["backup", copy.to_str().unwrap()]).0);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&data), mode(&data.join("rawaj.db"))), (0o700, 0o600));
    assert_eq!((mode(&copy), mode(&copy.join("rawaj.db"))), (0o700, 0o600));
    let partial_files =
        std::fs::read_dir(&data).unwrap().flatten().filter(|e| e.file_name().to_string_lossy().contains(".part")).count();
    assert_eq!(partial_files, 0);
}

/// Files and folders below one that others may read.
fn open_to_others(folder: &Path) -> Vec<std::path::PathBuf> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut open = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let (path, metadata) = (entry.path(), entry.metadata().unwrap());
        if metadata.permissions().mode() & 0o077 != 0 {
            open.push(path.clone());
        }
        if metadata.is_dir() {
            open.extend(open_to_others(&path));
        }
    }
    open
}

// L11
#[test]
fn l11_doctor_says_that_the_disk_is_full() {
    let dir = tempfile::tempdir().unwrap();
    let script = "mount -t tmpfs -o size=64k none \"$0\" || exit 77; cat /dev/zero > \"$0\"/fill 2>/dev/null; exec \"$1\" doctor";
    let mut shell = Command::new("unshare");
    shell.args(["-rm", "sh", "-c", script]).arg(dir.path()).arg(env!("CARGO_BIN_EXE_rawaj"));
    shell.env("RAWAJ_DATA", dir.path()).env("RUST_LOG", "warn").env_remove("DATABASE_URL");
    let out = match shell.output() {
        Ok(out) if out.status.code() != Some(77) => out,
        _ => {
            println!("skipped: no small disk can be made here");
            return;
        }
    };
    let words = String::from_utf8_lossy(&out.stderr).into_owned();
    if words.contains("unshare") {
        println!("skipped: no small disk can be made here");
        return;
    }
    assert!(!out.status.success() && words.contains("is full"), "{words}");
}

#[test]
fn backups_of_postgres_are_left_to_its_own_tools() {
    let dir = tempfile::tempdir().unwrap();
    for command in ["backup", "restore"] {
        let out = rawaj(dir.path()).args([command, "x"]).env("DATABASE_URL", "postgres://localhost/x").output().unwrap();
        let words = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(!out.status.success() && words.contains("pg_"), "{words}");
    }
}
