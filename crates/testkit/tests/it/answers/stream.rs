//! F3: the change stream sends a topic only to members who may read some of it.

use std::time::Duration;

use serde_json::json;
use testkit::TestShop;
use web::{Ability, Action, Subject};

use super::member;

/// Reads until the text contains a word; returns what was read.
async fn until(reply: &mut reqwest::Response, word: &str) -> String {
    let mut all = String::new();
    while !all.contains(word) {
        let chunk = tokio::time::timeout(Duration::from_secs(10), reply.chunk()).await;
        let chunk = chunk.unwrap_or_else(|_| panic!("no {word} in {all}")).unwrap().expect("the stream goes on");
        all += &String::from_utf8_lossy(&chunk);
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f3_the_stream_names_topics_to_who_may_read_some_of_them() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let caller = member(
        &shop,
        &owner,
        "categories",
        vec![
            Ability { action: Action::Read, subject: Subject::Auth },
            Ability { action: Action::Read, subject: Subject::Category },
        ],
    )
    .await;
    let mut reply = caller.merchant.call("GET", "/changes/stream").open().await;
    assert_eq!(reply.status(), 200);
    until(&mut reply, "open").await;
    // They hear nothing of an order's change: the next event they get is the category.
    owner.create("/customers", json!({"name": "هند", "mobile": "0551234567"})).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    owner.create("/categories", json!({"name": {"ar": "قسم"}})).await;
    let events = until(&mut reply, "catalog").await;
    assert!(!events.contains("sales"), "{events}");
}
