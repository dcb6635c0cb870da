//! Query plans of the conditions, checked on SQLite. The SQL on purchases belongs to another slice, so its tests call these
//! functions, with its [`Purchases`] and a migrated database.

use std::sync::Arc;

use db::{Conn, Result, Sql, p};
use kernel::{Actor, CategoryId, CouponId, CustomerId, Millis, ProductId, StoreId, StoreScope};

use super::cond::{AddressField, Column, Cond, ContactField, Criteria, OneOf, Op};
use super::plan::FEW;
use super::selection::{CustomerSelection, DrivingCondition};
use super::store::DRIVEN_COUNT;
use crate::model::Channel;
use crate::purchases::{BuyerIndex, PurchaseCondition, PurchaseTarget, Purchases};
use crate::search::Term;

fn scope() -> StoreScope {
    StoreScope::new(StoreId::from_raw(1), Actor::system())
}

/// SQLite's query plan of a statement, one line per step.
async fn plan_of(c: Conn<'_>, sql: &Sql) -> Result<Vec<String>> {
    let text = format!("EXPLAIN QUERY PLAN {}", sql.text());
    // The plan does not depend on the values; unbound placeholders are NULL.
    let rows: Vec<(i64, i64, i64, String)> = c.all(&text, p![]).await?;
    Ok(rows.into_iter().map(|r| r.3).collect())
}

fn is(word: &str) -> OneOf<String> {
    OneOf::is(vec![word.into()])
}

fn is_not(word: &str) -> OneOf<String> {
    OneOf { is_not: true, ..is(word) }
}

fn products() -> PurchaseTarget {
    PurchaseTarget::Products(vec![ProductId::from_raw(1), ProductId::from_raw(2)])
}

fn bought(target: PurchaseTarget, since: Option<Millis>, times: i64) -> Cond {
    Cond::Bought(PurchaseCondition { target, since, times, is_not: false, index: BuyerIndex::OrderLines })
}

fn by_days(mut cond: Cond) -> Cond {
    let Cond::Bought(bought) = &mut cond else { panic!("{cond:?}") };
    bought.index = BuyerIndex::OrderDates;
    cond
}

fn did_not(mut cond: Cond) -> Cond {
    let Cond::Bought(bought) = &mut cond else { panic!("{cond:?}") };
    bought.is_not = true;
    cond
}

/// Every kind of condition, and the index that is used when it drives the query.
fn kinds() -> Vec<(Cond, Option<&'static str>)> {
    let number = |column, op| Cond::Number(column, op, 1);
    vec![
        (number(Column::Spent, Op::AtLeast), Some("customers_by_spent")),
        (number(Column::Orders, Op::Equal), Some("customers_by_orders")),
        (number(Column::LastOrder, Op::Below), Some("customers_by_last_order")),
        (number(Column::Created, Op::AtLeast), Some("customers_by_time")),
        (number(Column::Average, Op::AtLeast), None),
        (Cond::Address(AddressField::City, is("جدة")), Some("customers_by_city")),
        (Cond::Address(AddressField::Country, is("SA")), Some("customers_by_country")),
        (Cond::Address(AddressField::City, is_not("جدة")), None),
        (Cond::Tag(is("vip")), Some("sqlite_autoindex_customer_tags_1")),
        (Cond::Tag(is_not("vip")), None),
        (Cond::Group(OneOf::is(vec![kernel::CustomerGroupId::from_raw(1)])), Some("sqlite_autoindex_customer_group_members_1")),
        (Cond::Consent(OneOf::is(vec![Channel::Sms])), Some("customer_consents_by_channel")),
        (Cond::Blocked(true), Some("customers_blocked")),
        (Cond::Blocked(false), None),
        (Cond::Has(ContactField::Mobile, true), Some("customers_by_mobile")),
        (Cond::Has(ContactField::Email, true), Some("customers_by_email")),
        (Cond::Has(ContactField::Email, false), None),
        (Cond::Refused(Op::AtLeast, 1), Some("phone_outcomes_refused")),
        (Cond::Refused(Op::AtMost, 0), None),
        (Cond::Cart { since: Millis(1), is_not: false }, Some("carts_to_remind")),
        (Cond::Cart { since: Millis(1), is_not: true }, None),
        (bought(products(), None, 1), Some("order_items_by_product")),
        (bought(products(), Some(Millis(1)), 3), Some("order_items_by_product")),
        (bought(PurchaseTarget::Categories(vec![CategoryId::from_raw(1)]), None, 1), Some("order_items_by_product")),
        (by_days(bought(products(), Some(Millis(1)), 1)), Some("orders_by_time")),
        (by_days(bought(PurchaseTarget::Categories(vec![CategoryId::from_raw(1)]), Some(Millis(1)), 2)), Some("orders_by_time")),
        (did_not(bought(products(), Some(Millis(1)), 1)), None),
        (bought(PurchaseTarget::Coupons(vec![CouponId::from_raw(1)]), Some(Millis(1)), 1), Some("coupon_uses_by_coupon")),
        (bought(PurchaseTarget::AnyCoupon, Some(Millis(1)), 2), Some("coupon_uses_by_time")),
        (did_not(bought(PurchaseTarget::AnyCoupon, None, 1)), None),
        (
            Cond::Term(Term::Word("سار".into())),
            Some("SEARCH t USING PRIMARY KEY (store_id=? AND subject=? AND token>? AND token<?)"),
        ),
        (Cond::Term(Term::Email("sara@".into())), Some("customers_by_email")),
        (Cond::Found(vec![CustomerId::from_raw(1)]), Some("sqlite_autoindex_customers_1")),
    ]
}

/// Whether a step scans a whole table, or all entries of a store, which would happen for every row of the list.
fn scans(steps: &[String]) -> bool {
    let every_number = |s: &String| {
        s.starts_with("SEARCH b ") && s.ends_with("mobile>?)")
            // A scan of all lines of a store.
            || s.starts_with("SEARCH i ") && s.ends_with("(store_id=?)")
            || s.starts_with("SEARCH x ") && s.ends_with("kind=?)") && !s.contains("customer_id=?")
    };
    let table =
        |s: &String| s.starts_with("SCAN ") && !s.starts_with("SCAN counted") && !s.contains("CONSTANT ROW") && s != "SCAN below";
    steps.iter().any(|s| table(s) || every_number(s))
}

/// CU-01: a driving condition uses its own index, for counting and listing; a condition that cannot drive is checked against the
/// rows in the list's order; nothing scans a whole table.
///
/// # Panics
/// Where a plan is not the one that is wanted.
pub async fn every_condition_that_leads_reads_its_own_index(c: Conn<'_>, purchases: Arc<dyn Purchases>) {
    let scope = scope();
    let criteria: Criteria<'_> = (&scope, &*purchases);
    for (cond, index) in kinds() {
        assert_eq!(cond.can_drive(), index.is_some(), "{cond:?}");
        let driven = index.map(|index| (DrivingCondition::One(0), index));
        for (driving, expected) in
            [Some((None, "customers_by_time")), driven.map(|(driving, index)| (Some(driving), index))].into_iter().flatten()
        {
            let is_driven = driving.is_some();
            let selection =
                CustomerSelection { purchases: purchases.clone(), conds: vec![cond.clone()], any: Vec::new(), driving };
            let sql = selection.add(Sql::new("SELECT id, name FROM customers WHERE"), &scope, None);
            let sql = sql.raw(if is_driven {
                " ORDER BY +created_at DESC, id DESC LIMIT 21"
            } else {
                " ORDER BY created_at DESC, id DESC LIMIT 21"
            });
            let steps = plan_of(c, &sql).await.unwrap();
            assert!(steps.iter().any(|s| s.contains(expected)), "{expected}: {}\n{steps:?}", sql.text());
            assert!(is_driven || !steps.iter().any(|s| s.contains("TEMP B-TREE")), "{}\n{steps:?}", sql.text());
            assert!(!scans(&steps), "{}\n{steps:?}", sql.text());
        }
        if let Some(index) = index {
            let sql = cond
                .add(Sql::new(DRIVEN_COUNT).arg(" store_id = ? AND ", scope.store()), criteria, true)
                .arg(" LIMIT ?", FEW)
                .raw(") AS counted");
            let steps = plan_of(c, &sql).await.unwrap();
            assert!(steps.iter().any(|s| s.contains(index)) && !scans(&steps), "{}\n{steps:?}", sql.text());
        }
    }
}

/// CU-01: purchases are counted on an index, by goods, by days and by coupon uses.
///
/// # Panics
/// Where a plan is not the one that is wanted.
pub async fn what_was_bought_is_counted_on_an_index(c: Conn<'_>, purchases: Arc<dyn Purchases>) {
    let scope = scope();
    for (cond, index) in [
        (bought(products(), None, 1), "COVERING INDEX order_items_by_product (store_id=? AND product_id=?)"),
        (
            bought(PurchaseTarget::Categories(vec![CategoryId::from_raw(1)]), None, 1),
            "COVERING INDEX order_items_by_product (store_id=? AND product_id=?)",
        ),
        (bought(PurchaseTarget::AnyCoupon, Some(Millis(1)), 1), "INDEX coupon_uses_by_time (store_id=? AND used_at>?)"),
    ] {
        let Cond::Bought(bought) = &cond else { panic!("{cond:?}") };
        let steps = plan_of(c, &purchases.count_lines(&scope, bought, FEW)).await.unwrap();
        assert!(steps.iter().any(|s| s.contains(index)) && !scans(&steps), "{cond:?}\n{steps:?}");
    }
    let steps = plan_of(c, &purchases.count_orders(&scope, Millis(1), FEW)).await.unwrap();
    assert!(steps.iter().any(|s| s.contains("COVERING INDEX") && s.contains("created_at>?")), "{steps:?}");
}

/// CU-01: alternative groups drive the query by an index each, or else are checked in the order of the list.
///
/// # Panics
/// Where a plan is not the one that is wanted.
pub async fn groups_lead_together_or_not_at_all(c: Conn<'_>, purchases: Arc<dyn Purchases>) {
    let scope = scope();
    let few = vec![Cond::Number(Column::Average, Op::AtLeast, 1), Cond::Tag(is("vip"))];
    let many = vec![Cond::Blocked(false)];
    let both =
        CustomerSelection::plan(c, &scope, purchases.clone(), Vec::new(), vec![few.clone(), vec![Cond::Refused(Op::AtLeast, 1)]])
            .await
            .unwrap();
    assert_eq!(both.driving, Some(DrivingCondition::Any(vec![1, 0])));
    let sql = both
        .add(Sql::new("SELECT id, name FROM customers WHERE"), &scope, None)
        .raw(" ORDER BY +created_at DESC, id DESC LIMIT 21");
    let steps = plan_of(c, &sql).await.unwrap();
    for index in ["sqlite_autoindex_customers_1", "phone_outcomes_refused"] {
        assert!(steps.iter().any(|s| s.contains(index)), "{index}: {}\n{steps:?}", sql.text());
    }
    assert!(!scans(&steps), "{}\n{steps:?}", sql.text());
    let one = CustomerSelection::plan(c, &scope, purchases.clone(), Vec::new(), vec![few, many]).await.unwrap();
    assert_eq!(one.driving, None);
    let sql = one
        .add(Sql::new("SELECT id, name FROM customers WHERE"), &scope, None)
        .raw(" ORDER BY created_at DESC, id DESC LIMIT 21");
    let steps = plan_of(c, &sql).await.unwrap();
    assert!(steps[0].contains("customers_by_time") && !scans(&steps), "{}\n{steps:?}", sql.text());
}
