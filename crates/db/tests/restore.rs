//! A restored copy: examined before, whole after, and the previous database is kept.

use std::path::Path;

use db::{Db, Restore, SqliteConfig, p};

const INSERT: &str = "INSERT INTO schedules (name, next_run_at) VALUES (?1, 1)";

async fn create(path: &Path, name: &'static str) {
    let db = Db::sqlite(SqliteConfig::new(path)).unwrap();
    db.migrate().await.unwrap();
    db.tx(async move |c| c.exec(INSERT, p![name]).await).await.unwrap();
}

/// The rows of a file, read on a connection of its own that is closed again.
fn names(path: &Path) -> Vec<String> {
    let c = rusqlite::Connection::open(path).unwrap();
    let mut st = c.prepare("SELECT name FROM schedules ORDER BY name").unwrap();
    st.query_map([], |r| r.get(0)).unwrap().map(Result::unwrap).collect()
}

/// A database written and closed, as a stopped program leaves it.
async fn closed(path: &Path, name: &'static str) {
    let dir = tempfile::tempdir().unwrap();
    create(&dir.path().join("open.db"), name).await;
    Db::sqlite(SqliteConfig::new(dir.path().join("open.db"))).unwrap().backup(path).unwrap();
}

#[tokio::test]
async fn a_copy_takes_the_live_files_place_and_the_one_before_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (live, copy) = (dir.path().join("live.db"), dir.path().join("copy.db"));
    closed(&live, "before").await;
    closed(&copy, "after").await;
    let restore = Restore::new(&live);
    assert_eq!(restore.put_in_place().unwrap(), None, "nothing waits");
    let waiting = restore.stage(&copy, "1").unwrap();
    assert_eq!((restore.waiting(), names(&live)), (Some(waiting), vec!["before".to_owned()]));
    let previous = restore.put_in_place().unwrap().unwrap();
    assert_eq!((names(&live), names(&previous), restore.waiting()), (vec!["after".to_owned()], vec!["before".to_owned()], None));
    assert_eq!(names(&copy), ["after"], "the copy itself stays");
    // Restored back within the same second: the kept database is neither overwritten nor lost.
    restore.stage(&previous, "1").unwrap();
    let other = restore.put_in_place().unwrap().unwrap();
    assert_ne!(other, previous);
    assert_eq!(
        (names(&live), names(&previous), names(&other)),
        (vec!["before".into()], vec!["before".into()], vec!["after".into()])
    );
}

#[tokio::test]
async fn the_last_of_several_copies_wins_and_a_folder_without_a_database_takes_one() {
    let dir = tempfile::tempdir().unwrap();
    let live = dir.path().join("live.db");
    for (stamp, name) in [("1", "first"), ("2", "second")] {
        let copy = dir.path().join(format!("copy{stamp}.db"));
        closed(&copy, name).await;
        Restore::new(&live).stage(&copy, stamp).unwrap();
    }
    assert_eq!(Restore::new(&live).put_in_place().unwrap(), None, "there was nothing to keep");
    assert_eq!((names(&live), Restore::new(&live).waiting()), (vec!["second".to_owned()], None));
}

/// Interrupted between the two renames, the next start finishes it.
#[tokio::test]
async fn a_restore_that_was_cut_off_in_the_middle_is_finished_by_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    let (live, copy) = (dir.path().join("live.db"), dir.path().join("copy.db"));
    closed(&live, "before").await;
    closed(&copy, "after").await;
    let restore = Restore::new(&live);
    restore.stage(&copy, "1").unwrap();
    std::fs::rename(&live, dir.path().join("before-restore-1.db")).unwrap();
    let previous = restore.put_in_place().unwrap().unwrap();
    assert_eq!((names(&live), names(&previous)), (vec!["after".to_owned()], vec!["before".to_owned()]));
}

#[tokio::test]
async fn what_is_no_whole_database_of_this_program_is_refused_and_nothing_is_left_behind() {
    let dir = tempfile::tempdir().unwrap();
    let live = dir.path().join("live.db");
    closed(&live, "before").await;
    let refused = |source: &Path| Restore::new(&live).stage(source, "1").unwrap_err().to_string();
    assert!(refused(&dir.path().join("nowhere.db")).contains("no such file"));
    let file = dir.path().join("bad.db");
    std::fs::write(&file, "these are words and no database, though there are enough of them to look like a page").unwrap();
    assert!(refused(&file).contains("not a database"));
    std::fs::remove_file(&file).unwrap();
    rusqlite::Connection::open(&file).unwrap().execute_batch("CREATE TABLE other (x BIGINT)").unwrap();
    assert!(refused(&file).contains("no database of this program"));
    std::fs::remove_file(&file).unwrap();
    closed(&file, "later").await;
    let newer = "INSERT INTO migrations (number, name, checksum) VALUES (9999, '9999_later', 'x')";
    rusqlite::Connection::open(&file).unwrap().execute_batch(newer).unwrap();
    assert!(refused(&file).contains("newer version"));
    std::fs::remove_file(&file).unwrap();
    closed(&file, "damaged").await;
    // A page in the middle is overwritten, as a bad disk does.
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
    assert!(refused(&file).contains("cannot be restored"));
    let remaining: Vec<String> =
        std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    assert!(remaining.iter().all(|name| !name.starts_with("restore-")), "{remaining:?}");
    assert_eq!(names(&live), ["before"]);
}

#[tokio::test]
async fn a_file_that_somebody_works_with_is_not_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let (live, copy) = (dir.path().join("live.db"), dir.path().join("copy.db"));
    closed(&copy, "after").await;
    let db = Db::sqlite(SqliteConfig::new(&live)).unwrap();
    db.migrate().await.unwrap();
    let reader = rusqlite::Connection::open(&live).unwrap();
    reader.execute_batch("BEGIN; SELECT * FROM schedules").unwrap();
    db.tx(async |c| c.exec(INSERT, p!["before"]).await).await.unwrap();
    Restore::new(&live).stage(&copy, "1").unwrap();
    assert!(Restore::new(&live).put_in_place().unwrap_err().to_string().contains("stop it first"));
    reader.execute_batch("COMMIT").unwrap();
    assert_eq!(names(&live), ["before"]);
}

/// Under steady writes a backup still ends, and is a snapshot of one moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_ends_and_is_of_one_moment() {
    let dir = tempfile::tempdir().unwrap();
    let db =
        Db::sqlite(SqliteConfig { durability: db::Durability::None, ..SqliteConfig::new(dir.path().join("live.db")) }).unwrap();
    db.migrate().await.unwrap();
    let (shutdown, stopped) = tokio::sync::watch::channel(false);
    let writers: Vec<_> = (0..4)
        .map(|w| {
            let (db, stopped) = (db.clone(), stopped.clone());
            tokio::spawn(async move {
                let mut n = 0i64;
                while !*stopped.borrow() {
                    n += 1;
                    // Two rows of one transaction: a copy holds both or none.
                    db.tx(async move |c| {
                        c.exec(INSERT, p![format!("{w}-{n}-a")]).await?;
                        c.exec(INSERT, p![format!("{w}-{n}-b")]).await
                    })
                    .await
                    .unwrap();
                }
            })
        })
        .collect();
    for round in 0..5 {
        let copy = dir.path().join(format!("copy{round}.db"));
        let (from, to) = (db.clone(), copy.clone());
        tokio::task::spawn_blocking(move || from.backup(&to)).await.unwrap().unwrap();
        let names = names(&copy);
        let (a, b): (Vec<_>, Vec<_>) = names.iter().partition(|n| n.ends_with("-a"));
        assert_eq!(a.len(), b.len());
    }
    shutdown.send(true).unwrap();
    for w in writers {
        w.await.unwrap();
    }
}
