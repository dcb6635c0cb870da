//! Shipping methods (SP-01, SP-03).

use serde_json::json;
use testkit::TestShop;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_a_method_is_made_changed_and_removed() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let method = merchant
        .create(
            "/shipping-methods",
            json!({"provider": "CUSTOM", "name": {"ar": "مندوب جدة", "en": "Jeddah courier"}, "note": {"ar": "خلال يومين"}, "is_fixed_cost": false,
                   "fixed_cost": "٢٠٫٥٠", "weight_threshold": 5000, "extra_weight_cost": "3", "extra_weight_grams": 1000,
                   "countries": ["sa"], "cities": [" جدة "], "is_cod_allowed": false}),
        )
        .await;
    assert_eq!(
        (&method["fixed_cost"], &method["extra_weight_cost"], &method["countries"], &method["cities"]),
        (&json!("20.50"), &json!("3.00"), &json!(["SA"]), &json!(["جدة"]))
    );
    assert_eq!((&method["is_active"], &method["version"]), (&json!(true), &json!(1)));
    let path = format!("/shipping-methods/{}", method["id"].as_str().unwrap());
    let (status, changed) = merchant.put(&path, json!({"is_active": false, "version": 1})).await;
    assert_eq!(
        (status, &changed["data"]["is_active"], &changed["data"]["fixed_cost"], &changed["data"]["version"]),
        (200, &json!(false), &json!("20.50"), &json!(2))
    );
    // All of it that is stored can be sent back unchanged; the cities that a courier does not know are told with it.
    let (status, _) = merchant.put(&path, without_id(&merchant.data(&path).await)).await;
    assert_eq!(status, 200);
    let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({"is_active": true, "version": 1}))).await;
    assert_eq!((status, &body["code"], &body["current"]["version"]), (409, &json!("stale_version"), &json!(3)));
    let all = merchant.data("/shipping-methods").await;
    assert_eq!(all.as_array().unwrap().iter().filter(|m| m["id"] == method["id"]).count(), 1);

    let stranger = shop.merchant().await;
    for (method, body) in [("GET", json!(null)), ("PUT", json!({"is_active": true})), ("DELETE", json!(null))] {
        assert_eq!(shop.assert_unchanged(stranger.send(method, &path, &body)).await.0, 404, "{method}");
    }
    assert_eq!(merchant.delete(&path, json!(null)).await.0, 200);
    assert_eq!(merchant.delete(&path, json!(null)).await.0, 404);
}

/// GU-11, SP-01: the journal keeps a deleted method and who deleted it; a refused deletion writes no entry.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_a_removed_method_stays_in_the_journal() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let method =
        merchant.create("/shipping-methods", json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}, "fixed_cost": "5"})).await;
    let path = format!("/shipping-methods/{}", method["id"].as_str().unwrap());
    assert_eq!(merchant.delete(&path, json!(null)).await.0, 200);
    assert_eq!(shop.assert_unchanged(merchant.delete(&path, json!(null))).await.0, 404);
    let log = merchant.data("/access-control/audit").await;
    let actions: Vec<&str> = log.as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["delete", "create"]);
    let last = &log[0];
    assert_eq!(
        (&last["subject"], &last["id"], &last["label"], &last["operator"]),
        (&json!("shipping_method"), &method["id"], &json!("مندوب"), &json!(null))
    );
    let sql = "SELECT before, after FROM journal WHERE store_id = ?1 AND seq = ?2";
    let seq = last["seq"].as_i64().unwrap();
    let (before, after): (Option<String>, Option<String>) =
        shop.app.db().conn().one(sql, db::p![merchant.store, seq]).await.unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&before.unwrap()).unwrap(), method, "the whole method, as it was");
    assert_eq!(after, None);
}

fn without_id(view: &serde_json::Value) -> serde_json::Value {
    let mut body = view.clone();
    body.as_object_mut().unwrap().retain(|name, _| !["id", "unknown_cities"].contains(&name.as_str()));
    body
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_bad_methods_name_their_fields() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let good = json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}});
    for (field, value) in [
        ("provider", json!("DHL")),
        ("provider", json!(null)),
        ("name", json!({})),
        ("name.ar", json!({"ar": "a\u{202E}b"})),
        ("fixed_cost", json!("1.005")),
        ("fixed_cost", json!("-1")),
        ("fixed_cost", json!("1e9")),
        ("fixed_cost", json!("99999999999999")),
        ("weight_threshold", json!(-1)),
        ("extra_weight_grams", json!(0)),
        ("countries.0", json!(["Saudi"])),
        ("cities.0", json!([" "])),
        ("surprise", json!(1)),
    ] {
        let mut body = good.clone();
        body[field.split('.').next().unwrap()] = value.clone();
        let (status, answer) = shop.assert_unchanged(merchant.post("/shipping-methods", body)).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{field} {value}: {answer}");
    }
}
