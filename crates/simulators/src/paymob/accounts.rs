//! The one merchant of the simulator.

use kernel::Millis;

pub(super) const API_KEY: &str = "ZXlKaGJHY2lPaUpTSU1VTEFUT1I=";
pub(super) const HMAC_SECRET: &str = "5C0FFEE05C0FFEE05C0FFEE05C0FFEE0";
pub(super) const SECRET_KEY: &str = "egy_sk_test_simulator0000000000000000";
pub(super) const PUBLIC_KEY: &str = "egy_pk_test_simulator0000000000000000";
pub(super) const CARD: u64 = 4_100_001;
pub(super) const WALLET: u64 = 4_100_002;
pub(super) const KIOSK: u64 = 4_100_003;
pub(super) const IFRAME: u64 = 700_001;
pub(super) const PROFILE: u64 = 302_852;

/// How long an auth token is good (contracts/paymob.md §2).
pub(super) const TOKEN_MS: i64 = Millis::HOUR;

pub(super) fn is_integration(id: u64) -> bool {
    matches!(id, CARD | WALLET | KIOSK)
}
