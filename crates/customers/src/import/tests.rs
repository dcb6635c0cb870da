//! Parsing rows, and detecting the platform of a file.

use kernel::Lang;

use super::captions::{self, Format, looks_like_header, template};
use super::country;
use super::field::Field;
use super::read::{self, Columns, Person};
use crate::model::Channel;
use platform::imports::model::RowMessage;
use platform::imports::sheet::{self, MAX_BYTES, Table};

fn table(text: &str) -> Table {
    sheet::read(text.as_bytes(), MAX_BYTES, looks_like_header).unwrap()
}

fn people(text: &str) -> Vec<Result<Person, Vec<RowMessage>>> {
    let table = table(text);
    let columns = Columns::new(&captions::guess(&table).columns, &table.headers, "SA");
    table.rows.iter().map(|row| read::read(&columns, row)).collect()
}

fn mobile(cell: &str) -> Result<String, String> {
    let read = people(&format!("Name,Mobile\nسارة,{cell}\n")).remove(0);
    read.map(|person| person.mobile.unwrap()).map_err(|faults| faults[0].en.clone())
}

/// CU-01: a number is parsed in every notation of people and spreadsheets.
#[test]
fn cu_01_numbers_in_every_form_are_one() {
    for cell in [
        "0501234567",
        "501234567",
        "+966501234567",
        "00966501234567",
        "966501234567",
        "'+966501234567",
        "٠٥٠١٢٣٤٥٦٧",
        "050 123 4567",
        "(050) 123-4567",
        "966501234567.0",
        "'0501234567",
    ] {
        assert_eq!(mobile(cell).as_deref(), Ok("+966501234567"), "{cell}");
    }
}

/// CU-01: a number that a spreadsheet has rounded is refused with the reason and never guessed.
#[test]
fn cu_01_rounded_numbers_are_refused_with_the_reason() {
    for cell in ["9.66E+11", "9.66501E+11", "9.66e11", "٩٫٦٦E+11"] {
        assert!(mobile(cell).unwrap_err().contains("rounded"), "{cell}");
    }
    assert!(mobile("12").unwrap_err().contains("too short"));
    assert!(mobile("غير معروف").unwrap_err().contains("not a phone number"));
}

/// CU-01: the calling code may be in a column of its own, and the row's own country takes precedence over the store's.
#[test]
fn cu_01_calling_codes_and_countries_of_rows() {
    let read = people("Name,Calling code,Mobile\nA,+965,55512345\nB,966,0501234567\n");
    let numbers: Vec<_> = read.into_iter().map(|p| p.unwrap().mobile.unwrap()).collect();
    assert_eq!(numbers, ["+96555512345", "+966501234567"]);
    let read = people("Name,Country,Mobile\nA,مصر,01012345678\nB,Egypt,1012345678\nC,EG,0501234567\n");
    let numbers: Vec<_> = read.into_iter().map(|p| p.unwrap().mobile.unwrap()).collect();
    assert_eq!(numbers, ["+201012345678", "+201012345678", "+20501234567"]);
}

/// CU-01: headers of the platforms and of merchants' own sheets, in both languages.
#[test]
fn cu_01_files_are_known_by_their_headers() {
    let of = |header: &str| {
        let table = table(&format!("{header}\n{}\n", vec!["x"; header.split(',').count()].join(",")));
        let mapping = captions::guess(&table);
        (mapping.format, mapping.columns.iter().flatten().copied().collect::<Vec<_>>())
    };
    let (format, fields) = of(
        "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags",
    );
    assert_eq!(format, Format::Shopify);
    for field in
        [Field::FirstName, Field::Email, Field::Street, Field::AddressMobile, Field::Mobile, Field::Sms, Field::Note, Field::Tags]
    {
        assert!(fields.contains(&field), "{field}");
    }
    let (format, fields) = of("الاسم الأول,الاسم الأخير,رقم الجوال,البريد الإلكتروني,المدينة,مجموعة العميل");
    assert_eq!(format, Format::Salla);
    assert_eq!(fields.len(), 6);
    let (format, fields) = of("name,telephone,email,city,country");
    assert_eq!((format, fields.len()), (Format::Zid, 5));
    let (format, fields) = of("billing_first_name,billing_last_name,billing_phone,billing_email,billing_city,billing_address_1");
    assert_eq!((format, fields.len()), (Format::WooCommerce, 6));
    let (format, fields) = of(
        "الاسم,الجوال,البريد الإلكتروني,الدولة,المدينة,اللغة,الوسوم,المجموعات,وافق على,عدد الطلبات,إجمالي المشتريات,العملة,عميل منذ,محظور",
    );
    assert_eq!((format, fields.len()), (Format::Rawaj, 9));
    for lang in [Lang::Ar, Lang::En] {
        let empty = template(lang);
        let (_, fields) = of(empty.trim_start_matches('\u{FEFF}').trim());
        assert_eq!(fields.len(), 18, "{empty}");
    }
}

/// CU-01: consent is only what the file states explicitly.
#[test]
fn cu_01_consent_is_never_assumed() {
    let parse_consents = |header: &str, cell: &str| {
        people(&format!("Name,Mobile,{header}\nA,0501234567,{cell}\n")).remove(0).map(|p| (p.consents, p.notes.len())).unwrap()
    };
    assert_eq!(parse_consents("Accepts SMS Marketing", "yes"), (vec![(Channel::Sms, true)], 0));
    assert_eq!(parse_consents("Accepts SMS Marketing", "لا"), (vec![(Channel::Sms, false)], 0));
    assert_eq!(parse_consents("Accepts SMS Marketing", ""), (vec![], 0));
    assert_eq!(parse_consents("Accepts SMS Marketing", "maybe"), (vec![], 1));
    assert_eq!(
        parse_consents("وافق على", "\"الرسائل النصية، واتساب\""),
        (vec![(Channel::Sms, true), (Channel::Whatsapp, true)], 0)
    );
    assert_eq!(parse_consents("Agreed to", "\"E-mail, pigeons\""), (vec![(Channel::Email, true)], 1));
}

#[test]
fn cu_01_countries_in_both_languages() {
    for (text, code) in
        [("SA", "SA"), ("ksa", "SA"), ("السعوديه", "SA"), ("Egypt", "EG"), ("الإمارات العربية المتحدة", "AE"), ("uae", "AE")]
    {
        assert_eq!(country::read(text), Some(code), "{text}");
    }
    assert_eq!(country::read("Atlantis"), None);
}

/// CU-01: all errors of a row are reported at once, with their columns.
#[test]
fn cu_01_faults_name_their_columns() {
    let faults = people("Name,Mobile,Email,Tags\nA,12,not an address,x\n").remove(0).unwrap_err();
    let columns: Vec<_> = faults.iter().map(|f| f.column.as_deref().unwrap()).collect();
    assert_eq!(columns, ["Mobile", "Email"]);
    let faults = people("Name,Mobile,Email\nA,,\n").remove(0).unwrap_err();
    assert!(faults[0].ar.contains("لا يوجد رقم جوال") && faults[0].column.is_none());
}

proptest::proptest! {
    /// CU-01: any row can be parsed without a panic, and a parsed number is valid.
    #[test]
    fn cu_01_any_row_is_read(name in "\\PC{0,40}", mobile in "\\PC{0,20}", email in "\\PC{0,20}", parse_consents in "\\PC{0,8}") {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\"").replace(['\n', '\r'], " "));
        let text = format!("Name,Mobile,Email,SMS marketing\n{},{},{},{}\nx,y,z,w\n", quoted(&name), quoted(&mobile), quoted(&email), quoted(&parse_consents));
        if let Ok(table) = sheet::read(text.as_bytes(), MAX_BYTES, looks_like_header) {
            let columns = Columns::new(&captions::guess(&table).columns, &table.headers, "SA");
            for row in &table.rows {
                if let Ok(person) = read::read(&columns, row) {
                    proptest::prop_assert!(person.mobile.is_some() || person.email.is_some());
                    proptest::prop_assert!(person.mobile.is_none_or(|m| m.starts_with('+') && m[1..].bytes().all(|b| b.is_ascii_digit())));
                }
            }
        }
    }
}
