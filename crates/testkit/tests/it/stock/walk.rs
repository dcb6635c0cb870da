//! Random walk over stock operations: location quantities add up, nothing is negative, and the movements account for every
//! change.

use commerce::orders::Placed;
use db::p;
use kernel::{BatchId, Env, ProductId, VariantId};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{create_location, main_location};
use crate::checkout::{CheckoutSetup, buy, person, product_id, set_up_checkout};

/// A pseudo-random generator with a fixed seed.
struct TestRng(u64);

impl TestRng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

struct Walk<'a> {
    shop: &'a TestShop,
    merchant: &'a Merchant,
    setup: CheckoutSetup,
    locations: Vec<String>,
    basic: String,
    multi: String,
    sizes: Vec<String>,
    orders: Vec<Placed>,
}

impl Walk<'_> {
    async fn step(&mut self, rng: &mut TestRng, n: usize) {
        let is_basic = rng.below(2) == 0;
        let id = if is_basic { self.basic.clone() } else { self.multi.clone() };
        let size = self.sizes[usize::try_from(rng.below(2)).unwrap()].clone();
        let variant = (!is_basic).then_some(&size);
        let (from, to) = (rng.below(3), rng.below(3));
        let at = |i: u64| self.locations[usize::try_from(i).unwrap()].clone();
        let qty = rng.below(9);
        match rng.below(7) {
            0 | 1 => {
                let stock = self.merchant.data(&format!("/products/{id}/stock")).await;
                let item =
                    stock["items"].as_array().unwrap().iter().find(|i| i["variant_id"].as_str() == variant.map(String::as_str));
                let has = item.unwrap()["qty"].as_i64().unwrap();
                let quantity = i64::try_from(qty).unwrap().min(has);
                if quantity > 0 {
                    let product: ProductId = id.parse().unwrap();
                    let variant: Option<VariantId> = variant.map(|v| v.parse().unwrap());
                    self.orders.push(buy(self.shop, &self.setup, &person(n), &[(product, variant, quantity)]).await);
                }
            }
            2 => {
                if let Some(order) = self.orders.pop() {
                    let (status, body) =
                        self.merchant.put(&format!("/orders/{}/status", order.id), json!({"status": "CNCL"})).await;
                    assert_eq!(status, 200, "{body}");
                }
            }
            3 => {
                let mode = ["set", "add", "take"][usize::try_from(rng.below(3)).unwrap()];
                let body = json!({"variant_id": variant, "location_id": at(from), "mode": mode, "qty": qty, "reason": "count"});
                let (status, body) = self.merchant.post(&format!("/products/{id}/stock/adjust"), body).await;
                assert!(status == 200 || status == 422, "{body}");
            }
            4 => {
                let body =
                    json!({"variant_id": variant, "from_location_id": at(from), "to_location_id": at(to), "qty": qty.max(1)});
                let (status, body) = self.merchant.post(&format!("/products/{id}/stock/transfer"), body).await;
                assert!(status == 200 || status == 422, "{body}");
            }
            5 => {
                let body = if is_basic {
                    json!({"qty": qty})
                } else {
                    json!({"variants": [{"id": self.sizes[0], "option_values": ["S"], "qty": qty}, {"id": self.sizes[1], "option_values": ["L"], "qty": 7 }]})
                };
                let (status, body) = self.merchant.put(&format!("/products/{id}"), body).await;
                assert_eq!(status, 200, "{body}");
            }
            _ => self.batch(&self.basic, i64::try_from(qty).unwrap()).await,
        }
    }

    /// As a bulk edit or an import writes it: the same function under a batch.
    async fn batch(&self, id: &str, qty: i64) {
        let (scope, env, id): (_, Env, ProductId) = (self.merchant.scope(), self.shop.env.clone(), id.parse().unwrap());
        let found = catalog::find(self.shop.app.db().conn(), &scope, id).await.unwrap().unwrap();
        let mut snapshot = found.fields;
        snapshot.qty = qty;
        let batch: BatchId = env.id();
        self.shop
            .app
            .db()
            .tx(async move |c| catalog::restore_snapshot(c, &env, &scope, id, None, &snapshot, Some(batch)).await)
            .await
            .unwrap();
    }

    async fn check(&self, step: usize) {
        let c = self.shop.app.db().conn();
        let store = self.merchant.store;
        // (variant or product, total, elsewhere, reserved)
        let stock_rows = "SELECT id, id, CAST(0 AS BIGINT), qty, elsewhere, reserved FROM products WHERE store_id = ?1 AND product_type = 'basic' \
                      UNION ALL SELECT product_id, id, id, qty, elsewhere, reserved FROM product_variants WHERE store_id = ?1";
        let stock_rows: Vec<(i64, i64, i64, i64, i64, i64)> = c.all(stock_rows, p![store]).await.unwrap();
        for (product, _, variant, qty, elsewhere, reserved) in stock_rows {
            let levels: Vec<(i64, i64)> = c
                .all(
                    "SELECT location_id, qty FROM stock_levels WHERE store_id = ?1 AND product_id = ?2 AND variant_id = ?3",
                    p![store, product, variant],
                )
                .await
                .unwrap();
            let moves: Vec<(i64, i64, i64, i64)> = c
                .all(
                    "SELECT location_id, delta, qty_after, location_after FROM stock_movements WHERE store_id = ?1 AND product_id = ?2 \
                     AND COALESCE(variant_id, 0) = ?3 ORDER BY id",
                    p![store, product, variant],
                )
                .await
                .unwrap();
            let state = format!("step {step}: {qty} {elsewhere} {levels:?} {moves:?}");
            assert!(qty >= elsewhere && elsewhere >= 0 && reserved == 0, "{state}");
            assert_eq!(levels.iter().map(|l| l.1).sum::<i64>(), elsewhere, "{state}");
            assert_eq!(moves.iter().map(|m| m.1).sum::<i64>(), qty, "{state}");
            assert!(moves.iter().all(|m| m.2 >= 0 && m.3 >= 0), "{state}");
            assert_eq!(moves.last().map_or(0, |m| m.2), qty, "{state}");
            for location in &self.locations {
                let location: kernel::StockLocationId = location.parse().unwrap();
                let is_main = location.raw() == store.raw();
                let at = levels.iter().find(|l| l.0 == location.raw()).map_or(0, |l| l.1);
                let at = if is_main { qty - elsewhere } else { at };
                let here: Vec<_> = moves.iter().filter(|m| m.0 == location.raw()).collect();
                assert_eq!(here.iter().map(|m| m.1).sum::<i64>(), at, "{state}");
                assert_eq!(here.last().map_or(0, |m| m.3), at, "{state}");
            }
        }
        let sums: Vec<(i64, i64)> = c
            .all(
                "SELECT p.stock, CAST(COALESCE(SUM(v.qty), 0) AS BIGINT) FROM products p JOIN product_variants v \
                 ON v.store_id = p.store_id AND v.product_id = p.id WHERE p.store_id = ?1 GROUP BY p.id, p.stock",
                p![store],
            )
            .await
            .unwrap();
        assert!(sums.iter().all(|(stock, sum)| stock == sum), "step {step}: {sums:?}");
    }
}

/// PR-03: over random sales, cancellations, adjustments, transfers, forms and batches the sums hold at every step.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_the_sums_of_stock_hold_over_random_acts() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let locations = vec![
        main_location(&merchant).await,
        create_location(&merchant, "جدة", "Jeddah").await,
        create_location(&merchant, "الدمام", "Dammam").await,
    ];
    let basic = merchant.product(json!({"qty": 12})).await;
    let multi = merchant
        .product(json!({"product_type": "multi", "qty": 0, "options": [{"name": "size", "values": ["S", "L"]}],
            "variants": [{"option_values": ["S"], "qty": 8, "has_unlimited_qty": false, "is_active": true},
                         {"option_values": ["L"], "qty": 3, "has_unlimited_qty": false, "is_active": true}]}))
        .await;
    let sizes = multi["variants"].as_array().unwrap().iter().map(|v: &Value| v["id"].as_str().unwrap().to_owned()).collect();
    let id = |v: &Value| product_id(v).to_string();
    let mut walk = Walk {
        shop: &shop,
        merchant: &merchant,
        setup,
        locations,
        basic: id(&basic),
        multi: id(&multi),
        sizes,
        orders: Vec::new(),
    };
    walk.check(0).await;
    let mut rng = TestRng(20_270_115);
    for n in 1..=90 {
        walk.step(&mut rng, n).await;
        walk.check(n).await;
    }
    assert!(
        shop.app.db().conn().one::<i64>("SELECT COUNT(*) FROM stock_movements WHERE reason = 'bulk_edit'", p![]).await.unwrap()
            > 0
    );
}
