use db::{Db, Sql, SqliteConfig, p};
use kernel::{Actor, CouponId, CustomerId, Millis, ShippingMethodId, StoreId, StoreScope, UserId};

use super::page::number;
use super::plan;
use super::sort::Sort;
use super::store::branch;
use super::store::condition::{Condition, OneOf};
use crate::orders::status::{PaymentStatus, Status};
use customers::Term;
use web::keyset::{Cursor, Key, Window};

/// SQLite's query plan of a statement, one line for each step.
async fn plan_of(db: &Db, sql: &Sql) -> Vec<String> {
    let text = format!("EXPLAIN QUERY PLAN {}", sql.text());
    // The plan does not depend on the values; unbound placeholders are NULL.
    let rows: Vec<(i64, i64, i64, String)> = db.conn().all(&text, p![]).await.unwrap();
    rows.into_iter().map(|r| r.3).collect()
}

fn word(text: &str) -> Condition {
    Condition::Term(Term::Word(text.into()))
}

fn is(value: &str) -> OneOf {
    OneOf { values: vec![value.into()], is_not: false }
}

/// OR-01: every filter alone reads its own index, in the order of the list.
#[tokio::test]
async fn or_01_every_filter_reads_its_index_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::sqlite(SqliteConfig::new(dir.path().join("t.db"))).unwrap();
    db.migrate().await.unwrap();
    let scope = StoreScope::new(StoreId::from_raw(1), Actor::system());
    let id = UserId::from_raw(1);
    let cases = [
        (None, "orders_by_time"),
        (Some(Condition::Status(vec![Status::Pending])), "orders_by_status"),
        (Some(Condition::PaymentStatus(PaymentStatus::Paid)), "orders_by_payment"),
        (Some(Condition::Payment(is("COD"))), "orders_by_payment_provider"),
        (Some(Condition::Shipping(is("PICKUP"))), "orders_by_shipping_provider"),
        (Some(Condition::Method(vec![ShippingMethodId::from_raw(1)])), "orders_by_shipping_method"),
        (Some(Condition::City(is("جدة"))), "orders_by_city"),
        (Some(Condition::Country(is("SA"))), "orders_by_country"),
        (Some(Condition::Tag(is("vip"))), "PRIMARY KEY"),
        (Some(Condition::First(true)), "orders_by_first"),
        (Some(Condition::Guest(true)), "orders_by_guest"),
        (Some(Condition::Assignee { ids: vec![id], or_nobody: false }), "orders_by_assignee"),
        (Some(Condition::Assignee { ids: vec![], or_nobody: true }), "orders_by_assignee"),
        (Some(Condition::Coupon { ids: vec![CouponId::from_raw(1)], is_not: false }), "orders_by_coupon"),
        (Some(Condition::Customer(CustomerId::from_raw(1))), "orders_by_customer"),
    ];
    let days = Condition::Created { from: Some(Millis(1)), to: Some(Millis(2)) };
    for (condition, index) in cases {
        for with_days in [false, true] {
            let group: Vec<Condition> = condition.clone().into_iter().chain(with_days.then(|| days.clone())).collect();
            let plan = plan::plan(db.conn(), &scope, &group, Sort::Created).await.unwrap();
            for cursor in [None, Some(Cursor { key: Key::Int(1), id: 1 })] {
                let window = Window { sorted: Sort::Created.directions().1, cursor, per_page: 20, offset: 0 };
                let sql = branch::statement(&scope, Sort::Created, &window, &plan.branches);
                let steps = plan_of(&db, &sql).await;
                assert!(steps[0].contains(index) && steps[0].starts_with("SEARCH"), "{}\n{steps:?}", sql.text());
                assert!(!steps.iter().any(|s| s.contains("TEMP B-TREE")), "{}\n{steps:?}", sql.text());
            }
        }
    }
}

/// OR-01: without an index in the list's order, the condition's own index is read and sorted, and nothing scans the table.
#[tokio::test]
async fn or_01_no_list_query_scans() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::sqlite(SqliteConfig::new(dir.path().join("t.db"))).unwrap();
    db.migrate().await.unwrap();
    let scope = StoreScope::new(StoreId::from_raw(1), Actor::system());
    let cases = [
        vec![],
        vec![Condition::Total { from: Some(1), to: Some(2) }],
        vec![Condition::Sku(vec!["A".into(), "a".into()])],
        vec![Condition::Status(vec![Status::Pending, Status::Paid]), Condition::PaymentStatus(PaymentStatus::NotPaid)],
        vec![Condition::Tag(OneOf { is_not: true, ..is("vip") })],
        vec![word("سار"), Condition::City(is("جدة"))],
        vec![word("سار"), word("علي")],
        vec![Condition::Term(Term::Email("sara@".into()))],
        vec![Condition::SkuBegins(vec!["A".into(), "a".into()])],
        vec![Condition::Number(7)],
        vec![Condition::AnyCoupon(false)],
        vec![Condition::Coupon { ids: vec![CouponId::from_raw(1)], is_not: true }],
        vec![Condition::Coupon { ids: vec![CouponId::from_raw(1), CouponId::from_raw(2)], is_not: false }],
        vec![Condition::Tag(is("vip")), Condition::Sku(vec!["A".into()]), Condition::Total { from: Some(1), to: None }],
    ];
    for group in cases {
        for sort in [Sort::Created, Sort::Total, Sort::Number] {
            for cursor in [None, Some(Cursor { key: Key::Int(1), id: 1 })] {
                let plan = plan::plan(db.conn(), &scope, &group, sort).await.unwrap();
                let window = Window { sorted: sort.directions().1, cursor, per_page: 20, offset: 0 };
                let sql = branch::statement(&scope, sort, &window, &plan.branches);
                let steps = plan_of(&db, &sql).await;
                assert!(!steps.iter().any(|s| s.starts_with("SCAN o") || s.starts_with("SCAN m")), "{}\n{steps:?}", sql.text());
            }
        }
    }
}

/// OR-01: the driving index is used for the page and for its count: the time index, which covers most conditions, is not scanned
/// instead, nor is the index of totals.
#[tokio::test]
async fn or_01_no_wide_index_is_walked_where_another_leads() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::sqlite(SqliteConfig::new(dir.path().join("t.db"))).unwrap();
    db.migrate().await.unwrap();
    let scope = StoreScope::new(StoreId::from_raw(1), Actor::system());
    let unpaid = || vec![Condition::Status(vec![Status::Pending]), Condition::PaymentStatus(PaymentStatus::NotPaid)];
    let cases = [
        vec![Condition::Sku(vec!["A".into(), "a".into()])],
        vec![Condition::Sku(vec!["A".into()]), Condition::City(is("جدة"))],
        vec![Condition::ReceiptWaits],
        vec![Condition::ReceiptWaits, Condition::PaymentStatus(PaymentStatus::NotPaid)],
        unpaid(),
        [unpaid(), vec![Condition::Payment(is("COD"))]].concat(),
        vec![Condition::Tag(is("vip")), Condition::City(is("جدة"))],
        vec![Condition::Coupon { ids: vec![CouponId::from_raw(1)], is_not: false }],
        vec![Condition::Coupon { ids: vec![CouponId::from_raw(1)], is_not: false }, Condition::City(is("جدة"))],
        vec![word("سار"), Condition::City(is("جدة"))],
        vec![Condition::SkuBegins(vec!["A".into()]), Condition::City(is("جدة"))],
    ];
    for group in cases {
        for sort in [Sort::Created, Sort::Total, Sort::Number] {
            let plan = plan::plan(db.conn(), &scope, &group, sort).await.unwrap();
            let window = Window { sorted: sort.directions().1, cursor: None, per_page: 20, offset: 0 };
            for sql in [branch::statement(&scope, sort, &window, &plan.branches), branch::count_statement(&scope, &plan.branches)]
            {
                let steps = plan_of(&db, &sql).await;
                let is_walked = |s: &String| s.contains("orders_by_time") || s.contains("orders_by_total");
                assert!(!steps.iter().any(is_walked), "{group:?}, {sort:?}: {}\n{steps:?}", sql.text());
            }
        }
    }
}

/// OR-01: an exclusion that matches nothing does not scan the store's orders.
#[tokio::test]
async fn or_01_a_negated_condition_drives_no_full_walk() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::sqlite(SqliteConfig::new(dir.path().join("t.db"))).unwrap();
    db.migrate().await.unwrap();
    let scope = StoreScope::new(StoreId::from_raw(1), Actor::system());
    let not = |value| OneOf { is_not: true, ..is(value) };
    let conditions = [
        Condition::City(not("جدة")),
        Condition::Country(not("SA")),
        Condition::Payment(not("COD")),
        Condition::Shipping(not("X")),
        // No order has a coupon.
        Condition::AnyCoupon(true),
    ];
    for condition in conditions {
        let plan = plan::plan(db.conn(), &scope, std::slice::from_ref(&condition), Sort::Created).await.unwrap();
        assert!(plan.branches.is_empty() && plan.size == Some(0), "{condition:?}");
    }
}

#[test]
fn or_01_a_number_is_understood_in_any_digits() {
    assert_eq!(
        (number("١٠٠١"), number("#1001"), number("۱۰۰۱"), number("أحمد 1001"), number("؟")),
        (Some(1001), Some(1001), Some(1001), None, None)
    );
}

/// OR-01: for a search that finds many customers, the page is found from their index alone; the index of the sort is not scanned.
#[tokio::test]
async fn or_01_what_a_search_found_is_picked_from_its_index() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::sqlite(SqliteConfig::new(dir.path().join("t.db"))).unwrap();
    db.migrate().await.unwrap();
    let scope = StoreScope::new(StoreId::from_raw(1), Actor::system());
    let found = [word("سار")];
    let plan = plan::plan(db.conn(), &scope, &found, Sort::Created).await.unwrap();
    for cursor in [None, Some(Cursor { key: Key::Int(1), id: 1 })] {
        let window = Window { sorted: Sort::Created.directions().1, cursor, per_page: 20, offset: 0 };
        let sql = branch::statement(&scope, Sort::Created, &window, &plan.branches);
        let steps = plan_of(&db, &sql).await;
        let of_orders: Vec<&String> = steps.iter().filter(|s| s.starts_with("SEARCH o ")).collect();
        assert_eq!(of_orders.len(), 2, "{}\n{steps:?}", sql.text());
        assert!(of_orders.iter().any(|s| s.contains("COVERING INDEX orders_by_customer")), "{}\n{steps:?}", sql.text());
        assert!(of_orders.iter().any(|s| s.contains("store_id=? AND id=?")), "{}\n{steps:?}", sql.text());
    }
}

/// OR-01: orders by product code are sorted and counted by the index of codes alone; only the page's own rows are read.
#[tokio::test]
async fn or_01_orders_of_goods_are_sorted_by_the_index_of_their_codes() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::sqlite(SqliteConfig::new(dir.path().join("t.db"))).unwrap();
    db.migrate().await.unwrap();
    let scope = StoreScope::new(StoreId::from_raw(1), Actor::system());
    let days = Condition::Created { from: Some(Millis(1)), to: Some(Millis(2)) };
    for goods in [Condition::SkuBegins(vec!["A".into(), "a".into()]), Condition::Sku(vec!["A".into(), "a".into()])] {
        for group in [vec![goods.clone()], vec![goods.clone(), days.clone()]] {
            let plan = plan::plan(db.conn(), &scope, &group, Sort::Created).await.unwrap();
            for cursor in [None, Some(Cursor { key: Key::Int(1), id: 1 })] {
                let window = Window { sorted: Sort::Created.directions().1, cursor, per_page: 20, offset: 0 };
                let page = branch::statement(&scope, Sort::Created, &window, &plan.branches);
                let steps = plan_of(&db, &page).await;
                let of_orders: Vec<&String> = steps.iter().filter(|s| s.starts_with("SEARCH o ")).collect();
                assert!(
                    matches!(of_orders.as_slice(), [one] if one.contains("store_id=? AND id=?")),
                    "{}\n{steps:?}",
                    page.text()
                );
                assert!(steps.iter().any(|s| s.contains("COVERING INDEX order_items_by_sku")), "{}\n{steps:?}", page.text());
            }
            let steps = plan_of(&db, &branch::count_statement(&scope, &plan.branches)).await;
            assert!(!steps.iter().any(|s| s.starts_with("SEARCH o ")), "{steps:?}");
        }
    }
}
