//! The products of a file, only as many at a time as are worked on.

use std::collections::HashMap;

use kernel::Lang;
use web::message::Message;

use super::convert::Rules;
use super::formats::{self, Context, FailedProduct, Format, ImportProduct, Mapping, RowError, RowWarning, Table};
use super::identity::Identity;
use platform::imports::model::{Mode, RowMessage};
use platform::imports::reading::RecordSelection;
use platform::stores::StoreProfile;

/// A parsed product of the file, with its position.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// The position of its first record.
    pub(super) position: i64,
    /// The same as a spreadsheet row number.
    pub(super) line: i64,
    pub(super) read: Result<Box<(ImportProduct, Identity)>, FailedProduct>,
    pub(super) notes: Vec<RowMessage>,
}

/// An opened file with its mapping.
pub(super) struct Source {
    pub(super) table: Table,
    mapping: Mapping,
    context: Context,
    pub(super) rules: Rules,
}

impl Source {
    pub(super) fn new(profile: &StoreProfile, table: Table, mapping: Mapping, mode: Mode) -> Self {
        let StoreProfile { default_language, currency, timezone, .. } = profile;
        // Where the file does not name a language, the store's own.
        let lang = mapping.language.filter(|_| mapping.format != Format::Rawaj).unwrap_or(*default_language);
        let rules = Rules::new(&mapping, &table.headers, lang, *currency, timezone, mode);
        let context = Context { currency: *currency, default_lang: lang, is_partial: mode == Mode::Update };
        Self { table, mapping, context, rules }
    }

    /// The selected products in the order of the file, and how many the file holds in all.
    pub(super) fn items(&self, selection: &RecordSelection) -> Result<(Vec<Item>, usize), Message> {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let (mut items, mut total) = (Vec::new(), 0);
        let read = formats::parse_each(&self.table, &self.mapping, &self.context, |read| {
            let at = total;
            total += 1;
            let position = match &read.product {
                Ok(product) => first(&product.records),
                Err(failed) => first(&failed.records),
            };
            // Every product is read for its match keys, so that the second of two equal ones gets the same ordinal in each pass.
            let identity = read.product.as_ref().ok().map(|product| {
                let mut identity = Identity::from_product(product, self.rules.format);
                let n = seen.entry(identity.key().to_owned()).or_default();
                *n += 1;
                if *n > 1 && product.store_id.is_some() {
                    identity.is_repeated = true;
                } else if *n > 1 {
                    identity.numbered(*n);
                }
                identity
            });
            let is_wanted = match selection {
                RecordSelection::Window { from, count } => (*from..from.saturating_add(*count)).contains(&at),
                RecordSelection::At(positions) => positions.contains(&position),
            };
            if !is_wanted {
                return;
            }
            let notes = read.warnings.iter().map(of_warning).collect();
            let line = i64::from(read.line);
            let read = match (read.product, identity) {
                (Ok(product), Some(identity)) => Ok(Box::new((product, identity))),
                (Err(failed), _) => Err(failed),
                (Ok(_), None) => return,
            };
            items.push(Item { position, line, read, notes });
        });
        match read {
            Ok(()) => Ok((items, total)),
            Err(e) => Err(Message { ar: e.message(Lang::Ar).into(), en: e.message(Lang::En).into() }),
        }
    }
}

fn first(records: &[u32]) -> i64 {
    records.iter().min().map_or(0, |record| i64::from(*record))
}

/// A fault of a row, with its place.
pub(super) fn of_error(error: &RowError) -> RowMessage {
    let RowError { record: _, line, column, fault } = error;
    RowMessage { line: Some(*line), column: trimmed(column.as_deref()), ar: fault.text(Lang::Ar), en: fault.text(Lang::En) }
}

fn of_warning(warning: &RowWarning) -> RowMessage {
    RowMessage {
        line: Some(warning.line),
        column: trimmed(warning.column.as_deref()),
        ar: warning.text(Lang::Ar),
        en: warning.text(Lang::En),
    }
}

fn trimmed(caption: Option<&str>) -> Option<String> {
    caption.map(|text| text.trim().to_owned())
}
