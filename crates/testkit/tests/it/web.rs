//! Cross-cutting behaviour of every call: idempotency, limits, headers, languages, health, shutdown.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Call, Merchant, Reply, TestShop};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

fn shirt() -> Value {
    json!({"product_type": "basic", "name": {"ar": "قميص"}, "regular_price": "50.00", "qty": 3, "is_active": true, "is_published": true})
}

fn keyed(merchant: &Merchant, key: &str, body: &Value) -> Call {
    merchant.call("POST", "/products").header("idempotency-key", key).json(body)
}

async fn products(merchant: &Merchant) -> i64 {
    merchant.get("/products").await.1["meta"]["total"].as_i64().unwrap()
}

#[tokio::test]
async fn gc_a_retried_post_replays_the_first_response() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let first = keyed(&merchant, "k-1", &shirt()).send().await;
    assert_eq!(first.status, 201, "{}", first.text());
    assert_eq!(first.header("idempotency-replayed"), "");
    let again = shop.assert_unchanged(keyed(&merchant, "k-1", &shirt()).send()).await;
    assert_eq!((again.status, again.header("idempotency-replayed")), (201, "true"));
    assert_eq!(again.json, first.json);
    assert_eq!(products(&merchant).await, 1);

    let other = shop.assert_unchanged(keyed(&merchant, "k-1", &json!({"name": {"ar": "آخر"}})).send()).await;
    assert_eq!((other.status, other.json["code"].as_str()), (422, Some("idempotency_key_reused")));

    // The same key text of another merchant is another key.
    let neighbour = shop.merchant().await;
    assert_eq!(keyed(&neighbour, "k-1", &shirt()).send().await.status, 201);

    shop.advance(Millis::DAY + 1);
    let token = sign_in(&shop, &merchant).await;
    let merchant = Merchant { token, ..merchant };
    assert_eq!(keyed(&merchant, "k-1", &shirt()).send().await.status, 201, "a day later the key is free again");
}

async fn sign_in(shop: &TestShop, merchant: &Merchant) -> String {
    let body = json!({"identifier": merchant.email, "password": merchant.password});
    let session = shop.call("POST", "/dashboard/v1/login").json(&body).send().await.data();
    session["access_token"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_the_same_key_at_the_same_time_creates_one_row() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let calls: Vec<_> = (0..12).map(|_| tokio::spawn(keyed(&merchant, "k-2", &shirt()).send())).collect();
    let mut ids = BTreeSet::new();
    for call in calls {
        let reply = call.await.unwrap();
        match reply.status {
            201 => {
                ids.insert(reply.json["data"]["id"].as_str().unwrap().to_owned());
            }
            409 => assert_eq!((reply.json["code"].as_str(), reply.header("retry-after")), (Some("idempotency_key_busy"), "1")),
            other => panic!("{other}: {}", reply.text()),
        }
    }
    assert_eq!(ids.len(), 1);
    assert_eq!(products(&merchant).await, 1);
}

#[tokio::test]
async fn gc_a_refused_post_is_remembered_too_and_a_bad_key_is_a_400() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let bad = json!({"product_type": "basic", "name": {}});
    let first = keyed(&merchant, "k-3", &bad).send().await;
    let again = keyed(&merchant, "k-3", &bad).send().await;
    assert_eq!((first.status, again.status), (422, 422));
    assert_eq!(first.json, again.json);
    assert_eq!(keyed(&merchant, &"x".repeat(201), &shirt()).send().await.status, 400);
}

#[tokio::test]
async fn an_address_over_the_rate_limit_gets_429_with_retry_after() {
    let shop = TestShop::with_settings(|s| s.requests_per_second = 5).await;
    let mut refused = None;
    for _ in 0..40 {
        let reply = shop.call("GET", "/dashboard/v1/home").send().await;
        if reply.status == 429 {
            refused = Some(reply);
            break;
        }
        assert_eq!(reply.status, 401);
    }
    let refused = refused.expect("40 requests in a row are too many for 5 a second");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
    assert_eq!(refused.json["code"], "too_many_attempts");
    for _ in 0..20 {
        assert_eq!(shop.call("GET", "/healthz").send().await.status, 200, "health checks are never refused");
    }
}

#[tokio::test]
async fn every_answer_carries_its_request_id() {
    let shop = TestShop::start().await;
    let reply = shop.call("GET", "/dashboard/v1/home").header("x-request-id", "my-id.7").send().await;
    assert_eq!(reply.header("x-request-id"), "my-id.7");
    let long = "x".repeat(65);
    for bad in [long.as_str(), "two words", "متن"] {
        let reply = shop.call("GET", "/healthz").header("x-request-id", bad).send().await;
        assert_eq!(reply.header("x-request-id").len(), 16, "{bad} is replaced");
    }
    let a = shop.call("GET", "/healthz").send().await;
    let b = shop.call("GET", "/healthz").send().await;
    assert_ne!(a.header("x-request-id"), b.header("x-request-id"));
}

fn assert_security_headers(reply: &Reply) {
    assert_eq!(reply.header("x-content-type-options"), "nosniff");
    assert_eq!(reply.header("referrer-policy"), "strict-origin-when-cross-origin");
    assert!(reply.header("permissions-policy").contains("camera=()"));
    assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin");
}

#[tokio::test]
async fn security_headers_stand_on_good_and_bad_answers() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for reply in [
        merchant.call("GET", "/products").send().await,
        shop.call("GET", "/dashboard/v1/products").send().await,
        shop.call("GET", "/dashboard/v1/nothing").send().await,
        shop.call("GET", "/").send().await,
    ] {
        assert_security_headers(&reply);
    }
    let private = merchant.call("GET", "/products").send().await;
    assert_eq!(private.header("cache-control"), "no-store");
    let page = shop.call("GET", "/orders").send().await;
    if page.status == 200 {
        let csp = page.header("content-security-policy");
        assert!(csp.contains("script-src 'self';") && csp.contains("object-src 'none'"), "{csp}");
        assert_eq!(page.header("cache-control"), "no-cache");
    } else {
        println!("skipped the dashboard's own policy: dashboard/dist is not built");
    }
    let store = shop.shopper(&merchant.slug).get("/").await;
    let csp = store.headers.get("content-security-policy").expect("the storefront's policy").to_str().unwrap();
    assert!(!csp.contains("script-src 'unsafe-inline'") && csp.contains("default-src"), "{csp}");
}

#[tokio::test]
async fn bodies_that_cannot_be_read_are_refused_clearly() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let deep = "[".repeat(100_000);
    let huge = format!("{{\"x\": \"{}\"}}", "a".repeat(10 * 1024 * 1024));
    for (status, kind, body) in [
        (415, "text/plain", "{}".as_bytes()),
        (415, "application/xml", b"<x/>"),
        (415, "multipart/form-data; boundary=x", b"--x--"),
        (400, "application/json", b"{\"name\": "),
        (400, "application/json", b""),
        (400, "application/json", b"{} {}"),
        (400, "application/json", b"{\"name\": NaN}"),
        (400, "application/json", b"{\"name\": \"\xff\xfe\"}"),
        (400, "application/json", b"\xef\xbb\xbf{}"),
        (400, "application/json", b"{\"name\": \"\\ud800\"}"),
        (400, "application/json", deep.as_bytes()),
        (413, "application/json", huge.as_bytes()),
        (422, "application/json", b"[]"),
        (422, "application/json; charset=utf-8", b"null"),
    ] {
        let shown = String::from_utf8_lossy(&body[..body.len().min(40)]).into_owned();
        let reply = shop.assert_unchanged(merchant.call("POST", "/products").body(kind, body).try_send()).await;
        match reply {
            Ok(reply) => {
                assert_eq!(reply.status, status, "{kind} {shown}: {}", reply.text());
                assert!(reply.json["message"].as_str().is_some_and(|m| !m.is_empty()), "{kind} {shown}: {}", reply.text());
            }
            // The server may close before 10 MB are sent; the response is then lost, but never a 5xx.
            Err(e) => assert_eq!(status, 413, "{kind} {shown}: {e}"),
        }
    }
}

#[tokio::test]
async fn au_08_messages_follow_accept_language_and_arabic_is_the_default() {
    let shop = TestShop::start().await;
    let message = async |language: Option<&str>| {
        let call = shop.call("GET", "/dashboard/v1/home");
        let reply = match language {
            Some(l) => call.header("accept-language", l).send().await,
            None => call.send().await,
        };
        (reply.header("content-language").to_owned(), reply.json["message"].as_str().unwrap().to_owned())
    };
    assert_eq!(message(None).await, ("ar".into(), "سجّل الدخول للمتابعة.".into()));
    assert_eq!(message(Some("en-GB,en;q=0.9")).await, ("en".into(), "Sign in to continue.".into()));
    assert_eq!(message(Some("fr")).await.0, "ar");
    assert_eq!(message(Some("ar-EG,en;q=0.5")).await.0, "ar");
}

#[tokio::test]
async fn gu_05_a_store_that_is_being_set_up_answers_310() {
    let shop = TestShop::start().await;
    let merchant = shop.unready_merchant_in("SA", "SAR").await;
    let reply = merchant.call("GET", "/products").send().await;
    assert_eq!((reply.status, reply.json["code"].as_str()), (310, Some("store_not_ready")));
    assert_eq!(shop.assert_unchanged(merchant.post("/products", shirt())).await.0, 310);
}

#[tokio::test]
async fn au_07_a_token_ends_with_its_time() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    assert_eq!(merchant.get("/products").await.0, 200);
    shop.advance(31 * Millis::MINUTE);
    assert_eq!(merchant.get("/products").await.0, 401);
}

#[tokio::test]
async fn unknown_addresses_and_methods_answer_in_json() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let missing = merchant.call("GET", "/nothing/here").send().await;
    assert_eq!((missing.status, missing.json["code"].as_str()), (404, Some("not_found")));
    let method = merchant.call("PATCH", "/products").send().await;
    assert_eq!((method.status, method.json["code"].as_str()), (405, Some("method_not_allowed")));
    for id in ["prd_", "7", "ord_0000000000000", "%00", "prd_%D9%A0", "..%2F..%2Fetc"] {
        assert_eq!(merchant.get(&format!("/products/{id}")).await.0, 404, "{id}");
    }
}

#[tokio::test]
async fn gc_01_lists_refuse_what_they_do_not_know() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for query in
        ["sort=nothing", "filter[nothing]=1", "per_page=101", "per_page=0", "page=999999999999", "per_page=x", "search=%FF"]
    {
        let (status, body) = merchant.get(&format!("/products?{query}")).await;
        assert!(status == 422 || status == 400, "{query}: {status} {body}");
    }
    let long = "ا".repeat(5000);
    let (status, _) = merchant.get(&format!("/products?search={long}")).await;
    assert!((200..500).contains(&status), "{status}");
}

#[tokio::test]
async fn responses_are_compressed_when_the_client_accepts_it() {
    let shop = TestShop::start().await;
    let plain = shop.call("GET", "/dashboard/v1/openapi.json").send().await;
    assert_eq!((plain.status, plain.header("content-encoding")), (200, ""));
    for encoding in ["gzip", "br"] {
        let small = shop.call("GET", "/dashboard/v1/openapi.json").header("accept-encoding", encoding).send().await;
        assert_eq!(small.header("content-encoding"), encoding);
        assert!(small.bytes.len() * 4 < plain.bytes.len(), "{} of {}", small.bytes.len(), plain.bytes.len());
    }
}

#[tokio::test]
async fn health_readiness_and_metrics_answer() {
    let shop = TestShop::start().await;
    assert_eq!(shop.call("GET", "/healthz").send().await.text(), "ok");
    assert_eq!(shop.call("GET", "/readyz").send().await.text(), "ready");
    shop.call("GET", "/dashboard/v1/home").send().await;
    let metrics = shop.call("GET", "/metrics").send().await;
    assert!(metrics.header("content-type").starts_with("text/plain"));
}

/// GC: values invented by callers create no metric labels, since every label stays in memory.
#[tokio::test]
async fn gc_unknown_http_methods_share_one_metric_label() {
    let shop = TestShop::start().await;
    // Counting begins with the first scrape.
    shop.call("GET", "/metrics").send().await;
    for method in ["MADEUP1", "MADEUP2"] {
        assert_eq!(shop.call(method, "/dashboard/v1/home").send().await.status, 405);
    }
    let text = shop.call("GET", "/metrics").send().await.text();
    assert!(text.contains("method=\"other\"") && !text.contains("MADEUP"), "{text}");
}

#[tokio::test]
async fn hosts_that_are_no_store_get_a_page_of_their_own() {
    let shop = TestShop::start().await;
    let page = shop.shopper("nobody-here").get("/").await;
    assert_eq!(page.status, 404);
    assert!(page.body.contains("<html") && page.body.contains("dir=\"rtl\""), "{}", page.body);
}

/// Asked to stop, the server answers requests it has begun to read and accepts no new ones.
#[tokio::test]
async fn a_request_in_flight_is_answered_during_shutdown() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let body = shirt().to_string();
    let (first, second) = body.as_bytes().split_at(body.len() / 2);
    let mut connection = tokio::net::TcpStream::connect(shop.addr).await.unwrap();
    let head = format!(
        "POST /dashboard/v1/products HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\nx-store: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        merchant.token,
        merchant.store,
        body.len()
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    // The server asks for the body once the handler reads it: the request is in flight.
    let mut go_on = [0; 25];
    connection.read_exact(&mut go_on).await.unwrap();
    assert!(go_on.starts_with(b"HTTP/1.1 100 Continue"));
    connection.write_all(first).await.unwrap();
    shop.stop();
    let is_closed = async {
        while tokio::net::TcpStream::connect(shop.addr).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), is_closed).await.expect("no new connections after the stop");
    connection.write_all(second).await.unwrap();
    let mut answer = String::new();
    tokio::time::timeout(Duration::from_secs(5), connection.read_to_string(&mut answer)).await.expect("an answer").unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
}
