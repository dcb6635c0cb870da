//! Parcels of a courier that takes sheets: Wassalha (SP-02).

use serde_json::{Value, json};

use super::scene::Depot;

/// A depot with a Wassalha account that calls the store's warehouse "Maadi".
async fn depot() -> Depot {
    let depot = Depot::open().await;
    let places = json!({ catalog::stock::first_location(depot.me.store).to_string(): "Maadi" });
    let account = json!({"fields": {"merchant_name": "متجر الاختبار"}, "pickup_locations": places});
    let (status, body) = depot.me.put("/courier-accounts/WASSALHA", account).await;
    assert_eq!(status, 200, "{body}");
    depot
}

async fn parcel(depot: &Depot, n: usize) -> Value {
    let order = depot.order(n, 1).await;
    let waybill = json!({"package_weight": 500});
    depot.me.create(&format!("/orders/{order}/shipments"), json!({"provider": "WASSALHA", "waybill": waybill})).await
}

fn ids(parcels: &[&Value]) -> String {
    parcels.iter().map(|parcel| parcel["id"].as_str().unwrap()).collect::<Vec<_>>().join(",")
}

/// SP-02: parcels go to the portal in its own sheet, and come back with their numbers, however often it is sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_parcels_go_out_and_come_back_by_a_sheet() {
    let depot = depot().await;
    let (one, two) = (parcel(&depot, 1).await, parcel(&depot, 2).await);
    assert_eq!(one["booking"]["state"], "by_hand");
    let sheet = depot.me.call("GET", &format!("/couriers/WASSALHA/sheet?shipments={}", ids(&[&one, &two]))).send().await;
    assert_eq!(sheet.status, 200, "{}", sheet.text());
    let table = platform::imports::sheet::read(&sheet.bytes, 1_000_000, |_| false).unwrap();
    assert_eq!(table.headers[7], "Mobile_No");
    let cells: Vec<&str> = table.rows[0].cells().collect();
    assert_eq!((cells[7], cells[9], cells[12]), ("01010000001", "CAIRO", "Maadi"));
    let number = |parcel: &Value| parcel["number"].as_str().unwrap().to_owned();
    assert_eq!(cells[1], format!("{} | 1 × قميص قطن", number(&one)));

    // The portal's sheet: one row by our reference, one by the phone, one mistyped, one of nobody.
    let back = format!(
        "Barcode,Description,Mobile\r\nEP000000005EG,{} | قميص,01099999999\r\nEP000000014EG,,01010000002\r\nEP000000006EG,,\r\nEP000000028EG,1-9 | x,\r\n",
        number(&one)
    );
    let send = async || depot.me.upload("/couriers/WASSALHA/tracking-sheet", "file", "back.csv", "text/csv", back.clone()).await;
    let first = send().await;
    assert_eq!(first.status, 200, "{}", first.json);
    let outcomes = |body: &Value| {
        let rows = body["data"]["rows"].as_array().unwrap();
        rows.iter().map(|row| row["outcome"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(outcomes(&first.json), ["matched", "matched", "wrong_check_digit", "not_found"], "{}", first.json);
    assert_eq!(depot.view(&one).await["tracking_no"], "EP000000005EG");
    assert_eq!(depot.view(&two).await["tracking_no"], "EP000000014EG");
    assert_eq!(outcomes(&send().await.json)[..2], ["already", "already"]);
}

/// SP-02: only a courier that takes sheets has one, and parcels that it would refuse are named.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_02_a_sheet_is_of_its_courier_alone() {
    let depot = depot().await;
    let order = depot.order(1, 1).await;
    let other = depot.me.create(&format!("/orders/{order}/shipments"), json!({"provider": "CUSTOM"})).await;
    for courier in ["BOSTA", "CUSTOM", "NOBODY"] {
        let sheet = depot.me.call("GET", &format!("/couriers/{courier}/sheet?shipments={}", ids(&[&other]))).send().await;
        assert_eq!(sheet.status, 404, "{courier}");
    }
    let refused = depot.me.call("GET", &format!("/couriers/WASSALHA/sheet?shipments={}", ids(&[&other]))).send().await;
    assert_eq!((refused.status, refused.json["errors"]["shipments.0"].is_array()), (422, true), "{}", refused.json);
    let torn = depot.me.upload("/couriers/WASSALHA/tracking-sheet", "file", "x.csv", "text/csv", "").await;
    assert_eq!(torn.status, 422);
}
