//! Base types of every other crate: ids, money, translated texts, the store scope, clock and randomness.
//!
//! Pure on purpose: no tokio, no SQL, no HTTP. Everything here can be tested without a running program.

pub mod clock;
pub mod currency;
pub mod digits;
pub mod fold;
mod hex;
pub mod id;
pub mod keyboard;
pub mod locale;
pub mod money;
pub mod page;
pub mod phone;
pub mod plural;
pub mod rules;
pub mod scope;
mod secret_text;
pub mod slug;
pub mod sound;
pub mod spelling;
pub mod text_guard;
pub mod texts;

pub use clock::{Env, Millis, least_id};
pub use currency::Currency;
pub use hex::hex;
pub use id::Id;
pub use id::types::*;
pub use page::{Page, PageRequest};
pub use scope::{Actor, ActorKind, StoreScope};
pub use secret_text::SecretText;
pub use texts::{Lang, Texts};
