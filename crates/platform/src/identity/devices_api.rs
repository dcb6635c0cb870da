//! The cookie that carries a device's token.

use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::AppendHeaders;
use kernel::{Millis, UserId};

use super::devices::{self, LIFE};
use crate::App;

/// The cookie's name. Under TLS its prefix keeps every other host, such as a store's, from setting it.
const fn name(is_tls: bool) -> &'static str {
    if is_tls { "__Host-rawaj_device" } else { "rawaj_device" }
}

/// The token in a browser's cookie.
pub(super) fn device_token(headers: &HeaderMap, is_tls: bool) -> Option<String> {
    let pairs = headers.get_all(COOKIE).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(';'));
    let token = pairs.filter_map(|pair| pair.trim().split_once('=')).find(|(key, _)| *key == name(is_tls))?.1;
    let is_token = (20..=64).contains(&token.len()) && token.bytes().all(|b| b.is_ascii_alphanumeric());
    is_token.then(|| token.to_owned())
}

/// The cookie to send with an answer, when there is a new one.
pub type DeviceCookie = AppendHeaders<Option<(HeaderName, HeaderValue)>>;

/// Makes the browser that sent `device_token` known to an account. A failure is only logged: it must not prevent the sign-in.
pub async fn remember(app: &App, user: UserId, device_token: Option<&str>) -> DeviceCookie {
    match devices::remember(app, user, device_token).await {
        Ok(None) => AppendHeaders(None),
        Ok(Some(token)) => {
            let is_tls = app.base.settings.scheme == "https";
            let (name, secure, seconds) = (name(is_tls), if is_tls { "; Secure" } else { "" }, LIFE / Millis::SECOND);
            let cookie = format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
            AppendHeaders(HeaderValue::from_str(&cookie).ok().map(|value| (SET_COOKIE, value)))
        }
        Err(error) => {
            tracing::warn!(%error, "a device was not remembered");
            AppendHeaders(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // L8
    #[test]
    fn only_what_can_be_a_token_is_read_from_the_cookie() {
        let of = |cookie: &str, is_tls: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::from_str(cookie).unwrap());
            device_token(&headers, is_tls)
        };
        let token = "a".repeat(32);
        assert_eq!(of(&format!("a=b; rawaj_device={token}"), false), Some(token.clone()));
        assert_eq!(of(&format!("rawaj_device={token}"), true), None, "another host may have set that one");
        assert_eq!(of(&format!("__Host-rawaj_device={token}"), true), Some(token.clone()));
        for wrong in
            ["rawaj_device=", "rawaj_device=short", "rawaj_device=a b", "x", &format!("rawaj_device={}", token.repeat(3))]
        {
            assert_eq!(of(wrong, false), None, "{wrong}");
        }
    }
}
