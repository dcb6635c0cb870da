//! Names of the products, categories and coupons in rules.
//!
//! A stored rule has the names from when it was saved beside the ids. Readers get the current names; what no longer exists keeps
//! the saved name. Removed products and deleted coupons still have rows, and so have current names.

use std::collections::HashMap;

use db::{Conn, Result};
use kernel::{CategoryId, CouponId, ProductId, StoreScope, Texts};

use super::rules::{ANY, Field, Groups, Rule};
use crate::purchases::Purchases;

/// Current names, by field and value.
pub(super) struct Names(HashMap<(Field, String), Texts>);

/// Values of one kind per statement.
const CHUNK: usize = 500;

fn values<T: std::str::FromStr>(groups: &[&Groups], field: Field) -> Vec<T> {
    let rules = groups.iter().flat_map(|g| g.iter().flatten()).filter(|rule| rule.field == field);
    let mut all: Vec<&String> = rules.flat_map(|rule| &rule.values).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().filter_map(|v| v.trim().parse().ok()).collect()
}

/// Looks up the current names, by the kind of value.
pub(super) async fn resolve_names(
    c: Conn<'_>,
    scope: &StoreScope,
    purchases: &dyn Purchases,
    groups: &[&Groups],
) -> Result<Names> {
    let mut names = HashMap::new();
    for ids in values::<ProductId>(groups, Field::Product).chunks(CHUNK) {
        let rows = purchases.product_names(c, scope, ids).await?;
        names.extend(rows.into_iter().map(|(id, name)| ((Field::Product, id.to_string()), name)));
    }
    for ids in values::<CategoryId>(groups, Field::Category).chunks(CHUNK) {
        let rows = purchases.category_names(c, scope, ids).await?;
        names.extend(rows.into_iter().map(|(id, name)| ((Field::Category, id.to_string()), name)));
    }
    for ids in values::<CouponId>(groups, Field::Coupon).chunks(CHUNK) {
        let rows = purchases.coupon_codes(c, scope, ids).await?;
        names.extend(rows.into_iter().map(|(id, code)| ((Field::Coupon, id.to_string()), Texts::new(code, ""))));
    }
    Ok(Names(names))
}

/// The saved name of a rule's value.
fn kept_name<'a>(rule: &'a Rule, value: &str) -> Option<&'a Texts> {
    let at = rule.values.iter().position(|v| v == value)?;
    rule.names.get(at).filter(|name| !name.ar.is_empty() || !name.en.is_empty())
}

impl Names {
    /// Writes the current names into rules; where there is none, the saved one of the earlier rules.
    pub(super) fn write(&self, groups: &mut Groups, before: &Groups) {
        for rule in groups.iter_mut().flatten() {
            let name = |value: &String| {
                let today = self.0.get(&(rule.field, value.clone()));
                let was = || before.iter().flatten().filter(|r| r.field == rule.field).find_map(|r| kept_name(r, value));
                today.or_else(was).cloned().unwrap_or_default()
            };
            rule.names = if rule.field.is_bought() { rule.values.iter().map(name).collect() } else { Vec::new() };
        }
    }

    /// Whether the store has, or had, what the rule names.
    pub(super) fn has(&self, rule: &Rule, before: &Groups) -> bool {
        let is_known = |value: &String| {
            let value = value.trim();
            (rule.field == Field::Coupon && value == ANY)
                || self.0.contains_key(&(rule.field, value.to_owned()))
                || before.iter().flatten().any(|r| r.field == rule.field && kept_name(r, value).is_some())
        };
        rule.values.iter().all(is_known)
    }
}
