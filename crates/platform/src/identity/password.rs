//! Argon2id password hashing, outside of the async worker threads.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use web::{ApiError, ApiResult, Base};

use super::model::Password;

/// Concurrent hashes of this process: each takes 19 MiB, so a burst of sign-ins must not exhaust the memory.
static SLOTS: Semaphore = Semaphore::const_new(8);
/// A request that waits longer than this for a slot gets 503.
const SLOT_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(5);

async fn in_slot<T: Send + 'static>(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> ApiResult<T> {
    let slot = tokio::time::timeout(SLOT_TIMEOUT, SLOTS.acquire()).await.map_err(|_| ApiError::busy())?;
    let slot = slot.map_err(|e| ApiError::internal(&e))?;
    let result = tokio::task::spawn_blocking(work).await.map_err(|e| ApiError::internal(&e))?;
    drop(slot);
    result.map_err(|e| ApiError::internal(&e))
}

fn argon2(memory_kib: u32) -> Result<Argon2<'static>, String> {
    let params = Params::new(memory_kib, 2, 1, None).map_err(|e| e.to_string())?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// The PHC string of a password: Argon2id, the configured memory, two passes, one lane.
///
/// # Errors
/// 503 when too many hashes run.
pub async fn hash(base: &Base, password: &Password) -> ApiResult<String> {
    let (memory, salt, Password(text)) = (base.settings.password_memory_kib, base.env.random_bytes::<16>(), password.clone());
    in_slot(move || {
        let hash: argon2::password_hash::phc::PasswordHash =
            argon2(memory)?.hash_password_with_salt(text.as_bytes(), &salt).map_err(|e| e.to_string())?;
        Ok(hash.to_string())
    })
    .await
}

/// The hash that the password matches. Without any hash a dummy one is computed, so that an unknown account takes as long as a
/// wrong password (no timing oracle).
///
/// # Errors
/// 503 when too many hashes run.
pub async fn find_match(base: &Base, password: &Password, hashes: Vec<String>) -> ApiResult<Option<usize>> {
    if hashes.is_empty() {
        hash(base, password).await?;
        return Ok(None);
    }
    let (memory, Password(text)) = (base.settings.password_memory_kib, password.clone());
    in_slot(move || {
        let argon2 = argon2(memory)?;
        Ok(hashes.iter().position(|h| PasswordHash::new(h).is_ok_and(|h| argon2.verify_password(text.as_bytes(), &h).is_ok())))
    })
    .await
}
