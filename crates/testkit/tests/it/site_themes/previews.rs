//! Previews of drafts: who sees one, and how long (TH-01).

use platform::identity::Role;
use serde_json::json;
use testkit::Merchant;

use super::{frame, setup, write_heading};

#[tokio::test]
async fn th_01_a_draft_is_shown_to_whoever_has_its_session_and_to_nobody_else() {
    let (shop, me, shopper) = setup().await;
    let other = shop.merchant().await;
    write_heading(&me, "سري").await;
    let session = frame(&me).await;
    assert!(shopper.get(&session).await.body.contains("سري"));
    // Another store, another number, and one that has ended.
    assert_eq!(shop.shopper(&other.slug).get(&session).await.status, 410);
    let wrong = shopper.get("/?editor-session=123456789012345678901234567890123456789").await;
    assert!(wrong.status == 410 && !wrong.body.contains("سري"));
    let token = session.split('=').next_back().unwrap();
    assert_eq!(me.put(&format!("/themes/one/previews/{token}"), json!({})).await.0, 200);
    // Ended by its number and theme alone, once.
    let ended = async |path: String| {
        let (status, body) = me.delete(&path, json!({})).await;
        (status, body["data"]["ended"].as_u64())
    };
    for path in ["/themes/one/previews/notatoken".to_owned(), format!("/themes/two/previews/{token}")] {
        assert_eq!(ended(path.clone()).await, (200, Some(0)), "{path}");
    }
    let (status, body) = other.delete(&format!("/themes/one/previews/{token}"), json!({})).await;
    assert_eq!((status, &body["data"]["ended"]), (200, &json!(0)));
    assert_eq!(shopper.get(&session).await.status, 200);
    assert_eq!(ended(format!("/themes/one/previews/{token}")).await, (200, Some(1)));
    assert_eq!(ended(format!("/themes/one/previews/{token}")).await, (200, Some(0)));
    assert_eq!(shopper.get(&session).await.status, 410);
    assert_eq!(me.put(&format!("/themes/one/previews/{token}"), json!({})).await.0, 404);
    // A shared link goes on by a cookie, over all pages, until it is ended.
    let shared = me.create("/themes/one/previews", json!({"kind": "share"})).await;
    let link = format!("/?editor-session={}", shared["session"].as_str().unwrap());
    let first = shopper.get(&link).await;
    assert_eq!((first.status, first.location()), (303, "/"));
    let seen = shopper.get("/").await;
    assert!(seen.body.contains("سري") && !seen.body.contains("editor.js") && !seen.body.contains("<!--section"), "{}", seen.body);
    // The bar that ends it stands on every page.
    for path in ["/", "/cart", "/collections"] {
        assert!(shopper.get(path).await.body.contains("editor-session=end"), "{path}");
    }
    assert_eq!(me.delete("/themes/one/previews", json!({})).await.0, 200);
    let ended = shopper.get("/").await;
    assert_eq!((ended.status, ended.location()), (303, "/"));
    assert!(!shopper.get("/").await.body.contains("سري"));
}

/// A link shows unpublished work to outsiders: the audit log says so, and there are few of them.
#[tokio::test]
async fn th_01_sharing_and_its_end_are_in_the_audit_log_and_links_are_few() {
    let (shop, me, shopper) = setup().await;
    let log = async || -> Vec<(String, Vec<String>)> {
        let rows = me.data("/access-control/audit?per_page=100").await;
        let of_theme = rows.as_array().unwrap().iter().filter(|row| row["subject"] == "theme").cloned();
        of_theme
            .map(|row| (row["label"].as_str().unwrap().into(), serde_json::from_value(row["fields"].clone()).unwrap()))
            .collect()
    };
    let name = me.data("/themes/one").await["name"]["ar"].as_str().unwrap().to_owned();
    let entry = |field: &str| (name.clone(), vec![field.to_owned()]);
    let before = log().await;
    frame(&me).await;
    assert_eq!(log().await, before, "an editor's own preview shows nothing to others");
    let share = async || me.post("/themes/one/previews", json!({"kind": "share"})).await;
    let (status, first) = share().await;
    assert_eq!((status, log().await.first().cloned()), (201, Some(entry("shared_until"))), "{first}");
    for _ in 1..50 {
        assert_eq!(share().await.0, 201);
    }
    let (status, refused) = shop.assert_unchanged(share()).await;
    assert_eq!((status, &refused["code"]), (409, &json!("too_many_links")), "{refused}");
    assert!(refused["message"].as_str().unwrap().contains("50"), "{refused}");
    frame(&me).await;
    // One that nobody has installed has no draft to share.
    assert_eq!(me.post("/themes/two/previews", json!({"kind": "share"})).await.0, 404);
    let (status, ended) = me.delete("/themes/one/previews", json!({})).await;
    assert_eq!((status, &ended["data"]["ended"]), (200, &json!(50)));
    assert_eq!(log().await.first().cloned(), Some(entry("shared_links")));
    let link = format!("/?editor-session={}", first["data"]["session"].as_str().unwrap());
    assert_eq!(shopper.get(&link).await.status, 410);
    let entries = log().await.len();
    assert_eq!(me.delete("/themes/one/previews", json!({})).await.1["data"]["ended"], json!(0));
    assert_eq!(log().await.len(), entries, "nothing ended");
    assert_eq!(share().await.0, 201);
    // Those that expired leave room.
    for _ in 1..50 {
        assert_eq!(share().await.0, 201);
    }
    shop.advance(8 * 24 * kernel::Millis::HOUR);
    let colleague = me.colleague(&shop, Role::Manager).await;
    assert_eq!(colleague.post("/themes/one/previews", json!({"kind": "share"})).await.0, 201);
}

#[tokio::test]
async fn th_01_a_preview_that_nobody_looks_at_ends() {
    let (shop, me, shopper) = setup().await;
    let session = frame(&me).await;
    let shared = me.create("/themes/one/previews", json!({"kind": "share"})).await;
    let link = format!("/?editor-session={}", shared["session"].as_str().unwrap());
    shop.advance(13 * kernel::Millis::HOUR);
    assert_eq!((shopper.get(&session).await.status, shopper.get(&link).await.status), (410, 303));
    shop.advance(7 * 24 * kernel::Millis::HOUR);
    assert_eq!(shop.shopper(&me.slug).get(&link).await.status, 410);
}

#[tokio::test]
async fn th_01_each_editor_sees_the_others() {
    let (shop, me, _shopper) = setup().await;
    let colleague = me.colleague(&shop, Role::Manager).await;
    let open = async |member: &Merchant| frame(member).await.split('=').next_back().unwrap().to_owned();
    let (mine, theirs) = (open(&me).await, open(&colleague).await);
    let others = async |member: &Merchant, token: &str| {
        member.put(&format!("/themes/one/previews/{token}"), json!({})).await.1["data"]["others"].as_array().unwrap().len()
    };
    assert_eq!((others(&me, &mine).await, others(&colleague, &theirs).await), (1, 1));
    assert_eq!(colleague.delete(&format!("/themes/one/previews/{theirs}"), json!({})).await.0, 200);
    assert_eq!(others(&me, &mine).await, 0);
    shop.advance(120_000);
    assert_eq!(others(&me, &mine).await, 0);
}

#[tokio::test]
async fn th_01_a_preview_ends_with_the_membership_and_is_ended_by_its_own_member() {
    let (shop, me, shopper) = setup().await;
    let reader = me.colleague(&shop, Role::ReadOnly).await;
    let shared = me.create("/themes/one/previews", json!({"kind": "share"})).await;
    let token = shared["session"].as_str().unwrap();
    assert_eq!(reader.post("/themes/one/previews", json!({"kind": "share"})).await.0, 403);
    assert_eq!(reader.delete(&format!("/themes/one/previews/{token}"), json!({})).await.0, 200);
    assert_eq!(shopper.get(&format!("/?editor-session={token}")).await.status, 303, "a shared link is not theirs to end");
    let theirs = frame(&reader).await;
    let other = shop.shopper(&me.slug);
    assert_eq!(other.get(&theirs).await.status, 200);
    let (store, user) = (me.store, reader.user);
    let sql = "DELETE FROM memberships WHERE store_id = ?1 AND user_id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, db::p![store, user]).await).await.unwrap();
    assert_eq!(other.get(&theirs).await.status, 410);
}
