//! A new key for all secrets, while the program runs (`rawaj secrets rotate`).
//!
//! With a key file: a new first key is written to it, every row is sealed anew, and keys that no row uses are taken out. With keys of
//! the environment: every row is sealed with the first, and the operator is told which keys can go.
//!
//! Invariants: a key is in the file before a row is sealed with it, and as long as one is. So a rotation that ended anywhere loses
//! nothing, and one that begins again finishes: it makes another key, and takes out what the one before left.

use std::sync::Arc;

use db::{Conn, Db, Result};
use kernel::{Env, SecretText};

use super::cipher::{self, Place, Sealed};
use super::key_file::{KeyFile, KeyFileLock};
use super::key_ring::{KeyError, KeyRing};
use super::keys::SecretKeys;
use super::model::Opened;
use super::store::{self, RowPosition, StoredSecret};

/// Rows of one transaction.
const BATCH: usize = 50;
/// Passes over all rows: a second one finds what was set with an earlier key during the first.
const MOST_PASSES: usize = 5;

/// What a rotation did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rotation {
    /// The id of the key that seals from now on.
    pub key_id: String,
    /// Values that were sealed anew.
    pub resealed: u64,
    /// Values whose key is missing; they are as they were, and must be set again.
    pub without_key: u64,
    /// Values that are not what was sealed; the same.
    pub tampered: u64,
    /// Ids of keys that no row uses: taken out of the file; of the environment, to be taken out by the operator.
    pub unused_keys: Vec<String>,
    /// Ids of earlier keys that rows still use.
    pub used_keys: Vec<String>,
}

/// Seals the secrets of all stores with a new key.
///
/// # Errors
/// Of the database; `Setup` when the program has no key, the key file cannot be written, or another rotation is running. What was done
/// until then stays, and a rotation that begins again finishes.
pub async fn rotate(db: &Db, env: &Env, keys: &SecretKeys) -> Result<Rotation> {
    let Some(file) = keys.file().cloned() else {
        let ring = keys.ring();
        let rotation = reseal(db, env, &ring).await?;
        return Ok(sort_keys(rotation, &ring, &ids_in_use(db.conn(), &ring).await?));
    };
    let lock = Arc::new(file.lock()?);
    let ring = file.read()?.with_new_first(env);
    file.replace(&lock, &ring)?;
    let rotation = reseal(db, env, &ring).await?;
    let used = remove_unused_keys(db, file, lock.clone(), &ring).await;
    lock.release();
    keys.read_again()?;
    Ok(sort_keys(rotation, &ring, &used?))
}

/// The ids of the keys that sealed a row.
async fn ids_in_use(c: Conn<'_>, ring: &KeyRing) -> Result<Vec<String>> {
    let mut used = Vec::new();
    for id in ring.ids() {
        if store::exists_of_key(c, id).await? {
            used.push(id.to_owned());
        }
    }
    Ok(used)
}

fn sort_keys(rotation: Rotation, ring: &KeyRing, used: &[String]) -> Rotation {
    let earlier = ring.ids().into_iter().skip(1).map(str::to_owned);
    let (used_keys, unused_keys) = earlier.partition(|id| used.contains(id));
    Rotation { unused_keys, used_keys, ..rotation }
}

/// Takes keys out of the file that no row uses; the ids of those in use.
async fn remove_unused_keys(db: &Db, file: KeyFile, lock: Arc<KeyFileLock>, ring: &KeyRing) -> Result<Vec<String>> {
    let ring = ring.clone();
    db.tx(async move |c| {
        // Nobody seals while the rows are counted and the file is replaced. The file is no part of the transaction: however
        // that ends, and however often it runs, a key goes only while no row uses it, and nobody seals with it afterwards.
        store::lock_keys_alone(c).await?;
        let used = ids_in_use(c, &ring).await?;
        file.replace(&lock, &ring.retain(&used))?;
        Ok(used)
    })
    .await
}

/// Seals every row with the first key of the ring.
async fn reseal(db: &Db, env: &Env, ring: &KeyRing) -> Result<Rotation> {
    let key_id = ring.first().ok_or(KeyError::Absent)?.id().to_owned();
    let mut rotation = Rotation { key_id, ..Rotation::default() };
    for _ in 0..MOST_PASSES {
        let pass = reseal_once(db, env, ring, &rotation.key_id).await?;
        rotation.resealed += pass.resealed;
        (rotation.without_key, rotation.tampered) = (pass.without_key, pass.tampered);
        if pass.resealed == 0 && pass.changed == 0 {
            break;
        }
    }
    Ok(rotation)
}

/// Counts of one pass over all rows.
#[derive(Default)]
struct Pass {
    resealed: u64,
    without_key: u64,
    tampered: u64,
    /// Set or deleted between reading and writing.
    changed: u64,
}

async fn reseal_once(db: &Db, env: &Env, ring: &KeyRing, key_id: &str) -> Result<Pass> {
    let (mut pass, mut after) = (Pass::default(), RowPosition::default());
    loop {
        let rows = store::list_of_other_keys(db.conn(), key_id, &after, i64::try_from(BATCH).unwrap_or(i64::MAX)).await?;
        let is_last = rows.len() < BATCH;
        let Some(last) = rows.last() else { break };
        let StoredSecret { store, owner_kind, owner_id, field, .. } = last;
        after = RowPosition { store: store.raw(), owner_kind: owner_kind.clone(), owner_id: *owner_id, field: field.clone() };
        let mut batch: Vec<(StoredSecret, Sealed)> = Vec::with_capacity(rows.len());
        for row in rows {
            match open_row(ring, &row) {
                Opened::Readable(value) => {
                    let sealed = seal_row(ring, env, &row, &value)?;
                    batch.push((row, sealed));
                }
                Opened::LostKey => pass.without_key += 1,
                Opened::Tampered => pass.tampered += 1,
            }
        }
        let size = batch.len() as u64;
        let written = if batch.is_empty() { 0 } else { write(db, batch).await? };
        pass.resealed += written;
        pass.changed += size - written;
        if is_last {
            break;
        }
    }
    Ok(pass)
}

fn place(row: &StoredSecret) -> Place<'_> {
    Place { store: row.store, owner_kind: &row.owner_kind, owner_id: row.owner_id, field: &row.field }
}

fn open_row(ring: &KeyRing, row: &StoredSecret) -> Opened {
    let sealed = Sealed { key_id: row.key_id.clone(), text: row.text.clone() };
    cipher::open(ring, place(row), &sealed)
}

fn seal_row(ring: &KeyRing, env: &Env, row: &StoredSecret, value: &SecretText) -> Result<Sealed> {
    Ok(cipher::seal(ring, env, place(row), value)?)
}

/// Writes rows that were sealed anew; how many of them had not changed meanwhile.
async fn write(db: &Db, batch: Vec<(StoredSecret, Sealed)>) -> Result<u64> {
    db.tx(async move |c| {
        let mut written = 0;
        for (row, sealed) in &batch {
            written += u64::from(store::update_if_unchanged(c, row, sealed).await?);
        }
        Ok(written)
    })
    .await
}
