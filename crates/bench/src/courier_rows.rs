//! Rows of the table about a courier: what it reports, and checkouts at its price, kept or asked for.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use crate::Failure;
use crate::load::Outcome;
use crate::report::Kind;
use crate::scenarios::courier::{ASKED, Depot};
use crate::scenarios::simulator::Simulator;
use crate::scenarios::{Shop, callbacks};

const NOTICES: &str = "courier notices";
const KEPT: &str = "courier price, kept";
const PRICE_ASKED: &str = "courier price, asked";

/// Measures those that are selected.
///
/// # Errors
/// When the program or the courier does not answer as expected.
pub async fn measure(
    (shop, addr, courier): (&Shop, SocketAddr, Simulator),
    (pid, seeded, folder): (u32, &Path, &Path),
    (connections, time): (&[usize], Duration),
    is_selected: impl Fn(&str) -> bool,
    mut add: impl FnMut(&'static str, Kind, usize, Outcome),
) -> Result<(), Failure> {
    let has_prices = is_selected(KEPT) || is_selected(PRICE_ASKED);
    if !has_prices && !is_selected(NOTICES) {
        return Ok(());
    }
    let depot = Depot::open(shop, addr, courier).await?;
    if is_selected(NOTICES) {
        for n in connections.iter().copied() {
            add(NOTICES, Kind::Floor, n, callbacks::floor(shop, seeded, folder, time, n)?);
            add(NOTICES, Kind::Ours, n, depot.notices(pid, n, callbacks::BURST).await?);
        }
    }
    if !has_prices {
        return Ok(());
    }
    depot.wait_for_prices().await?;
    for n in connections.iter().copied() {
        // Checkouts at the merchant's own price are the floor of both.
        let [own, at_stored_price] = depot.buy_at_stored_price(pid, n, time).await?;
        if is_selected(KEPT) {
            add(KEPT, Kind::Floor, n, own.clone());
            add(KEPT, Kind::Ours, n, at_stored_price);
        }
        if is_selected(PRICE_ASKED) {
            add(PRICE_ASKED, Kind::Floor, n, own);
            add(PRICE_ASKED, Kind::Ours, n, depot.buy_at_new_prices(pid, n, ASKED).await?);
        }
    }
    Ok(())
}
