//! Deposits on cash orders: shown before the order is placed, awaited, booked, deducted from the cash on delivery; the order is
//! cancelled when the deposit is overdue.

use commerce::carts::{self, Change};
use commerce::orders::{PlaceError, cancel_overdue_deposits};
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, PageReply, TestShop};
use web::caller::hash_token;

use crate::checkout::{CheckoutSetup, buy, filled, person, place, product_id, review, set_up_checkout};
use crate::confirmation::later;
use crate::storefront::{chosen, fields};
use crate::transfers::{at, link, picture, receipts, send};

struct Scene {
    shop: TestShop,
    me: Merchant,
    setup: CheckoutSetup,
    product: kernel::ProductId,
}

fn asks(overrides: Value) -> Value {
    let mut rule = json!({"name": "عربون", "is_active": true, "action": "deposit", "deposit_percent": "25", "total_from": "1"});
    rule.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    rule
}

async fn rules(me: &Merchant, rules: Value) -> (u16, Value) {
    me.put("/cod-rules", json!({"rules": rules, "otherwise": "ship"})).await
}

async fn account(me: &Merchant) -> String {
    let body = json!({"bank_name": "مصرف الراجحي", "beneficiary_name": "مؤسسة النخلة", "iban": "SA0380000000608010167519"});
    me.create("/bank-accounts", body).await["id"].as_str().unwrap().to_owned()
}

async fn scene() -> Scene {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    account(&me).await;
    let product = product_id(&me.product(json!({"qty": 100, "regular_price": "99.99"})).await);
    let (status, body) = rules(&me, json!([asks(json!({}))])).await;
    assert_eq!(status, 200, "{body}");
    Scene { shop, me, setup, product }
}

impl Scene {
    async fn order(&self, n: usize) -> String {
        buy(&self.shop, &self.setup, &person(n), &[(self.product, None, 1)]).await.id.to_string()
    }

    async fn trust(&self, order: &str) -> Value {
        self.me.data(&format!("/orders/{order}/trust")).await
    }

    async fn status(&self, order: &str) -> Value {
        self.me.data(&format!("/orders/{order}")).await["status"].clone()
    }

    async fn go(&self, order: &str, body: Value) -> (u16, Value) {
        self.me.put(&format!("/orders/{order}/status"), body).await
    }

    async fn receipt(&self, order: &str, seed: u32) -> Value {
        let id = order.parse().unwrap();
        let path = link(&self.me, id).await;
        assert_eq!(send(&self.shop, &self.me, &path, picture(seed, 500, 700, image::ImageFormat::Png)).await.0, 303);
        receipts(&self.me, id).await.remove(0)
    }

    async fn decide(&self, order: &str, receipt: &Value, mode: &str, body: Value) -> u16 {
        self.me.put(&at(order.parse().unwrap(), receipt, mode), body).await.0
    }

    async fn stock(&self) -> i64 {
        self.me.data(&format!("/products/{}", self.product)).await["qty"].as_i64().unwrap()
    }

    async fn letters(&self, n: usize) -> Vec<String> {
        self.shop.drain().await;
        let mobile = format!("+966{}", &person(n).mobile[1..]);
        let messages = platform::outbox::list(self.shop.app.db().conn(), Some(&mobile)).await.unwrap();
        messages.into_iter().map(|k| k.body).collect()
    }
}

/// OR-01: the order waits for its deposit, cannot be prepared or shipped before, and its waybill collects the rest.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_a_deposit_comes_before_the_parcel() {
    let s = scene().await;
    let order = s.order(1).await;
    let trust = s.trust(&order).await;
    // A quarter of 99.99 is 24.9975: 25.00, and 74.99 at the door.
    assert_eq!((&trust["state"], &trust["decision"]["action"]), (&json!("deposit"), &json!("deposit")), "{trust}");
    let deposit_due = &trust["deposit"];
    assert_eq!(
        (&deposit_due["asked"], &deposit_due["missing"], &deposit_due["door"]),
        (&json!("25.00"), &json!("25.00"), &json!("74.99")),
        "{deposit_due}"
    );
    let counts = s.me.data("/confirmations/counts").await;
    assert_eq!((&counts["deposit"], &counts["due"]), (&json!(1), &json!(0)), "nobody has to call");
    // Neither by its status, alone or in bulk, nor by a shipment.
    let (status, body) = s.shop.assert_unchanged(s.go(&order, json!({"status": "PRCS"}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("deposit_missing")), "{body}");
    let (_, many) = s.me.post("/orders/statusMany", json!({"items": [order], "status": "PRCS"})).await;
    assert_eq!(many["data"]["results"][0]["code"], json!("deposit_missing"), "{many}");
    let ship = format!("/orders/{order}/shipments");
    let (status, body) = s.shop.assert_unchanged(s.me.post(&ship, json!({}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("deposit_missing")), "{body}");
    let (status, body) = s.me.post(&format!("/confirmations/{order}/take"), json!({})).await;
    assert_eq!((status, &body["code"]), (409, &json!("deposit_missing")), "{body}");

    // The shopper got a message with the account and the due date, and the page shows both.
    let sent = s.letters(1).await;
    assert!(
        sent.len() == 1 && sent[0].contains("25.00") && sent[0].contains("74.99") && sent[0].contains("/orders/ord_"),
        "{sent:?}"
    );
    let path = link(&s.me, order.parse().unwrap()).await;
    let page = s.shop.shopper(&s.me.slug).get(&path).await;
    for text in ["25.00", "74.99", "SA03 8000 0000 6080 1016 7519", "multipart/form-data"] {
        assert!(page.body.contains(text), "{text}: {}", page.body);
    }
    let receipt = s.receipt(&order, 1).await;
    let list = s.me.data("/confirmations?state=deposit").await;
    assert_eq!((&list[0]["id"], &list[0]["deposit"], &list[0]["has_receipt"]), (&json!(order), &json!("25.00"), &json!(true)));
    // A partial payment is not enough.
    assert_eq!(s.decide(&order, &receipt, "accept", json!({"amount": "10.00"})).await, 200);
    assert_eq!(s.trust(&order).await["deposit"]["missing"], json!("15.00"));
    assert_eq!(s.go(&order, json!({"status": "PRCS"})).await.0, 409);
    // Accepted without an amount, it is the rest of the deposit and not of the order.
    let rest = s.receipt(&order, 2).await;
    let duplicate = s.receipt(&order, 3).await;
    assert_eq!(s.decide(&order, &rest, "accept", json!({})).await, 200);
    let trust = s.trust(&order).await;
    assert_eq!((&trust["state"], &trust["deposit"]), (&json!("deposit_paid"), &Value::Null), "{trust}");
    let now = s.me.data(&format!("/orders/{order}")).await;
    let money = &now["money"];
    assert_eq!((&now["status"], &money["paid"], &money["owed"]), (&json!("PEND"), &json!("25.00"), &json!("74.99")), "{now}");
    assert_eq!(s.me.data("/confirmations/counts").await["deposit"], json!(0));
    // A second receipt of the same transfer books nothing by itself: the rest is paid on delivery.
    assert_eq!(s.decide(&order, &duplicate, "accept", json!({})).await, 422);
    assert_eq!(s.me.data(&format!("/orders/{order}")).await["money"]["owed"], json!("74.99"));
    let shipment = s.me.create(&ship, json!({})).await;
    assert_eq!((&shipment["cod_amount"], s.status(&order).await), (&json!("74.99"), json!("RDYP")), "{shipment}");
}

/// OR-01: the checkout shows the amounts in advance and on delivery; if the deposit changed since, it is reported and nothing is
/// placed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_a_deposit_is_told_before_the_order_is_placed() {
    let s = scene().await;
    let shopper = s.shop.shopper(&s.me.slug);
    let product = s.product.to_string();
    assert!(shopper.post("/cart", &[("product_id", product.as_str()), ("quantity", "1")]).await.status == 303);
    let contact = [("name", "سارة"), ("mobile", "0510000001"), ("receive", "pickup")];
    let page = shopper.submit("/checkout/contact", &contact).await;
    let deposit = page.body.split("id=\"deposit\"").nth(1).unwrap_or_else(|| panic!("{}", page.body));
    let deposit = deposit.split("</div>\n").next().unwrap();
    assert!(deposit.contains("25.00") && deposit.contains("74.99") && deposit.contains("48 ساعة"), "{deposit}");
    // A deposit that was not shown is not accepted.
    let hidden = page.hidden_fields();
    let mut unseen: Vec<(&str, &str)> = fields(&hidden, &contact);
    unseen.retain(|(k, _)| *k != "seen_deposit");
    let refused = shopper.post("/checkout", &unseen).await;
    assert_eq!(s.me.get("/orders").await.1["meta"]["total"], json!(0));
    assert!(refused.status == 409 && refused.body.contains("يتطلب هذا الطلب عربونًا مقدمًا: 25.00"), "{}", refused.body);
    let hidden = refused.hidden_fields();
    let placed = shopper.post("/checkout", &fields(&hidden, &contact)).await;
    assert_eq!(placed.status, 303, "{}", placed.body);

    // The rule changes while the shopper reviews the order.
    let token = filled(&s.shop, &s.setup, &person(2), &[(s.product, None, 1)]).await;
    let checkout_review = review(&s.shop, &s.setup, &token).await;
    assert_eq!((checkout_review.deposit, checkout_review.can_place()), (2_500, true));
    assert_eq!(rules(&s.me, json!([asks(json!({"deposit_percent": null, "deposit_amount": "500"}))])).await.0, 200);
    let answer = place(&s.shop, &s.setup, &token, checkout_review.expected()).await;
    assert!(matches!(&answer, Err(PlaceError::Changed(c)) if c == &[Change::DepositChanged { to: 9_999 }]), "{answer:?}");
    // Never more than the order's total: then nothing is left for delivery.
    let again = review(&s.shop, &s.setup, &token).await;
    let order = place(&s.shop, &s.setup, &token, again.expected()).await.unwrap().id;
    let deposit_due = s.trust(&order.to_string()).await["deposit"].clone();
    assert_eq!((&deposit_due["missing"], &deposit_due["door"]), (&json!("99.99"), &json!("0.00")), "{deposit_due}");
    // Fully paid by its receipt, the order is paid.
    let receipt = s.receipt(&order.to_string(), 7).await;
    assert_eq!(s.decide(&order.to_string(), &receipt, "accept", json!({})).await, 200);
    assert_eq!(
        (s.status(&order.to_string()).await, s.trust(&order.to_string()).await["state"].clone()),
        (json!("PAID"), json!("deposit_paid"))
    );
}

/// OR-01, OR-04: the merchant may proceed without the deposit, by a status or a shipment; the activity records it, and nothing
/// cancels the order then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_a_merchant_goes_on_without_a_deposit() {
    let mut s = scene().await;
    let (one, two) = (s.order(1).await, s.order(2).await);
    assert_eq!(s.go(&one, json!({"status": "PRCS", "goes_without_deposit": true})).await.0, 200);
    s.me.create(&format!("/orders/{two}/shipments"), json!({"goes_without_deposit": true})).await;
    later(&s.shop, &mut s.me, 3 * Millis::DAY).await;
    cancel_overdue_deposits(&s.shop.app).await.unwrap();
    for (order, status) in [(&one, "PRCS"), (&two, "RDYP")] {
        assert_eq!((s.status(order).await, s.trust(order).await["state"].clone()), (json!(status), json!("moved")));
        let activity = s.me.data(&format!("/orders/{order}/activity")).await;
        let entries = activity.as_array().unwrap().iter().filter(|a| a["after"]["is_without_deposit"] == json!(true)).count();
        assert_eq!(entries, 1, "{activity}");
    }
    // Everything is collected on delivery.
    let shipments = s.me.data(&format!("/orders/{two}/shipments")).await;
    assert!(shipments.to_string().contains("\"cod_amount\":\"99.99\""), "{shipments}");
}

/// OR-01, OR-04: an overdue deposit cancels the order once, restocks it and notifies the shopper; with a pending receipt or a
/// partial payment the merchant decides; a refused receipt extends the due date by a day.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_an_overdue_deposit_cancels_the_order() {
    let mut s = scene().await;
    let (late, sent, part) = (s.order(1).await, s.order(2).await, s.order(3).await);
    let receipt = s.receipt(&sent, 1).await;
    let (status, body) = s.me.post(&format!("/orders/{part}/payments"), json!({"amount": "5.00"})).await;
    assert_eq!(status, 201, "{body}");
    assert_eq!(s.letters(1).await.len(), 1);
    later(&s.shop, &mut s.me, 47 * Millis::HOUR).await;
    cancel_overdue_deposits(&s.shop.app).await.unwrap();
    assert_eq!((s.status(&late).await, s.stock().await), (json!("PEND"), 97));
    later(&s.shop, &mut s.me, 2 * Millis::HOUR).await;
    let (a, b) = tokio::join!(cancel_overdue_deposits(&s.shop.app), cancel_overdue_deposits(&s.shop.app));
    a.and(b).unwrap();
    assert_eq!((s.status(&late).await, s.stock().await), (json!("CNCL"), 98), "once, with its goods");
    assert_eq!((s.status(&sent).await, s.status(&part).await), (json!("PEND"), json!("PEND")));
    let letters = s.letters(1).await;
    assert!(letters.len() == 2 && letters[0].contains("لعدم وصول العربون في موعده"), "{letters:?}");
    let activity = s.me.data(&format!("/orders/{late}/activity")).await;
    let last = activity.as_array().unwrap().iter().find(|a| a["after"]["status"] == json!("CNCL")).unwrap().clone();
    assert_eq!((&last["actor"]["type"], &last["note"]), (&json!("System"), &json!("لم يصل العربون في موعده.")), "{last}");
    let page = s.shop.shopper(&s.me.slug).get(&link(&s.me, late.parse().unwrap()).await).await;
    assert!(page.body.contains("تم إلغاء هذا الطلب") && !page.body.contains("multipart/form-data"), "{}", page.body);

    assert_eq!(s.decide(&sent, &receipt, "refuse", json!({"reason": "غير واضح"})).await, 200);
    later(&s.shop, &mut s.me, 23 * Millis::HOUR).await;
    cancel_overdue_deposits(&s.shop.app).await.unwrap();
    assert_eq!(s.status(&sent).await, json!("PEND"), "a day for another");
    later(&s.shop, &mut s.me, 2 * Millis::HOUR).await;
    cancel_overdue_deposits(&s.shop.app).await.unwrap();
    assert_eq!((s.status(&sent).await, s.status(&part).await), (json!("CNCL"), json!("PEND")));
    // A payment by hand counts as the deposit; when it is reversed, the deposit is awaited again.
    let (status, body) = s.me.post(&format!("/orders/{part}/payments"), json!({"amount": "20.00"})).await;
    assert_eq!((status, s.trust(&part).await["state"].clone()), (201, json!("deposit_paid")), "{body}");
    assert_eq!(s.me.put(&format!("/orders/{part}/payment-status"), json!({"payment_status": "paid"})).await.0, 200);
    let back = json!({"payment_status": "not_paid", "note": "رُفض التحويل"});
    assert_eq!(s.me.put(&format!("/orders/{part}/payment-status"), back).await.0, 200);
    let deposit_due = s.trust(&part).await["deposit"].clone();
    assert_eq!(deposit_due["missing"], json!("25.00"), "{deposit_due}");
    let edited = s.me.data(&format!("/orders/{part}")).await["money"]["owed"].clone();
    assert_eq!(edited, json!("99.99"));
}

/// OR-01: deposit rules are validated, need an active bank account, fall back to confirmation by call without one, and the
/// preview counts them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_cod_deposit_rules_need_an_account() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 100, "regular_price": "100"})).await);
    let (status, body) = shop.assert_unchanged(rules(&me, json!([asks(json!({}))]))).await;
    assert_eq!((status, body["errors"]["rules.0.action"].is_array()), (422, true), "{body}");
    assert!(body["errors"]["rules.0.action"][0].as_str().unwrap().contains("حسابًا بنكيًا"), "{body}");
    assert_eq!(rules(&me, json!([asks(json!({"is_active": false}))])).await.0, 200, "one that is off may wait");
    let id = account(&me).await;
    for (overrides, field) in [
        (json!({"deposit_percent": null}), "rules.0.deposit_amount"),
        (json!({"deposit_amount": "10"}), "rules.0.deposit_amount"),
        (json!({"deposit_percent": null, "deposit_amount": "0"}), "rules.0.deposit_amount"),
        (json!({"deposit_percent": null, "deposit_amount": "x"}), "rules.0.deposit_amount"),
        (json!({"deposit_percent": "0"}), "rules.0.deposit_percent"),
        (json!({"deposit_percent": "100.01"}), "rules.0.deposit_percent"),
        (json!({"deposit_percent": "12.345"}), "rules.0.deposit_percent"),
        (json!({"action": "confirm"}), "rules.0.deposit_percent"),
    ] {
        let (status, body) = shop.assert_unchanged(rules(&me, json!([asks(overrides)]))).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{field} {body}");
    }
    for hours in [0, 337] {
        let body = json!({"rules": [asks(json!({}))], "otherwise": "ship", "deposit_hours": hours});
        let (status, body) = shop.assert_unchanged(me.put("/cod-rules", body)).await;
        assert_eq!((status, body["errors"]["deposit_hours"].is_array()), (422, true), "{body}");
    }
    let body = json!({"rules": [asks(json!({"deposit_percent": "١٢٫٥"}))], "otherwise": "ship", "deposit_hours": 24});
    let (status, reply) = me.put("/cod-rules", body).await;
    let saved = &reply["data"];
    assert_eq!(
        (status, &saved["rules"][0]["deposit_percent"], &saved["deposit_hours"]),
        (200, &json!("12.5"), &json!(24)),
        "{saved}"
    );
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    assert_eq!(me.data(&format!("/orders/{order}/trust")).await["deposit"]["asked"], json!("12.50"));

    // Preview of the rules.
    let body = json!({"rules": [asks(json!({}))], "otherwise": "ship"});
    let (status, preview) = shop.assert_unchanged(me.post("/cod-rules/preview", body)).await;
    let of = preview["data"]["actions"].as_array().unwrap().iter().find(|a| a["action"] == "deposit").unwrap().clone();
    assert_eq!((status, &of["orders"], &of["deposits"]), (200, &json!(1), &json!("25.00")), "{preview}");

    // The last account is deleted: the page says so, and orders go to the call queue instead.
    assert_eq!(me.delete(&format!("/bank-accounts/{id}"), Value::Null).await.0, 200);
    assert_eq!(me.data("/cod-rules").await["has_bank_account"], json!(false));
    let after = buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id;
    let trust = me.data(&format!("/orders/{after}/trust")).await;
    assert_eq!(
        (&trust["state"], &trust["decision"]["rule"], &trust["deposit"]),
        (&json!("waiting"), &json!("عربون"), &Value::Null)
    );
    // A deposit that was requested before stays due.
    assert_eq!(me.data(&format!("/orders/{order}/trust")).await["state"], json!("deposit"));
    // The share rounds to nothing: such orders go to the call queue as well.
    account(&me).await;
    let cheap = product_id(&me.product(json!({"qty": 9, "regular_price": "1.00"})).await);
    assert_eq!(rules(&me, json!([asks(json!({"deposit_percent": "0.01"}))])).await.0, 200);
    let cheap = buy(&shop, &setup, &person(3), &[(cheap, None, 1)]).await.id;
    assert_eq!(me.data(&format!("/orders/{cheap}/trust")).await["state"], json!("waiting"));
}

/// CA-04: the merchant's order of a cart is placed for the deposit that the merchant saw; a different one is reported with the
/// total, and nothing is placed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_merchant_orders_a_cart_for_the_deposit_they_saw() {
    let s = scene().await;
    let token = filled(&s.shop, &s.setup, &person(4), &[(s.product, None, 1)]).await;
    let cart = carts::find(s.shop.app.db().conn(), &s.setup.scope, &hash_token(&token)).await.unwrap().unwrap().id;
    let at = format!("/carts/{cart}/order");
    let view = s.me.data(&at).await;
    assert_eq!((&view["total"], &view["deposit"]), (&json!("99.99"), &json!("25.00")), "{view}");
    let order = |deposit: Value| {
        json!({"payment_method_id": s.setup.cod.to_string(), "shipping_method_id": s.setup.pickup.to_string(),
            "total": view["total"], "version": view["version"], "deposit": deposit})
    };
    let (status, body) = s.shop.assert_unchanged(s.me.post(&at, order(json!("x")))).await;
    assert!(status == 422 && body["errors"]["deposit"].is_array(), "{body}");
    // A deposit that was not shown is not accepted, and neither is one that a rule has changed meanwhile.
    let (status, body) = s.shop.assert_unchanged(s.me.post(&at, order(Value::Null))).await;
    assert_eq!((status, &body["code"]), (409, &json!("cart_changed")), "{body}");
    assert_eq!((&body["current"]["total"], &body["current"]["deposit"]), (&json!("99.99"), &json!("25.00")), "{body}");
    assert_eq!(rules(&s.me, json!([asks(json!({"deposit_percent": "50"}))])).await.0, 200);
    let (status, body) = s.shop.assert_unchanged(s.me.post(&at, order(view["deposit"].clone()))).await;
    assert_eq!((status, &body["code"]), (409, &json!("cart_changed")), "{body}");
    assert_eq!((&body["current"]["total"], &body["current"]["deposit"]), (&json!("99.99"), &json!("50.00")), "{body}");
    let (status, body) = s.me.post(&at, order(json!("50.00"))).await;
    assert_eq!(status, 201, "{body}");
    let trust = s.trust(body["data"]["id"].as_str().unwrap()).await;
    assert_eq!((&trust["state"], &trust["deposit"]["missing"]), (&json!("deposit"), &json!("50.00")), "{trust}");
}

/// OR-03, OR-01: a draft's link shows the deposit before it is confirmed and accepts no other; where the merchant chose the
/// payment method, none is requested.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_drafts_link_asks_for_the_deposit_it_showed() {
    let s = scene().await;
    let customer = s.me.create("/customers", json!({"name": "هند القحطاني", "mobile": "0551234567"})).await["id"].clone();
    let line = json!([{"product_id": s.product.to_string(), "quantity": 1}]);
    let draft = async |payment: Value| {
        let body = json!({"customer_id": customer, "items": line, "shipping_method_id": s.setup.pickup.to_string(), "payment_method_id": payment});
        let draft = s.me.create("/orders/drafts", body).await["id"].as_str().unwrap().to_owned();
        let (status, link) = s.me.post(&format!("/orders/{draft}/draft/link"), json!({"days": 3})).await;
        assert!((200..300).contains(&status), "{link}");
        let url = link["data"]["link"]["url"].as_str().unwrap_or_else(|| panic!("{link}"));
        (draft, url[url.find("/drafts/").unwrap()..].to_owned())
    };
    let cod = s.setup.cod.to_string();
    let hind = [("name", "هند القحطاني"), ("mobile", "0551234567")];
    let shopper = s.shop.shopper(&s.me.slug);
    // The page's form as a browser sends it, with cash chosen and without what was not seen.
    let send = async |path: &str, page: &PageReply, unseen: &str| {
        let (hidden, methods) = (page.hidden_fields(), chosen(page));
        let mut form = fields(&hidden, &hind);
        form.extend(methods.iter().filter(|(k, _)| k != "payment_method_id").map(|(k, v)| (k.as_str(), v.as_str())));
        form.push(("payment_method_id", cod.as_str()));
        form.retain(|(k, _)| *k != unseen);
        shopper.post(path, &form).await
    };
    let (order, path) = draft(Value::Null).await;
    let page = shopper.get(&path).await;
    let refused = send(&path, &page, "seen_deposit").await;
    assert!(refused.status == 409 && refused.body.contains("25.00") && refused.body.contains("74.99"), "{}", refused.body);
    assert_eq!(s.status(&order).await, json!("DRFT"));
    let placed = send(&path, &refused, "").await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    let trust = s.trust(&order).await;
    assert_eq!((&trust["state"], &trust["deposit"]["missing"]), (&json!("deposit"), &json!("25.00")), "{trust}");
    assert!(shopper.get(placed.location()).await.body.contains("25.00"));
    // The merchant's choice stands: no deposit is requested.
    let (order, path) = draft(json!(cod)).await;
    let page = shopper.get(&path).await;
    assert!(!page.body.contains("id=\"deposit\""), "{}", page.body);
    let placed = send(&path, &page, "").await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    assert_eq!(s.trust(&order).await["deposit"], Value::Null);
}
