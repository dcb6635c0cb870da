//! The program as a process of its own, with its worker, on the database of a test.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use db::Db;
use gateways::payments::{HttpClient, HttpLimits, providers};
use kernel::{Env, Millis};
use platform::secrets::SecretKeys;
use web::base::Settings;

use crate::online_checkout::Market;

/// The key that seals the secrets of the test's store.
pub(super) const KEY: &str = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

pub(super) fn keys() -> SecretKeys {
    SecretKeys::parse(&KEY.into()).unwrap()
}

/// Main function of the process. Its clock runs, from the moment that it is given.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "other tests run it as a process of its own"]
async fn payment_process() {
    let Ok(database) = std::env::var("PAYMENT_DATABASE") else { return };
    let read = |name: &str| std::env::var(name).unwrap();
    let _ = rustls::crypto::ring::default_provider().install_default();
    let env = Env::fake(Millis(read("PAYMENT_NOW").parse().unwrap()));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let settings = Settings { requests_per_second: 0, platform_host: format!("localhost:{port}"), ..Settings::default() };
    let db = Db::open(&database).await.unwrap();
    let mut app = server::program::app(db, env.clone(), gateways::Blobs::memory(), settings);
    app.secret_keys = keys();
    let (http, base) = (HttpClient::new(env.clone(), HttpLimits::default()).unwrap(), read("PAYMENT_GATEWAY"));
    app.payment_gateways = providers::all(&http, |_| Some(base.clone()));
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
pub(super) struct Node {
    child: Child,
    pub(super) port: u16,
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Node {
    /// Starts one on the market's database, so much later than the test's clock says.
    pub(super) fn start(market: &Market, later: i64) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "payment_proof::node::payment_process", "--ignored", "--nocapture"])
            .env("PAYMENT_DATABASE", market.shop.database().url())
            .env("PAYMENT_NOW", market.shop.env.now().plus(later).0.to_string())
            .env("PAYMENT_GATEWAY", &market.simulator.base)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines.find_map(|line| line.split("PORT ").nth(1)?.trim().parse().ok()).expect("the process says its port");
        Self { child, port }
    }

    /// SIGKILL: nothing is tidied up.
    pub(super) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
