//! What the simulated PayTabs knows: pages and transactions.

use std::collections::BTreeMap;

use kernel::{Millis, money};
use serde_json::Value;

use super::records::{CLIENT_KEY, PROFILE_ID, Page, SERVER_KEY};
use super::{signature, transactions};
use crate::provider::{BrowserReturn, Payment, Provider, Settlement, SigningKey};
use crate::service::Notice;

/// The books.
pub(crate) struct PayTabs {
    pub(super) base: String,
    /// The callback of the dashboard (IPN), for payments that name none.
    callback_url: Option<String>,
    pub(super) pages: BTreeMap<String, Page>,
    /// Refunds, voids, captures and chargebacks by their reference.
    pub(super) follow_ups: BTreeMap<String, Value>,
    last_id: u64,
}

impl PayTabs {
    pub(crate) fn new(base: String) -> Self {
        Self { base, callback_url: None, pages: BTreeMap::new(), follow_ups: BTreeMap::new(), last_id: 2_215_201_242_000 }
    }

    /// Test references begin with `TST`.
    pub(super) fn new_ref(&mut self) -> String {
        self.last_id += 1;
        format!("TST{}", self.last_id)
    }

    /// The page that a transaction belongs to.
    fn page_of(&self, transaction: &Value) -> Option<&Page> {
        let reference = transaction["previous_tran_ref"].as_str().or_else(|| transaction["tran_ref"].as_str())?;
        self.pages.get(reference)
    }
}

impl Provider for PayTabs {
    const NAME: &'static str = "PayTabs";
    // Not in the contract either; the adapter reads `tran_type: "Chargeback"` tolerantly, and this is what it reads.
    const HAS_CHARGEBACKS: bool = true;

    fn payments(&self) -> Vec<Payment> {
        let payment = |(tran_ref, page): (&String, &Page)| Payment {
            id: tran_ref.clone(),
            reference: page.request["cart_id"].as_str().unwrap_or_default().to_owned(),
            amount: format!("{} {}", money::format(page.amount_minor, page.currency), page.currency.code()),
            state: match page.transaction.as_ref().and_then(|t| t["payment_result"]["response_status"].as_str()) {
                None => "open",
                Some("A") => "paid",
                Some("P" | "H") => "pending",
                Some(_) => "declined",
            },
            refunded_minor: if page.is_voided { page.amount_minor } else { page.refunded_minor },
            lang: page.request["paypage_lang"].as_str().unwrap_or_default().to_owned(),
        };
        let mut payments: Vec<Payment> = self.pages.iter().map(payment).collect();
        payments.reverse();
        payments
    }

    fn settle(&mut self, id: &str, settlement: Settlement, at: Millis) -> Option<Value> {
        let page = self.pages.get_mut(id)?;
        let is_pending =
            page.transaction.as_ref().is_none_or(|t| matches!(t["payment_result"]["response_status"].as_str(), Some("P")));
        if !is_pending {
            return None;
        }
        let transaction = transactions::sale(id, page, settlement, at);
        page.transaction = Some(transaction.clone());
        Some(transaction)
    }

    fn charge_back(&mut self, id: &str, at: Millis) -> Option<Value> {
        let page = self.pages.get(id).filter(|page| page.transaction.as_ref().is_some_and(transactions::is_approved))?;
        let (amount_minor, cart_id) = (page.amount_minor, page.request["cart_id"].clone());
        let tran_ref = self.new_ref();
        let page = self.pages.get(id)?;
        let transaction = transactions::follow_up(&tran_ref, id, page, "Chargeback", &cart_id, amount_minor, at);
        self.follow_ups.insert(tran_ref, transaction.clone());
        Some(transaction)
    }

    /// Over plain HTTP the real one sends an empty body (contracts/paytabs.md); on loopback there is nothing else.
    fn notice(&self, transaction: &Value, key: SigningKey) -> Option<Notice> {
        let own = self.page_of(transaction).and_then(|page| page.request["callback"].as_str()).filter(|url| !url.is_empty());
        let url = own.map(str::to_owned).or_else(|| self.callback_url.clone())?;
        let body = transaction.to_string();
        let headers =
            vec![("signature".to_owned(), signature::of_body(&body, key)), ("client-key".to_owned(), CLIENT_KEY.to_owned())];
        Some(Notice { url, headers, body })
    }

    fn browser_return(&self, transaction: &Value) -> BrowserReturn {
        let url = self.page_of(transaction).and_then(|page| page.request["return"].as_str()).filter(|url| !url.is_empty());
        let Some(url) = url else { return BrowserReturn::Nowhere };
        let text = |pointer: &str| transaction.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut fields: Vec<(String, String)> = [
            ("acquirerMessage", String::new()),
            ("acquirerRRN", String::new()),
            ("cartId", text("/cart_id")),
            ("customerEmail", text("/customer_details/email")),
            ("respCode", text("/payment_result/response_code")),
            ("respMessage", text("/payment_result/response_message")),
            ("respStatus", text("/payment_result/response_status")),
            ("token", String::new()),
            ("tranRef", text("/tran_ref")),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        fields.push(("signature".into(), signature::of_form(&fields)));
        BrowserReturn::Form { url: url.to_owned(), fields }
    }

    fn set(&mut self, settings: &Value) -> bool {
        let Value::Object(members) = settings else { return false };
        for (name, value) in members {
            match name.as_str() {
                "callback_url" => self.callback_url = value.as_str().filter(|url| !url.is_empty()).map(str::to_owned),
                _ => return false,
            }
        }
        true
    }

    fn credentials(&self) -> Vec<(&'static str, String)> {
        vec![("profile_id", PROFILE_ID.to_string()), ("server_key", SERVER_KEY.into()), ("client_key", CLIENT_KEY.into())]
    }
}
