//! Redirects deleted and brought back together, and those of a list that wait for a page to go (ST-08).

use serde_json::{Value, json};
use testkit::TestShop;

use super::{flush, open, redirect};

/// The rows of the list by their address: hits, and whether they wait.
async fn listed(merchant: &testkit::Merchant) -> Vec<(String, i64, bool)> {
    let rows = merchant.data("/redirects?sort=address&per_page=100").await;
    let row = |row: &Value| {
        (row["address"].as_str().unwrap().to_owned(), row["hits"].as_i64().unwrap(), row["is_waiting"].as_bool().unwrap())
    };
    rows.as_array().unwrap().iter().map(row).collect()
}

fn outcomes(body: &Value) -> Vec<bool> {
    body["data"]["results"].as_array().unwrap().iter().map(|result| result["is_ok"].as_bool().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn st_08_redirects_deleted_together_come_back_with_their_hits_but_not_over_another() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    let mut ids = Vec::new();
    for address in ["/old-a", "/old-b", "/old-c"] {
        ids.push(redirect(&merchant, address, "/collections").await["id"].clone());
    }
    for address in ["/old-a", "/old-a", "/old-b"] {
        open(&shopper, address).await;
    }
    flush(&shop).await;
    let before = listed(&merchant).await;
    let (status, deleted) = merchant.delete("/redirects/deleteMany", json!({"items": ids})).await;
    assert_eq!((status, outcomes(&deleted)), (200, vec![true; 3]));
    assert!(listed(&merchant).await.is_empty() && shopper.get("/old-a").await.status == 404);

    let (status, restored) = merchant.post("/redirects/restoreMany", json!({"items": ids})).await;
    assert_eq!((status, outcomes(&restored)), (200, vec![true; 3]), "{restored}");
    assert_eq!(listed(&merchant).await, before, "the same rows with their hits");
    assert_eq!(before.iter().map(|(_, hits, _)| *hits).collect::<Vec<_>>(), [2, 1, 0]);
    assert_eq!(shopper.get("/old-a").await.location(), "/collections");

    // Meanwhile one of the addresses has another redirect, which stays as it is.
    merchant.delete("/redirects/deleteMany", json!({"items": ids})).await;
    redirect(&merchant, "/old-b", "/cart").await;
    let (status, partly) = merchant.in_english().post("/redirects/restoreMany", json!({"items": ids})).await;
    assert_eq!((status, outcomes(&partly)), (200, vec![true, false, true]), "{partly}");
    let refused = &partly["data"]["results"][1];
    assert_eq!((&refused["id"], &refused["message"]), (&ids[1], &json!("There's already a redirect for this address.")));
    assert_eq!(shopper.get("/old-b").await.location(), "/cart");
    let (_, again) = merchant.in_english().post("/redirects/restoreMany", json!({"items": [ids[0], "rdr_0000000000001"]})).await;
    assert_eq!(outcomes(&again), [false, false], "one that is there, and one that never was: {again}");

    for wrong in [json!([]), json!(vec!["rdr_0000000000001"; 101]), json!(["x"]), Value::Null] {
        assert_eq!(merchant.post("/redirects/restoreMany", json!({"items": wrong})).await.0, 422, "{wrong}");
    }
    let acts: Vec<String> = shop
        .app
        .db()
        .conn()
        .all("SELECT action FROM journal WHERE store_id = ?1 AND subject = 'redirect' ORDER BY seq", db::p![merchant.store])
        .await
        .unwrap();
    let [create, delete] = ["create", "delete"].map(|act| vec![act; 3]);
    let expected = [create.clone(), delete.clone(), create.clone(), delete, create].concat();
    assert_eq!(acts, expected, "three, deleted, restored, deleted, one new and two restored");
}

#[tokio::test(flavor = "multi_thread")]
async fn st_08_the_list_says_which_redirects_wait_in_a_bounded_number_of_statements() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shirt = merchant.product(json!({"name": {"ar": "قميص", "en": "Shirt"}, "page_link": "shirt"})).await;
    merchant.product(json!({"name": {"ar": "مخفي", "en": "Hidden"}, "page_link": "hidden", "is_published": false})).await;
    let category =
        merchant.create("/categories", json!({"name": {"ar": "صيف", "en": "Summer"}, "slug": "summer", "is_active": true})).await;
    let addresses =
        ["/collections/summer", "/old", "/pages/privacy", "/products", "/products/hidden", "/products/gone", "/products/shirt"];
    for address in addresses {
        redirect(&merchant, address, "https://other.example/").await;
    }
    let waiting = async || -> Vec<String> {
        listed(&merchant).await.into_iter().filter(|(_, _, is_waiting)| *is_waiting).map(|(address, ..)| address).collect()
    };
    assert_eq!(waiting().await, ["/collections/summer", "/pages/privacy", "/products", "/products/shirt"]);
    // Old addresses of pages lead to these pages: their redirects wait too.
    let (status, moved) =
        merchant.put(&format!("/products/{}", shirt["id"].as_str().unwrap()), json!({"page_link": "blouse"})).await;
    assert_eq!(status, 200, "{moved}");
    assert!(waiting().await.contains(&"/products/shirt".to_owned()));
    // A row says the same as the redirect itself.
    for row in merchant.data("/redirects").await.as_array().unwrap() {
        let one = merchant.data(&format!("/redirects/{}", row["id"].as_str().unwrap())).await;
        assert_eq!(&one, row);
    }
    let counted = async || {
        let before = shop.app.db().statements();
        assert_eq!(merchant.get("/redirects?per_page=100").await.0, 200);
        shop.app.db().statements() - before
    };
    counted().await;
    let few = counted().await;
    for n in 0..40 {
        redirect(&merchant, &format!("/products/old-{n}"), "https://other.example/").await;
        redirect(&merchant, &format!("/collections/old-{n}"), "https://other.example/").await;
    }
    assert_eq!(counted().await, few, "as many statements for eighty rows more");

    // They work once the pages are gone.
    for path in
        [format!("/products/{}", shirt["id"].as_str().unwrap()), format!("/categories/{}", category["id"].as_str().unwrap())]
    {
        let (status, body) = merchant.delete(&path, json!({})).await;
        assert_eq!(status, 200, "{body}");
    }
    assert_eq!(waiting().await, ["/pages/privacy", "/products"]);
}
