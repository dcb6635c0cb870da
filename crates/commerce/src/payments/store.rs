//! Every statement on payment methods.

use db::{Conn, Record as _, Result, p};
use kernel::{Millis, PaymentMethodId, StoreId, StoreScope};

use super::model::PaymentMethod;

db::record! {
    PaymentMethod {
        id as key,
        provider as word,
        name as json,
        instructions as json,
        is_active,
        fixed_fees,
        ratio_fees,
        add_vat_to_payment_charges,
        disable_on_first_order,
        min_amount,
        max_amount,
        countries as json,
        // Set for all methods together.
        display_order as read,
        version as key,
    }
    fn method_values<'v>(method, scope: &StoreScope, now: Millis)
    // The statements below use these numbered parameters.
    keys { store_id = scope.store(), id = method.id, version = method.version }
    also { updated_at = now }
}

/// The methods of a store, in display order.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<PaymentMethod>> {
    let sql = db::sql!(
        "SELECT ",
        PaymentMethod::READ,
        " FROM payment_methods WHERE store_id = ?1 AND deleted_at IS NULL ORDER BY display_order, id LIMIT 100"
    );
    c.all(sql, p![scope.store()]).await
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> Result<Option<PaymentMethod>> {
    let sql =
        db::sql!("SELECT ", PaymentMethod::READ, " FROM payment_methods WHERE store_id = ?1 AND id = ?2 AND deleted_at IS NULL");
    c.opt(sql, p![scope.store(), id]).await
}

/// A deleted method that can still be restored.
pub(super) async fn find_deleted(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> Result<Option<PaymentMethod>> {
    let sql = db::sql!(
        "SELECT ",
        PaymentMethod::READ,
        " FROM payment_methods WHERE store_id = ?1 AND id = ?2 AND deleted_at IS NOT NULL"
    );
    c.opt(sql, p![scope.store(), id]).await
}

/// Inserts a method; `method.version` is 1.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, method: &PaymentMethod, now: Millis) -> Result<()> {
    let sql = db::sql!(
        "INSERT INTO payment_methods (",
        PaymentMethod::WRITTEN,
        ", created_at, display_order) VALUES (",
        PaymentMethod::PLACEHOLDERS,
        ", ?16, ?17)"
    );
    let values = method_values(method, scope, now);
    let mut params = values.params();
    params.extend_from_slice(p![now, method.display_order]);
    c.exec(sql, &params).await?;
    Ok(())
}

/// Writes the row if it is still at the version before; `method.version` is the new one.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, method: &PaymentMethod, now: Millis) -> Result<bool> {
    let sql = db::sql!(
        "UPDATE payment_methods SET ",
        PaymentMethod::SETS,
        ", version = ?3 WHERE store_id = ?1 AND id = ?2 AND version = ?3 - 1 AND deleted_at IS NULL"
    );
    Ok(c.exec(sql, &method_values(method, scope, now).params()).await? == 1)
}

/// Sets where a method stands. It is no change of the method itself: its version stays.
pub(super) async fn set_order(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId, display_order: i64) -> Result<()> {
    let sql = "UPDATE payment_methods SET display_order = ?3 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, display_order]).await?;
    Ok(())
}

/// Deletes or restores a method; false when nothing changed.
pub(super) async fn set_deleted(
    c: Conn<'_>,
    scope: &StoreScope,
    id: PaymentMethodId,
    at: Option<Millis>,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE payment_methods SET deleted_at = ?3, is_active = FALSE, updated_at = ?4, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND (deleted_at IS NULL) = ?5";
    Ok(c.exec(sql, p![scope.store(), id, at, now, at.is_some()]).await? == 1)
}

/// Methods of any store that were deleted before `before`, the oldest first.
pub(super) async fn list_deleted(c: Conn<'_>, before: Millis, most: i64) -> Result<Vec<(StoreId, PaymentMethodId)>> {
    let sql =
        "SELECT store_id, id FROM payment_methods WHERE deleted_at IS NOT NULL AND deleted_at < ?1 ORDER BY deleted_at LIMIT ?2";
    c.all(sql, p![before, most]).await
}

/// Deletes the row of a method that was deleted.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> Result<bool> {
    let sql = "DELETE FROM payment_methods WHERE store_id = ?1 AND id = ?2 AND deleted_at IS NOT NULL";
    Ok(c.exec(sql, p![scope.store(), id]).await? == 1)
}
