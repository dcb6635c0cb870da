//! Who a courier is, in the cash of couriers and in sheets.

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{after, delivered, rows, set, settlement};

/// Provider, name and shipments of each courier whose cash is out.
async fn couriers(m: &Merchant) -> Vec<(String, String, i64)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let cash = m.data("/courier-cash").await;
    let of = |row: &Value| (text(&row["provider"]), text(&row["courier"]), row["total"]["shipments"].as_i64().unwrap());
    cash["couriers"].as_array().unwrap().iter().map(of).collect()
}

/// OR-06, courier cash: parcels of a courier of the program are one courier's, whatever their methods were called when they were booked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_courier_cash_a_courier_of_the_program_is_one_courier() {
    let shop = TestShop::start().await;
    let m = delivered(&shop, 6).await;
    set(&shop, &m, "BST-0001", "provider = 'BOSTA', courier_name = 'بوسطة إلى الباب'").await;
    set(&shop, &m, "BST-0002", "provider = 'BOSTA', courier_name = 'بوسطة'").await;
    set(&shop, &m, "BST-0006", "courier_name = 'Aramex'").await;
    let own = |provider: &str, name: &str, n: i64| (provider.to_owned(), name.to_owned(), n);
    assert_eq!(couriers(&m).await, [own("CUSTOM", "Bosta", 3), own("BOSTA", "بوسطة", 2), own("CUSTOM", "Aramex", 1)]);
    for (filter, n) in [
        // Whoever is called so: the courier of the program, and one of the merchant's own.
        ("filter[courier]=Bosta", 5),
        ("filter[courier]=Aramex", 1),
    ] {
        let found = m.data(&format!("/courier-cash/shipments?{filter}")).await;
        assert_eq!(found.as_array().unwrap().len(), n, "{filter}: {found}");
        let names = found.as_array().unwrap().iter().filter(|row| row["provider"] == "BOSTA");
        assert!(names.into_iter().all(|row| row["courier"] == "بوسطة"), "{found}");
    }

    let sheet = "AWB,COD,Fee\nBST-0001,100,15\nBST-0002,100,15\nBST-0003,100,15\nBST-0006,100,15\n";
    let draft = settlement(&m, "bosta.csv", sheet, json!({})).await;
    after(&shop, &m, &draft, "/check").await;
    let remarks: Vec<Value> = rows(&m, &draft).await.iter().map(|row| row["remarks"].clone()).collect();
    assert_eq!(remarks, [json!([]), json!([]), json!([]), json!(["other_courier"])]);
}
