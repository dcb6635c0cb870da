//! The link on which a shopper reviews and confirms a draft.

use kernel::Millis;
use serde_json::{Value, json};
use testkit::{PageReply, Shopper};

use super::{Desk, at};
use crate::storefront::{chosen, fields};

impl Desk {
    /// The path of a new link of a draft.
    pub(super) async fn link(&self, draft: &Value) -> String {
        let (status, answer) = self.merchant.post(&format!("{}/draft/link", at(draft)), json!({"days": 3})).await;
        assert_eq!(status, 200, "{answer}");
        let url = answer["data"]["link"]["url"].as_str().unwrap().to_owned();
        url[url.find("/drafts/").unwrap()..].to_owned()
    }

    /// Rows of the call queue for an order.
    async fn at_desk(&self, draft: &Value) -> i64 {
        let order: kernel::OrderId = draft["id"].as_str().unwrap().parse().unwrap();
        let sql = "SELECT COUNT(*) FROM order_confirmations WHERE store_id = ?1 AND order_id = ?2";
        self.shop.app.db().conn().one(sql, db::p![self.merchant.store, order]).await.unwrap()
    }

    pub(super) fn shopper(&self) -> Shopper {
        self.shop.shopper(&self.merchant.slug)
    }

    pub(super) async fn courier(&self) -> String {
        let body = json!({"provider": "CUSTOM", "name": {"ar": "توصيل", "en": "Delivery"}, "is_active": true, "is_fixed_cost": true,
            "fixed_cost": "25.00", "is_cod_allowed": true});
        self.merchant.create("/shipping-methods", body).await["id"].as_str().unwrap().to_owned()
    }
}

/// Sends the page's form as a browser would, with some fields overridden.
pub(super) async fn confirm(shopper: &Shopper, path: &str, page: &PageReply, inputs: &[(&str, &str)]) -> PageReply {
    let (hidden, methods) = (page.hidden_fields(), chosen(page));
    let mut form = fields(&hidden, inputs);
    form.extend(methods.iter().filter(|(k, _)| !inputs.iter().any(|(t, _)| t == k)).map(|(k, v)| (k.as_str(), v.as_str())));
    shopper.post(path, &form).await
}

pub(super) const HIND: [(&str, &str); 2] = [("name", "هند القحطاني"), ("mobile", "0551234567")];

/// OR-03, F12 §4: on a draft's link as on a checkout, a field is validated on blur, and no other field.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_wrong_number_on_a_drafts_link_is_said_beside_it() {
    let d = Desk::start().await;
    d.courier().await;
    let shirt = d.merchant.product(json!({"qty": 5})).await;
    let mut body = d.body(json!([{"product_id": shirt["id"], "quantity": 1}]));
    body["shipping_method_id"] = Value::Null;
    let draft = d.merchant.create("/orders/drafts", body).await;
    let path = format!("{}/save", d.link(&draft).await);
    let shopper = d.shopper();
    let sent = async |mobile: &str, postal: &str| {
        let form = [
            ("name", ""),
            ("mobile", mobile),
            ("receive", "courier"),
            ("city", "الرياض"),
            ("street", ""),
            ("postal_code", postal),
        ];
        let page = shopper.post_with(&path, &form, &[("x-requested-with", "fetch")]).await;
        assert_eq!(page.status, 200, "{}", page.body);
        page.body
    };
    let wrong = sent("055", "12").await;
    for (name, is_said) in [("mobile", true), ("postal_code", true), ("street", false), ("name", false)] {
        assert_eq!(wrong.contains(&format!("id=\"e-{name}\"")), is_said, "{name}: {wrong}");
    }
    assert!(!sent("", "").await.contains("id=\"e-mobile\""), "what is empty may still be filled in");
    assert!(!sent("0551234567", "").await.contains("id=\"e-mobile\""));
}

/// OR-03: the shopper checks the lines, completes the order and confirms it; it is an order as from the checkout, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_shopper_confirms_a_draft_on_its_link() {
    let d = Desk::start().await;
    d.courier().await;
    let shirt =
        d.merchant.product(json!({"name": {"ar": "ثوب كتان", "en": "Linen thobe"}, "regular_price": "40.00", "qty": 5})).await;
    let mut body = d.body(json!([{"product_id": shirt["id"], "quantity": 2, "unit_price": "35.00", "reason": "اتفاق"}, {"name": "تطريز الاسم", "quantity": 1, "unit_price": "15.00"}]));
    body["shipping_method_id"] = Value::Null;
    let draft = d.merchant.create("/orders/drafts", body).await;
    let path = d.link(&draft).await;
    let shopper = d.shopper();
    let page = shopper.get(&path).await;
    assert_eq!(page.status, 200, "{}", page.body);
    for text in ["ثوب كتان", "تطريز الاسم", "هند القحطاني", "noindex"] {
        assert!(page.body.contains(text), "{text}: {}", page.body);
    }
    // Without an address it cannot be confirmed: the page asks for one, and all input is kept.
    let refused = confirm(&shopper, &path, &page, &HIND).await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert_eq!(d.merchant.data("/orders/status-counts").await["DRFT"], json!(1));
    let inputs = [("name", "هند"), ("mobile", "0551234567"), ("city", "الرياض"), ("street", "العليا")];
    let answer_page = confirm(&shopper, &format!("{path}/address"), &page, &inputs).await;
    assert!(answer_page.body.contains("25.00"), "{}", answer_page.body);
    let placed = confirm(&shopper, &path, &answer_page, &inputs).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    assert!(placed.location().starts_with("/orders/ord_"), "{}", placed.location());
    let order = d.merchant.data(&at(&draft)).await;
    assert_eq!((&order["status"], &order["total"]), (&json!("PEND"), &json!("110.00")));
    assert_eq!((&order["sender_name"], &order["address"]["city"]), (&json!("هند"), &json!("الرياض")));
    assert_eq!(order["customer"]["id"], json!(d.customer));
    assert_eq!(d.stock(&shirt).await, 3);
    let activity = d.merchant.data(&format!("{}/activity", at(&draft))).await;
    let last = activity.as_array().unwrap().last().unwrap();
    assert_eq!((&last["action"], &last["actor"]["type"]), (&json!("update_status"), &json!("Customer")));
    // A second submit, and the link on another device, find the same order.
    let again = confirm(&shopper, &path, &answer_page, &inputs).await;
    assert_eq!((again.status, again.location()), (303, placed.location()));
    let elsewhere = d.shopper().get(&path).await;
    assert_eq!((elsewhere.status, elsewhere.location()), (303, placed.location()));
    assert_eq!(d.stock(&shirt).await, 3);
    assert_eq!(d.shopper().get(placed.location()).await.status, 200);
    // A cash order without a call: it is in the call queue.
    assert_eq!(d.at_desk(&draft).await, 1);
    // The link redirects to the order until it expires.
    d.shop.advance(Millis::DAY * 4);
    assert_eq!(d.shopper().get(&path).await.status, 410);
}

/// OR-03, OR-01: what the COD rules hide is not offered on a draft's link, and is refused; the merchant's choice stands.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_cod_rules_apply_on_a_drafts_link() {
    let d = Desk::start().await;
    let rule = json!({"name": "الكل", "is_active": true, "action": "hide_cod", "score_from": 0});
    let rules = json!({"rules": [rule], "otherwise": "confirm", "high_value": "1000"});
    let (status, body) = d.merchant.put("/cod-rules", rules).await;
    assert_eq!(status, 200, "{body}");
    let shirt = d.merchant.product(json!({"regular_price": "40.00", "qty": 5})).await;
    let mut body = d.body(json!([{"product_id": shirt["id"], "quantity": 1}]));
    body["payment_method_id"] = Value::Null;
    let draft = d.merchant.create("/orders/drafts", body).await;
    let path = d.link(&draft).await;
    let cod = d.setup.cod.to_string();
    let shopper = d.shopper();
    let page = shopper.get(&path).await;
    assert!(page.status == 200 && !page.body.contains(&cod), "{}", page.body);
    let inputs = [HIND[0], HIND[1], ("payment_method_id", cod.as_str())];
    let refused = confirm(&shopper, &path, &page, &inputs).await;
    assert!(refused.status >= 400, "{} {}", refused.status, refused.body);
    assert_eq!(d.merchant.data(&at(&draft)).await["status"], json!("DRFT"));
    let chosen = d.draft(json!([{"product_id": shirt["id"], "quantity": 1}])).await;
    let path = d.link(&chosen).await;
    let page = shopper.get(&path).await;
    let placed = confirm(&shopper, &path, &page, &HIND).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
}

/// OR-03, CU-01: a draft of a merged customer belongs to the surviving record.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_draft_follows_its_customer_into_another_record() {
    let d = Desk::start().await;
    let draft = d.draft(json!([{"name": "تطريز", "quantity": 1, "unit_price": "15.00"}])).await;
    let survivor = d.merchant.create("/customers", json!({"name": "هند", "mobile": "0551234599"})).await;
    let survivor = survivor["id"].as_str().unwrap();
    let preview = d.merchant.data(&format!("/customers/{survivor}/merge/{}", d.customer)).await;
    let body =
        json!({"other_id": d.customer, "version": preview["kept"]["version"], "other_version": preview["gone"]["version"]});
    let (status, merged) = d.merchant.post(&format!("/customers/{survivor}/merge"), body).await;
    assert_eq!(status, 200, "{merged}");
    let draft = d.merchant.data(&format!("{}/draft", at(&draft))).await;
    let (status, placed) = d.place(&draft, false).await;
    assert_eq!(status, 200, "{placed}");
    assert_eq!(d.merchant.data(&at(&draft)).await["customer"]["id"], json!(survivor));
    assert_eq!(d.merchant.data(&format!("/customers/{survivor}")).await["orders_count"], json!(1));
}

/// OR-03: a link that expired, was withdrawn or replaced, or whose draft was deleted, says so; a forged one is not found.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_link_that_opens_no_more_says_so() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"qty": 5})).await;
    let line = json!([{"product_id": shirt["id"], "quantity": 1}]);
    let draft = d.draft(line.clone()).await;
    let shopper = d.shopper();
    let first = d.link(&draft).await;
    let second = d.link(&draft).await;
    assert_ne!(first, second);
    let replaced = shopper.get(&first).await;
    assert_eq!(replaced.status, 410);
    assert!(replaced.body.contains("لم يعد متاحًا"), "{}", replaced.body);
    let page = shopper.get(&second).await;
    assert_eq!(page.status, 200);
    let third = d.link(&draft).await;
    let page = shopper.get(&third).await;
    assert_eq!(d.merchant.delete(&format!("{}/draft/link", at(&draft)), json!({})).await.0, 200);
    let late = d.shop.assert_unchanged(confirm(&shopper, &third, &page, &HIND)).await;
    assert_eq!(late.status, 410);
    let fourth = d.link(&draft).await;
    for forged in [format!("{fourth}x"), fourth.replace("-4-", "-3-"), "/drafts/ord_1-1-x".to_owned(), "/drafts/x".to_owned()] {
        assert_eq!(shopper.get(&forged).await.status, 404, "{forged}");
    }
    // The path on another store's host, and the order page's path for a draft, find nothing.
    let other = d.shop.merchant().await;
    assert_eq!(d.shop.shopper(&other.slug).get(&fourth).await.status, 404);
    let own = d.merchant.data(&at(&draft)).await["shopper_url"].as_str().unwrap().to_owned();
    assert_eq!(shopper.get(&own[own.find("/orders/").unwrap()..]).await.status, 404);
    assert_eq!(d.merchant.delete(&format!("{}/draft", at(&draft)), json!({})).await.0, 200);
    assert_eq!(shopper.get(&fourth).await.status, 410);
    // Days are 1 to 30.
    let draft = d.draft(line).await;
    for days in [0, 31, -1] {
        let (status, _) =
            d.shop.assert_unchanged(d.merchant.post(&format!("{}/draft/link", at(&draft)), json!({"days": days}))).await;
        assert_eq!(status, 422, "{days}");
    }
    let last = d.link(&draft).await;
    let page = shopper.get(&last).await;
    d.shop.advance(4 * 86_400_000);
    let expired = shopper.get(&last).await;
    assert_eq!(expired.status, 410);
    assert!(expired.body.contains("انتهت مدة"), "{}", expired.body);
    let late = d.shop.assert_unchanged(confirm(&shopper, &last, &page, &HIND)).await;
    assert_eq!(late.status, 410);
}

/// OR-03: changes since the page was opened are reported, and nothing is placed; missing stock leaves the draft as it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_shopper_is_told_what_changed() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"name": {"ar": "ثوب"}, "regular_price": "40.00", "qty": 5})).await;
    let draft = d.draft(json!([{"product_id": shirt["id"], "quantity": 2}])).await;
    let (path, shopper) = (d.link(&draft).await, d.shopper());
    let page = shopper.get(&path).await;
    let product = format!("/products/{}", shirt["id"].as_str().unwrap());
    assert_eq!(d.merchant.put(&product, json!({"regular_price": "45.00"})).await.0, 200);
    let answer = confirm(&shopper, &path, &page, &HIND).await;
    assert_eq!(answer.status, 409, "{}", answer.body);
    assert!(answer.body.contains("تغيّر الطلب") && answer.body.contains("90.00"), "{}", answer.body);
    assert_eq!(d.merchant.put(&product, json!({"qty": 1})).await.0, 200);
    let short = confirm(&shopper, &path, &answer, &HIND).await;
    assert_eq!(short.status, 409);
    assert!(short.body.contains("لم يعد «ثوب» متوفرًا"), "{}", short.body);
    assert_eq!(d.merchant.data(&at(&draft)).await["status"], json!("DRFT"));
    assert_eq!(d.merchant.put(&product, json!({"qty": 9})).await.0, 200);
    // The merchant changes it while the shopper reviews.
    let page = shopper.get(&path).await;
    let body = d.body(json!([{"product_id": shirt["id"], "quantity": 1}]));
    assert_eq!(d.merchant.put(&format!("{}/draft", at(&draft)), body).await.0, 200);
    let reply = confirm(&shopper, &path, &page, &HIND).await;
    assert_eq!(reply.status, 409, "{}", reply.body);
    let placed = confirm(&shopper, &path, &reply, &HIND).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    // A blocked number cannot confirm.
    let draft = d.draft(json!([{"product_id": shirt["id"], "quantity": 1}])).await;
    let path = d.link(&draft).await;
    let page = shopper.get(&path).await;
    assert_eq!(d.merchant.post(&format!("/customers/{}/block", d.customer), json!({"reason": "رفض طلبات"})).await.0, 200);
    let refused = confirm(&shopper, &path, &page, &HIND).await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert_eq!(d.merchant.data(&at(&draft)).await["status"], json!("DRFT"));
}

/// OR-03: shopper and merchant confirm concurrently: one order, and the second is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_03_shopper_and_merchant_confirm_at_once() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "40.00", "qty": 5})).await;
    let draft = d.draft(json!([{"product_id": shirt["id"], "quantity": 2}])).await;
    let (path, shopper) = (d.link(&draft).await, d.shopper());
    let page = shopper.get(&path).await;
    let (reply, merchant) = tokio::join!(confirm(&shopper, &path, &page, &HIND), d.place(&draft, false));
    assert!(reply.status == 303, "{} {}", reply.status, reply.body);
    assert!(matches!(merchant.0, 200 | 409), "{merchant:?}");
    assert_eq!(d.stock(&shirt).await, 3);
    assert_eq!(d.merchant.data("/orders/status-counts").await["PEND"], json!(1));
}

/// OR-03, OR-01: a draft that was confirmed under another name and number is found by them, and by its customer's own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_an_order_confirmed_under_another_name_is_found_by_it() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"qty": 5})).await;
    let draft = d.draft(json!([{"product_id": shirt["id"], "quantity": 1}])).await;
    let path = d.link(&draft).await;
    let shopper = d.shopper();
    let page = shopper.get(&path).await;
    let placed = confirm(&shopper, &path, &page, &[("name", "نورة الشمري"), ("mobile", "0567654321")]).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    assert_eq!(d.merchant.data(&at(&draft)).await["sender_name"], json!("نورة الشمري"));
    for text in ["نوره", "الشمري", "0567654321", "هند", "0551234567"] {
        let found = d.merchant.data(&format!("/orders?search={text}")).await;
        assert_eq!(found.as_array().unwrap().len(), 1, "{text}: {found}");
        assert_eq!(found[0]["id"], draft["id"], "{text}");
    }
}
