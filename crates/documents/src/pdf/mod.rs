//! PDF files: fonts and shaping in `font`, text and lines in `canvas`, the layouts in `page`, `roll` and `label`, the file format
//! in `file`.

mod canvas;
mod file;
mod font;
mod label;
mod page;
mod picture;
mod roll;

use crate::label::{Label, LabelPaper};
use crate::model::{Document, Paper, Picture, PrintLanguage, PrintOptions};
use crate::sheet;

use canvas::PdfBuilder;

pub use picture::logo;

/// Renders documents one after another into one PDF file. The same input always gives the same bytes.
///
/// `pictures` are the logos that the documents reference; a missing or invalid one is replaced by the store's name.
#[must_use]
pub fn pdf(documents: &[Document], pictures: &[Picture], options: PrintOptions) -> Vec<u8> {
    let mut builder = PdfBuilder::new(pictures);
    for document in documents {
        let sheet = sheet::build_sheet(document, options);
        match options.paper {
            Paper::A4 | Paper::A5 => page::draw(&mut builder, &sheet, options.paper),
            Paper::Roll80 => roll::draw(&mut builder, &sheet),
        }
    }
    let title = match documents {
        [one] => {
            let sheet = sheet::build_sheet(one, options);
            format!("{} {}", sheet.title.first, one.number)
        }
        _ => String::new(),
    };
    file::write(builder, options.language.lang(), &title)
}

/// Renders shipping labels, one page each. The same input always gives the same bytes.
#[must_use]
pub fn labels(labels: &[Label], language: PrintLanguage, paper: LabelPaper) -> Vec<u8> {
    let mut builder = PdfBuilder::new(&[]);
    for label in labels {
        label::draw(&mut builder, label, language, paper);
    }
    let title = match labels {
        [one] => one.number.clone(),
        _ => String::new(),
    };
    file::write(builder, language.lang(), &title)
}
