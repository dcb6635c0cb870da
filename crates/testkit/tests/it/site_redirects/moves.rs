//! Where old addresses lead, and how redirects are kept.

use serde_json::{Value, json};
use testkit::TestShop;

use super::{flush, open, redirect, refused};

/// An old address leads on in the language that is read, with the query of its link; hits are counted, and only of people.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_an_old_address_leads_on_and_is_counted() {
    let shop = TestShop::start().await;
    let (merchant, other) = (shop.merchant().await, shop.merchant().await);
    let shopper = shop.shopper(&merchant.slug);
    let permanent = redirect(&merchant, "https://old.example/Shop/قميص قديم#top", "/collections").await;
    assert_eq!(permanent["address"], json!("/Shop/قميص قديم"));
    let temporary = merchant
        .create("/redirects", json!({"address": "/sale", "target": "https://x.example/offers?a=1#top", "is_permanent": false}))
        .await;
    for (path, status, location) in [
        ("/shop/%D9%82%D9%85%D9%8A%D8%B5%20%D9%82%D8%AF%D9%8A%D9%85", 301, "/collections"),
        ("/SHOP/%D9%82%D9%85%D9%8A%D8%B5%20%D9%82%D8%AF%D9%8A%D9%85?utm_source=x", 301, "/collections?utm_source=x"),
        ("/en/shop/%D9%82%D9%85%D9%8A%D8%B5%20%D9%82%D8%AF%D9%8A%D9%85", 301, "/en/collections"),
        ("/sale?b=2", 302, "https://x.example/offers?a=1#top"),
        ("/sale/more", 404, ""),
    ] {
        let reply = open(&shopper, path).await;
        assert_eq!((reply.status, reply.location()), (status, location), "{path}");
    }
    assert_eq!(shop.shopper(&other.slug).get("/sale").await.status, 404, "another store's addresses are its own");
    let bot = shopper.request("GET", "/sale").header("user-agent", "Mozilla/5.0 (compatible; Googlebot/2.1)");
    assert_eq!(shopper.send(bot).await.status, 302);
    flush(&shop).await;
    flush(&shop).await;
    let listed = merchant.data("/redirects?sort=-hits").await;
    let hits: Vec<_> = listed.as_array().unwrap().iter().map(|row| (row["id"].clone(), row["hits"].as_i64().unwrap())).collect();
    assert_eq!(hits, [(permanent["id"].clone(), 3), (temporary["id"].clone(), 1)]);
    assert!(listed[0]["last_hit_at"].is_string());
    assert_eq!(merchant.data("/redirects?search=x.example").await[0]["id"], temporary["id"]);
    assert_eq!(merchant.data("/redirects?search=%2Fsh").await.as_array().unwrap().len(), 1);
    assert_eq!(merchant.data("/redirects?search=100%25_").await, json!([]));
}

/// A page of the store comes before a redirect of its address, and its address leads on once it is gone.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_a_page_of_the_store_comes_first() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    let product = merchant.product(json!({"name": {"ar": "قميص", "en": "Shirt"}, "page_link": "shirt"})).await;
    let page = merchant.create("/pages", json!({"title": {"ar": "قصتنا", "en": "Story"}})).await;
    let waiting = redirect(&merchant, "/products/shirt", "/collections").await;
    assert_eq!(waiting["is_waiting"], json!(true));
    assert_eq!(redirect(&merchant, "/pages/story", "/").await["is_waiting"], json!(true));
    assert_eq!(shopper.get("/products/shirt").await.status, 200);
    assert_eq!(shopper.get("/en/pages/story").await.status, 200);
    // Moved by the merchant's own change: the store leads to the new address itself.
    merchant.put(&format!("/products/{}", product["id"].as_str().unwrap()), json!({"page_link": "new-shirt"})).await;
    assert_eq!(shopper.get("/products/shirt").await.location(), "/products/new-shirt");
    assert_eq!(merchant.delete("/products/deleteMany", json!({"items": [product["id"]]})).await.0, 200);
    assert_eq!(merchant.delete(&format!("/pages/{}", page["id"].as_str().unwrap()), json!({})).await.0, 200);
    assert_eq!(shopper.get("/products/shirt").await.location(), "/collections", "in place of 410");
    assert_eq!(shopper.get("/en/pages/story").await.location(), "/en/");
    let id = waiting["id"].as_str().unwrap();
    assert_eq!(merchant.data(&format!("/redirects/{id}")).await["is_waiting"], json!(false));
}

/// A target that is an old address itself is replaced by where that leads; what would lead back is refused.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_chains_are_shortened_and_loops_refused() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let english = merchant.in_english();
    let first = redirect(&merchant, "/o", "/b").await;
    redirect(&merchant, "/b", "/c").await;
    let id = first["id"].as_str().unwrap();
    let moved = merchant.data(&format!("/redirects/{id}")).await;
    assert_eq!(
        (&moved["target"], &moved["version"]),
        (&json!("/c"), &json!(2)),
        "a redirect to what is an old address now leads on"
    );
    assert_eq!(redirect(&merchant, "/z", "/en/o").await["target"], json!("/c"));
    assert_eq!(
        refused(&english, "/c", "/o").await["target"],
        json!(["The new address leads back to the old one. Choose another."])
    );
    assert_eq!(
        refused(&english, "/d", "/D/").await["target"][0],
        json!("The new address leads back to the old one. Choose another.")
    );
    assert_eq!(refused(&english, "/O", "/x").await["address"][0], json!("There's already a redirect for this address."));
    for address in ["/cart", "/checkout/contact", "/media/x.png", "/dashboard", "/", "/en", "/orders/secret", "nowhere"] {
        assert!(refused(&merchant, address, "/collections").await["address"].is_array(), "{address}");
    }
    for target in ["javascript:alert(1)", "//evil.example", "http://x.example", "/\\evil.example"] {
        assert!(refused(&merchant, "/ok", target).await["target"].is_array(), "{target}");
    }
    let own = format!(
        "{}/products/x",
        merchant.data("/pages").await[0]["urls"]["ar"].as_str().unwrap().split("/pages").next().unwrap()
    );
    assert_eq!(redirect(&merchant, "/own", &own).await["target"], json!("/products/x"));
}

/// Changes are journalled and versioned; a deleted redirect comes back with its hits, unless its address is taken.
#[tokio::test(flavor = "multi_thread")]
async fn st_08_a_redirect_is_changed_deleted_and_restored() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    let stored = redirect(&merchant, "/old", "/collections").await;
    let path = format!("/redirects/{}", stored["id"].as_str().unwrap());
    let (status, changed) = merchant.put(&path, json!({"target": "/pages/x", "version": 1})).await;
    assert_eq!((status, &changed["data"]["version"]), (200, &json!(2)));
    let (status, stale) = merchant.put(&path, json!({"target": "/pages/y", "version": 1})).await;
    assert_eq!((status, &stale["current"]["target"]), (409, &json!("/pages/x")));
    assert_eq!(merchant.put(&path, json!({"target": "/pages/x"})).await.1["data"]["version"], json!(2), "nothing changed");
    open(&shopper, "/old").await;
    flush(&shop).await;
    assert_eq!(merchant.delete(&path, json!({})).await.0, 200);
    assert_eq!(shopper.get("/old").await.status, 404);
    let (status, restored) = merchant.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!((status, &restored["data"]["hits"]), (200, &json!(1)));
    assert_eq!(
        merchant.delete("/redirects/deleteMany", json!({"items": [stored["id"]]})).await.1["data"]["results"][0]["is_ok"],
        json!(true)
    );
    redirect(&merchant, "/old", "/").await;
    let (status, taken) = merchant.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!((status, taken["errors"]["address"].is_array()), (422, true));
    let acts: Vec<String> = shop
        .app
        .db()
        .conn()
        .all("SELECT action FROM journal WHERE store_id = ?1 AND subject = 'redirect' ORDER BY seq", db::p![merchant.store])
        .await
        .unwrap();
    assert_eq!(acts, ["create", "update", "delete", "create", "delete", "create"]);
    // GU-11: the audit log names each by its address.
    let log = merchant.data("/access-control/audit?per_page=100").await;
    let labels: Vec<&Value> =
        log.as_array().unwrap().iter().filter(|row| row["subject"] == "redirect").map(|row| &row["label"]).collect();
    assert_eq!(labels, [&json!("/old"); 6]);
}
