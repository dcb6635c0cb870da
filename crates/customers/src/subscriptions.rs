//! Sign-ups for offers and news on the store's pages: a consent of a customer, and a customer for whoever is none yet.
//!
//! Nobody proves that an address is their own, so a sign-up only adds: it undoes no refusal, which a person takes back with the store,
//! changes no name, and its answer does not tell whether the address was known.

use db::Conn;
use kernel::rules::Rule;
use kernel::{CustomerId, Env, Lang, StoreScope};
use platform::App;
use platform::identity::{self, AttemptKind};
use platform::journal::{Act, Entry};
use platform::search::{self, Index};
use serde_json::json;
use web::message::common;
use web::{FieldErrors, Message};

use super::entities;
use super::model::{Channel, Source};
use super::search::words_of;
use super::store::contacts::ContactKind;
use super::store::{self, Written, labels, refusals};
use super::write::log;
use web::fields::{line, mobile};

const NOT_AN_EMAIL: Message = Message::new("اكتب بريدًا إلكترونيًا صحيحًا.", "Enter a valid email address.");

/// A number or an e-mail address that signs up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignUpContact {
    kind: ContactKind,
    value: String,
}

impl SignUpContact {
    /// The channels that are agreed to.
    const fn channels(&self) -> &'static [Channel] {
        match self.kind {
            ContactKind::Mobile => &[Channel::Sms, Channel::Whatsapp],
            ContactKind::Email => &[Channel::Email],
        }
    }
}

/// What a sign-up came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignUp {
    /// It is recorded, or was before, or is refused by the person: the same for whoever asks.
    Done,
    /// There were too many; seconds until the next may be made.
    Wait(u64),
}

/// Reads what was written into the form: an e-mail address, or a mobile number where there is none.
///
/// # Errors
/// The name of the field, and what is wrong with it.
pub fn read_sign_up(email: &str, number: &str, country: &str) -> Result<SignUpContact, (&'static str, Message)> {
    let mut errors = FieldErrors::new();
    let (name, contact) = if number.is_empty() {
        let value = line(&mut errors, "email", email, 254, false).to_lowercase();
        if value.is_empty() {
            errors.add("email", common::REQUIRED);
        } else if !Rule::Email.accepts(&value) {
            errors.add("email", NOT_AN_EMAIL);
        }
        ("email", SignUpContact { kind: ContactKind::Email, value })
    } else {
        let value = mobile(&mut errors, "mobile", number, country);
        ("mobile", SignUpContact { kind: ContactKind::Mobile, value })
    };
    let fault = errors.iter().next().and_then(|(_, messages)| messages.first().cloned());
    fault.map_or(Ok(contact), |message| Err((name, message)))
}

/// Records a sign-up, in its own transaction. The same one again changes nothing.
///
/// # Errors
/// Database errors.
pub async fn sign_up(app: &App, scope: &StoreScope, language: Lang, contact: &SignUpContact, ip: &str) -> db::Result<SignUp> {
    let (env, at, contact, ip) = (app.env().clone(), scope.clone(), contact.clone(), ip.to_owned());
    app.db()
        .tx(async move |c| {
            let mark = refusals::mark(&at, &contact.value);
            // Counted first: the count also makes sign-ups of one address wait for each other, so that it becomes one customer.
            let subject = format!("{}:{mark}", at.store());
            let counted = identity::count_attempt(c, AttemptKind::SignUp, &subject, &ip, env.id(), env.now()).await?;
            if let Err(wait) = counted {
                return Ok(SignUp::Wait(identity::seconds(wait)));
            }
            for customer in customers_of(c, &env, &at, language, &contact).await? {
                grant(c, &env, &at, customer, contact.channels()).await?;
            }
            Ok(SignUp::Done)
        })
        .await
}

/// The customers of a contact; a new one where there is none, unless its owner refused before their data was erased.
async fn customers_of(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    language: Lang,
    contact: &SignUpContact,
) -> db::Result<Vec<CustomerId>> {
    let value = contact.value.as_str();
    let known: Vec<CustomerId> = match contact.kind {
        ContactKind::Mobile => store::find_by_mobile(c, scope, value).await?.into_iter().collect(),
        ContactKind::Email => store::list_by_email(c, scope, value).await?,
    };
    if !known.is_empty() {
        return Ok(known);
    }
    for what in contact.channels().iter().map(|channel| channel.as_str()).chain([refusals::BLOCKED]) {
        if refusals::has(c, scope, value, None, what).await? {
            return Ok(Vec::new());
        }
    }
    let id: CustomerId = env.id();
    let own = |kind| (contact.kind == kind).then_some(value);
    let (mobile, email) = (own(ContactKind::Mobile), own(ContactKind::Email));
    // They have told no name: the contact stands in its place, until an order tells it (`record_order`).
    store::insert(c, scope, &Written { id, name: value, mobile, email, language }, env.now()).await?;
    search::insert(c, scope.store(), Index::Customer, id.raw(), &words_of(value, mobile.unwrap_or_default())).await?;
    let after = json!({ "name": value, "mobile": mobile, "email": email, "language": language });
    log(c, env, scope, id, Entry::new(Act::Create, entities::CUSTOMER, id).after(after)).await?;
    Ok(vec![id])
}

/// Records consent to the channels about which the customer has said nothing yet.
async fn grant(c: Conn<'_>, env: &Env, scope: &StoreScope, id: CustomerId, channels: &[Channel]) -> db::Result<()> {
    let known = labels::list_consents(c, scope, id).await?;
    let fresh: Vec<Channel> = channels.iter().copied().filter(|channel| known.iter().all(|c| c.channel != *channel)).collect();
    // A record that is merged into another one meanwhile is gone: the other one has its own consents.
    if fresh.is_empty() || !store::lock(c, scope, id, env.now()).await? {
        return Ok(());
    }
    for channel in fresh {
        labels::set_consent(c, scope, id, channel, true, Source::Website, env.now()).await?;
        let after = json!({ "consent": channel.as_str(), "is_granted": true, "source": Source::Website.as_str() });
        log(c, env, scope, id, Entry::new(Act::Update, entities::CUSTOMER, id).after(after)).await?;
    }
    Ok(())
}
