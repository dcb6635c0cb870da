//! Reads customers with their details, for the API.

use db::Conn;
use kernel::{Currency, CustomerId, StoreScope};
use web::{ApiError, ApiResult};

use super::model::Customer;
use super::store::{self, contacts, labels};
use super::wire::{CustomerDetail, CustomerRow};
use platform::{App, stores};

/// A customer with their details; `None` when there is no such customer.
///
/// # Errors
/// Database errors.
pub async fn find_detail(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    currency: Currency,
) -> db::Result<Option<CustomerDetail>> {
    let Some(customer) = store::find(c, scope, id).await? else { return Ok(None) };
    let tags = labels::list_tags_of(c, scope, &[id]).await?.into_iter().map(|(_, tag)| tag).collect();
    let groups = labels::list_groups_of(c, scope, id).await?;
    let consents = labels::list_consents(c, scope, id).await?;
    let further = contacts::list_contacts(c, scope, id).await?;
    Ok(Some(CustomerDetail::new(&customer, tags, groups, further, &consents, currency)))
}

/// As [`find_detail`], for an API answer.
pub(super) async fn detail(app: &App, scope: &StoreScope, id: CustomerId) -> ApiResult<CustomerDetail> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, scope).await?.currency;
    find_detail(c, scope, id, currency).await?.ok_or_else(ApiError::not_found)
}

pub(super) async fn rows(
    c: Conn<'_>,
    scope: &StoreScope,
    customers: Vec<Customer>,
    currency: Currency,
) -> db::Result<Vec<CustomerRow>> {
    let ids: Vec<CustomerId> = customers.iter().map(|c| c.id).collect();
    let tags = labels::list_tags_of(c, scope, &ids).await?;
    let of = |id: CustomerId| tags.iter().filter(|(owner, _)| *owner == id).map(|(_, tag)| tag.clone()).collect();
    Ok(customers.iter().map(|c| CustomerRow::new(c, of(c.id), currency)).collect())
}
