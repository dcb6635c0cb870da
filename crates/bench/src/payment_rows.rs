//! Rows of the table about a payment gateway: what it reports, and checkouts beside one that never answers.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use crate::Failure;
use crate::load::Outcome;
use crate::report::{BURST, Kind};
use crate::scenarios::gateway::Market;
use crate::scenarios::simulator::Simulator;
use crate::scenarios::{Shop, callbacks};

const CALLBACKS: &str = "callback intake";
const GATEWAY_DOWN: &str = "checkout beside a gateway that is down";

/// The names by which they are chosen.
const NAMES: [&str; 3] = [CALLBACKS, BURST, GATEWAY_DOWN];

/// Measures those that are selected. Last of all: the gateway answers nothing afterwards.
///
/// # Errors
/// When the program or the gateway does not answer as expected.
pub async fn measure(
    (shop, addr, gateway): (&Shop, SocketAddr, Simulator),
    (pid, seeded, folder): (u32, &Path, &Path),
    (connections, time): (&[usize], Duration),
    is_selected: impl Fn(&str) -> bool,
    mut add: impl FnMut(&'static str, Kind, usize, Outcome),
) -> Result<(), Failure> {
    if !NAMES.into_iter().any(&is_selected) {
        return Ok(());
    }
    let market = &Market::open(shop, addr, gateway).await?;
    if is_selected(CALLBACKS) {
        for n in connections.iter().copied() {
            add(CALLBACKS, Kind::Floor, n, callbacks::floor(&market.shop, seeded, folder, time, n)?);
            add(CALLBACKS, Kind::Ours, n, callbacks::intake(market, pid, n, callbacks::BURST).await?);
        }
    }
    if is_selected(BURST) {
        for (name, booked_name, n) in [
            ("burst of callbacks", "burst of callbacks, booked", callbacks::POOL),
            ("burst of callbacks, each alone", "burst of callbacks, each alone, booked", callbacks::BURST),
        ] {
            let [answered, booked] = callbacks::burst(market, pid, n, callbacks::BURST).await?;
            add(name, Kind::Ours, n, answered);
            add(booked_name, Kind::Ours, n, booked);
        }
    }
    if is_selected(GATEWAY_DOWN) {
        let n = connections.iter().copied().max().unwrap_or(1);
        let [alone, while_down] = callbacks::beside_a_gateway_that_is_down(market, pid, n, time).await?;
        add(GATEWAY_DOWN, Kind::Floor, n, alone);
        add(GATEWAY_DOWN, Kind::Ours, n, while_down);
    }
    Ok(())
}
