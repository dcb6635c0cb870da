//! Two nodes on one PostgreSQL: a write on one invalidates the caches of the other.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use db::Db;
use kernel::{Env, Millis};
use serde_json::json;
use testkit::TestShop;
use web::base::Settings;

/// Main function of the other node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the other test runs it as a process of its own"]
async fn node_process() {
    let Ok(url) = std::env::var("NODE_DATABASE") else { return };
    let env = Env::fake(Millis(std::env::var("NODE_NOW").unwrap().parse().unwrap()));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let settings = Settings { requests_per_second: 0, platform_host: format!("localhost:{port}"), ..Settings::default() };
    let app = server::program::app(Db::open(&url).await.unwrap(), env, gateways::Blobs::memory(), settings);
    println!("PORT {port}");
    let router = server::router(app, Arc::default()).into_make_service_with_connect_info::<std::net::SocketAddr>();
    axum::serve(listener, router).await.unwrap();
}

/// A server process; killed when dropped.
pub(crate) struct Node(Child);

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts another node on the shop's database; with its port.
pub(crate) fn node(shop: &TestShop) -> (Node, u16) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "storefront_nodes::node_process", "--ignored", "--nocapture"])
        .env("NODE_DATABASE", shop.database().url())
        .env("NODE_NOW", shop.env.now().0.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let port = lines.find_map(|line| line.split("PORT ").nth(1)?.trim().parse().ok()).expect("the node says its port");
    (Node(child), port)
}

/// decisions §11: no in-memory state that a second node would miss. A write by another process invalidates this node's page
/// cache, and the writer sees it in the very next view of the node that wrote.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_on_one_node_is_shown_by_the_other() {
    let shop = TestShop::start().await;
    if shop.database().file().is_some() {
        // One SQLite file has one process; the same rule inside it is `a_write_is_visible_on_the_next_page_view`.
        return;
    }
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt"})).await;
    let id = product["id"].as_str().unwrap();
    let (_node, port) = node(&shop);
    let here = shop.shopper(&merchant.slug);
    let (host, http) = (format!("{}.localhost:{port}", merchant.slug), reqwest::Client::builder().no_proxy().build().unwrap());
    let there = async || {
        let page = http.get(format!("http://127.0.0.1:{port}/products/shirt")).header("host", &host).send().await.unwrap();
        (page.status().as_u16(), page.text().await.unwrap())
    };
    assert_eq!(here.get("/products/shirt").await.status, 200);
    assert_eq!(there().await.0, 200);
    let mut longest = Duration::ZERO;
    for price in ["101.00", "102.00", "103.00", "104.00", "105.00"] {
        let written = http
            .put(format!("http://127.0.0.1:{port}/dashboard/v1/products/{id}"))
            .bearer_auth(&merchant.token)
            .header("x-store", merchant.store.to_string())
            .json(&json!({"regular_price": price}))
            .send()
            .await
            .unwrap();
        assert_eq!(written.status().as_u16(), 200);
        assert!(there().await.1.contains(price), "the node that wrote shows it at once");
        let since = Instant::now();
        while !here.get("/products/shirt").await.body.contains(price) {
            assert!(since.elapsed() < Duration::from_secs(3), "the other node still shows the old price");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        longest = longest.max(since.elapsed());
    }
    println!("the other node followed within {longest:?}");
    let (status, _) = merchant.post("/products/publishMany", json!({"items": [id], "is_published": false})).await;
    assert_eq!(status, 200);
    assert_eq!(here.get("/products/shirt").await.status, 404, "this node wrote: its next view knows");
    let since = Instant::now();
    while there().await.0 != 404 {
        assert!(since.elapsed() < Duration::from_secs(3), "the other node still sells it");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// A write is visible in the very next view, on either engine, however often it happens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_is_visible_on_the_next_page_view() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt"})).await;
    let path = format!("/products/{}", product["id"].as_str().unwrap());
    let shopper = shop.shopper(&merchant.slug);
    for n in 100..120 {
        assert_eq!(merchant.put(&path, json!({"regular_price": format!("{n}.00")})).await.0, 200);
        for page in ["/products/shirt", "/collections", "/"] {
            assert!(shopper.get(page).await.body.contains(&format!("{n}.00")), "{page} shows an old price");
        }
    }
}
