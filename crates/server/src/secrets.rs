//! The keys of secrets (docs/decisions/0084): from `RAWAJ_SECRET_KEY` or the data folder; what the start and `rawaj doctor` say of
//! them, never a key; and `rawaj secrets rotate`.

use db::Conn;
use kernel::Env;
use platform::App;
use platform::secrets::{self, KeyError, KeyFile, Rotation, SecretKeys};

use crate::config::{Config, Storage};

/// The keys of the program. Without keys of the environment those of the data folder, where the first start creates one.
///
/// # Errors
/// When the key file cannot be read or written, or holds what is no key.
pub(crate) fn open_keys(storage: &Storage, env: &Env) -> Result<SecretKeys, KeyError> {
    if let Some(keys) = &storage.secret_keys {
        return Ok(keys.clone());
    }
    let file = KeyFile::in_folder(&storage.data);
    let path = file.path().display().to_string();
    let (keys, is_new) = SecretKeys::open_file(file, env)?;
    match (is_new, storage.database_url.is_some()) {
        (false, _) => {}
        (true, false) => tracing::info!(path, "a key for secrets was made: keep a copy of it, which no backup has"),
        (true, true) => tracing::warn!(
            path,
            "a key for secrets was made in the data folder, which must stay; every process on this database needs the same one: set RAWAJ_SECRET_KEY"
        ),
    }
    Ok(keys)
}

/// Logs at the start that there are secrets which no key opens.
pub(crate) async fn report_missing_keys(app: &App) {
    match secrets::count_all(app.db().conn(), &app.secret_keys).await {
        Ok(counts) if counts.without_key > 0 => tracing::error!(
            count = counts.without_key,
            keys = counts.missing_keys.join(" "),
            "secrets are sealed with keys that this program does not have: put the key file back, or add these keys to RAWAJ_SECRET_KEY; \
             until then they must be set again"
        ),
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the secrets could not be counted"),
    }
}

/// Prints where the keys come from, for `rawaj doctor`; the keys, as far as they can be read. Nothing is created.
#[must_use]
pub(crate) fn describe_keys(config: &Config) -> SecretKeys {
    if let Some(keys) = &config.storage.secret_keys {
        println!("secret key    RAWAJ_SECRET_KEY");
        return keys.clone();
    }
    let file = KeyFile::in_folder(&config.storage.data);
    match file.find() {
        Ok(Some(ring)) => {
            println!("secret key    {}", file.path().display());
            SecretKeys::from_ring(ring)
        }
        Ok(None) => {
            println!("secret key    none yet: the next start makes {}", file.path().display());
            SecretKeys::default()
        }
        Err(error) => {
            println!("secret key    {error}");
            SecretKeys::default()
        }
    }
}

/// Prints how many secrets there are, for `rawaj doctor`.
///
/// # Errors
/// Of the database.
pub(crate) async fn describe_secrets(c: Conn<'_>, keys: &SecretKeys) -> db::Result<()> {
    let counts = secrets::count_all(c, keys).await?;
    if counts.without_key == 0 {
        println!("secrets       {}", counts.all);
    } else {
        let missing = counts.missing_keys.join(" ");
        println!(
            "secrets       {}, of which no key opens {} (missing: {missing}): put the keys back or set them again",
            counts.all, counts.without_key
        );
    }
    Ok(())
}

/// Seals every secret with a new key, or with the first one of the environment, and prints what was done.
///
/// # Errors
/// When the key file cannot be written, and of the database. A second run finishes what a failed one began.
pub async fn rotate(app: &App, storage: &Storage) -> db::Result<()> {
    let rotation = secrets::rotate(app.db(), app.env(), &app.secret_keys).await?;
    println!("{}", report(&rotation, storage));
    Ok(())
}

/// The lines that a rotation prints.
fn report(rotation: &Rotation, storage: &Storage) -> String {
    let Rotation { key_id, resealed, without_key, tampered, unused_keys, used_keys } = rotation;
    let mut lines = vec![format!("{resealed} secrets sealed anew with key {key_id}")];
    if *without_key > 0 {
        lines.push(format!("{without_key} secrets have a key that is not here: they are as they were, and must be set again"));
    }
    if *tampered > 0 {
        lines.push(format!("{tampered} secrets are not what was sealed: they are as they were, and must be set again"));
    }
    if !used_keys.is_empty() {
        lines.push(format!("still used by secrets: {}", used_keys.join(" ")));
    }
    let is_from_environment = storage.secret_keys.is_some();
    match (is_from_environment, unused_keys.is_empty()) {
        (true, true) => lines.push("nothing can be taken out of RAWAJ_SECRET_KEY".into()),
        (true, false) => lines.push(format!(
            "can be taken out of RAWAJ_SECRET_KEY once every process runs with {key_id} first: {}",
            unused_keys.join(" ")
        )),
        (false, true) => {}
        (false, false) => lines.push(format!("taken out of the key file: {}", unused_keys.join(" "))),
    }
    if !is_from_environment {
        let path = KeyFile::in_folder(&storage.data).path().display().to_string();
        lines.push(format!("keep a copy of {path}, which no backup has"));
        if storage.database_url.is_some() {
            lines.push("copy it to every other process on this database now: RAWAJ_SECRET_KEY is better for several".into());
        }
    }
    lines.join("\n")
}
