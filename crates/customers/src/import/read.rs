//! Parses a row of a file into a person: cleaned values, or all errors of the row. Pure.

use kernel::fold::fold;
use kernel::phone::{Phone, PhoneError};
use kernel::rules::Rule;
use kernel::text_guard::{Lines, clean};
use kernel::{Lang, digits};
use web::{FieldErrors, Message};

use super::country;
use super::field::Field;
use crate::address::AddressIn;
use crate::model::Channel;
use crate::write;
use platform::exports::unguarded;
use platform::imports::model::RowMessage;
use platform::imports::sheet::{Row, excerpt};
use web::fields::{guard_message, line};

const NO_CONTACT: Message =
    Message::new("لا يوجد رقم جوال أو بريد إلكتروني في هذا الصف.", "This row has no mobile number or email address.");
const NOT_AN_EMAIL: Message = Message::new("«{value}» ليس بريدًا إلكترونيًا صحيحًا.", "Invalid email address \"{value}\".");
const ROUNDED: Message = Message::new(
    "برنامج الجداول قرّب الرقم «{value}». اجعل العمود نصًا واكتب الرقم كاملًا.",
    "The spreadsheet rounded \"{value}\". Format the column as text and enter the full number.",
);
const BAD_NUMBER: Message = Message::new("«{value}»: {why}", "\"{value}\": {why}");
const FROM_ADDRESS: Message =
    Message::new("لا يوجد رقم جوال للعميل، فتم استخدام رقم العنوان.", "No customer mobile number. The address number was used.");
const ADDRESS_NUMBER: Message =
    Message::new("جوال العنوان «{value}» غير صحيح، فتم تخطيه.", "Invalid address phone \"{value}\". Skipped.");
const NOT_A_LANGUAGE: Message = Message::new("لغة غير معروفة «{value}»، فتم تخطيها.", "Unknown language \"{value}\". Skipped.");
const NOT_A_COUNTRY: Message =
    Message::new("دولة غير معروفة «{value}»، فتم تخطي العنوان.", "Unknown country \"{value}\". The address was skipped.");
const NOT_AN_ANSWER: Message =
    Message::new("«{value}» ليست نعم أو لا، فتم تخطي الموافقة.", "\"{value}\" isn't yes or no. Consent was skipped.");
const NOT_A_CHANNEL: Message = Message::new("قناة غير معروفة «{value}»، فتم تخطيها.", "Unknown channel \"{value}\". Skipped.");
const CUT: Message = Message::new("تم استيراد أول {max} وسمًا فقط.", "Only the first {max} tags were imported.");

/// Longest note, as when it is written by hand.
const LONGEST_NOTE: usize = 2_000;

/// A person as a row describes them. Blank cells and missing columns are `None`.
#[derive(Debug, Clone, Default)]
pub(super) struct Person {
    pub(super) name: Option<String>,
    /// E.164.
    pub(super) mobile: Option<String>,
    /// Lower case.
    pub(super) email: Option<String>,
    pub(super) language: Option<Lang>,
    /// The raw cell, and the tags in it: folded and as written.
    pub(super) tags: Option<(String, Vec<(String, String)>)>,
    /// The raw cell, and the names in it.
    pub(super) groups: Option<(String, Vec<String>)>,
    pub(super) note: Option<String>,
    /// ISO code.
    pub(super) country: Option<&'static str>,
    /// As it was typed.
    pub(super) city: Option<String>,
    /// Set when the row has more of an address than country and city.
    pub(super) address: Option<AddressIn>,
    pub(super) consents: Vec<(Channel, bool)>,
    /// Notes on what was interpreted or left out.
    pub(super) notes: Vec<RowMessage>,
}

/// The columns of the fields.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    /// Field, column, caption.
    all: Vec<(Field, usize, String)>,
    /// The store's country: numbers without a calling code belong to it.
    country: String,
}

impl Columns {
    pub(super) fn new(columns: &[Option<Field>], headers: &[String], country: &str) -> Self {
        let named = columns.iter().zip(headers).enumerate();
        let all = named.filter_map(|(at, (field, caption))| Some(((*field)?, at, caption.trim().to_owned())));
        Self { all: all.collect(), country: country.to_owned() }
    }

    fn cells<'r>(&self, row: &'r Row, field: Field) -> Vec<&'r str> {
        let of = self.all.iter().filter(|(f, ..)| *f == field);
        of.map(|(_, at, _)| unguarded(row.cell(*at)).trim()).filter(|cell| !cell.is_empty()).collect()
    }

    fn cell<'r>(&self, row: &'r Row, field: Field) -> &'r str {
        self.cells(row, field).first().copied().unwrap_or("")
    }

    /// The caption of a field's column.
    pub(super) fn caption(&self, field: Field) -> Option<String> {
        self.all.iter().find(|(f, ..)| *f == field).map(|(.., caption)| caption.clone())
    }

    fn row_message(&self, field: Field, message: &Message) -> RowMessage {
        RowMessage::new(self.caption(field), message)
    }
}

fn value(message: &Message, cell: &str) -> Message {
    message.with("value", excerpt(cell))
}

/// The label of a row: the name, else the number or e-mail address.
pub(super) fn label(columns: &Columns, row: &Row) -> String {
    let name = name(columns, row);
    let known = [Field::Mobile, Field::Email].map(|field| columns.cell(row, field));
    excerpt(std::iter::once(name.as_str()).chain(known).find(|text| !text.is_empty()).unwrap_or(""))
}

fn name(columns: &Columns, row: &Row) -> String {
    let whole = columns.cell(row, Field::Name);
    if whole.is_empty() {
        format!("{} {}", columns.cell(row, Field::FirstName), columns.cell(row, Field::LastName)).trim().to_owned()
    } else {
        whole.to_owned()
    }
}

/// Whether a spreadsheet wrote the number in scientific notation, as `9.66E+11`: its last digits are lost.
fn is_rounded(cell: &str) -> bool {
    let text = digits::to_latin(cell).to_ascii_lowercase();
    let Some((mantissa, exponent)) = text.split_once('e') else { return false };
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '٫'));
    is_number(mantissa) && is_number(exponent.trim_start_matches('+'))
}

/// A mobile number in any notation of people and spreadsheets: with its calling code in a separate column, with a decimal point,
/// or without the leading zero that a spreadsheet has removed.
fn number(cell: &str, code: &str, countries: [&str; 2]) -> Result<String, Message> {
    if is_rounded(cell) {
        return Err(value(&ROUNDED, cell));
    }
    let bare = cell.strip_suffix(".0").or_else(|| cell.strip_suffix(".00")).unwrap_or(cell);
    let code = digits::digits_only(code).trim_start_matches('0').to_owned();
    let mut first: Option<PhoneError> = None;
    let mut tries: Vec<(String, &str)> = Vec::with_capacity(3);
    if !code.is_empty() && !bare.starts_with(['+', '＋']) && !digits::digits_only(bare).starts_with("00") {
        tries.push((format!("+{code}{}", digits::digits_only(bare).trim_start_matches('0')), ""));
    }
    tries.extend(countries.into_iter().filter(|country| !country.is_empty()).map(|country| (bare.to_owned(), country)));
    for (text, country) in tries {
        match Phone::parse(&text, country) {
            Ok(phone) => return Ok(phone.e164().to_owned()),
            Err(e) => first = first.or(Some(e)),
        }
    }
    let why = first.unwrap_or(PhoneError::NotANumber);
    let message = value(&BAD_NUMBER, cell);
    Err(Message {
        ar: message.ar.replace("{why}", why.message(Lang::Ar)).into(),
        en: message.en.replace("{why}", why.message(Lang::En)).into(),
    })
}

/// Yes, no, or neither.
fn answer(cell: &str) -> Option<bool> {
    const YES: [&str; 12] = ["yes", "y", "true", "1", "on", "subscribed", "accepted", "opt in", "opted in", "نعم", "موافق", "صح"];
    const NO: [&str; 13] =
        ["no", "n", "false", "0", "off", "unsubscribed", "refused", "opt out", "opted out", "declined", "لا", "غير موافق", "خطأ"];
    let folded = fold(cell);
    let is = |words: &[&str]| words.iter().any(|word| fold(word) == folded);
    if is(&YES) {
        Some(true)
    } else if is(&NO) {
        Some(false)
    } else {
        None
    }
}

fn channel(word: &str) -> Option<Channel> {
    const WORDS: [(Channel, &[&str]); 4] = [
        (Channel::Sms, &["sms", "الرسائل النصية", "رسائل نصية"]),
        (Channel::Whatsapp, &["whatsapp", "واتساب"]),
        (Channel::Email, &["email", "e-mail", "البريد الإلكتروني", "بريد"]),
        (Channel::Calls, &["calls", "المكالمات", "مكالمات"]),
    ];
    let folded = fold(word);
    WORDS.iter().find(|(_, words)| words.iter().any(|w| fold(w) == folded)).map(|(channel, _)| *channel)
}

fn language(cell: &str) -> Option<Lang> {
    let folded = fold(cell);
    let is = |words: &[&str]| {
        words.iter().any(|word| fold(word) == folded) || words.iter().any(|w| folded.starts_with(&format!("{w} ")))
    };
    if is(&["ar", "arabic", "العربية", "عربي"]) {
        Some(Lang::Ar)
    } else if is(&["en", "english", "الإنجليزية", "انجليزي"]) {
        Some(Lang::En)
    } else {
        None
    }
}

fn parts(cell: &str) -> impl Iterator<Item = &str> {
    cell.split([',', '،', ';', '؛', '\n']).map(str::trim).filter(|part| !part.is_empty())
}

/// Parses a row.
///
/// # Errors
/// All errors of the row.
pub(super) fn read(columns: &Columns, row: &Row) -> Result<Person, Vec<RowMessage>> {
    let mut out = Person::default();
    let (mut errors, mut faults) = (FieldErrors::new(), Vec::new());
    let e = &mut errors;
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    out.name = some(line(e, Field::Name.key(), &name(columns, row), 100, false));
    read_address(columns, row, &mut out, e);
    let countries = [out.country.unwrap_or(""), columns.country.as_str()];
    let code = columns.cell(row, Field::CallingCode);
    let of_address = columns.cell(row, Field::AddressMobile);
    let cell = columns.cell(row, Field::Mobile);
    if !cell.is_empty() {
        match number(cell, code, countries) {
            Ok(mobile) => out.mobile = Some(mobile),
            Err(message) => faults.push(columns.row_message(Field::Mobile, &message)),
        }
    }
    if !of_address.is_empty() {
        match number(of_address, "", countries) {
            Ok(mobile) => {
                if cell.is_empty() {
                    out.mobile = Some(mobile.clone());
                    out.notes.push(columns.row_message(Field::AddressMobile, &FROM_ADDRESS));
                }
                if let Some(address) = &mut out.address {
                    address.mobile = mobile;
                }
            }
            Err(_) => out.notes.push(columns.row_message(Field::AddressMobile, &value(&ADDRESS_NUMBER, of_address))),
        }
    }
    let email = line(e, Field::Email.key(), columns.cell(row, Field::Email), 254, false).to_lowercase();
    if !email.is_empty() && !Rule::Email.accepts(&email) {
        faults.push(columns.row_message(Field::Email, &value(&NOT_AN_EMAIL, &email)));
    }
    out.email = some(email);
    if out.mobile.is_none() && out.email.is_none() && cell.is_empty() {
        faults.push(RowMessage::new(None, &NO_CONTACT));
    }
    let cell = columns.cell(row, Field::Language);
    if !cell.is_empty() {
        out.language = language(cell);
        if out.language.is_none() {
            out.notes.push(columns.row_message(Field::Language, &value(&NOT_A_LANGUAGE, cell)));
        }
    }
    read_labels(columns, row, &mut out, e);
    read_consents(columns, row, &mut out);
    for (path, messages) in errors.iter() {
        let field: Option<Field> = path.split('.').next().and_then(|key| key.parse().ok());
        let caption = field.and_then(|field| columns.caption(field));
        faults.extend(messages.iter().map(|message| RowMessage::new(caption.clone(), message)));
    }
    if faults.is_empty() { Ok(out) } else { Err(faults) }
}

/// Reads country, city, and the other parts of an address.
fn read_address(columns: &Columns, row: &Row, out: &mut Person, e: &mut FieldErrors) {
    let cell = columns.cell(row, Field::Country);
    let is_known_country = cell.is_empty() || country::read(cell).is_some();
    out.country = country::read(cell);
    let mut text = |field: Field, max: usize| line(e, field.key(), columns.cell(row, field), max, false);
    let city = text(Field::City, 100);
    let address = AddressIn {
        name: text(Field::Recipient, 100),
        country: out.country.unwrap_or_default().to_owned(),
        region: text(Field::Region, 100),
        city: city.clone(),
        district: text(Field::District, 100),
        street: text(Field::Street, 200),
        building: text(Field::Building, 100),
        short_address: columns.cell(row, Field::ShortAddress).to_owned(),
        postal_code: columns.cell(row, Field::PostalCode).to_owned(),
        details: columns.cells(row, Field::Details).join("، "),
        ..AddressIn::default()
    };
    let has_details = [&address.street, &address.details, &address.short_address].iter().any(|text| !text.trim().is_empty());
    if !is_known_country {
        out.notes.push(columns.row_message(Field::Country, &value(&NOT_A_COUNTRY, cell)));
        return;
    }
    out.city = Some(city).filter(|city| !city.is_empty());
    out.address = Some(address).filter(|_| has_details && out.city.is_some());
}

fn read_labels(columns: &Columns, row: &Row, out: &mut Person, e: &mut FieldErrors) {
    let cells = columns.cells(row, Field::Tags);
    if !cells.is_empty() {
        let mut tags: Vec<(String, String)> = Vec::new();
        for part in cells.iter().flat_map(|cell| parts(cell)) {
            if let Some(found) = write::tag(e, Field::Tags.key(), part)
                && !tags.iter().any(|(key, _)| *key == found.0)
            {
                tags.push(found);
            }
        }
        if tags.len() > crate::model::MOST_TAGS {
            tags.truncate(crate::model::MOST_TAGS);
            out.notes.push(columns.row_message(Field::Tags, &CUT.with("max", crate::model::MOST_TAGS)));
        }
        out.tags = Some((cells.join(", "), tags));
    }
    let cells = columns.cells(row, Field::Groups);
    if !cells.is_empty() {
        let mut groups: Vec<String> = Vec::new();
        for part in cells.iter().flat_map(|cell| parts(cell)) {
            let name = line(e, Field::Groups.key(), part, crate::model::LONGEST_WORD, false);
            if !name.is_empty() && !groups.iter().any(|known| fold(known) == fold(&name)) {
                groups.push(name);
            }
        }
        out.groups = Some((cells.join(", "), groups));
    }
    let note = columns.cells(row, Field::Note).join("\n");
    match clean(&note, LONGEST_NOTE, Lines::Many) {
        Ok(note) => out.note = Some(note).filter(|note| !note.is_empty()),
        Err(fault) => e.add(Field::Note.key(), guard_message(fault)),
    }
}

fn read_consents(columns: &Columns, row: &Row, out: &mut Person) {
    let list = columns.cell(row, Field::Consents);
    for word in parts(list) {
        match channel(word) {
            Some(channel) => out.consents.push((channel, true)),
            None => out.notes.push(columns.row_message(Field::Consents, &value(&NOT_A_CHANNEL, word))),
        }
    }
    let each = [
        (Field::Sms, Channel::Sms),
        (Field::Whatsapp, Channel::Whatsapp),
        (Field::EmailConsent, Channel::Email),
        (Field::Calls, Channel::Calls),
    ];
    for (field, channel) in each {
        let cell = columns.cell(row, field);
        if cell.is_empty() {
            continue;
        }
        match answer(cell) {
            Some(folded) => {
                // A column of its own takes precedence over a list of channels.
                out.consents.retain(|(known, _)| *known != channel);
                out.consents.push((channel, folded));
            }
            None => out.notes.push(columns.row_message(field, &value(&NOT_AN_ANSWER, cell))),
        }
    }
}
