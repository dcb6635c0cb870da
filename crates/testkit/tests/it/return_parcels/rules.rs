//! What is refused, and what is known of a person.

use serde_json::{Value, json};

use super::{body, delivered, follow, list, only, post, warehouse};
use crate::courier_booking::scene::Depot;

fn address(city: &str) -> Value {
    json!({"name": "منى علي", "mobile": "01098765432", "city": city, "street": "5 شارع المعز", "details": "بجوار المسجد"})
}

/// OR-06: no more pieces are fetched than left the store and did not come back, nor is anything else taken that the form refuses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_return_is_checked_before_it_is_written() {
    let depot = Depot::open().await;
    let early = depot.order(1, 1).await;
    assert_eq!(
        list(&depot, early).await,
        json!({"couriers": [], "fetchable": [], "warehouse": warehouse(&depot.me), "parcels": []})
    );
    let (status, body_) = post(&depot, early, body(&depot.me, &[(1, 1)])).await;
    assert_eq!((status, &body_["code"]), (409, &json!("order_not_fetchable")));

    let order = delivered(&depot, 2, 2).await;
    for (lines, path) in [
        (&[(1, 3)][..], "lines.0.quantity"),
        (&[(1, 0)], "lines.0.quantity"),
        (&[(1, 1), (1, 1)], "lines.1.line"),
        (&[(9, 1)], "lines.0.line"),
        (&[], "lines"),
    ] {
        let (status, refused) = post(&depot, order, body(&depot.me, lines)).await;
        assert_eq!(status, 422, "{lines:?}");
        assert!(refused["errors"][path].is_array(), "{path}: {refused}");
    }
    let with = |field: &str, value: Value| {
        let mut sent = body(&depot.me, &[(1, 1)]);
        sent[field] = value;
        sent
    };
    for (sent, path) in [
        (with("warehouse", json!("loc_0000000000001")), "warehouse"),
        (with("provider", json!("CUSTOM")), "provider"),
        (with("provider", json!("WASSALHA")), "provider"),
        (with("note", json!("ن".repeat(201))), "note"),
        (with("address", address("الخرطوم")), "address.city"),
        (with("address", json!({"name": "", "mobile": "1", "city": "القاهرة", "street": "5"})), "address.mobile"),
    ] {
        let (status, refused) = post(&depot, order, sent).await;
        assert_eq!(status, 422, "{path}: {refused}");
        assert!(refused["errors"][path].is_array(), "{path}: {refused}");
    }
    assert_eq!(list(&depot, order).await["parcels"], json!([]));

    // Another address than the order's is where the courier comes.
    depot.me.create(&format!("/orders/{order}/return-parcels"), with("address", address("المعادي"))).await;
    depot.shop.drain().await;
    let sent = depot.bookings().await.pop().unwrap();
    assert_eq!((&sent["pickupAddress"]["firstLine"], &sent["receiver"]["fullName"]), (&json!("5 شارع المعز"), &json!("منى علي")));
    assert_eq!(sent["receiver"]["phone"], "01098765432");
    let (status, refused) = post(&depot, order, body(&depot.me, &[(1, 2)])).await;
    assert_eq!(status, 422, "one of the two pieces is in a parcel");
    assert_eq!(refused["errors"]["lines.0.quantity"][0], "يمكن إرجاع 1 من هذا البند.");

    // Without an account nobody comes.
    let lone = Depot::unconnected().await;
    let order = lone.order(1, 1).await;
    for status in ["RDYS", "SHPD", "DLVR"] {
        assert_eq!(lone.me.put(&format!("/orders/{order}/status"), json!({ "status": status })).await.0, 200);
    }
    assert_eq!(list(&lone, order).await["couriers"], json!([]));
    let (status, refused) = post(&lone, order, body(&lone.me, &[(1, 1)])).await;
    assert_eq!((status, refused["errors"]["provider"].is_array()), (422, true), "{refused}");
}

/// Decisions §5: what never left, or came back to the store by itself, is not fetched.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_what_is_in_the_store_is_not_fetched() {
    let depot = Depot::open().await;
    let order = depot.order(1, 3).await;
    let ship = async |pieces: i64, statuses: &[&str]| {
        let lines = json!({"lines": crate::shipments::lines(&[(1, pieces)]), "waybill": {}});
        let shipment = depot.me.create(&format!("/orders/{order}/shipments"), lines).await;
        depot.shop.drain().await;
        for status in statuses {
            crate::shipments::go(&depot.me, &shipment, status).await;
        }
    };
    ship(2, &["shipped", "delivered"]).await;
    let (status, refused) = post(&depot, order, body(&depot.me, &[(1, 1)])).await;
    assert_eq!((status, &refused["code"]), (409, &json!("order_not_fetchable")), "a return of it cannot be recorded either");
    ship(1, &["shipped", "refused", "returned"]).await;
    assert_eq!(depot.me.data(&format!("/orders/{order}")).await["status"], "SHPD");
    assert_eq!(list(&depot, order).await["fetchable"], json!([{"line": 1, "quantity": 2}]));
}

/// Decisions on personal data: a person is not erased while a courier is on the way to them; afterwards their address, their words and
/// the courier's are gone, and the personal file had them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn privacy_a_return_parcel_belongs_to_its_person() {
    let mut depot = Depot::open().await;
    let order = delivered(&depot, 1, 1).await;
    let mut sent = body(&depot.me, &[(1, 1)]);
    sent["address"] = address("المعادي");
    sent["note"] = json!("ملاحظة خاصة");
    depot.me.create(&format!("/orders/{order}/return-parcels"), sent).await;
    depot.shop.drain().await;
    let customer = depot.me.data(&format!("/orders/{order}")).await["customer"]["id"].as_str().unwrap().to_owned();
    let preview = depot.me.data(&format!("/customers/{customer}/erasure")).await;
    let is_open = |preview: &Value| preview["stops"].as_array().unwrap().iter().any(|stop| stop["code"] == "open_orders");
    assert!(is_open(&preview), "{preview}");
    super::press(&depot, order, "return").await;
    follow(&mut depot).await;
    assert_eq!(only(&depot, order).await["step"], "returned");
    let preview = depot.me.data(&format!("/customers/{customer}/erasure")).await;
    assert!(!is_open(&preview), "{preview}");
    request_is_refused(&depot, order).await;
}

/// A parcel that was fetched is not fetched again.
async fn request_is_refused(depot: &Depot, order: kernel::OrderId) {
    let (status, _) = post(depot, order, body(&depot.me, &[(1, 1)])).await;
    assert_eq!(status, 422);
}
