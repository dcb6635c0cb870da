#![cfg(target_os = "linux")]
//! Keys of secrets with the real program (PY-02, docs/decisions/0084): made at the first start, told of, rotated, lost.

use std::io::Write;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use db::{Db, SqliteConfig};
use kernel::{Actor, Currency, Env, PaymentMethodId, StoreScope};
use platform::secrets::{self, KeyFile, Opened, Owner, SecretKeys};
use platform::stores::{self, NewStore};

const API_KEY: &str = "sk_live_9f3b2c1d7e";
const OWNER: Owner = Owner::payment_method(PaymentMethodId::from_raw(7));

/// A `rawaj` command without this machine's own settings.
fn rawaj(data: &Path, args: &[&str]) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_rawaj"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("RAWAJ_") || name == "DATABASE_URL") {
        c.env_remove(name);
    }
    c.env("RAWAJ_DATA", data).env("RAWAJ_WORKERS", "0").env("RUST_LOG", "info").args(args);
    c
}

/// Runs a command; whether it succeeded, and all that it printed.
fn output(command: &mut Command) -> (bool, String) {
    let out = command.output().unwrap();
    (out.status.success(), format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr)))
}

/// Runs a command that must succeed.
fn ran(data: &Path, args: &[&str]) -> String {
    let (is_ok, words) = output(&mut rawaj(data, args));
    assert!(is_ok, "{words}");
    words
}

/// The database of a data folder, which `rawaj migrate` made.
fn database(data: &Path) -> Db {
    Db::sqlite(SqliteConfig::new(data.join("rawaj.db"))).unwrap()
}

fn keys(data: &Path) -> SecretKeys {
    SecretKeys::open_file(KeyFile::in_folder(data), &Env::system()).unwrap().0
}

/// A store of the data folder with one secret.
async fn set_secret(db: &Db, keys: &SecretKeys) -> StoreScope {
    let env = Env::system();
    let scope = StoreScope::new(env.id(), Actor::system());
    let currency = Currency::parse("SAR").unwrap();
    let new = NewStore { slug: "vault".into(), name: "متجر".into(), country: "SA".into(), currency, is_demo: false };
    let (inner, keys) = (scope.clone(), keys.clone());
    db.tx(async move |c| {
        stores::insert_store(c, &inner, env.now(), &new).await?;
        secrets::set(c, &env, &keys, &inner, OWNER, "api_key", &API_KEY.into()).await
    })
    .await
    .unwrap();
    scope
}

async fn opened(db: &Db, keys: &SecretKeys, scope: &StoreScope) -> Opened {
    secrets::open(db.conn(), keys, scope, OWNER).await.unwrap().remove("api_key").unwrap()
}

fn is_api_key(opened: &Opened) -> bool {
    matches!(opened, Opened::Readable(value) if value.expose() == API_KEY)
}

/// What must not be printed: the value, and the keys of the folder.
fn assert_tells_nothing(data: &Path, words: &str) {
    assert!(!words.contains(API_KEY), "{words}");
    for key in std::fs::read_to_string(data.join("secret.key")).unwrap_or_default().lines() {
        assert!(!words.contains(key), "{words}");
    }
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Serves until it is dropped; the log goes to a file of the folder.
fn serve(data: &Path) -> Server {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let log = std::fs::File::create(data.join("log")).unwrap();
    let mut command = rawaj(data, &["serve"]);
    command.env("RAWAJ_LISTEN", format!("127.0.0.1:{port}"));
    let server = Server(command.stdout(log).stderr(Stdio::null()).spawn().unwrap());
    let until = Instant::now() + Duration::from_mins(1);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < until, "the server does not come up");
        std::thread::sleep(Duration::from_millis(50));
    }
    server
}

#[test]
fn py_02_processes_that_start_together_make_one_key_for_their_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let words = ran(data, &["doctor"]);
    assert!(words.contains("secret key    none yet") && !data.join("secret.key").exists(), "{words}");
    let starts: Vec<Child> =
        (0..4).map(|_| rawaj(data, &["migrate"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()).collect();
    let outputs: Vec<_> = starts.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    assert!(outputs.iter().all(|out| out.status.success()), "{outputs:?}");
    let texts = outputs.iter().map(|out| String::from_utf8_lossy(&out.stdout).into_owned());
    assert_eq!(texts.filter(|text| text.contains("a key for secrets was made")).count(), 1);
    let mode = |name: &str| std::fs::metadata(data.join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("secret.key"), mode("secret.key.lock")), (0o600, 0o600));
    assert!(!data.join("secret.key.part").exists());
    let words = ran(data, &["doctor"]);
    assert!(words.contains("secret key    ") && words.contains("secret.key\n") && words.contains("secrets       0"), "{words}");
    assert_tells_nothing(data, &words);
}

#[test]
fn py_02_keys_of_the_environment_are_read_and_a_bad_one_is_refused_unprinted() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let key = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    let file = data.join("keys");
    std::fs::write(&file, format!("{key}\n")).unwrap();
    for (name, set) in [("RAWAJ_SECRET_KEY", key), ("RAWAJ_SECRET_KEY_FILE", file.to_str().unwrap())] {
        let (is_ok, words) = output(rawaj(data, &["migrate"]).env(name, set));
        assert!(is_ok && !data.join("secret.key").exists(), "{words}");
        let (is_ok, words) = output(rawaj(data, &["doctor"]).env(name, set));
        assert!(is_ok && words.contains("secret key    RAWAJ_SECRET_KEY\n") && !words.contains(key), "{words}");
    }
    let (is_ok, words) = output(rawaj(data, &["doctor"]).env("RAWAJ_SECRET_KEY", format!("{key},correct-horse")));
    assert!(!is_ok && words.contains("RAWAJ_SECRET_KEY: key 2 is not 32 bytes"), "{words}");
    assert!(!words.contains("horse") && !words.contains(key), "{words}");
    // A damaged file stops the start, and is not replaced by a new key.
    std::fs::write(data.join("secret.key"), "correct-horse\n").unwrap();
    let (is_ok, words) = output(&mut rawaj(data, &["migrate"]));
    assert!(!is_ok && words.contains("secret.key: key 1 is not 32 bytes") && !words.contains("horse"), "{words}");
    assert_eq!(std::fs::read_to_string(data.join("secret.key")).unwrap(), "correct-horse\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_the_key_is_rotated_while_the_program_runs() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    ran(data, &["migrate"]);
    let (db, keys_before) = (database(data), keys(data));
    let scope = set_secret(&db, &keys_before).await;
    let _server = serve(data);
    let key_before = std::fs::read_to_string(data.join("secret.key")).unwrap();
    let words = ran(data, &["secrets", "rotate"]);
    assert!(words.contains("1 secrets sealed anew with key ") && words.contains("taken out of the key file: "), "{words}");
    assert_tells_nothing(data, &words);
    let key = std::fs::read_to_string(data.join("secret.key")).unwrap();
    assert!(key.lines().count() == 1 && key != key_before);
    assert_eq!(std::fs::metadata(data.join("secret.key")).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(is_api_key(&opened(&db, &keys(data), &scope).await));
    assert!(is_api_key(&opened(&db, &keys_before, &scope).await), "who runs since before reads the file anew");
    let words = ran(data, &["doctor"]);
    assert!(words.contains("secrets       1\n"), "{words}");

    // The same with keys of the environment: the new one before the old one.
    let new = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    let (is_ok, words) = output(rawaj(data, &["secrets", "rotate"]).env("RAWAJ_SECRET_KEY", format!("{new},{}", key.trim_end())));
    assert!(
        is_ok && words.contains("1 secrets sealed anew") && words.contains("can be taken out of RAWAJ_SECRET_KEY once"),
        "{words}"
    );
    assert_tells_nothing(data, &words);
    assert!(is_api_key(&opened(&db, &SecretKeys::parse(&new.into()).unwrap(), &scope).await));
}

/// Whether a file below the folder holds the text.
fn holds(folder: &Path, text: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        let is_held = || std::fs::read(&path).unwrap().windows(text.len()).any(|window| window == text.as_bytes());
        if path.is_dir() { holds(&path, text) } else { is_held() }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_backup_has_no_key_and_restored_without_one_it_asks_for_the_values_again() {
    let (folder, backup, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = folder.path();
    ran(data, &["migrate"]);
    let scope = set_secret(&database(data), &keys(data)).await;
    let key = std::fs::read_to_string(data.join("secret.key")).unwrap();
    ran(data, &["backup", backup.path().to_str().unwrap()]);
    for text in [API_KEY, key.trim_end()] {
        assert!(!holds(backup.path(), text));
    }
    let to = elsewhere.path();
    ran(to, &["restore", backup.path().to_str().unwrap()]);
    assert!(!to.join("secret.key").exists());
    let server = serve(to);
    let log = std::fs::read_to_string(to.join("log")).unwrap();
    assert!(log.contains("secrets are sealed with keys that this program does not have"), "{log}");
    let words = ran(to, &["doctor"]);
    assert!(words.contains("secrets       1, of which no key opens 1"), "{words}");
    let (db, new_keys) = (database(to), keys(to));
    assert!(matches!(opened(&db, &new_keys, &scope).await, Opened::LostKey));
    drop(server);
    // The key that was kept elsewhere goes below the new one, and nothing has to be set again.
    let both = format!("{}{key}", std::fs::read_to_string(to.join("secret.key")).unwrap());
    std::fs::write(to.join("secret.key"), both).unwrap();
    assert!(is_api_key(&opened(&db, &new_keys, &scope).await));
    let words = ran(to, &["doctor"]);
    assert!(words.contains("secrets       1\n"), "{words}");
}

/// The captured log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Everything that the program can log of a secret, at the finest level: it is set, opened, rotated, moved and lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_no_log_holds_a_secret_or_a_key() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone()).finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    ran(data, &["migrate"]);
    let (db, keys) = (database(data), keys(data));
    let first_key = std::fs::read_to_string(data.join("secret.key")).unwrap();
    let scope = set_secret(&db, &keys).await;
    assert!(is_api_key(&opened(&db, &keys, &scope).await));
    secrets::rotate(&db, &Env::system(), &keys).await.unwrap();
    assert!(matches!(opened(&db, &SecretKeys::generate(&Env::system()), &scope).await, Opened::LostKey));
    db.tx(async move |c| c.exec("UPDATE secrets SET owner_id = 8", db::p![]).await).await.unwrap();
    let moved = Owner::payment_method(PaymentMethodId::from_raw(8));
    assert!(matches!(secrets::open(db.conn(), &keys, &scope, moved).await.unwrap()["api_key"], Opened::Tampered));
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    for words in ["no key opens it", "it is not what was sealed", "api_key"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_tells_nothing(data, &text);
    assert!(!text.contains(first_key.trim_end()), "{text}");
}
