//! What PayTabs' words mean (contracts/paytabs.md).

use serde_json::json;

use super::*;

fn notification(tran_type: &str, status: &str) -> Value {
    json!({
        "tran_ref": "TST2215201242166", "profile_id": 47_554, "cart_id": "1001-1", "cart_currency": "SAR", "cart_amount": "400.00",
        "tran_currency": "SAR", "tran_total": "400.00", "tran_type": tran_type, "tran_class": "ECom",
        "payment_result": { "response_status": status, "response_code": "G84718", "response_message": "Authorised" },
        "payment_info": {
            "payment_method": "Visa", "card_type": "Credit", "card_scheme": "Visa", "payment_description": "4111 11## #### 1111",
        },
    })
}

#[test]
fn py_03_a_sale_is_read_whole() {
    let sale = read(&notification("Sale", "A")).unwrap();
    assert_eq!(sale.amount, Amount { minor: 40_000, currency: Currency::SAR });
    assert_eq!((sale.id.as_str(), sale.reference.as_str(), sale.account.as_str()), ("TST2215201242166", "1001-1", "47554"));
    assert_eq!((sale.is_live, sale.provider_reference.as_str(), &sale.parent_id), (Some(false), "TST2215201242166", &None));
    assert_eq!(sale.means, PaymentMeans { kind: MeansKind::Card, scheme: "Visa".into(), last_four: "1111".into() });
    assert!(sale.is_money_received() && sale.refusal.is_none());
}

#[test]
fn py_03_words_say_kind_and_status() {
    use TransactionKind as K;
    use TransactionStatus as S;
    for (tran_type, word, kind, status) in [
        ("SALE", "P", K::Charge, S::Pending),
        ("sale", "H", K::Charge, S::OnHold),
        ("Sale", "D", K::Charge, S::Declined),
        ("Sale", "E", K::Charge, S::Declined),
        ("Sale", "V", K::Charge, S::Voided),
        ("Sale", "X", K::Charge, S::Expired),
        ("Capture", "A", K::Charge, S::Paid),
        ("Auth", "A", K::Authorisation, S::OnHold),
        ("Refund", "A", K::Refund, S::Paid),
        ("Refund", "P", K::Refund, S::Pending),
        ("Void", "A", K::Void, S::Voided),
        ("Release", "A", K::Void, S::Voided),
        ("Chargeback", "A", K::Chargeback, S::Paid),
    ] {
        let read = read(&notification(tran_type, word)).unwrap();
        assert_eq!((read.kind, read.status), (kind, status), "{tran_type} {word}");
        assert_eq!(read.is_money_received(), kind == K::Charge && status == S::Paid);
        assert_eq!(read.refusal.is_some(), status == S::Declined);
    }
    assert!(read(&notification("Sale", "?")).is_err() && read(&notification("Register", "A")).is_err());
}

#[test]
fn py_03_the_amount_is_what_was_charged_in_our_currency() {
    let mut body = notification("Sale", "A");
    body["tran_total"] = json!("1.00");
    assert_eq!(read(&body).unwrap().amount.minor, 100, "less than the cart");
    body["tran_currency"] = json!("USD");
    assert_eq!(read(&body).unwrap().amount.minor, 40_000, "another currency is not ours to compare");
    body["cart_amount"] = json!(400);
    assert_eq!(read(&body).unwrap().amount.minor, 40_000);
    body["cart_amount"] = json!("400.001");
    assert!(read(&body).is_err());
    body["cart_currency"] = json!("KWD");
    assert_eq!(read(&body).unwrap().amount, Amount { minor: 400_001, currency: Currency::KWD });
}
