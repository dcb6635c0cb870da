//! What the simulated Bosta knows: deliveries, pickups, and the settings of the account.

use std::collections::BTreeMap;

use kernel::{Millis, money};
use serde_json::{Value, json};

use super::records::{API_KEY, CALLBACK_KEY, CALLBACK_OUTCOMES, Delivery, Event, Pickup, STATE_ACTIONS, is_final, state_name};
use super::views;
use crate::outcome::Button;
use crate::service::{Notice, Row, Service};

/// The books.
pub(crate) struct Bosta {
    callback_url: Option<String>,
    callback_header: String,
    callback_key: String,
    /// The account has a bundle or credit.
    pub(super) has_bundle: bool,
    /// The account's place has somebody to call.
    pub(super) has_contact: bool,
    /// `2026-03-20`: nobody comes on these days.
    pub(super) holidays: Vec<String>,
    /// Labels come as a PDF and not in the envelope.
    pub(super) is_awb_plain: bool,
    pub(super) deliveries: BTreeMap<u64, Delivery>,
    pub(super) pickups: Vec<Pickup>,
    last_id: u64,
}

impl Bosta {
    pub(crate) fn new() -> Self {
        Self {
            callback_url: None,
            callback_header: "Authorization".into(),
            callback_key: CALLBACK_KEY.into(),
            has_bundle: true,
            has_contact: true,
            holidays: Vec::new(),
            is_awb_plain: false,
            deliveries: BTreeMap::new(),
            pickups: Vec::new(),
            last_id: 26_976_000,
        }
    }

    pub(super) fn new_number(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Writes a new state down.
    pub(super) fn move_to(&mut self, tracking_no: u64, state: i64, words: &'static str, at: Millis) {
        if let Some(delivery) = self.deliveries.get_mut(&tracking_no) {
            delivery.state = state;
            delivery.updated = at;
            delivery.events.push(Event { state, at, words });
        }
    }

    /// The callback about a delivery as it is now; none where the merchant has no address for it. One that came with the delivery is
    /// taken first, with its headers.
    pub(super) fn notice(&self, tracking_no: u64) -> Option<Notice> {
        let delivery = self.deliveries.get(&tracking_no)?;
        let body = views::webhook(delivery).to_string();
        let own = delivery.request["webhookUrl"].as_str().filter(|url| !url.is_empty());
        if let Some(url) = own {
            let headers = delivery.request["webhookCustomHeaders"].as_object().into_iter().flatten();
            let headers = headers.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect();
            return Some(Notice { url: url.to_owned(), headers, body });
        }
        let headers = vec![(self.callback_header.clone(), self.callback_key.clone())];
        Some(Notice { url: self.callback_url.clone()?, headers, body })
    }
}

impl Service for Bosta {
    const NAME: &'static str = "Bosta";
    const LIST: &'static str = "deliveries";
    const CAPTIONS: &'static [&'static str] = &["Tracking number", "Reference", "COD", "State"];

    fn list(&self) -> Value {
        self.deliveries.values().rev().map(views::delivery).collect()
    }

    fn rows(&self) -> Vec<Row> {
        let row = |delivery: &Delivery| {
            let buttons = if is_final(delivery.state) { Vec::new() } else { STATE_ACTIONS.to_vec() };
            let way = match (delivery.is_return, delivery.is_fetched()) {
                (true, _) => ", on its way back",
                (false, true) => ", fetched at the customer's",
                (false, false) => "",
            };
            Row {
                id: delivery.tracking_no.to_string(),
                cells: vec![
                    delivery.tracking_no.to_string(),
                    delivery.request["businessReference"].as_str().unwrap_or_default().to_owned(),
                    money::format_with(delivery.cod_minor, 2),
                    format!("{} {}{way}", delivery.state, state_name(delivery.state)),
                ],
                buttons,
            }
        };
        self.deliveries.values().rev().map(row).collect()
    }

    fn next_outcomes() -> Vec<Button> {
        CALLBACK_OUTCOMES.to_vec()
    }

    fn set_all(&mut self, settings: &Value) -> bool {
        let Value::Object(members) = settings else { return false };
        for (name, value) in members {
            let text = || value.as_str().unwrap_or_default().to_owned();
            match name.as_str() {
                "callback_url" => self.callback_url = Some(text()).filter(|url| !url.is_empty()),
                "callback_header" => self.callback_header = text(),
                "callback_key" => self.callback_key = text(),
                "has_bundle" => self.has_bundle = *value == true,
                "has_contact" => self.has_contact = *value == true,
                "is_awb_plain" => self.is_awb_plain = *value == true,
                "holidays" => {
                    let days = value.as_array().into_iter().flatten();
                    self.holidays = days.filter_map(|day| day.as_str().map(str::to_owned)).collect();
                }
                _ => return false,
            }
        }
        true
    }

    fn keys(&self) -> Vec<(&'static str, String)> {
        vec![
            ("api_key", API_KEY.into()),
            ("callback_key", self.callback_key.clone()),
            ("callback_header", self.callback_header.clone()),
        ]
    }

    fn refusal(status: u16, words: &str) -> Value {
        let code = (status == 401).then_some(1028);
        json!({ "success": false, "message": words, "errorCode": code })
    }
}
