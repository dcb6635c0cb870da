//! Locations of a store, quantities at them, and the movements' actors.

use serde_json::{Value, json};
use testkit::TestShop;

use super::{create_location, main_location, movements, row};
use crate::checkout::{buy, person, product_id, set_up_checkout};

/// PR-03: a store begins with one location, named in both languages; more are added, renamed and ordered. The main one stays
/// first and cannot be deactivated, nor can one that holds stock.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_a_store_has_a_main_place_and_others() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let all = merchant.data("/stock-locations").await;
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert_eq!((&all[0]["is_main"], &all[0]["name"]), (&json!(true), &json!({"ar": "المستودع الرئيسي", "en": "Main warehouse"})));
    let main = main_location(&merchant).await;
    let (jeddah, dammam) =
        (create_location(&merchant, "جدة", "Jeddah").await, create_location(&merchant, "الدمام", "Dammam").await);
    let (status, sorted) = merchant.put("/stock-locations/sorting", json!({"items": [main, dammam, jeddah]})).await;
    assert_eq!(status, 200, "{sorted}");
    assert_eq!(sorted["data"][1]["id"], json!(dammam));
    let (status, renamed) = merchant.put(&format!("/stock-locations/{jeddah}"), json!({"name": {"ar": "فرع جدة"}})).await;
    assert_eq!((status, &renamed["data"]["name"]["ar"]), (200, &json!("فرع جدة")));

    for (path, body, expected) in [
        ("/stock-locations/sorting".to_owned(), json!({"items": [jeddah, main, dammam]}), 422),
        ("/stock-locations/sorting".to_owned(), json!({"items": [main, jeddah]}), 422),
        (format!("/stock-locations/{main}"), json!({"is_active": false}), 409),
        (format!("/stock-locations/{jeddah}"), json!({"name": {"ar": "  "}}), 422),
        (format!("/stock-locations/{jeddah}"), json!({"name": {"ar": "أ"}, "version": 1}), 409),
        ("/stock-locations/loc_0000000000001".to_owned(), json!({"name": {"ar": "أ"}}), 404),
    ] {
        let (status, body) = shop.assert_unchanged(merchant.put(&path, body)).await;
        assert_eq!(status, expected, "{path}: {body}");
    }
    // Stock is transferred there: it cannot be deactivated until it is moved away.
    let product = merchant.product(json!({})).await;
    let id = product["id"].as_str().unwrap();
    let carry = json!({"from_location_id": main, "to_location_id": jeddah, "qty": 4});
    assert_eq!(merchant.post(&format!("/products/{id}/stock/transfer"), carry).await.0, 200);
    let inactive = async || merchant.put(&format!("/stock-locations/{jeddah}"), json!({"is_active": false})).await;
    let (status, body) = shop.assert_unchanged(inactive()).await;
    assert_eq!((status, body["code"].as_str()), (409, Some("location_in_use")), "{body}");
    let back = json!({"from_location_id": jeddah, "to_location_id": main, "qty": 4});
    assert_eq!(merchant.post(&format!("/products/{id}/stock/transfer"), back).await.0, 200);
    assert_eq!(inactive().await.0, 200);
    // No stock can be transferred to an inactive location.
    let carry = json!({"from_location_id": main, "to_location_id": jeddah, "qty": 1});
    let (status, body) = shop.assert_unchanged(merchant.post(&format!("/products/{id}/stock/transfer"), carry)).await;
    assert_eq!((status, body["errors"]["to_location_id"].is_array()), (422, true), "{body}");
    // Another store can neither see nor move it.
    let other = shop.merchant().await;
    assert_eq!(other.data("/stock-locations").await.as_array().unwrap().len(), 1);
    assert_eq!(other.get(&format!("/products/{id}/stock")).await.0, 404);
    assert_eq!(other.put(&format!("/stock-locations/{dammam}"), json!({"name": {"ar": "لي"}})).await.0, 404);
    let adjust = json!({"mode": "add", "qty": 1, "reason": "count"});
    assert_eq!(other.post(&format!("/products/{id}/stock/adjust"), adjust).await.0, 404);
}

/// PR-03: a quantity is set, raised and lowered with a reason; every change is a movement with actor, reason and resulting
/// quantity.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_stock_is_adjusted_with_a_reason() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let jeddah = create_location(&merchant, "جدة", "Jeddah").await;
    let product = merchant.product(json!({"qty": 10})).await;
    let path = format!("/products/{}/stock/adjust", product["id"].as_str().unwrap());
    for (body, total) in [
        (json!({"mode": "set", "qty": 12, "reason": "count", "note": "جرد الربع"}), 12),
        (json!({"mode": "add", "qty": 5, "reason": "received", "location_id": jeddah}), 17),
        (json!({"mode": "take", "qty": 2, "reason": "damaged"}), 15),
        // No change: nothing is written.
        (json!({"mode": "set", "qty": 10, "reason": "count"}), 15),
    ] {
        let (status, stock) = merchant.post(&path, body).await;
        assert_eq!(status, 200, "{stock}");
        assert_eq!(stock["data"]["items"][0]["qty"], json!(total));
    }
    let words = |n: i64, after: i64, at: i64, note: &str| (n, after, at, note.to_owned());
    assert_eq!(
        movements(&merchant, &product).await,
        [words(-2, 15, 10, "damaged"), words(5, 17, 5, "received"), words(2, 12, 12, "count"), words(10, 10, 10, "product_form")]
    );
    let (_, list) = merchant.get("/stock-movements?filter[reason]=count").await;
    assert_eq!((&list["data"][0]["note"], &list["data"][0]["actor"]["type"]), (&json!("جرد الربع"), &json!("Merchant")));
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    let (_, list) = merchant.get(&format!("/stock-movements?filter[location]={jeddah}")).await;
    assert_eq!((list["meta"]["total"].as_i64(), &list["data"][0]["location"]["name"]["ar"]), (Some(1), &json!("جدة")));
    let (_, list) = merchant.get("/stock-movements?filter[at][gte]=2027-01-15&filter[at][lte]=2027-01-15&per_page=2").await;
    assert_eq!((list["data"].as_array().unwrap().len(), list["meta"]["total"].as_i64()), (2, Some(4)));
    let cursor = list["meta"]["next_cursor"].as_str().unwrap();
    let (_, next) = merchant.get(&format!("/stock-movements?per_page=2&cursor={cursor}")).await;
    assert_eq!(next["data"][1]["reason"], json!("product_form"));
    let (_, none) = merchant.get("/stock-movements?filter[at][gte]=2027-01-16").await;
    assert_eq!(none["meta"]["total"], json!(0));

    for (body, field) in [
        (json!({"mode": "take", "qty": 11, "reason": "damaged"}), "qty"),
        (json!({"mode": "take", "qty": 6, "reason": "damaged", "location_id": jeddah}), "qty"),
        (json!({"mode": "add", "qty": 0, "reason": "count"}), "qty"),
        (json!({"mode": "set", "qty": -1, "reason": "count"}), "qty"),
        (json!({"mode": "add", "qty": 1_000_000_000, "reason": "count"}), "qty"),
        (json!({"mode": "add", "qty": 1, "reason": "sale"}), "reason"),
        (json!({"mode": "add", "qty": 1, "reason": "count", "location_id": "loc_0000000000001"}), "location_id"),
        (json!({"mode": "add", "qty": 1, "reason": "count", "variant_id": "var_0000000000001"}), "variant_id"),
        (json!({"mode": "add", "qty": 1, "reason": "count", "note": "أ".repeat(501)}), "note"),
    ] {
        let (status, refused) = shop.assert_unchanged(merchant.post(&path, body.clone())).await;
        assert_eq!(status, 422, "{body} {refused}");
        assert!(refused["errors"][field].is_array(), "{body} {refused}");
    }
    for query in ["filter[reason]=nothing", "filter[product]=x", "filter[at][gte]=yesterday", "cursor=x", "filter[colour]=red"] {
        assert_eq!(merchant.get(&format!("/stock-movements?{query}")).await.0, 422, "{query}");
    }
    let free = merchant.product(json!({"has_unlimited_qty": true})).await;
    let path = format!("/products/{}/stock/adjust", free["id"].as_str().unwrap());
    let (status, body) = shop.assert_unchanged(merchant.post(&path, json!({"mode": "add", "qty": 1, "reason": "count"}))).await;
    assert_eq!((status, body["code"].as_str()), (409, Some("not_counted")));
}

/// PR-03: a sale takes from the main location first, then from the others in order; a cancellation restocks the main one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_a_sale_takes_stock_from_locations_in_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let main = main_location(&merchant).await;
    let (jeddah, dammam) =
        (create_location(&merchant, "جدة", "Jeddah").await, create_location(&merchant, "الدمام", "Dammam").await);
    let product = merchant.product(json!({"qty": 10})).await;
    let id = product["id"].as_str().unwrap();
    for (to, qty) in [(&jeddah, 3), (&dammam, 4)] {
        let body = json!({"from_location_id": main, "to_location_id": to, "qty": qty, "note": "تجهيز الفرع"});
        assert_eq!(merchant.post(&format!("/products/{id}/stock/transfer"), body).await.0, 200);
    }
    let too_many = json!({"from_location_id": main, "to_location_id": jeddah, "qty": 4});
    assert_eq!(shop.assert_unchanged(merchant.post(&format!("/products/{id}/stock/transfer"), too_many)).await.0, 422);
    // 3 are in the main location, 3 in Jeddah, 4 in Dammam: 5 are bought.
    let placed = buy(&shop, &setup, &person(1), &[(product_id(&product), None, 5)]).await;
    assert_eq!(row(&shop, &merchant, &product).await, (5, 5, 0));
    let levels = |stock: &Value| -> Vec<i64> {
        stock["items"][0]["levels"].as_array().unwrap().iter().map(|l| l["qty"].as_i64().unwrap()).collect()
    };
    assert_eq!(levels(&merchant.data(&format!("/products/{id}/stock")).await), [0, 1, 4]);
    let (_, list) = merchant.get(&format!("/stock-movements?filter[product]={id}&filter[reason]=sale")).await;
    let sold: Vec<(i64, &Value)> =
        list["data"].as_array().unwrap().iter().map(|m| (m["delta"].as_i64().unwrap(), &m["order"]["number"])).collect();
    assert_eq!(sold, [(-2, &json!(placed.number)), (-3, &json!(placed.number))]);
    assert_eq!(list["data"][0]["actor"]["type"], json!("Customer"));

    let (status, _) = merchant.put(&format!("/orders/{}/status", placed.id), json!({"status": "CNCL"})).await;
    assert_eq!(status, 200);
    assert_eq!(levels(&merchant.data(&format!("/products/{id}/stock")).await), [5, 1, 4]);
    assert_eq!(movements(&merchant, &product).await[0], (5, 10, 5, "cancellation".to_owned()));
    // The form lowers the quantity below what the other locations hold: the main location is reduced first, then the others.
    let (status, body) = merchant.put(&format!("/products/{id}"), json!({"qty": 2})).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(levels(&merchant.data(&format!("/products/{id}/stock")).await), [0, 0, 2]);
    assert_eq!(row(&shop, &merchant, &product).await, (2, 2, 0));
}

/// PR-02, PR-03: each variant has its own stock by location; a deleted one takes its stock with it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_variants_have_their_own_places() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let (main, jeddah) = (main_location(&merchant).await, create_location(&merchant, "جدة", "Jeddah").await);
    let product = merchant
        .product(json!({"product_type": "multi", "qty": 0, "options": [{"name": "size", "values": ["S", "L"]}],
            "variants": [{"option_values": ["S"], "qty": 4, "has_unlimited_qty": false, "is_active": true},
                         {"option_values": ["L"], "qty": 6, "has_unlimited_qty": false, "is_active": true}]}))
        .await;
    let id = product["id"].as_str().unwrap();
    let large = product["variants"][1]["id"].as_str().unwrap();
    let body = json!({"variant_id": large, "from_location_id": main, "to_location_id": jeddah, "qty": 5});
    assert_eq!(merchant.post(&format!("/products/{id}/stock/transfer"), body).await.0, 200);
    buy(&shop, &setup, &person(1), &[(product_id(&product), Some(large.parse().unwrap()), 3)]).await;
    let stock = merchant.data(&format!("/products/{id}/stock")).await;
    let at = |n: usize| -> Vec<i64> {
        stock["items"][n]["levels"].as_array().unwrap().iter().map(|l| l["qty"].as_i64().unwrap()).collect()
    };
    assert_eq!((at(0), at(1)), (vec![4, 0], vec![0, 3]));
    assert_eq!(merchant.data(&format!("/products/{id}")).await["stock"], json!(7));
    let adjust = json!({"variant_id": large, "mode": "add", "qty": 2, "reason": "return"});
    assert_eq!(merchant.post(&format!("/products/{id}/stock/adjust"), adjust).await.0, 200);
    assert_eq!(merchant.data(&format!("/products/{id}")).await["stock"], json!(9));

    let keep = json!({"options": [{"name": "size", "values": ["S"]}], "variants": [{"id": product["variants"][0]["id"], "option_values": ["S"], "qty": 4}]});
    let (status, body) = merchant.put(&format!("/products/{id}"), keep).await;
    assert_eq!(status, 200, "{body}");
    let (_, list) = merchant.get(&format!("/stock-movements?filter[product]={id}&filter[variant]={large}")).await;
    let deltas: Vec<i64> = list["data"].as_array().unwrap().iter().map(|m| m["delta"].as_i64().unwrap()).collect();
    assert_eq!(deltas.iter().sum::<i64>(), 0, "{deltas:?}");
    assert_eq!(merchant.put(&format!("/stock-locations/{jeddah}"), json!({"is_active": false})).await.0, 200);
}
