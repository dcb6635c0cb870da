//! A coupon in a draft: evaluated at each read, used when the draft becomes an order.

use serde_json::{Value, json};

use super::link::{HIND, confirm};
use super::{Desk, at, problems};
use crate::coupons::{coupon, used};

impl Desk {
    /// A draft of lines with a code.
    pub(super) async fn with_code(&self, items: Value, code: &str) -> Value {
        let mut body = self.body(items);
        body["coupon_code"] = json!(code);
        self.merchant.create("/orders/drafts", body).await
    }

    async fn preview(&self, body: &Value) -> Value {
        let (status, answer) = self.merchant.in_english().post("/orders/drafts/preview", body.clone()).await;
        assert_eq!(status, 200, "{answer}");
        answer["data"].clone()
    }

    async fn change_coupon(&self, coupon: &Value, change: Value) {
        let path = format!("/coupons/{}", coupon["id"].as_str().unwrap());
        let (status, answer) = self.merchant.put(&path, change).await;
        assert_eq!(status, 200, "{answer}");
    }
}

/// OR-03, CP-01: the preview says what a code takes off each line, or why it takes nothing off in the words of an edit; the draft
/// keeps it, records its use when it is placed for the total that was shown, and releases it when the order is cancelled.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_draft_has_a_coupon() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "100.00", "qty": 9})).await;
    let book = d.merchant.product(json!({"name": {"ar": "كتاب"}, "regular_price": "40.00", "qty": 9})).await;
    let ten = coupon(&d.merchant, json!({"scope": "products", "product_ids": [shirt["id"]], "usage_limit": 1})).await;
    let inactive = coupon(&d.merchant, json!({"code": "OFF", "is_active": false})).await;
    coupon(&d.merchant, json!({"code": "BIG", "min_amount": "1000"})).await;
    coupon(&d.merchant, json!({"code": "SHIP", "discount_segment": "shipping_fees"})).await;
    let items = json!([{"product_id": shirt["id"], "quantity": 2}, {"product_id": book["id"], "quantity": 1},
        {"name": "تغليف", "quantity": 1, "unit_price": "10.00"}]);
    let mut body = d.body(items.clone());
    body["discount"] = json!("5.00");
    body["discount_reason"] = json!("تعويض");
    // Typed with spaces, underscore and Arabic digits.
    body["coupon_code"] = json!(" eid_١٠ ");
    let reply = d.preview(&body).await;
    let by_line: Vec<&Value> = reply["lines"].as_array().unwrap().iter().map(|l| &l["coupon_discount"]).collect();
    assert_eq!(by_line, ["20.00", "0.00", "0.00"]);
    assert_eq!(
        reply["coupon"],
        json!({"code": "EID-10", "segment": "products_price", "discount": "20.00", "message": null}),
        "{reply}"
    );
    assert_eq!(
        (&reply["subtotal"], &reply["discount"], &reply["other_discount"], &reply["total"]),
        (&json!("250.00"), &json!("25.00"), &json!("5.00"), &json!("225.00"))
    );
    assert_eq!(problems(&reply), []);
    // An invalid coupon is reported at its field and takes nothing off; the texts are those of an edit.
    for (code, expected_text) in [
        ("NOPE", "This code isn't valid. Check the spelling."),
        ("OFF", "This coupon is inactive. Activate it first."),
        ("BIG", "Spend SAR\u{a0}750.00 or more to use this coupon."),
        ("SHIP", "This coupon doesn't discount this order."),
    ] {
        body["coupon_code"] = json!(code);
        let response = d.preview(&body).await;
        assert_eq!(
            (&response["coupon"]["message"], &response["coupon"]["discount"]),
            (&json!(expected_text), &json!("0.00")),
            "{code}: {response}"
        );
        assert_eq!((&response["total"], &response["coupon"]["segment"]), (&json!("245.00"), &Value::Null), "{code}");
        assert_eq!(problems(&response), [("coupon_code".to_owned(), "coupon".to_owned())], "{code}");
    }
    body["coupon_code"] = json!("x".repeat(61));
    let (status, answer) = d.shop.assert_unchanged(d.merchant.post("/orders/drafts/preview", body.clone())).await;
    assert!(status == 422 && answer["errors"]["coupon_code"].is_array(), "{answer}");
    // It is stored as typed, and no use is recorded before it is an order.
    body["coupon_code"] = json!("eid10");
    let draft = d.merchant.create("/orders/drafts", body.clone()).await;
    assert_eq!((&draft["coupon_code"], &draft["saved_total"]), (&json!("eid10"), &json!("225.00")), "{draft}");
    assert_eq!(used(&d.merchant, &ten).await, (0, "0.00".into()));
    // Removed and added again by saving the draft.
    body["coupon_code"] = Value::Null;
    let (_, answer) = d.merchant.put(&format!("{}/draft", at(&draft)), body.clone()).await;
    assert_eq!((&answer["data"]["coupon_code"], &answer["data"]["saved_total"]), (&Value::Null, &json!("245.00")));
    body["coupon_code"] = json!("eid10");
    let (_, answer) = d.merchant.put(&format!("{}/draft", at(&draft)), body).await;
    let draft = answer["data"].clone();
    let (status, placed) = d.place(&draft, false).await;
    assert_eq!(status, 200, "{placed}");
    let order = d.merchant.data(&at(&draft)).await;
    assert_eq!(
        (&order["coupon"]["code"], &order["coupon"]["discount"], &order["other_discount"], &order["total"]),
        (&json!("EID-10"), &json!("20.00"), &json!("5.00"), &json!("225.00"))
    );
    assert_eq!(used(&d.merchant, &ten).await, (1, "20.00".into()));
    let activity = d.merchant.data(&format!("{}/activity", at(&draft))).await;
    assert_eq!(activity.as_array().unwrap().last().unwrap()["after"]["coupon_code"], json!("EID-10"), "{activity}");
    // The order counts as any other: an edit keeps it by its terms, a repeated order does not have it and says so.
    let (status, edit) =
        d.merchant.post(&format!("{}/edit/preview", at(&draft)), json!({"items": [{"line": 1, "quantity": 1}]})).await;
    assert_eq!((status, &edit["data"]["after"]["coupon"]["discount"]), (200, &json!("10.00")), "{edit}");
    let (_, copy) = d.merchant.post(&format!("{}/duplicate", at(&draft)), json!({})).await;
    assert_eq!(
        (&copy["data"]["coupon_code"], &copy["data"]["origin"]["coupon_code"]),
        (&Value::Null, &json!("EID-10")),
        "{copy}"
    );
    // Its only use is taken: another draft reports that and is not placed, not by its status either.
    let late = d.with_code(items, "EID10").await;
    assert_eq!(problems(&late), [("coupon_code".to_owned(), "coupon".to_owned())], "{late}");
    let (status, refused) = d.shop.assert_unchanged(d.place(&late, false)).await;
    assert!(status == 422 && refused["errors"]["coupon_code"][0].as_str().unwrap().contains("حد الاستخدام"), "{refused}");
    let (status, refused) =
        d.shop.assert_unchanged(d.merchant.put(&format!("{}/status", at(&late)), json!({"status": "PEND"}))).await;
    assert_eq!(status, 422, "{refused}");
    assert_eq!(d.merchant.put(&format!("{}/status", at(&draft)), json!({"status": "CNCL"})).await.0, 200);
    assert_eq!(used(&d.merchant, &ten).await, (0, "0.00".into()));
    let late = d.merchant.data(&format!("{}/draft", at(&late))).await;
    assert_eq!(problems(&late), []);
    // The merchant saw the total without it: the current total is reported, and nothing is placed.
    let body = json!({"total": "250.00", "version": late["version"]});
    let (status, conflict) = d.shop.assert_unchanged(d.merchant.post(&format!("{}/draft/place", at(&late)), body)).await;
    assert_eq!((status, &conflict["code"]), (409, &json!("draft_changed")), "{conflict}");
    assert_eq!(conflict["current"]["preview"]["total"], json!("230.00"), "{conflict}");
    assert_eq!(d.place(&late, false).await.0, 200);
    assert_eq!(used(&d.merchant, &ten).await, (1, "20.00".into()));
    assert_eq!(used(&d.merchant, &inactive).await.0, 0);
}

/// OR-03: the shopper sees the coupon on the link and confirms for exactly that; the use is counted once, however often it is sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_shopper_confirms_a_draft_with_its_coupon() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "100.00", "qty": 9})).await;
    let ten = coupon(&d.merchant, json!({"discount_usability": "one_time"})).await;
    let line = json!([{"product_id": shirt["id"], "quantity": 1}]);
    let draft = d.with_code(line.clone(), "EID10").await;
    let (path, shopper) = (d.link(&draft).await, d.shopper());
    let page = shopper.get(&path).await;
    assert!(page.body.contains("EID-10") && page.body.contains("90.00"), "{}", page.body);
    let placed = confirm(&shopper, &path, &page, &HIND).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    let again = confirm(&shopper, &path, &page, &HIND).await;
    assert_eq!((again.status, again.location()), (303, placed.location()));
    assert_eq!(used(&d.merchant, &ten).await, (1, "10.00".into()));
    let answer_page = shopper.get(placed.location()).await;
    assert!(answer_page.body.contains("EID-10"), "{}", answer_page.body);
    // Limit of one per person: the same customer's next draft reports it to both, and the shopper confirms without it.
    let second = d.with_code(line, "EID10").await;
    assert_eq!(problems(&second), [("coupon_code".to_owned(), "coupon".to_owned())], "{second}");
    let path = d.link(&second).await;
    let page = shopper.get(&path).await;
    assert!(page.body.contains("تعذّر تطبيق الكوبون «EID10»") && page.body.contains("100.00"), "{}", page.body);
    let placed = confirm(&shopper, &path, &page, &HIND).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    let order = d.merchant.data(&at(&second)).await;
    assert_eq!((&order["coupon"], &order["total"]), (&Value::Null, &json!("100.00")));
    assert_eq!(used(&d.merchant, &ten).await, (1, "10.00".into()));
    let activity = d.merchant.data(&format!("{}/activity", at(&second))).await;
    assert_eq!(activity.as_array().unwrap().last().unwrap()["after"]["coupon_dropped"], json!("EID10"), "{activity}");
}

/// OR-03: a coupon that became invalid while the shopper reviewed: the page reports it with the total without it, nothing is
/// placed; the same holds for the merchant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_draft_with_a_dead_coupon_tells_merchant_and_shopper() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "100.00", "qty": 9})).await;
    let ten = coupon(&d.merchant, json!({})).await;
    let draft = d.with_code(json!([{"product_id": shirt["id"], "quantity": 1}]), "EID10").await;
    let (path, shopper) = (d.link(&draft).await, d.shopper());
    let page = shopper.get(&path).await;
    // Another discount: both are told the new total.
    d.change_coupon(&ten, json!({"discount_value": "20"})).await;
    let reply = d.shop.assert_unchanged(confirm(&shopper, &path, &page, &HIND)).await;
    assert!(reply.status == 409 && reply.body.contains("تغيّر الطلب") && reply.body.contains("80.00"), "{}", reply.body);
    let (status, answer) = d.shop.assert_unchanged(d.place(&draft, false)).await;
    assert_eq!((status, &answer["current"]["preview"]["total"]), (409, &json!("80.00")), "{answer}");
    // Switched off: the merchant sees it at the field, the shopper sees the code and the total without it.
    d.change_coupon(&ten, json!({"is_active": false})).await;
    let (status, answer) = d.shop.assert_unchanged(d.place(&draft, false)).await;
    assert_eq!((status, &answer["errors"]["coupon_code"][0]), (422, &json!("هذا الكوبون موقوف. فعّله أولًا.")), "{answer}");
    let response = d.shop.assert_unchanged(confirm(&shopper, &path, &reply, &HIND)).await;
    assert_eq!(response.status, 409, "{}", response.body);
    // Only the merchant knows that it is switched off.
    assert!(response.body.contains("تعذّر تطبيق الكوبون «EID10»") && !response.body.contains("موقوف"), "{}", response.body);
    assert!(response.body.contains("100.00"), "{}", response.body);
    let placed = confirm(&shopper, &path, &response, &HIND).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    assert_eq!(d.merchant.data(&at(&draft)).await["total"], json!("100.00"));
    assert_eq!(used(&d.merchant, &ten).await, (0, "0.00".into()));
}

/// OR-03: a coupon on shipping takes effect once a shipping method is chosen, lowers its fee, and stays unused with store pickup.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_drafts_coupon_on_shipping_follows_the_method() {
    let d = Desk::start().await;
    let courier = d.courier().await;
    let shirt = d.merchant.product(json!({"regular_price": "40.00", "qty": 9})).await;
    let free = coupon(&d.merchant, json!({"code": "SHIP", "discount_segment": "shipping_fees", "discount_value": "100"})).await;
    let mut body = d.body(json!([{"product_id": shirt["id"], "quantity": 1}]));
    body["coupon_code"] = json!("SHIP");
    body["shipping_method_id"] = Value::Null;
    let answer = d.preview(&body).await;
    assert_eq!((&answer["coupon"]["message"], &answer["coupon"]["discount"]), (&Value::Null, &json!("0.00")), "{answer}");
    body["shipping_method_id"] = json!(courier);
    body["address"] = json!({"name": "هند", "mobile": "0551234567", "country": "SA", "city": "الرياض", "street": "العليا"});
    let draft = d.merchant.create("/orders/drafts", body).await;
    let sums = &draft["preview"];
    assert_eq!(
        (&sums["full_shipping_fees"], &sums["shipping_fees"], &sums["coupon"]["discount"], &sums["total"]),
        (&json!("25.00"), &json!("0.00"), &json!("25.00"), &json!("40.00")),
        "{draft}"
    );
    let (path, shopper) = (d.link(&draft).await, d.shopper());
    let page = shopper.get(&path).await;
    assert!(page.body.contains("SHIP"), "{}", page.body);
    let pickup = d.setup.pickup.to_string();
    let fetched = [HIND[0], HIND[1], ("receive", "pickup"), ("shipping_method_id", pickup.as_str())];
    let answer_page = confirm(&shopper, &format!("{path}/save"), &page, &fetched).await;
    assert!(answer_page.body.contains("يخصم هذا الكوبون من رسوم الشحن فقط"), "{}", answer_page.body);
    let placed = confirm(&shopper, &path, &answer_page, &fetched).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    let order = d.merchant.data(&at(&draft)).await;
    assert_eq!((&order["coupon"], &order["total"]), (&Value::Null, &json!("40.00")), "{order}");
    assert_eq!(used(&d.merchant, &free).await.0, 0);
}

/// OR-03, CP-01: two drafts compete for the last use, placed by the merchant and on a link: one gets it, the other is refused and
/// stays a draft.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_03_two_drafts_compete_for_the_last_coupon_use() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "100.00", "qty": 50})).await;
    let line = json!([{"product_id": shirt["id"], "quantity": 1}]);
    for round in 1..=4_i64 {
        let code = format!("LAST{round}");
        let last = coupon(&d.merchant, json!({"code": code, "usage_limit": 1})).await;
        let (one, two) = (d.with_code(line.clone(), &code).await, d.with_code(line.clone(), &code).await);
        let (path, shopper) = (d.link(&two).await, d.shopper());
        let page = shopper.get(&path).await;
        let before = d.stock(&shirt).await;
        let (won, lost) = if round % 2 == 0 {
            let (merchant, reply) = tokio::join!(d.place(&one, false), confirm(&shopper, &path, &page, &HIND));
            if merchant.0 == 200 {
                assert!(reply.status == 409 && reply.body.contains("100.00"), "{} {}", reply.status, reply.body);
                (&one, &two)
            } else {
                assert_eq!((merchant.0, reply.status), (422, 303), "{merchant:?} {}", reply.body);
                (&two, &one)
            }
        } else {
            let (first, second) = tokio::join!(d.place(&one, false), d.place(&two, false));
            let (won, lost, refused) = if first.0 == 200 { (&one, &two, second) } else { (&two, &one, first) };
            assert!(refused.0 == 422 && refused.1["errors"]["coupon_code"].is_array(), "{refused:?}");
            (won, lost)
        };
        assert_eq!(used(&d.merchant, &last).await, (1, "10.00".into()));
        let (won, lost) = (d.merchant.data(&at(won)).await, d.merchant.data(&at(lost)).await);
        assert_eq!((&won["status"], &won["total"]), (&json!("PEND"), &json!("90.00")));
        assert_eq!(lost["status"], json!("DRFT"));
        assert_eq!(d.stock(&shirt).await, before - 1);
    }
}

/// OR-03: with store pickup, a coupon on goods that takes nothing off is reported as such, not as a shipping-only coupon.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_an_idle_coupon_is_told_by_what_it_is_for() {
    let d = Desk::start().await;
    d.courier().await;
    // One percent of it is less than half a minor unit.
    let sticker = d.merchant.product(json!({"regular_price": "0.20", "qty": 9})).await;
    coupon(&d.merchant, json!({"discount_value": "1"})).await;
    coupon(&d.merchant, json!({"code": "SHIP", "discount_segment": "shipping_fees"})).await;
    let line = json!([{"product_id": sticker["id"], "quantity": 1}]);
    let (on_goods, on_shipping) = ("لا يخصم هذا الكوبون شيئًا من هذا الطلب", "يخصم هذا الكوبون من رسوم الشحن فقط");
    for (code, answer, untold) in [("EID10", on_goods, on_shipping), ("SHIP", on_shipping, on_goods)] {
        let draft = d.with_code(line.clone(), code).await;
        assert_eq!(problems(&draft), [("coupon_code".to_owned(), "coupon".to_owned())], "{code}: {draft}");
        let page = d.shopper().get(&d.link(&draft).await).await;
        assert!(page.body.contains(answer) && !page.body.contains(untold), "{code}: {}", page.body);
    }
}

/// OR-03: a discount by hand that exceeds what the coupon leaves is reported to the merchant at its field and blocks placing; the
/// shopper on the link confirms the resulting total.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_coupon_does_not_cut_a_discount_unseen() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "100.00", "qty": 9})).await;
    coupon(&d.merchant, json!({"discount_type": "fixed", "discount_value": "50.00"})).await;
    let mut body = d.body(json!([{"product_id": shirt["id"], "quantity": 1}]));
    body["shipping_fees"] = json!("10.00");
    body["discount"] = json!("80.00");
    body["discount_reason"] = json!("تعويض");
    assert_eq!(problems(&d.preview(&body).await), []);
    body["coupon_code"] = json!("EID10");
    let answer = d.preview(&body).await;
    assert_eq!((&answer["other_discount"], &answer["total"]), (&json!("50.00"), &json!("10.00")), "{answer}");
    assert_eq!(problems(&answer), [("discount".to_owned(), "discount_cut".to_owned())], "{answer}");
    assert!(answer["problems"][0]["message"].as_str().unwrap().contains("50.00"), "{answer}");
    let draft = d.merchant.create("/orders/drafts", body.clone()).await;
    let (status, refused) = d.shop.assert_unchanged(d.place(&draft, false)).await;
    assert!(status == 422 && refused["errors"]["discount"].is_array(), "{refused}");
    // A discount up to the remaining amount is valid.
    body["discount"] = json!("50.00");
    assert_eq!(problems(&d.preview(&body).await), []);
    let (path, shopper) = (d.link(&draft).await, d.shopper());
    let page = shopper.get(&path).await;
    let placed = confirm(&shopper, &path, &page, &HIND).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    assert_eq!(d.merchant.data(&at(&draft)).await["total"], json!("10.00"));
}
