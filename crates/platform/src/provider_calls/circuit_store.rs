//! Every statement on circuits.

use db::{Conn, Result, p};
use kernel::{Millis, StoreScope};

use super::circuit::Circuit;

/// The circuit of a provider; none where the last call reached it.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, provider: &str) -> Result<Option<Circuit>> {
    let sql = "SELECT failures, openings, open_until, trial_until FROM provider_circuits WHERE store_id = ?1 AND provider = ?2";
    c.opt(sql, p![scope.store(), provider]).await
}

/// As [`find`]; nobody else changes it until the transaction ends.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, provider: &str) -> Result<Option<Circuit>> {
    let sql = "SELECT failures, openings, open_until, trial_until FROM provider_circuits WHERE store_id = ?1 AND provider = ?2 \
               FOR NO KEY UPDATE";
    c.opt(sql, p![scope.store(), provider]).await
}

/// Makes a call the trial of a circuit; false where another call is it.
pub(super) async fn claim_trial(c: Conn<'_>, scope: &StoreScope, provider: &str, was: &Circuit, until: Millis) -> Result<bool> {
    let sql = "UPDATE provider_circuits SET trial_until = ?3 WHERE store_id = ?1 AND provider = ?2 \
               AND COALESCE(trial_until, 0) = ?4 AND COALESCE(open_until, 0) = ?5";
    let or_none = |at: Option<Millis>| at.unwrap_or(Millis(0));
    let params = p![scope.store(), provider, until, or_none(was.trial_until), or_none(was.open_until)];
    Ok(c.exec(sql, params).await? == 1)
}

/// Writes a circuit. Of two first failures at once both count.
pub(super) async fn upsert(c: Conn<'_>, scope: &StoreScope, provider: &str, circuit: &Circuit) -> Result<()> {
    let sql = "INSERT INTO provider_circuits (store_id, provider, failures, openings, open_until, trial_until) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
               ON CONFLICT (store_id, provider) DO UPDATE SET failures = CASE WHEN excluded.failures = 1 THEN provider_circuits.failures + 1 \
               ELSE excluded.failures END, openings = excluded.openings, open_until = excluded.open_until, trial_until = excluded.trial_until";
    let Circuit { failures, openings, open_until, trial_until } = circuit;
    c.exec(sql, p![scope.store(), provider, *failures, *openings, *open_until, *trial_until]).await?;
    Ok(())
}

/// Closes a circuit.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, provider: &str) -> Result<()> {
    c.exec("DELETE FROM provider_circuits WHERE store_id = ?1 AND provider = ?2", p![scope.store(), provider]).await?;
    Ok(())
}
