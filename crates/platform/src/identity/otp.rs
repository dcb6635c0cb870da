//! One-time codes to mobile numbers (AU-02): 6 digits, valid for 5 minutes, 5 attempts, resent after 1 to 10 minutes.

use db::{Conn, Result};
use kernel::phone::Phone;
use kernel::{AttemptId, Env, Lang, Millis};
use web::caller::hash_token;
use web::{ApiError, ApiResult, Message};

use super::attempt_store;
use super::attempts::{self, AttemptKind};
use super::{model, store};
use crate::App;
use crate::outbox::{self, Channel, Outgoing};

/// How long a code is valid.
const CODE_LIFE: i64 = 5 * Millis::MINUTE;
/// Attempts at one code.
const MOST_TRIES: i64 = 5;
/// Codes to one number in a day.
const MOST_A_DAY: i64 = 10;
/// Codes requested by one address in an hour: an office may share one.
const MOST_BY_IP: i64 = 30;
/// Older codes do not delay the next one.
const SLOWS_FOR: i64 = 6 * Millis::HOUR;

/// What a code confirms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The number of a registration.
    Register,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Register => "register",
        }
    }
}

const TEXT: Message = Message::new(
    "رمز التحقق في رواج: {code}. صالح لمدة 5 دقائق. لا تشاركه مع أحد.",
    "Your Rawaj code is {code}. It expires in 5 minutes. Don't share it.",
);

/// The code is wrong, expired or used: one message, so that guessing reveals nothing.
pub const WRONG_CODE: Message = Message::new(
    "الرمز غير صحيح أو انتهت صلاحيته. تحقق منه أو اطلب رمزًا جديدًا.",
    "The code is wrong or has expired. Check it or request a new one.",
);

/// The result of sending a code.
#[derive(Debug, Clone, Copy)]
pub struct Sent {
    /// Until the next code may be requested; milliseconds.
    pub resend_after: i64,
    /// Until the code expires; milliseconds.
    pub expires_in: i64,
}

/// The code's own id salts its hash: equal codes look different.
fn hash(id: kernel::OtpId, code: &str) -> String {
    hash_token(&format!("{id}:{code}"))
}

/// Sends a code to a number. Whether the number has an account makes no difference.
///
/// # Errors
/// 429 when it is too early or too often.
pub async fn send_code(app: &App, phone: &Phone, purpose: Purpose, ip: String, lang: Lang) -> ApiResult<Sent> {
    let env = app.env().clone();
    let (id, code, mobile) = (env.id(), env.digits(6), phone.e164().to_owned());
    let sent: std::result::Result<Sent, i64> = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            // Codes sent by a clock that was ahead are ignored: neither they nor their limits last until that time.
            let until = jobs::furthest(now, 0);
            attempt_store::lock_subject(c, &mobile).await?;
            if let Some(latest) = store::find_latest_code(c, &mobile, purpose.as_str(), until).await?
                && latest.resend_at > now
            {
                return Ok(Err(latest.resend_at.0 - now.0));
            }
            let (in_a_day, first) = store::count_codes(c, &mobile, purpose.as_str(), (now.plus(-Millis::DAY), until)).await?;
            if in_a_day >= MOST_A_DAY {
                return Ok(Err(first.unwrap_or(now.0) + Millis::DAY - now.0));
            }
            let (by_ip, first) = store::count_codes_by_ip(c, &ip, (now.plus(-Millis::HOUR), until)).await?;
            if by_ip >= MOST_BY_IP {
                return Ok(Err(first.unwrap_or(now.0) + Millis::HOUR - now.0));
            }
            let (recent, _) = store::count_codes(c, &mobile, purpose.as_str(), (now.plus(-SLOWS_FOR), until)).await?;
            let resend_after = model::resend_delay(recent);
            let row = store::NewCode {
                id,
                mobile: &mobile,
                purpose: purpose.as_str(),
                ip: &ip,
                code_hash: &hash(id, &code),
                expires_at: now.plus(CODE_LIFE),
                resend_at: now.plus(resend_after),
            };
            store::insert_code(c, now, &row).await?;
            let message = Outgoing {
                store: None,
                channel: Channel::Sms,
                recipient: mobile.clone(),
                subject: String::new(),
                body: TEXT.with("code", &code).get(lang).to_owned(),
            };
            outbox::enqueue(c, &env, &message).await?;
            Ok::<_, db::Error>(Ok(Sent { resend_after, expires_in: CODE_LIFE }))
        })
        .await?;
    sent.map_err(|retry_after| ApiError::too_many(attempts::seconds(retry_after)))
}

/// The result of an attempt at a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtpCheck {
    /// The number is confirmed; the code is used.
    Right,
    /// Wrong, expired or used.
    Wrong,
    /// Too many attempts: milliseconds to wait.
    Wait(i64),
}

/// Checks a code inside the caller's transaction, which also stores the result of the confirmation.
///
/// # Errors
/// Of the database.
pub async fn try_code(
    c: Conn<'_>,
    env: &Env,
    attempt: AttemptId,
    mobile: &str,
    code: &str,
    purpose: Purpose,
    ip: &str,
) -> Result<OtpCheck> {
    let now = env.now();
    if let Err(retry_after) = attempts::count(c, AttemptKind::Code, mobile, ip, attempt, now).await? {
        return Ok(OtpCheck::Wait(retry_after));
    }
    let Some(store::TriedCode { id, code_hash }) = store::use_attempt(c, mobile, purpose.as_str(), MOST_TRIES, now).await? else {
        return Ok(OtpCheck::Wrong);
    };
    let code = kernel::digits::to_latin(code.trim());
    if code_hash != hash(id, &code) || !store::use_code(c, id).await? {
        return Ok(OtpCheck::Wrong);
    }
    attempts::forget(c, AttemptKind::Code, mobile, ip).await?;
    Ok(OtpCheck::Right)
}
