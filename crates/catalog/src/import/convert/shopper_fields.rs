//! Fields that the shopper fills in: converting those of a file to the types supported here.

use web::message::Message;

use super::Rules;
use crate::import::formats::{DynamicFieldType, Field, ImportProduct, InputPart, TextIn};
use crate::model::{DynamicField, FieldType};
use platform::imports::model::RowMessage;

const FIELD_PRICE: Message = Message::new(
    "السعر الإضافي غير مدعوم، فتم استيراد الحقل «{label}» بدونه.",
    "Extra prices aren't supported. “{label}” was imported without one.",
);
const FIELD_KIND: Message =
    Message::new("نوع الحقل «{label}» غير مدعوم، فتم تخطيه.", "The type of “{label}” isn't supported. Skipped.");
const FIELD_ONE: Message =
    Message::new("تم استيراد الحقل «{label}» باختيار واحد فقط.", "“{label}” was imported as a single choice.");

impl Rules {
    /// The fields converted; unsupported ones are reported in `notes`.
    pub(super) fn dynamic_fields(&self, product: &ImportProduct, notes: &mut Vec<RowMessage>) -> Vec<DynamicField> {
        let mut out = Vec::new();
        for field in &product.dynamic_fields {
            let caption = TextIn::ALL.into_iter().map(|text| Field::Input(field.field_type, InputPart::Name(text)));
            let caption =
                caption.filter_map(|f| self.captions.iter().find(|(field, _)| *field == f)).map(|(_, c)| c.clone()).next();
            let mut note = |message: &Message| {
                notes.push(RowMessage::new(caption.clone(), &message.with("label", field.label.get(self.lang))));
            };
            let mut choices: Vec<String> = Vec::new();
            for choice in &field.choices {
                let label = choice.label.get(self.lang).to_owned();
                if !choices.contains(&label) {
                    choices.push(label);
                }
            }
            let field_type = match field.field_type {
                DynamicFieldType::Image | DynamicFieldType::File => {
                    note(&FIELD_KIND);
                    continue;
                }
                DynamicFieldType::Select | DynamicFieldType::MultiSelect if choices.len() >= 2 => FieldType::Choice,
                DynamicFieldType::Number => FieldType::Number,
                DynamicFieldType::Date => FieldType::Date,
                DynamicFieldType::Text | DynamicFieldType::Time | DynamicFieldType::Select | DynamicFieldType::MultiSelect => {
                    FieldType::Text
                }
            };
            if field.field_type == DynamicFieldType::MultiSelect {
                note(&FIELD_ONE);
            }
            if field.price != 0 || field.choices.iter().any(|choice| choice.price != 0) {
                note(&FIELD_PRICE);
            }
            if field_type != FieldType::Choice {
                choices.clear();
            }
            out.push(DynamicField { field_label: field.label.clone(), field_type, field_required: field.is_required, choices });
        }
        out
    }
}
