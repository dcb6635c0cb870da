//! What the simulated Paymob knows: tokens, orders, payment keys, transactions.

use std::collections::BTreeMap;

use kernel::Millis;
use serde_json::{Value, json};

use super::records::{Order, PaymentKey};
use super::{accounts, signature, transactions};
use crate::provider::{BrowserReturn, Payment, Provider, Settlement, SigningKey};
use crate::service::Notice;

/// The books.
#[derive(Default)]
pub(crate) struct Paymob {
    pub(super) base: String,
    callback_url: Option<String>,
    return_url: Option<String>,
    /// The card integration reserves and does not charge.
    pub(super) is_auth: bool,
    pub(super) tokens: BTreeMap<String, Millis>,
    pub(super) orders: BTreeMap<u64, Order>,
    pub(super) keys: BTreeMap<String, PaymentKey>,
    pub(super) transactions: BTreeMap<u64, Value>,
    last_id: u64,
}

impl Paymob {
    pub(crate) fn new(base: String) -> Self {
        Self { base, last_id: 192_000_000, ..Self::default() }
    }

    pub(super) fn new_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Tokens and keys of the simulator are not secret: a number says which is which.
    pub(super) fn new_token(&mut self, kind: &str) -> String {
        format!("{kind}_{}", self.new_id())
    }

    /// An order by the merchant's reference.
    pub(super) fn find_order(&self, reference: &str) -> Option<u64> {
        self.orders.iter().find(|(_, order)| order.merchant_order_id == reference).map(|(id, _)| *id)
    }

    /// The key that a transaction was made with; a child's is its parent's.
    fn key_of(&self, transaction: &Value) -> Option<&PaymentKey> {
        let id = transaction["parent_transaction"].as_u64().or_else(|| transaction["id"].as_u64());
        self.keys.values().find(|key| key.transaction_id.is_some() && key.transaction_id == id)
    }
}

impl Provider for Paymob {
    const NAME: &'static str = "Paymob";
    // The contract has no such callback.
    const HAS_CHARGEBACKS: bool = false;

    fn payments(&self) -> Vec<Payment> {
        let payment = |(id, key): (&String, &PaymentKey)| {
            let order = self.orders.get(&key.order_id)?;
            let transaction = key.transaction_id.and_then(|id| self.transactions.get(&id));
            Some(Payment {
                id: id.clone(),
                reference: order.merchant_order_id.clone(),
                amount: format!("{} {}", kernel::money::format_with(order.amount_cents, 2), order.currency),
                state: match transaction {
                    None => "open",
                    Some(transaction) if transaction["success"] == true => "paid",
                    Some(transaction) if transaction["pending"] == true => "pending",
                    Some(_) => "declined",
                },
                refunded_minor: transaction.map_or(0, transactions::refunded),
                lang: String::new(),
            })
        };
        let mut payments: Vec<Payment> = self.keys.iter().filter_map(payment).collect();
        payments.reverse();
        payments
    }

    fn settle(&mut self, id: &str, settlement: Settlement, at: Millis) -> Option<Value> {
        let key = self.keys.get(id)?;
        let order = self.orders.get(&key.order_id)?;
        let earlier = key.transaction_id.and_then(|id| self.transactions.get(&id));
        let is_settled = earlier.is_some_and(|transaction| transaction["pending"] != true && transaction["success"] == true);
        // A pending transaction may be paid after its key has run out; a new one needs a key that is good.
        if is_settled || order.is_paid || (earlier.is_none() && key.until <= at) {
            return None;
        }
        let is_pending = earlier.is_some_and(|transaction| transaction["pending"] == true);
        let transaction_id = if is_pending { key.transaction_id } else { None };
        let transaction_id = transaction_id.unwrap_or_else(|| {
            self.last_id += 1;
            self.last_id
        });
        let transaction = transactions::charge(key, order, (transaction_id, self.is_auth), settlement, at);
        self.keys.get_mut(id)?.transaction_id = Some(transaction_id);
        if transaction["success"] == true {
            let order_id = self.keys.get(id)?.order_id;
            self.orders.get_mut(&order_id)?.is_paid = true;
        }
        self.transactions.insert(transaction_id, transaction.clone());
        Some(transaction)
    }

    fn charge_back(&mut self, _: &str, _: Millis) -> Option<Value> {
        None
    }

    fn notice(&self, transaction: &Value, key: SigningKey) -> Option<Notice> {
        let intention_url = self.key_of(transaction).and_then(|key| key.notification_url.clone());
        let url = intention_url.or_else(|| self.callback_url.clone())?;
        let hmac = signature::sign(transaction, key);
        let separator = if url.contains('?') { '&' } else { '?' };
        let body = json!({
            "type": "TRANSACTION", "obj": transaction, "issuer_bank": null, "transaction_processed_callback_responses": "",
        });
        Some(Notice { url: format!("{url}{separator}hmac={hmac}"), headers: Vec::new(), body: body.to_string() })
    }

    fn browser_return(&self, transaction: &Value) -> BrowserReturn {
        let intention_url = self.key_of(transaction).and_then(|key| key.redirection_url.clone());
        let Some(url) = intention_url.or_else(|| self.return_url.clone()) else { return BrowserReturn::Nowhere };
        let Ok(mut url) = reqwest::Url::parse(&url) else { return BrowserReturn::Nowhere };
        url.query_pairs_mut().extend_pairs(transactions::flat(transaction));
        url.query_pairs_mut().append_pair("hmac", &signature::sign(transaction, SigningKey::Own));
        BrowserReturn::Redirect(url.into())
    }

    fn set(&mut self, settings: &Value) -> bool {
        let Value::Object(members) = settings else { return false };
        for (name, value) in members {
            let url = value.as_str().filter(|url| !url.is_empty()).map(str::to_owned);
            match name.as_str() {
                "callback_url" => self.callback_url = url,
                "return_url" => self.return_url = url,
                "is_auth" => self.is_auth = *value == true,
                _ => return false,
            }
        }
        true
    }

    fn credentials(&self) -> Vec<(&'static str, String)> {
        vec![
            ("api_key", accounts::API_KEY.into()),
            ("hmac", accounts::HMAC_SECRET.into()),
            ("integration_id", accounts::CARD.to_string()),
            ("iframe_id", accounts::IFRAME.to_string()),
            ("wallet_integration_id", accounts::WALLET.to_string()),
            ("kiosk_integration_id", accounts::KIOSK.to_string()),
            ("secret_key", accounts::SECRET_KEY.into()),
            ("public_key", accounts::PUBLIC_KEY.into()),
        ]
    }
}
