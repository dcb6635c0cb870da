//! The intake of what providers report (PY-03, SP-04): signed, stored once, answered at once, processed once in any order.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use db::{Conn, p};
use futures_util::future::BoxFuture;
use jobs::Failed;
use kernel::{Millis, OrderId, PaymentMethodId, StoreScope};
use platform::App;
use platform::provider_intake::{
    self, CallbackReader, CallbackReaders, Endpoint, IncomingRequest, Processed, ProviderEvent, RejectedCallback, Verified,
};
use platform::secrets::Owner;
use serde_json::{Value, json};
use testkit::{Merchant, Reply, TestShop};

use crate::jobs::signed_in_again;

/// Reads `{"id", "step", "order"?}`, signed with the header `X-Signature: good`.
#[derive(Default)]
struct FakeReader {
    /// Steps whose processing fails once.
    broken_steps: Mutex<VecDeque<i64>>,
}

fn content(body: &[u8]) -> Result<Value, RejectedCallback> {
    serde_json::from_slice(body).map_err(|_| RejectedCallback::Unreadable("no JSON"))
}

impl CallbackReader for FakeReader {
    fn reads(&self, _: &App, provider: &str) -> bool {
        matches!(provider, "PAYMOB" | "BOSTA")
    }

    fn kept_headers(&self) -> &'static [&'static str] {
        &["x-signature"]
    }

    fn verify<'a>(
        &'a self,
        _: &'a App,
        _: &'a Endpoint,
        request: IncomingRequest<'a>,
    ) -> BoxFuture<'a, Result<Verified, RejectedCallback>> {
        Box::pin(async move {
            match request.headers.iter().find(|(name, _)| *name == "x-signature").map(|(_, value)| *value) {
                Some("good") => {}
                Some("no-key") => return Err(RejectedCallback::Unavailable("a lost key".into())),
                _ => return Err(RejectedCallback::NotSigned),
            }
            let id = if request.body.is_empty() { json!(request.query) } else { content(request.body)?["id"].clone() };
            Ok(Verified { dedupe_key: id.to_string() })
        })
    }

    /// The effect is a row for each step.
    fn process<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        event: &'a ProviderEvent,
    ) -> BoxFuture<'a, Result<Processed, Failed>> {
        Box::pin(async move {
            let body = content(&event.body)?;
            let step = body["step"].as_i64().ok_or("no step")?;
            let sql = "INSERT INTO store_settings (store_id, code, value, updated_at) VALUES (?1, ?2, 'null', ?3)";
            c.exec(sql, p![scope.store(), format!("effect of step {step}"), app.env().now()]).await?;
            let mut broken_steps = self.broken_steps.lock().unwrap();
            if broken_steps.front() == Some(&step) {
                broken_steps.pop_front();
                return Err("the effect cannot be written".into());
            }
            Ok(Processed { order: body["order"].as_i64().map(OrderId::from_raw) })
        })
    }
}

struct Scene {
    reader: Arc<FakeReader>,
    shop: TestShop,
    merchant: Merchant,
    path: String,
}

impl Scene {
    async fn start() -> Self {
        let reader = Arc::<FakeReader>::default();
        let port: Arc<dyn CallbackReader> = reader.clone();
        let shop = TestShop::with_ports(|ports| ports.with(Arc::new(CallbackReaders::new([port])))).await;
        let merchant = shop.merchant().await;
        let (env, scope) = (shop.env.clone(), merchant.scope());
        let owner = Owner::payment_method(PaymentMethodId::from_raw(3));
        let work = async move |c: Conn<'_>| provider_intake::get_or_insert_endpoint(c, &env, &scope, owner, "PAYMOB").await;
        let endpoint = shop.app.db().tx(work.clone()).await.unwrap();
        assert_eq!(shop.app.db().tx(work).await.unwrap(), endpoint, "an account has one address");
        Self { reader, shop, merchant, path: endpoint.path() }
    }

    async fn send_to(&self, path: &str, signature: &str, body: impl Into<Vec<u8>>) -> Reply {
        self.shop.call("POST", path).header("x-signature", signature).body("application/json", body).send().await
    }

    async fn report(&self, id: &str, step: i64) -> u16 {
        self.send_to(&self.path, "good", json!({"id": id, "step": step, "order": 41}).to_string()).await.status
    }

    async fn count(&self, sql: &str) -> i64 {
        self.shop.app.db().conn().one(sql, p![self.merchant.store]).await.unwrap()
    }

    async fn events(&self) -> i64 {
        self.count("SELECT COUNT(*) FROM provider_events WHERE store_id = ?1").await
    }

    async fn effects(&self) -> i64 {
        self.count("SELECT COUNT(*) FROM store_settings WHERE store_id = ?1 AND code LIKE 'effect of step %'").await
    }

    async fn counted(&self, outcome: &str) -> u64 {
        let text = self.shop.call("GET", "/metrics").send().await.text();
        let is_it =
            |line: &&str| line.starts_with("provider_callbacks_total{") && line.contains(&format!("outcome=\"{outcome}\""));
        text.lines().filter(is_it).filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok()).sum()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_what_is_unknown_or_not_signed_is_refused_counted_and_not_stored() {
    let scene = Scene::start().await;
    let body = json!({"id": "t-1", "step": 1}).to_string();
    let before = scene.counted("rejected").await;
    let id = scene.path.rsplit_once('/').unwrap().1;
    let (wrong_provider, wrong_id) = (format!("/hooks/bosta/{id}"), "/hooks/paymob/pep_0000000000001".to_owned());
    let refused = async {
        for (path, signature) in
            [(&scene.path, "bad"), (&wrong_provider, "good"), (&wrong_id, "good"), (&"/hooks/paymob/1".to_owned(), "good")]
        {
            let reply = scene.send_to(path, signature, body.clone()).await;
            assert_eq!(reply.status, 401, "{path} {signature}");
        }
        let unsigned = scene.shop.call("POST", &scene.path).body("application/json", body.clone()).send().await;
        assert_eq!(unsigned.status, 401);
        assert_eq!(scene.send_to(&scene.path, "good", "no JSON").await.status, 400);
        assert_eq!(scene.send_to(&scene.path, "no-key", body.clone()).await.status, 503);
        assert_eq!(scene.send_to(&scene.path, "good", vec![b'x'; 70_000]).await.status, 413);
        assert_eq!(scene.shop.call("PUT", &scene.path).send().await.status, 405);
    };
    scene.shop.assert_unchanged(refused).await;
    assert_eq!(scene.counted("rejected").await - before, 5);
    assert!(scene.counted("too_large").await >= 1);
    assert_eq!(scene.report("t-1", 1).await, 200, "the real one is taken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_replay_is_answered_and_changes_nothing() {
    let scene = Scene::start().await;
    assert_eq!((scene.report("t-1", 1).await, scene.report("t-1", 1).await, scene.events().await), (200, 200, 1));
    assert_eq!(scene.effects().await, 0, "answered before it is processed");
    scene.shop.drain().await;
    assert_eq!((scene.effects().await, scene.report("t-1", 1).await), (1, 200));
    let replay = scene.shop.assert_unchanged(scene.report("t-1", 1)).await;
    assert_eq!((replay, scene.shop.drain().await, scene.effects().await), (200, 0, 1));
    // A provider that reports by GET.
    let path = format!("{}?id=9&success=true", scene.path);
    let by_get = scene.shop.call("GET", &path).header("x-signature", "good").send().await;
    assert_eq!((by_get.status, scene.events().await), (200, 2));
    let c = scene.shop.app.db().conn();
    let stored: (String, String) = c
        .one("SELECT method, query FROM provider_events WHERE store_id = ?1 AND body = ''", p![scene.merchant.store])
        .await
        .unwrap();
    assert_eq!(stored, ("GET".to_owned(), "id=9&success=true".to_owned()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_two_hundred_repetitions_at_once_are_one_effect() {
    let scene = Scene::start().await;
    let started = Instant::now();
    let sent = (0..200).map(|_| async {
        let at = Instant::now();
        (scene.report("t-1", 1).await, at.elapsed())
    });
    let replies = futures_util::future::join_all(sent).await;
    assert!(replies.iter().all(|(status, _)| *status == 200));
    let mut times: Vec<Duration> = replies.into_iter().map(|(_, time)| time).collect();
    times.sort_unstable();
    println!("200 at once: all after {:?}, median {:?}, p99 {:?}", started.elapsed(), times[100], times[198]);
    let one = Instant::now();
    assert_eq!(scene.report("t-2", 2).await, 200);
    println!("one alone: {:?}", one.elapsed());
    scene.shop.drain().await;
    assert_eq!((scene.events().await, scene.effects().await), (2, 2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_events_are_processed_once_in_any_order_and_a_failure_is_repeated() {
    let scene = Scene::start().await;
    scene.reader.broken_steps.lock().unwrap().push_back(3);
    for step in [3, 1, 2] {
        assert_eq!(scene.report(&format!("t-{step}"), step).await, 200);
    }
    scene.shop.drain_any().await;
    assert_eq!(scene.effects().await, 2, "the third failed, and its effect with it");
    scene.shop.advance(Millis::MINUTE);
    let (one, two) = (scene.shop.worker.clone(), scene.shop.worker.clone());
    let (one, two) = (tokio::spawn(async move { one.drain().await }), tokio::spawn(async move { two.drain().await }));
    one.await.unwrap().unwrap();
    two.await.unwrap().unwrap();
    assert_eq!(scene.effects().await, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_an_event_that_cannot_be_processed_is_kept_with_its_reason_and_contents_are_not_kept_for_good() {
    let scene = Scene::start().await;
    assert_eq!(scene.send_to(&scene.path, "good", json!({"id": "t-9"}).to_string()).await.status, 200);
    assert_eq!(scene.report("t-1", 1).await, 200);
    for _ in 0..10 {
        scene.shop.drain_any().await;
        scene.shop.advance(2 * Millis::HOUR);
    }
    let c = scene.shop.app.db().conn();
    let dead = "SELECT dedupe_key, reason FROM provider_events WHERE store_id = ?1 AND state = 'dead'";
    let dead: Vec<(String, String)> = c.all(dead, p![scene.merchant.store]).await.unwrap();
    assert_eq!(dead, [("\"t-9\"".to_owned(), "no step".to_owned())]);
    let merchant = signed_in_again(&scene.shop, scene.merchant.clone()).await;
    assert_eq!(merchant.data("/jobs/dead").await[0]["kind"], json!("process_provider_event"));

    let with_content = "SELECT COUNT(*) FROM provider_events WHERE store_id = ?1 AND body <> ''";
    scene.shop.advance(31 * Millis::DAY);
    scene.shop.worker.tick().await.unwrap();
    assert_eq!((scene.count(with_content).await, scene.events().await), (1, 2), "what is dead may still be retried");
    scene.shop.advance(60 * Millis::DAY);
    scene.shop.worker.tick().await.unwrap();
    assert_eq!(scene.events().await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_disconnected_account_has_no_address() {
    let scene = Scene::start().await;
    let (scope, owner) = (scene.merchant.scope(), Owner::payment_method(PaymentMethodId::from_raw(3)));
    let work = async move |c: Conn<'_>| provider_intake::delete_endpoints(c, &scope, owner).await;
    assert_eq!(scene.shop.app.db().tx(work).await.unwrap(), 1);
    assert_eq!((scene.report("t-1", 1).await, scene.events().await), (401, 0));
}
