//! Every statement on accounts.

use db::{Conn, Json, Result, Row, p};
use kernel::{Millis, StoreScope};

use super::model::{Check, CourierAccount};
use super::words::ShippingProvider;

/// No store has more accounts than there are couriers.
const MOST: i64 = 50;

impl db::FromRow for CourierAccount {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (id, provider, Json(field_values), Json(pickup_locations)) = (row.get()?, row.get()?, row.get()?, row.get()?);
        let (set_at, version) = (row.get()?, row.get()?);
        let (checked_at, outcome, words): (Option<Millis>, _, _) = (row.get()?, row.get()?, row.get()?);
        let check = checked_at.zip(outcome).map(|(at, outcome)| Check { at, outcome, words });
        Ok(Self { id, provider, field_values, pickup_locations, set_at, version, check })
    }
}

macro_rules! columns {
    () => {
        "id, provider, field_values, pickup_locations, set_at, version, checked_at, outcome, words"
    };
}

/// The accounts of a store, in no order.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<CourierAccount>> {
    let sql = concat!("SELECT ", columns!(), " FROM courier_accounts WHERE store_id = ?1 LIMIT ?2");
    c.all(sql, p![scope.store(), MOST]).await
}

/// The account at a courier.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, provider: ShippingProvider) -> Result<Option<CourierAccount>> {
    let sql = concat!("SELECT ", columns!(), " FROM courier_accounts WHERE store_id = ?1 AND provider = ?2");
    c.opt(sql, p![scope.store(), provider.as_str()]).await
}
