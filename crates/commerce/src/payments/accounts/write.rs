//! Adding, changing and removing a bank account.

use db::Topics;
use kernel::{BankAccountId, StoreScope};
use serde_json::json;
use web::message::common;
use web::{ApiError, FieldErrors, Message};

use super::api::{BankAccountIn, BankAccountView};
use super::model::{BankAccount, iban};
use super::{banks, store};
use crate::payments::entities;
use platform::App;
use platform::journal::{self, Act, Entry};
use web::fields::line;

const NOT_AN_IBAN: Message = Message::new("رقم الآيبان غير صحيح. تأكد منه.", "Enter a valid IBAN.");
const ONE_OF_BOTH: Message = Message::new("اكتب رقم الآيبان أو رقم الحساب.", "Enter an IBAN or an account number.");
const OTHER_COUNTRY: Message =
    Message::new("رقم الآيبان من بلد آخر غير بلد هذا البنك.", "The IBAN is of another country than this bank.");
const TOO_MANY: Message =
    Message::new("للمتجر {max} حسابًا بنكيًا على الأكثر.", "Limit reached: a store can have {max} bank accounts.");

/// Why an account was not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum WriteError {
    /// Invalid fields.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The store has no such account.
    #[error("no such account")]
    NotFound,
    /// It is stale: it changed since it was read.
    #[error("stale version")]
    Stale(Box<BankAccount>),
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<WriteError> for ApiError {
    fn from(e: WriteError) -> Self {
        match e {
            WriteError::Fields(fields) => Self::invalid(fields),
            WriteError::NotFound => Self::not_found(),
            WriteError::Stale(now) => Self::stale().with_current(&BankAccountView::from_account(*now)),
            WriteError::Db(e) => e.into(),
        }
    }
}

/// Applies a request to an account; absent fields stay. A new account whose bank is not said is of the bank that its IBAN tells.
fn apply(account: &mut BankAccount, sent: BankAccountIn, is_new: bool) -> Result<(), WriteError> {
    let BankAccountIn { bank_id, bank_name, beneficiary_name, account_number, iban: iban_text, is_active, version: _ } = sent;
    let mut errors = FieldErrors::new();
    let e = &mut errors;
    if let Some(text) = bank_name {
        account.bank_name = line(e, "bank_name", &text, 100, false);
    }
    if let Some(text) = beneficiary_name {
        account.beneficiary_name = line(e, "beneficiary_name", &text, 100, false);
    }
    if let Some(text) = account_number {
        account.account_number = line(e, "account_number", &text, 40, false);
    }
    if let Some(text) = iban_text {
        let text = line(e, "iban", &text, 60, false);
        account.iban = match iban(&kernel::digits::to_latin(&text)) {
            Some(iban) => iban,
            None if text.is_empty() => String::new(),
            None => {
                e.add("iban", NOT_AN_IBAN);
                String::new()
            }
        };
    }
    account.is_active = is_active.unwrap_or(account.is_active);
    match bank_id.as_deref().map(str::trim) {
        None if is_new => account.bank_id = banks::of_iban(&account.iban).map_or("", |bank| bank.id).to_owned(),
        None => {}
        Some("") => account.bank_id = String::new(),
        Some(id) => match banks::find(id) {
            Some(bank) => (account.bank_id, account.bank_name) = (bank.id.to_owned(), bank.name_in(kernel::Lang::Ar).to_owned()),
            None => e.add("bank_id", common::NO_SUCH),
        },
    }
    let is_elsewhere = |bank: &banks::Bank| !account.iban.is_empty() && !account.iban.starts_with(bank.country);
    if banks::find(&account.bank_id).is_some_and(is_elsewhere) {
        e.add("bank_id", OTHER_COUNTRY);
    }
    if errors.is_empty() {
        for (path, text) in [("bank_name", &account.bank_name), ("beneficiary_name", &account.beneficiary_name)] {
            if text.is_empty() {
                errors.add(path, common::REQUIRED);
            }
        }
        if account.iban.is_empty() && account.account_number.is_empty() {
            errors.add("iban", ONE_OF_BOTH);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(WriteError::Fields(errors)) }
}

pub(super) async fn create(app: &App, scope: &StoreScope, sent: BankAccountIn) -> Result<BankAccount, WriteError> {
    let mut account = BankAccount {
        id: app.env().id(),
        bank_id: String::new(),
        bank_name: String::new(),
        beneficiary_name: String::new(),
        account_number: String::new(),
        iban: String::new(),
        is_active: true,
        version: 1,
    };
    apply(&mut account, sent, true)?;
    let (at, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            if store::list(c, &at).await?.len() >= store::MOST {
                return Err(WriteError::Fields(FieldErrors::one("iban", TOO_MANY.with("max", store::MOST))));
            }
            store::insert(c, &at, &account, now).await?;
            let entry =
                Entry::new(Act::Create, entities::BANK_ACCOUNT, account.id).after(BankAccountView::from_account(account.clone()));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok(account.clone())
        })
        .await
}

pub(super) async fn change(
    app: &App,
    scope: &StoreScope,
    id: BankAccountId,
    sent: BankAccountIn,
) -> Result<BankAccount, WriteError> {
    let (at, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let before = store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?;
            if sent.version.is_some_and(|v| v != before.version) {
                return Err(WriteError::Stale(Box::new(before)));
            }
            let mut account = before.clone();
            apply(&mut account, sent.clone(), false)?;
            if !store::update(c, &at, &account, now).await? {
                return Err(WriteError::Stale(Box::new(store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?)));
            }
            account.version += 1;
            let entry = Entry::new(Act::Update, entities::BANK_ACCOUNT, id)
                .before(BankAccountView::from_account(before))
                .after(BankAccountView::from_account(account.clone()));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok(account)
        })
        .await
}

pub(super) async fn remove(app: &App, scope: &StoreScope, id: BankAccountId) -> Result<(), WriteError> {
    let (at, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let before = store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?;
            if !store::delete(c, &at, id).await? {
                return Err(WriteError::NotFound);
            }
            let entry = Entry::new(Act::Delete, entities::BANK_ACCOUNT, id).before(json!(BankAccountView::from_account(before)));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok(())
        })
        .await
}
