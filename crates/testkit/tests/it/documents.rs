//! Fields and texts that the two specification documents prescribe, checked in the API and the store.

use std::collections::BTreeSet;

use commerce::carts::{self, AddItem};
use kernel::{Currency, Lang};
use serde_json::{Value, json};
use testkit::TestShop;
use testkit::document::Document;
use web::caller::hash_token;

use crate::checkout::{buy, filled, person, place, product_id, review, set, set_up_checkout};

/// OR-02, core 3: an order has every field that the document names (its bank statement and invoice come with OR-08, OR-09).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_an_order_has_every_field_of_the_document() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"sku": "S-1"})).await);
    let placed = buy(&shop, &setup, &person(1), &[(product, None, 2)]).await;
    let order = me.data(&format!("/orders/{}", placed.id)).await;
    for (field, value) in [
        ("status", json!("PEND")),
        ("payment_status", json!("not_paid")),
        ("subtotal", json!("200.00")),
        ("discount", json!("0.00")),
        ("vat", json!("0.00")),
        ("shipping_fees", json!("0.00")),
        ("payment_fees", json!("0.00")),
        ("total", json!("200.00")),
        ("total_in_customer_currency", json!("200.00")),
        ("currency", json!("SAR")),
        ("customer_currency", json!("SAR")),
        ("was_guest_order", json!(true)),
        ("sender_name", json!(person(1).name)),
        ("creation_date", order["created_at"].clone()),
        ("next_statuses", json!(["PAID", "PRCS", "CNCL"])),
    ] {
        assert_eq!(order[field], value, "{field}");
    }
    let item = &order["items"][0];
    assert_eq!(
        (&item["unit_price"], &item["quantity"], &item["line_total"], &item["sku"]),
        (&json!("100.00"), &json!(2), &json!("200.00"), &json!("S-1"))
    );
    assert!(order["creation_date"].as_str().unwrap().ends_with('Z'), "{order}");
}

/// OR-07: every action of the document's list that concerns an order is journalled under its name and actor.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_the_activity_uses_the_documents_words() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({})).await);
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    for (path, body) in [
        ("payment-status", json!({"payment_status": "paid"})),
        ("payment-status", json!({"payment_status": "not_paid", "note": "أعيد المبلغ"})),
        ("status", json!({"status": "PRCS"})),
    ] {
        let (status, answer) = me.put(&format!("/orders/{order}/{path}"), body).await;
        assert_eq!(status, 200, "{answer}");
    }
    me.create(&format!("/orders/{order}/comments"), json!({"note": "اتصلت بالعميل"})).await;
    let activity = me.data(&format!("/orders/{order}/activity")).await;
    let observed: BTreeSet<(&str, &str)> = activity
        .as_array()
        .unwrap()
        .iter()
        .map(|e| (e["action"].as_str().unwrap(), e["actor"]["type"].as_str().unwrap()))
        .collect();
    let words =
        [("create", "Customer"), ("update_payment_status", "Merchant"), ("update_status", "Merchant"), ("comment", "Merchant")];
    assert_eq!(observed, BTreeSet::from(words));
    let reasons: Vec<&Value> = activity.as_array().unwrap().iter().map(|e| &e["note"]).filter(|n| **n == "أعيد المبلغ").collect();
    assert_eq!(reasons.len(), 1, "a reason is kept with what it explains");
}

/// OR-03 as shoppers meet it: the two stated messages, word for word in English and in Arabic, and nothing in the cart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_shopper_reads_the_stated_limits_in_their_language() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let product = me.product(json!({"min_qty": 2, "max_qty": 4})).await;
    let id = product["id"].as_str().unwrap();
    for (prefix, quantity, words) in [
        ("/en", "1", "Selected Qty less than minimum allowed qty per order"),
        ("/en", "5", "Selected Qty greater than maximum allowed qty per order"),
        ("", "1", "الكمية المحددة أقل من الحد الأدنى المسموح به لكل طلب"),
        ("", "5", "الكمية المحددة أكبر من الحد الأقصى المسموح به لكل طلب"),
    ] {
        let shopper = shop.shopper(&me.slug);
        let add = [("product_id", id), ("quantity", quantity)];
        let page = shop.assert_unchanged(shopper.post(&format!("{prefix}/cart"), &add)).await;
        assert!(page.status == 422 && page.body.contains(words), "{prefix} {quantity}: {} {}", page.status, page.body);
    }
}

/// PR-06: the shopper's answers to a product's fields are shown on the order; a missing required one blocks adding to the cart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_06_what_a_shopper_fills_in_reaches_the_order() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let fields = json!([
        {"field_label": {"ar": "النقش", "en": "Engraving"}, "field_type": "text", "field_required": true},
        {"field_label": {"ar": "التغليف", "en": "Wrapping"}, "field_type": "choice", "field_required": false, "choices": ["ذهبي", "فضي"]},
    ]);
    let product = product_id(&me.product(json!({"dynamic_fields": fields})).await);
    let add = |texts: [&str; 2]| AddItem { product, variant: None, quantity: 1, fields: texts.map(str::to_owned).to_vec() };
    for bad in [["", "ذهبي"], ["نورة", "أخضر"], ["ن\u{202e}", ""]] {
        let refused = shop.assert_unchanged(carts::add_item(&shop.app, &setup.scope, Lang::Ar, None, add(bad))).await;
        assert!(refused.is_err(), "{bad:?}");
    }
    let plain = product_id(&me.product(json!({"name": {"ar": "كتاب"}})).await);
    let token = filled(&shop, &setup, &person(1), &[(plain, None, 1)]).await;
    let cart = carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().unwrap();
    carts::add_item(&shop.app, &setup.scope, Lang::Ar, Some(&cart), add(["نورة", "فضي"])).await.unwrap();
    let expected = review(&shop, &setup, &token).await.expected();
    let placed = place(&shop, &setup, &token, expected).await.unwrap();
    let order = me.data(&format!("/orders/{}", placed.id)).await;
    let item = order["items"].as_array().unwrap().iter().find(|i| i["product_id"] == json!(product)).unwrap();
    let written: Vec<(&Value, &Value)> =
        item["fields"].as_array().unwrap().iter().map(|f| (&f["label"]["ar"], &f["value"])).collect();
    assert_eq!(written, [(&json!("النقش"), &json!("نورة")), (&json!("التغليف"), &json!("فضي"))]);
}

/// PR-03, SP-03: products with free shipping add no fee, and products that need no shipping need neither method nor address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_free_shipping_and_goods_that_are_not_sent() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let courier = me
        .create(
            "/shipping-methods",
            json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}, "fixed_cost": "25", "cities": ["الرياض"]}),
        )
        .await["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let usual = product_id(&me.product(json!({})).await);
    let free = product_id(&me.product(json!({"name": {"ar": "هدية"}, "has_free_shipping": true})).await);
    let file = product_id(&me.product(json!({"name": {"ar": "كتاب رقمي"}, "requires_shipping": false})).await);
    for (lines, fees) in [(vec![usual], "25.00"), (vec![free], "0.00"), (vec![free, usual], "25.00"), (vec![free, file], "0.00")]
    {
        let lines: Vec<_> = lines.into_iter().map(|id| (id, None, 1)).collect();
        let token = filled(&shop, &setup, &person(1), &lines).await;
        let cart = carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().unwrap();
        carts::set_shipping_method(&shop.app, &setup.scope, &cart, courier).await.unwrap();
        let checkout_review = review(&shop, &setup, &token).await;
        let placed = place(&shop, &setup, &token, checkout_review.expected()).await.unwrap();
        let order = me.data(&format!("/orders/{}", placed.id)).await;
        assert_eq!((&order["shipping_fees"], &order["shipping"]["provider"]), (&json!(fees), &json!("CUSTOM")), "{order}");
    }
}

/// ST-06: VAT applies to prices and shipping always, to payment fees only if set, and is included in the price or added.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn st_06_vat_lies_on_prices_shipping_and_if_told_on_payment_charges() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let courier = me
        .create(
            "/shipping-methods",
            json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}, "fixed_cost": "23", "cities": ["الرياض"]}),
        )
        .await["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    set(&shop, &me, "vat_value", json!("15")).await;
    let product = product_id(&me.product(json!({"regular_price": "115"})).await);
    // Whether prices include it, whether charges take it, then VAT and total of 115 + 23 + a charge of 11.50.
    for (is_included, on_charges, vat, total) in [
        (true, true, "19.50", "149.50"),
        (true, false, "18.00", "149.50"),
        (false, true, "22.43", "171.93"),
        (false, false, "20.70", "170.20"),
    ] {
        set(&shop, &me, "prices_include_vat", json!(is_included)).await;
        let charge = json!({"fixed_fees": "11.50", "add_vat_to_payment_charges": on_charges});
        let (status, body) = me.put(&format!("/payment-methods/{}", setup.cod), charge).await;
        assert_eq!(status, 200, "{body}");
        let token = filled(&shop, &setup, &person(1), &[(product, None, 1)]).await;
        let cart = carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().unwrap();
        carts::set_shipping_method(&shop.app, &setup.scope, &cart, courier).await.unwrap();
        let expected = review(&shop, &setup, &token).await.expected();
        let order = place(&shop, &setup, &token, expected).await.unwrap().id;
        let order = me.data(&format!("/orders/{order}")).await;
        assert_eq!(
            (&order["vat"], &order["total"], &order["is_vat_included"]),
            (&json!(vat), &json!(total), &json!(is_included)),
            "included {is_included}, on charges {on_charges}"
        );
    }
}

/// PR-08: a text is stored per language; at least one is required and its error is at the store's language, each is validated in
/// its own tab, and a page in the other language falls back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_08_texts_are_kept_and_evaluated_per_language() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    for (name, field) in [
        (json!({}), "name.ar"),
        (json!({"ar": "   ", "en": ""}), "name.ar"),
        (json!({"ar": "قميص", "en": "x".repeat(300)}), "name.en"),
        (json!({"ar": "قميص", "fr": "Chemise"}), "name.fr"),
    ] {
        let (status, body) = shop.assert_unchanged(me.post("/products", json!({"name": name, "regular_price": "5"}))).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{name}: {body}");
    }
    let product = me.product(json!({"name": {"ar": "قميص قطني"}, "page_link": "shirt"})).await;
    assert_eq!(product["name"], json!({"ar": "قميص قطني"}), "what is missing is absent");
    let shopper = shop.shopper(&me.slug);
    assert!(shopper.get("/en/products/shirt").await.body.contains("قميص قطني"));
    let path = format!("/products/{}", product["id"].as_str().unwrap());
    let (_, body) = me.put(&path, json!({"name": {"ar": "قميص قطني", "en": "Cotton shirt"}})).await;
    assert_eq!(body["data"]["name"], json!({"ar": "قميص قطني", "en": "Cotton shirt"}));
}

/// ST-02, ST-05, ST-06: every store setting of core 3 that is not of a custom domain has its code, its call, and its kind of value.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn st_02_every_setting_of_the_document_has_its_code() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let all = me.data("/settings").await;
    for code in [
        "logo",
        "favicon",
        "store_name",
        "store_industry",
        "store_email",
        "store_phone",
        "store_address",
        "vat_value",
        "allow_guest_checkout",
        "require_email_in_checkout",
        "allow_worldwide_checkout",
        "show_buy_now_button",
        "skip_cart_page",
        "seo_title",
        "seo_description",
        "seo_keywords",
    ] {
        let value = all.get(code).unwrap_or_else(|| panic!("no setting {code}"));
        let (status, body) = me.put(&format!("/settings/{code}"), json!({"value": value})).await;
        assert_eq!((status, &body["data"]["value"]), (200, value), "{code}: {body}");
    }
    let store = &me.data("/home").await["store_data"];
    assert_eq!((&store["country"], &store["currency"]), (&json!("SA"), &json!("SAR")));
}

/// CO-01: the sixteen currencies of the document and no other; lists are of 20 and at most of 100.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn co_01_currencies_and_page_sizes_are_those_of_the_documents() {
    let listed = "AED, BHD, EGP, EUR, JOD, KWD, LBP, LYD, MAD, OMR, QAR, SAR, SYP, TND, USD, YER";
    assert_eq!(Currency::ALL.iter().map(|c| c.code()).collect::<Vec<_>>().join(", "), listed);
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    for op in Document::current().operations() {
        // Its query is a list's, its answer is numbers.
        let is_preview = op.id == "preview_order_batch";
        let is_list = op.method == "GET"
            && !is_preview
            && op.query_params.iter().any(|(name, _)| name == "per_page")
            && op.path_params.is_empty();
        if is_list {
            let (status, body) = me.get(&op.path).await;
            assert_eq!((status, &body["meta"]["per_page"]), (200, &json!(20)), "{}: {body}", op.id);
            assert_eq!(me.get(&format!("{}?per_page=100", op.path)).await.0, 200, "{}", op.id);
            let (status, body) = me.get(&format!("{}?per_page=101", op.path)).await;
            assert_eq!((status, body["errors"]["per_page"].is_array()), (422, true), "{}: {body}", op.id);
        }
    }
}
