//! Secrets at rest (PY-02, decisions §8): sealed, bound to their row, and lost without harm.

mod rotation;

use std::path::Path;

use db::{Db, Error, p};
use kernel::{Actor, CourierAccountId, Env, Millis, PaymentMethodId, StoreScope};
use platform::secrets::{self, KeyFile, Opened, Owner, SecretCounts, SecretKeys, SecretState};
use testkit::{TestDb, TestShop};

const API_KEY: &str = "sk_live_9f3b2c1d7e";
const START: Millis = Millis(1_800_000_000_000);
const OWNER: Owner = Owner::payment_method(PaymentMethodId::from_raw(7));

/// A store without anything else, and whose calls act in it.
async fn store(db: &Db, env: &Env, slug: &str) -> StoreScope {
    let scope = StoreScope::new(env.id(), Actor::system());
    let new = platform::stores::NewStore {
        slug: slug.to_owned(),
        name: "متجر".into(),
        country: "SA".into(),
        currency: kernel::Currency::parse("SAR").unwrap(),
        is_demo: false,
    };
    let (env, inner) = (env.clone(), scope.clone());
    db.tx(async move |c| platform::stores::insert_store(c, &inner, env.now(), &new).await).await.unwrap();
    scope
}

/// A database with the keys of a file.
struct Vault {
    test: TestDb,
    env: Env,
    folder: tempfile::TempDir,
    keys: SecretKeys,
    scope: StoreScope,
}

impl Vault {
    async fn start() -> Self {
        let (test, env, folder) = (TestDb::fresh().await, Env::fake(START), tempfile::tempdir().unwrap());
        let scope = store(&test.db, &env, "vault").await;
        let (keys, is_new) = SecretKeys::open_file(KeyFile::in_folder(folder.path()), &env).unwrap();
        assert!(is_new);
        Self { test, env, folder, keys, scope }
    }

    /// The keys as another process reads them.
    fn other_process(&self) -> SecretKeys {
        let (keys, is_new) = SecretKeys::open_file(KeyFile::in_folder(self.folder.path()), &self.env).unwrap();
        assert!(!is_new);
        keys
    }

    fn ids_in_file(&self) -> Vec<String> {
        let ring = KeyFile::in_folder(self.folder.path()).find().unwrap().unwrap();
        ring.ids().into_iter().map(str::to_owned).collect()
    }

    async fn set(&self, owner: Owner, field: &'static str, value: &str) {
        set(&self.test.db, &self.env, &self.keys, &self.scope, owner, field, value).await.unwrap();
    }

    /// Values of many owners: more than two batches of a rotation.
    async fn fill(&self, owners: i64) {
        for id in 1..=owners {
            self.set(shipping(id), "api_key", &format!("key of courier {id}")).await;
        }
    }

    /// Every value that `fill` set opens.
    async fn assert_filled(&self, keys: &SecretKeys, owners: i64) {
        for id in 1..=owners {
            let opened = read(&self.test.db, keys, &self.scope, shipping(id), "api_key").await;
            assert_eq!(value(opened.as_ref()), Some(format!("key of courier {id}").as_str()), "{opened:?}");
        }
    }
}

const fn shipping(id: i64) -> Owner {
    Owner::courier_account(CourierAccountId::from_raw(id))
}

async fn set(
    db: &Db,
    env: &Env,
    keys: &SecretKeys,
    scope: &StoreScope,
    owner: Owner,
    field: &'static str,
    value: &str,
) -> db::Result<()> {
    let (env, keys, scope, value) = (env.clone(), keys.clone(), scope.clone(), value.into());
    db.tx(async move |c| secrets::set(c, &env, &keys, &scope, owner, field, &value).await).await
}

async fn read(db: &Db, keys: &SecretKeys, scope: &StoreScope, owner: Owner, field: &str) -> Option<Opened> {
    secrets::open(db.conn(), keys, scope, owner).await.unwrap().remove(field)
}

fn value(opened: Option<&Opened>) -> Option<&str> {
    match opened {
        Some(Opened::Readable(value)) => Some(value.expose()),
        _ => None,
    }
}

async fn states(vault: &Vault, keys: &SecretKeys, owner: Owner) -> Vec<SecretState> {
    secrets::list_states(vault.test.db.conn(), keys, &vault.scope, owner).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_secret_is_set_replaced_told_and_deleted() {
    let vault = Vault::start().await;
    let (db, keys) = (&vault.test.db, &vault.keys);
    vault.set(OWNER, "api_key", API_KEY).await;
    vault.set(OWNER, "hmac", "short").await;
    vault.env.advance(60_000);
    let state = |field: &str, last_four: &str, set_at| {
        let (field, last_four) = (field.to_owned(), last_four.to_owned());
        SecretState { field, last_four, set_at, is_readable: true }
    };
    let first = vault.env.now().plus(-60_000);
    let before = db.statements();
    assert_eq!(states(&vault, keys, OWNER).await, [state("api_key", "1d7e", first), state("hmac", "", first)]);
    assert_eq!(db.statements() - before, 1);
    vault.set(OWNER, "api_key", "sk_live_another_one").await;
    assert_eq!(states(&vault, keys, OWNER).await[0], state("api_key", "_one", vault.env.now()));
    assert_eq!(value(read(db, keys, &vault.scope, OWNER, "api_key").await.as_ref()), Some("sk_live_another_one"));

    // Nobody else has it: neither another owner nor another store.
    let neighbour = store(db, &vault.env, "neighbour").await;
    let other_kind = shipping(7);
    assert!(secrets::open(db.conn(), keys, &vault.scope, other_kind).await.unwrap().is_empty());
    assert!(secrets::open(db.conn(), keys, &neighbour, OWNER).await.unwrap().is_empty());
    let delete = async |scope: &StoreScope, field| {
        let scope = scope.clone();
        db.tx(async move |c| secrets::delete(c, &scope, OWNER, field).await).await.unwrap()
    };
    assert!(!delete(&neighbour, "api_key").await);
    assert!(delete(&vault.scope, "api_key").await);
    assert!(!delete(&vault.scope, "api_key").await);
    assert_eq!(states(&vault, keys, OWNER).await.len(), 1);
    let scope = vault.scope.clone();
    assert_eq!(db.tx(async move |c| secrets::delete_all(c, &scope, OWNER).await).await.unwrap(), 1);
    assert!(states(&vault, keys, OWNER).await.is_empty());
}

/// A transaction that fails sets nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_secret_is_set_with_its_transaction_or_not_at_all() {
    let vault = Vault::start().await;
    let (env, keys, scope) = (vault.env.clone(), vault.keys.clone(), vault.scope.clone());
    let failed = vault.test.db.tx(async move |c| {
        secrets::set(c, &env, &keys, &scope, OWNER, "api_key", &API_KEY.into()).await?;
        Err::<(), _>(Error::NotFound)
    });
    assert!(failed.await.is_err());
    assert!(states(&vault, &vault.keys, OWNER).await.is_empty());
    let without = set(&vault.test.db, &vault.env, &SecretKeys::default(), &vault.scope, OWNER, "api_key", API_KEY).await;
    assert!(matches!(without, Err(Error::Setup(_))), "a program without keys keeps no secrets: {without:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_sealed_value_opens_in_its_own_row_alone() {
    let vault = Vault::start().await;
    let (db, keys) = (&vault.test.db, &vault.keys);
    let neighbour = store(db, &vault.env, "neighbour").await;
    vault.set(OWNER, "api_key", API_KEY).await;
    vault.set(OWNER, "hmac", "another secret").await;
    vault.set(shipping(7), "api_key", "of a courier").await;
    set(db, &vault.env, keys, &neighbour, OWNER, "api_key", "of a neighbour").await.unwrap();
    // Somebody who can write to the database puts a neighbour's sealed value into each of their own rows.
    let sealed = "SELECT sealed FROM secrets WHERE store_id = ?1 AND owner_kind = 'payment_method' AND field = 'api_key'";
    let sealed: String = db.conn().one(sealed, p![neighbour.store()]).await.unwrap();
    let own = vault.scope.store();
    db.tx(async move |c| c.exec("UPDATE secrets SET sealed = ?2 WHERE store_id = ?1", p![own, sealed]).await).await.unwrap();
    for (owner, field) in [(OWNER, "api_key"), (OWNER, "hmac"), (shipping(7), "api_key")] {
        let opened = read(db, keys, &vault.scope, owner, field).await;
        assert!(matches!(opened, Some(Opened::Tampered)), "{field}: {opened:?}");
        assert!(states(&vault, keys, owner).await.iter().all(|state| !state.is_readable));
    }
    assert_eq!(value(read(db, keys, &neighbour, OWNER, "api_key").await.as_ref()), Some("of a neighbour"));
    // Set again, it is as it was.
    vault.set(OWNER, "api_key", API_KEY).await;
    assert_eq!(value(read(db, keys, &vault.scope, OWNER, "api_key").await.as_ref()), Some(API_KEY));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_lost_key_asks_for_the_values_again_and_harms_nothing_else() {
    let vault = Vault::start().await;
    let db = &vault.test.db;
    vault.set(OWNER, "api_key", API_KEY).await;
    vault.set(OWNER, "hmac", "another secret").await;
    let lost = vault.ids_in_file();
    let new_keys = SecretKeys::generate(&vault.env);
    assert!(matches!(read(db, &new_keys, &vault.scope, OWNER, "api_key").await, Some(Opened::LostKey)));
    let shown = states(&vault, &new_keys, OWNER).await;
    assert_eq!((shown[0].last_four.as_str(), shown[0].is_readable), ("1d7e", false), "which one it was can still be told");
    let counts = secrets::count_all(db.conn(), &new_keys).await.unwrap();
    assert_eq!(counts, SecretCounts { all: 2, without_key: 2, missing_keys: lost });
    set(db, &vault.env, &new_keys, &vault.scope, OWNER, "api_key", "set again").await.unwrap();
    assert_eq!(value(read(db, &new_keys, &vault.scope, OWNER, "api_key").await.as_ref()), Some("set again"));
    assert!(matches!(read(db, &new_keys, &vault.scope, OWNER, "hmac").await, Some(Opened::LostKey)));
    // A rotation leaves what it cannot open: the key may be found.
    let rotation = secrets::rotate(db, &vault.env, &new_keys).await.unwrap();
    assert_eq!((rotation.resealed, rotation.without_key, rotation.tampered), (0, 1, 0));
    assert_eq!(value(read(db, &vault.keys, &vault.scope, OWNER, "hmac").await.as_ref()), Some("another secret"));
}

/// Whether any file below a folder holds the text.
fn holds(folder: &Path, text: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return holds(&path, text);
        }
        std::fs::read(&path).unwrap().windows(text.len()).any(|window| window == text.as_bytes())
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_neither_the_database_nor_a_backup_nor_an_export_holds_a_secret() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let scope = StoreScope::new(me.store, Actor::system());
    set(shop.app.db(), &shop.env, &shop.app.secret_keys, &scope, OWNER, "api_key", API_KEY).await.unwrap();
    let (sealed, key_id): (String, String) =
        shop.app.db().conn().one("SELECT sealed, key_id FROM secrets WHERE store_id = ?1", p![me.store]).await.unwrap();
    assert!(!sealed.contains(API_KEY));

    let folder = tempfile::tempdir().unwrap();
    server::export::export(&shop.app, &me.slug, &folder.path().join("store.tar")).await.unwrap();
    assert!(holds(folder.path(), &me.slug), "the export is there");
    for text in [API_KEY, sealed.as_str(), key_id.as_str(), "1d7e", "secrets.jsonl"] {
        assert!(!holds(folder.path(), text), "{text} is in the export");
    }
    if let Some(file) = shop.database().file() {
        shop.app.db().backup(&folder.path().join("rawaj.db")).unwrap();
        for place in [file.parent().unwrap(), folder.path()] {
            assert!(holds(place, &sealed) && !holds(place, API_KEY), "{}", place.display());
        }
    }
}

/// What visitors of the demo store set goes with its reset.
#[test]
fn py_02_secrets_go_with_a_reset_and_are_left_out_of_exports() {
    let table = office::tables().find(|table| table.name == "secrets").unwrap();
    assert_eq!((table.on_reset, table.has_store), (db::OnReset::Delete, true));
    assert!(table.left_out.is_some());
}
