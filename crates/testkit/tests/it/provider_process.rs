//! The program as a process of its own, with its worker, on the database of a test: its gateways and couriers are at a simulator.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use db::Db;
use gateways::{HttpClient, HttpLimits, couriers, payments};
use kernel::{Env, Millis};
use platform::secrets::SecretKeys;
use testkit::TestShop;
use web::base::Settings;

/// The key that seals the secrets of the test's store.
pub(crate) const KEY: &str = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

pub(crate) fn keys() -> SecretKeys {
    SecretKeys::parse(&KEY.into()).unwrap()
}

/// Main function of the process. Its clock runs, from the moment that it is given.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "other tests run it as a process of its own"]
async fn provider_process() {
    let Ok(database) = std::env::var("PROVIDER_DATABASE") else { return };
    let read = |name: &str| std::env::var(name).unwrap();
    let _ = rustls::crypto::ring::default_provider().install_default();
    let env = Env::fake(Millis(read("PROVIDER_NOW").parse().unwrap()));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let settings = Settings { requests_per_second: 0, platform_host: format!("localhost:{port}"), ..Settings::default() };
    let db = Db::open(&database).await.unwrap();
    let mut app = server::program::app(db, env.clone(), gateways::Blobs::memory(), settings);
    app.secret_keys = keys();
    let (http, base) = (HttpClient::new(env.clone(), HttpLimits::default()).unwrap(), read("PROVIDER_BASE"));
    app.payment_gateways = payments::providers::all(&http, |_| Some(base.clone()));
    app.couriers = couriers::providers::all(&http, |_| Some(base.clone()));
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(Duration::from_millis(50));
        loop {
            ticks.tick().await;
            env.advance(50);
        }
    });
    let (_stop, stopped) = tokio::sync::watch::channel(false);
    tokio::spawn(server::worker(app.clone()).run(2, stopped));
    println!("PORT {port}");
    let router = server::router(app, std::sync::Arc::default()).into_make_service_with_connect_info::<std::net::SocketAddr>();
    axum::serve(listener, router).await.unwrap();
}

/// A running process; killed when dropped.
pub(crate) struct Node {
    child: Child,
    pub(crate) port: u16,
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Node {
    /// Starts one on the shop's database, whose providers are at `base`, so much later than the test's clock says.
    pub(crate) fn start(shop: &TestShop, base: &str, later: i64) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "provider_process::provider_process", "--ignored", "--nocapture"])
            .env("PROVIDER_DATABASE", shop.database().url())
            .env("PROVIDER_NOW", shop.env.now().plus(later).0.to_string())
            .env("PROVIDER_BASE", base)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines.find_map(|line| line.split("PORT ").nth(1)?.trim().parse().ok()).expect("the process says its port");
        Self { child, port }
    }

    /// SIGKILL: nothing is tidied up.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
