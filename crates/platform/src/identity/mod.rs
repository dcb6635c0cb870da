//! People: sign-in, phone confirmation, sessions, passwords, and the abilities of roles.
//!
//! Tables: `users`, `password_history`, `sessions`, `refresh_tokens`, `otp_codes`, `sign_in_attempts`, `password_resets`,
//! `known_devices`.
//! Invariant: of secrets only hashes are stored; sign-in, code and reset calls answer alike whether or not an account
//! exists; every limit on guessing is counted in the database.

mod api;
mod attempt_store;
mod attempts;
mod coupon_questions;
mod device_store;
mod devices;
mod devices_api;
pub(crate) mod entities;
mod model;
mod otp;
mod password;
mod reset;
mod roles;
mod session;
mod sign_in;
mod store;
mod tables;

pub use api::{MessageView, OpenHost};
pub use attempts::{AttemptKind, count as count_attempt, forget as forget_attempts, found_coupon, seconds, try_coupon};
pub use coupon_questions::{ask_coupon, forget_coupon_question, keep_coupon_refusal};
pub use devices_api::{DeviceCookie, remember as remember_device};
pub use entities::ENTITIES;
pub use model::{NewPassword, Password, check_new_password, parse_mobile, rule_message};
pub use otp::{OtpCheck, Purpose, WRONG_CODE, try_code};
pub use password::hash as hash_password;
pub use roles::Role;
pub use session::{Device, Tokens, open as open_session, open_on_behalf};
pub use sign_in::{open_for, sign_in};
pub use store::{NewUser, User, find_user, has_email, has_mobile, insert_user, is_demo_user, is_session_live, list_names};
pub use tables::TABLES;

use jobs::Outcome;
use kernel::Millis;

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    api::routes()
}

/// Calls of the slice that answer outside `/dashboard/v1`: `/api/refresh-token`.
pub fn platform_routes() -> axum::Router<crate::App> {
    api::platform_routes()
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<crate::App>) {
    registry.on::<reset::SendPasswordResetJob, _, _>(reset::send);
    registry.every("sweep_identity", Millis::HOUR, |app: crate::App| async move {
        let env = app.env().clone();
        app.db()
            .tx(async move |c| {
                store::delete_expired(c, &env).await?;
                devices::sweep(c, env.now()).await?;
                crate::outbox::delete_platform(c, env.now().plus(-2 * Millis::DAY)).await
            })
            .await?;
        Ok(Outcome::Done)
    });
}
