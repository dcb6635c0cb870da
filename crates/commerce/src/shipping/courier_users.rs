//! Which couriers the store's methods go by, for accounts at couriers.

use db::Conn;
use futures_util::future::BoxFuture;
use kernel::StoreScope;

use super::store;
use crate::couriers::{CourierUsers, ShippingProvider};

/// The store's shipping methods.
pub struct StoredMethods;

impl CourierUsers for StoredMethods {
    fn is_used<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, provider: ShippingProvider) -> BoxFuture<'a, db::Result<bool>> {
        Box::pin(async move { Ok(store::list(c, scope).await?.iter().any(|m| m.is_active && m.provider == provider)) })
    }
}
