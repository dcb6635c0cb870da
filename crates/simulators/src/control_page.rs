//! The page of a simulator: payments or deliveries with buttons, what happens to the next call, and what was called.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Html;
use serde_json::Value;

use crate::html::{button, escape, page};
use crate::outcome::CallFault;
use crate::service::{Row, Service};
use crate::simulator::Simulator;

/// Rows that the page shows.
const MOST_ROWS: usize = 50;

pub(crate) async fn show<P: Service>(State(simulator): State<Arc<Simulator<P>>>) -> Html<String> {
    let (rows, credentials) = simulator.with(|p| (p.rows(), p.keys()));
    let calls = simulator.calls.to_json();
    let name = P::NAME;
    let rows: String = rows.iter().take(MOST_ROWS).map(show_row).collect();
    let captions: String = P::CAPTIONS.iter().map(|caption| format!("<th>{caption}</th>")).collect::<Vec<_>>().concat();
    let faults: String = CallFault::ALL
        .iter()
        .map(|fault| button("/__simulator/next", &[("outcome", fault.as_str())], fault.as_str(), ""))
        .collect();
    let outcomes: String =
        P::next_outcomes().iter().map(|(word, label)| button("/__simulator/next", &[("outcome", word)], label, "")).collect();
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
         <h2>{}</h2><table><tr>{captions}<th></th></tr>{rows}</table>\
         <h2>The next call</h2><p>{faults}</p>\
         <h2>What happens next by itself</h2><p>{outcomes}</p>\
         <h2>Time</h2><p>{}</p>\
         <h2>Test credentials</h2><table>{keys}</table>\
         <h2>Calls</h2><table><tr><th></th><th>Call</th><th>Request</th><th>Answer</th></tr>{log}</table>",
        P::LIST,
        button("/__simulator/advance", &[("seconds", "600")], "10 minutes pass", "")
    );
    page("en", &format!("Simulator of {name}"), &body)
}

fn show_row(row: &Row) -> String {
    let cells: String = row.cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect::<Vec<_>>().concat();
    let button = |(word, label): &(&str, &str)| button("/__simulator/press", &[("id", &row.id), ("outcome", word)], label, "");
    let buttons: String = row.buttons.iter().map(button).collect();
    format!("<tr>{cells}<td>{buttons}</td></tr>")
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
