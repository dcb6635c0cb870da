//! Malformed files and rows: each is reported, none is half-read.

use super::*;

fn refused(bytes: &[u8]) -> FileError {
    read_table(bytes).unwrap_err()
}

#[track_caller]
fn only_error(parsed: &Parsed) -> &RowError {
    let errors: Vec<&RowError> = parsed.errors().collect();
    let [error] = errors[..] else { panic!("expected one error, got {errors:?}") };
    error
}

const GOOD: &str = "name,price\nA,1\n";

#[test]
fn files_that_are_no_table_are_refused_with_the_fault_named() {
    assert_eq!(refused(b""), FileError::Empty);
    assert_eq!(refused(b"\xEF\xBB\xBF \r\n "), FileError::Empty);
    assert_eq!(refused(b"PK\x03\x04rest of a zip renamed .csv"), FileError::Zip);
    assert_eq!(refused(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), FileError::Binary);
    assert_eq!(refused(b"\x89PNG\r\n\x1a\n,,"), FileError::Binary);
    assert_eq!(refused(b"name,price\nA\0,1\n"), FileError::Binary);
    assert_eq!(refused(b"\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18,a\n"), FileError::Binary);
    assert_eq!(refused(b"name,price\n"), FileError::NoRows);
    assert_eq!(refused(b"name\nA\n"), FileError::NoHeader);
    assert_eq!(refused(b"name,price\nA,1\n\"B\nand no end,2\n"), FileError::UnclosedQuote { line: 3 });
    assert_eq!(read_table_up_to(GOOD.as_bytes(), 5).unwrap_err(), FileError::TooLarge { max: 5 });
    assert_eq!(refused(&vec![b'a'; MAX_BYTES + 1]), FileError::TooLarge { max: MAX_BYTES });
    let wide = format!("name,price{}\n", ",x".repeat(299));
    assert_eq!(refused(wide.as_bytes()), FileError::TooManyColumns { max: 300 });
    let long = format!("name,price\n{}", "a,1\n".repeat(200_001));
    assert_eq!(refused(long.as_bytes()), FileError::TooManyRows { max: 200_000 });
    assert!(read_table(&long.as_bytes()[..long.len() - 4]).is_ok());
}

/// NF-05: a row allocates only its own text, not the size of the longest row of the file.
#[test]
fn one_long_row_makes_the_others_no_larger() {
    let file = format!("name,price,description\nA,1,{}\n{}", "ق".repeat(100_000), "B,2,short\n".repeat(5_000));
    let table = read_table(file.as_bytes()).unwrap();
    assert_eq!((table.rows.len(), table.rows[1].cell(2)), (5_001, "short"));
    assert!(table.memory_size() < 200_000 + 5_001 * 100, "{} bytes for a file of {}", table.memory_size(), file.len());
}

#[test]
fn every_file_fault_speaks_both_languages() {
    let faults = [
        FileError::Empty,
        FileError::TooLarge { max: MAX_BYTES },
        FileError::Zip,
        FileError::Binary,
        FileError::UnknownEncoding { line: 2 },
        FileError::UnclosedQuote { line: 2 },
        FileError::NoHeader,
        FileError::NoRows,
        FileError::TooManyRows { max: 1 },
        FileError::TooManyColumns { max: 1 },
        FileError::TooManyCells { max: 1 },
        FileError::Damaged,
        FileError::Bloated,
    ];
    for fault in faults {
        let arabic = fault.message(Lang::Ar);
        assert!(
            arabic.replace("CSV UTF-8", "").replace("XLSX", "").replace("CSV", "").chars().all(|c| !c.is_ascii_alphabetic()),
            "{arabic}"
        );
        assert!(fault.message(Lang::En).is_ascii());
    }
}

#[test]
fn encodings_are_told_apart() {
    let text = "اسم المنتج,السعر,الوصف\nقميص,10,وصف طويل للقميص\n";
    let expect = |bytes: &[u8], encoding: Encoding| {
        let (table, _, parsed) = read(bytes);
        assert_eq!(table.encoding, encoding);
        assert_eq!(parsed.products[0].name.ar, "قميص");
    };
    expect(text.as_bytes(), Encoding::Utf8);
    expect(&encoding_rs::WINDOWS_1256.encode(text).0, Encoding::Windows1256);
    let tabs = text.replace(',', "\t");
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(tabs.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    expect(&utf16, Encoding::Utf16);
    // Damaged UTF-8 is not taken for Arabic Windows text.
    let mut damaged = text.as_bytes().to_vec();
    let at = damaged.iter().position(|byte| *byte == b'\n').unwrap() + 2;
    damaged[at] = b'?';
    assert_eq!(refused(&damaged), FileError::UnknownEncoding { line: 2 });
    assert_eq!(refused(b"\xFF\xFEa\0\x00\xD8"), FileError::UnknownEncoding { line: 1 });
    // Neither is text of another code page.
    let cyrillic = encoding_rs::WINDOWS_1251.encode("имя,price\nрубашка мужская,10\n").0.into_owned();
    assert_eq!(refused(&cyrillic), FileError::UnknownEncoding { line: 1 });
}

#[test]
fn delimiters_and_group_captions_are_found() {
    for text in ["name;price\nA;1\n", "name\tprice\nA\t1\n", "sep=;\r\nname;price\r\nA;1\r\n", "\"na,me\";x\nname;price\nA;1\n"] {
        let parsed = parse_text(text);
        assert_eq!(parsed.products.len(), 1, "{text}");
        assert_eq!(parsed.products[0].item.regular_price, Some(100), "{text}");
    }
}

#[test]
fn records_and_lines_are_those_of_the_file() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["name,price", "\"A", "A\",1", "", ",,", "B,x", ""].join(end);
        let parsed = parse_text(&text);
        let error = only_error(&parsed);
        assert_eq!((error.record, error.line), (3, 5), "{end:?}");
        assert_eq!(parsed.products[0].name.ar, "A A");
    }
}

#[test]
fn a_formula_is_a_row_error_and_a_number_is_not() {
    let parsed = parse_text("name,price,sku\n=cmd(),1,S1\nB,=1+1,S2\nC,-5,S3\nD,+7,S4\nE,1,@SUM(A1)\n'=F,1,S6\n");
    let errors: Vec<(u32, RowFault)> = parsed.errors().map(|error| (error.record, error.fault.clone())).collect();
    let formula = |value: &str| RowFault::Formula { value: value.to_owned() };
    assert_eq!(
        errors,
        [
            (1, formula("=cmd()")),
            (2, formula("=1+1")),
            (3, RowFault::Negative { value: "-5".to_owned() }),
            (5, formula("@SUM(A1)")),
        ]
    );
    let names: Vec<&str> = parsed.products.iter().map(|product| product.name.ar.as_str()).collect();
    assert_eq!(names, ["D", "=F"]);
    let first = parsed.errors().next().unwrap();
    assert!(first.message(Lang::Ar).starts_with("name: «=cmd()» معادلة"), "{}", first.message(Lang::Ar));
}

#[test]
fn prices_follow_the_currency_and_are_never_rounded() {
    let fault = |cell: &str| only_error(&parse_text(&format!("name;price\nA;{cell}\n"))).fault.clone();
    assert!(matches!(fault("1.255"), RowFault::TooManyDecimals { digits: 2, .. }));
    assert!(matches!(fault("12,5"), RowFault::NotANumber { .. }));
    assert!(matches!(fault("-1"), RowFault::Negative { .. }));
    assert!(matches!(fault("99999999999999"), RowFault::TooLarge { .. }));
    assert!(matches!(fault("1e3"), RowFault::NotANumber { .. }));
    assert!(matches!(fault(""), RowFault::Required));
    let table = read_table(b"name,price\nA,1.255\n").unwrap();
    let mapping = default_mapping(&table, detect(&table));
    let kuwaiti =
        parse(&table, &mapping, &Context { currency: kernel::Currency::KWD, default_lang: Lang::En, is_partial: false }).unwrap();
    assert_eq!(kuwaiti.products[0].item.regular_price, Some(1255));
    assert_eq!(kuwaiti.products[0].name.en, "A");
}

#[test]
fn every_fault_of_a_product_is_told_at_once() {
    let parsed = parse_text("name,price,qty,weight,requires shipping,sku\n,x,1.5,heavy,maybe,a\u{202E}b\n");
    let columns: Vec<&str> = parsed.errors().filter_map(|error| error.column.as_deref()).collect();
    assert_eq!(parsed.failed.len(), 1);
    for column in ["name", "price", "qty", "weight", "requires shipping", "sku"] {
        assert!(columns.contains(&column), "{column} {columns:?}");
    }
}

#[test]
fn rows_that_do_not_fit_are_named() {
    assert_eq!(only_error(&parse_text("name,price\nA,1,2\n")).fault, RowFault::TooManyCells { columns: 2 });
    assert_eq!(parse_text("name,price\nA,1,,,\n").products.len(), 1);
    assert_eq!(
        only_error(&parse_text("name,price,sku\nA,1,S\nB,2,s\n")).fault,
        RowFault::DuplicateSku { value: "s".to_owned(), first: 2 }
    );
    let min_max = parse_text("name,price,minimum,maximum\nA,1,5,2\n");
    assert_eq!(only_error(&min_max).fault, RowFault::MinAboveMax);
}

#[test]
fn missing_columns_are_named_before_anything_is_read() {
    let table = read_table(b"sku,qty\nA,1\n").unwrap();
    let mapping = default_mapping(&table, detect(&table));
    let error = parse(&table, &mapping, &SAR).unwrap_err();
    assert_eq!(error.message(Lang::Ar), "أعمدة مطلوبة غير موجودة: اسم المنتج، السعر الأساسي.");
    assert_eq!(error.message(Lang::En), "Required columns are missing: Product name, Regular price.");
    let other = read_table(GOOD.as_bytes()).unwrap();
    let shorter = Mapping { columns: Vec::new(), ..default_mapping(&other, Format::Unknown) };
    assert!(matches!(parse(&other, &shorter, &SAR), Err(MappingError::OtherFile { .. })));
}

#[test]
fn shopify_rows_of_a_handle_may_be_apart_and_need_a_title() {
    let head = "Handle,Title,Variant Price,Option1 Name,Option1 Value,Image Src,Image Position\n";
    let parsed = parse_text(&format!(
        "{head}a,A,1,Size,S,https://x.example/2.jpg,2\nb,B,1,Title,Default Title,,\nA,,2,,M,https://x.example/1.jpg,1\nc,,3,,,,\n"
    ));
    assert_eq!(parsed.products.len(), 2);
    assert_eq!(parsed.products[0].records, [1, 3]);
    assert_eq!(parsed.products[0].images[0].url, "https://x.example/1.jpg");
    let error = only_error(&parsed);
    assert_eq!((error.record, error.column.as_deref(), &error.fault), (4, Some("Title"), &RowFault::Required));
    let twice = parse_text(&format!("{head}a,A,1,Size,S,,\na,,2,,s,,\n"));
    assert_eq!(only_error(&twice).fault, RowFault::DuplicateVariant { first: 2 });
    let valueless = parse_text(&format!("{head}a,A,1,Size,S,,\na,,2,,,,\n"));
    assert_eq!(only_error(&valueless).fault, RowFault::MissingOptionValue { option: "Size".to_owned() });
}

#[test]
fn woocommerce_parents_may_come_later_and_orphans_are_named() {
    let head = "ID,Type,SKU,Name,Published,Regular price,Parent,Stock,Weight (lbs),Attribute 1 name,Attribute 1 Value(s),Short description\n";
    let parsed = parse_text(&format!(
        "{head}2,variation,,V,1,10,id:1,,,Size,S,\n3,variation,p-m,V,1,12,P,,,size,M,\n1,variable,P,Parent,-1,,,7,2,Size,\"S, M\",a\\nb\n4,variation,,V,1,1,gone,,,Size,S,\n"
    ));
    let product = &parsed.products[0];
    assert_eq!(product.records, [1, 2, 3]);
    assert_eq!((product.is_published, product.is_active), (false, false));
    assert_eq!(product.short_description.ar, "a\nb");
    assert_eq!(product.item.weight, Some(Weight { grams: 907, unit: WeightUnit::Lb }));
    assert_eq!(product.item.regular_price, Some(1000));
    // The parent's stock is not that of each variant: only one gets it.
    let stocks: Vec<Option<Stock>> = product.variants.iter().map(|variant| variant.item.stock).collect();
    let counted = |qty| Some(Stock::Counted { qty, may_oversell: false });
    assert_eq!(stocks, [counted(7), counted(0)]);
    assert!(parsed.warnings.iter().any(|warning| warning.note == RowNote::SharedStock));
    assert_eq!(only_error(&parsed).fault, RowFault::NoParent { parent: "gone".to_owned() });
    let bare = parse_text(&format!("{head}1,variable,P,Parent,1,,,,,,,\n"));
    assert!(bare.errors().any(|error| error.fault == RowFault::NoVariants));
}

#[test]
fn salla_and_zid_variants_need_a_product_above() {
    let salla = parse_text("النوع ,أسم المنتج,سعر المنتج,رمز المنتج sku,[1] الاسم,[1] القيمة\nخيار,,5,A,,S\nمنتج,,5,B,,\n");
    let faults: Vec<&RowFault> = salla.errors().map(|error| &error.fault).collect();
    assert_eq!(faults, [&RowFault::NoParent { parent: String::new() }, &RowFault::Required]);
    let zid = parse_text(
        "sku,name_ar,name_en,price,has_variants,option1_name_ar,option1_value_ar\nA,أ,,5,Yes,المقاس,\nB,ب,,5,No,,\nC,,,5,,,54\n",
    );
    let faults: Vec<&RowFault> = zid.errors().map(|error| &error.fault).collect();
    assert_eq!(faults, [&RowFault::NoVariants, &RowFault::NoParent { parent: String::new() }]);
}

#[test]
fn sales_that_are_none_are_left_out_with_a_note() {
    let parsed = parse_text("name,price,sale price,images\nA,10,10,no-address.jpg\nB,10,0,\nC,10,9,\n");
    let sales: Vec<Option<i64>> = parsed.products.iter().map(|product| product.item.sale_price).collect();
    assert_eq!(sales, [None, None, Some(900)]);
    let notes: Vec<&RowNote> = parsed.warnings.iter().map(|warning| &warning.note).collect();
    assert!(
        notes.contains(&&RowNote::SaleNotBelowRegular) && notes.iter().any(|note| matches!(note, RowNote::ImageSkipped { .. }))
    );
    assert_eq!(notes.len(), 2);
}

#[test]
fn the_generic_mapper_guesses_both_languages_and_reads_our_own_template() {
    let parsed = parse_text("الاسم بالعربية,الاسم بالإنجليزية,السعر,الكمية,القسم,الباركود\nقميص,Shirt,٩٩٫٥,٣,ملابس,0123\n");
    let shirt = &parsed.products[0];
    assert_eq!((shirt.name.ar.as_str(), shirt.name.en.as_str()), ("قميص", "Shirt"));
    assert_eq!(shirt.item.regular_price, Some(9950));
    assert_eq!(shirt.item.stock, Some(Stock::Counted { qty: 3, may_oversell: false }));
    assert_eq!(shirt.item.barcode.as_deref(), Some("0123"));
    for lang in [Lang::Ar, Lang::En] {
        let text = format!("{}S-1,ق,Q,,5,,,,,,,,,,,,,,,المقاس,S,,\n", template(lang));
        let (table, format, parsed) = read(text.as_bytes());
        assert_eq!(format, Format::Unknown);
        assert!(default_mapping(&table, format).columns.iter().all(Option::is_some));
        assert_eq!(parsed.products.len(), 1, "{:?}", parsed.failed);
    }
}

#[test]
fn a_merchants_sheet_may_hold_variants_below_the_product_or_under_one_handle() {
    let below = "name,price,sku,option1 name,option1 value\nقميص,10,P,المقاس,\n,11,P-S,,S\n,12,P-M,,M\n";
    let handle = "handle,name,price,compare at price,sku,option1 name,option1 value\np,قميص,11,20,P-S,المقاس,S\np,,12,,P-M,,M\n";
    for text in [below, handle] {
        let parsed = parse_text(text);
        assert_eq!(parsed.products.len(), 1, "{:?}", parsed.failed);
        assert_eq!(parsed.products[0].variants.len(), 2);
        assert_eq!(parsed.products[0].variants[1].item.regular_price, Some(1200));
    }
    assert_eq!(parse_text(handle).products[0].variants[0].item.sale_price, Some(1100));
    assert_eq!(only_error(&parse_text("name,price\nA,1\n,2\n")).fault, RowFault::Required);
}

#[test]
fn pr_01_failed_rows_can_be_read_again_or_taken_away_as_a_file() {
    let (table, format, parsed) = read("name;price;sku\nA;1;S1\nB;x, y;S2\n=C;2;S3\n".as_bytes());
    let records = parsed.failed.iter().flat_map(|failed| failed.records.clone()).collect();
    let again = table.only(&records);
    let mapping = default_mapping(&again, format);
    let errors: Vec<u32> = parse(&again, &mapping, &SAR).unwrap().errors().map(|error| error.record).collect();
    assert_eq!(errors, [2, 3]);
    let file = String::from_utf8(table.write_records(&records)).unwrap();
    assert_eq!(file, "\u{FEFF}name,price,sku\r\nB,\"x, y\",S2\r\n'=C,2,S3\r\n");
}

#[test]
fn a_file_of_a_million_columns_is_refused_before_memory_is_taken_for_it() {
    let wide = format!("name,price{}\nA,1\n", ",x".repeat(1_000_000));
    assert_eq!(refused(wide.as_bytes()), FileError::TooManyColumns { max: 300 });
    let below = format!("name,price\nA,1{}\n", ",".repeat(1_000_000));
    assert_eq!(refused(below.as_bytes()), FileError::TooManyColumns { max: 300 });
    // Quoted delimiters do not count, and blank columns at the end are ignored.
    let text = format!("name,price\n\"A{}\",1{}\n", ",".repeat(100_000), ",".repeat(1_000));
    assert!(read_table(text.as_bytes()).is_ok());
    let line = format!("x{}\n", ",".repeat(299));
    let many = format!("name,price\n{}", line.repeat(20_001));
    assert_eq!(refused(many.as_bytes()), FileError::TooManyCells { max: 6_000_000 });
}

#[test]
fn va_02_amounts_with_the_stores_own_currency_are_read_and_others_refused() {
    let price = |cell: &str| parse_text(&format!("name;price\nA;{cell}\n")).products[0].item.regular_price;
    for (cell, minor) in [("45 ريال", 4500), ("SAR 45", 4500), ("٤٥٫٥٠", 4550), ("1,234.50", 123_450), ("1,234.50 ر.س", 123_450)]
    {
        assert_eq!(price(cell), Some(minor), "{cell}");
    }
    let parsed = parse_text("name;price\nA;45 USD\n");
    let error = only_error(&parsed);
    assert_eq!(error.fault, RowFault::OtherCurrency { value: "45 USD".to_owned(), currency: "SAR".to_owned() });
    assert_eq!(error.message(Lang::Ar), "price: «45 USD» بعملة غير عملة المتجر (SAR). حوّل السعر واكتب الرقم وحده.");
}
