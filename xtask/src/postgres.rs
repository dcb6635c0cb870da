//! A PostgreSQL server for one run of the tests, from this machine's own binaries, in a temporary folder.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::shell::{Outcome, find, free_port, install, is_root, quiet, wait_until};

/// It lives for minutes and nothing of it is kept: no write has to last, and nothing is swept up.
const SETTINGS: &[&str] = &[
    "listen_addresses=127.0.0.1",
    "max_connections=200",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "autovacuum=off",
    // Tables that were never analysed look large: a small join would be compiled, and shared among processes, for longer than it runs.
    "jit=off",
    "max_parallel_workers_per_gather=0",
    "shared_buffers=256MB",
    "checkpoint_timeout=1h",
    "max_wal_size=4GB",
];

/// Stops with the value.
pub(crate) struct Server {
    child: Child,
    port: u16,
    /// It speaks TLS as well.
    has_tls: bool,
    folder: tempfile::TempDir,
}

/// Where its binaries are, the distribution's package being installed when there are none and we may.
pub(crate) fn installed() -> Outcome<PathBuf> {
    if let Some(bin) = binaries() {
        Ok(bin)
    } else {
        install(&["postgresql"])?;
        binaries().ok_or_else(|| "the package brought no PostgreSQL binaries".into())
    }
}

impl Server {
    /// For `TEST_DATABASE_URL`.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres?sslmode=disable", self.port)
    }

    /// For the tests over TLS: the address and two authorities, one of which vouches for the server. None without `openssl`.
    pub(crate) fn tls(&self) -> Option<[(&'static str, String); 3]> {
        let file = |name: &str| self.folder.path().join(name).display().to_string();
        self.has_tls.then(|| {
            [
                ("TEST_POSTGRES_TLS", format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)),
                ("TEST_POSTGRES_CA", file("ca.pem")),
                ("TEST_POSTGRES_OTHER_CA", file("other.pem")),
            ]
        })
    }

    /// Starts one; installs the distribution's package when there is none and we may.
    pub(crate) fn start() -> Outcome<Self> {
        let bin = installed()?;
        let folder = tempfile::Builder::new().prefix("rawaj-pg").tempdir().map_err(|e| e.to_string())?;
        let data = folder.path().join("data");
        // PostgreSQL refuses to run as root: another user owns the folder and the processes.
        let user = if is_root() { Some(unprivileged()?) } else { None };
        if let Some((uid, gid)) = &user {
            quiet(Command::new("chown").arg(format!("{uid}:{gid}")).arg(folder.path()))?;
        }
        let as_user = |program: &Path| match &user {
            Some((uid, gid)) => {
                let mut c = Command::new("setpriv");
                c.args(["--reuid", uid, "--regid", gid, "--clear-groups", "--inh-caps=-all"]).arg(program);
                c
            }
            None => Command::new(program),
        };
        let mut initdb = as_user(&bin.join("initdb"));
        quiet(
            initdb
                .arg("-D")
                .arg(&data)
                .args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"])
                .current_dir(folder.path()),
        )?;
        let port = free_port()?;
        let log = std::fs::File::create(folder.path().join("log")).map_err(|e| e.to_string())?;
        let has_tls = find("openssl").is_some_and(|openssl| certificates(|| as_user(&openssl), folder.path()).is_ok());
        if !has_tls {
            println!("no certificate could be made with openssl: the tests over TLS do not run");
        }
        let mut server = as_user(&bin.join("postgres"));
        if has_tls {
            let file = |name: &str| folder.path().join(name).display().to_string();
            server.args(["-c", "ssl=on", "-c"]).arg(format!("ssl_cert_file={}", file("server.pem")));
            server.arg("-c").arg(format!("ssl_key_file={}", file("server.key")));
        }
        let child = server
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            .args(["-p", &port.to_string()])
            .args(SETTINGS.iter().flat_map(|setting| ["-c", setting]))
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(|e| format!("cannot start PostgreSQL: {e}"))?;
        let server = Self { child, port, has_tls, folder };
        let is_ready = bin.join("pg_isready");
        wait_until("PostgreSQL", || {
            quiet_success(Command::new(&is_ready).args(["-q", "-h", "127.0.0.1", "-p", &port.to_string()]))
        })?;
        println!("PostgreSQL of {} on port {port}", bin.display());
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGINT is PostgreSQL's fast shutdown.
        let _ = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

/// Two authorities, and a server's certificate by the first of them for 127.0.0.1 alone.
fn certificates(openssl: impl Fn() -> Command, folder: &Path) -> Outcome {
    let run = |line: &str| quiet(openssl().args(line.split(' ')).current_dir(folder));
    let new = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 7";
    run(&format!("{new} -subj /CN=ca -keyout ca.key -out ca.pem"))?;
    run(&format!("{new} -subj /CN=other -keyout other.key -out other.pem"))?;
    run("req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=server -keyout server.key -out server.csr")?;
    std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\n").map_err(|e| e.to_string())?;
    run("x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 7 -extfile names -out server.pem")?;
    quiet(Command::new("chmod").args(["600", "server.key"]).current_dir(folder))
}

fn quiet_success(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

/// The folder of `initdb` and `postgres`: the newest version of the distribution, or the PATH.
fn binaries() -> Option<PathBuf> {
    let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|e| Some((e.file_name().to_str()?.parse().ok()?, e.path().join("bin"))))
        .filter(|(_, bin)| bin.join("initdb").is_file() && bin.join("postgres").is_file())
        .collect();
    versions.sort();
    versions.pop().map(|(_, bin)| bin).or_else(|| find("initdb")?.canonicalize().ok()?.parent().map(Path::to_path_buf))
}

/// User and group id of `postgres`, else of `nobody`.
fn unprivileged() -> Outcome<(String, String)> {
    let users = std::fs::read_to_string("/etc/passwd").map_err(|e| format!("/etc/passwd: {e}"))?;
    ["postgres", "nobody"]
        .iter()
        .find_map(|name| {
            let line = users.lines().find(|l| l.split(':').next() == Some(name))?;
            let mut fields = line.split(':').skip(2);
            Some((fields.next()?.to_owned(), fields.next()?.to_owned()))
        })
        .ok_or_else(|| "no user postgres or nobody to run PostgreSQL as".into())
}
