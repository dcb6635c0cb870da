//! F2: a newer version migrates the database beneath a running server.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use db::{Db, MIGRATIONS, Migration, p};
use gateways::Blobs;
use jobs::Enqueue;
use kernel::{Env, Millis, ProductId, StoreId};
use serde_json::json;
use server::edge::{self, Limits};
use testkit::{Merchant, TestShop};
use tokio::net::TcpListener;
use tokio::sync::watch;
use web::base::Settings;

/// The migrations of a later version: those of this one and one more.
fn newer() -> &'static [Migration] {
    let next = Migration { number: 9_999, name: "9999_newer", sql: "ALTER TABLE stores ADD COLUMN of_a_newer_version BIGINT;" };
    let all: Vec<Migration> = MIGRATIONS.iter().copied().chain([next]).collect();
    Box::leak(all.into_boxed_slice())
}

/// A job kind that every version knows; it does nothing.
#[derive(serde::Serialize, serde::Deserialize)]
struct AnyJob {
    store: StoreId,
}

impl jobs::Job for AnyJob {
    const KIND: &'static str = "fetch_import_images";
}

/// A server of the newer version on the same database, before and after it has migrated it.
async fn newer_server(shop: &TestShop) -> (platform::App, String) {
    let db = Db::open(&shop.database().url()).await.unwrap();
    db.set_known_migrations(newer());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let settings =
        Settings { requests_per_second: 0, platform_host: format!("localhost:{}", address.port()), ..Settings::default() };
    // Ids are unique per process and time: the two servers run at different times.
    let app = server::program::app(db, Env::fake(shop.env.now().plus(Millis::SECOND)), Blobs::memory(), settings);
    let router = server::router(app.clone(), Arc::default());
    tokio::spawn(edge::serve(listener, router, Limits::default(), std::future::pending()));
    (app, format!("http://{address}/dashboard/v1"))
}

/// Creates products as fast as they are answered, until one is refused: the acknowledged ones and the refusal.
async fn write(me: Merchant, writer: usize, acknowledged: Arc<AtomicUsize>) -> (Vec<ProductId>, testkit::Reply) {
    let mut created = Vec::new();
    loop {
        let link = format!("p-{writer}-{}", created.len());
        let body = json!({"name": {"ar": "صنف"}, "page_link": link, "regular_price": "10.00", "qty": 1});
        let reply = me.call("POST", "/products").json(&body).send().await;
        if reply.status != 201 {
            return (created, reply);
        }
        created.push(reply.data()["id"].as_str().unwrap().parse().unwrap());
        acknowledged.fetch_add(1, Ordering::SeqCst);
    }
}

async fn products(db: &Db, me: &Merchant) -> BTreeSet<ProductId> {
    let ids: Vec<ProductId> = db.conn().all("SELECT id FROM products WHERE store_id = ?1", p![me.store]).await.unwrap();
    ids.into_iter().collect()
}

/// F2: within one schema check a running server of the older version refuses writes in the caller's language, reports it to its
/// load balancer, leases no more jobs and keeps serving reads; everything it had acknowledged is stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn f2_a_server_that_runs_stops_writing_once_a_newer_version_has_migrated() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    // As the program runs it.
    let follower = tokio::spawn(shop.app.db().clone().follow_schema());
    let (stop, stopped) = watch::channel(false);
    let work = tokio::spawn(shop.worker.clone().run(2, stopped));
    let before = products(shop.app.db(), &me).await;
    let acknowledged = Arc::new(AtomicUsize::new(0));
    let writers: Vec<_> = (0..4).map(|n| tokio::spawn(write(me.in_english(), n, acknowledged.clone()))).collect();
    while acknowledged.load(Ordering::SeqCst) < 20 {
        tokio::task::yield_now().await;
    }
    assert_eq!(shop.call("GET", "/readyz").send().await.status, 200);

    let (newer, api) = newer_server(&shop).await;
    assert_eq!(newer.db().migrate().await.unwrap(), 1);
    let migrated = Instant::now();
    let mut created = before;
    for writer in writers {
        let (ids, refused) = writer.await.unwrap();
        created.extend(ids);
        assert_eq!((refused.status, &refused.json["code"]), (503, &json!("upgrading")), "{}", refused.text());
        assert_eq!(refused.json["message"], json!("The platform is being updated. Try again in a moment."));
        assert_eq!(refused.header("retry-after"), "5");
    }
    loop {
        let ready = shop.call("GET", "/readyz").send().await;
        if ready.status == 503 {
            break;
        }
        assert!(migrated.elapsed() < Duration::from_secs(10), "the schema is looked at every second");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (status, body) = me.put("/settings/checkout_hold_minutes", json!({"value": 20})).await;
    assert_eq!((status, &body["message"]), (503, &json!("المنصة قيد التحديث. حاول بعد لحظات.")), "{body}");

    // Exactly what was acknowledged is stored, and both servers read it.
    assert!(acknowledged.load(Ordering::SeqCst) >= 20);
    assert_eq!(products(newer.db(), &me).await, created);
    let (status, list) = me.get("/products").await;
    assert_eq!((status, &list["meta"]["total"]), (200, &json!(created.len())), "{list}");

    // The newer version writes, and the job it enqueues is not leased by the older one, which keeps polling.
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let call = http.post(format!("{api}/products")).bearer_auth(&me.token).header("x-store", me.store.to_string());
    let body = json!({"name": {"ar": "صنف"}, "page_link": "of-the-newer", "regular_price": "10.00", "qty": 1});
    assert_eq!(call.json(&body).send().await.unwrap().status().as_u16(), 201);
    let (env, store) = (shop.env.clone(), me.store);
    let leave = async move |c: db::Conn<'_>| jobs::enqueue(c, &env, &AnyJob { store }, Enqueue::for_store(store)).await;
    let id = newer.db().tx(leave).await.unwrap().unwrap();
    assert!(shop.worker.drain().await.is_err(), "a job is leased by a write");
    let job = async || {
        let sql = "SELECT status, fence FROM jobs WHERE id = ?1";
        shop.app.db().conn().one::<(String, i64)>(sql, p![id]).await.unwrap()
    };
    assert_eq!(job().await, ("queued".to_owned(), 0));
    server::worker(newer.clone()).drain().await.unwrap();
    assert_eq!(job().await, ("done".to_owned(), 1), "leased once, by the newer one");
    assert_eq!(me.get("/products").await.1["meta"]["total"], json!(created.len() + 1));

    stop.send(true).unwrap();
    work.await.unwrap();
    follower.abort();
}
