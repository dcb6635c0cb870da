//! Payment methods: fees, limits and countries (PY-01, GU-12), and the banks of accounts (PY-04).

use serde_json::{Value, json};
use testkit::TestShop;

use crate::checkout::{buy, filled, person, product_id, review, set, set_up_checkout};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_01_fees_reach_the_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    set(&shop, &merchant, "vat_value", json!("15")).await;
    let path = format!("/payment-methods/{}", setup.cod);
    let (status, body) = merchant
        .put(&path, json!({"fixed_fees": "10", "ratio_fees": "2.50", "add_vat_to_payment_charges": true, "name": {"ar": "نقدًا", "en": "Cash"}, "version": 1}))
        .await;
    assert_eq!(
        (status, &body["data"]["fixed_fees"], &body["data"]["ratio_fees"]),
        (200, &json!("10.00"), &json!("2.50")),
        "{body}"
    );
    let product = product_id(&merchant.product(json!({"regular_price": "115.00"})).await);
    let placed = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    let order = merchant.data(&format!("/orders/{}", placed.id)).await;
    // Prices include VAT: 10 + 2.5 % of 115 = 12.88 (12.875 half up), of which 1.68 is VAT.
    assert_eq!((&order["payment_fees"], &order["vat"], &order["total"]), (&json!("12.88"), &json!("16.68"), &json!("127.88")));
    assert_eq!((&order["payment"]["provider"], &order["payment"]["name"]["ar"]), (&json!("COD"), &json!("نقدًا")));

    assert_eq!(merchant.put(&path, json!({"disable_on_first_order": true})).await.0, 200);
    let again = filled(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    assert!(review(&shop, &setup, &again).await.can_place());
    let first = filled(&shop, &setup, &person(2), &[(product, None, 1)]).await;
    assert!(!review(&shop, &setup, &first).await.can_place());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_01_bad_fees_and_stale_versions_change_nothing() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let path = format!("/payment-methods/{}", setup.cod);
    for (field, value) in [
        ("fixed_fees", json!("1.005")),
        ("fixed_fees", json!("x")),
        ("ratio_fees", json!("100.01")),
        ("ratio_fees", json!("1.234")),
        ("ratio_fees", json!("-1")),
        ("name", json!({})),
        ("provider", json!("PAYPAL")),
        ("hmac", json!("x")),
    ] {
        let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({ field: value }))).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{field} {value}: {body}");
    }
    assert_eq!(shop.assert_unchanged(merchant.put(&path, json!({"is_active": false, "version": 9}))).await.0, 409);
    let stranger = shop.merchant().await;
    assert_eq!(shop.assert_unchanged(stranger.put(&path, json!({"is_active": false}))).await.0, 404);
    assert_eq!(merchant.data("/payment-methods").await.as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_01_limits_and_countries_hold_at_the_checkout() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let cash = format!("/payment-methods/{}", setup.cod);
    let (status, body) =
        me.put(&cash, json!({"min_amount": "100", "max_amount": "300.00", "fixed_fees": "10", "countries": ["sa", "SA"]})).await;
    assert_eq!(
        (status, &body["data"]["min_amount"], &body["data"]["countries"]),
        (200, &json!("100.00"), &json!(["SA"])),
        "{body}"
    );
    for (fields, path) in [
        (json!({"max_amount": "99.99"}), "max_amount"),
        (json!({"min_amount": "-1"}), "min_amount"),
        (json!({"min_amount": "1.005"}), "min_amount"),
        (json!({"countries": ["SA", "S1"]}), "countries.1"),
    ] {
        let (status, body) = shop.assert_unchanged(me.put(&cash, fields)).await;
        assert_eq!((status, body["errors"][path].is_array()), (422, true), "{path}: {body}");
    }
    let product = product_id(&me.product(json!({"regular_price": "99.99", "qty": 100})).await);
    let cheap = product_id(&me.product(json!({"name": {"ar": "قلم"}, "regular_price": "0.01", "qty": 100})).await);
    // Without the method's own fee: 99.99, 100.00, 299.97 and 10 hundredths, 399.96.
    for (n, lines, is_offered) in [
        (1, vec![(product, None, 1)], false),
        (2, vec![(product, None, 1), (cheap, None, 1)], true),
        (3, vec![(product, None, 3), (cheap, None, 3)], true),
        (4, vec![(product, None, 3), (cheap, None, 4)], false),
    ] {
        let token = filled(&shop, &setup, &person(n), &lines).await;
        assert_eq!(review(&shop, &setup, &token).await.payment.is_some(), is_offered, "{n}");
    }
    let (status, body) = me.put(&cash, json!({"min_amount": null, "max_amount": "0", "countries": ["EG"]})).await;
    assert_eq!((status, &body["data"]["min_amount"], &body["data"]["max_amount"]), (200, &Value::Null, &Value::Null), "{body}");
    let token = filled(&shop, &setup, &person(5), &[(product, None, 1)]).await;
    assert!(review(&shop, &setup, &token).await.payment.is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_12_a_country_without_payment_methods_is_told_at_the_checkout() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = me.product(json!({})).await;
    let shopper = shop.shopper(&me.slug);
    shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap())]).await;
    let (of_country, of_order) = ("لا تتوفر طرق دفع في بلدك.", "لا توجد طريقة دفع متاحة لهذا الطلب.");
    let page = async |path: &str| shopper.get(path).await.body;
    assert!(!page("/checkout").await.contains(of_country));
    assert_eq!(me.put(&format!("/payment-methods/{}", setup.cod), json!({"countries": ["EG"]})).await.0, 200);
    assert!(
        page("/checkout").await.contains(of_country)
            && page("/en/checkout").await.contains("No payment methods for your country.")
    );
    assert_eq!(me.put(&format!("/payment-methods/{}", setup.cod), json!({"countries": [], "min_amount": "9999"})).await.0, 200);
    let elsewhere = page("/checkout").await;
    assert!(elsewhere.contains(of_order) && !elsewhere.contains(of_country));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_01_the_fees_are_shown_as_the_shopper_will_pay_them() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    set(&shop, &me, "vat_value", json!("15")).await;
    set(&shop, &me, "prices_include_vat", json!(false)).await;
    let shown = me.data("/payment-methods/fees?amount=115.00&fixed_fees=10&ratio_fees=2.5&add_vat_to_payment_charges=true").await;
    // 10 + 2.5 % of 115 is 12.88, and 15 % of that on top of it.
    assert_eq!(
        (&shown["payment_fees"], &shown["vat"], &shown["is_vat_included"], &shown["total"]),
        (&json!("12.88"), &json!("1.93"), &json!(false), &json!("129.81")),
        "{shown}"
    );
    let fees = json!({"fixed_fees": "10", "ratio_fees": "2.50", "add_vat_to_payment_charges": true});
    assert_eq!(me.put(&format!("/payment-methods/{}", setup.cod), fees).await.0, 200);
    let product = product_id(&me.product(json!({"regular_price": "100.00"})).await);
    let token = filled(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    assert_eq!(review(&shop, &setup, &token).await.totals.total, 12_981);
    for query in ["", "?amount=x", "?amount=1&ratio_fees=101", "?amount=1&fixed_fees=-1"] {
        assert_eq!(me.get(&format!("/payment-methods/fees{query}")).await.0, 422, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_04_an_account_is_of_a_bank_of_the_list() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let banks = me.data("/banks").await;
    let rajhi = banks.as_array().unwrap().iter().find(|b| b["id"] == "sa_rajhi").unwrap();
    assert_eq!((&rajhi["iban_code"], &rajhi["name"]["ar"]), (&json!("80"), &json!("مصرف الراجحي")));
    let account = json!({"bank_name": "الراجحي", "beneficiary_name": "متجر", "iban": "SA0380000000608010167519"});
    let created = me.create("/bank-accounts", account).await;
    assert_eq!((&created["bank_id"], &created["bank_name"]), (&json!("sa_rajhi"), &json!("مصرف الراجحي")));
    let english = me.in_english().data("/bank-accounts").await;
    assert_eq!(english[0]["bank_name"], json!("Al Rajhi Bank"));
    let path = format!("/bank-accounts/{}", created["id"].as_str().unwrap());
    for (fields, at) in [(json!({"bank_id": "sa_none"}), "bank_id"), (json!({"bank_id": "ae_fab"}), "bank_id")] {
        let (status, body) = shop.assert_unchanged(me.put(&path, fields)).await;
        assert_eq!((status, body["errors"][at].is_array()), (422, true), "{body}");
    }
    // A bank that is not of the list has the name that was typed.
    let (status, body) = me.put(&path, json!({"bank_id": "", "bank_name": "بنك الحي"})).await;
    assert_eq!((status, &body["data"]["bank_id"], &body["data"]["bank_name"]), (200, &json!(""), &json!("بنك الحي")));
    // The shopper reads it in the language of the page.
    assert_eq!(me.put(&path, json!({"bank_id": "sa_rajhi"})).await.0, 200);
    crate::transfers::open(&me).await;
    let product = me.product(json!({})).await;
    let shopper = shop.shopper(&me.slug);
    shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap())]).await;
    assert!(shopper.get("/en/checkout").await.body.contains("Al Rajhi Bank"));
    assert!(shopper.get("/checkout").await.body.contains("مصرف الراجحي"));
}
