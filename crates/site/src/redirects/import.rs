//! Redirects out of a file, and into one: the old address and the new one in each row, then what is passed over, and 301 or 302.

use std::collections::{HashMap, HashSet};

use db::Conn;
use kernel::id::Redirect as RedirectKind;
use kernel::{Millis, StoreScope};
use platform::App;
use platform::exports::guarded;
use platform::imports::sheet::{self, FileError, excerpt, file_message};
use platform::journal::{Act, Entry};
use serde_json::json;
use web::lang;
use web::{ApiError, ApiResult, Message};

use super::address::{Target, key, read_address, read_target, written};
use super::chains::Chains;
use super::changes::{self, Change};
use super::changes::{journal_fields, log};
use super::live::list_live;
use super::model::{MOST, Redirect};
use super::wire::{ImportOutcome, RedirectImportIn, RedirectImportRow, RedirectImportView};
use super::write::{FULL, LOOP, blank, is_taken, origin};
use super::{entities, missed_store, store};

/// Most rows of a file.
const MOST_ROWS: usize = 5_000;
/// Most bytes of a file: what a body may be.
const MOST_BYTES: usize = 1_048_576;
/// Addresses that one look for pages asks about.
const MOST_ASKED: usize = 500;
/// Rows that an answer holds.
const MOST_SHOWN: usize = 200;

const TOO_MANY_ROWS: Message = Message::new(
    "الملف يحتوي على أكثر من {max} صف. قسّمه إلى ملفات.",
    "The file has more than {max} rows. Split it into several files.",
);
const NOT_A_TYPE: Message = Message::new(
    "نوع التحويل في العمود الرابع: اكتب 301 للدائم أو 302 للمؤقت.",
    "The fourth column is the type of the redirect: enter 301 for a permanent one or 302 for a temporary one.",
);
const REPEATED: Message = Message::new("هذا العنوان مكرر في الملف.", "This address is in the file more than once.");

/// A row of the file as it is written.
struct Row {
    line: u32,
    address: String,
    target: String,
    /// 301, 302 or nothing.
    kind: String,
}

/// What a row says. Without a type, a redirect that is there keeps its own.
type ParsedRow = (String, Target, Option<bool>);

fn read_kind(cell: &str) -> Result<Option<bool>, Message> {
    match cell {
        "" => Ok(None),
        "301" => Ok(Some(true)),
        "302" => Ok(Some(false)),
        _ => Err(NOT_A_TYPE),
    }
}

impl Row {
    fn read(&self, origin: &str) -> Result<ParsedRow, Message> {
        Ok((read_address(&self.address)?, read_target(&self.target, origin)?, read_kind(&self.kind)?))
    }
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
        .map(|(_, row)| {
            let [address, target, kind] = [0, 1, 3].map(|column| row.cell(column).to_owned());
            Row { line: row.line + skipped - 1, address, target, kind }
        })
        .collect();
    match rows.len() {
        0 => Err(file_message(&FileError::NoRows)),
        n if n > MOST_ROWS => Err(TOO_MANY_ROWS.with("max", MOST_ROWS)),
        _ => Ok(rows),
    }
}

/// The redirects of a store with the rows of a file among them.
struct Draft {
    chains: Chains,
    /// Those that were there, by key.
    before: HashMap<String, Redirect>,
    /// What came of each row: the key of its redirect, or why it is left out.
    outcomes: Vec<Result<String, Message>>,
}

impl Draft {
    /// Pure but for ids: every row against the redirects that are there and the rows above it.
    fn new(
        existing: Vec<Redirect>,
        parsed: &[Result<ParsedRow, Message>],
        now: Millis,
        mut id: impl FnMut() -> kernel::RedirectId,
    ) -> Self {
        let before = existing.iter().map(|redirect| (redirect.address_key.clone(), redirect.clone())).collect();
        let mut chains = Chains::new(existing);
        let mut seen: HashSet<String> = HashSet::new();
        let mut add = |parsed: &Result<ParsedRow, Message>| -> Result<String, Message> {
            let (address, target, is_permanent) = parsed.clone()?;
            let address_key = key(&address);
            if !seen.insert(address_key.clone()) {
                return Err(REPEATED);
            }
            let known = chains.get(&address_key).cloned();
            if known.is_none() && i64::try_from(chains.count).unwrap_or(MOST) >= MOST {
                return Err(FULL.with("max", MOST));
            }
            let mut redirect =
                known.unwrap_or_else(|| Redirect { address, address_key: address_key.clone(), ..blank(id(), now) });
            redirect.set_target(target);
            redirect.is_permanent = is_permanent.unwrap_or(redirect.is_permanent);
            if chains.leads_back(&redirect) {
                return Err(LOOP);
            }
            chains.set(redirect);
            Ok(address_key)
        };
        let outcomes = parsed.iter().map(&mut add).collect();
        Self { chains, before, outcomes }
    }

    /// What the file does, where the store has pages at some of [`Chains::stops`].
    fn settled(mut self, rows: &[Row], live: &HashSet<String>) -> Plan {
        self.chains.settle(live);
        let mut plan = Plan::default();
        for (Row { line, address, target, .. }, outcome) in rows.iter().zip(self.outcomes) {
            let settled = outcome.map(|key| self.chains.get(&key).map(|redirect| (self.before.get(&key), redirect)));
            let (outcome, message) = match &settled {
                Ok(Some((None, redirect))) => {
                    plan.created.push((*redirect).clone());
                    (ImportOutcome::Created, None)
                }
                Ok(Some((Some(before), redirect))) if before != redirect => (ImportOutcome::Updated, None),
                Ok(_) => (ImportOutcome::Unchanged, None),
                Err(message) => (ImportOutcome::Failed, Some(message.get(lang::current()).to_owned())),
            };
            let (address, target) = match &settled {
                Ok(Some((_, redirect))) => (written(&redirect.address), redirect.target.clone()),
                _ => (excerpt(address), excerpt(target)),
            };
            plan.rows.push(RedirectImportRow { line: *line, address, target, outcome, message });
        }
        let change = |after: &Redirect| {
            let before = self.before.get(&after.address_key).filter(|before| *before != after)?;
            Some(Change { before: before.clone(), after: after.clone() })
        };
        plan.changes = self.chains.iter().filter_map(change).collect();
        plan
    }
}

/// What a file does to the redirects of a store.
#[derive(Default)]
struct Plan {
    created: Vec<Redirect>,
    /// Those of rows, and those that led to what is an old address now.
    changes: Vec<Change>,
    rows: Vec<RedirectImportRow>,
}

/// A file against the redirects and pages that are there.
async fn planned(
    app: &App,
    c: Conn<'_>,
    scope: &StoreScope,
    rows: &[Row],
    parsed: &[Result<ParsedRow, Message>],
) -> db::Result<Plan> {
    let existing = store::list_all(c, scope).await?;
    let draft = Draft::new(existing, parsed, app.env().now(), || app.env().id::<RedirectKind>());
    let mut live = HashSet::new();
    for stops in draft.chains.stops().chunks(MOST_ASKED) {
        live.extend(list_live(app, c, scope, stops.iter().map(String::as_str)).await?);
    }
    Ok(draft.settled(rows, &live))
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
    // Read before the transaction: on SQLite nobody else writes while it lasts.
    let parsed: Vec<Result<ParsedRow, Message>> = rows.iter().map(|row| row.read(&origin)).collect();
    if sent.is_preview {
        let plan = planned(app, app.db().conn(), scope, &rows, &parsed).await?;
        return Ok(RedirectImportView::new(plan.rows));
    }
    let (app, at, language) = (app.clone(), scope.clone(), lang::current());
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let plan = lang::scope(language, planned(&app, c, &at, &rows, &parsed)).await?;
            store::insert(c, &at, &plan.created).await.map_err(is_taken)?;
            changes::write(c, &at, now, &plan.changes).await?;
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
    let mut file = String::from("\u{FEFF}old,new,hits,type\r\n");
    for Redirect { address, target, hits, is_permanent, .. } in store::list_all(app.db().conn(), scope).await? {
        let kind = if is_permanent { 301 } else { 302 };
        file += &format!("{},{},{hits},{kind}\r\n", cell(&written(&address)), cell(&target));
    }
    Ok(file.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned_with(content: &str, existing: Vec<Redirect>, live: &[&str]) -> Plan {
        let mut next = 100 + i64::try_from(existing.len()).unwrap();
        let rows = read_rows(content).unwrap();
        let parsed: Vec<_> = rows.iter().map(|row| row.read("https://x.example")).collect();
        let draft = Draft::new(existing, &parsed, Millis(1), || {
            next += 1;
            kernel::RedirectId::from_raw(next)
        });
        draft.settled(&rows, &live.iter().map(|address| (*address).to_owned()).collect())
    }

    fn planned(content: &str, existing: Vec<Redirect>) -> Plan {
        planned_with(content, existing, &[])
    }

    fn targets<'p>(redirects: impl IntoIterator<Item = &'p Redirect>) -> Vec<(&'p str, &'p str)> {
        redirects.into_iter().map(|redirect| (&*redirect.address, &*redirect.target)).collect()
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
        assert_eq!(plan.created[0].target, "/c", "also of a redirect below");
        let page = planned_with("/products/x,/b\n/e,/products/x", Vec::new(), &["/products/x"]);
        assert_eq!(page.created[1].target, "/products/x", "a page is there");
        assert_eq!(planned("/products/x,/b\n/e,/products/x", Vec::new()).created[1].target, "/b", "none is there");
        let back = planned_with("/products/x,/b\n/b,/products/x", Vec::new(), &["/products/x"]);
        assert_eq!(outcomes(&back), [(1, "created"), (2, "failed")], "once the page is gone");
        let plan = planned("/known,/elsewhere", known);
        assert_eq!(
            (outcomes(&plan), targets(plan.changes.iter().map(|change| &change.after))),
            (vec![(1, "updated")], vec![("/known", "/elsewhere")])
        );
    }

    #[test]
    fn st_08_long_chains_of_a_file_and_of_what_is_there_end_in_one_step() {
        let chain = (1..3_000).map(|n| format!("/chain-{n},/chain-{}\n", n + 1)).collect::<Vec<_>>().concat();
        let plan = planned(&chain, Vec::new());
        assert!(plan.created.len() == 2_999 && plan.created.iter().all(|redirect| redirect.target == "/chain-3000"));
        assert_eq!(outcomes(&planned(&format!("{chain}/chain-3000,/chain-1"), Vec::new())).last(), Some(&(3_000, "failed")));
        // What was there leads on with what is new, though no row names it; unchanged ones are left alone.
        let known = planned("/x1,/x2\n/y,/z", Vec::new()).created;
        let plan = planned("/x2,/x3\n/x1,/x2", known.clone());
        assert_eq!(outcomes(&plan), [(1, "created"), (2, "updated")]);
        let plan_of_one = planned("/x2,/x3", known);
        for plan in [plan, plan_of_one] {
            assert_eq!(targets(plan.changes.iter().map(|change| &change.after)), [("/x1", "/x3")]);
            assert_eq!(targets(plan.changes.iter().map(|change| &change.before)), [("/x1", "/x2")]);
        }
    }

    #[test]
    fn st_08_the_fourth_column_is_the_type_of_a_redirect() {
        let plan = planned("old,new,hits,type\n/k,/x,7,302\n/b,/x,,301\n/c,/x\n/d,/x,0,\n/e,/x,0,soon", Vec::new());
        assert_eq!(plan.created.iter().map(|redirect| redirect.is_permanent).collect::<Vec<_>>(), [false, true, true, true]);
        assert_eq!(outcomes(&plan).last(), Some(&(6, "failed")));
        let plan = planned("/k,/x\n/b,/x,0,302\n/c,/x,0,301", plan.created);
        assert_eq!(outcomes(&plan), [(1, "unchanged"), (2, "updated"), (3, "unchanged")], "one without a type keeps its own");
    }
}
