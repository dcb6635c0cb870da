//! Export of the carts of a step.

use platform::identity::Role;
use serde_json::{Value, json};
use testkit::TestShop;

use super::{HOUR, cart_id, later, path_in};
use crate::checkout::{Person, filled, person, place, product_id, review, set_up_checkout};
use crate::customers::encoded;

/// CA-01: the carts of a step as a file: the filtered ones or chosen ones, with chosen columns, captions in either language,
/// no formulas, and a link in each row that restores the cart on another device.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_01_carts_are_exported_as_they_are_filtered() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 100, "regular_price": "10", "name": {"ar": "عباءة"}})).await);
    let named = |name: &str, mobile: &str| Person { name: name.into(), mobile: mobile.into(), city: "الرياض" };
    let mut carts = Vec::new();
    for (buyer, pieces) in [(named("=HYPERLINK(1)", "0551110001"), 3), (named("هند", "0551110002"), 1), (person(3), 2)] {
        let token = filled(&shop, &setup, &buyer, &[(product, None, pieces)]).await;
        carts.push((cart_id(&shop, &setup, &token).await.to_string(), token));
        shop.advance(1_000);
    }
    later(&shop, 2 * HOUR).await;
    let reminding = json!({"items": [carts[0].0, carts[2].0], "channel": "sms", "body": {"ar": "عُد إلى سلتك {{cart_link}}"}});
    let (_, response) = me.post("/carts/remind", reminding).await;
    assert_eq!(response["data"]["results"][1]["is_ok"], json!(true), "{response}");
    let expected = review(&shop, &setup, &carts[2].1).await.expected();
    let placed = place(&shop, &setup, &carts[2].1, expected).await.unwrap();
    later(&shop, HOUR).await;

    let file = async |query: &str, body: Value| {
        let (status, answer) = me.post(&format!("/cart-exports{query}"), body.clone()).await;
        assert_eq!(status, 201, "{query} {body}: {answer}");
        let view = answer["data"].clone();
        assert_eq!(view["status"], "done", "{view}");
        let reply = me.call("GET", &format!("/cart-exports/{}/file", view["id"].as_str().unwrap())).send().await;
        assert_eq!(reply.status, 200);
        (view, reply.bytes)
    };
    let lines = |bytes: Vec<u8>| -> Vec<String> {
        let text = String::from_utf8(bytes).unwrap();
        text.trim_start_matches('\u{FEFF}').split_terminator("\r\n").map(str::to_owned).collect()
    };
    let columns = json!(["shopper", "mobile", "step", "items", "amount", "age", "reminder", "reminders", "restored"]);
    let ask = json!({"format": "csv", "columns": columns, "language": "ar"});
    let at = "?filter[step]=payment";
    let (view, bytes) = file(&format!("{at}&sort=amount"), ask.clone()).await;
    assert_eq!((&view["done"], view["file_name"].as_str().unwrap().starts_with("carts-")), (&json!(2), true));
    assert_eq!(
        lines(bytes),
        [
            "المتسوق,الجوال,الخطوة,عدد القطع,المجموع الفرعي,العمر بالساعات,التذكير,عدد التذكيرات,مستعادة بتذكير",
            "هند,'+966551110002,الدفع,1,10.00,3,بدون تذكير,0,لا",
            "'=HYPERLINK(1),'+966551110001,الدفع,3,30.00,3,تم إرسال تذكير,1,لا",
        ]
    );
    // The goods' sum has one name: in the file, in the list, and on the cart's page above the other amounts of its total.
    let row = me.data(&format!("/carts{at}&sort=amount")).await[0].clone();
    let cart = me.data(&format!("/carts/{}", carts[1].0)).await;
    assert_eq!((&row["amount"], &cart["subtotal"]), (&json!("10.00"), &json!("10.00")));
    // The file holds what filters and search leave.
    let (_, bytes) = file(&format!("{at}&filter[reminder]=reminded"), ask.clone()).await;
    assert_eq!(lines(bytes).len(), 2);
    let (_, bytes) = file(&format!("{at}&search={}", encoded("هند")), ask).await;
    assert!(lines(bytes)[1].starts_with("هند"));
    // A recovered order says so, and has no restore link.
    let english = json!({"format": "csv", "columns": ["step", "restored", "order", "link"], "language": "en"});
    let (_, bytes) = file("?filter[step]=checkout", english).await;
    assert_eq!(
        lines(bytes),
        ["Step,Recovered by a reminder,Order number,Recovery link".to_owned(), format!("Converted,Yes,{},", placed.number)]
    );
    // A chosen cart, whatever its step; the link restores it on another device.
    let (_, bytes) = file("", json!({"format": "csv", "items": [carts[1].0], "columns": ["link"]})).await;
    let link = lines(bytes)[1].clone();
    let page = shop.shopper(&me.slug).get(&path_in(&link, "/cart/restore/")).await;
    assert!(page.status == 200 && page.body.contains("عباءة"), "{link}: {}", page.body);
    // A workbook.
    let (view, bytes) = file(at, json!({"format": "xlsx"})).await;
    assert_eq!((&bytes[..2], view["size_bytes"].as_u64()), (&b"PK"[..], Some(bytes.len() as u64)));

    for (query, body, status) in [
        ("?filter[step]=lost", json!({"format": "csv"}), 422),
        ("?filter[step]=products", json!({"format": "csv"}), 409),
        ("?sort=name", json!({"format": "csv"}), 422),
        ("", json!({"format": "csv", "columns": ["token"]}), 422),
        ("", json!({"format": "csv", "items": ["crt_0000000000001"]}), 422),
    ] {
        let (actual, answer) = shop.assert_unchanged(me.post(&format!("/cart-exports{query}"), body.clone())).await;
        assert_eq!(actual, status, "{query} {body}: {answer}");
    }
    let reader = me.colleague(&shop, Role::ReadOnly).await;
    assert_eq!(reader.get("/carts").await.0, 200);
    assert_eq!(reader.post("/cart-exports", json!({"format": "csv"})).await.0, 403);
}

/// GU-03: whoever may export one kind cannot read the files of another kind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_03_the_file_of_one_kind_is_not_found_under_another() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(3, 3).await;
    let kinds = ["product-exports", "customer-exports", "order-exports"];
    for kind in kinds {
        let id = m.create(&format!("/{kind}"), json!({"format": "csv"})).await["id"].as_str().unwrap().to_owned();
        for other in kinds.into_iter().chain(["cart-exports"]) {
            let status = if other == kind { 200 } else { 404 };
            assert_eq!(m.get(&format!("/{other}/{id}")).await.0, status, "{kind} under {other}");
            let reply = m.call("GET", &format!("/{other}/{id}/file")).send().await;
            assert_eq!(reply.status, status, "the file of {kind} under {other}");
            assert_eq!(m.data(&format!("/{other}")).await.to_string().contains(&id), other == kind, "{kind} among {other}");
        }
    }
}
