//! Missing, repeated and malformed headers.

use testkit::TestShop;
use testkit::document::Document;

use super::{assert_refused, gateway_method, languages, own_id, own_path};

/// GU-02, AU-08: with X-STORE missing, malformed or naming another's store, nothing is revealed and nothing changes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn au_08_a_store_that_is_missing_rubbish_or_anothers_is_a_403_in_the_callers_language() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let (me, other) = (shop.sample_merchant(2, 2).await, shop.merchant().await);
    let other_store = other.store.to_string();
    let rubbish: [Option<&[u8]>; 9] = [
        None,
        Some(b""),
        Some(b"str_"),
        Some(b"str_0000000000000"),
        Some(b"0"),
        Some(b"null"),
        Some(b"\xff\xfe\xfd"),
        Some("متجري".as_bytes()),
        Some(other_store.as_bytes()),
    ];
    let of_a_store: Vec<_> = document
        .operations()
        .into_iter()
        .filter(|op| {
            !op.is_open
                && ![
                    "accept_invitation",
                    "change_password",
                    "end_all_sessions",
                    "end_session",
                    "find_home",
                    "list_sessions",
                    "logout",
                ]
                .contains(&op.id.as_str())
        })
        .collect();
    assert!(of_a_store.len() > 50, "{}", of_a_store.len());
    // Built before anything is compared.
    for prefix in kernel::id::PREFIXES {
        own_id(&shop, &me, prefix).await;
    }
    gateway_method(&me).await;
    shop.assert_unchanged(async {
        for op in &of_a_store {
            let path = own_path(&shop, &me, op).await;
            for (i, store) in rubbish.iter().enumerate() {
                let caller = &languages(&me)[i % 2];
                let mut request = caller
                    .http
                    .request(op.method.parse().unwrap(), format!("{}{path}", caller.api))
                    .header("authorization", format!("Bearer {}", caller.token))
                    .header("accept-language", caller.language);
                if let Some(bytes) = store {
                    request = request.header("x-store", reqwest::header::HeaderValue::from_bytes(bytes).unwrap());
                }
                let response = request.send().await.unwrap();
                let (status, language) = (response.status().as_u16(), response.headers()["content-language"].clone());
                let body: serde_json::Value = response.json().await.unwrap();
                let at = format!("{} with store {:?}", op.id, store.map(String::from_utf8_lossy));
                assert_eq!((status, body["code"].as_str()), (403, Some("forbidden")), "{at}: {body}");
                assert_eq!(language, caller.language, "{at}");
                super::assert_language(caller.language, body["message"].as_str().unwrap(), &at);
            }
        }
    })
    .await;
}

/// AU-08: a malformed value in any other header is no 5xx; headers that matter are refused, the rest ignored.
#[tokio::test]
async fn au_08_rubbish_in_headers_is_refused_or_passed_over() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let long = "x".repeat(7_000);
    let names = [
        "accept",
        "accept-encoding",
        "accept-language",
        "authorization",
        "cache-control",
        "cookie",
        "forwarded",
        "if-modified-since",
        "if-none-match",
        "origin",
        "range",
        "referer",
        "user-agent",
        "x-forwarded-for",
        "x-forwarded-host",
        "x-http-method-override",
        "x-request-id",
        "x-requested-with",
        "x-xsrf-token",
    ];
    shop.assert_unchanged(async {
        for name in names {
            for value in [b"" as &[u8], b"\xff\xfe", b";;;,,,===", b"bytes=9-1", "ع".as_bytes(), b"'\"<script>", long.as_bytes()]
            {
                for path in ["/products", "/home", "/orders/status-counts"] {
                    let mut request = me.http.get(format!("{}{path}", me.api)).header("x-store", me.store.to_string());
                    if name != "authorization" {
                        request = request.bearer_auth(&me.token);
                    }
                    let response =
                        request.header(name, reqwest::header::HeaderValue::from_bytes(value).unwrap()).send().await.unwrap();
                    let status = response.status().as_u16();
                    let expected: &[u16] = if name == "authorization" { &[401] } else { &[200] };
                    assert!(expected.contains(&status), "{name}: {:?} {path}: {status}", String::from_utf8_lossy(value));
                }
            }
        }
    })
    .await;
    // An invalid idempotency key is refused before anything is done.
    for key in ["", "\u{feff}", &"k".repeat(201)] {
        for caller in languages(&me) {
            let call = caller.call("POST", "/categories").header("idempotency-key", key);
            let reply = shop.assert_unchanged(call.json(&serde_json::json!({"name": {"ar": "أ"}})).send()).await;
            assert_refused(&reply, &[400], caller.language, &format!("key {key:?}"));
        }
    }
}
