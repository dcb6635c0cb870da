//! Seller details and VAT registration: a store enters them before its first invoice, because an invoice cannot be changed.

use db::{Conn, Topics};
use jobs::Enqueue;
use kernel::{OrderId, StoreId, StoreScope, Texts};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use web::message::common;
use web::schema;
use web::{ApiError, ApiResult, FieldErrors};

use super::store as documents;
use commerce::orders::{self, InvoiceDueJob};
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores::entities;
use platform::stores::{self, Code, StoreProfile, VAT_REGISTRATION, VatRegistration};

/// Orders that a pass looks at.
const STEP: i64 = 100;

/// The seller details, as they are sent.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct InvoiceDetailsIn {
    /// The store is registered for VAT, or is not.
    pub(super) vat_registration: VatRegistration,
    /// The rate, a percentage; required where the store is registered, else ignored.
    #[serde(default)]
    #[schema(value_type = Option<schema::Percentage>)]
    pub(super) vat_value: Option<String>,
    /// Prices are entered and shown with VAT in them.
    #[serde(default)]
    pub(super) prices_include_vat: Option<bool>,
    /// Required where the store is registered, else ignored.
    #[serde(default)]
    #[schema(value_type = Option<schema::Line<20>>)]
    pub(super) vat_number: Option<String>,
    /// The registered name, at most 120 characters.
    #[schema(value_type = schema::RequiredLine<120>)]
    pub(super) legal_name: String,
    /// At most 30 characters.
    #[serde(default)]
    #[schema(value_type = Option<schema::Line<30>>)]
    pub(super) commercial_registration: Option<String>,
    /// In one language at least.
    #[schema(value_type = schema::RequiredLongTexts<300>)]
    pub(super) store_address: Texts,
}

impl InvoiceDetailsIn {
    /// The details as settings, each checked by its own rule; all faults at once.
    fn checked(&self, country: &str) -> ApiResult<Vec<(&'static str, Value)>> {
        let mut faults = FieldErrors::new();
        let is_registered = self.vat_registration == VatRegistration::Registered;
        let text = |sent: &Option<String>| sent.as_deref().unwrap_or_default().trim().to_owned();
        let (number, rate) = if is_registered {
            (text(&self.vat_number), text(&self.vat_value))
        } else {
            // A store that is not registered may not charge VAT.
            (String::new(), "0".to_owned())
        };
        let is_empty = |text: &str| text.trim().is_empty();
        for (field, is_missing) in [
            ("vat_number", is_registered && is_empty(&number)),
            ("vat_value", is_registered && is_empty(&rate)),
            ("legal_name", is_empty(&self.legal_name)),
            ("store_address", is_empty(&self.store_address.ar) && is_empty(&self.store_address.en)),
        ] {
            if is_missing {
                faults.add(field, common::REQUIRED);
            }
        }
        let mut values = vec![
            (Code::VatNumber, json!(number)),
            (Code::VatValue, json!(if rate.is_empty() { "0" } else { &rate })),
            (Code::LegalName, json!(self.legal_name)),
            (Code::CommercialRegistration, json!(text(&self.commercial_registration))),
            (Code::StoreAddress, json!(self.store_address)),
        ];
        values.extend(self.prices_include_vat.map(|flag| (Code::PricesIncludeVat, json!(flag))));
        let mut details = vec![(VAT_REGISTRATION, json!(self.vat_registration))];
        for (code, value) in values {
            match code.read(&value, country) {
                Ok(value) => details.push((code.as_str(), value)),
                Err(("", message)) => faults.add(code.as_str(), message),
                Err((path, message)) => faults.add(format!("{}.{path}", code.as_str()), message),
            }
        }
        faults.finish()?;
        Ok(details)
    }
}

/// Whether the seller details are missing and no invoice was issued: automatic invoices wait for them.
pub(super) async fn are_missing(c: Conn<'_>, scope: &StoreScope, profile: &StoreProfile) -> db::Result<bool> {
    Ok(profile.settings.vat_registration.is_none() && !documents::has_any_invoice(c, scope).await?)
}

/// Stores the details; the first time, the invoices that waited for them are issued.
///
/// # Errors
/// 422 with every fault.
pub(super) async fn put(app: &App, scope: &StoreScope, sent: &InvoiceDetailsIn) -> ApiResult<()> {
    let country = stores::get_profile(app.db().conn(), scope).await?.country;
    let values = sent.checked(&country)?;
    let (scope, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            stores::lock(c, &scope).await?;
            let now = env.now();
            let (mut before, mut after) = (serde_json::Map::new(), serde_json::Map::new());
            for (code, value) in &values {
                let previous = stores::find_document(c, &scope, code).await?.unwrap_or(Value::Null);
                if previous != *value {
                    stores::upsert_document(c, &scope, code, value, now).await?;
                    before.insert((*code).to_owned(), previous);
                    after.insert((*code).to_owned(), value.clone());
                }
            }
            if after.is_empty() {
                return Ok(());
            }
            if before.get(VAT_REGISTRATION).is_some_and(Value::is_null) {
                let job = WaitingInvoicesJob { store: scope.store(), after: OrderId::from_raw(0) };
                jobs::enqueue(c, &env, &job, Enqueue::for_store(scope.store())).await?;
            }
            let entry = Entry::new(Act::Update, entities::SETTING, scope.store()).before(before).after(after);
            journal::write(c, &scope, now, Topics::STOREFRONT, entry).await?;
            Ok::<_, ApiError>(())
        })
        .await
}

/// Issues the invoices that waited for the store's details, from the oldest order on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct WaitingInvoicesJob {
    store: StoreId,
    after: OrderId,
}

impl jobs::Job for WaitingInvoicesJob {
    const KIND: &'static str = "waiting_invoices";
}

pub(super) async fn issue_waiting(app: App, job: WaitingInvoicesJob) -> jobs::JobResult {
    let scope = StoreScope::new(job.store, kernel::Actor::system());
    let env = app.env().clone();
    app.db()
        .tx(async move |c| {
            let ids = orders::list_invoiceable(c, &scope, job.after, STEP).await?;
            let invoiced = documents::list_invoiced(c, &scope, &ids).await?;
            for order in ids.iter().copied().filter(|id| !invoiced.contains(id)) {
                let due_job = InvoiceDueJob { store: scope.store(), order };
                jobs::enqueue(c, &env, &due_job, Enqueue::for_store(scope.store())).await?;
            }
            if let Some(after) = ids.last().copied() {
                let next = WaitingInvoicesJob { store: scope.store(), after };
                jobs::enqueue(c, &env, &next, Enqueue::for_store(scope.store())).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(jobs::Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(
        registration: VatRegistration,
        change: impl FnOnce(&mut InvoiceDetailsIn),
    ) -> Result<Vec<(&'static str, Value)>, String> {
        let mut sent = InvoiceDetailsIn {
            vat_registration: registration,
            vat_value: Some("15".into()),
            prices_include_vat: None,
            vat_number: Some("310122393500003".into()),
            legal_name: "مؤسسة سارة للعطور".into(),
            commercial_registration: None,
            store_address: Texts::new("الرياض، حي العليا", ""),
        };
        change(&mut sent);
        sent.checked("SA").map_err(|e| format!("{e:?}"))
    }

    #[test]
    fn or_08_who_is_not_registered_charges_no_vat() {
        let details = sent(VatRegistration::NotRegistered, |_| {}).unwrap();
        assert!(details.contains(&("vat_value", json!("0"))) && details.contains(&("vat_number", json!(""))), "{details:?}");
        let stored = sent(VatRegistration::Registered, |_| {}).unwrap();
        assert!(
            stored.contains(&("vat_value", json!("15"))) && stored.contains(&("vat_registration", json!("registered"))),
            "{stored:?}"
        );
    }

    #[test]
    fn or_08_every_fault_of_the_details_names_its_field() {
        for field in ["vat_number", "vat_value", "legal_name", "store_address"] {
            let error = sent(VatRegistration::Registered, |d| match field {
                "vat_number" => d.vat_number = Some(" ".into()),
                "vat_value" => d.vat_value = None,
                "legal_name" => d.legal_name = String::new(),
                _ => d.store_address = Texts::default(),
            });
            assert!(error.unwrap_err().contains(field), "{field}");
        }
        assert!(sent(VatRegistration::Registered, |d| d.vat_number = Some("123".into())).unwrap_err().contains("vat_number"));
    }
}
