//! Enums that stand for one of a few words, on the wire and in a column alike.

/// `words! { /// Doc. Name as SchemaName { /// Doc. Variant "word", } }`: the enum with its list of all, and each variant's word both
/// ways. Without `as` the API document calls it by its own name. The crate that calls it has `serde` and `utoipa`.
// Words are `tt`: as a `literal` fragment they are hidden from the derive that writes the API document.
#[macro_export]
macro_rules! words {
    ($(#[$outer:meta])* $name:ident $(as $schema:ident)? { $($(#[$doc:meta])* $v:ident $word:tt),* $(,)? }) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize, ::utoipa::ToSchema)]
        $(#[schema(as = $schema)])?
        $(#[$outer])*
        pub enum $name { $($(#[$doc])* #[serde(rename = $word)] $v),* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$v),*];

            /// The word on the wire and in the table.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$v => $word),* } }

            /// Reads the word; anything else is none.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> { Self::ALL.iter().copied().find(|v| v.as_str() == word) }
        }
    };
}
