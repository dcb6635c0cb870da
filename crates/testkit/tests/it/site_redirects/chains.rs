//! Redirects that lead on when others are added, one by one and out of files (ST-08).

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::redirect;

/// Where each address leads.
async fn targets(merchant: &Merchant) -> Vec<(String, String)> {
    let rows = merchant.data("/redirects?sort=address&per_page=100").await;
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    rows.as_array().unwrap().iter().map(|row| (text(row, "address"), text(row, "target"))).collect()
}

async fn import(merchant: &Merchant, content: &str) -> Value {
    let (status, body) = merchant.post("/redirects/import", json!({"content": content})).await;
    assert_eq!(status, 200, "{body}");
    body["data"].clone()
}

type Row = (String, Option<db::Json<Value>>, Option<db::Json<Value>>);

/// The entries of the journal about redirects.
async fn journal(shop: &TestShop, merchant: &Merchant) -> Vec<Row> {
    let sql = "SELECT action, before, after FROM journal WHERE store_id = ?1 AND subject = 'redirect' ORDER BY seq";
    shop.app.db().conn().all(sql, db::p![merchant.store]).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn st_08_a_redirect_that_leads_on_is_in_the_journal() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let first = redirect(&merchant, "/aa", "/bb").await;
    redirect(&merchant, "/bb", "/cc").await;
    assert_eq!(targets(&merchant).await, [("/aa".into(), "/cc".into()), ("/bb".into(), "/cc".into())]);
    let entries = journal(&shop, &merchant).await;
    let acts: Vec<&str> = entries.iter().map(|(act, ..)| act.as_str()).collect();
    assert_eq!(acts, ["create", "create", "update"]);
    let (_, Some(before), Some(after)) = &entries[2] else { panic!("{entries:?}") };
    assert_eq!((&before.0["address"], &before.0["target"], &after.0["target"]), (&json!("/aa"), &json!("/bb"), &json!("/cc")));
    // One that is stale is not written over.
    let path = format!("/redirects/{}", first["id"].as_str().unwrap());
    assert_eq!(merchant.put(&path, json!({"target": "/dd", "version": first["version"]})).await.0, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn st_08_a_file_leaves_no_chain() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    let chain = (1..30).map(|n| format!("/chain-{n},/chain-{}\n", n + 1)).collect::<Vec<_>>().concat();
    assert_eq!(import(&merchant, &chain).await["created"], json!(29));
    assert_eq!(shopper.get("/chain-1").await.location(), "/chain-30");

    redirect(&merchant, "/x1", "/x2").await;
    let done = import(&merchant, "/x2,/x3").await;
    assert_eq!((&done["created"], &done["updated"]), (&json!(1), &json!(0)));
    assert_eq!(shopper.get("/x1").await.location(), "/x3");

    // A page is a stop for as long as it is there.
    let product = merchant.product(json!({"name": {"ar": "قميص", "en": "Shirt"}, "page_link": "shirt"})).await;
    import(
        &merchant,
        "/old-shirt,/products/shirt\n/products/shirt,/collections\n/older,/products/gone\n/products/gone,/collections",
    )
    .await;
    assert_eq!(shopper.get("/old-shirt").await.location(), "/products/shirt");
    assert_eq!(shopper.get("/older").await.location(), "/collections", "no page, no stop");
    let path = format!("/products/{}", product["id"].as_str().unwrap());
    assert_eq!(merchant.delete(&path, json!({})).await.0, 200);
    import(&merchant, "/another,/").await;
    assert_eq!(shopper.get("/old-shirt").await.location(), "/collections", "settled with the next file");
}

/// Many that change at once take few statements and few entries, which still hold all that was.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_many_redirects_change_in_few_statements() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let rows = |target: &str| -> String { (0..500).map(|n| format!("/big-{n},{target}-{n}\n")).collect::<Vec<_>>().concat() };
    import(&merchant, &rows("/t")).await;
    let before = shop.app.db().statements();
    let done = import(&merchant, &rows("/u")).await;
    let statements = shop.app.db().statements() - before;
    assert_eq!(done["updated"], json!(500));
    assert!(statements < 100, "{statements} statements");
    let entries = journal(&shop, &merchant).await;
    let updates: Vec<&Row> = entries.iter().filter(|(act, ..)| act == "update").collect();
    assert_eq!(updates.len(), 10);
    let held = |side: &Option<db::Json<Value>>| side.as_ref().and_then(|side| side.0["more"].as_array()).map_or(0, Vec::len) + 1;
    assert!(updates.iter().all(|(_, before, after)| (held(before), held(after)) == (50, 50)), "{updates:?}");

    // And those that a single redirect leads on.
    let all = (0..120).map(|n| format!("/from-{n},/middle\n")).collect::<Vec<_>>().concat();
    import(&merchant, &all).await;
    let before = shop.app.db().statements();
    redirect(&merchant, "/middle", "/collections").await;
    let statements = shop.app.db().statements() - before;
    assert!(statements < 60, "{statements} statements");
    assert_eq!(shop.shopper(&merchant.slug).get("/from-119").await.location(), "/collections");
}

/// Whoever looks at a shared draft is sent on like everybody, without being counted; the editor's token stays in the store.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_a_shared_draft_follows_redirects() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    redirect(&merchant, "/spring", "/collections").await;
    redirect(&merchant, "/away", "https://other.example/x").await;
    let shared = merchant.create("/themes/one/previews", json!({"kind": "share"})).await;
    let link = format!("/?editor-session={}", shared["session"].as_str().unwrap());
    assert_eq!(shopper.get(&link).await.status, 303, "the cookie is set");
    let moved = super::open(&shopper, "/en/spring?utm_source=x").await;
    assert_eq!((moved.status, moved.location()), (301, "/en/collections?utm_source=x"));
    assert_eq!(super::open(&shopper, "/nowhere").await.status, 404);
    let frame = merchant.create("/themes/one/previews", json!({"kind": "editor"})).await;
    let away = shop.shopper(&merchant.slug).get(&format!("/away?editor-session={}", frame["session"].as_str().unwrap())).await;
    assert_eq!((away.status, away.location()), (301, "https://other.example/x"));
    super::flush(&shop).await;
    let rows = merchant.data("/redirects").await;
    assert!(rows.as_array().unwrap().iter().all(|row| row["hits"] == json!(0)), "{rows}");
    assert_eq!(merchant.data("/missed-addresses").await, json!([]));
}
