//! Redirects out of a file, and into one: the old address and the new one in each row.

use std::collections::{HashMap, HashSet};

use kernel::id::Redirect as RedirectKind;
use kernel::{Millis, StoreScope};
use platform::App;
use platform::exports::guarded;
use platform::imports::sheet::{self, FileError, excerpt, file_message};
use platform::journal::{Act, Entry};
use serde_json::json;
use web::lang;
use web::{ApiError, ApiResult, Message};

use super::address::{key, read_address, read_target};
use super::live::may_be_live;
use super::model::{MOST, MOST_STEPS, Redirect};
use super::wire::{ImportOutcome, RedirectImportIn, RedirectImportRow, RedirectImportView};
use super::write::{FULL, LOOP, blank, is_taken, journal_fields, log, origin};
use super::{entities, missed_store, store};

/// Most rows of a file.
const MOST_ROWS: usize = 5_000;
/// Most bytes of a file: what a body may be.
const MOST_BYTES: usize = 1_048_576;
/// Rows that an answer holds.
const MOST_SHOWN: usize = 200;

const TOO_MANY_ROWS: Message = Message::new(
    "الملف يحتوي على أكثر من {max} صف. قسّمه إلى ملفات.",
    "The file has more than {max} rows. Split it into several files.",
);
const REPEATED: Message = Message::new("هذا العنوان مكرر في الملف.", "This address is in the file more than once.");

/// A row of the file as it is written.
struct Row {
    line: u32,
    address: String,
    target: String,
}

/// The rows of a file. The header is optional, so one is put in front: a first row that holds no address is the file's own.
fn read_rows(content: &str) -> Result<Vec<Row>, Message> {
    let text = content.strip_prefix('\u{FEFF}').unwrap_or(content);
    if text.trim().is_empty() {
        return Err(file_message(&FileError::Empty));
    }
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let (declared, body, skipped) = match first.strip_prefix("sep=") {
        Some(rest) => (rest.chars().next(), text.split_once('\n').map_or("", |(_, body)| body), 1),
        None => (None, text, 0),
    };
    let first = body.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let delimiter = declared.or_else(|| [',', ';', '\t'].into_iter().find(|d| first.contains(*d))).unwrap_or(',');
    let table =
        sheet::read(format!("old{delimiter}new\n{body}").as_bytes(), MOST_BYTES, |_| true).map_err(|e| file_message(&e))?;
    let looks_like_address = |cell: &str| cell.contains('/');
    let rows = table
        .rows
        .iter()
        .enumerate()
        .filter(|(n, row)| *n > 0 || looks_like_address(row.cell(0)) || looks_like_address(row.cell(1)));
    let rows: Vec<Row> = rows
        .map(|(_, row)| Row { line: row.line + skipped - 1, address: row.cell(0).to_owned(), target: row.cell(1).to_owned() })
        .collect();
    match rows.len() {
        0 => Err(file_message(&FileError::NoRows)),
        n if n > MOST_ROWS => Err(TOO_MANY_ROWS.with("max", MOST_ROWS)),
        _ => Ok(rows),
    }
}

/// What a file does to the redirects of a store.
#[derive(Default)]
struct Plan {
    created: Vec<Redirect>,
    /// As they are afterwards, at the version before.
    updated: Vec<Redirect>,
    rows: Vec<RedirectImportRow>,
}

/// Where an address leads in the end; `None` when it leads back. What may be the address of a page is not passed over: the page comes
/// before its redirect for as long as it is there.
fn settled(all: &HashMap<String, Redirect>, redirect: &Redirect) -> Option<(String, String)> {
    let mut at = (redirect.target.clone(), redirect.target_key.clone());
    let mut live_page = None;
    for _ in 0..MOST_STEPS {
        if at.1 == redirect.address_key {
            return None;
        }
        let Some(next) = all.get(&at.1).filter(|_| !at.1.is_empty()) else { return Some(live_page.unwrap_or(at)) };
        if live_page.is_none() && may_be_live(&at.1) {
            live_page = Some(at);
        }
        at = (next.target.clone(), next.target_key.clone());
    }
    None
}

/// Pure but for ids: every row against the redirects that are there and the rows above it.
fn plan(
    rows: &[Row],
    existing: Vec<Redirect>,
    (origin, now): (&str, Millis),
    mut id: impl FnMut() -> kernel::RedirectId,
) -> Plan {
    let mut all: HashMap<String, Redirect> =
        existing.into_iter().map(|redirect| (redirect.address_key.clone(), redirect)).collect();
    let mut seen: HashSet<String> = HashSet::new();
    let mut plan = Plan::default();
    for Row { line, address, target } in rows {
        let read = read_address(address).and_then(|address| Ok((address, read_target(target, origin)?)));
        let outcome = read.and_then(|(address, target)| {
            let address_key = key(&address);
            if !seen.insert(address_key.clone()) {
                return Err(REPEATED);
            }
            let before = all.get(&address_key).cloned();
            if before.is_none() && i64::try_from(all.len()).unwrap_or(MOST) >= MOST {
                return Err(FULL.with("max", MOST));
            }
            let mut after = before.clone().unwrap_or_else(|| Redirect { address, address_key, ..blank(id(), now) });
            after.set_target(target);
            (after.target, after.target_key) = settled(&all, &after).ok_or(LOOP)?;
            let outcome = match before {
                None => ImportOutcome::Created,
                Some(before) if (&before.target, &before.target_key) == (&after.target, &after.target_key) => {
                    ImportOutcome::Unchanged
                }
                Some(_) => ImportOutcome::Updated,
            };
            all.insert(after.address_key.clone(), after.clone());
            Ok((outcome, after))
        });
        let row = match outcome {
            Ok((outcome, after)) => {
                let row = RedirectImportRow {
                    line: *line,
                    address: after.address.clone(),
                    target: after.target.clone(),
                    outcome,
                    message: None,
                };
                match outcome {
                    ImportOutcome::Created => plan.created.push(after),
                    ImportOutcome::Updated => plan.updated.push(after),
                    ImportOutcome::Unchanged | ImportOutcome::Failed => {}
                }
                row
            }
            Err(message) => RedirectImportRow {
                line: *line,
                address: excerpt(address),
                target: excerpt(target),
                outcome: ImportOutcome::Failed,
                message: Some(message.get(lang::current()).to_owned()),
            },
        };
        plan.rows.push(row);
    }
    plan
}

impl RedirectImportView {
    fn new(mut rows: Vec<RedirectImportRow>) -> Self {
        let count = |outcome: ImportOutcome| rows.iter().filter(|row| row.outcome == outcome).count();
        let (created, updated) = (count(ImportOutcome::Created), count(ImportOutcome::Updated));
        let (unchanged, failed) = (count(ImportOutcome::Unchanged), count(ImportOutcome::Failed));
        rows.sort_by_key(|row| (row.outcome != ImportOutcome::Failed, row.line));
        rows.truncate(MOST_SHOWN);
        Self { created, updated, unchanged, failed, rows }
    }
}

/// Imports a file, or tells what that would do. Rows that fail are left out; the others are written in one transaction.
///
/// # Errors
/// 422 with `content` when it is no such file.
pub(super) async fn import(app: &App, scope: &StoreScope, sent: RedirectImportIn) -> ApiResult<RedirectImportView> {
    let rows = read_rows(&sent.content).map_err(|message| ApiError::field("content", message))?;
    let origin = origin(app, scope).await?;
    let (env, at, language) = (app.env().clone(), scope.clone(), lang::current());
    if sent.is_preview {
        let existing = store::list_all(app.db().conn(), scope).await?;
        return Ok(RedirectImportView::new(plan(&rows, existing, (&origin, env.now()), || env.id::<RedirectKind>()).rows));
    }
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let existing = store::list_all(c, &at).await?;
            let before: HashMap<kernel::RedirectId, Redirect> =
                existing.iter().map(|redirect| (redirect.id, redirect.clone())).collect();
            let plan = lang::scope(language, async { plan(&rows, existing, (&origin, now), || env.id::<RedirectKind>()) }).await;
            store::insert(c, &at, &plan.created).await.map_err(is_taken)?;
            for after in &plan.updated {
                let after = Redirect { updated_at: now, version: after.version + 1, ..after.clone() };
                if !store::update(c, &at, &after).await? {
                    return Err(ApiError::stale());
                }
                let was = before.get(&after.id).map(journal_fields);
                let entry = Entry::new(Act::Update, entities::REDIRECT, after.id).before(was).after(journal_fields(&after));
                log(c, &at, now, entry).await?;
            }
            // One entry for all of them, under the first: thousands would bury what else happened.
            if let Some(first) = plan.created.first() {
                let mut fields = journal_fields(first);
                fields["imported"] = json!(plan.created.len());
                log(c, &at, now, Entry::new(Act::Create, entities::REDIRECT, first.id).after(fields)).await?;
            }
            missed_store::delete_redirected(c, &at).await?;
            Ok(RedirectImportView::new(plan.rows))
        })
        .await
}

fn cell(text: &str) -> String {
    format!("\"{}\"", guarded(text).replace('"', "\"\""))
}

/// All redirects as a file that can be imported again.
///
/// # Errors
/// Database errors.
pub(super) async fn export(app: &App, scope: &StoreScope) -> ApiResult<Vec<u8>> {
    let mut file = String::from("\u{FEFF}old,new,hits\r\n");
    for redirect in store::list_all(app.db().conn(), scope).await? {
        file += &format!("{},{},{}\r\n", cell(&redirect.address), cell(&redirect.target), redirect.hits);
    }
    Ok(file.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(content: &str, existing: Vec<Redirect>) -> Plan {
        let mut next = 100;
        plan(&read_rows(content).unwrap(), existing, ("https://x.example", Millis(1)), || {
            next += 1;
            kernel::RedirectId::from_raw(next)
        })
    }

    fn outcomes(plan: &Plan) -> Vec<(u32, &'static str)> {
        plan.rows.iter().map(|row| (row.line, row.outcome.as_str())).collect()
    }

    #[test]
    fn st_08_a_file_is_read_with_and_without_a_header() {
        for content in [
            "old,new\n/o,/b\n/قميص,/products/x",
            "\u{FEFF}العنوان القديم;العنوان الجديد\r\n/o;/b\r\n/قميص;/products/x\r\n",
            "sep=;\n/o;/b\n/قميص;/products/x",
            "/o\t/b\n/%D9%82%D9%85%D9%8A%D8%B5\t/products/x",
        ] {
            let plan = planned(content, Vec::new());
            assert_eq!(plan.created.iter().map(|r| &*r.address).collect::<Vec<_>>(), ["/o", "/قميص"], "{content}");
        }
        assert_eq!(outcomes(&planned("/o,/b", Vec::new())), [(1, "created")]);
        assert!(read_rows(" \n").is_err() && read_rows("old,new").is_err());
        assert!(read_rows(&"/o,/b\n".repeat(MOST_ROWS + 1)).is_err());
    }

    #[test]
    fn st_08_rows_fail_on_their_own_and_chains_are_shortened() {
        let known = planned("/known,/somewhere", Vec::new()).created;
        let plan = planned(
            "old,new\n/o,/b\n/b,/c\n/c,/o\n/O,/x\n/cart,/x\n/d,javascript:1\n/known,/somewhere\n/e,/known",
            known.clone(),
        );
        assert_eq!(
            outcomes(&plan),
            [
                (2, "created"),
                (3, "created"),
                (4, "failed"),
                (5, "failed"),
                (6, "failed"),
                (7, "failed"),
                (8, "unchanged"),
                (9, "created")
            ]
        );
        assert_eq!(plan.created[2].target, "/somewhere", "where the redirect leads that its target has");
        assert_eq!(planned("/products/x,/b\n/e,/products/x", Vec::new()).created[1].target, "/products/x", "it may be a page");
        assert_eq!(outcomes(&planned("/products/x,/b\n/b,/products/x", Vec::new())), [(1, "created"), (2, "failed")]);
        let plan = planned("/known,/elsewhere", known);
        assert_eq!((outcomes(&plan), plan.updated.len()), (vec![(1, "updated")], 1));
    }
}
