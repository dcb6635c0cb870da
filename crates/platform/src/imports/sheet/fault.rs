//! Why a file cannot be read as a table, in both languages.

use kernel::Lang;
use web::message::Message;

use super::MEBIBYTE;

/// Why a file is refused as a whole. Nothing is imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// No bytes, or only blanks.
    #[error("the file is empty")]
    Empty,
    /// More bytes than [`super::MAX_BYTES`].
    #[error("the file is larger than {max} bytes")]
    TooLarge {
        /// The most bytes a file may have.
        max: usize,
    },
    /// A zip archive that is no workbook, whatever the file is called.
    #[error("the file is a zip archive and no workbook")]
    Zip,
    /// A workbook that cannot be read to its end.
    #[error("the workbook is damaged")]
    Damaged,
    /// A workbook that decompresses beyond the limits (zip bomb).
    #[error("the workbook holds more than may be read")]
    Bloated,
    /// A picture, a PDF, an old workbook or another file that holds no text.
    #[error("the file is not text")]
    Binary,
    /// Neither UTF-8 nor UTF-16 with a byte-order mark nor Arabic Windows text.
    #[error("the encoding of the file is not known (first at line {line})")]
    UnknownEncoding {
        /// Line of the first invalid byte.
        line: u32,
    },
    /// A quoted cell is opened and never closed: the file was cut off.
    #[error("a quotation mark opened at line {line} is never closed")]
    UnclosedQuote {
        /// Line where the cell begins.
        line: u32,
    },
    /// No row that could be a header.
    #[error("the file has no header row")]
    NoHeader,
    /// A header and nothing below it.
    #[error("the file has no rows below its header")]
    NoRows,
    /// More than [`super::MAX_RECORDS`] rows.
    #[error("the file has more than {max} rows")]
    TooManyRows {
        /// The most rows a file may have.
        max: usize,
    },
    /// More cells in all.
    #[error("the file has more than {max} cells")]
    TooManyCells {
        /// The most cells a file may have.
        max: usize,
    },
    /// More than [`super::MAX_COLUMNS`] columns.
    #[error("the file has more than {max} columns")]
    TooManyColumns {
        /// The most columns a file may have.
        max: usize,
    },
}

impl FileError {
    /// A stable code for the API.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "file_empty",
            Self::TooLarge { .. } => "file_too_large",
            Self::Zip => "file_is_zip",
            Self::Binary => "file_is_binary",
            Self::UnknownEncoding { .. } => "file_encoding",
            Self::UnclosedQuote { .. } => "file_unclosed_quote",
            Self::NoHeader => "file_no_header",
            Self::NoRows => "file_no_rows",
            Self::TooManyRows { .. } => "file_too_many_rows",
            Self::TooManyColumns { .. } => "file_too_many_columns",
            Self::TooManyCells { .. } => "file_too_many_cells",
            Self::Damaged => "file_damaged",
            Self::Bloated => "file_too_much_inside",
        }
    }

    /// The message for the merchant.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (Self::Empty, Lang::Ar) => "الملف فارغ.".to_owned(),
            (Self::Empty, Lang::En) => "The file is empty.".to_owned(),
            (Self::TooLarge { max }, Lang::Ar) => {
                format!("حجم الملف أكبر من الحد المسموح ({} ميجابايت).", max / MEBIBYTE)
            }
            (Self::TooLarge { max }, Lang::En) => {
                format!("File size is larger than allowed limit ({} MB).", max / MEBIBYTE)
            }
            (Self::Zip, Lang::Ar) => "هذا ملف مضغوط وليس جدولًا. ارفع الجدول نفسه بصيغة XLSX أو CSV.".to_owned(),
            (Self::Zip, Lang::En) => "This is a ZIP file. Upload the spreadsheet as XLSX or CSV.".to_owned(),
            (Self::Damaged, Lang::Ar) => "مصنف إكسل هذا تالف أو محمي. افتحه واحفظه من جديد بصيغة XLSX أو CSV.".to_owned(),
            (Self::Damaged, Lang::En) => "This Excel file is damaged or protected. Save it again as XLSX or CSV.".to_owned(),
            (Self::Bloated, Lang::Ar) => "محتوى المصنف أكبر من الحد المسموح. قسّمه إلى ملفات أصغر.".to_owned(),
            (Self::Bloated, Lang::En) => "The file is too large. Split it into smaller files.".to_owned(),
            (Self::TooManyCells { max }, Lang::Ar) => format!("خانات الملف أكثر من {max}. قسّمه إلى ملفات أصغر."),
            (Self::TooManyCells { max }, Lang::En) => {
                format!("The file has more than {max} cells. Split it into smaller files.")
            }
            (Self::Binary, Lang::Ar) => "هذا ليس جدولًا. احفظ الملف بصيغة XLSX أو «CSV UTF-8».".to_owned(),
            (Self::Binary, Lang::En) => "This isn't a spreadsheet. Save the file as XLSX or \"CSV UTF-8\".".to_owned(),
            (Self::UnknownEncoding { line }, Lang::Ar) => {
                format!("ترميز الملف غير معروف (أول موضع في السطر {line}). احفظه بصيغة «CSV UTF-8».")
            }
            (Self::UnknownEncoding { line }, Lang::En) => {
                format!("Unknown file encoding (line {line}). Save it as \"CSV UTF-8\".")
            }
            (Self::UnclosedQuote { line }, Lang::Ar) => {
                format!("في السطر {line} علامة اقتباس لا تُغلق. يبدو أن الملف ناقص.")
            }
            (Self::UnclosedQuote { line }, Lang::En) => {
                format!("Unclosed quotation mark on line {line}. The file may be incomplete.")
            }
            (Self::NoHeader, Lang::Ar) => "لا يوجد صف عناوين في الملف.".to_owned(),
            (Self::NoHeader, Lang::En) => "The file has no header row.".to_owned(),
            (Self::NoRows, Lang::Ar) => "لا توجد صفوف تحت صف العناوين.".to_owned(),
            (Self::NoRows, Lang::En) => "The file has no rows below the header.".to_owned(),
            (Self::TooManyRows { max }, Lang::Ar) => format!("عدد صفوف الملف أكبر من {max}. قسّمه إلى ملفات أصغر."),
            (Self::TooManyRows { max }, Lang::En) => {
                format!("The file has more than {max} rows. Split it into smaller files.")
            }
            (Self::TooManyColumns { max }, Lang::Ar) => format!("عدد أعمدة الملف أكبر من {max}."),
            (Self::TooManyColumns { max }, Lang::En) => format!("The file has more than {max} columns."),
        }
    }
}

/// The message of a refused file.
#[must_use]
pub fn file_message(e: &FileError) -> Message {
    Message { ar: e.message(Lang::Ar).into(), en: e.message(Lang::En).into() }
}
