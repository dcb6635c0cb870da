//! An empty migrated database for each test, copied from a template that is migrated once. On PostgreSQL creating and dropping
//! one costs more than most tests do, so a pool of databases is reused: each is truncated before the next test gets it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use db::{Db, PgConfig, SqliteConfig};
use tokio_postgres::error::SqlState;

/// The database of one test; dropped (or released, on PostgreSQL) with the value.
pub struct TestDb {
    /// The connection pool of the data layer, as the program opens it.
    pub db: Db,
    location: Location,
}

enum Location {
    Sqlite {
        path: PathBuf,
        _dir: tempfile::TempDir,
    },
    /// `lease` holds the advisory lock on this database, and runs the statements that tests execute outside the data layer.
    Postgres {
        server: String,
        name: String,
        lease: Box<PgAdmin>,
    },
}

/// Distinguishes the template of one schema from that of another.
fn schema_hash() -> String {
    let mut h = DefaultHasher::new();
    for m in db::MIGRATIONS {
        (m.name, m.sql).hash(&mut h);
    }
    format!("{:016x}", h.finish())
}

/// The server of `TEST_DATABASE_URL` when `TEST_ENGINE` asks for PostgreSQL.
fn postgres_server() -> Option<String> {
    let engine = std::env::var("TEST_ENGINE").unwrap_or_else(|_| "sqlite".into());
    match engine.as_str() {
        "sqlite" => None,
        "postgres" => Some(std::env::var("TEST_DATABASE_URL").expect("TEST_ENGINE=postgres needs TEST_DATABASE_URL")),
        other => panic!("TEST_ENGINE is {other}: sqlite or postgres"),
    }
}

impl TestDb {
    /// A fresh database on the engine of `TEST_ENGINE`.
    pub async fn fresh() -> Self {
        match postgres_server() {
            Some(server) => Self::fresh_postgres(&server).await,
            None => Self::fresh_sqlite().await,
        }
    }

    /// A fresh SQLite file.
    pub async fn fresh_sqlite() -> Self {
        let template = sqlite_template().await;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("shop.db");
        std::fs::copy(&template, &path).unwrap();
        let config = SqliteConfig { durability: db::Durability::None, report_threads: 1, ..SqliteConfig::new(&path) };
        Self { db: Db::sqlite(config).unwrap(), location: Location::Sqlite { path, _dir: dir } }
    }

    /// An empty database on a PostgreSQL server, whose user must be its superuser.
    pub async fn fresh_postgres(server: &str) -> Self {
        let (name, lease) = lease(server).await;
        // One connection for reads: each costs a process of the server and plans of its own. They are pipelined all the same.
        let config = PgConfig { shared: 1, exclusive: 4, ..PgConfig::new(database_url(server, &name)) };
        let db = Db::postgres(&config).await.unwrap();
        Self { db, location: Location::Postgres { server: server.to_owned(), name, lease: Box::new(lease) } }
    }

    /// How another process connects: a `postgres://` address or a file path.
    #[must_use]
    pub fn url(&self) -> String {
        match &self.location {
            Location::Sqlite { path, .. } => path.display().to_string(),
            Location::Postgres { server, name, .. } => database_url(server, name),
        }
    }

    /// Runs a query outside the data layer, on PostgreSQL. One connection and one prepared plan serve every call.
    pub(crate) async fn ask_postgres(&self, sql: &str) -> Vec<tokio_postgres::Row> {
        let Location::Postgres { lease, .. } = &self.location else { panic!("not on PostgreSQL") };
        let mut plans = lease.plans.lock().await;
        let plan = if let Some(plan) = plans.get(sql) {
            plan.clone()
        } else {
            let plan = lease.client.prepare(sql).await.unwrap();
            plans.insert(sql.to_owned(), plan.clone());
            plan
        };
        lease.client.query(&plan, &[]).await.unwrap()
    }

    /// The SQLite file, when it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match &self.location {
            Location::Sqlite { path, .. } => Some(path),
            Location::Postgres { .. } => None,
        }
    }
}

/// Leases an empty database that no other test holds: its name, and the connection inside whose advisory lock reserves it. Every
/// connection costs a server process with plans of its own, so one connection does all.
async fn lease(server: &str) -> (String, PgAdmin) {
    let template = format!("rawaj_blank_{}", schema_hash());
    // The test runner's slot number, where it gives one, is unique among running tests: the first database tried is then free.
    let first = std::env::var("NEXTEST_TEST_GLOBAL_SLOT").ok().and_then(|slot| slot.parse().ok()).unwrap_or(0);
    let mut n: u32 = first;
    loop {
        let name = format!("{template}_{n}");
        match PgAdmin::open(&database_url(server, &name)).await {
            Err(_) => copy_template(server, &template, &name).await,
            Ok(lease) if !lease.is_first().await => n += 1,
            Ok(lease) if lease.is_emptied(&name, &template).await => return (name, lease),
            Ok(_) => {
                let admin = PgAdmin::connect(server).await;
                admin.run(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
            }
        }
    }
}

/// Creates a database from the template. If another process created it first, that one is used.
async fn copy_template(server: &str, template: &str, name: &str) {
    let admin = postgres_template(server, template).await;
    match admin.client.batch_execute(&format!("CREATE DATABASE {name} TEMPLATE {template}")).await {
        Err(e) if e.code() != Some(&SqlState::DUPLICATE_DATABASE) && e.code() != Some(&SqlState::UNIQUE_VIOLATION) => {
            panic!("{name}: {:?}", e.as_db_error())
        }
        _ => {}
    }
}

/// Small tables are emptied by DELETE, which is faster; a table that has grown is truncated, which also frees its space.
const EMPTY: &str = "DO $$ DECLARE t record; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR t IN SELECT c.oid::regclass AS name, pg_relation_size(c.oid) AS size FROM pg_class c
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'migrations'
        AND pg_relation_size(c.oid) > 0
    LOOP
        IF t.size > 131072 THEN EXECUTE format('TRUNCATE %s CASCADE', t.name);
        ELSE EXECUTE format('DELETE FROM %s', t.name);
        END IF;
    END LOOP;
END $$";

fn database_url(server: &str, name: &str) -> String {
    let (base, rest) = server.rsplit_once('/').expect("TEST_DATABASE_URL names a database");
    let query = rest.split_once('?').map_or(String::new(), |(_, q)| format!("?{q}"));
    format!("{base}/{name}{query}")
}

/// The application name of the tests' own connections.
const LEASE: &str = "rawaj tests";

/// A connection outside the data layer, for what only tests do.
struct PgAdmin {
    client: tokio_postgres::Client,
    plans: tokio::sync::Mutex<HashMap<String, tokio_postgres::Statement>>,
}

impl PgAdmin {
    async fn connect(url: &str) -> Self {
        Self::open(url).await.unwrap()
    }

    async fn open(url: &str) -> Result<Self, tokio_postgres::Error> {
        let mut config: tokio_postgres::Config = url.parse()?;
        config.application_name(LEASE);
        let (client, connection) = config.connect(tokio_postgres::NoTls).await?;
        tokio::spawn(connection);
        Ok(Self { client, plans: tokio::sync::Mutex::default() })
    }

    /// Takes the advisory lock of this database; true when no other connection holds it. The lock ends with the connection.
    async fn is_first(&self) -> bool {
        self.client.query_one("SELECT pg_try_advisory_lock(726177617, 0)", &[]).await.unwrap().get(0)
    }

    /// Deletes all rows that an earlier test left in the database; false when its schema is not the template's.
    async fn is_emptied(&self, name: &str, template: &str) -> bool {
        // A process left over from that test may still write, so its connections are terminated. Test connections that only look
        // for a free database are kept.
        let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = $1 AND application_name <> $2";
        while self.client.query_one(end, &[&name, &LEASE]).await.unwrap().get::<_, i64>(0) > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        let expected = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = $1";
        let expected: Option<String> = self.client.query_one(expected, &[&template]).await.unwrap().get(0);
        self.client.batch_execute(EMPTY).await.is_ok() && Some(self.schema().await) == expected
    }

    async fn run(&self, sql: &str) {
        self.client.batch_execute(sql).await.unwrap_or_else(|e| panic!("{sql}: {:?}", e.as_db_error()));
    }

    /// A hash of tables, columns, indexes, constraints, triggers and functions.
    async fn schema(&self) -> String {
        let columns = "SELECT count(*) || ':' || sum(hashtext(c.relname || a.attname || a.atttypid || a.attnotnull)::bigint)
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0";
        let sql = format!(
            "SELECT concat_ws(':', ({columns}), (SELECT count(*) FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
                (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal),
                (SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace))"
        );
        self.client.query_one(&sql, &[]).await.unwrap().get(0)
    }
}

/// The migrated file that tests copy; created by whichever process comes first.
async fn sqlite_template() -> PathBuf {
    let folder = std::env::temp_dir().join("rawaj-test-templates");
    let path = folder.join(format!("{}.db", schema_hash()));
    if path.exists() {
        return path;
    }
    std::fs::create_dir_all(&folder).unwrap();
    let dir = tempfile::tempdir_in(&folder).unwrap();
    let db =
        Db::sqlite(SqliteConfig { durability: db::Durability::None, ..SqliteConfig::new(dir.path().join("new.db")) }).unwrap();
    db.migrate().await.unwrap();
    let copy = dir.path().join("copy.db");
    db.backup(&copy).unwrap();
    // A rename is atomic: a process that comes second replaces the file by an equal one.
    std::fs::rename(&copy, &path).unwrap();
    path
}

/// A connection to the server after the migrated template database exists; an advisory lock lets one process create it.
async fn postgres_template(server: &str, name: &str) -> PgAdmin {
    let admin = PgAdmin::connect(server).await;
    admin.run("SELECT pg_advisory_lock(726177616)").await;
    let is_there =
        admin.client.query_opt("SELECT datname FROM pg_database WHERE datname = $1", &[&name]).await.unwrap().is_some();
    if !is_there {
        let making = format!("{name}_new");
        admin.run(&format!("DROP DATABASE IF EXISTS {making} WITH (FORCE)")).await;
        admin.run(&format!("CREATE DATABASE {making}")).await;
        let url = database_url(server, &making);
        // A runtime of its own: every connection to the template ends with it, and a template must have none.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move { Db::open(&url).await.unwrap().migrate().await.unwrap() });
        })
        .join()
        .unwrap();
        let schema = PgAdmin::connect(&database_url(server, &making)).await.schema().await;
        admin.run(&format!("COMMENT ON DATABASE {making} IS '{schema}'")).await;
        admin
            .client
            .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", &[&making])
            .await
            .unwrap();
        admin.run(&format!("ALTER DATABASE {making} RENAME TO {name}")).await;
    }
    admin.run("SELECT pg_advisory_unlock(726177616)").await;
    admin
}
