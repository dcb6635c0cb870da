//! Amounts in messages.

use kernel::{Currency, Lang, money};
use web::Message;

/// Formats an amount in a language.
fn amount_text(n: i64, currency: Currency, lang: Lang) -> String {
    match lang {
        Lang::Ar => format!("{}\u{a0}{}", money::format(n, currency), currency.symbol_ar()),
        Lang::En => format!("{}\u{a0}{}", currency.code(), money::format(n, currency)),
    }
}

/// Puts an amount into a message.
pub(in crate::orders) fn with_amount(message: &Message, n: i64, currency: Currency) -> Message {
    let write = |text: &str, lang| text.replace("{amount}", &amount_text(n, currency, lang));
    Message { ar: write(&message.ar, Lang::Ar).into(), en: write(&message.en, Lang::En).into() }
}
