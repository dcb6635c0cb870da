//! A draft's total equals what its order charges, whatever is in it.

use kernel::Currency;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::at;
use crate::checkout::{set, set_up_checkout};

/// A pseudo-random generator with a fixed seed.
struct TestRng(u64);

impl TestRng {
    fn up_to(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// A random amount of a currency.
fn money(n: u64, currency: Currency) -> Value {
    json!(kernel::money::format(i64::try_from(n).unwrap(), currency))
}

async fn random(rng: &mut TestRng, merchant: &Merchant, products: &[Value], base: &Value, currency: Currency) -> Value {
    let mut items = Vec::new();
    for _ in 0..=rng.up_to(5) {
        let quantity = 1 + rng.up_to(4);
        let price = money(1 + rng.up_to(99_999), currency);
        items.push(match rng.up_to(3) {
            0 => json!({"name": "بند", "quantity": quantity, "unit_price": price, "is_tax_free": rng.up_to(2) == 0}),
            1 => {
                let product = &products[usize::try_from(rng.up_to(products.len() as u64)).unwrap()];
                json!({"product_id": product["id"], "quantity": quantity, "unit_price": price, "reason": "اتفاق"})
            }
            _ => {
                let product = &products[usize::try_from(rng.up_to(products.len() as u64)).unwrap()];
                json!({"product_id": product["id"], "quantity": quantity})
            }
        });
    }
    let mut body = base.clone();
    body["items"] = json!(items);
    if rng.up_to(2) == 0 {
        body["shipping_fees"] = money(rng.up_to(9_999), currency);
    }
    if rng.up_to(2) == 0 {
        let (_, edit_preview) = merchant.post("/orders/drafts/preview", body.clone()).await;
        let subtotal = kernel::money::parse(edit_preview["data"]["subtotal"].as_str().unwrap(), currency).unwrap();
        body["discount"] = money(rng.up_to(u64::try_from(subtotal).unwrap() + 1), currency);
        body["discount_reason"] = json!("خصم");
    }
    body
}

/// OR-03, decisions §5: in currencies of 2 and 3 decimals and one that is shown without decimals, with VAT included and added:
/// the preview, the draft, the order, its ledger and its lines agree.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_what_a_draft_comes_to_is_what_its_order_charges() {
    let shop = TestShop::start().await;
    let mut rng = TestRng(18);
    for (country, code, is_included) in [("SA", "SAR", true), ("KW", "KWD", false), ("LB", "LBP", false)] {
        let currency = Currency::parse(code).unwrap();
        let merchant = shop.merchant_in(country, code).await;
        let setup = set_up_checkout(&shop, &merchant).await;
        set(&shop, &merchant, "vat_value", json!("15")).await;
        set(&shop, &merchant, "prices_include_vat", json!(is_included)).await;
        let cod = json!({"fixed_fees": money(500, currency), "ratio_fees": "2.50", "add_vat_to_payment_charges": true});
        assert_eq!(merchant.put(&format!("/payment-methods/{}", setup.cod), cod).await.0, 200);
        let customer = merchant.create("/customers", json!({"name": "منى", "email": "mona@example.com"})).await;
        let mut products = Vec::new();
        for _ in 0..3 {
            let price = money(1 + rng.up_to(50_000), currency);
            products.push(merchant.product(json!({"regular_price": price, "qty": 1000, "is_tax_free": rng.up_to(3) == 0})).await);
        }
        let base = json!({"customer_id": customer["id"], "shipping_method_id": setup.pickup.to_string(), "payment_method_id": setup.cod.to_string()});
        for n in 0..12 {
            let body = random(&mut rng, &merchant, &products, &base, currency).await;
            let (status, edit_preview) = merchant.post("/orders/drafts/preview", body.clone()).await;
            assert_eq!(status, 200, "{edit_preview}");
            let draft = merchant.create("/orders/drafts", body.clone()).await;
            assert_eq!(
                (&draft["saved_total"], &draft["preview"]["total"]),
                (&edit_preview["data"]["total"], &edit_preview["data"]["total"])
            );
            let placing = json!({"total": draft["saved_total"], "is_paid": n % 2 == 0});
            let (status, placed) = merchant.post(&format!("{}/draft/place", at(&draft)), placing).await;
            assert_eq!(status, 200, "{code} {body}: {placed}");
            let order = &placed["data"];
            let read = |v: &Value| kernel::money::parse(v.as_str().unwrap(), currency).unwrap();
            for key in ["subtotal", "discount", "vat", "shipping_fees", "payment_fees", "total"] {
                assert_eq!(order[key], edit_preview["data"][key], "{code} {key}: {body}");
            }
            let on_top = if is_included { 0 } else { read(&order["vat"]) };
            let sum = read(&order["subtotal"]) - read(&order["discount"])
                + on_top
                + read(&order["shipping_fees"])
                + read(&order["payment_fees"]);
            assert_eq!(sum, read(&order["total"]));
            let lines: i64 = order["items"].as_array().unwrap().iter().map(|i| read(&i["line_total"])).sum();
            assert_eq!(lines, read(&order["subtotal"]));
            let entries = merchant.data(&format!("{}/entries", at(&draft))).await;
            assert_eq!((&entries[0]["kind"], &entries[0]["amount"]), (&json!("charge"), &order["total"]));
        }
    }
}
