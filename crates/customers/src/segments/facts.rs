//! Reads the facts of one customer that rules refer to.

use std::collections::HashSet;

use db::{Conn, Result};
use kernel::fold::fold;
use kernel::{CustomerId, StoreScope};

use super::rules::Field;
use crate::filter::holds::CustomerFacts;
use crate::purchases::Purchases;
use crate::store::{self, labels};

/// A customer's facts; purchases only when one of the fields needs them. `None` when there is no such customer.
pub(super) async fn find_facts(
    c: Conn<'_>,
    scope: &StoreScope,
    purchases: &dyn Purchases,
    id: CustomerId,
    fields: &HashSet<Field>,
) -> Result<Option<CustomerFacts>> {
    let Some(customer) = store::find(c, scope, id).await? else { return Ok(None) };
    let tags = labels::list_tags_of(c, scope, &[id]).await?.into_iter().map(|(_, tag)| fold(&tag)).collect();
    let groups = labels::list_groups_of(c, scope, id).await?.into_iter().map(|g| g.id).collect();
    let consents = labels::list_consents(c, scope, id).await?;
    let agreed = consents.iter().filter(|s| s.is_granted).map(|s| s.channel).collect();
    let refused = purchases.count_refused(c, scope, id).await?;
    let cart_at = purchases.cart_touched_at(c, scope, id).await?;
    let (of_products, of_categories) = (fields.contains(&Field::Product), fields.contains(&Field::Category));
    let bought =
        if of_products || of_categories { purchases.list_bought(c, scope, id, of_categories).await? } else { Vec::new() };
    let used = if fields.contains(&Field::Coupon) { purchases.list_used(c, scope, id).await? } else { Vec::new() };
    Ok(Some(CustomerFacts { customer, tags, groups, agreed, refused, cart_at, bought, used }))
}
