//! A store whose shoppers pay at a simulated gateway.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::checkout::Checkout;
use super::importing::call;
use super::simulator::Simulator;
use super::{Shop, expect, get, post, put};
use crate::Failure;
use crate::http::Connection;

/// Shoppers who place orders at the same time before callbacks are measured.
const BUYERS: usize = 16;
/// Numbers of buyers whom no other scenario has.
const FIRST_BUYER: usize = 900;

/// A store whose shoppers can pay at the gateway.
#[derive(Clone)]
pub struct Market {
    pub(crate) shop: Shop,
    pub(crate) addr: SocketAddr,
    pub(crate) gateway: Arc<Simulator>,
    /// The payment method.
    pub(crate) method: Arc<str>,
    /// The key that signs callbacks.
    pub(crate) key: String,
}

impl Market {
    /// Connects the store, by the calls of the dashboard. Callbacks are held back from then on: the driver sends them.
    ///
    /// # Errors
    /// When the program does not answer as expected.
    pub async fn open(shop: &Shop, addr: SocketAddr, gateway: Simulator) -> Result<Self, Failure> {
        let mut c = Connection::open(addr).await?;
        let new = json!({ "provider": "PAYTABS_SA" }).to_string();
        let path = "/dashboard/v1/payment-methods";
        let method = call(&mut c, &post(&shop.platform, path, &shop.auth, "application/json", &new)).await?;
        let id = method["id"].as_str().ok_or("no id of the payment method")?;
        let credentials = json!({ "values": gateway.credentials() }).to_string();
        call(&mut c, &put(&shop.platform, &format!("{path}/{id}/credentials"), &shop.auth, &credentials)).await?;
        let active = json!({ "is_active": true }).to_string();
        call(&mut c, &put(&shop.platform, &format!("{path}/{id}"), &shop.auth, &active)).await?;
        gateway.control("hold", json!({ "is_held": true })).await?;
        let key = gateway.credential("server_key")?.to_owned();
        Ok(Self { shop: shop.clone(), addr, method: id.into(), key, gateway: gateway.into() })
    }

    /// Orders with the gateway's method; the path that leads to its page.
    pub(crate) async fn order(&self, buyer: &mut Checkout, c: &mut Connection) -> std::io::Result<String> {
        let to = buyer.buy(c).await?;
        let path = to.split(['#', '?']).next().unwrap_or_default();
        Ok(if path.ends_with("/pay") { path.to_owned() } else { format!("{path}/pay") })
    }

    /// Waits for the gateway's page as long as the program does.
    pub(crate) async fn lead(&self, path: &str, c: &mut Connection) -> std::io::Result<()> {
        expect(c.send(&get(&self.shop.host, path, ""), false).await?, 200)?;
        Ok(())
    }

    /// The `n`th shopper of the gateway.
    pub(crate) fn buyer(&self, n: usize) -> Checkout {
        Checkout::new(self.shop.clone(), FIRST_BUYER + n).paying_with(self.method.clone())
    }

    /// Places so many orders and has them paid at the gateway; its callbacks, of which none was sent.
    ///
    /// # Errors
    /// When the program or the gateway does not answer as expected.
    pub(crate) async fn paid(&self, count: usize, first: usize) -> Result<Vec<Json>, Failure> {
        let before = self.gateway.list("held").await?.len();
        let mut tasks = Vec::new();
        for n in 0..BUYERS.min(count) {
            let (market, count) = (self.clone(), count / BUYERS.min(count) + usize::from(n < count % BUYERS.min(count)));
            tasks.push(tokio::spawn(async move {
                let (mut buyer, mut c) = (market.buyer(first + n), Connection::open(market.addr).await?);
                for _ in 0..count {
                    let path = market.order(&mut buyer, &mut c).await?;
                    market.lead(&path, &mut c).await?;
                }
                Ok::<_, std::io::Error>(())
            }));
        }
        for task in tasks {
            task.await??;
        }
        for payment in self.gateway.list("payments").await?.iter().filter(|payment| payment["state"] == "open") {
            self.gateway.control("press", json!({ "payment": payment["id"], "outcome": "pay" })).await?;
        }
        let held = self.gateway.list("held").await?.split_off(before);
        if held.len() < count {
            return Err(format!("{} callbacks of {count} payments", held.len()).into());
        }
        Ok(held)
    }
}
