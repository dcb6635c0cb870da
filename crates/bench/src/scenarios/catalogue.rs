//! The merchant's products: their list, its search, and creating one. With the SQL of each.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use rusqlite::Connection as Sqlite;
use rusqlite::types::Value;

use super::{Shop, expect, get, post};
use crate::floor::{self, Statement};
use crate::http::Connection;
use crate::load::{Outcome, Scenario};
use crate::{Failure, data};

/// Pages of the list: the newest, for sale, by price, low on stock, deeper pages.
const PAGES: [(&str, &str, i64); 5] = [
    ("per_page=20", ALL, 0),
    ("per_page=20&filter%5Bstate%5D=published", PUBLISHED, 0),
    ("per_page=20&sort=price", BY_PRICE, 0),
    ("per_page=20&sort=-price&page=4", BY_PRICE_DOWN, 60),
    ("per_page=20&page=3", ALL, 40),
];

macro_rules! rows {
    ($rest:literal) => {
        concat!(
            "SELECT id, product_type, name, name_key, short_description, sku, regular_price, sale_price, sale_from, sale_until, list_price, \
             stock, has_unlimited_qty, is_active, is_published, dynamic_fields, page_link, cover_id, created_at, updated_at, version \
             FROM products WHERE store_id = ?1 AND deleted_at IS NULL AND archived_at IS NULL ",
            $rest,
            " LIMIT ?2 OFFSET ?3"
        )
    };
}
const ALL: &str = rows!("ORDER BY created_at DESC, id DESC");
const PUBLISHED: &str = rows!("AND is_active AND is_published ORDER BY created_at DESC, id DESC");
const BY_PRICE: &str = rows!("ORDER BY list_price, id");
const BY_PRICE_DOWN: &str = rows!("ORDER BY list_price DESC, id DESC");
const COUNTS: &str = "SELECT status, n FROM status_counts WHERE store_id = ?1 AND subject = 'product' LIMIT 20";

/// A kind of search, and its inputs in turn. The seeded names consist of a few dozen words, each with a number behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// The row of the table.
    pub name: &'static str,
    /// The typed texts.
    pub inputs: &'static [&'static str],
    /// The index words that match, folded.
    expected_words: &'static [&'static str],
}

/// Searches of merchants: for one product, for one of hundreds, and with a typing error.
pub const SEARCHES: [Search; 3] = [
    Search {
        name: "search, rare",
        inputs: &["RWJ-000017", "12", "RWJ-000021", "000031", "33"],
        expected_words: &["000017", "12", "000021", "000031", "33"],
    },
    Search {
        name: "search, common",
        inputs: &["قميص", "عطر عود", "حذاء جلد", "تمر", "كلاسيكي"],
        expected_words: &["قميص", "عود", "جلد", "تمر", "كلاسيكي"],
    },
    Search {
        name: "search, slip",
        inputs: &["قميس", "عباييه", "كلاسكي", "حجازب", "اندلصي"],
        expected_words: &["قميص", "عبايه", "كلاسيكي", "حجازي", "اندلسي"],
    },
];

/// Index entries of a search and twenty of the products they name: no search can be answered with less.
const POSTINGS: &str = "SELECT t.subject_id, t.weight, p.stock FROM search_tokens t CROSS JOIN products p WHERE p.store_id = t.store_id AND \
                        p.id = t.subject_id AND t.store_id = ?1 AND t.subject = 'product' AND t.token = ?2 AND p.deleted_at IS NULL \
                        ORDER BY t.weight DESC, t.subject_id DESC LIMIT 300";
const FOUND: &str = "SELECT id, product_type, name, sku, list_price, stock, is_published, page_link, cover_id, created_at, version FROM products \
                     WHERE store_id = ?1 AND id IN (SELECT subject_id FROM search_tokens WHERE store_id = ?1 AND subject = 'product' \
                     AND token = ?2 ORDER BY weight DESC, subject_id DESC LIMIT 20)";

impl Shop {
    /// Pages of the products list.
    #[must_use]
    pub fn products_requests(&self) -> Vec<Vec<u8>> {
        PAGES.iter().map(|(query, ..)| get(&self.platform, &format!("/dashboard/v1/products?{query}"), &self.auth)).collect()
    }

    /// The SQL of each of them.
    #[must_use]
    pub fn products_sql(&self) -> Vec<Vec<Statement>> {
        let page = |(_, rows, offset): &(&str, &'static str, i64)| {
            let values = vec![self.store_value(), Value::Integer(21), Value::Integer(*offset)];
            self.caller().into_iter().chain([(*rows, values), (COUNTS, vec![self.store_value()])]).collect()
        };
        PAGES.iter().map(page).collect()
    }

    /// Searches in the products list.
    #[must_use]
    pub fn search_requests(&self, search: &Search) -> Vec<Vec<u8>> {
        let path = |inputs: &&str| format!("/dashboard/v1/products?per_page=20&search={}", kernel::slug::percent_encode(inputs));
        search.inputs.iter().map(|inputs| get(&self.platform, &path(inputs), &self.auth)).collect()
    }

    /// The least SQL of a search.
    #[must_use]
    pub fn search_sql(&self, search: &Search) -> Vec<Vec<Statement>> {
        let of = |word: &&str| {
            let values = || vec![self.store_value(), Value::Text((*word).to_owned())];
            self.caller().into_iter().chain([(POSTINGS, values()), (FOUND, values())]).collect()
        };
        search.expected_words.iter().map(of).collect()
    }
}

/// Creates products, one after the other.
pub struct Create {
    shop: Shop,
    next: usize,
}

impl Create {
    /// For the `client`th connection; no two create the same.
    #[must_use]
    pub fn new(shop: Shop, client: usize) -> Self {
        Self { shop, next: client * 1_000_000 }
    }
}

impl Scenario for Create {
    async fn step(&mut self, c: &mut Connection) -> io::Result<u64> {
        self.next += 1;
        let n = self.next;
        let body = serde_json::json!({
            "product_type": "basic", "name": {"ar": format!("قميص قطن كلاسيكي {n}"), "en": format!("Classic cotton shirt {n}")},
            "short_description": {"ar": "قميص رجالي من القطن المصري بقصة مريحة", "en": "A men's shirt of Egyptian cotton"},
            "regular_price": "125.00", "sku": format!("NEW-{n}"), "qty": 10, "tags": ["قطن", "رجالي"], "is_active": true, "is_published": true,
        });
        let request = post(&self.shop.platform, "/dashboard/v1/products", &self.shop.auth, "application/json", &body.to_string());
        expect(c.send(&request, false).await?, 201)?;
        Ok(1)
    }
}

/// The writes of a product on plain rusqlite, `group` of them to a durable commit: its row, copied from one that is there, its
/// words, the counters and the journal.
///
/// # Errors
/// Of SQLite.
pub fn create_floor(shop: &Shop, seeded: &Path, folder: &Path, time: Duration, group: usize) -> Result<Outcome, Failure> {
    let file = folder.join("floor.db");
    std::fs::copy(seeded, &file)?;
    let db = Sqlite::open(&file)?;
    let (template, _) = data::goods(&db)?.into_iter().next().ok_or("no product to copy")?;
    let columns: Vec<String> =
        db.prepare("SELECT name FROM pragma_table_info('products')")?.query_map([], |r| r.get(0))?.collect::<Result<_, _>>()?;
    drop(db);
    let written: Vec<String> = columns
        .iter()
        .map(|column| match column.as_str() {
            "id" => "?3".to_owned(),
            "page_link" | "page_link_key" | "sku" => "'new-' || ?3".to_owned(),
            "created_at" | "updated_at" => "?3 / 1000".to_owned(),
            other => other.to_owned(),
        })
        .collect();
    let insert = format!(
        "INSERT INTO products ({}) SELECT {} FROM products WHERE store_id = ?1 AND id = ?2",
        columns.join(", "),
        written.join(", ")
    );
    let words = [
        "قميص",
        "قطن",
        "كلاسيكي",
        "classic",
        "cotton",
        "shirt",
        "رجالي",
        "من",
        "القطن",
        "المصري",
        "بقصه",
        "مريحه",
        "men",
        "egyptian",
    ];
    let next = AtomicI64::new(i64::MAX / 4);
    let outcome = floor::writes(&file, time, group, |c, _| {
        let (store, id) = (shop.store, next.fetch_add(1, Ordering::Relaxed));
        c.prepare_cached(&insert)?.execute([store, template, id])?;
        let number = id.to_string();
        for word in words.iter().copied().chain(["new", number.as_str()]) {
            c.prepare_cached(
                "INSERT INTO search_tokens (store_id, subject, token, weight, subject_id) VALUES (?1, 'product', ?2, 3, ?3)",
            )?
            .execute(rusqlite::params![store, word, id])?;
            c.prepare_cached("INSERT INTO search_words (store_id, word) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
                .execute(rusqlite::params![store, word])?;
        }
        let seq: i64 = c
            .prepare_cached("UPDATE store_counters SET journal_seq = journal_seq + 1 WHERE store_id = ?1 RETURNING journal_seq")?
            .query_row([store], |r| r.get(0))?;
        c.prepare_cached(
            "INSERT INTO journal (store_id, seq, at, actor_kind, actor_id, actor_name, action, subject, subject_id, batch_id, before, after, note) \
             VALUES (?1, ?2, ?3, 'User', ?4, 'تاجر', 'create', 'product', ?5, NULL, NULL, (SELECT name || description FROM products WHERE \
             store_id = ?1 AND id = ?5), NULL)",
        )?
        .execute([store, seq, id / 1000, shop.user, id])?;
        c.prepare_cached("UPDATE products SET seq = ?3 WHERE store_id = ?1 AND id = ?2")?.execute([store, id, seq])?;
        c.prepare_cached(
            "UPDATE status_counts SET n = n + 1 WHERE store_id = ?1 AND subject = 'product' AND status = 'published'",
        )?
        .execute([store])?;
        Ok(())
    });
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("floor.db{suffix}")));
    }
    outcome
}
