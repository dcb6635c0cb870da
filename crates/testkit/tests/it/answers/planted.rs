//! A store with a row of every kind, and the abilities that may read each.

use db::p;
use kernel::StoreId;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};
use web::Subject;

use crate::carts::{HOUR, cart_id, later};
use crate::checkout::{CheckoutSetup, Person, buy, filled, place, product_id, review, set_up_checkout};
use crate::coupons::put;
use crate::products::files;
use crate::transfers;

/// A value planted in the store, and the abilities that may read it.
pub(super) struct Planted {
    pub(super) text: &'static str,
    pub(super) to: &'static [Subject],
}

const fn planted(text: &'static str, to: &'static [Subject]) -> Planted {
    Planted { text, to }
}

pub(super) const PLANTED: &[Planted] = &[
    planted("PlantedCustomer", &[Subject::Customer]),
    planted("planted.customer@example.com", &[Subject::Customer]),
    planted("876543.21", &[Subject::Customer]),
    planted("PlantedSegment", &[Subject::Customer]),
    planted("PlantedNote", &[Subject::Customer]),
    // The sender's name on the order belongs to the order.
    planted("PlantedSender", &[Subject::Order]),
    planted("PlantedShopper", &[Subject::Order]),
    planted("+966512340099", &[Subject::Order]),
    planted("987654.32", &[Subject::Order]),
    planted("919191.91", &[Subject::Order]),
    planted("7654321", &[Subject::Order]),
    planted("7654323", &[Subject::Order]),
    planted("654321.98", &[Subject::Order]),
    planted("PlantedComment", &[Subject::Order]),
    planted("PlantedRefund", &[Subject::Order]),
    planted("PlantedView", &[Subject::Order]),
    planted("PlantedCourier", &[Subject::Order]),
    planted("PlantedMerchantName", &[Subject::Shipping]),
    planted("PlantedContact", &[Subject::Order]),
    planted("PlantedCart", &[Subject::Cart]),
    // Two carts became orders; their total is turnover.
    planted("666666.66", &[Subject::Order]),
    planted("PLANTEDCODE", &[Subject::Coupon]),
    planted("PlantedOffer", &[Subject::Coupon]),
    planted("SA03 8000 0000 6080 1016 7519", &[Subject::BankAccount]),
    planted("PlantedAccountHolder", &[Subject::BankAccount]),
    planted("135797531135", &[Subject::Payment]),
    planted("PlantedErrorOfOrders", &[Subject::Order]),
    planted("PlantedErrorOfCustomers", &[Subject::Customer]),
    planted("PlantedErrorOfUnknown", &[Subject::All]),
    planted("planted.colleague@example.com", &[Subject::Staff]),
    planted("plantedinvited@example.com", &[Subject::Staff]),
    planted("PlantedProduct", &[Subject::Product]),
    planted("PlantedSku", &[Subject::Product]),
    planted("PlantedCategory", &[Subject::Category]),
    planted("planted-picture.png", &[Subject::Media]),
    planted("PlantedProviderWords", &[Subject::Order]),
    planted("PlantedProviderAnswer", &[Subject::Order]),
    planted("PlantedPage", &[Subject::Page]),
    planted("planted-old", &[Subject::Page]),
    planted("planted-missed", &[Subject::Page]),
    planted("PlantedLink", &[Subject::Menu]),
];

/// Who may read ids of a kind.
pub(super) enum Owner {
    /// Members with one of these subjects.
    Of(&'static [Subject]),
    /// Every member of the store, with the reason.
    Anybody(#[expect(dead_code, reason = "it is written for who reads the list")] &'static str),
    /// No answer contains one.
    Nobody,
}

/// The owner by id prefix; `None` for a kind that is not declared here.
pub(super) fn owner(prefix: &str) -> Option<Owner> {
    use Owner::{Anybody, Nobody, Of};
    Some(match prefix {
        "cus" | "adr" | "cgr" | "seg" | "cba" | "cnt" | "pex" => Of(&[Subject::Customer]),
        "ord" | "ocm" | "obt" | "cal" | "rfn" | "rtn" | "rsn" | "viw" | "doc" | "shp" | "rcp" | "pcl" | "pat" | "ptx" | "pcs"
        | "stl" | "cpk" | "rtp" => Of(&[Subject::Order]),
        "crt" | "rmd" | "cbt" => Of(&[Subject::Cart]),
        "fil" => Of(&[Subject::Order, Subject::Cart]),
        "prd" | "var" | "mov" => Of(&[Subject::Product]),
        // Store settings include the stock locations.
        "loc" => Of(&[Subject::Product, Subject::Setting]),
        // The undo of a deleted category is a batch as well.
        "bat" => Of(&[Subject::Product, Subject::Category]),
        "imp" => Of(&[Subject::Product, Subject::Customer, Subject::Order]),
        "exp" => Of(&[Subject::Product, Subject::Customer, Subject::Order, Subject::Cart]),
        "cat" => Of(&[Subject::Category]),
        "cou" | "cpu" => Of(&[Subject::Coupon]),
        "bnk" => Of(&[Subject::BankAccount]),
        "pym" => Of(&[Subject::Payment]),
        "shm" | "cac" => Of(&[Subject::Shipping]),
        "med" => Of(&[Subject::Media]),
        "inv" => Of(&[Subject::Staff]),
        "job" => Of(&[Subject::Setting]),
        "pag" | "rdr" | "mis" => Of(&[Subject::Page]),
        "mnu" | "lnk" => Of(&[Subject::Menu]),
        "sec" | "thm" => Of(&[Subject::Theme]),
        "usr" => Anybody("who did something is told beside it"),
        "str" => Anybody("the store that the caller is in"),
        "ses" => Anybody("a person's own sessions"),
        "opr" | "otp" | "att" | "reg" | "msg" | "pep" | "pev" => Nobody,
        _ => return None,
    })
}

pub(super) async fn exec(shop: &TestShop, sql: &'static str, store: StoreId) {
    shop.app.db().tx(async move |c| c.exec(sql, p![store]).await).await.unwrap_or_else(|e| panic!("{sql}: {e}"));
}

fn shopper(n: usize) -> Person {
    Person { name: format!("متسوق {n}"), mobile: format!("05{:08}", 50_000_000 + n), city: "الرياض" }
}

fn text(of: &Value) -> &str {
    of["id"].as_str().unwrap_or_else(|| panic!("no id: {of}"))
}

async fn ok(answer: impl Future<Output = (u16, Value)>) -> Value {
    let (status, body) = answer.await;
    assert!(status < 300, "{status} {body}");
    body["data"].clone()
}

/// Orders with a coupon, a receipt, a payment, a refund, a return, a shipment, papers, comments; one of a cart that was reminded.
async fn orders(shop: &TestShop, owner: &Merchant, product: kernel::ProductId) {
    let mut setup: CheckoutSetup = set_up_checkout(shop, owner).await;
    let lines = [(product, None, 2)];
    let token = filled(shop, &setup, &shopper(1), &lines).await;
    put(shop, &setup, &token, "PLANTEDCODE").await;
    let expected = review(shop, &setup, &token).await.expected();
    let with_coupon = place(shop, &setup, &token, expected).await.unwrap().id;
    let path = format!("/orders/{with_coupon}");
    owner.create(&format!("{path}/payments"), json!({})).await;
    let refund = json!({"amount": "5.00", "note": "PlantedRefund"});
    owner.create(&format!("{path}/refunds"), refund).await;
    let at = owner.colleague(shop, Role::OrderDesk).await.user;
    for user in [at, owner.user] {
        owner.create(&format!("{path}/comments"), json!({"note": format!("PlantedComment @{user}")})).await;
    }
    ok(owner.post(&format!("{path}/documents"), json!({"kind": "invoice"}))).await;
    for to in ["PRCS", "RDYP", "DLVR"] {
        ok(owner.put(&format!("{path}/status"), json!({"status": to}))).await;
    }
    let reason = owner.data("/return-reasons").await[0]["id"].clone();
    let line = json!({"line": 1, "quantity": 1, "reason_id": reason, "is_restocked": true});
    owner.create(&format!("{path}/returns"), json!({"lines": [line], "refund": {}})).await;
    // By transfer, with its receipt.
    let cash = setup.cod;
    setup.cod = transfers::open(owner).await;
    let by_transfer = buy(shop, &setup, &shopper(2), &lines).await.id;
    let page = transfers::link(owner, by_transfer).await;
    let (status, body) = transfers::send(shop, owner, &page, transfers::picture(5, 300, 200, image::ImageFormat::Png)).await;
    assert!(status < 400, "{status} {body}");
    setup.cod = cash;
    // A cart that was reminded, and became an order.
    let token = filled(shop, &setup, &shopper(3), &lines).await;
    let cart = cart_id(shop, &setup, &token).await.to_string();
    filled(shop, &setup, &shopper(4), &lines).await;
    later(shop, HOUR).await;
    let remind = json!({"items": [cart], "channel": "sms", "body": {"ar": "عد إلى سلتك {{cart_link}}"}});
    ok(owner.post("/carts/remind", remind)).await;
    // A second reminder within the hour is refused: the batch records it.
    let all = json!({"channel": "sms", "body": {"ar": "عد إلى سلتك {{cart_link}}"}});
    owner.create("/cart-batches?filter[step]=payment", all).await;
    let expected = review(shop, &setup, &token).await.expected();
    let recovered = place(shop, &setup, &token, expected).await.unwrap().id;
    ok(owner.post(
        &format!("/orders/{recovered}/shipments"),
        json!({"lines": [{"line": 1, "quantity": 1}], "without_confirmation": true}),
    ))
    .await;
    // With a file that the shopper uploaded.
    let ring = files::ring(owner).await;
    let buyer = shop.shopper(&owner.slug);
    files::add(&buyer, &ring, &files::ANSWERS, Some(("شعار.png", files::PNG))).await;
    files::place(&buyer).await;
    let customer = owner.data("/customers").await[0]["id"].clone();
    let draft = json!({"customer_id": customer, "items": [{"product_id": product.to_string(), "quantity": 1}],
        "shipping_method_id": setup.pickup.to_string(), "payment_method_id": setup.cod.to_string()});
    owner.create("/orders/drafts", draft).await;
    owner.create("/order-views", json!({"name": "PlantedView", "content": {"query": {"sort": "total"}}})).await;
    courier_cash(shop, owner).await;
    crate::courier_pickups::some(shop, owner).await;
    crate::return_parcels::some(shop, owner).await;
}

/// A checked settlement with a row that is ours and one that is not, and a claim.
async fn courier_cash(shop: &TestShop, owner: &Merchant) {
    crate::courier_cash::with_a_courier(shop, owner).await;
    let reply = owner.upload("/courier-sheets", "file", "sheet.csv", "text/csv", "AWB,COD\nPL-1,99\nPL-2,5\nPL-3,abc\n").await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let sent = json!({"sheet_id": reply.data()["id"], "courier": "PlantedCourier", "remitted_on": "2026-11-29"});
    let settlement = owner.create("/courier-settlements", sent).await;
    ok(owner.post(&format!("/courier-settlements/{}/check", text(&settlement)), Value::Null)).await;
    shop.drain_any().await;
    owner.create("/courier-claims", json!({"format": "csv"})).await;
}

/// One finished job of every kind.
async fn works(shop: &TestShop, owner: &Merchant, customer: &str) {
    for kind in ["product", "order", "customer", "cart"] {
        let query = if kind == "cart" { "?filter[step]=checkout" } else { "" };
        owner.create(&format!("/{kind}-exports{query}"), json!({"format": "csv"})).await;
    }
    for (kind, file) in
        [("product", "اسم المنتج,السعر\nقلم,5\nدفتر,abc\n"), ("customer", "الاسم,الجوال\nنورة,0512345670\nهند,12\n")]
    {
        let reply = owner.upload(&format!("/{kind}-imports"), "file", "file.csv", "text/csv", file).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        let path = format!("/{kind}-imports/{}", text(&reply.data()));
        ok(owner.post(&format!("{path}/start"), Value::Null)).await;
    }
    shop.drain_any().await;
    owner.create(&format!("/customers/{customer}/data-export"), json!({})).await;
    owner.create(&format!("/customers/{customer}/notes"), json!({"text": "PlantedNote"})).await;
    owner.create("/customer-batches?sort=name", json!({"action": {"kind": "tags", "change": "add", "tags": ["عيد"]}})).await;
    owner.create("/order-batches?filter[status]=PEND", json!({"action": {"kind": "tags", "add": ["وسم"]}})).await;
    let dearer = json!({"action": {"kind": "price", "field": "regular_price", "by": "percent", "direction": "up", "value": "1"}});
    let (status, body) = owner.post("/products/bulk", dearer).await;
    assert!(status < 300, "{body}");
    shop.drain_any().await;
}

/// A call to a provider that was refused, and what the provider said.
pub(crate) async fn plant_call(shop: &TestShop, store: StoreId) -> kernel::ProviderCallId {
    let (id, now) = (shop.env.id::<kernel::id::ProviderCall>(), shop.env.now());
    shop.app
        .db()
        .tx(async move |c| {
            let sql = "INSERT INTO provider_calls (store_id, id, provider, kind, subject, order_id, idempotency_key, input, state, attempts, fence, \
                       not_before, give_up_at, is_in_doubt, reason, reason_words, result, created_at, updated_at, ended_at) \
                       SELECT ?1, ?2, 'PAYMOB', 'payment_refund', ?4, MAX(id), 'planted', 'null', 'refused', 1, 1, ?3, ?3, FALSE, 'refused', \
                       'PlantedProviderWords', 'null', ?3, ?3, ?3 FROM orders WHERE store_id = ?1";
            c.exec(sql, p![store, id, now, id.to_string()]).await?;
            let sql = "INSERT INTO provider_exchanges (store_id, call_id, fence, position, step, at, method, address, request, status, answer, \
                       duration_ms) VALUES (?1, ?2, 1, 0, 'paymob.refund', ?3, 'POST', 'https://accept.example/refund', '{}', 400, \
                       'PlantedProviderAnswer', 120)";
            c.exec(sql, p![store, id, now]).await
        })
        .await
        .unwrap();
    id
}

/// A store with a row of every kind.
pub(super) async fn plant(shop: &TestShop) -> Merchant {
    let owner = shop.sample_merchant(12, 40).await;
    let picture = transfers::picture(9, 400, 300, image::ImageFormat::Png);
    let picture = owner.upload("/media", "media", "planted-picture.png", "image/png", picture).await.json["data"].clone();
    let category = owner
        .create("/categories", json!({"name": {"ar": "PlantedCategory", "en": "PlantedCategory"}, "image_id": picture["id"]}))
        .await;
    let product = owner
        .product(
            json!({"name": {"ar": "PlantedProduct", "en": "PlantedProduct"}, "sku": "PlantedSku", "image_ids": [picture["id"]],
            "category_ids": [category["id"]], "qty": 1000, "requires_shipping": true}),
        )
        .await;
    owner
        .create(
            "/coupons",
            json!({"name": "PlantedOffer", "code": "PLANTEDCODE", "discount_type": "percentage", "discount_value": "10",
                "scope": "products", "product_ids": [product["id"]]}),
        )
        .await;
    let page = owner.create("/pages", json!({"title": {"ar": "PlantedPage"}, "status": "draft"})).await;
    owner.create("/redirects", json!({"address": "/planted-old", "target": "/collections"})).await;
    let (missed, at) = (shop.env.id::<kernel::id::MissedAddress>(), shop.env.now());
    let sql = "INSERT INTO missed_addresses (store_id, id, address, address_key, hits, referrer, first_seen_at, last_seen_at, is_ignored) \
               VALUES (?1, ?2, '/planted-missed', '/planted-missed', 3, '', ?3, ?3, FALSE)";
    let store = owner.store;
    shop.app.db().tx(async move |c| c.exec(sql, p![store, missed, at]).await).await.unwrap();
    let link = |kind: &str, of: &Value| json!({"title": {"ar": "PlantedLink"}, "link_type": kind, "entity_id": of["id"], "image_id": picture["id"]});
    let links = json!([link("PRODUCT", &product), link("CATEGORY", &category), link("PAGE", &page)]);
    let menu = owner.data("/menus").await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(owner.put(&format!("/menus/{menu}"), json!({"links": links})).await.0, 200);
    let account = json!({"bank_name": "بنك", "beneficiary_name": "PlantedAccountHolder", "iban": "SA0380000000608010167519"});
    owner.create("/bank-accounts", account).await;
    let gateway = owner.create("/payment-methods", json!({"provider": "PAYTABS_SA"})).await;
    let keys = json!({"values": {"profile_id": "135797531135", "server_key": "SWJNPLANTED-KEY-OF-NOBODY"}});
    ok(owner.put(&format!("/payment-methods/{}/credentials", text(&gateway)), keys)).await;
    let courier = json!({"fields": {"merchant_name": "PlantedMerchantName"}});
    ok(owner.put("/courier-accounts/WASSALHA", courier)).await;
    owner.create("/customer-groups", json!({"name": "مجموعة"})).await;
    let rules = json!([[{"field": "tag", "op": "is", "values": ["فردي"]}]]);
    owner.create("/customer-segments", json!({"name": "PlantedSegment", "groups": rules})).await;
    orders(shop, &owner, product_id(&product)).await;
    let customer = owner.data("/customers").await[0].clone();
    works(shop, &owner, text(&customer)).await;
    let plan = json!({"is_active": true, "quiet_from": 0, "quiet_to": 0, "cap": 5, "cap_days": 7, "version": 0,
        "messages": [{"delay_minutes": 60, "channel": "sms", "body": {"ar": "عد {{cart_link}}"}}]});
    ok(owner.put("/cart-reminder-plan", plan)).await;
    for sql in [
        "UPDATE customers SET name = 'PlantedCustomer', email = 'planted.customer@example.com', total_spent = 87654321 WHERE store_id = ?1",
        "UPDATE orders SET sender_name = 'PlantedSender', mobile = '+966512340099' WHERE store_id = ?1",
        "UPDATE orders SET total = 98765432, number = 7654321 WHERE store_id = ?1 AND id = (SELECT recovered FROM \
         (SELECT MAX(order_id) AS recovered FROM carts WHERE store_id = ?1 AND reminded_at IS NOT NULL) AS k)",
        "UPDATE sales_hours SET gross = CASE WHEN hour = (SELECT MAX(hour) FROM sales_hours WHERE store_id = ?1) THEN 91919191 ELSE 0 END WHERE store_id = ?1",
        "UPDATE coupon_uses SET amount = 65432198 WHERE store_id = ?1",
        "UPDATE stock_movements SET order_number = 7654323, actor_kind = 'Customer', actor_name = 'PlantedShopper' WHERE store_id = ?1 AND order_id IS NOT NULL",
        r#"UPDATE carts SET contact = '{"name":"PlantedCart","mobile":"+966512340088","email":null}' WHERE store_id = ?1"#,
        "UPDATE carts SET amount = 0 WHERE store_id = ?1 AND order_id IS NOT NULL",
        "UPDATE carts SET amount = 11111111 WHERE store_id = ?1 AND order_id = (SELECT MIN(order_id) FROM carts WHERE store_id = ?1 AND order_id IS NOT NULL)",
        "UPDATE carts SET amount = 55555555 WHERE store_id = ?1 AND order_id = (SELECT MAX(order_id) FROM carts WHERE store_id = ?1 AND order_id IS NOT NULL)",
    ] {
        exec(shop, sql, store).await;
    }
    for (kind, error) in [
        ("change_orders", "PlantedErrorOfOrders"),
        ("run_customer_import", "PlantedErrorOfCustomers"),
        ("no_such_kind", "PlantedErrorOfUnknown"),
    ] {
        let (id, now) = (shop.env.id::<kernel::id::Job>(), shop.env.now());
        let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, last_error, created_at, finished_at) \
                   VALUES (?1, ?4, ?2, '{}', 'dead', ?3, 8, 8, ?5, ?3, ?3)";
        shop.app.db().tx(async move |c| c.exec(sql, p![id, store, now, kind, error]).await).await.unwrap();
    }
    plant_call(shop, store).await;
    let colleague = owner.colleague(shop, Role::OrderDesk).await;
    let user = colleague.user;
    let sql = "UPDATE users SET email = 'planted.colleague@example.com' WHERE id = ?1";
    shop.app.db().tx(async move |c| c.exec(sql, p![user]).await).await.unwrap();
    let invited = json!({"contact": "plantedinvited@example.com", "role": "order_desk"});
    ok(owner.post("/access-control/invitations", invited)).await;
    owner
}
