//! Secrets of stores, sealed at rest (PY-02; decisions §8; docs/decisions/0084): what payment services and couriers ask a merchant
//! for. A record of a store (its `Owner`) has fields by name; a value is set, replaced and deleted in the caller's transaction, and
//! opened for a call to the service alone.
//!
//! Table: `secrets`. `cipher` seals and opens, `key_ring` holds keys, `key_file` the file they are in, `keys` those of the running
//! program, `rotate` seals everything anew.
//!
//! Invariants: a value is in memory as [`SecretText`] and in the database sealed, bound to its store, owner and field; what a person is
//! shown is a [`SecretState`]; a journal entry names the field alone. A value that no key opens breaks nothing: it is asked for
//! again. No value is committed that was sealed with a key which a rotation has taken out (`store::lock_keys_shared`).
//!
//! To add an owner: a constructor of [`Owner`].

mod cipher;
mod key_file;
mod key_ring;
mod keys;
mod model;
mod rotate;
mod store;
mod tables;

use std::collections::BTreeMap;

use db::{Conn, Result};
use kernel::{Env, SecretText, StoreScope};

use cipher::Place;
use store::FieldRow;

pub use key_file::KeyFile;
pub use key_ring::{KeyError, KeyRing};
pub use keys::SecretKeys;
pub use model::{Opened, Owner, SecretState};
pub use rotate::{Rotation, rotate};
pub use tables::TABLES;

/// Sets a field of an owner, in the caller's transaction: a value that was set before is replaced. An empty value is a value: to take
/// one back, [`delete`] it.
///
/// # Errors
/// Of the database; `Setup` when the program has no key, or its key file cannot be read.
pub async fn set(
    c: Conn<'_>,
    env: &Env,
    keys: &SecretKeys,
    scope: &StoreScope,
    owner: Owner,
    field: &'static str,
    value: &SecretText,
) -> Result<()> {
    store::lock_keys_shared(c).await?;
    let ring = keys.read_again()?;
    let sealed = cipher::seal(&ring, env, Place::new(scope.store(), owner, field), value)?;
    store::upsert(c, scope, owner, field, &sealed, &model::last_four(value), env.now()).await
}

/// Deletes a field of an owner, in the caller's transaction; false where it was not set.
///
/// # Errors
/// Of the database.
pub async fn delete(c: Conn<'_>, scope: &StoreScope, owner: Owner, field: &'static str) -> Result<bool> {
    store::delete(c, scope, owner, field).await
}

/// Deletes all fields of an owner that is deleted, in the caller's transaction; how many there were.
///
/// # Errors
/// Of the database.
pub async fn delete_all(c: Conn<'_>, scope: &StoreScope, owner: Owner) -> Result<u64> {
    store::delete_all(c, scope, owner).await
}

/// Opens the fields of an owner, for a call to its service: by name, those that are set. What cannot be opened is logged.
///
/// # Errors
/// Of the database.
pub async fn open(c: Conn<'_>, keys: &SecretKeys, scope: &StoreScope, owner: Owner) -> Result<BTreeMap<String, Opened>> {
    let opened = open_rows(c, keys, scope, owner).await?;
    for (FieldRow { field, sealed, .. }, opened) in &opened {
        let problem = match opened {
            Opened::Readable(_) => continue,
            Opened::LostKey => "no key opens it",
            Opened::Tampered => "it is not what was sealed",
        };
        tracing::error!(
            store.id = %scope.store(), owner.kind = owner.kind(), owner.id = owner.id(), field, key.id = sealed.key_id,
            "a secret cannot be used: {problem}; it must be set again"
        );
    }
    Ok(opened.into_iter().map(|(row, opened)| (row.field, opened)).collect())
}

/// What may be told of the fields of an owner that are set, by name, in one query.
///
/// # Errors
/// Of the database.
pub async fn list_states(c: Conn<'_>, keys: &SecretKeys, scope: &StoreScope, owner: Owner) -> Result<Vec<SecretState>> {
    let opened = open_rows(c, keys, scope, owner).await?;
    let states = opened.into_iter().map(|(row, opened)| {
        let FieldRow { field, sealed: _, last_four, set_at } = row;
        SecretState { field, last_four, set_at, is_readable: opened.is_readable() }
    });
    Ok(states.collect())
}

async fn open_rows(c: Conn<'_>, keys: &SecretKeys, scope: &StoreScope, owner: Owner) -> Result<Vec<(FieldRow, Opened)>> {
    let rows = store::list(c, scope, owner).await?;
    let ring = keys.ring_with(rows.iter().map(|row| row.sealed.key_id.as_str()));
    let open = |row: FieldRow| {
        let opened = cipher::open(&ring, Place::new(scope.store(), owner, &row.field), &row.sealed);
        (row, opened)
    };
    Ok(rows.into_iter().map(open).collect())
}

/// How many secrets all stores have, for the operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SecretCounts {
    /// All of them.
    pub all: i64,
    /// Those whose key is not among these.
    pub without_key: i64,
    /// The ids of the keys that are missing.
    pub missing_keys: Vec<String>,
}

/// Counts the secrets of all stores, and those that these keys do not open.
///
/// # Errors
/// Of the database.
pub async fn count_all(c: Conn<'_>, keys: &SecretKeys) -> Result<SecretCounts> {
    let by_key = store::count_by_key(c).await?;
    let ring = keys.ring_with(by_key.iter().map(|(id, _)| id.as_str()));
    let mut counts = SecretCounts::default();
    for (id, count) in by_key {
        counts.all += count;
        if ring.find(&id).is_none() {
            counts.without_key += count;
            counts.missing_keys.push(id);
        }
    }
    Ok(counts)
}
