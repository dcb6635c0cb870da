//! `rawaj doctor`: what the program is configured to do, what it has, and what is wrong. It changes nothing.

use platform::secrets::SecretKeys;

use crate::config::Config;
use crate::health::DAMAGED;
use crate::program::StartError;

/// Prints the findings.
///
/// # Errors
/// When the database cannot be opened, is damaged, or was changed by a newer version.
pub async fn run(config: Config) -> Result<(), StartError> {
    println!("listen        {}", config.http.listen);
    println!("platform      {}://{}", config.http.scheme, config.http.platform_host);
    println!("data folder   {}", config.storage.data.display());
    println!("database      {}", if config.storage.database_url.is_some() { "PostgreSQL" } else { "SQLite, embedded" });
    println!("dev pages     {}", if config.http.is_dev { "on: /dev/outbox shows every message" } else { "off" });
    let keys = crate::secrets::describe_keys(&config);
    // Doctor changes nothing: a newer version must not migrate the tables under a running older one.
    let (db, _held) = crate::program::connect(&config).await.map_err(with_damage_advice)?;
    // What can still be read of a damaged database is printed; the integrity check below reports what is wrong with it.
    if let Err(error) = print_row_counts(&db, &keys).await {
        if matches!(error, db::Error::NewerSchema(_)) {
            return Err(error.into());
        }
        println!("unreadable    {error}");
    }
    let checked = db.check(db::Depth::Full, kernel::Env::system().now()).await.map_err(|e| with_damage_advice(e.into()))?;
    for note in &checked.notes {
        println!("note          {note}");
    }
    if checked.problems.is_empty() {
        println!("check         the database is whole");
        return Ok(());
    }
    for problem in &checked.problems {
        println!("damaged       {problem}");
    }
    Err(DAMAGED.into())
}

/// Adds advice to an engine error that means damage.
fn with_damage_advice(error: StartError) -> StartError {
    if error.downcast_ref::<db::Error>().is_some_and(db::Error::is_damage) {
        format!("{DAMAGED} ({error})").into()
    } else {
        error
    }
}

/// Prints row counts of the database.
async fn print_row_counts(db: &db::Db, keys: &SecretKeys) -> db::Result<()> {
    let schema = db.schema().await?;
    println!("schema        {} migrations applied, {} to apply", schema.applied, schema.missing);
    if schema.applied > 0 {
        println!("stores        {}", platform::stores::count_all(db.conn()).await?);
        println!("dead jobs     {}", jobs::count_all_dead(db.conn()).await?);
    }
    if schema.missing == 0 {
        crate::secrets::describe_secrets(db.conn(), keys).await?;
    }
    Ok(())
}
