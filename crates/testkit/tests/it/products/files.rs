//! Product fields that shoppers fill in (PR-06), uploads among them: from the product's page to the order.

use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper, TestShop};

pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR rest of a picture";

pub(crate) async fn ring(m: &Merchant) -> Value {
    let field = |ar: &str, kind: &str, must: bool| json!({"field_label": {"ar": ar}, "field_type": kind, "field_required": must});
    let mut wrapping = field("التغليف", "choice", true);
    wrapping["choices"] = json!(["علبة", "كيس"]);
    let fields = json!([
        field("النقش", "text", true),
        field("المقاس", "number", false),
        wrapping,
        field("الموعد", "date", true),
        field("الشعار", "file", true)
    ]);
    m.product(json!({"name": {"ar": "خاتم"}, "requires_shipping": false, "dynamic_fields": fields})).await
}

pub(crate) async fn add(shopper: &Shopper, product: &Value, answers: &[(&str, &str)], file: Option<(&str, &[u8])>) -> PageReply {
    let mut form =
        reqwest::multipart::Form::new().text("product_id", product["id"].as_str().unwrap().to_owned()).text("quantity", "1");
    for (name, value) in answers {
        form = form.text((*name).to_owned(), (*value).to_owned());
    }
    if let Some((name, bytes)) = file {
        form = form.part("field.4", reqwest::multipart::Part::bytes(bytes.to_vec()).file_name(name.to_owned()));
    }
    shopper.send(shopper.request("POST", "/cart").multipart(form)).await
}

pub(crate) const ANSWERS: [(&str, &str); 4] =
    [("field.0", "إلى أمي"), ("field.1", "١٧"), ("field.2", "علبة"), ("field.3", "2027-02-01")];

/// PR-06: each kind of answer goes from the page into the cart and the order; the file is the merchant's alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_06_answers_and_a_file_go_with_the_order() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let product = ring(&m).await;
    let shopper = shop.shopper(&m.slug);
    let page = shopper.get(&format!("/products/{}", product["page_link"].as_str().unwrap())).await.body;
    assert!(page.contains("<label class=\"file__pick\" for=\"field-4\">اختر ملفًا</label>"), "{page}");
    assert!(
        page.contains("enctype=\"multipart/form-data\"") && page.contains("name=\"field.4\" required type=\"file\""),
        "{page}"
    );
    let added = add(&shopper, &product, &ANSWERS, Some(("../شعار.exe", PNG))).await;
    assert_eq!((added.status, added.location()), (303, "/cart"), "{}", added.body);
    let cart = shopper.get("/cart").await.body;
    for text in ["النقش: إلى أمي", "التغليف: علبة", "الموعد: 2027-02-01", "الشعار: شعار.png"]
    {
        assert!(cart.contains(text), "{text} in {cart}");
    }
    let order = place(&shopper).await;
    assert!(order.body.contains("الشعار: شعار.png"), "{}", order.body);
    let id = m.data("/orders").await[0]["id"].as_str().unwrap().to_owned();
    let view = m.data(&format!("/orders/{id}")).await;
    let fields = view["items"][0]["fields"].as_array().unwrap().clone();
    assert_eq!(fields.len(), 5);
    assert_eq!((&fields[0]["value"], &fields[4]["value"]), (&json!("إلى أمي"), &json!("شعار.png")));
    assert!(fields[0].get("file").is_none());
    let file = format!("/orders/{id}/files/{}", fields[4]["file"]["id"].as_str().unwrap());
    let read = m.call("GET", &file).send().await;
    assert_eq!((read.status, &read.bytes[..]), (200, PNG));
    assert!(read.header("content-disposition").starts_with("attachment"));
    assert_eq!((read.header("content-type"), read.header("x-content-type-options")), ("image/png", "nosniff"));
    // No access for another store, another order, without a session, or at a media address.
    let stranger = shop.merchant().await;
    assert_eq!(stranger.get(&file).await.0, 404);
    assert_eq!(shop.call("GET", &format!("/dashboard/v1{file}")).send().await.status, 401);
    let key = format!("/media/{}/{}.png", m.store, fields[4]["file"]["id"].as_str().unwrap());
    assert_eq!(shopper.get(&key).await.status, 404);
    // Files of orders are kept indefinitely.
    shop.advance(40 * 24 * Millis::HOUR);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    let stored_files: i64 =
        shop.app.db().conn().one("SELECT COUNT(*) FROM shopper_files WHERE order_id IS NOT NULL", db::p![]).await.unwrap();
    assert_eq!(stored_files, 1);
}

/// PR-06, ME-02: files other than pictures and PDFs, too large or missing ones are refused, and nothing is stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_06_bad_answers_are_refused_in_the_shoppers_language() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let product = ring(&m).await;
    let shopper = shop.shopper(&m.slug);
    let wrong = |at: usize, value: &'static str| {
        let mut all = ANSWERS;
        all[at].1 = value;
        all
    };
    let mut large = b"%PDF-".to_vec();
    large.resize(5_242_881, b'x');
    type Case<'a> = (&'a [(&'a str, &'a str)], Option<File<'a>>, u16, &'a str);
    type File<'a> = (&'a str, &'a [u8]);
    let cases: [Case<'_>; 9] = [
        (&ANSWERS, Some(("a.png", b"<html><script>")), 422, "الملفات المقبولة"),
        (&ANSWERS, Some(("a.pdf", b"MZ\x90\0")), 422, "الملفات المقبولة"),
        (&ANSWERS, Some(("a.gif", b"GIF89a")), 422, "الملفات المقبولة"),
        (&ANSWERS, Some(("a.pdf", &large)), 413, "أكبر من 5 ميجابايت"),
        (&ANSWERS, Some(("a.pdf", b"")), 422, "الملف فارغ"),
        (&ANSWERS, None, 422, "مطلوب"),
        (&wrong(1, "سبعة"), Some(("a.png", PNG)), 422, "اكتب رقمًا"),
        (&wrong(2, "صندوق"), Some(("a.png", PNG)), 422, ""),
        (&wrong(3, "2027-02-31"), Some(("a.png", PNG)), 422, "اختر تاريخًا صحيحًا"),
    ];
    for (answers, file, status, text) in cases {
        let before = files_of(&shop).await;
        let reply = add(&shopper, &product, answers, file).await;
        assert_eq!(reply.status, status, "{text}: {}", reply.body);
        assert!(reply.body.contains(text), "{text} in {}", reply.body);
        assert_eq!(files_of(&shop).await, before, "{text}");
    }
    let odd = shopper
        .send(shopper.request("POST", "/cart").header("content-type", "multipart/form-data; boundary=x").body("--x\r\nbroken"))
        .await;
    assert_eq!(odd.status, 400);
    let foreign = shopper
        .request("POST", "/cart")
        .header("origin", "https://evil.example")
        .header("content-type", "multipart/form-data; boundary=x")
        .body("--x--");
    assert_eq!(shopper.send(foreign).await.status, 403);
}

async fn files_of(shop: &TestShop) -> i64 {
    shop.app.db().conn().one("SELECT COUNT(*) FROM shopper_files", db::p![]).await.unwrap()
}

/// PR-06: a file of a cart that never became an order is swept, with its bytes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_06_files_without_an_order_are_swept() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let product = ring(&m).await;
    let shopper = shop.shopper(&m.slug);
    assert_eq!(add(&shopper, &product, &ANSWERS, Some(("a.png", PNG))).await.status, 303);
    let folder = format!("{}/shopper", m.store);
    assert_eq!((files_of(&shop).await, shop.app.blobs.list(&folder).await.unwrap().len()), (1, 1));
    shop.advance(20 * 24 * Millis::HOUR);
    shop.worker.tick().await.unwrap();
    shop.drain_any().await;
    assert_eq!(files_of(&shop).await, 1, "the cart is still alive");
    shop.advance(16 * 24 * Millis::HOUR);
    shop.worker.tick().await.unwrap();
    shop.drain_any().await;
    assert_eq!((files_of(&shop).await, shop.app.blobs.list(&folder).await.unwrap().len()), (0, 0));
}

/// PR-02: a variant deleted while in a cart: the shopper is told, and cannot order it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_02_a_variant_deleted_while_in_a_cart_is_told() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let product = m.product(super::shirt()).await;
    let shopper = shop.shopper(&m.slug);
    let (id, variant) = (product["id"].as_str().unwrap(), product["variants"][0]["id"].as_str().unwrap());
    let added = shopper.post("/cart", &[("product_id", id), ("variant_id", variant), ("quantity", "1")]).await;
    assert_eq!(added.status, 303);
    let (status, _) = m.put(&format!("/products/{id}"), json!({"variants": [{"id": product["variants"][1]["id"]}]})).await;
    assert_eq!(status, 200);
    let cart = shopper.get("/cart").await;
    assert!(cart.body.contains("لم يعد «قميص قطني» متوفرًا"), "{}", cart.body);
    assert!(!cart.body.contains("name=\"quantity.1\""), "the line no longer counts: {}", cart.body);
}

/// Fills the checkout in and places the order.
pub(crate) async fn place(shopper: &Shopper) -> PageReply {
    let checkout = shopper.get("/checkout").await;
    let hidden = checkout.hidden_fields();
    let mut form: Vec<(&str, &str)> = hidden.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    form.extend([("name", "سارة العتيبي"), ("mobile", "0551234567"), ("email", "sara@example.com")]);
    let radios = super::chosen(&checkout);
    form.extend(radios.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    let placed = shopper.post("/checkout", &form).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    shopper.get(placed.location()).await
}
