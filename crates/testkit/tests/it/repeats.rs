//! A retried request does nothing twice (decisions §4), also when the first attempt's caller hung up, its answer was lost, or its
//! server was killed.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use db::{Db, Dialect, p};
use kernel::{Env, Millis};
use serde_json::{Value, json};
use testkit::{Call, Merchant, TestShop};
use tokio::io::AsyncWriteExt as _;
use web::base::Settings;

fn shirt(sku: &str) -> Value {
    json!({"product_type": "basic", "name": {"ar": format!("قميص {sku}")}, "regular_price": "50.00", "qty": 3, "sku": sku, "is_active": true, "is_published": true})
}

fn keyed(merchant: &Merchant, key: &str) -> Call {
    merchant.call("POST", "/products").header("idempotency-key", key).json(&shirt(key))
}

/// The number of products of each SKU.
async fn by_sku(shop: &TestShop, merchant: &Merchant) -> BTreeMap<String, i64> {
    let sql = "SELECT sku, COUNT(*) FROM products WHERE store_id = ?1 GROUP BY sku";
    let rows: Vec<(String, i64)> = shop.app.db().conn().all(sql, p![merchant.store]).await.unwrap();
    rows.into_iter().collect()
}

/// From now on no response can be stored, as if each process died right after its change.
async fn lose_answers(db: &Db) {
    let statements: &[&str] = match db.dialect() {
        Dialect::Sqlite => &["CREATE TRIGGER lost BEFORE UPDATE ON idempotency_keys WHEN NEW.status >= 100 \
                              BEGIN SELECT RAISE(ABORT, 'lost'); END"],
        Dialect::Postgres => &[
            "CREATE FUNCTION lost() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''lost''; END'",
            "CREATE TRIGGER lost BEFORE UPDATE ON idempotency_keys FOR EACH ROW WHEN (NEW.status >= 100) EXECUTE FUNCTION lost()",
        ],
    };
    for sql in statements {
        db.tx(async move |c| c.exec(sql, p![]).await).await.unwrap();
    }
}

#[tokio::test]
async fn gc_a_retry_after_a_lost_response_runs_nothing_and_names_the_created_row() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    lose_answers(shop.app.db()).await;
    let first = keyed(&merchant, "lost").send().await;
    assert_eq!(first.status, 201, "{}", first.text());
    let soon = shop.assert_unchanged(keyed(&merchant, "lost").send()).await;
    assert_eq!((soon.status, soon.json["code"].as_str()), (409, Some("idempotency_key_busy")), "the first may still be at work");
    shop.advance(Millis::MINUTE + 1);
    for caller in [merchant.clone(), merchant.in_english()] {
        let later = shop.assert_unchanged(keyed(&caller, "lost").send()).await;
        assert_eq!((later.status, later.json["code"].as_str()), (409, Some("idempotency_key_done")), "{}", later.text());
        assert_eq!(later.json["current"], json!({"subject": "product", "id": first.json["data"]["id"]}));
        assert_eq!(later.json["message"].as_str().unwrap().is_ascii(), caller.language == "en");
    }
    assert_eq!(by_sku(&shop, &merchant).await, BTreeMap::from([("lost".into(), 1)]));
}

/// A request that changed nothing may be retried at once, also after a 5xx.
#[tokio::test]
async fn gc_a_request_that_failed_with_a_server_error_runs_again() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let hide = async |from: &'static str, to: &'static str| {
        let sql = format!("ALTER TABLE {from} RENAME TO {to}");
        shop.app.db().tx(async move |c| c.exec(&sql, p![]).await).await.unwrap();
    };
    hide("search_tokens", "hidden_tokens").await;
    assert_eq!(keyed(&merchant, "again").send().await.status, 500);
    hide("hidden_tokens", "search_tokens").await;
    assert_eq!(keyed(&merchant, "again").send().await.status, 201);
    assert_eq!(by_sku(&shop, &merchant).await, BTreeMap::from([("again".into(), 1)]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_a_retry_after_a_disconnect_gets_the_first_response() {
    const CALLERS: usize = 20;
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for n in 0..CALLERS {
        let body = shirt(&format!("gone-{n}")).to_string();
        let request = format!(
            "POST /dashboard/v1/products HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\nx-store: {}\r\naccept-language: ar\r\n\
             content-type: application/json\r\nidempotency-key: gone-{n}\r\ncontent-length: {}\r\n\r\n{body}",
            merchant.token,
            merchant.store,
            body.len()
        );
        let mut connection = tokio::net::TcpStream::connect(shop.addr).await.unwrap();
        connection.write_all(request.as_bytes()).await.unwrap();
        // Lets some get further than others before the connection is cut.
        for _ in 0..n {
            tokio::task::yield_now().await;
        }
    }
    for n in 0..CALLERS {
        let repeat = async {
            loop {
                let reply = keyed(&merchant, &format!("gone-{n}")).send().await;
                if reply.status == 201 {
                    return;
                }
                assert_eq!(reply.json["code"], "idempotency_key_busy", "{}", reply.text());
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), repeat).await.expect("the first attempt ends by itself");
    }
    let by_sku_counts = by_sku(&shop, &merchant).await;
    assert!(by_sku_counts.len() == CALLERS && by_sku_counts.values().all(|n| *n == 1), "{by_sku_counts:?}");
}

#[tokio::test]
async fn gc_idempotency_keys_expire_after_a_day() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for n in 0..3 {
        assert_eq!(keyed(&merchant, &format!("old-{n}")).send().await.status, 201);
    }
    let count = async || shop.app.db().conn().one::<i64>("SELECT COUNT(*) FROM idempotency_keys", p![]).await.unwrap();
    shop.worker.tick().await.unwrap();
    assert_eq!(count().await, 3);
    shop.advance(Millis::DAY + 1);
    shop.worker.tick().await.unwrap();
    assert_eq!(count().await, 0);
}

/// Main function of the server process that is killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the other test runs it as a process of its own"]
async fn server_process() {
    let Ok(url) = std::env::var("REPEATS_DATABASE") else { return };
    let env = Env::fake(Millis(std::env::var("REPEATS_NOW").unwrap().parse().unwrap()));
    let settings = Settings { requests_per_second: 0, ..Settings::default() };
    let app = server::program::app(Db::open(&url).await.unwrap(), env, gateways::Blobs::memory(), settings);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("PORT {}", listener.local_addr().unwrap().port());
    let router = server::router(app, Arc::default()).into_make_service_with_connect_info::<std::net::SocketAddr>();
    axum::serve(listener, router).await.unwrap();
}

/// Starts a server process on the shop's database; its port.
fn serve(shop: &TestShop, now: Millis) -> (Child, u16) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "repeats::server_process", "--ignored", "--nocapture"])
        .env("REPEATS_DATABASE", shop.database().url())
        .env("REPEATS_NOW", now.0.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let port = lines.find_map(|line| line.split("PORT ").nth(1)?.trim().parse().ok()).expect("the server says its port");
    (child, port)
}

async fn post(http: &reqwest::Client, merchant: &Merchant, port: u16, key: &str) -> reqwest::Result<(u16, Value)> {
    let request = http
        .post(format!("http://127.0.0.1:{port}/dashboard/v1/products"))
        .bearer_auth(&merchant.token)
        .header("x-store", merchant.store.to_string())
        .header("idempotency-key", key)
        .json(&shirt(key));
    let response = request.send().await?;
    Ok((response.status().as_u16(), response.json().await?))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_retries_after_kill_9_apply_each_request_exactly_once() {
    const ROUNDS: usize = 4;
    const CALLERS: usize = 8;
    let shop = TestShop::start().await;
    let merchant = Arc::new(shop.merchant().await);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let (mut answered, mut unanswered) = (BTreeMap::new(), Vec::new());
    for round in 0..ROUNDS {
        // Each process starts in a second of its own: ids are unique per process and time, and these clocks stand still.
        let second = i64::try_from(round + 1).unwrap() * 1_000;
        let (mut child, port) = serve(&shop, shop.env.now().plus(second));
        let done = Arc::new(AtomicUsize::new(0));
        let callers: Vec<_> = (0..CALLERS)
            .map(|caller| {
                let (http, merchant, done) = (http.clone(), merchant.clone(), done.clone());
                tokio::spawn(async move {
                    let mut answers = Vec::new();
                    for n in 0.. {
                        let key = format!("{round}-{caller}-{n}");
                        match post(&http, &merchant, port, &key).await {
                            Ok((201, body)) => answers.push((key, body["data"]["id"].as_str().unwrap().to_owned())),
                            Ok(other) => panic!("{other:?}"),
                            Err(_) => return (answers, key),
                        }
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    unreachable!()
                })
            })
            .collect();
        let enough = 10 + usize::try_from(Env::system().random_u32() % 30).unwrap();
        while done.load(Ordering::Relaxed) < enough {
            tokio::task::yield_now().await;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        for caller in callers {
            let (answers, lost) = caller.await.unwrap();
            answered.extend(answers);
            unanswered.push(lost);
        }
    }
    let (mut child, port) = serve(&shop, shop.env.now().plus(2 * Millis::MINUTE));
    for (key, id) in &answered {
        let (status, body) = post(&http, &merchant, port, key).await.unwrap();
        assert_eq!((status, body["data"]["id"].as_str()), (201, Some(id.as_str())), "{key}: {body}");
    }
    let mut carried_out = 0;
    for key in &unanswered {
        let (status, body) = post(&http, &merchant, port, key).await.unwrap();
        match status {
            201 => {}
            409 => {
                assert_eq!(
                    (body["code"].as_str(), body["current"]["subject"].as_str()),
                    (Some("idempotency_key_done"), Some("product"))
                );
                carried_out += 1;
            }
            _ => panic!("{key}: {status} {body}"),
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    println!("{} answered, {} not, of which {carried_out} had been carried out", answered.len(), unanswered.len());
    let by_sku_counts = by_sku(&shop, &merchant).await;
    assert_eq!(by_sku_counts.len(), answered.len() + unanswered.len(), "nothing is left out");
    assert!(by_sku_counts.values().all(|n| *n == 1), "nothing happened twice: {by_sku_counts:?}");
}
