//! Bank transfers: accounts, the method at checkout, receipts uploaded, accepted and refused (OR-09, PY-01, PY-04).

use kernel::OrderId;
use serde_json::{Value, json};
use testkit::{Merchant, Shopper, TestShop};

use crate::checkout::{CheckoutSetup, buy, person, product_id, set_up_checkout};

/// A picture of random blocks, so that no two seeds look alike.
pub(crate) fn picture(seed: u32, wide: u32, high: u32, format: image::ImageFormat) -> Vec<u8> {
    let mut n = seed;
    let blocks: Vec<u8> = (0..400)
        .map(|_| {
            n = n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (n >> 24) as u8
        })
        .collect();
    let drawn = image::RgbImage::from_fn(wide, high, |x, y| {
        let v = blocks[(y * 20 / high * 20 + x * 20 / wide) as usize];
        image::Rgb([v, v, v])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    drawn.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

async fn shop() -> (TestShop, Merchant, CheckoutSetup, kernel::ProductId) {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let mut setup = set_up_checkout(&shop, &me).await;
    let account =
        json!({"bank_name": "مصرف الراجحي", "beneficiary_name": "مؤسسة النخلة", "iban": "sa03 8000 0000 6080 1016 7519"});
    me.create("/bank-accounts", account).await;
    setup.cod = open(&me).await;
    let product = product_id(&me.product(json!({"qty": 1000, "regular_price": "100.00"})).await);
    (shop, me, setup, product)
}

/// Activates the method; its id.
pub(crate) async fn open(me: &Merchant) -> kernel::PaymentMethodId {
    let methods = me.data("/payment-methods").await;
    let bank = methods.as_array().unwrap().iter().find(|m| m["provider"] == "BANK").unwrap()["id"].clone();
    let bank = bank.as_str().unwrap();
    let (status, body) = me.put(&format!("/payment-methods/{bank}"), json!({"is_active": true})).await;
    assert_eq!(status, 200, "{body}");
    bank.parse().unwrap()
}

/// The path of the order's page, for whoever has the link.
pub(crate) async fn link(me: &Merchant, order: OrderId) -> String {
    let url = me.data(&format!("/orders/{order}")).await["shopper_url"].as_str().unwrap().to_owned();
    url[url.find("/orders/").unwrap()..].to_owned()
}

pub(crate) async fn send(shop: &TestShop, me: &Merchant, path: &str, bytes: Vec<u8>) -> (u16, String) {
    let shopper: Shopper = shop.shopper(&me.slug);
    let part = reqwest::multipart::Part::bytes(bytes).file_name("receipt.png");
    let form = reqwest::multipart::Form::new().part("receipt", part);
    let request = shopper.request("POST", &format!("{path}/receipt")).header("sec-fetch-site", "same-origin").multipart(form);
    let reply = shopper.send(request).await;
    (reply.status, reply.body)
}

pub(crate) async fn receipts(me: &Merchant, order: OrderId) -> Vec<Value> {
    me.data(&format!("/orders/{order}/receipts")).await.as_array().unwrap().clone()
}

pub(crate) fn at(order: OrderId, receipt: &Value, child: &str) -> String {
    format!("/orders/{order}/receipts/{}/{child}", receipt["id"].as_str().unwrap())
}

/// PY-01, PY-04: accounts with a valid IBAN; the method is activated with the first and offered while one exists.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_04_a_transfer_is_offered_while_there_is_an_account() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let methods = me.data("/payment-methods").await;
    let bank = methods.as_array().unwrap().iter().find(|m| m["provider"] == "BANK").unwrap().clone();
    assert_eq!(bank["is_active"], json!(false));
    let path = format!("/payment-methods/{}", bank["id"].as_str().unwrap());
    let (status, body) = shop.assert_unchanged(me.put(&path, json!({"is_active": true}))).await;
    assert_eq!((status, body["errors"]["is_active"].is_array()), (422, true), "{body}");
    for (body, field) in [
        (json!({"beneficiary_name": "x", "iban": "SA0380000000608010167519"}), "bank_name"),
        (json!({"bank_name": "x", "beneficiary_name": "x"}), "iban"),
        (json!({"bank_name": "x", "beneficiary_name": "x", "iban": "SA0380000000608010167518"}), "iban"),
        (json!({"bank_name": "x".repeat(101), "beneficiary_name": "x", "account_number": "1"}), "bank_name"),
    ] {
        let (status, answer) = shop.assert_unchanged(me.post("/bank-accounts", body)).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{answer}");
    }
    let iban = json!({"bank_name": "بنك", "beneficiary_name": "متجر", "iban": "SA0380000000608010167519"});
    let account = me.create("/bank-accounts", iban).await;
    assert_eq!(account["iban"], json!("SA03 8000 0000 6080 1016 7519"));
    let method = open(&me).await;
    let mut setup = set_up_checkout(&shop, &me).await;
    setup.cod = method;
    let product = product_id(&me.product(json!({})).await);
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    assert_eq!(me.data(&format!("/orders/{order}")).await["payment_provider"], json!("BANK"));
    let account = format!("/bank-accounts/{}", account["id"].as_str().unwrap());
    let stranger = shop.merchant().await;
    assert_eq!(shop.assert_unchanged(stranger.put(&account, json!({"is_active": false}))).await.0, 404);
    assert_eq!(shop.assert_unchanged(me.put(&account, json!({"is_active": false, "version": 9}))).await.0, 409);
    assert_eq!(me.put(&account, json!({"is_active": false, "version": 1})).await.0, 200);
    let cart = crate::checkout::filled(&shop, &setup, &person(2), &[(product, None, 1)]).await;
    assert!(!crate::checkout::review(&shop, &setup, &cart).await.can_place(), "no account, no transfer");
    assert_eq!(me.delete(&account, Value::Null).await.0, 200);
}

/// OR-09: uploaded with the secret link alone, checked by its bytes, within limits; never a public file, and without its
/// metadata.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_09_a_receipt_is_sent_behind_the_link_alone() {
    let (shop, me, setup, product) = shop().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    let path = link(&me, order).await;
    let page = shop.shopper(&me.slug).get(&path).await;
    for text in ["SA03 8000 0000 6080 1016 7519", "مصرف الراجحي", "مؤسسة النخلة", "multipart/form-data"] {
        assert!(page.body.contains(text), "{text}");
    }
    let png = picture(1, 600, 900, image::ImageFormat::Png);
    let wrong = format!("{}x", &path[..path.len() - 1]);
    assert_eq!(shop.assert_unchanged(send(&shop, &me, &wrong, png.clone())).await.0, 404);
    let stranger = shop.merchant().await;
    assert_eq!(shop.assert_unchanged(send(&shop, &stranger, &path, png.clone())).await.0, 404, "the link of another store");
    for (bytes, status) in [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), 422),
        (b"MZ not a picture".to_vec(), 422),
        (b"%PDF-1.4 cut".to_vec(), 422),
        (png[..80].to_vec(), 422),
        (Vec::new(), 422),
        (vec![7; 6 * 1024 * 1024], 413),
    ] {
        let (actual, body) = shop.assert_unchanged(send(&shop, &me, &path, bytes)).await;
        assert_eq!(actual, status, "{body}");
    }
    assert_eq!(send(&shop, &me, &path, png.clone()).await.0, 303);
    assert_eq!(send(&shop, &me, &path, png.clone()).await.0, 303, "sent twice is one");
    let all = receipts(&me, order).await;
    assert_eq!((all.len(), &all[0]["status"], &all[0]["is_picture"]), (1, &json!("waiting"), &json!(true)));
    let file = at(order, &all[0], "file");
    let reply = me.call("GET", &file).send().await;
    assert_eq!(
        (reply.status, reply.header("content-type"), reply.header("x-content-type-options")),
        (200, "image/jpeg", "nosniff")
    );
    assert!(reply.header("content-disposition").starts_with("attachment"));
    assert_eq!(stranger.get(&file).await.0, 404);
    assert_eq!(stranger.get(&format!("/orders/{order}/receipts")).await.0, 404);
    for public in ["media", "receipts", "files"] {
        let path = format!("/{public}/{}.jpg", all[0]["id"].as_str().unwrap());
        assert_eq!(shop.shopper(&me.slug).get(&path).await.status, 404, "{path}");
    }
    let pdf = b"%PDF-1.4\n1 0 obj <</Author (Nora)>> endobj\n%%EOF".to_vec();
    assert_eq!(send(&shop, &me, &path, pdf).await.0, 303);
    assert_eq!(send(&shop, &me, &path, picture(2, 500, 700, image::ImageFormat::Jpeg)).await.0, 303);
    let extra = send(&shop, &me, &path, picture(3, 500, 700, image::ImageFormat::Jpeg));
    let (status, body) = shop.assert_unchanged(extra).await;
    assert!(status == 409 && body.contains("قيد المراجعة"), "{status}");
    // An order paid in cash asks for none.
    let cash = CheckoutSetup { cod: cash(&me).await, ..setup };
    let other = buy(&shop, &cash, &person(2), &[(product, None, 1)]).await.id;
    let path = link(&me, other).await;
    assert_eq!(shop.assert_unchanged(send(&shop, &me, &path, png)).await.0, 409);
    // The list finds the order and marks its row, and the owner was notified.
    let marked =
        |rows: &Value| rows.as_array().unwrap().iter().map(|r| r["has_waiting_receipt"] == json!(true)).collect::<Vec<_>>();
    assert_eq!(marked(&me.data("/orders?filter[receipt]=waiting").await), [true]);
    assert_eq!(marked(&me.data("/orders?sort=-number").await), [false, true]);
    assert_eq!(me.get("/orders?filter[receipt]=other").await.0, 422);
    shop.drain().await;
    let sql = "SELECT COUNT(*) FROM outbox_messages WHERE store_id = ?1 AND body LIKE '%إيصال تحويل%'";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, db::p![me.store]).await.unwrap(), 3);
}

async fn cash(me: &Merchant) -> kernel::PaymentMethodId {
    let methods = me.data("/payment-methods").await;
    let cod = methods.as_array().unwrap().iter().find(|m| m["provider"] == "COD").unwrap()["id"].clone();
    cod.as_str().unwrap().parse().unwrap()
}

/// OR-09, decisions §5: refused with a reason that the shopper reads and answers; accepted once, which books the payment and
/// moves the order, also under concurrent decisions.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_09_a_receipt_is_refused_answered_and_accepted_once() {
    let (shop, me, setup, product) = shop().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 2)]).await.id;
    let path = link(&me, order).await;
    assert_eq!(send(&shop, &me, &path, picture(1, 600, 900, image::ImageFormat::Png)).await.0, 303);
    let first = receipts(&me, order).await.remove(0);
    let (status, body) = shop.assert_unchanged(me.put(&at(order, &first, "refuse"), json!({"reason": "  "}))).await;
    assert_eq!((status, body["errors"]["reason"].is_array()), (422, true));
    assert_eq!(me.put(&at(order, &first, "refuse"), json!({"reason": "المبلغ غير واضح"})).await.0, 200);
    for child in ["refuse", "accept"] {
        let body = if child == "refuse" { json!({"reason": "ثانية"}) } else { json!({}) };
        let (status, body) = shop.assert_unchanged(me.put(&at(order, &first, child), body)).await;
        assert_eq!((status, &body["code"]), (409, &json!("already_decided")));
    }
    let page = shop.shopper(&me.slug).get(&path).await.body;
    assert!(page.contains("المبلغ غير واضح") && page.contains("multipart/form-data"), "the shopper reads why and may answer");
    assert_eq!(send(&shop, &me, &path, picture(2, 600, 900, image::ImageFormat::Png)).await.0, 303);
    let second = receipts(&me, order).await.remove(0);
    let accept = at(order, &second, "accept");
    for (body, field) in
        [(json!({"amount": "200.01"}), "amount"), (json!({"amount": "0"}), "amount"), (json!({"amount": "x"}), "amount")]
    {
        let (status, answer) = shop.assert_unchanged(me.put(&accept, body)).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{answer}");
    }
    let stranger = shop.merchant().await;
    assert_eq!(shop.assert_unchanged(stranger.put(&accept, json!({}))).await.0, 404);
    let other = buy(&shop, &setup, &person(3), &[(product, None, 1)]).await.id;
    let crossed = at(other, &second, "accept");
    assert_eq!(shop.assert_unchanged(me.put(&crossed, json!({}))).await.0, 404, "of another order");
    // Eight concurrent decisions.
    let all: Vec<_> = (0..8)
        .map(|_| {
            let (me, path) = (me.clone(), accept.clone());
            tokio::spawn(async move { me.put(&path, json!({"amount": "200.00"})).await })
        })
        .collect();
    let mut done = 0;
    for one in all {
        let (status, body) = one.await.unwrap();
        assert!([200, 409].contains(&status), "{body}");
        done += i32::from(status == 200);
    }
    assert_eq!(done, 1);
    let view = me.data(&format!("/orders/{order}")).await;
    assert_eq!(
        (&view["status"], &view["payment_status"], &view["money"]["paid"], &view["money"]["state"]),
        (&json!("PAID"), &json!("paid"), &json!("200.00"), &json!("paid"))
    );
    assert_eq!(receipts(&me, order).await[0]["amount"], json!("200.00"));
    let counts = me.data("/orders/status-counts").await;
    assert_eq!((&counts["PAID"], &counts["PEND"]), (&json!(1), &json!(1)));
    let activity = me.data(&format!("/orders/{order}/activity")).await;
    assert!(activity.as_array().unwrap().iter().any(|a| a["after"]["receipt"] == second["id"]), "{activity}");
    // A part of the balance: the order owes the rest and is not moved.
    let path = link(&me, other).await;
    assert_eq!(send(&shop, &me, &path, picture(5, 600, 900, image::ImageFormat::Png)).await.0, 303);
    let part = receipts(&me, other).await.remove(0);
    assert_eq!(me.put(&at(other, &part, "accept"), json!({"amount": "30"})).await.0, 200);
    let view = me.data(&format!("/orders/{other}")).await;
    assert_eq!(
        (&view["status"], &view["money"]["state"], &view["money"]["owed"]),
        (&json!("PEND"), &json!("owes"), &json!("70.00"))
    );
}

/// OR-09: the same file, or the same picture in another size and encoding, is flagged in another order, with a link to the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_09_a_receipt_used_twice_is_flagged() {
    let (shop, me, setup, product) = shop().await;
    let mut orders = Vec::new();
    for n in 1..4 {
        orders.push(buy(&shop, &setup, &person(n), &[(product, None, 1)]).await.id);
    }
    let png = picture(9, 900, 1_400, image::ImageFormat::Png);
    let again = picture(9, 450, 700, image::ImageFormat::Jpeg);
    for (order, bytes) in orders.iter().zip([png.clone(), png, again]) {
        let path = link(&me, *order).await;
        assert_eq!(send(&shop, &me, &path, bytes).await.0, 303);
    }
    let twins = async |order: OrderId| receipts(&me, order).await[0]["twins"].as_array().unwrap().clone();
    let second = twins(orders[1]).await;
    assert!(second.iter().any(|t| t["order_id"] == json!(orders[0]) && t["is_same_file"] == json!(true)), "{second:?}");
    let third = twins(orders[2]).await;
    assert_eq!(third.len(), 2, "{third:?}");
    assert!(third.iter().all(|t| t["is_same_file"] == json!(false)));
    // Another store is not flagged.
    let stranger = shop.merchant().await;
    let mut theirs = crate::checkout::set_up_checkout(&shop, &stranger).await;
    stranger.create("/bank-accounts", json!({"bank_name": "b", "beneficiary_name": "b", "account_number": "7"})).await;
    theirs.cod = open(&stranger).await;
    let product = product_id(&stranger.product(json!({})).await);
    let order = buy(&shop, &theirs, &person(1), &[(product, None, 1)]).await.id;
    let path = link(&stranger, order).await;
    assert_eq!(send(&shop, &stranger, &path, picture(9, 900, 1_400, image::ImageFormat::Png)).await.0, 303);
    assert!(receipts(&stranger, order).await[0]["twins"].as_array().unwrap().is_empty());
}
