//! A courier that is called over the network: by a job after the commit, once per idempotency key, and never for the demo store.

use std::sync::{Arc, Mutex};

use gateways::couriers::{Answer, BookingName, Capabilities, RefusalCode, bosta};
use gateways::{Booked, CallContext, Courier, CourierError, Couriers, ProviderDescription, UnreachableReason, Waybill};
use serde_json::{Value, json};
use testkit::TestShop;

use super::{fulfilment, go, ordered, ship};

/// A fake courier that records its calls and answers as configured.
#[derive(Default)]
struct Fake {
    requests: Mutex<Vec<Waybill>>,
    cancelled: Mutex<Vec<(String, String)>>,
    answer: Mutex<Option<CourierError>>,
}

impl Courier for Fake {
    fn description(&self) -> &'static ProviderDescription {
        &bosta::DESCRIPTION
    }

    fn capabilities(&self) -> &'static Capabilities {
        &bosta::CAPABILITIES
    }

    fn book<'a>(&'a self, _: CallContext<'a>, waybill: &'a Waybill) -> Answer<'a, Booked> {
        Box::pin(async move {
            // Yields like a network call. Inside a transaction this would fail.
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            self.requests.lock().unwrap().push(waybill.clone());
            match self.answer.lock().unwrap().clone() {
                Some(e) => Err(e),
                None => Ok(Booked {
                    tracking_id: format!("id-{}", waybill.key),
                    tracking_no: "NET1".into(),
                    url: "https://courier.example/NET1".into(),
                }),
            }
        })
    }

    fn cancel<'a>(&'a self, _: CallContext<'a>, name: BookingName<'a>) -> Answer<'a, ()> {
        Box::pin(async move {
            self.cancelled.lock().unwrap().push((name.key.to_owned(), name.tracking_no.to_owned()));
            Ok(())
        })
    }
}

async fn shop() -> (Arc<Fake>, TestShop) {
    let fake = Arc::<Fake>::default();
    (fake.clone(), TestShop::with_couriers(Couriers::default().with("CUSTOM", fake)).await)
}

/// OR-06: a shipment is booked after its commit; until then it waits and cannot leave.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_courier_is_asked_by_a_job_after_the_commit() {
    let (fake, shop) = shop().await;
    let (merchant, _, order) = ordered(&shop).await;
    let shipment = ship(&merchant, order, json!({})).await;
    assert_eq!(shipment["booking"], json!({"state": "waiting", "reason": null}));
    assert_eq!(shipment["next_statuses"], json!(["cancelled"]));
    assert!(fake.requests.lock().unwrap().is_empty(), "nobody was asked inside the transaction");
    let at = format!("/shipments/{}", shipment["id"].as_str().unwrap());
    let (code, body) = merchant.put(&format!("{at}/status"), json!({"status": "shipped"})).await;
    assert_eq!((code, &body["code"]), (409, &json!("shipment_not_booked")));
    let (code, body) = merchant.put(&format!("/orders/{order}/status"), json!({"status": "SHPD"})).await;
    assert_eq!((code, &body["code"]), (409, &json!("shipment_not_booked")), "nor with its order");

    shop.worker.drain().await.unwrap();
    let booked = merchant.data(&at).await;
    assert_eq!((&booked["booking"]["state"], &booked["tracking_no"]), (&json!("booked"), &json!("NET1")));
    let key = fake.requests.lock().unwrap()[0].key.clone();
    assert!(key.starts_with(shipment["id"].as_str().unwrap()));
    let (code, body) = merchant.put(&at, json!({"waybill": {"package_size": "large"}})).await;
    assert_eq!((code, &body["code"]), (409, &json!("shipment_booked")));
    // It continues as any other shipment, and a cancelled one cancels its booking.
    go(&merchant, &shipment, "cancelled").await;
    assert!(fake.cancelled.lock().unwrap().is_empty());
    shop.worker.drain().await.unwrap();
    assert_eq!(*fake.cancelled.lock().unwrap(), [(key.clone(), "NET1".to_owned())]);
    let again = ship(&merchant, order, json!({})).await;
    shop.worker.drain().await.unwrap();
    go(&merchant, &again, "shipped").await;
    assert_eq!(fulfilment(&merchant, order).await["state"], json!("shipped"));
}

/// OR-06: a refusal is shown with the courier's message and can be retried; an unreachable courier is reported after some
/// attempts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_booking_that_failed_says_why_and_is_asked_for_again() {
    let (fake, shop) = shop().await;
    let (merchant, _, order) = ordered(&shop).await;
    *fake.answer.lock().unwrap() = Some(CourierError::refused(RefusalCode::PlaceNotServed, "no such city"));
    let shipment = ship(&merchant, order, json!({})).await;
    let at = format!("/shipments/{}", shipment["id"].as_str().unwrap());
    let (code, body) = merchant.post(&format!("{at}/booking"), Value::Null).await;
    assert_eq!((code, &body["code"]), (409, &json!("booking_not_failed")));
    shop.worker.drain().await.unwrap();
    assert_eq!(merchant.data(&at).await["booking"], json!({"state": "failed", "reason": "no such city"}));
    let (code, body) = merchant.put(&format!("{at}/status"), json!({"status": "shipped"})).await;
    assert_eq!((code, &body["code"]), (409, &json!("shipment_not_booked")));

    // The waybill is corrected and booked under another key; the courier is unreachable now.
    *fake.answer.lock().unwrap() = Some(CourierError::Unreachable(UnreachableReason::TimedOut));
    assert_eq!(merchant.put(&at, json!({"waybill": {"note": "الدور الثاني"}})).await.0, 200);
    let (code, body) = merchant.post(&format!("{at}/booking"), Value::Null).await;
    assert_eq!((code, &body["data"]["booking"]["state"]), (200, &json!("waiting")));
    for _ in 0..8 {
        shop.worker.drain().await.unwrap();
        shop.advance(100 * kernel::Millis::SECOND);
    }
    let failed = merchant.data(&at).await["booking"].clone();
    assert_eq!(failed["state"], json!("failed"));
    assert!(failed["reason"].as_str().is_some_and(|r| !r.contains("timeout")), "{failed}");
    {
        let requests = fake.requests.lock().unwrap();
        assert_eq!(requests.len(), 6, "one no, and five tries");
        assert!(requests[1..].iter().all(|w| w.key == requests[1].key && w.key != requests[0].key && w.note == "الدور الثاني"));
    }

    *fake.answer.lock().unwrap() = None;
    assert_eq!(merchant.post(&format!("{at}/booking"), Value::Null).await.0, 200);
    shop.worker.drain().await.unwrap();
    assert_eq!(merchant.data(&at).await["booking"]["state"], json!("booked"));
}

/// Decisions §15: the demo store books nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_the_demo_store_books_nothing() {
    let (fake, shop) = shop().await;
    let (merchant, _, order) = ordered(&shop).await;
    let store = merchant.store;
    let demo = async move |c: db::Conn<'_>| c.exec("UPDATE stores SET is_demo = TRUE WHERE id = ?1", db::p![store]).await;
    shop.app.db().tx(demo).await.unwrap();
    let shipment = ship(&merchant, order, json!({})).await;
    shop.worker.drain().await.unwrap();
    assert_eq!(shipment["booking"]["state"], json!("by_hand"));
    assert!(fake.requests.lock().unwrap().is_empty());
    go(&merchant, &shipment, "shipped").await;
}
