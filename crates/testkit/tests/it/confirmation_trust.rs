//! COD risk: how outcomes change a number's score, what the rules do at checkout, and the preview of rules.

use commerce::orders::PlaceError;
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{buy, filled, person, place, product_id, review, set_up_checkout};
use crate::confirmation::later;

async fn move_order(merchant: &Merchant, order: &str, path: &[&str]) {
    for status in path {
        let (code, body) = merchant.put(&format!("/orders/{order}/status"), json!({ "status": status })).await;
        assert_eq!(code, 200, "{body}");
    }
}

fn reasons(trust: &Value) -> Vec<(String, i64)> {
    let all = trust["score"]["reasons"].as_array().unwrap().iter();
    all.map(|r| (r["code"].as_str().unwrap().to_owned(), r["points"].as_i64().unwrap())).collect()
}

const DELIVERED: &[&str] = &["PRCS", "RDYS", "SHPD", "DLVR"];
const REFUSED: &[&str] = &["PRCS", "RDYS", "SHPD", "RFSD"];

async fn rules(merchant: &Merchant, rules: Value) -> (u16, Value) {
    merchant.put("/cod-rules", json!({"rules": rules, "otherwise": "confirm", "high_value": "1000"})).await
}

fn rule(name: &str, action: &str, overrides: Value) -> Value {
    let mut rule = json!({"name": name, "is_active": true, "action": action});
    rule.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    rule
}

/// OR-04: outcomes move the score in the transaction of the outcome, each with its reason in words.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_outcomes_make_the_score() {
    let shop = TestShop::start().await;
    let mut merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 1000})).await);
    let mut orders = Vec::new();
    for _ in 0..5 {
        orders.push(buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id.to_string());
        later(&shop, &mut merchant, 2 * Millis::DAY).await;
    }
    let first = merchant.data(&format!("/orders/{}/trust", orders[0])).await;
    assert_eq!((&first["score"]["points"], reasons(&first)), (&json!(40), vec![("first_order".to_owned(), -10)]));
    assert_eq!((&first["decision"]["action"], &first["state"]), (&json!("confirm"), &json!("waiting")));
    assert_eq!(first["score"]["reasons"][0]["text"]["ar"], json!("أول طلب من هذا الرقم"));

    move_order(&merchant, &orders[0], DELIVERED).await;
    move_order(&merchant, &orders[1], DELIVERED).await;
    move_order(&merchant, &orders[2], REFUSED).await;
    move_order(&merchant, &orders[2], &["RTRN"]).await;
    move_order(&merchant, &orders[3], &["CNCL"]).await;
    let now = merchant.data(&format!("/orders/{}/trust", orders[4])).await;
    let given_reasons = reasons(&now);
    assert_eq!(given_reasons, [("delivered".to_owned(), 20), ("refused".to_owned(), -20), ("cancelled".to_owned(), -6)], "{now}");
    assert_eq!((&now["score"]["points"], &now["score"]["band"]), (&json!(44), &json!("fair")));
    move_order(&merchant, &orders[1], &["RTRN"]).await;
    let order = merchant.data(&format!("/orders/{}", orders[4])).await;
    let customer = order["customer"]["id"].as_str().unwrap();
    let trust = merchant.data(&format!("/customers/{customer}/trust")).await;
    assert_eq!(trust["score"]["points"], json!(39), "{trust}");
    let (_, old) = merchant.get(&format!("/orders/{}/trust", orders[0])).await;
    assert_eq!(old["data"]["state"], json!("moved"), "what went on by other hands is off the desk");
    // Several orders in a day lower the score of the later ones.
    let a = buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id;
    shop.advance(1_000);
    let b = buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id;
    assert!(!reasons(&merchant.data(&format!("/orders/{a}/trust")).await).iter().any(|(code, _)| code == "many_orders"));
    assert!(reasons(&merchant.data(&format!("/orders/{b}/trust")).await).contains(&("many_orders".to_owned(), -5)));
}

/// OR-01: rules apply at checkout: cash is hidden, a risky order is refused politely, a trusted one needs no call.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_rules_hold_at_checkout() {
    let shop = TestShop::start().await;
    let mut merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 1000})).await);
    let old = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id.to_string();
    move_order(&merchant, &old, DELIVERED).await;
    let (status, body) = rules(
        &merchant,
        json!([
            rule("كبير", "block", json!({"total_from": "500"})),
            rule("أول طلب كبير", "hide_cod", json!({"total_from": "300", "is_first_order": true})),
            rule("معروف", "ship", json!({"is_first_order": false})),
        ]),
    )
    .await;
    assert_eq!((status, &body["data"]["version"], &body["data"]["has_prepaid"]), (200, &json!(2), &json!(false)), "{body}");

    // Trusted: no call. New: the call queue.
    later(&shop, &mut merchant, 2 * Millis::DAY).await;
    let known = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    let trust = merchant.data(&format!("/orders/{known}/trust")).await;
    assert_eq!((&trust["state"], &trust["decision"]["rule"]), (&json!("none"), &json!("معروف")), "{trust}");
    let fresh = buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id;
    assert_eq!(merchant.data(&format!("/orders/{fresh}/trust")).await["state"], json!("waiting"));

    // Cash is not offered for a large first order, neither on the page nor when it is placed.
    let token = filled(&shop, &setup, &person(3), &[(product, None, 3)]).await;
    let checkout_review = review(&shop, &setup, &token).await;
    assert!(checkout_review.payment.is_none() && !checkout_review.can_place(), "{checkout_review:?}");
    assert!(matches!(place(&shop, &setup, &token, checkout_review.expected()).await, Err(PlaceError::Changed(_))));
    // Refused with any payment method; the shopper gets a polite message and nothing is written.
    let token = filled(&shop, &setup, &person(1), &[(product, None, 5)]).await;
    let checkout_review = review(&shop, &setup, &token).await;
    let answer = place(&shop, &setup, &token, checkout_review.expected()).await;
    assert!(matches!(answer, Err(PlaceError::Blocked)), "{answer:?}");
    let orders = merchant.get("/orders").await.1["meta"]["total"].clone();
    assert_eq!(orders, json!(3));
}

/// OR-01: rules are validated, stored in their order, and a stale change is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_bad_rules_are_refused() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for (bad, field) in [
        (json!([rule("", "ship", json!({"score_from": 60}))]), "rules.0.name"),
        (json!([rule("x", "ship", json!({}))]), "rules.0.name"),
        (json!([rule("x", "ship", json!({"score_from": 101}))]), "rules.0.score_from"),
        (json!([rule("x", "ship", json!({"score_from": 50, "score_below": 50}))]), "rules.0.score_below"),
        (json!([rule("x", "ship", json!({"total_from": "abc"}))]), "rules.0.total_from"),
        (json!([rule("x", "ship", json!({"total_from": "0"}))]), "rules.0.total_from"),
        (json!([rule("x", "ship", json!({"total_from": "90", "total_below": "80"}))]), "rules.0.total_below"),
        (json!([rule("x", "give", json!({"score_from": 60}))]), "rules.0.action"),
        (json!([rule("x", "ship", json!({"cities": ["a\u{202E}b"]}))]), "rules.0.cities.0"),
        (Value::Array((0..21).map(|_| rule("x", "ship", json!({"score_from": 60}))).collect()), "rules"),
    ] {
        let (status, body) = shop.assert_unchanged(rules(&merchant, bad.clone())).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{bad} {body}");
        assert!(matches!(merchant.post("/cod-rules/preview", json!({"rules": bad, "otherwise": "ship"})).await.0, 422));
    }
    let (status, body) = merchant.put("/cod-rules", json!({"rules": [], "otherwise": "block"})).await;
    assert_eq!((status, body["errors"]["otherwise"].is_array()), (422, true));
    assert_eq!(rules(&merchant, json!([rule("أول", "ship", json!({"score_from": 70}))])).await.0, 200);
    let (status, body) = merchant.put("/cod-rules", json!({"rules": [], "otherwise": "ship", "version": 0})).await;
    assert_eq!((status, &body["code"], &body["current"]["version"]), (409, &json!("stale_version"), &json!(2)), "{body}");
    let stored_rules = merchant.data("/cod-rules").await;
    assert_eq!((&stored_rules["rules"][0]["name"], &stored_rules["high_value"]), (&json!("أول"), &json!("1000.00")));
}

/// OR-01: the preview shows what rules would have decided for past orders, with the orders' outcomes, and stores nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_the_preview_replays_past_orders() {
    let shop = TestShop::start().await;
    let mut merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 1000})).await);
    for (n, path) in [(1, DELIVERED), (1, DELIVERED), (2, REFUSED), (2, REFUSED), (3, &["CNCL"][..])] {
        let order = buy(&shop, &setup, &person(n), &[(product, None, 1)]).await.id.to_string();
        move_order(&merchant, &order, path).await;
        later(&shop, &mut merchant, 2 * Millis::DAY).await;
    }
    let request = json!({
        "rules": [rule("رافض", "hide_cod", json!({"score_below": 35})), rule("موثوق", "ship", json!({"score_from": 60}))],
        "otherwise": "confirm",
    });
    let (status, body) = shop.assert_unchanged(merchant.post("/cod-rules/preview", request)).await;
    assert_eq!(status, 200, "{body}");
    let preview = &body["data"];
    assert_eq!((&preview["orders"], &preview["value"], &preview["is_capped"]), (&json!(5), &json!("500.00"), &json!(false)));
    let of = |action: &str| preview["actions"].as_array().unwrap().iter().find(|a| a["action"] == json!(action)).unwrap().clone();
    assert_eq!((&of("ship")["orders"], &of("ship")["delivered"]), (&json!(1), &json!(1)), "{preview}");
    let hidden = of("hide_cod");
    assert_eq!((&hidden["orders"], &hidden["refused"], &hidden["refused_value"]), (&json!(1), &json!(1), &json!("100.00")));
    let to_confirm = of("confirm");
    assert_eq!((&to_confirm["orders"], &to_confirm["cancelled"], &to_confirm["delivered"]), (&json!(3), &json!(1), &json!(1)));
}

/// OR-01: goods returned after delivery are a return and no refusal, also when they were refunded: in the score, in the preview,
/// and in the backfill of older stores.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_a_refunded_return_is_no_refusal() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 1000})).await);
    let mut orders = Vec::new();
    for (n, path) in [(1, DELIVERED), (2, DELIVERED), (3, REFUSED), (4, REFUSED), (5, &["CNCL"][..])] {
        let order = buy(&shop, &setup, &person(n), &[(product, None, 1)]).await.id.to_string();
        move_order(&merchant, &order, path).await;
        orders.push(order);
    }
    let paid = json!({"payment_status": "paid"});
    assert_eq!(merchant.put(&format!("/orders/{}/payment-status", orders[0]), paid).await.0, 200);
    move_order(&merchant, &orders[0], &["RTRN"]).await;
    move_order(&merchant, &orders[2], &["RTRN"]).await;
    let refund = merchant.create(&format!("/orders/{}/refunds", orders[0]), json!({"amount": "100.00"})).await;
    assert_eq!(refund["amount"], json!("100.00"), "{refund}");
    assert_eq!(merchant.data(&format!("/orders/{}", orders[0])).await["payment_status"], json!("not_paid"));
    let (status, body) = merchant.post("/cod-rules/preview", json!({"rules": [], "otherwise": "confirm"})).await;
    let of = body["data"]["actions"].as_array().unwrap().iter().find(|a| a["action"] == "confirm").unwrap().clone();
    assert_eq!((status, &of["returned"], &of["refused"], &of["delivered"]), (200, &json!(1), &json!(2), &json!(1)), "{body}");

    // As the backfill of an upgraded store counts: from the journal, or for orders without one from the ledger.
    type Counted = Vec<(String, i64, i64, i64, i64)>;
    let counted = async || -> Counted {
        let sql =
            "SELECT mobile, delivered, refused, returned, cancelled FROM phone_outcomes WHERE store_id = ?1 ORDER BY mobile";
        shop.app.db().conn().all(sql, db::p![merchant.store]).await.unwrap()
    };
    let live = counted().await;
    let upgrade = include_str!("../../../../migrations/0027_deposits.sql");
    let from = upgrade.find("UPDATE orders SET delivered_at").unwrap();
    let until = upgrade.find("-- `is_first` said").unwrap();
    for has_journal in [true, false] {
        let store = merchant.store;
        shop.app
            .db()
            .tx(async move |c| {
                if !has_journal {
                    c.exec("UPDATE journal SET subject = 'gone' WHERE store_id = ?1 AND subject = 'order'", db::p![store])
                        .await?;
                }
                c.exec("UPDATE orders SET delivered_at = NULL WHERE store_id = ?1", db::p![store]).await?;
                c.exec(
                    "UPDATE phone_outcomes SET delivered = 7, refused = 7, returned = 7, cancelled = 7 WHERE store_id = ?1",
                    db::p![store],
                )
                .await?;
                for statement in upgrade[from..until].split(";\n").map(str::trim).filter(|s| !s.is_empty()) {
                    let lines: Vec<&str> = statement.lines().filter(|l| !l.starts_with("--")).collect();
                    if !lines.is_empty() {
                        c.exec(&lines.join("\n"), db::p![]).await?;
                    }
                }
                Ok::<_, db::Error>(())
            })
            .await
            .unwrap();
        assert_eq!(counted().await, live, "{has_journal}");
    }
}

/// OR-01, CU-01: a person's refusals count whichever of their numbers they ordered by, in the score, at checkout and in the preview.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_refusals_by_another_number_of_a_merged_customer_count() {
    let shop = TestShop::start().await;
    let mut merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 1000})).await);
    let own = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    for _ in 0..2 {
        let order = buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id.to_string();
        move_order(&merchant, &order, REFUSED).await;
    }
    let customer_of =
        async |order: &str| merchant.data(&format!("/orders/{order}")).await["customer"]["id"].as_str().unwrap().to_owned();
    let survivor = customer_of(&own.to_string()).await;
    let other = buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id.to_string();
    let removed = customer_of(&other).await;
    let preview = merchant.data(&format!("/customers/{survivor}/merge/{removed}")).await;
    let body = json!({"other_id": removed, "version": preview["kept"]["version"], "other_version": preview["gone"]["version"]});
    assert_eq!(merchant.post(&format!("/customers/{survivor}/merge"), body).await.0, 200);
    later(&shop, &mut merchant, 2 * Millis::DAY).await;
    let trust = merchant.data(&format!("/customers/{survivor}/trust")).await;
    assert!(reasons(&trust).contains(&("refused".to_owned(), -40)), "{trust}");
    let next = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    let trust = merchant.data(&format!("/orders/{next}/trust")).await;
    assert!(reasons(&trust).contains(&("refused".to_owned(), -40)), "{trust}");
    assert_eq!(trust["decision"]["points"], trust["score"]["points"], "at checkout as well");
    // The newest order is evaluated by the outcomes of the person's other number.
    let request = json!({"rules": [rule("رافض", "hide_cod", json!({"score_below": 20}))], "otherwise": "confirm"});
    let (_, body) = merchant.post("/cod-rules/preview", request).await;
    let of = body["data"]["actions"].as_array().unwrap().iter().find(|a| a["action"] == "hide_cod").unwrap().clone();
    assert_eq!((&of["orders"], &of["open"]), (&json!(1), &json!(1)), "the one that came after the refusals were known: {body}");
}
