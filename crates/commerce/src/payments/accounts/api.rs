//! Endpoints of bank accounts.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::BankAccountId;
use kernel::id::BankAccount as AccountKind;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::model::{BankAccount, grouped};
use super::{banks, store, write};
use platform::App;

web::permissions! { Read = Read BankAccount; Create = Create BankAccount; Update = Update BankAccount; Delete = Delete BankAccount; }

web::schema_types! {
    /// A bank account to create.
    NewBankAccount => schema::required::<BankAccountIn>(&["bank_name", "beneficiary_name"]);
    /// A bank of the list; empty for another one.
    BankId => schema::words(banks::IDS.iter().copied().chain([""]));
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_bank_accounts, create_bank_account))
        .routes(routes!(update_bank_account, delete_bank_account))
        .routes(routes!(list_banks))
}

/// A bank account, in whole or in part.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BankAccountIn {
    /// Its bank of `/banks`, which names it then; empty for another one. A new account is of the bank that its IBAN tells.
    #[schema(value_type = Option<BankId>)]
    pub bank_id: Option<String>,
    /// Of a bank that is not of the list; 100 characters at most.
    #[schema(value_type = Option<schema::RequiredLine<100>>)]
    pub bank_name: Option<String>,
    /// The account holder's name at the bank; 100 characters at most.
    #[schema(value_type = Option<schema::RequiredLine<100>>)]
    pub beneficiary_name: Option<String>,
    /// 40 characters at most; required without an IBAN.
    #[schema(value_type = Option<schema::Line<40>>)]
    pub account_number: Option<String>,
    /// In any spelling.
    #[schema(pattern = "^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$", example = "SA0380000000608010167519")]
    pub iban: Option<String>,
    /// Shown to shoppers.
    pub is_active: Option<bool>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A bank account of the store (PY-04).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct BankAccountView {
    id: BankAccountId,
    /// Its bank of `/banks`; empty for another one.
    #[schema(value_type = BankId)]
    bank_id: String,
    /// In the caller's language where the bank is of the list.
    bank_name: String,
    beneficiary_name: String,
    account_number: String,
    /// In groups of four.
    iban: String,
    is_active: bool,
    version: i64,
}

impl BankAccountView {
    /// The account in the API.
    pub(super) fn from_account(account: BankAccount) -> Self {
        let bank_name = account.bank_name_in(web::lang::current()).to_owned();
        let BankAccount { id, bank_id, bank_name: _, beneficiary_name, account_number, iban, is_active, version } = account;
        Self { id, bank_id, bank_name, beneficiary_name, account_number, iban: grouped(&iban), is_active, version }
    }
}

/// The store's bank accounts.
#[utoipa::path(get, path = "/bank-accounts", tag = "Payment", responses((status = 200, body = Data<Vec<BankAccountView>>)))]
async fn list_bank_accounts(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<BankAccountView>>>> {
    Ok(data(store::list(app.db().conn(), &allowed.scope).await?.into_iter().map(BankAccountView::from_account).collect()))
}

/// Adds a bank account.
#[utoipa::path(post, path = "/bank-accounts", tag = "Payment", request_body = NewBankAccount, responses(
    (status = 201, body = Data<BankAccountView>), Refusals<409, 422>,
))]
async fn create_bank_account(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<BankAccountIn>,
) -> ApiResult<(StatusCode, Json<Data<BankAccountView>>)> {
    Ok((StatusCode::CREATED, data(BankAccountView::from_account(write::create(&app, &allowed.scope, sent).await?))))
}

/// Changes a bank account, in whole or in part.
#[utoipa::path(put, path = "/bank-accounts/{id}", tag = "Payment", params(("id" = BankAccountId, Path)), request_body = BankAccountIn, responses(
    (status = 200, body = Data<BankAccountView>), (status = 409, body = Conflict<BankAccountView>), Refusals<404, 422>,
))]
async fn update_bank_account(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<AccountKind>,
    JsonIn(sent): JsonIn<BankAccountIn>,
) -> ApiResult<Json<Data<BankAccountView>>> {
    Ok(data(BankAccountView::from_account(write::change(&app, &allowed.scope, id, sent).await?)))
}

/// Deletes a bank account; payments to it stay recorded.
#[utoipa::path(delete, path = "/bank-accounts/{id}", tag = "Payment", params(("id" = BankAccountId, Path)), responses(
    (status = 200, body = Data<BankAccountId>), Refusals<404>,
))]
async fn delete_bank_account(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<AccountKind>,
) -> ApiResult<Json<Data<BankAccountId>>> {
    write::remove(&app, &allowed.scope, id).await?;
    Ok(data(id))
}

/// A bank of the region.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct BankView {
    #[schema(value_type = BankId)]
    id: &'static str,
    /// ISO 3166 alpha-2.
    country: &'static str,
    name: kernel::Texts,
    /// What stands behind the check digits of its IBANs; empty where it is not known.
    iban_code: &'static str,
}

/// The banks of the region, by country.
#[utoipa::path(get, path = "/banks", tag = "Payment", responses((status = 200, body = Data<Vec<BankView>>)))]
async fn list_banks(_: Allowed<Read>) -> Json<Data<Vec<BankView>>> {
    let view = |bank: &banks::Bank| BankView { id: bank.id, country: bank.country, name: bank.name(), iban_code: bank.iban_code };
    data(banks::BANKS.iter().map(view).collect())
}
