//! Crash test: the process is killed in the middle of orders, repeatedly; every acknowledged order is stored, none is partial,
//! stock and numbers are exact. The shop runs as a process of its own on SQLite that waits for the disk, as it does in
//! production.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use commerce::carts::{self, AddItem, ContactIn};
use commerce::orders;
use db::{Db, SqliteConfig, p};
use gateways::Blobs;
use kernel::{Actor, Env, Lang, OrderId, ProductId, StoreId, StoreScope};
use office::sample;
use platform::{App, stores};
use web::base::Settings;

const ROUNDS: usize = 6;
/// Concurrent shoppers.
const SHOPPERS: u64 = 24;
/// Initial stock of the product that sells out during the test.
const FEW: i64 = 60;
/// Initial stock of the product that does not.
const MANY: i64 = 1_000_000;

fn open(path: &Path) -> App {
    let settings = Settings { password_memory_kib: 64, ..Settings::default() };
    server::program::app(Db::sqlite(SqliteConfig::new(path)).unwrap(), Env::system(), Blobs::memory(), settings)
}

/// One shopper's checkout, from the first product to the order.
async fn buy(app: &App, scope: &StoreScope, shopper: u64, goods: &[ProductId], quantity: i64) -> Result<(OrderId, i64), String> {
    let text = |e: &dyn std::fmt::Display| e.to_string();
    let profile = stores::get_profile(app.db().conn(), scope).await.map_err(|e| text(&e))?;
    let (_, token) = carts::create(app, scope, Lang::Ar).await.map_err(|e| text(&e))?;
    let hash = web::caller::hash_token(&token);
    let find =
        async || carts::find(app.db().conn(), scope, &hash).await.map_err(|e| text(&e))?.ok_or_else(|| "no cart".to_owned());
    for product in goods {
        let add = AddItem { product: *product, variant: None, quantity, fields: Vec::new() };
        carts::add_item(app, scope, Lang::Ar, Some(&find().await?), add).await.map_err(|e| text(&e))?;
    }
    let contact =
        ContactIn { name: "متسوّق".into(), mobile: format!("05{:08}", 10_000_000 + shopper), email: String::new() };
    carts::set_contact(app, scope, &profile, &find().await?, contact).await.map_err(|e| text(&e))?;
    let cart = find().await?;
    let review = orders::review(app, scope, &profile, &cart).await.map_err(|e| text(&e))?;
    let offers =
        commerce::shipping::options(app.db().conn(), scope, &profile, None, review.parcel()).await.map_err(|e| text(&e))?;
    let pickup = offers.iter().find(|o| o.is_pickup()).ok_or("no pickup")?;
    carts::set_shipping_method(app, scope, &cart, pickup.id).await.map_err(|e| text(&e))?;
    let amount = review.totals.total;
    let sale = commerce::payments::PaymentSale { shipping: Some(pickup), mobile: None, country: &profile.country, amount };
    let ways = commerce::payments::options(app.db().conn(), scope, &sale).await.map_err(|e| text(&e))?;
    carts::set_payment_method(app, scope, &find().await?, ways.first().ok_or("no payment method")?.id, "")
        .await
        .map_err(|e| text(&e))?;
    // The scarce product is never reserved: a killed shopper's reservation would block the others until it expires.
    if goods.len() == 1 {
        carts::reservations::reserve(app, scope, &profile, &find().await?, &token).await.map_err(|e| text(&e))?;
    }
    let review = orders::review(app, scope, &profile, &find().await?).await.map_err(|e| text(&e))?;
    let placed = orders::place(app, scope, &profile, &token, review.expected()).await.map_err(|e| text(&e))?;
    Ok((placed.id, placed.number))
}

/// Main function of the process that is killed; prints `ACK id number` for every acknowledged order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the other test runs it as a process of its own"]
async fn order_load() {
    let Ok(path) = std::env::var("KILL_DATABASE") else { return };
    let number = |name: &str| std::env::var(name).unwrap().parse::<i64>().unwrap();
    let app = Arc::new(open(Path::new(&path)));
    let scope = StoreScope::new(StoreId::from_raw(number("KILL_STORE")), Actor::system());
    let (many, few) = (ProductId::from_raw(number("KILL_MANY")), ProductId::from_raw(number("KILL_FEW")));
    let turn = Arc::new(AtomicU64::new(0));
    for n in 0..SHOPPERS {
        let (app, scope, turn) = (app.clone(), scope.clone(), turn.clone());
        tokio::spawn(async move {
            loop {
                let goods = if turn.fetch_add(1, Ordering::Relaxed) % 3 == 0 { vec![many, few] } else { vec![many] };
                let Ok((id, number)) = buy(&app, &scope, n % 7, &goods, 1 + i64::try_from(n % 3).unwrap()).await else {
                    continue;
                };
                let mut out = std::io::stdout().lock();
                writeln!(out, "ACK {} {number}", id.raw()).unwrap();
                out.flush().unwrap();
            }
        });
    }
    // Runs until it is killed.
    std::future::pending::<()>().await;
}

/// Starts the load, kills it after some orders, and returns the acknowledged ones.
fn round(path: &Path, variables: &[(&str, i64)], orders: usize) -> Vec<(i64, i64)> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "order_load", "--ignored", "--nocapture"])
        .env("KILL_DATABASE", path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    for (name, value) in variables {
        command.env(name, value.to_string());
    }
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut acknowledged = Vec::new();
    let read = |line: &str| -> Option<(i64, i64)> {
        let mut words = line.split("ACK ").nth(1)?.split(' ');
        Some((words.next()?.parse().ok()?, words.next()?.trim().parse().ok()?))
    };
    while acknowledged.len() < orders {
        let line = lines.next().expect("the load ended by itself").unwrap();
        acknowledged.extend(read(&line));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // Lines written before the kill were acknowledged too; the last line may be cut.
    for line in lines.map_while(Result::ok) {
        acknowledged.extend(read(&line));
    }
    acknowledged
}

/// Invariants of the file, whenever the process was killed.
fn examine(c: &rusqlite::Connection, store: i64, acknowledged: &BTreeMap<i64, i64>) -> i64 {
    let one = |sql: &str| -> i64 { c.query_row(sql, [store], |r| r.get(0)).unwrap_or_else(|e| panic!("{sql}: {e}")) };
    let none = |label: &str, sql: &str| assert_eq!(one(sql), 0, "{label}");
    assert_eq!(c.query_row("PRAGMA integrity_check", [], |r| r.get::<_, String>(0)).unwrap(), "ok");
    assert_eq!(c.prepare("PRAGMA foreign_key_check").unwrap().query_map([], |_| Ok(())).unwrap().count(), 0);

    let mut stored: BTreeMap<i64, i64> = BTreeMap::new();
    let mut st = c.prepare("SELECT id, number FROM orders WHERE store_id = ?1").unwrap();
    for row in st.query_map([store], |r| Ok((r.get(0)?, r.get(1)?))).unwrap() {
        let (id, number) = row.unwrap();
        stored.insert(id, number);
    }
    for (id, number) in acknowledged {
        assert_eq!(stored.get(id), Some(number), "order {number} was acknowledged and is lost");
    }
    let orders = i64::try_from(stored.len()).unwrap();
    let numbers: Vec<i64> = {
        let mut n: Vec<i64> = stored.values().copied().collect();
        n.sort_unstable();
        n
    };
    assert_eq!(numbers, (numbers[0]..numbers[0] + orders).collect::<Vec<_>>(), "order numbers have a gap");
    assert_eq!(one("SELECT next_order_number FROM store_counters WHERE store_id = ?1"), numbers[0] + orders);
    assert_eq!(
        one("SELECT COUNT(*) FROM journal WHERE store_id = ?1"),
        one("SELECT MAX(seq) FROM journal WHERE store_id = ?1"),
        "the journal has a gap"
    );
    assert_eq!(
        one("SELECT journal_seq FROM store_counters WHERE store_id = ?1"),
        one("SELECT MAX(seq) FROM journal WHERE store_id = ?1")
    );

    none(
        "orders without all their lines",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND o.items_count <> \
         (SELECT COALESCE(SUM(i.quantity), 0) FROM order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id)",
    );
    none(
        "orders whose lines do not add up",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND o.subtotal <> \
         (SELECT SUM(i.line_total) FROM order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id)",
    );
    none(
        "orders without their journal entry",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND NOT EXISTS \
         (SELECT 1 FROM journal j WHERE j.store_id = o.store_id AND j.subject = 'order' AND j.subject_id = o.id AND j.seq = o.seq)",
    );
    none(
        "orders whose cart is still open",
        "SELECT COUNT(*) FROM orders o JOIN carts k ON k.store_id = o.store_id AND k.id = o.cart_id \
         WHERE o.store_id = ?1 AND (k.order_id IS NULL OR k.order_id <> o.id)",
    );
    none(
        "carts that became an order which is not there",
        "SELECT COUNT(*) FROM carts k WHERE k.store_id = ?1 AND k.order_id IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM orders o WHERE o.store_id = k.store_id AND o.id = k.order_id)",
    );
    none(
        "customers whose counters are wrong",
        "SELECT COUNT(*) FROM customers u WHERE u.store_id = ?1 AND (u.orders_count <> \
         (SELECT COUNT(*) FROM orders o WHERE o.store_id = u.store_id AND o.customer_id = u.id) OR u.total_spent <> \
         (SELECT COALESCE(SUM(o.total), 0) FROM orders o WHERE o.store_id = u.store_id AND o.customer_id = u.id))",
    );
    none(
        "what is held is what open carts hold, whenever the process died",
        "SELECT COUNT(*) FROM products g WHERE g.store_id = ?1 AND g.reserved <> (SELECT COALESCE(SUM(i.held), 0) FROM carts k \
         JOIN cart_items i ON i.store_id = k.store_id AND i.cart_id = k.id \
         WHERE k.store_id = g.store_id AND k.order_id IS NULL AND k.held_until IS NOT NULL AND i.product_id = g.id)",
    );
    none(
        "every piece of an order has its movement",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND o.items_count <> \
         (SELECT COALESCE(-SUM(m.delta), 0) FROM stock_movements m WHERE m.store_id = o.store_id AND m.order_id = o.id AND m.order_number = o.number)",
    );
    assert_eq!(one("SELECT n FROM status_counts WHERE store_id = ?1 AND subject = 'order' AND status = 'PEND'"), orders);
    orders
}

fn stock(c: &rusqlite::Connection, store: i64, product: ProductId) -> (i64, i64) {
    let remaining =
        c.query_row("SELECT qty FROM products WHERE store_id = ?1 AND id = ?2", [store, product.raw()], |r| r.get(0)).unwrap();
    let sql = "SELECT COALESCE(SUM(quantity), 0) FROM order_items WHERE store_id = ?1 AND product_id = ?2";
    (remaining, c.query_row(sql, [store, product.raw()], |r| r.get(0)).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_acknowledged_orders_survive_kill_9_whole_and_exact() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.db");
    let (store, many, few) = {
        let app = open(&path);
        app.db().migrate().await.unwrap();
        let plan = sample::Plan { seed: 3, stores: 1, products: 40, orders: 0, days: 1, has_demo: false, has_pictures: false };
        let store = sample::run(&app, &plan, |_| {}).await.unwrap().remove(0).id;
        let sql = "SELECT id FROM products WHERE store_id = ?1 AND product_type = 'basic' AND dynamic_fields = '[]' ORDER BY id LIMIT 2";
        let goods: Vec<ProductId> = app.db().conn().all(sql, p![store]).await.unwrap();
        let (many, few) = (goods[0], goods[1]);
        for (product, qty) in [(many, MANY), (few, FEW)] {
            let sql = "UPDATE products SET has_unlimited_qty = FALSE, qty = ?3, stock = ?3, min_qty = NULL, max_qty = NULL, is_active = TRUE, is_published = TRUE \
                       WHERE store_id = ?1 AND id = ?2";
            app.db().tx(async move |c| c.exec(sql, p![store, product, qty]).await).await.unwrap();
        }
        (store.raw(), many, few)
    };
    let variables = [("KILL_STORE", store), ("KILL_MANY", many.raw()), ("KILL_FEW", few.raw())];
    let (mut acknowledged, mut before) = (BTreeMap::new(), 0);
    for n in 0..ROUNDS {
        // A random delay, so that the kill hits a different moment each time and on each machine.
        let delay_ms = usize::try_from(Env::system().random_u32() % 120).unwrap();
        let acks = round(&path, &variables, 40 + delay_ms);
        let in_this_round = acks.len();
        acknowledged.extend(acks);
        let c = rusqlite::Connection::open(&path).unwrap();
        let orders = examine(&c, store, &acknowledged);
        assert!(orders > before, "round {n} placed nothing");
        println!("round {n}: killed after {in_this_round} acknowledged orders, {orders} in the file");
        before = orders;
        for (product, all) in [(many, MANY), (few, FEW)] {
            let (remaining, sold) = stock(&c, store, product);
            assert_eq!(remaining + sold, all, "round {n}: {remaining} left and {sold} sold of {all}");
            assert!(remaining >= 0);
        }
    }
    assert_eq!(stock(&rusqlite::Connection::open(&path).unwrap(), store, few).0, 0, "the last piece was sold, and not once more");
}
