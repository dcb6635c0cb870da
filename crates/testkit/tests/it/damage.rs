//! F4: corruption of the database is detected while the program runs, and reported.

use std::os::unix::fs::FileExt as _;
use std::time::Duration;

use db::p;
use server::health::{CheckIntervals, keep_checking};
use testkit::TestShop;

/// Overwrites a page of the file, as a failing disk would: the first page of a table that the requests below do not read.
async fn damage(shop: &TestShop) -> bool {
    let Some(path) = shop.database().file() else { return false };
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'order_calls'";
    let page: i64 = shop.app.db().conn().one(sql, p![]).await.unwrap();
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.write_all_at(&[0xAA; 4096], u64::try_from(page - 1).unwrap() * 4096).unwrap();
    true
}

/// F4: the background integrity check finds the page; the metric and `/readyz` report it, with the detail only for trusted
/// callers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f4_a_corrupted_database_page_is_detected_at_run_time() {
    let token = "0123456789abcdef0123456789abcdef";
    let shop = TestShop::with_settings(|s| s.metrics_token = Some(token.into())).await;
    let metric = async || {
        let text = shop.call("GET", "/metrics").send().await.text();
        text.lines().find(|l| l.starts_with("db_check_ok ")).map(str::to_owned)
    };
    metric().await;
    let every = Duration::from_millis(20);
    let every = CheckIntervals { first: every, interval: every, retry_after_busy: every };
    let checking = tokio::spawn(keep_checking(shop.app.db().clone(), shop.env.clone(), every));
    let until = async |expected: &str| {
        let observed = async {
            while metric().await.as_deref() != Some(expected) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), observed).await.expect(expected);
    };
    until("db_check_ok 1").await;
    assert_eq!(shop.call("GET", "/readyz").send().await.text(), "ready");
    if !damage(&shop).await {
        // PostgreSQL verifies its own pages.
        checking.abort();
        return;
    }
    until("db_check_ok 0").await;

    let outside = || shop.call("GET", "/readyz").header("x-forwarded-for", "203.0.113.7");
    for call in [outside(), outside().token("wrong")] {
        let answer = call.send().await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "ready\ndatabase_damaged"));
    }
    for call in [outside().token(token), shop.call("GET", "/readyz")] {
        let reply = call.send().await;
        let text = reply.text();
        let line = text.strip_prefix("ready\ndatabase_damaged: ").unwrap_or_else(|| panic!("{text}"));
        for words in ["0 min ago", "order_calls", "rawaj doctor", "rawaj restore"] {
            assert!(line.contains(words), "{words}: {text}");
        }
    }
    // Undamaged pages are still served.
    assert_eq!(shop.call("GET", "/healthz").send().await.text(), "ok");
    checking.abort();
}
