//! The vectors of contracts/paytabs.md, and what no signature may let through.

use hmac::{Hmac, KeyInit as _, Mac as _};
use proptest::prelude::*;
use sha2::Sha256;

use super::*;

const KEY: &str = "SGJNZ96JLG-JDMKHGRWT9-RWRK2KJNRJ";

fn sign(message: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(KEY.as_bytes()).unwrap();
    mac.update(message);
    kernel::hex(&mac.finalize().into_bytes())
}

#[test]
fn py_03_r1_the_documented_return_is_signed() {
    let raw = "acquirerMessage=&acquirerRRN=&cartId=cart_11111&customerEmail=email%40domain.com&respCode=G84718&respMessage=Authorised\
               &respStatus=A&signature=x&token=&tranRef=TST2215201242166";
    let form = query::parse(raw).unwrap();
    assert_eq!(
        signed_text(&form),
        "cartId=cart_11111&customerEmail=email%40domain.com&respCode=G84718&respMessage=Authorised&respStatus=A&tranRef=TST2215201242166"
    );
    let signature = "7a181a32c768621eb6966107752ee70205a01f1c4403a3d13c0ff604f591f988";
    assert!(is_form_signed(KEY, &form, signature));
    assert!(!is_form_signed("SGJNZ96JLG-JDMKHGRWT9-RWRK2KJNRK", &form, signature));
}

#[test]
fn py_03_r2_a_notification_is_signed_byte_by_byte() {
    let signature = "69518f55b9c02ab7739892fb142e584ee4f8844f155a4f1ceda08c3ffb732c9c";
    assert!(is_body_signed(KEY, br#"{"cart_id":"cart_11111","tran_ref":"TST2215201242166"}"#, signature));
    assert!(!is_body_signed(KEY, br#"{"cart_id":"cart_11111", "tran_ref":"TST2215201242166"}"#, signature));
    assert!(!is_body_signed(KEY, b"", signature));
}

#[test]
fn py_03_a_zero_is_dropped_as_the_official_library_drops_it() {
    let form = query::parse("b=0&a=1+2&c=00&signature=x").unwrap();
    assert_eq!(signed_text(&form), "a=1+2&c=00");
}

proptest! {
    #[test]
    fn py_03_any_change_of_a_notification_fails(
        body in prop::collection::vec(any::<u8>(), 1..200), at in any::<prop::sample::Index>(), bit in 0..8_u8,
    ) {
        let signature = sign(&body);
        prop_assert!(is_body_signed(KEY, &body, &signature));
        let mut changed = body.clone();
        changed[at.index(body.len())] ^= 1 << bit;
        prop_assert!(!is_body_signed(KEY, &changed, &signature));
    }

    #[test]
    fn py_03_any_change_of_a_return_fails(
        values in prop::collection::vec("[1-9a-zA-Zء-ي @&=+%*~]{1,12}", 1..8), at in any::<prop::sample::Index>(), added in "[a-z1-9]{1,3}",
    ) {
        let form: Vec<(String, String)> = values.into_iter().enumerate().map(|(n, value)| (format!("f{n}"), value)).collect();
        let signature = sign(signed_text(&form).as_bytes());
        prop_assert!(is_form_signed(KEY, &form, &signature));
        let n = at.index(form.len());
        for change in 0..3 {
            let mut changed = form.clone();
            match change {
                0 => changed[n].1.push_str(&added),
                1 => drop(changed.remove(n)),
                _ => changed[n].0.push('x'),
            }
            prop_assert!(!is_form_signed(KEY, &changed, &signature));
        }
    }
}
