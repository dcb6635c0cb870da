//! Every statement of the bank accounts.

use db::{Conn, Result, p};
use kernel::{BankAccountId, Millis, StoreScope};

use super::model::BankAccount;

/// The most accounts of a store.
pub(super) const MOST: usize = 20;

pub(super) async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<BankAccount>> {
    let sql = "SELECT id, bank_id, bank_name, beneficiary_name, account_number, iban, is_active, version FROM bank_accounts \
               WHERE store_id = ?1 ORDER BY id LIMIT 100";
    c.all(sql, p![scope.store()]).await
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: BankAccountId) -> Result<Option<BankAccount>> {
    let sql = "SELECT id, bank_id, bank_name, beneficiary_name, account_number, iban, is_active, version FROM bank_accounts \
               WHERE store_id = ?1 AND id = ?2";
    c.opt(sql, p![scope.store(), id]).await
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, a: &BankAccount, now: Millis) -> Result<()> {
    let sql = "INSERT INTO bank_accounts (store_id, id, bank_id, bank_name, beneficiary_name, account_number, iban, is_active, created_at, \
               updated_at, version) VALUES (?1, ?2, ?9, ?3, ?4, ?5, ?6, ?7, ?8, ?8, 1)";
    c.exec(sql, p![scope.store(), a.id, a.bank_name, a.beneficiary_name, a.account_number, a.iban, a.is_active, now, a.bank_id])
        .await?;
    Ok(())
}

/// Writes the row if it is still at `a.version`.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, a: &BankAccount, now: Millis) -> Result<bool> {
    let sql = "UPDATE bank_accounts SET bank_name = ?3, beneficiary_name = ?4, account_number = ?5, iban = ?6, is_active = ?7, \
               updated_at = ?8, bank_id = ?10, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND version = ?9";
    let args = p![
        scope.store(),
        a.id,
        a.bank_name,
        a.beneficiary_name,
        a.account_number,
        a.iban,
        a.is_active,
        now,
        a.version,
        a.bank_id
    ];
    Ok(c.exec(sql, args).await? == 1)
}

pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: BankAccountId) -> Result<bool> {
    Ok(c.exec("DELETE FROM bank_accounts WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await? == 1)
}
