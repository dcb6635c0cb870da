//! The databases of the benchmark: seeded once for each size, kept, and copied for each run, so that every run begins with the
//! same rows.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::Failure;

/// The size of the data, over all stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Stores.
    pub stores: usize,
    /// Products.
    pub products: usize,
    /// Orders.
    pub orders: usize,
}

/// Stock of every product that shoppers order: no run sells it out.
const STOCK_QTY: i64 = 100_000_000;
/// Products that shoppers choose from.
const GOODS: i64 = 500;

impl Size {
    /// The folder of this size's database.
    fn folder(&self, root: &Path) -> PathBuf {
        root.join(format!("{}-stores-{}-products-{}-orders", self.stores, self.products, self.orders))
    }
}

/// The seeded database of a size, created when it is missing; with how long that took.
///
/// # Errors
/// When it cannot be created.
pub fn seeded(program: &Path, root: &Path, size: &Size) -> Result<(PathBuf, Option<Duration>), Failure> {
    let folder = size.folder(root);
    let file = folder.join("rawaj.db");
    if file.exists() {
        return Ok((file, None));
    }
    // Created elsewhere and moved when complete: an interrupted run leaves nothing that looks finished.
    let fresh = root.join("being-seeded");
    let _ = std::fs::remove_dir_all(&fresh);
    std::fs::create_dir_all(&fresh)?;
    let per = |n: usize| (n / size.stores.max(1)).to_string();
    let started = Instant::now();
    let status = Command::new(program)
        .args(["seed", "--days", "365", "--without-pictures", "--stores", &size.stores.to_string()])
        .args(["--products", &per(size.products), "--orders", &per(size.orders)])
        .env("RAWAJ_DATA", &fresh)
        .env("RUST_LOG", "error")
        .stdout(Stdio::null())
        .status()?;
    if !status.success() {
        return Err("seeding failed".into());
    }
    let elapsed = started.elapsed();
    let c = Connection::open(fresh.join("rawaj.db"))?;
    c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    drop(c);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::rename(&fresh, &folder)?;
    Ok((file, Some(elapsed)))
}

/// A fresh copy of the seeded database in a folder that a server may be started on.
///
/// # Errors
/// When it cannot be copied.
pub fn copy(seeded: &Path, root: &Path) -> Result<PathBuf, Failure> {
    let folder = root.join("run");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("rawaj.db");
    std::fs::copy(seeded, &file)?;
    raise_stock(&file)?;
    insert_abandoned_carts(&file)?;
    move_second_store(&file)?;
    Ok(file)
}

/// Makes the second store one of Egypt, whose couriers are called: sample stores are Saudi. Nothing where there is one store.
///
/// # Errors
/// Of SQLite.
pub fn move_second_store(file: &Path) -> Result<(), Failure> {
    let c = Connection::open(file)?;
    let sql =
        "UPDATE stores SET country = 'EG', currency = 'EGP' WHERE id = (SELECT id FROM stores ORDER BY id LIMIT 1 OFFSET 1)";
    c.execute(sql, [])?;
    c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(())
}

/// Abandoned carts of the first store: as many as its orders, at most this many.
const CARTS: i64 = 50_000;

/// Inserts abandoned carts at every step before the order, over the last 85 days: a seeded store has a handful.
///
/// # Errors
/// Of SQLite.
pub fn insert_abandoned_carts(file: &Path) -> Result<(), Failure> {
    let c = Connection::open(file)?;
    let sql = "INSERT INTO carts (store_id, id, token_hash, step, language, contact, address, note, items_count, amount, created_at, active_at, version, mobile) \
               SELECT o.store_id, o.id, 'left-' || o.id, CASE o.number % 5 WHEN 0 THEN 'products' WHEN 1 THEN 'contact' WHEN 2 THEN 'shipping_address' \
               WHEN 3 THEN 'shipping_method' ELSE 'payment' END, 'ar', CASE o.number % 5 WHEN 0 THEN 'null' ELSE \
               json_object('name', o.sender_name, 'mobile', o.mobile, 'email', NULL) END, 'null', '', o.items_count, o.subtotal, o.left_at, o.left_at, 1, \
               CASE o.number % 5 WHEN 0 THEN NULL ELSE o.mobile END \
               FROM (SELECT n.*, m.newest - 7200000 - (n.number % 2040) * 3600000 - n.number AS left_at FROM orders n, \
               (SELECT MAX(created_at) AS newest FROM orders WHERE store_id = (SELECT MIN(id) FROM stores)) m \
               WHERE n.store_id = (SELECT MIN(id) FROM stores) ORDER BY n.id LIMIT ?1) o";
    c.execute(sql, [CARTS])?;
    c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(())
}

/// Products of the first store that can be put into a cart without choices: basic, for sale, without questions.
const FOR_SALE: &str = "SELECT id FROM products WHERE store_id = (SELECT MIN(id) FROM stores) AND product_type = 'basic' AND is_published \
     AND is_active AND deleted_at IS NULL AND dynamic_fields = '[]' AND min_qty IS NULL AND max_qty IS NULL AND requires_shipping \
     ORDER BY id LIMIT ?1";

/// Gives the first store's products so much stock that no run sells them out, as a store with a large warehouse has it. Taking
/// stock is still a conditional update of the product's row and its index.
///
/// # Errors
/// Of SQLite.
pub fn raise_stock(file: &Path) -> Result<(), Failure> {
    let c = Connection::open(file)?;
    let sql =
        format!("UPDATE products SET qty = ?2, stock = ?2 WHERE store_id = (SELECT MIN(id) FROM stores) AND id IN ({FOR_SALE})");
    c.execute(&sql, (GOODS, STOCK_QTY))?;
    c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(())
}

/// The products with full stock: id and link.
///
/// # Errors
/// Of SQLite.
pub fn goods(c: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
    let sql = format!(
        "SELECT id, page_link FROM products WHERE store_id = (SELECT MIN(id) FROM stores) AND id IN ({FOR_SALE}) ORDER BY id"
    );
    c.prepare(&sql)?.query_map([GOODS], |r| Ok((r.get(0)?, r.get(1)?)))?.collect()
}
