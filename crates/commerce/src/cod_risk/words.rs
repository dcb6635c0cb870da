//! The reasons of a score as text. Pure.

use kernel::Lang;
use kernel::locale::plural;

use super::score::Code;

/// Zero, one, two, few, many, other; `{n}` is the count.
type Forms = [&'static str; 6];

fn forms(code: Code, lang: Lang) -> Forms {
    match (code, lang) {
        (Code::Delivered, Lang::Ar) => [
            "لا طلبات مستلمة",
            "طلبات مستلمة: 1",
            "طلبات مستلمة: 2",
            "طلبات مستلمة: {n}",
            "طلبات مستلمة: {n}",
            "طلبات مستلمة: {n}",
        ],
        (Code::Delivered, Lang::En) => english("{n} order delivered", "{n} orders delivered"),
        (Code::Refused, Lang::Ar) => [
            "لا طلبات مرفوضة",
            "طلبات مرفوضة: 1",
            "طلبات مرفوضة: 2",
            "طلبات مرفوضة: {n}",
            "طلبات مرفوضة: {n}",
            "طلبات مرفوضة: {n}",
        ],
        (Code::Refused, Lang::En) => english("{n} delivery refused", "{n} deliveries refused"),
        (Code::Returned, Lang::Ar) => [
            "لا طلبات مرتجعة",
            "طلبات مرتجعة: 1",
            "طلبات مرتجعة: 2",
            "طلبات مرتجعة: {n}",
            "طلبات مرتجعة: {n}",
            "طلبات مرتجعة: {n}",
        ],
        (Code::Returned, Lang::En) => english("{n} order returned", "{n} orders returned"),
        (Code::Cancelled, Lang::Ar) => {
            ["لا طلبات ملغاة", "طلبات ملغاة: 1", "طلبات ملغاة: 2", "طلبات ملغاة: {n}", "طلبات ملغاة: {n}", "طلبات ملغاة: {n}"]
        }
        (Code::Cancelled, Lang::En) => english("{n} order canceled", "{n} orders canceled"),
        (Code::NoAnswer, Lang::Ar) => [
            "لا مكالمات دون رد",
            "مكالمات دون رد: 1",
            "مكالمات دون رد: 2",
            "مكالمات دون رد: {n}",
            "مكالمات دون رد: {n}",
            "مكالمات دون رد: {n}",
        ],
        (Code::NoAnswer, Lang::En) => english("{n} missed call", "{n} missed calls"),
        (Code::ManyOrders, Lang::Ar) => [
            "لا طلبات أخرى خلال 24 ساعة",
            "طلب آخر خلال 24 ساعة",
            "طلبان آخران خلال 24 ساعة",
            "{n} طلبات أخرى خلال 24 ساعة",
            "{n} طلبًا آخر خلال 24 ساعة",
            "{n} طلب آخر خلال 24 ساعة",
        ],
        (Code::ManyOrders, Lang::En) => english("{n} more order within 24 hours", "{n} more orders within 24 hours"),
        (Code::WrongNumber, Lang::Ar) => ["الرقم لشخص آخر"; 6],
        (Code::WrongNumber, Lang::En) => ["Number belongs to someone else"; 6],
        (Code::FirstOrder, Lang::Ar) => ["أول طلب من هذا الرقم"; 6],
        (Code::FirstOrder, Lang::En) => ["First order from this number"; 6],
        (Code::HighValue, Lang::Ar) => ["طلب مرتفع القيمة"; 6],
        (Code::HighValue, Lang::En) => ["High-value order"; 6],
        (Code::ExactAddress, Lang::Ar) => ["العنوان دقيق"; 6],
        (Code::ExactAddress, Lang::En) => ["Complete address"; 6],
        (Code::VagueAddress, Lang::Ar) => ["العنوان غير واضح"; 6],
        (Code::VagueAddress, Lang::En) => ["Unclear address"; 6],
    }
}

const fn english(one: &'static str, other: &'static str) -> Forms {
    [other, one, other, other, other, other]
}

/// A reason in one language.
#[must_use]
pub fn reason(code: Code, count: i64, lang: Lang) -> String {
    forms(code, lang)[plural(lang, count)].replace("{n}", &count.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_cod_reasons_count_as_people_do() {
        assert_eq!(reason(Code::Delivered, 2, Lang::Ar), "طلبات مستلمة: 2");
        assert_eq!(reason(Code::Refused, 11, Lang::Ar), "طلبات مرفوضة: 11");
        assert_eq!(reason(Code::NoAnswer, 3, Lang::Ar), "مكالمات دون رد: 3");
        assert_eq!(reason(Code::Delivered, 1, Lang::En), "1 order delivered");
        assert_eq!(reason(Code::ManyOrders, 3, Lang::En), "3 more orders within 24 hours");
    }
}
