//! The declaration of a field, and the macro that reads it: its kind, and where products and variants store it.
//!
//! To add a kind: [`Kind`], how it is read (`import::formats::values`) and its rule (`check`), which the compiler names; and where it is
//! not written as its value, `export::rows`, `bulk::sheet` and `batches::wire`.

use kernel::Texts;
use kernel::text_guard::Lines;
use serde::{Deserialize, Serialize};

use super::{Field, TextIn};
use crate::model::{ProductDraft, VariantDraft};

/// How a field is written in cells, and the rule that follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Money in minor units, from 0.
    Amount,
    /// A whole number, from 0.
    Count,
    /// A whole number, from 1.
    CountFromOne,
    /// A line of at most 100 characters; blank is none.
    Code,
    /// Yes or no; blank is the default of the model.
    Flag,
    /// Words with commas between them.
    Words,
    /// A time in epoch milliseconds; a bare date means its first second.
    Moment,
    /// The time at which something ends; a bare date means its last second.
    End,
}

/// The value of a field: numbers of all kinds, also money and times, are integers. An absent value is a blank cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Of a flag.
    Flag(bool),
    /// Of an amount, a count, a time.
    Number(i64),
    /// Of a code.
    Text(String),
    /// Of words.
    Words(Vec<String>),
}

/// A type of the model that holds a [`Value`].
pub(super) trait ModelValue: Sized {
    fn value(&self) -> Option<Value>;
    fn from_value(value: Value) -> Option<Self>;
}

impl ModelValue for bool {
    fn value(&self) -> Option<Value> {
        Some(Value::Flag(*self))
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Flag(is_on) = value { Some(is_on) } else { None }
    }
}

impl ModelValue for Option<i64> {
    fn value(&self) -> Option<Value> {
        self.map(Value::Number)
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Number(n) = value { Some(Some(n)) } else { None }
    }
}

impl ModelValue for Option<String> {
    fn value(&self) -> Option<Value> {
        self.clone().map(Value::Text)
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Text(text) = value { Some(Some(text)) } else { None }
    }
}

impl ModelValue for Vec<String> {
    fn value(&self) -> Option<Value> {
        Some(Value::Words(self.clone()))
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Words(words) = value { Some(words) } else { None }
    }
}

/// Getter and setter of a field in a draft; blank is the default of a new draft.
pub(crate) struct Access<D> {
    pub(super) get: fn(&D) -> Option<Value>,
    pub(super) set: fn(&mut D, Option<Value>),
}

/// Where a field is stored: in every product, and in variants when they have their own.
pub(crate) struct ModelField {
    pub(crate) kind: Kind,
    /// Its name in the model and in the API.
    pub(crate) name: &'static str,
    pub(super) product: Access<ProductDraft>,
    pub(super) variant: Option<Access<VariantDraft>>,
}

/// The declaration of a field whose column has no language.
pub(crate) struct Declaration {
    pub(crate) field: Field,
    /// Its key in the API of imports.
    pub(crate) key: &'static str,
    /// Labels, in Arabic and in English.
    pub(crate) labels: (&'static str, &'static str),
    /// Only in our own product file: other files have no format for it.
    pub(crate) is_of_own_file: bool,
    /// `None` for columns that only qualify another field, and for fields with their own read and write functions.
    pub(crate) model: Option<ModelField>,
}

/// Where texts are stored.
pub(crate) struct ModelTexts {
    /// As [`ModelField::name`].
    pub(crate) name: &'static str,
    pub(crate) lines: Lines,
    pub(crate) get: fn(&ProductDraft) -> &Texts,
    pub(crate) get_mut: fn(&mut ProductDraft) -> &mut Texts,
}

/// The declaration of texts: columns in Arabic, in English, or in the language of the file.
pub(crate) struct TextsDeclaration {
    /// Its column of a language.
    pub(crate) column: fn(TextIn) -> Field,
    /// The key without the language.
    pub(crate) stem: &'static str,
    /// As [`Declaration::labels`].
    pub(crate) labels: (&'static str, &'static str),
    /// As [`Declaration::is_of_own_file`].
    pub(crate) is_of_own_file: bool,
    /// As [`Declaration::model`].
    pub(crate) model: Option<ModelTexts>,
}

/// A draft of a product or of a variant.
pub(crate) trait Draft: Sized + 'static {
    /// The accessor of a field; `None` when the draft does not have it.
    fn access(model: &'static ModelField) -> Option<&'static Access<Self>>;
}

impl Draft for ProductDraft {
    fn access(model: &'static ModelField) -> Option<&'static Access<Self>> {
        Some(&model.product)
    }
}

impl Draft for VariantDraft {
    fn access(model: &'static ModelField) -> Option<&'static Access<Self>> {
        model.variant.as_ref()
    }
}

/// A declared field with its accessor in products or variants.
pub(crate) struct Slot<D: 'static> {
    pub(crate) field: Field,
    pub(crate) kind: Kind,
    pub(crate) name: &'static str,
    pub(crate) is_of_own_file: bool,
    access: &'static Access<D>,
}

impl<D> Slot<D> {
    pub(crate) fn get(&self, draft: &D) -> Option<Value> {
        (self.access.get)(draft)
    }

    pub(crate) fn set(&self, draft: &mut D, value: Option<Value>) {
        (self.access.set)(draft, value);
    }

    pub(crate) fn is_moment(&self) -> bool {
        matches!(self.kind, Kind::Moment | Kind::End)
    }
}

impl Declaration {
    /// The slot of the field in products or variants.
    pub(crate) fn slot<D: Draft>(&'static self) -> Option<Slot<D>> {
        let Self { field, is_of_own_file, model, .. } = self;
        let model = model.as_ref()?;
        let access = D::access(model)?;
        Some(Slot { field: *field, kind: model.kind, name: model.name, is_of_own_file: *is_of_own_file, access })
    }
}

/// Declares the columns of product files, see [the module](super). Generates the enum `Field` and its lookup functions.
macro_rules! declare {
    (
        fields { $(
            $(#[$doc:meta])*
            $field:ident: $key:literal $group:ident $ar:literal $en:literal
                $(= $kind:ident of product.$product:ident $(, variant.$variant:ident)?)? $(, only in our $own:ident)?;
        )* }
        texts { $(
            $(#[$text_doc:meta])*
            $text:ident: $stem:literal $text_group:ident $text_ar:literal $text_en:literal
                $(= $lines:ident of product.$place:ident $(. $inner:ident)?)? $(, only in our $text_own:ident)?;
        )* }
        numbered { $(
            $(#[$numbered_doc:meta])*
            $numbered:ident($($part:ty),+): $numbered_group:ident;
        )* }
    ) => {
        /// What a column of a file holds.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Field {
            $($(#[$doc])* $field,)*
            $($(#[$text_doc])* $text(TextIn),)*
            $($(#[$numbered_doc])* $numbered($($part),+),)*
        }

        impl Field {
            /// The group of the field on the mapping screen.
            #[must_use]
            pub const fn group(self) -> &'static str {
                match self {
                    $(Self::$field => stringify!($group),)*
                    $(Self::$text(_) => stringify!($text_group),)*
                    $(Self::$numbered(..) => stringify!($numbered_group),)*
                }
            }

            /// The declaration of a field whose column has no language.
            pub(crate) const fn declared(self) -> Option<&'static Declaration> {
                match self {
                    $(Self::$field => {
                        const DECLARED: &Declaration = &Declaration {
                            field: Field::$field,
                            key: $key,
                            labels: ($ar, $en),
                            is_of_own_file: $crate::fields::declare::declare!(@is $($own)?),
                            model: $crate::fields::declare::declare!(@model $($kind $product $($variant)?)?),
                        };
                        Some(DECLARED)
                    })*
                    _ => None,
                }
            }

            /// The declaration of texts, and the language of the column.
            pub(crate) const fn texts(self) -> Option<(&'static TextsDeclaration, TextIn)> {
                match self {
                    $(Self::$text(text) => {
                        const DECLARED: &TextsDeclaration = &TextsDeclaration {
                            column: Field::$text,
                            stem: $stem,
                            labels: ($text_ar, $text_en),
                            is_of_own_file: $crate::fields::declare::declare!(@is $($text_own)?),
                            model: $crate::fields::declare::declare!(@texts $($lines $place $($inner)?)?),
                        };
                        Some((DECLARED, text))
                    })*
                    _ => None,
                }
            }
        }

        /// Every field whose column has no language, in the order of the mapping screen.
        pub(crate) fn all() -> impl Iterator<Item = &'static Declaration> {
            [$(Field::$field),*].into_iter().filter_map(Field::declared)
        }

        /// All texts, in the order of the mapping screen.
        pub(crate) fn all_texts() -> impl Iterator<Item = &'static TextsDeclaration> {
            [$(Field::$text(TextIn::Store)),*].into_iter().filter_map(|field| Some(field.texts()?.0))
        }
    };

    (@is) => { false };
    (@is file) => { true };

    (@model) => { None };
    (@model $kind:ident $product:ident $($variant:ident)?) => {
        Some(ModelField {
            kind: Kind::$kind,
            name: stringify!($product),
            product: $crate::fields::declare::declare!(@access $crate::model::ProductDraft, $product),
            variant: $crate::fields::declare::declare!(@variant $($variant)?),
        })
    };
    (@variant) => { None };
    (@variant $variant:ident) => {
        Some($crate::fields::declare::declare!(@access $crate::model::VariantDraft, $variant))
    };
    (@access $draft:ty, $slot:ident) => {
        Access::<$draft> {
            get: |draft: &$draft| ModelValue::value(&draft.$slot),
            set: |draft: &mut $draft, value: Option<Value>| {
                draft.$slot = value.and_then(ModelValue::from_value).unwrap_or_else(|| <$draft as Default>::default().$slot);
            },
        }
    };

    (@texts) => { None };
    (@texts $lines:ident $place:ident $($inner:ident)?) => {
        Some(ModelTexts {
            name: $crate::fields::declare::declare!(@last $place $($inner)?),
            lines: Lines::$lines,
            get: |draft| &draft.$place $(. $inner)?,
            get_mut: |draft| &mut draft.$place $(. $inner)?,
        })
    };
    (@last $name:ident) => { stringify!($name) };
    (@last $place:ident $name:ident) => { stringify!($name) };
}

pub(crate) use declare;
