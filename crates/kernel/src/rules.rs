//! The shared validation rules of forms and their messages in both languages (VA-01); `notice` holds those of no field (GU-12).
//!
//! A rule is a value: the server checks it, names it by [`Rule::key`] and writes its message; the dashboard
//! has the same keys in its catalogue. As in the form library the specification was written from, an empty
//! value satisfies every rule but [`Rule::Required`]: a field that may be left out needs no special case.
//!
//! Where the specification states an English message it is used word for word, blanks and commas included.
//!
//! To add one: a variant, its arm in `accepts`, `key` and `message`, and a row in the tests.

use std::borrow::Cow;
use std::cmp::Ordering;

pub use self::notice::Notice;
use crate::Lang;
use crate::digits::{ascii_digit, canonical_decimal, compare_canonical, to_latin};

mod notice;

/// A bound of a numeric rule, as decimal text.
pub type Bound = Cow<'static, str>;

/// A validation rule. Lengths count characters, numbers are compared exactly as decimals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// Something other than blanks.
    Required,
    /// An e-mail address.
    Email,
    /// At least so many characters.
    MinLength(usize),
    /// Exactly so many characters.
    Length(usize),
    /// A password of at least so many characters; its message is the one of sign-up.
    PasswordLength(usize),
    /// The repeated password equals the first; checked by [`check_confirmed`].
    Confirmed,
    /// A number from the first bound to the second, both included.
    Between(Bound, Bound),
    /// A number not below the bound.
    MinValue(Bound),
    /// A number not above the bound.
    MaxValue(Bound),
    /// A number above zero.
    Positive,
    /// Letters of any script.
    Alpha,
    /// Letters, digits, `-` and `_`.
    AlphaDash,
    /// Letters and digits.
    AlphaNum,
    /// A whole number, perhaps negative.
    Integer,
    /// Digits only.
    Numeric,
    /// A number that may have a fraction.
    Decimal,
    /// Exactly so many digits.
    Digits(usize),
    /// 15 digits that start with 34 or 37.
    CreditCard,
    /// At least 8 characters with a digit, a lower-case letter, an upper-case letter and one of `!@#$%&*()`.
    StrongPassword,
    /// At least 2 characters, letters and digits only, at least one of each.
    WeakPassword,
    /// Optional scheme, optional www, a host with a top-level domain of 2 to 5 letters.
    Url,
}

impl Rule {
    /// Checks a value.
    ///
    /// # Errors
    /// The rule itself, to write its message from, when the value breaks it.
    pub fn check(&self, value: &str) -> Result<(), Self> {
        if self.accepts(value) { Ok(()) } else { Err(self.clone()) }
    }

    /// Whether the value satisfies the rule; an empty one satisfies all but [`Rule::Required`].
    #[must_use]
    pub fn accepts(&self, value: &str) -> bool {
        if value.trim().is_empty() {
            return *self != Self::Required;
        }
        match self {
            Self::Required | Self::Confirmed => true,
            Self::Email => is_email(value),
            Self::MinLength(least) | Self::PasswordLength(least) => value.chars().count() >= *least,
            Self::Length(exact) => value.chars().count() == *exact,
            Self::Between(least, most) => at_least(value, least) && at_most(value, most),
            Self::MinValue(least) => at_least(value, least),
            Self::MaxValue(most) => at_most(value, most),
            Self::Positive => canonical_decimal(value).is_ok_and(|number| number != "0" && !number.starts_with('-')),
            Self::Alpha => value.chars().all(char::is_alphabetic),
            Self::AlphaNum => value.chars().all(is_letter_or_digit),
            Self::AlphaDash => value.chars().all(|c| is_letter_or_digit(c) || matches!(c, '-' | '_')),
            Self::Integer => is_digits(value.strip_prefix('-').unwrap_or(value)),
            Self::Numeric => is_digits(value),
            Self::Decimal => canonical_decimal(value).is_ok(),
            Self::Digits(exact) => is_digits(value) && value.chars().count() == *exact,
            Self::CreditCard => is_credit_card(value),
            Self::StrongPassword => is_strong_password(value),
            Self::WeakPassword => is_weak_password(value),
            Self::Url => is_url(value),
        }
    }

    /// The name of the rule in message catalogues and API documents.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Email => "email",
            Self::MinLength(_) => "min",
            Self::Length(_) => "length",
            Self::PasswordLength(_) => "password_length",
            Self::Confirmed => "confirmed",
            Self::Between(..) => "between",
            Self::MinValue(_) => "min_value",
            Self::MaxValue(_) => "max_value",
            Self::Positive => "positive",
            Self::Alpha => "alpha",
            Self::AlphaDash => "alpha_dash",
            Self::AlphaNum => "alpha_num",
            Self::Integer => "integer",
            Self::Numeric => "numeric",
            Self::Decimal => "decimal",
            Self::Digits(_) => "digits",
            Self::CreditCard => "credit_card",
            Self::StrongPassword => "strong_password",
            Self::WeakPassword => "weak_password",
            Self::Url => "url",
        }
    }

    /// The message for the person who filled the field; `field` is the field's label in `lang`.
    #[must_use]
    pub fn message(&self, field: &str, lang: Lang) -> String {
        match lang {
            Lang::En => self.english(field),
            Lang::Ar => self.arabic(field),
        }
    }

    fn english(&self, field: &str) -> String {
        match self {
            Self::Required => format!("The {field} field is required"),
            Self::Email => format!("The {field} field must be a valid email"),
            Self::MinLength(least) => format!("The {field} field must be at least {least} characters"),
            Self::Length(exact) => format!("The {field} field must be {exact} long"),
            Self::PasswordLength(_) => format!("{field} is too short, you want to get hacked?"),
            Self::Confirmed => "Password confirmation doesn't match the password field".to_owned(),
            Self::Between(least, most) => format!("The {field} field must be between {least} and {most}"),
            Self::MinValue(least) => format!("The {field} field must be {least} or more"),
            Self::MaxValue(most) => format!("The {field} field must be {most} or less"),
            Self::Positive => "Please enter positive number!".to_owned(),
            Self::Alpha => format!("The {field} field may only contain alphabetic characters"),
            Self::AlphaDash => {
                format!("The {field} field may contain alpha-numeric characters as well as dashes and underscores")
            }
            Self::AlphaNum => format!("The {field} field may only contain alpha-numeric characters"),
            Self::Integer => format!("The {field} field must be an integer"),
            Self::Numeric => format!("The {field} field may only contain numeric characters"),
            Self::Decimal => format!("The {field} field must be a number"),
            Self::Digits(exact) => format!("The {field} field must be numeric and exactly contain {exact} digits"),
            Self::CreditCard => "It is not valid credit card!".to_owned(),
            Self::StrongPassword => {
                format!("Your {field} must contain at least one uppercase, one lowercase, one special character and one digit")
            }
            Self::WeakPassword => format!("Your {field} must contain only letters and digits, at least one of each"),
            Self::Url => "URL is invalid".to_owned(),
        }
    }

    fn arabic(&self, field: &str) -> String {
        match self {
            Self::Required => format!("حقل {field} مطلوب"),
            Self::Email => format!("يجب أن يكون حقل {field} بريدًا إلكترونيًا صحيحًا"),
            Self::MinLength(least) => format!("يجب ألا يقل عدد أحرف حقل {field} عن {least}"),
            Self::Length(exact) => format!("يجب أن يكون عدد أحرف حقل {field} {exact}"),
            Self::PasswordLength(_) => format!("{field} قصيرة جدًا، هل تريد أن يُخترق حسابك؟"),
            Self::Confirmed => "تأكيد كلمة المرور لا يطابق كلمة المرور".to_owned(),
            Self::Between(least, most) => format!("يجب أن تكون قيمة حقل {field} بين {least} و{most}"),
            Self::MinValue(least) => format!("يجب ألا تقل قيمة حقل {field} عن {least}"),
            Self::MaxValue(most) => format!("يجب ألا تزيد قيمة حقل {field} على {most}"),
            Self::Positive => "الرجاء إدخال رقم موجب!".to_owned(),
            Self::Alpha => format!("يقبل حقل {field} الحروف فقط"),
            Self::AlphaDash => format!("يقبل حقل {field} الحروف والأرقام والشرطات والشرطات السفلية فقط"),
            Self::AlphaNum => format!("يقبل حقل {field} الحروف والأرقام فقط"),
            Self::Integer => format!("يجب أن يكون حقل {field} عددًا صحيحًا"),
            Self::Numeric => format!("يقبل حقل {field} الأرقام فقط"),
            Self::Decimal => format!("يجب أن يكون حقل {field} رقمًا"),
            Self::Digits(exact) => format!("يجب أن يتكون حقل {field} من أرقام فقط، وعددها {exact}"),
            Self::CreditCard => "بطاقة الائتمان غير صحيحة!".to_owned(),
            Self::StrongPassword => {
                format!("يجب أن يحتوي حقل {field} على حرف كبير وحرف صغير ورمز خاص ورقم على الأقل")
            }
            Self::WeakPassword => format!("يجب أن يتكون حقل {field} من حروف وأرقام فقط، وواحد على الأقل من كل منهما"),
            Self::Url => "الرابط غير صحيح".to_owned(),
        }
    }
}

/// Checks the repeated password against the first.
///
/// # Errors
/// [`Rule::Confirmed`] when they differ.
pub fn check_confirmed(password: &str, confirmation: &str) -> Result<(), Rule> {
    if password == confirmation { Ok(()) } else { Err(Rule::Confirmed) }
}

/// The first broken rule of a field, or nothing.
///
/// # Errors
/// The broken rule.
pub fn check_all(rules: &[Rule], value: &str) -> Result<(), Rule> {
    rules.iter().try_for_each(|rule| rule.check(value))
}

fn at_least(value: &str, bound: &str) -> bool {
    order(value, bound).is_some_and(|order| order != Ordering::Less)
}

fn at_most(value: &str, bound: &str) -> bool {
    order(value, bound).is_some_and(|order| order != Ordering::Greater)
}

/// The order of two decimal texts; `None` when either is no number.
fn order(left: &str, right: &str) -> Option<Ordering> {
    Some(compare_canonical(&canonical_decimal(left).ok()?, &canonical_decimal(right).ok()?))
}

fn is_letter_or_digit(c: char) -> bool {
    c.is_alphabetic() || ascii_digit(c).is_some()
}

fn is_digits(value: &str) -> bool {
    !value.is_empty() && value.chars().all(|c| ascii_digit(c).is_some())
}

fn is_email(value: &str) -> bool {
    let Some((local, domain)) = value.rsplit_once('@') else { return false };
    let local_ok = !local.is_empty()
        && local.len() <= 64
        && local.split('.').all(|atom| {
            !atom.is_empty() && atom.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
        });
    let labels: Vec<&str> = domain.split('.').collect();
    let domain_ok = labels.len() >= 2 && labels.iter().all(|label| is_host_label(label));
    let top_ok = labels.last().is_some_and(|top| top.len() >= 2 && !top.bytes().all(|b| b.is_ascii_digit()));
    value.len() <= 254 && local_ok && domain_ok && top_ok
}

fn is_host_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

fn is_credit_card(value: &str) -> bool {
    let digits = to_latin(value);
    digits.len() == 15 && digits.bytes().all(|b| b.is_ascii_digit()) && (digits.starts_with("34") || digits.starts_with("37"))
}

fn is_strong_password(value: &str) -> bool {
    value.chars().count() >= 8
        && value.bytes().any(|b| b.is_ascii_digit())
        && value.bytes().any(|b| b.is_ascii_lowercase())
        && value.bytes().any(|b| b.is_ascii_uppercase())
        && value.bytes().any(|b| b"!@#$%&*()".contains(&b))
}

fn is_weak_password(value: &str) -> bool {
    value.chars().count() >= 2
        && value.bytes().all(|b| b.is_ascii_alphanumeric())
        && value.bytes().any(|b| b.is_ascii_digit())
        && value.bytes().any(|b| b.is_ascii_alphabetic())
}

fn is_url(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://")).unwrap_or(&lower);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (host, port) = authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let port_ok = port.is_none_or(|port| (1..=5).contains(&port.len()) && port.bytes().all(|b| b.is_ascii_digit()));
    let labels: Vec<&str> = host.split('.').collect();
    let top_ok = labels.last().is_some_and(|top| (2..=5).contains(&top.len()) && top.bytes().all(|b| b.is_ascii_alphabetic()));
    let path_ok = !path.chars().any(|c| c.is_whitespace() || c.is_control());
    port_ok && path_ok && top_ok && labels.len() >= 2 && labels.iter().all(|label| is_host_label(label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn accepts(rule: &Rule, good: &[&str], bad: &[&str]) {
        for value in good {
            assert!(rule.accepts(value), "{rule:?} must accept {value:?}");
        }
        for value in bad {
            assert_eq!(rule.check(value), Err(rule.clone()), "{rule:?} must refuse {value:?}");
        }
    }

    #[test]
    fn va_01_each_rule_accepts_and_refuses() {
        accepts(&Rule::Required, &["x", "0"], &["", "  ", "\n"]);
        accepts(
            &Rule::Email,
            &["", "a@b.co", "first.last+tag@mail.example.com"],
            &["a", "a@b", "@b.co", "a@.co", "a b@c.co", "a..b@c.co", "a@b..co", "a@-b.co", "a@b.c", "a@1.22"],
        );
        accepts(&Rule::MinLength(3), &["", "قمي", "abcd"], &["ab", "قم"]);
        accepts(&Rule::Length(2), &["", "قم"], &["a", "abc"]);
        accepts(&Rule::Between("1".into(), "10.5".into()), &["", "1", "١٠٫٥", "10.50"], &["0.99", "10.51", "abc", "-1"]);
        accepts(&Rule::MinValue("-2".into()), &["-2", "0", "99999999999999999999999"], &["-2.01"]);
        accepts(&Rule::MaxValue("10".into()), &["10", "-5"], &["10.0001"]);
        accepts(&Rule::Positive, &["", "0.01", "٥"], &["0", "-1", "-0.5", "x"]);
        accepts(&Rule::Alpha, &["", "abc", "قَميص"], &["a1", "a b", "١"]);
        accepts(&Rule::AlphaNum, &["a1", "قميص٢"], &["a-1", "a b"]);
        accepts(&Rule::AlphaDash, &["a-1_b", "قميص-٢"], &["a b", "a.b"]);
        accepts(&Rule::Integer, &["-5", "٥", "0"], &["1.0", "--5", "-", "a"]);
        accepts(&Rule::Numeric, &["0123", "١٢"], &["-1", "1.0"]);
        accepts(&Rule::Decimal, &["-1.5", "١٫٥", "3"], &["1.2.3", "abc"]);
        accepts(&Rule::Digits(4), &["0000", "١٢٣٤"], &["123", "12345", "12.4"]);
        accepts(
            &Rule::CreditCard,
            &["", "341234567890123", "371234567890123"],
            &["351234567890123", "34123456789012", "3412345678901234", "34123456789012a"],
        );
        accepts(
            &Rule::StrongPassword,
            &["", "Abcdef1!", "عAbcde1("],
            &["Abcde1!", "abcdef1!", "ABCDEF1!", "Abcdefg!", "Abcdefg1", "Abcdef1^"],
        );
        accepts(&Rule::WeakPassword, &["", "a1", "Z9z"], &["a", "1", "ab", "12", "a1!", "أ1"]);
        accepts(
            &Rule::Url,
            &["", "example.com", "www.example.com", "http://example.com", "HTTPS://www.Example.org:8080/a?b#c", "a-b.store"],
            &["example", "http://", "ftp://example.com", "example.toolong", "exam ple.com", "-a.com", "a.b.1", "x.com:port"],
        );
        assert_eq!(check_confirmed("a", "a"), Ok(()));
        assert_eq!(check_confirmed("a", "b"), Err(Rule::Confirmed));
        assert_eq!(check_all(&[Rule::Required, Rule::Email], "x"), Err(Rule::Email));
    }

    #[test]
    fn va_01_the_stated_english_messages_are_word_for_word() {
        let stated = [
            (Rule::Positive, "Please enter positive number!"),
            (Rule::CreditCard, "It is not valid credit card!"),
            (
                Rule::StrongPassword,
                "Your password must contain at least one uppercase, one lowercase, one special character and one digit",
            ),
            (Rule::Url, "URL is invalid"),
            (Rule::Confirmed, "Password confirmation doesn't match the password field"),
            (Rule::PasswordLength(8), "password is too short, you want to get hacked?"),
        ];
        for (rule, message) in stated {
            assert_eq!(rule.message("password", Lang::En), message);
        }
    }

    #[test]
    fn gu_12_arabic_messages_hold_no_english() {
        let rules = [
            Rule::Required,
            Rule::Email,
            Rule::MinLength(2),
            Rule::Length(2),
            Rule::PasswordLength(8),
            Rule::Confirmed,
            Rule::Between("1".into(), "2".into()),
            Rule::MinValue("1".into()),
            Rule::MaxValue("1".into()),
            Rule::Positive,
            Rule::Alpha,
            Rule::AlphaDash,
            Rule::AlphaNum,
            Rule::Integer,
            Rule::Numeric,
            Rule::Decimal,
            Rule::Digits(3),
            Rule::CreditCard,
            Rule::StrongPassword,
            Rule::WeakPassword,
            Rule::Url,
        ];
        let messages = rules.iter().map(|rule| rule.message("الاسم", Lang::Ar));
        let notices = Notice::ALL.iter().map(|notice| notice.message(Lang::Ar).to_owned());
        for message in messages.chain(notices) {
            assert!(!message.chars().any(|c| c.is_ascii_alphabetic()), "{message}");
            assert!(message.chars().any(|c| ('\u{0621}'..='\u{064A}').contains(&c)), "{message}");
        }
    }

    proptest! {
        #[test]
        fn no_rule_panics(value in "\\PC*") {
            for rule in [Rule::Email, Rule::Url, Rule::Positive, Rule::Integer, Rule::CreditCard, Rule::Between("0".into(), "1".into())] {
                let _ = rule.check(&value);
            }
        }
    }
}
