//! A new key for all secrets: while they are used, and when it dies half-way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use db::{Error, p};
use kernel::Env;
use platform::secrets::{self, SecretKeys};
use testkit::TestDb;

use super::{API_KEY, OWNER, START, Vault, read, set, shipping, states, store, value};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_rotation_seals_everything_with_a_new_key_and_takes_the_old_one_out() {
    let vault = Vault::start().await;
    let neighbour = store(&vault.test.db, &vault.env, "neighbour").await;
    vault.fill(120).await;
    set(&vault.test.db, &vault.env, &vault.keys, &neighbour, OWNER, "api_key", API_KEY).await.unwrap();
    let (old, before) = (vault.ids_in_file(), states(&vault, &vault.keys, shipping(1)).await);
    vault.env.advance(60_000);
    let rotation = secrets::rotate(&vault.test.db, &vault.env, &vault.other_process()).await.unwrap();
    assert_eq!((rotation.resealed, rotation.without_key, rotation.tampered), (121, 0, 0));
    assert_eq!((rotation.unused_keys, rotation.used_keys), (old.clone(), Vec::new()));
    assert_eq!(vault.ids_in_file(), std::slice::from_ref(&rotation.key_id));
    assert!(!old.contains(&rotation.key_id));
    let by_key: Vec<(String, i64)> =
        vault.test.db.conn().all("SELECT key_id, COUNT(*) FROM secrets GROUP BY key_id", p![]).await.unwrap();
    assert_eq!(by_key, [(rotation.key_id, 121)]);
    // A program that was running reads the file when it meets the new key, and seals with that from then on.
    vault.assert_filled(&vault.keys, 120).await;
    assert_eq!(states(&vault, &vault.keys, shipping(1)).await, before, "what is told of a secret stays");
    assert_eq!(value(read(&vault.test.db, &vault.other_process(), &neighbour, OWNER, "api_key").await.as_ref()), Some(API_KEY));
    vault.set(OWNER, "api_key", API_KEY).await;
    assert_eq!(value(read(&vault.test.db, &vault.other_process(), &vault.scope, OWNER, "api_key").await.as_ref()), Some(API_KEY));
    // Once more is another key and changes nothing else.
    let again = secrets::rotate(&vault.test.db, &vault.env, &vault.keys).await.unwrap();
    assert_eq!((again.resealed, vault.ids_in_file().len()), (122, 1));
    vault.assert_filled(&vault.other_process(), 120).await;
}

/// A program that has not opened anything since the rotation seals with the key that is in the file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_nothing_is_sealed_with_a_key_that_was_taken_out() {
    let vault = Vault::start().await;
    vault.fill(1).await;
    secrets::rotate(&vault.test.db, &vault.env, &vault.other_process()).await.unwrap();
    vault.set(OWNER, "api_key", API_KEY).await;
    let opened = read(&vault.test.db, &vault.other_process(), &vault.scope, OWNER, "api_key").await;
    assert_eq!(value(opened.as_ref()), Some(API_KEY), "{opened:?}");
}

/// Dies at each of its statements, one later each time; every value opens in between, and the last attempt finishes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_rotation_that_dies_anywhere_loses_nothing_and_finishes_when_it_is_repeated() {
    const OWNERS: i64 = 55;
    let vault = Vault::start().await;
    vault.fill(OWNERS).await;
    // One that no key opens and one that is damaged are left alone throughout.
    set(&vault.test.db, &vault.env, &SecretKeys::generate(&vault.env), &vault.scope, OWNER, "lost", API_KEY).await.unwrap();
    vault.set(OWNER, "tampered", API_KEY).await;
    let store = vault.scope.store();
    let damage = async move |c: db::Conn<'_>| {
        c.exec("UPDATE secrets SET sealed = 'AQ==' WHERE store_id = ?1 AND field = 'tampered'", p![store]).await
    };
    vault.test.db.tx(damage).await.unwrap();
    let original = vault.ids_in_file();

    let dies_at = Arc::new(AtomicI64::new(-1));
    let counter = dies_at.clone();
    // Counts down over all transactions; the statement at which it comes to zero fails.
    let hook = move |_: &db::Statement<'_>| match counter.load(Ordering::SeqCst) {
        -1 => Ok(()),
        left => {
            counter.store(left - 1, Ordering::SeqCst);
            if left == 0 { Err(Error::Gone) } else { Ok(()) }
        }
    };
    vault.test.db.watch(Some(Arc::new(move |s| hook(s))));
    let rotate = async || secrets::rotate(&vault.test.db, &vault.env, &vault.other_process()).await;
    // All rows, and then the questions which keys are in use.
    for n in 0..OWNERS + 15 {
        dies_at.store(n, Ordering::SeqCst);
        let ended = rotate().await;
        dies_at.store(-1, Ordering::SeqCst);
        assert!(matches!(ended, Err(Error::Gone)), "at statement {n}: {ended:?}");
        vault.assert_filled(&vault.other_process(), OWNERS).await;
        vault.assert_filled(&vault.keys, OWNERS).await;
    }
    let rotation = rotate().await.unwrap();
    vault.assert_filled(&vault.other_process(), OWNERS).await;
    assert_eq!((rotation.without_key, rotation.tampered), (1, 1));
    assert_eq!(rotation.used_keys, original, "a damaged value names the first key");
    assert_eq!(vault.ids_in_file(), [vec![rotation.key_id], original].concat());
}

/// Values are set by a running program while another process rotates, several times.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn py_02_values_that_are_set_during_a_rotation_are_neither_lost_nor_overwritten() {
    let vault = Arc::new(Vault::start().await);
    vault.fill(60).await;
    let is_over = Arc::new(AtomicBool::new(false));
    let setters: Vec<_> = (1..=3)
        .map(|n| {
            let (vault, is_over) = (vault.clone(), is_over.clone());
            tokio::spawn(async move {
                let (mut count, mut last) = (0, String::new());
                while !is_over.load(Ordering::SeqCst) || count < 10 {
                    last = format!("value {count} of setter {n}");
                    vault.set(shipping(n), "api_key", &last).await;
                    let opened = read(&vault.test.db, &vault.keys, &vault.scope, shipping(n), "api_key").await;
                    assert_eq!(value(opened.as_ref()), Some(last.as_str()));
                    count += 1;
                }
                last
            })
        })
        .collect();
    for _ in 0..8 {
        let rotation = secrets::rotate(&vault.test.db, &vault.env, &vault.other_process()).await.unwrap();
        assert_eq!((rotation.without_key, rotation.tampered), (0, 0));
    }
    is_over.store(true, Ordering::SeqCst);
    for (n, setter) in (1..).zip(setters) {
        let last = setter.await.unwrap();
        let opened = read(&vault.test.db, &vault.other_process(), &vault.scope, shipping(n), "api_key").await;
        assert_eq!(value(opened.as_ref()), Some(last.as_str()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_keys_of_the_environment_are_rotated_to_the_first_one() {
    use base64::Engine as _;
    let (test, env) = (TestDb::fresh().await, Env::fake(START));
    let scope = store(&test.db, &env, "vault").await;
    let key = |n: u8| base64::engine::general_purpose::STANDARD.encode([n; 32]);
    let keys = |texts: &[String]| SecretKeys::parse(&texts.join(",").into()).unwrap();
    set(&test.db, &env, &keys(&[key(1)]), &scope, OWNER, "api_key", API_KEY).await.unwrap();
    let both = keys(&[key(2), key(1), key(3)]);
    assert_eq!(value(read(&test.db, &both, &scope, OWNER, "api_key").await.as_ref()), Some(API_KEY));
    let rotation = secrets::rotate(&test.db, &env, &both).await.unwrap();
    assert_eq!((rotation.resealed, rotation.unused_keys.len(), rotation.used_keys.len()), (1, 2, 0));
    assert_eq!(value(read(&test.db, &keys(&[key(2)]), &scope, OWNER, "api_key").await.as_ref()), Some(API_KEY));
    assert_eq!(secrets::rotate(&test.db, &env, &both).await.unwrap().resealed, 0, "once more changes nothing");
    assert!(secrets::rotate(&test.db, &env, &SecretKeys::default()).await.is_err());
}
