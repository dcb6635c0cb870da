//! Descriptions of providers, from which the dashboard makes its forms (PY-02).

use kernel::Currency;

/// A text in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// Arabic.
    pub ar: &'static str,
    /// English.
    pub en: &'static str,
}

/// A provider, as the dashboard offers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderDescription {
    /// Its code: the word of a payment method's provider (PY-01).
    pub code: &'static str,
    /// What people call it.
    pub name: Label,
    /// Where it works. One region needs no choice; of several, the credential field `region` holds the code, and the first is
    /// taken where it holds none.
    pub regions: &'static [Region],
    /// What the merchant fills in, in the form's order.
    pub fields: &'static [CredentialField],
    /// Where the merchant enters the address of our callbacks in the provider's own settings; none where every payment tells its own.
    pub callback_setup: Option<Label>,
}

impl ProviderDescription {
    /// The region with this code; without one, the first.
    #[must_use]
    pub fn region(&self, code: &str) -> Option<&'static Region> {
        if code.is_empty() { self.regions.first() } else { self.regions.iter().find(|region| region.code == code) }
    }
}

/// A country, or a group of them, with a host of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// ISO 3166 alpha-2, or `GLOBAL`.
    pub code: &'static str,
    /// Its name.
    pub name: Label,
    /// Where its API is, without a slash at the end.
    pub api_base: &'static str,
    /// The currencies that are offered there.
    pub currencies: &'static [Currency],
}

/// A field of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CredentialField {
    /// Its name in [`crate::Credentials`].
    pub name: &'static str,
    /// Its label.
    pub label: Label,
    /// Where the merchant finds the value.
    pub help: Label,
    /// It is encrypted at rest and never shown again (decisions §8).
    pub is_secret: bool,
    /// What is typed or chosen.
    pub kind: FieldKind,
    /// When it must be there.
    pub presence: Presence,
}

/// What is typed or chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A text.
    Text(Pattern),
    /// A whole number.
    Number(Pattern),
    /// One of these.
    Choice(&'static [Choice]),
}

/// A choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// What is stored.
    pub value: &'static str,
    /// What is shown.
    pub label: Label,
}

/// When a field must have a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Always.
    Required,
    /// Unless all of these have one.
    RequiredWithout(&'static [&'static str]),
    /// Never.
    Optional,
}

/// The form of a value: characters of one kind, so many of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    /// Of which characters.
    pub characters: Characters,
    /// At least how many.
    pub min: usize,
    /// At most how many.
    pub max: usize,
}

/// Characters of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Characters {
    /// 0 to 9.
    Digits,
    /// Hexadecimal digits.
    Hex,
    /// Letters, digits and `+ / = _ . -`: keys and tokens.
    Key,
    /// Everything but control characters: names of people and places.
    Line,
}

impl Pattern {
    /// A pattern.
    #[must_use]
    pub const fn new(characters: Characters, min: usize, max: usize) -> Self {
        Self { characters, min, max }
    }

    /// As a regular expression for the form.
    #[must_use]
    pub fn regex(&self) -> String {
        let class = match self.characters {
            Characters::Digits => "[0-9]",
            Characters::Hex => "[0-9A-Fa-f]",
            Characters::Key => r"[0-9A-Za-z+/=_.\-]",
            Characters::Line => r"[^\x00-\x1F\x7F]",
        };
        format!("{class}{{{},{}}}", self.min, self.max)
    }

    /// The value has this form.
    #[must_use]
    pub fn is_match(&self, value: &str) -> bool {
        let is_allowed = |c: char| match self.characters {
            Characters::Digits => c.is_ascii_digit(),
            Characters::Hex => c.is_ascii_hexdigit(),
            Characters::Key => c.is_ascii_alphanumeric() || "+/=_.-".contains(c),
            Characters::Line => !c.is_ascii_control(),
        };
        (self.min..=self.max).contains(&value.chars().count()) && value.chars().all(is_allowed)
    }
}

impl CredentialField {
    /// The value has the form of the field.
    #[must_use]
    pub fn accepts(&self, value: &str) -> bool {
        match self.kind {
            FieldKind::Text(pattern) | FieldKind::Number(pattern) => pattern.is_match(value),
            FieldKind::Choice(choices) => choices.iter().any(|choice| choice.value == value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PATTERNS: [Pattern; 4] = [
        Pattern::new(Characters::Digits, 1, 12),
        Pattern::new(Characters::Hex, 32, 32),
        Pattern::new(Characters::Key, 8, 40),
        Pattern::new(Characters::Line, 1, 20),
    ];

    proptest! {
        #[test]
        fn py_02_the_form_and_the_server_accept_the_same(
            (pattern, value) in (0..PATTERNS.len()).prop_flat_map(|n| {
                (Just(PATTERNS[n]), proptest::string::string_regex(&PATTERNS[n].regex()).unwrap())
            })
        ) {
            prop_assert!(pattern.is_match(&value));
            let spoiled = format!("{value}\u{1}");
            prop_assert!(!pattern.is_match(&spoiled));
        }
    }

    #[test]
    fn py_02_every_provider_describes_its_fields_in_both_languages() {
        for description in crate::payments::providers::DESCRIPTIONS
            .iter()
            .chain(crate::couriers::providers::KNOWN.iter().map(|(description, _)| description))
        {
            assert!(!description.regions.is_empty() && description.region("").is_some(), "{}", description.code);
            assert!(description.callback_setup.is_none_or(|help| !help.ar.is_empty() && !help.en.is_empty()));
            let mut names: Vec<_> = description.fields.iter().map(|f| f.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), description.fields.len(), "{}", description.code);
            for field in description.fields {
                for label in [field.label, field.help] {
                    assert!(!label.ar.is_empty() && !label.en.is_empty(), "{} {}", description.code, field.name);
                    assert!(label.ar.chars().any(|c| ('\u{600}'..'\u{700}').contains(&c)), "{} {}", description.code, field.name);
                }
                if let FieldKind::Choice(choices) = field.kind {
                    assert_eq!(field.name, "region");
                    let codes: Vec<_> = description.regions.iter().map(|r| r.code).collect();
                    assert_eq!(choices.iter().map(|c| c.value).collect::<Vec<_>>(), codes, "{}", description.code);
                }
            }
            for region in description.regions {
                assert!(region.api_base.starts_with("https://") && !region.api_base.ends_with('/'), "{}", region.api_base);
                assert!(!region.currencies.is_empty(), "{} {}", description.code, region.code);
            }
        }
    }
}
