//! Payments at a gateway, below the network: attempts, what gateways report of them, the ledger, and orders that nobody pays
//! (PY-03). The reports are made here; simulators and callbacks have their own tests.

mod cases;
mod record;
mod refunds;
mod release;
mod undecided;

use commerce::orders::OrderError;
use commerce::orders::online_payments::{self as online, Attempt, NewAttempt, Purpose, Recorded, Source};
use gateways::payments::{
    Amount, MeansKind, NextStep, PaymentMeans, Refusal, RefusalCode, Started, Transaction, TransactionKind, TransactionStatus,
};
use kernel::{Actor, OrderId, PaymentAttemptId, PaymentTransactionId, StoreScope};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{CheckoutSetup, buy, person, product_id, set_up_checkout};

/// A store with a product of 100.00 and orders of one piece.
pub(crate) struct Scene {
    pub(crate) shop: TestShop,
    pub(crate) me: Merchant,
    setup: CheckoutSetup,
    product: kernel::ProductId,
}

pub(crate) async fn scene() -> Scene {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 100, "regular_price": "100"})).await);
    Scene { shop, me, setup, product }
}

/// An open case about the store's first order, for tests that walk over every call.
pub(crate) async fn some_case(shop: &TestShop, merchant: &Merchant) -> String {
    let (store, id) = (merchant.store, kernel::PaymentCaseId::from_raw(7));
    let of = "INSERT INTO payment_transactions (store_id, id, provider, kind, status, amount, currency, means_kind, scheme, last_four, \
              refusal_code, refusal_words, account, is_requested, refunds_reported, refunds_booked, first_at, last_at) \
              VALUES (?1, 7, 'PAYMOB', 'charge', 'paid', 1, 'SAR', 'card', '', '', '', '', '', FALSE, 0, 0, 0, 0) ON CONFLICT DO NOTHING";
    shop.app.db().tx(async move |c| c.exec(of, db::p![store]).await).await.unwrap();
    let sql = "INSERT INTO payment_cases (store_id, id, order_id, transaction_id, kind, amount, currency, opened_at, closed_by, note) \
               SELECT store_id, 7, MIN(id), 7, 'paid_twice', 1, 'SAR', 0, '', '' FROM orders WHERE store_id = ?1 GROUP BY store_id \
               ON CONFLICT DO NOTHING";
    shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    id.to_string()
}

/// An order of the store that was paid at a connected gateway: the path of its refunds, and the charge.
pub(crate) async fn some_paid_order(shop: &TestShop, me: &Merchant, setup: &CheckoutSetup, method: &str) -> (String, String) {
    let product = product_id(&me.product(json!({"regular_price": "100"})).await);
    let order = buy(shop, setup, &person(77), &[(product, None, 1)]).await.id;
    let (scope, env) = (StoreScope::new(me.store, Actor::system()), shop.env.clone());
    let method = Some(method.parse().unwrap());
    let work = async move |c: db::Conn<'_>| {
        let new = NewAttempt { method, provider: "PAYTABS_SA", account: "", is_live: None, purpose: Purpose::WholeOrder };
        let attempt = online::open(c, &env, &scope, order, &new).await?;
        let source = Source { provider: "PAYTABS_SA", attempt: Some(attempt.id), request: None };
        online::record(c, &env, &scope, source, &paid(&attempt, "TST7")).await
    };
    shop.app.db().tx(work).await.unwrap();
    let payments = me.data(&format!("/orders/{order}/payments")).await;
    (format!("/orders/{order}/online-refunds"), payments["transactions"][0]["id"].as_str().unwrap().to_owned())
}

pub(crate) const PROVIDER: &str = "PAYMOB";

impl Scene {
    pub(crate) fn scope(&self) -> StoreScope {
        StoreScope::new(self.me.store, Actor::system())
    }

    pub(crate) async fn order(&self, n: usize) -> OrderId {
        buy(&self.shop, &self.setup, &person(n), &[(self.product, None, 1)]).await.id
    }

    pub(crate) async fn try_open(&self, order: OrderId, purpose: Purpose) -> Result<Attempt, OrderError> {
        let (scope, env) = (self.scope(), self.shop.env.clone());
        let work = async move |c: db::Conn<'_>| {
            let new = NewAttempt { method: None, provider: PROVIDER, account: "4097558", is_live: Some(true), purpose };
            online::open(c, &env, &scope, order, &new).await
        };
        self.shop.app.db().tx(work).await
    }

    /// An attempt for the whole order, at the gateway's page.
    pub(crate) async fn attempt(&self, order: OrderId) -> Attempt {
        let attempt = self.try_open(order, Purpose::WholeOrder).await.unwrap();
        let url = "https://gateway.example/pay".to_owned();
        self.start(attempt.id, NextStep::Redirect { url }).await;
        self.find(attempt.id).await
    }

    pub(crate) async fn start(&self, id: PaymentAttemptId, next: NextStep) -> Option<Recorded> {
        let (scope, env) = (self.scope(), self.shop.env.clone());
        let started = Started { provider_reference: format!("gateway {id}"), next };
        let work = async move |c: db::Conn<'_>| online::started(c, &env, &scope, id, &started, None).await;
        self.shop.app.db().tx(work).await.unwrap()
    }

    /// The attempt that was opened last.
    pub(crate) async fn find_newest(&self, order: OrderId) -> Attempt {
        let payments = self.payments(order).await;
        self.find(payments["attempts"][0]["id"].as_str().unwrap().parse().unwrap()).await
    }

    pub(crate) async fn find(&self, id: PaymentAttemptId) -> Attempt {
        online::find(self.shop.app.db().conn(), &self.scope(), id).await.unwrap().unwrap()
    }

    pub(crate) async fn record(&self, t: &Transaction) -> Recorded {
        record(self, t, None).await.unwrap()
    }

    /// Answers a requested refund.
    pub(crate) async fn answer(&self, t: &Transaction, request: PaymentTransactionId) -> Recorded {
        record(self, t, Some(request)).await.unwrap()
    }

    pub(crate) async fn view(&self, order: OrderId) -> Value {
        self.me.data(&format!("/orders/{order}")).await
    }

    pub(crate) async fn payments(&self, order: OrderId) -> Value {
        self.me.data(&format!("/orders/{order}/payments")).await
    }

    /// Status, payment status, paid, refunded, owed and overpaid.
    pub(crate) async fn money(&self, order: OrderId) -> [String; 6] {
        let view = self.view(order).await;
        let text = |v: &Value| v.as_str().unwrap().to_owned();
        let money = &view["money"];
        [&view["status"], &view["payment_status"], &money["paid"], &money["refunded"], &money["owed"], &money["overpaid"]]
            .map(text)
    }

    pub(crate) async fn cases(&self, order: OrderId) -> Vec<Value> {
        self.payments(order).await["cases"].as_array().unwrap().clone()
    }

    pub(crate) async fn case_kinds(&self, order: OrderId) -> Vec<String> {
        self.cases(order).await.iter().map(|case| case["kind"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) async fn stock(&self) -> i64 {
        self.me.data(&format!("/products/{}", self.product)).await["qty"].as_i64().unwrap()
    }
}

pub(crate) async fn record(s: &Scene, t: &Transaction, request: Option<PaymentTransactionId>) -> Result<Recorded, OrderError> {
    let (scope, env, t) = (s.scope(), s.shop.env.clone(), t.clone());
    let work = async move |c: db::Conn<'_>| {
        online::record(c, &env, &scope, Source { provider: PROVIDER, attempt: None, request }, &t).await
    };
    s.shop.app.db().tx(work).await
}

/// A charge of an attempt as it was requested.
pub(crate) fn charge(attempt: &Attempt, id: &str, status: TransactionStatus) -> Transaction {
    Transaction {
        id: id.to_owned(),
        provider_reference: attempt.provider_reference.clone().unwrap_or_default(),
        reference: attempt.reference.clone(),
        parent_id: None,
        kind: TransactionKind::Charge,
        status,
        amount: Amount { minor: attempt.amount, currency: attempt.currency },
        refunded_minor: 0,
        account: "4097558".to_owned(),
        is_live: Some(true),
        means: PaymentMeans { kind: MeansKind::Card, scheme: "Visa".to_owned(), last_four: "4242".to_owned() },
        fee_minor: Some(275),
        refusal: (status == TransactionStatus::Declined)
            .then(|| Refusal { code: RefusalCode::InsufficientFunds, words: "Insufficient funds".to_owned() }),
    }
}

pub(crate) fn paid(attempt: &Attempt, id: &str) -> Transaction {
    charge(attempt, id, TransactionStatus::Paid)
}

/// A refund of a part of a charge.
pub(crate) fn refund(attempt: &Attempt, id: &str, of: &str, minor: i64) -> Transaction {
    let mut t = paid(attempt, id);
    (t.kind, t.parent_id, t.amount.minor) = (TransactionKind::Refund, Some(of.to_owned()), minor);
    t
}
