//! Dead jobs, as their merchant sees, retries and dismisses them.

use db::p;
use kernel::id::Job;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

async fn bury(shop: &TestShop, merchant: &Merchant, kind: &'static str) -> String {
    let (id, store, now) = (shop.env.id::<Job>(), merchant.store, shop.env.now());
    let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, last_error, created_at, finished_at) \
               VALUES (?1, ?4, ?2, '{}', 'dead', ?3, 8, 8, 'connection refused', ?3, ?3)";
    shop.app.db().tx(async move |c| c.exec(sql, p![id, store, now, kind]).await).await.unwrap();
    id.to_string()
}

async fn kinds(merchant: &Merchant) -> Vec<String> {
    let list = merchant.data("/jobs/dead").await;
    list.as_array().unwrap().iter().map(|j| j["kind"].as_str().unwrap().to_owned()).collect()
}

/// SH-05: the menu's counter includes dead jobs, for members who may see them.
#[tokio::test]
async fn sh_05_dead_work_is_counted_in_the_menu() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let marketer = owner.colleague(&shop, Role::CatalogueEditor).await;
    let (store, user) = (owner.store, marketer.user);
    let sql =
        "UPDATE memberships SET abilities = '[{\"action\":\"read\",\"subject\":\"Auth\"}]' WHERE store_id = ?1 AND user_id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, user]).await).await.unwrap();
    bury(&shop, &owner, "run_import").await;
    assert_eq!(owner.data("/sync").await["counters"]["jobs"], 1);
    assert_eq!(marketer.data("/sync").await["counters"]["jobs"], 0);
}

#[tokio::test]
async fn dead_jobs_are_retried_and_discarded_singly_and_in_bulk_with_journal_entries() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let one = bury(&shop, &owner, "run_import").await;
    let two = bury(&shop, &owner, "make_image_sizes").await;
    let three = bury(&shop, &owner, "undo_import").await;
    let four = bury(&shop, &owner, "check_import").await;
    assert_eq!(owner.post(&format!("/jobs/dead/{one}/retry"), Value::Null).await.0, 200);
    assert_eq!(owner.delete(&format!("/jobs/dead/{two}"), Value::Null).await.0, 200);
    assert_eq!(owner.delete(&format!("/jobs/dead/{two}"), Value::Null).await.0, 404, "it is gone");
    let (status, answer) = owner.post("/jobs/dead/retryMany", json!({"items": [three, one]})).await;
    let oks: Vec<&Value> = answer["data"]["results"].as_array().unwrap().iter().map(|r| &r["is_ok"]).collect();
    assert_eq!((status, oks), (200, vec![&json!(true), &json!(false)]), "the second waits already");
    assert_eq!(owner.delete("/jobs/dead/deleteMany", json!({"items": [four]})).await.0, 200);
    assert!(kinds(&owner).await.is_empty());
    let remaining: Vec<String> =
        shop.app.db().conn().all("SELECT kind FROM jobs WHERE status = 'queued' ORDER BY kind", p![]).await.unwrap();
    assert_eq!(remaining, ["run_import", "undo_import"]);
    let log = owner.data("/access-control/audit").await;
    let done: Vec<(&str, &str)> = log
        .as_array()
        .unwrap()
        .iter()
        .filter(|r| r["subject"] == "job")
        .map(|r| (r["action"].as_str().unwrap(), r["label"].as_str().unwrap()))
        .collect();
    assert_eq!(
        done,
        [
            ("delete", "check_import"),
            ("update_status", "undo_import"),
            ("delete", "make_image_sizes"),
            ("update_status", "run_import")
        ]
    );
}

#[tokio::test]
async fn dead_jobs_of_another_store_are_unreachable_and_bulk_requests_are_bounded() {
    let shop = TestShop::start().await;
    let (owner, stranger) = (shop.merchant().await, shop.merchant().await);
    let id = bury(&shop, &owner, "run_import").await;
    shop.assert_unchanged(async {
        assert_eq!(stranger.delete(&format!("/jobs/dead/{id}"), Value::Null).await.0, 404);
        for (method, path) in [("POST", "/jobs/dead/retryMany"), ("DELETE", "/jobs/dead/deleteMany")] {
            let (status, answer) = stranger.send(method, path, &json!({"items": [id]})).await;
            assert_eq!((status, &answer["data"]["results"][0]["is_ok"]), (200, &json!(false)), "{path}");
            assert_eq!(owner.send(method, path, &json!({"items": []})).await.0, 422, "{path}");
            let many: Vec<&str> = vec![&id; 101];
            assert_eq!(owner.send(method, path, &json!({"items": many})).await.0, 422, "{path}");
        }
    })
    .await;
    assert_eq!(kinds(&owner).await, ["run_import"]);
}
