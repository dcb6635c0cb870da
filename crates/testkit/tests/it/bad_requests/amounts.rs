//! Amounts and quantities beyond their limits.

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{assert_refused, languages, own_id};

/// Amounts that are wrong in every currency, then one decimal more than `digits`.
fn wrong_amounts(digits: usize) -> Vec<Value> {
    let mut all: Vec<Value> = [
        "-1",
        "-0.01",
        "10000000000000.01",
        "10000000000001",
        "99999999999999999999999999",
        "9223372036854775808",
        "1e3",
        "1E3",
        "NaN",
        "inf",
        "Infinity",
        "0x10",
        "1,5,0.0.0",
        "1 0",
        "١٢ريال",
        "5 SAR",
        "--5",
        "+",
        ".",
        "٫",
        "½",
        "1/2",
        "<b>5</b>",
        "\u{202e}5",
    ]
    .into_iter()
    .map(Value::from)
    .collect();
    all.push(json!(format!("1.{}1", "0".repeat(digits))));
    all.push(json!(format!("١٫{}١", "٠".repeat(digits))));
    // JSON numbers are floats; amounts are strings.
    all.extend([json!(1), json!(1.5), json!(true), json!([]), json!({"ar": "1"})]);
    all
}

async fn fields(shop: &TestShop, me: &Merchant) -> Vec<(&'static str, String, Value, &'static str)> {
    let (shm, pym) = (own_id(shop, me, "shm").await, own_id(shop, me, "pym").await);
    let product = me.product(json!({})).await;
    let path = format!("/products/{}", product["id"].as_str().unwrap());
    let multi = json!({"product_type": "multi", "name": {"ar": "قميص"}, "regular_price": "5000",
        "options": [{"name": "size", "values": ["S"]}], "variants": [{"option_values": ["S"], "qty": 1}]});
    let basic = json!({"name": {"ar": "قميص"}, "regular_price": "5000"});
    let courier = json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}});
    let mut out = Vec::new();
    for field in ["regular_price", "sale_price", "cost_price"] {
        out.push(("POST", "/products".to_owned(), basic.clone(), field));
        out.push(("PUT", path.clone(), json!({}), field));
    }
    for field in ["variants.0.regular_price", "variants.0.sale_price", "variants.0.cost_price"] {
        out.push(("POST", "/products".to_owned(), multi.clone(), field));
    }
    for field in ["fixed_cost", "extra_weight_cost"] {
        out.push(("POST", "/shipping-methods".to_owned(), courier.clone(), field));
        out.push(("PUT", format!("/shipping-methods/{shm}"), json!({}), field));
    }
    out.push(("PUT", format!("/payment-methods/{pym}"), json!({}), "fixed_fees"));
    out
}

fn put(body: &Value, field: &str, value: &Value) -> Value {
    let mut body = body.clone();
    match field.rsplit_once('.') {
        Some((parent, name)) => body.pointer_mut(&format!("/{}", parent.replace('.', "/"))).unwrap()[name] = value.clone(),
        None => body[field] = value.clone(),
    }
    body
}

/// VA-02: negative, too large, too precise and non-numeric amounts, in every amount field, in currencies of two and of three
/// decimals.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn va_02_amounts_that_are_none_are_refused_in_every_field_and_currency() {
    let shop = TestShop::start().await;
    for (country, currency, digits) in [("SA", "SAR", 2), ("KW", "KWD", 3), ("YE", "YER", 2)] {
        let me = shop.merchant_in(country, currency).await;
        for (method, path, body, field) in fields(&shop, &me).await {
            shop.assert_unchanged(async {
                for (i, value) in wrong_amounts(digits).into_iter().enumerate() {
                    let caller = &languages(&me)[i % 2];
                    let reply = caller.call(method, &path).json(&put(&body, field, &value)).send().await;
                    let at = format!("{method} {path} {field} {value} {currency}");
                    assert_refused(&reply, &[422], caller.language, &at);
                    assert!(reply.json["errors"][field].is_array(), "{at}: {}", reply.text());
                }
            })
            .await;
        }
        // The documented maximum is accepted, to its last decimal.
        let most = me.product(json!({"regular_price": "10000000000000"})).await;
        assert_eq!(most["price"], format!("10000000000000.{}", "0".repeat(digits)), "{currency}");
        let fine = format!("0.{}1", "0".repeat(digits - 1));
        assert_eq!(me.product(json!({"regular_price": fine})).await["price"], fine, "{currency}");
    }
}

/// PR-03, SP-03, PY-01: counts, weights and percentages that are negative, huge or broken.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_quantities_weights_and_percentages_have_their_limits() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let (shm, pym) = (own_id(&shop, &me, "shm").await, own_id(&shop, &me, "pym").await);
    let id = me.product(json!({})).await["id"].as_str().unwrap().to_owned();
    let (product, courier, cash) =
        (format!("/products/{id}"), format!("/shipping-methods/{shm}"), format!("/payment-methods/{pym}"));
    let counts =
        [json!(-1), json!(1.5), json!(1e18), json!(i64::MAX), json!(u64::MAX), json!(1e300), json!("5"), json!(true), json!([])];
    let weights = [json!("-1"), json!("0.0001"), json!("1e3"), json!("99999999999999999999"), json!(1), json!("x")];
    let shares = [json!("-1"), json!("100.01"), json!("2.501"), json!("1e1"), json!("x"), json!(2.5), json!("")];
    let table: [(&str, &str, &[Value]); 9] = [
        (&product, "qty", &counts),
        (&product, "min_qty", &counts),
        (&product, "max_qty", &counts),
        (&product, "weight_amount", &weights),
        (&courier, "weight_threshold", &counts),
        (&courier, "extra_weight_grams", &counts),
        (&courier, "display_order", &counts),
        (&cash, "ratio_fees", &shares),
        ("/settings/vat_value", "value", &shares),
    ];
    for (path, field, values) in table {
        shop.assert_unchanged(async {
            for value in values {
                for caller in languages(&me) {
                    let reply = caller.call("PUT", path).json(&json!({field: value})).send().await;
                    let at = format!("{path} {field} {value}");
                    assert_refused(&reply, &[422], caller.language, &at);
                    assert!(reply.json["errors"][field].is_array(), "{at}: {}", reply.text());
                }
            }
        })
        .await;
    }
}
