//! The page of a simulator: payments with buttons, what happens to the next call, and what was called.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Html;
use serde_json::Value;

use crate::html::{button, escape, page};
use crate::outcome::{CallFault, PaymentOutcome};
use crate::provider::{Payment, Provider};
use crate::simulator::Simulator;

/// Rows that the page shows.
const MOST_ROWS: usize = 50;

pub(crate) async fn show<P: Provider>(State(simulator): State<Arc<Simulator<P>>>) -> Html<String> {
    let (payments, credentials) = simulator.with(|p| (p.payments(), p.credentials()));
    let calls = simulator.calls.to_json();
    let name = P::NAME;
    let rows: String = payments.iter().take(MOST_ROWS).map(|payment| row::<P>(payment)).collect();
    let faults: String = CallFault::ALL
        .iter()
        .map(|fault| button("/__simulator/next", &[("outcome", fault.as_str())], fault.as_str(), ""))
        .collect();
    let keys: String = credentials
        .iter()
        .map(|(field, value)| format!("<tr><th>{}</th><td><code>{}</code></td></tr>", escape(field), escape(value)))
        .collect::<Vec<_>>()
        .concat();
    let log: String = calls
        .as_array()
        .into_iter()
        .flatten()
        .rev()
        .take(MOST_ROWS)
        .map(|call| format!("<tr>{}</tr>", call_cells(call)))
        .collect::<Vec<_>>()
        .concat();
    let body = format!(
        "<h1>Simulator of {name}</h1>\
         <h2>Payments</h2><table><tr><th>Reference</th><th>Amount</th><th>State</th><th></th></tr>{rows}</table>\
         <h2>The next call</h2><p>{faults}</p>\
         <h2>Time</h2><p>{}</p>\
         <h2>Test credentials</h2><table>{keys}</table>\
         <h2>Calls</h2><table><tr><th></th><th>Call</th><th>Request</th><th>Answer</th></tr>{log}</table>",
        button("/__simulator/advance", &[("seconds", "600")], "10 minutes pass", "")
    );
    page("en", &format!("Simulator of {name}"), &body)
}

fn row<P: Provider>(payment: &Payment) -> String {
    let offered = PaymentOutcome::ALL.iter().filter(|outcome| match outcome {
        PaymentOutcome::Chargeback => P::HAS_CHARGEBACKS && payment.state == "paid",
        _ => payment.state != "paid",
    });
    let buttons: String = offered
        .map(|outcome| {
            button("/__simulator/press", &[("payment", &payment.id), ("outcome", outcome.as_str())], outcome.label().1, "")
        })
        .collect();
    format!(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{buttons}</td></tr>",
        escape(&payment.reference),
        escape(&payment.amount),
        payment.state
    )
}

fn call_cells(call: &Value) -> String {
    let text = |name: &str| escape(call[name].as_str().unwrap_or_default());
    let status = call["status"].as_u64().map_or_else(|| "no answer".to_owned(), |status| status.to_string());
    format!(
        "<td>{} {}</td><td><pre>{} {}</pre></td><td><pre>{}</pre></td><td>{status}<pre>{}</pre></td>",
        text("at"),
        text("direction"),
        text("method"),
        text("target"),
        text("request"),
        text("answer")
    )
}
