//! The link of a draft with a restricted coupon does not reveal who has ordered.

use kernel::Millis;
use serde_json::{Value, json};

use super::link::{HIND, confirm};
use super::{Desk, at};
use crate::checkout::{buy, person, product_id};
use crate::coupons::{coupon, used};

/// OR-03, CP-01: on a draft's link the refusal of its code is given for a few numbers, and then for none, whether they have
/// ordered or not: the order continues without the code, for exactly the shown total, and the merchant is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_drafts_link_does_not_reveal_who_has_ordered() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "100.00", "qty": 90})).await;
    let goods = product_id(&shirt);
    let mobiles: Vec<String> = (0..8).map(|n| person(n).mobile).collect();
    for n in 0..7 {
        buy(&d.shop, &d.setup, &person(n), &[(goods, None, 1)]).await;
    }
    let first = coupon(&d.merchant, json!({"discount_usability": "first_order"})).await;
    let draft = d.with_code(json!([{"product_id": shirt["id"], "quantity": 1}]), "EID10").await;
    let (path, shopper) = (d.link(&draft).await, d.shopper());
    let (refused, barred) = ("هذا الكوبون للطلب الأول فقط", "محاولات كثيرة بهذا الرمز");
    let page = shopper.get(&path).await;
    let saved = format!("{path}/save");
    let inputs = |mobile: &str| [("name", "سارة العتيبي".to_owned()), ("mobile", mobile.to_owned())];
    let save = async |mobile: &str| {
        let inputs = inputs(mobile);
        let inputs: Vec<(&str, &str)> = inputs.iter().map(|(k, v)| (*k, v.as_str())).collect();
        confirm(&shopper, &saved, &page, &inputs).await
    };
    // The draft's own customer, and new customers, count nothing.
    for mobile in ["0551234567", mobiles[7].as_str()].repeat(4) {
        let answer_page = save(mobile).await;
        assert!(
            answer_page.status == 200 && !answer_page.body.contains(refused) && answer_page.body.contains("90.00"),
            "{}",
            answer_page.body
        );
    }
    for mobile in &mobiles[..5] {
        let answer = save(mobile).await;
        assert!(answer.status == 200 && answer.body.contains(refused), "{mobile}: {}", answer.body);
    }
    for mobile in &mobiles[5..] {
        let reply = save(mobile).await;
        assert_eq!(reply.status, 429, "{mobile}");
        assert!(reply.body.contains(barred) && !reply.body.contains(refused), "{mobile}: {}", reply.body);
        assert!(reply.body.contains("100.00") && !reply.body.contains("90.00"), "{mobile}: {}", reply.body);
    }
    let own = save("0551234567").await;
    assert!(own.status == 200 && own.body.contains("90.00"), "{}", own.body);
    // The total with the coupon differs from that of a number that is not checked: it is reported, and the other total is placed.
    let last = [("name", "سارة العتيبي"), ("mobile", mobiles[7].as_str())];
    let response = d.shop.assert_unchanged(confirm(&shopper, &path, &own, &last)).await;
    assert!(response.status == 409 && response.body.contains(barred) && response.body.contains("100.00"), "{}", response.body);
    let placed = confirm(&shopper, &path, &response, &last).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    let order = d.merchant.data(&at(&draft)).await;
    assert_eq!((&order["coupon"], &order["total"]), (&Value::Null, &json!("100.00")), "{order}");
    assert_eq!(used(&d.merchant, &first).await.0, 0);
    let activity = d.merchant.data(&format!("{}/activity", at(&draft))).await;
    assert_eq!(activity.as_array().unwrap().last().unwrap()["after"]["coupon_dropped"], json!("EID10"), "{activity}");
}

/// OR-03, CP-01: a refusal that ends in an order counts as any other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_refusal_on_a_drafts_link_counts_with_an_order_too() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"regular_price": "100.00", "qty": 90})).await;
    let other = person(1);
    buy(&d.shop, &d.setup, &other, &[(product_id(&shirt), None, 1)]).await;
    coupon(&d.merchant, json!({"discount_usability": "first_order"})).await;
    let draft = d.with_code(json!([{"product_id": shirt["id"], "quantity": 1}]), "EID10").await;
    let (path, shopper) = (d.link(&draft).await, d.shopper());
    let inputs = [HIND[0], ("mobile", other.mobile.as_str())];
    let page = shopper.get(&path).await;
    let counted = async || {
        let sql = "SELECT COUNT(*) FROM sign_in_attempts WHERE identifier >= 'coupon_person:' AND identifier < 'coupon_person;' AND at > ?1";
        let since = d.shop.app.env().now().plus(-15 * Millis::MINUTE);
        d.shop.app.db().conn().one::<i64>(sql, db::p![since]).await.unwrap()
    };
    let answer_page = confirm(&shopper, &format!("{path}/save"), &page, &inputs).await;
    assert_eq!(counted().await, 1, "{}", answer_page.body);
    let placed = confirm(&shopper, &path, &answer_page, &inputs).await;
    assert_eq!((placed.status, counted().await), (303, 2), "{}", placed.body);
}
