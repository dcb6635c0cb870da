//! Answers that do not come, break off or make no sense: what is known afterwards, and what is written down.

use gateways::payments::{Credentials, GatewayError, Lookup, UnreachableReason};
use kernel::Currency;
use serde_json::json;

use crate::market::Market;

#[tokio::test]
async fn py_03_a_refund_without_an_answer_is_found_before_it_is_repeated() {
    for (code, currency, path) in
        [("PAYMOB", Currency::EGP, "/api/acceptance/void_refund/refund"), ("PAYTABS_SA", Currency::SAR, "/payment/request")]
    {
        for (outcome, expected) in [("timeout", UnreachableReason::TimedOut), ("cut", UnreachableReason::BrokenOff)] {
            let mut market = Market::impatient(code, currency).await;
            let charge = market.paid("1001-1").await;
            market.control("next", json!({ "outcome": outcome, "path": path })).await;
            let failed = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-1", 2_550)).await.unwrap_err();
            assert_eq!(failed, GatewayError::Unreachable(expected), "{code} {outcome}");
            assert!(failed.is_outcome_unknown() && failed.is_passing());
            // It was done: Paymob tells it with the charge, PayTabs under our reference.
            let refunded = if code == "PAYMOB" {
                market.gateway().find(market.context(), Lookup::Transaction(&charge.id)).await.unwrap()[0].refunded_minor
            } else {
                market.gateway().find(market.context(), Lookup::Reference("r-1")).await.unwrap()[0].amount.minor
            };
            assert_eq!(refunded, 2_550, "{code} {outcome}");
        }
    }
}

#[tokio::test]
async fn py_03_a_failing_gateway_is_told_from_one_that_was_never_reached() {
    for (code, currency) in [("PAYMOB", Currency::EGP), ("PAYTABS_SA", Currency::SAR)] {
        let market = Market::impatient(code, currency).await;
        for (outcome, expected, is_unknown) in [
            ("server_error", UnreachableReason::ServerError(500), true),
            ("rate_limited", UnreachableReason::RateLimited, false),
            ("timeout", UnreachableReason::TimedOut, true),
            ("cut", UnreachableReason::BrokenOff, true),
        ] {
            market.control("next", json!({ "outcome": outcome })).await;
            let failed = market.gateway().start(market.context(), &market.request(outcome)).await.unwrap_err();
            assert_eq!(
                (&failed, failed.is_outcome_unknown()),
                (&GatewayError::Unreachable(expected), is_unknown),
                "{code} {outcome}"
            );
        }
        // Nothing of that is in the way of the next one.
        market.start("1001-1").await;
    }
}

#[tokio::test]
async fn py_03_a_host_that_is_not_there_has_done_nothing() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let market = Market::paymob().await;
    let http = gateways::payments::HttpClient::new(market.env.clone(), gateways::payments::HttpLimits::default()).unwrap();
    let gateways = gateways::payments::providers::all(&http, |_| Some(base.clone()));
    let failed = gateways.get("PAYMOB").unwrap().check(market.context()).await.unwrap_err();
    assert_eq!(failed, GatewayError::Unreachable(UnreachableReason::NotConnected));
    assert!(!failed.is_outcome_unknown() && failed.is_passing());
}

#[tokio::test]
async fn py_02_what_the_gateway_said_is_kept_without_secrets() {
    for (code, currency) in [("PAYMOB", Currency::EGP), ("PAYTABS_SA", Currency::SAR)] {
        let mut market = Market::impatient(code, currency).await;
        let charge = market.paid("1001-1").await;
        market.gateway().refund(market.context(), &market.follow_up(&charge, "r-1", 1)).await.unwrap();
        market.control("next", json!({ "outcome": "timeout" })).await;
        let _ = market.gateway().find(market.context(), Lookup::Reference("1001-1")).await;
        let wrong = Credentials::new(market.server.credentials.iter().map(|(name, value)| (*name, format!("{value}9"))));
        let context = gateways::payments::GatewayContext { credentials: &wrong, log: &market.log };
        let _ = market.gateway().check(context).await;
        let exchanges = market.log.take();
        assert!(exchanges.len() >= 3, "{code}");
        let shown = format!("{exchanges:?}");
        let is_secret = |field: &&(&str, String)| matches!(field.0, "api_key" | "hmac" | "server_key" | "secret_key");
        for (field, value) in market.server.credentials.iter().filter(is_secret) {
            assert!(!shown.contains(value.as_str()), "{code} {field}: {shown}");
        }
        for personal in ["huda@example.com", "+2010", "هدى", "203.0.113.7", "auth_19", "payment_19"] {
            assert!(!shown.contains(personal), "{code} {personal}: {shown}");
        }
        assert!(shown.contains("1001-1"), "what it is about stays: {shown}");
        let silent = exchanges.iter().find(|e| e.status.is_none()).unwrap();
        assert!(silent.answer.contains("no answer in time"), "{silent:?}");
    }
}
