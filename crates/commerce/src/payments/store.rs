//! Every statement of the payments slice.

use db::{Conn, Json, Result, p, row};
use kernel::{Millis, PaymentMethodId, StoreScope, Texts};

use super::model::{PaymentMethod, PaymentProvider};

struct MethodRow {
    id: PaymentMethodId,
    provider: PaymentProvider,
    name: Json<Texts>,
    instructions: Json<Texts>,
    is_active: bool,
    fixed_fees: i64,
    ratio_fees: i64,
    add_vat_to_payment_charges: bool,
    disable_on_first_order: bool,
    display_order: i64,
    version: i64,
}
row!(MethodRow {
    id,
    provider,
    name,
    instructions,
    is_active,
    fixed_fees,
    ratio_fees,
    add_vat_to_payment_charges,
    disable_on_first_order,
    display_order,
    version
});

impl From<MethodRow> for PaymentMethod {
    fn from(row: MethodRow) -> Self {
        Self {
            id: row.id,
            provider: row.provider,
            name: row.name.0,
            instructions: row.instructions.0,
            is_active: row.is_active,
            fixed_fees: row.fixed_fees,
            ratio_fees: row.ratio_fees,
            add_vat_to_payment_charges: row.add_vat_to_payment_charges,
            disable_on_first_order: row.disable_on_first_order,
            display_order: row.display_order,
            version: row.version,
        }
    }
}

macro_rules! columns {
    () => {
        "id, provider, name, instructions, is_active, fixed_fees, ratio_fees, add_vat_to_payment_charges, disable_on_first_order, \
         display_order, version"
    };
}

pub(super) async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<PaymentMethod>> {
    let sql = concat!("SELECT ", columns!(), " FROM payment_methods WHERE store_id = ?1 ORDER BY display_order, id LIMIT 100");
    Ok(c.all::<MethodRow>(sql, p![scope.store()]).await?.into_iter().map(PaymentMethod::from).collect())
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> Result<Option<PaymentMethod>> {
    let sql = concat!("SELECT ", columns!(), " FROM payment_methods WHERE store_id = ?1 AND id = ?2");
    Ok(c.opt::<MethodRow>(sql, p![scope.store(), id]).await?.map(PaymentMethod::from))
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, m: &PaymentMethod, now: Millis) -> Result<()> {
    let sql = "INSERT INTO payment_methods (store_id, id, provider, name, instructions, is_active, fixed_fees, ratio_fees, \
               add_vat_to_payment_charges, disable_on_first_order, display_order, created_at, updated_at, version) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, 1)";
    c.exec(
        sql,
        p![
            scope.store(),
            m.id,
            m.provider.as_str(),
            Json(&m.name),
            Json(&m.instructions),
            m.is_active,
            m.fixed_fees,
            m.ratio_fees,
            m.add_vat_to_payment_charges,
            m.disable_on_first_order,
            m.display_order,
            now
        ],
    )
    .await?;
    Ok(())
}

/// Writes the row if it is still at `m.version`.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, m: &PaymentMethod, now: Millis) -> Result<bool> {
    let sql = "UPDATE payment_methods SET name = ?3, instructions = ?4, is_active = ?5, fixed_fees = ?6, ratio_fees = ?7, \
               add_vat_to_payment_charges = ?8, disable_on_first_order = ?9, updated_at = ?10, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?11";
    let n = c
        .exec(
            sql,
            p![
                scope.store(),
                m.id,
                Json(&m.name),
                Json(&m.instructions),
                m.is_active,
                m.fixed_fees,
                m.ratio_fees,
                m.add_vat_to_payment_charges,
                m.disable_on_first_order,
                now,
                m.version
            ],
        )
        .await?;
    Ok(n == 1)
}
