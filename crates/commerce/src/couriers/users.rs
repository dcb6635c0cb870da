//! Who uses an account at a courier (dependency inversion): shipping methods are to the right of accounts.

use db::Conn;
use futures_util::future::BoxFuture;
use kernel::StoreScope;

use super::words::ShippingProvider;

/// Who uses couriers.
pub trait CourierUsers: Send + Sync {
    /// Whether something that shoppers are offered goes by this courier.
    fn is_used<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, provider: ShippingProvider) -> BoxFuture<'a, db::Result<bool>>;
}
