//! What a courier's next pickup can take (SP-02).

use serde_json::{Value, json};

use super::scene::Depot;

/// SP-02: parcels that the courier has booked wait for its pickup, the oldest first, until they leave or are cancelled; those of another
/// courier are never among them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_pickup_can_take_what_is_booked_and_has_not_left() {
    let depot = Depot::open().await;
    let ready = async |courier: &str| depot.me.data(&format!("/couriers/{courier}/ready-shipments")).await;
    let numbers = |answer: &Value| {
        let rows = answer["shipments"].as_array().unwrap();
        rows.iter().map(|row| row["number"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (first, second) = (depot.order(1, 1).await, depot.order(2, 1).await);
    let one = depot.ship(first, json!({})).await;
    assert_eq!(numbers(&ready("BOSTA").await), Vec::<String>::new(), "nobody has booked it yet");
    depot.shop.drain().await;
    let two = depot.ship(second, json!({})).await;
    depot.shop.drain().await;
    let both = ready("BOSTA").await;
    let number = |shipment: &Value| shipment["number"].as_str().unwrap().to_owned();
    assert_eq!(numbers(&both), [number(&one), number(&two)]);
    assert_eq!((&both["shipments"][0]["city"], &both["has_more"]), (&json!("المعادي"), &json!(false)));
    assert_eq!(both["shipments"][0]["warehouse"], one["warehouse"]);
    assert_eq!(numbers(&ready("WASSALHA").await), Vec::<String>::new());

    depot.cancel(&one).await;
    assert_eq!(numbers(&ready("BOSTA").await), [number(&two)]);
    for other in ["CUSTOM", "PICKUP", "ARAMEX"] {
        let answer = depot.me.call("GET", &format!("/couriers/{other}/ready-shipments")).send().await;
        assert_eq!(answer.status, 404, "{other}");
    }
}
