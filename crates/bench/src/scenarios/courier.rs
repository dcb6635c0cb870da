//! A courier that the program calls: checkouts at its prices, kept or asked for, and what it reports.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tokio::sync::Barrier;

use super::checkout::{Checkout, Parcel};
use super::importing::call;
use super::simulator::Simulator;
use super::{Session, Shop, callbacks, get, post, put};
use crate::Failure;
use crate::http::Connection;
use crate::load::{Outcome, Scenario as _, drive, latencies, micros};
use crate::process::Usage;

/// Cities that the courier serves.
const CITIES: [&str; 5] = ["القاهرة", "الإسكندرية", "الدقهلية", "كفر الشيخ", "الجيزة"];
/// Kilograms of the heaviest parcel: each has a price of its own.
const MOST_PIECES: usize = 90;
/// Checkouts at prices that nobody has asked for: as many as there are prices.
pub const ASKED: usize = CITIES.len() * MOST_PIECES;
/// Longer than any machine takes to fetch the courier's cities: the schedule that does it runs once a minute.
const MOST_TIME: Duration = Duration::from_mins(2);
/// Numbers of buyers whom no other scenario has.
const FIRST_BUYER: usize = 7_000;

/// A store of Egypt that sends with the courier, and a product of a kilogram.
#[derive(Clone)]
pub struct Depot {
    shop: Shop,
    addr: SocketAddr,
    courier: Arc<Simulator>,
    product: Arc<str>,
    /// The method whose price is the courier's, and one whose price is the merchant's.
    methods: [Arc<str>; 2],
    /// Where the courier reports.
    callback_address: Arc<str>,
}

impl Depot {
    /// Connects the second sample store, by the calls of the dashboard.
    ///
    /// # Errors
    /// When the program does not answer as expected.
    pub async fn open(shop: &Shop, addr: SocketAddr, courier: Simulator) -> Result<Self, Failure> {
        let mut c = Connection::open(addr).await?;
        let platform = shop.platform.clone();
        let Session { slug, auth, .. } = Session::open(&mut c, &platform, 1).await?;
        let shop = Shop { host: format!("{slug}.{platform}"), auth, ..shop.clone() };
        let mut create = async |path: &str, body: Json| -> Result<Arc<str>, Failure> {
            let request = post(&platform, &format!("/dashboard/v1{path}"), &shop.auth, "application/json", &body.to_string());
            let created = call(&mut c, &request).await?;
            Ok(created["id"].as_str().ok_or_else(|| format!("nothing created at {path}: {created}"))?.into())
        };
        let product = json!({
            "product_type": "basic", "name": { "ar": "كيس دقيق", "en": "Flour" }, "regular_price": "20", "has_unlimited_qty": true,
            "weight_amount": "1", "weight_unit": "kg", "is_active": true, "is_published": true,
        });
        let product = create("/products", product).await?;
        connect(&shop, addr, &courier, 0).await?;
        let method = |name: &str, is_couriers: bool| {
            json!({
                "provider": "BOSTA", "name": { "ar": name, "en": name }, "fixed_cost": "65", "is_cod_allowed": true,
                "is_courier_controls_rates": is_couriers,
            })
        };
        let methods = [
            create("/shipping-methods", method("بوسطة", true)).await?,
            create("/shipping-methods", method("توصيل", false)).await?,
        ];
        let callback_address = account(&shop, addr).await?["callback_address"].as_str().ok_or("no address for notices")?.into();
        Ok(Self { shop, addr, courier: courier.into(), product, methods, callback_address })
    }

    /// The `n`th buyer of a parcel by one of the methods.
    fn buyer(&self, n: usize, method: usize, (pieces, city): (usize, &'static str)) -> Checkout {
        let parcel = Parcel { product: self.product.clone(), pieces, city, delivery: self.methods[method].clone() };
        Checkout::new(self.shop.clone(), FIRST_BUYER + n).sending(parcel)
    }

    /// How often the courier was asked for a price, of the latest of its calls.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn count_asked(&self) -> Result<usize, Failure> {
        let is_price = |call: &&Json| call["target"].as_str().is_some_and(|target| target.starts_with("/api/v2/pricing"));
        Ok(self.courier.list("calls").await?.iter().filter(is_price).count())
    }

    /// Buys until the program has the courier's cities, which it fetches in the background, and asks for its price.
    ///
    /// # Errors
    /// When the program does not answer as expected.
    pub async fn wait_for_prices(&self) -> Result<(), Failure> {
        let (started, mut c) = (Instant::now(), Connection::open(self.addr).await?);
        while self.count_asked().await? == 0 {
            if started.elapsed() > MOST_TIME {
                return Err("the courier is not asked for a price".into());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            self.buyer(0, COURIERS, (1, CITIES[0])).step(&mut c).await?;
        }
        Ok(())
    }

    /// Switches the method with the courier's price on or off.
    async fn set_active(&self, is_active: bool) -> Result<(), Failure> {
        let mut c = Connection::open(self.addr).await?;
        let path = format!("/dashboard/v1/shipping-methods/{}", self.methods[COURIERS]);
        let body = json!({ "is_active": is_active }).to_string();
        call(&mut c, &put(&self.shop.platform, &path, &self.shop.auth, &body)).await?;
        Ok(())
    }

    /// Checkouts at the merchant's price, and at a price of the courier that is kept.
    ///
    /// # Errors
    /// When the program does not answer as expected.
    pub async fn buy_at_stored_price(&self, pid: u32, connections: usize, time: Duration) -> Result<[Outcome; 2], Failure> {
        let buy = async |method: usize, first: usize| {
            drive(self.addr, pid, connections, time, |i| self.buyer(first + i, method, (1, CITIES[0]))).await
        };
        self.set_active(false).await?;
        let own = buy(OWN, 100 + 2 * connections).await?;
        self.set_active(true).await?;
        Ok([own, buy(COURIERS, 300 + 2 * connections).await?])
    }

    /// So many checkouts for each of which the courier is asked.
    ///
    /// # Errors
    /// When the program does not answer as expected.
    pub async fn buy_at_new_prices(&self, pid: u32, connections: usize, count: usize) -> Result<Outcome, Failure> {
        // Another header of the account: what it was told before is forgotten.
        connect(&self.shop, self.addr, &self.courier, connections).await?;
        let start = Arc::new(Barrier::new(connections + 1));
        let mut tasks = Vec::new();
        for i in 0..connections {
            let (depot, start, mut c) = (self.clone(), start.clone(), Connection::open(self.addr).await?);
            tasks.push(tokio::spawn(async move {
                let (mut recorded, mut requests, mut failed) = (latencies()?, 0, 0);
                start.wait().await;
                for n in (i..count.min(ASKED)).step_by(connections) {
                    let parcel = (1 + n / CITIES.len(), CITIES[n % CITIES.len()]);
                    let (mut buyer, sent) = (depot.buyer(500 + n, COURIERS, parcel), Instant::now());
                    match buyer.step(&mut c).await {
                        Ok(n) => {
                            requests += n;
                            recorded.record(micros(sent.elapsed())).map_err(std::io::Error::other)?;
                        }
                        Err(e) => {
                            if failed == 0 {
                                eprintln!("first failure: {e}");
                            }
                            (failed, c) = (failed + 1, Connection::open(depot.addr).await?);
                        }
                    }
                }
                Ok::<_, std::io::Error>((recorded, requests, failed))
            }));
        }
        let before = Usage::of_process(pid)?;
        start.wait().await;
        let started = Instant::now();
        let (mut all, mut requests, mut failed) = (latencies()?, 0, 0);
        for task in tasks {
            let (recorded, sent, lost) = task.await??;
            all.add(recorded)?;
            (requests, failed) = (requests + sent, failed + lost);
        }
        Ok(Outcome::new(&all, requests, failed, started.elapsed(), before, Usage::of_process(pid)?))
    }

    /// So many notices that differ, about parcels that are not the store's: what taking them costs. None is read at the courier.
    ///
    /// # Errors
    /// When the program does not answer as expected.
    pub async fn notices(&self, pid: u32, connections: usize, count: usize) -> Result<Outcome, Failure> {
        let word = self.courier.credential("callback_key")?;
        let path = self.callback_address.split_once("://").and_then(|(_, rest)| rest.split_once('/')).ok_or("no path")?.1;
        let headers = format!("x-word-0: {word}\r\n");
        let notice = |n: usize| {
            let body = json!({
                "_id": format!("notice{connections}"), "trackingNumber": 90_000_000 + n % 100, "state": 24, "type": "SEND",
                "timeStamp": 1_800_000_000_000_u64 + (connections * 100_000 + n) as u64, "isConfirmedDelivery": false,
                "deliveryPromiseDate": null, "businessReference": format!("{n}-1"), "numberOfAttempts": 0,
            });
            post(&self.shop.platform, &format!("/{path}"), &headers, "application/json", &body.to_string())
        };
        callbacks::send_all(self.addr, pid, (0..count).map(notice).collect(), connections).await
    }
}

/// Places of the methods.
const COURIERS: usize = 0;
const OWN: usize = 1;

/// Connects the account with its `n`th header of notices.
async fn connect(shop: &Shop, addr: SocketAddr, courier: &Simulator, n: usize) -> Result<(), Failure> {
    let mut fields = courier.credentials();
    fields["callback_header"] = json!(format!("X-Word-{n}"));
    let body = json!({ "fields": fields }).to_string();
    let mut c = Connection::open(addr).await?;
    call(&mut c, &put(&shop.platform, "/dashboard/v1/courier-accounts/BOSTA", &shop.auth, &body)).await?;
    Ok(())
}

async fn account(shop: &Shop, addr: SocketAddr) -> Result<Json, Failure> {
    let mut c = Connection::open(addr).await?;
    let all = call(&mut c, &get(&shop.platform, "/dashboard/v1/courier-accounts", &shop.auth)).await?;
    let found = all.as_array().into_iter().flatten().find(|account| account["provider"] == "BOSTA");
    Ok(found.ok_or("no account at the courier")?.clone())
}
