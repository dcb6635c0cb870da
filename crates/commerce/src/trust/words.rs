//! The reasons of a score in words. Pure.

use kernel::Lang;
use kernel::locale::plural;

use super::score::Code;

/// Zero, one, two, few, many, other; `{n}` is the count.
type Forms = [&'static str; 6];

fn forms(code: Code, lang: Lang) -> Forms {
    match (code, lang) {
        (Code::Delivered, Lang::Ar) => {
            ["لم يستلم أي طلب", "استلم طلبًا واحدًا", "استلم طلبين", "استلم {n} طلبات", "استلم {n} طلبًا", "استلم {n} طلب"]
        }
        (Code::Delivered, Lang::En) => english("Accepted {n} order", "Accepted {n} orders"),
        (Code::Refused, Lang::Ar) => [
            "لم يرفض أي طلب",
            "رفض استلام طلب واحد",
            "رفض استلام طلبين",
            "رفض استلام {n} طلبات",
            "رفض استلام {n} طلبًا",
            "رفض استلام {n} طلب",
        ],
        (Code::Refused, Lang::En) => english("Refused {n} order at the door", "Refused {n} orders at the door"),
        (Code::Returned, Lang::Ar) => {
            ["لم يُرجع أي طلب", "أرجع طلبًا واحدًا", "أرجع طلبين", "أرجع {n} طلبات", "أرجع {n} طلبًا", "أرجع {n} طلب"]
        }
        (Code::Returned, Lang::En) => english("Returned {n} order", "Returned {n} orders"),
        (Code::Cancelled, Lang::Ar) => {
            ["لم يُلغَ له أي طلب", "أُلغي له طلب واحد", "أُلغي له طلبان", "أُلغيت له {n} طلبات", "أُلغي له {n} طلبًا", "أُلغي له {n} طلب"]
        }
        (Code::Cancelled, Lang::En) => english("{n} order was cancelled", "{n} orders were cancelled"),
        (Code::NoAnswer, Lang::Ar) => [
            "يردّ على الاتصالات",
            "لم يردّ على اتصال واحد",
            "لم يردّ على اتصالين",
            "لم يردّ على {n} اتصالات",
            "لم يردّ على {n} اتصالًا",
            "لم يردّ على {n} اتصال",
        ],
        (Code::NoAnswer, Lang::En) => english("Did not answer {n} call", "Did not answer {n} calls"),
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
        (Code::WrongNumber, Lang::En) => ["Somebody else answered this number"; 6],
        (Code::FirstOrder, Lang::Ar) => ["أول طلب من هذا الرقم"; 6],
        (Code::FirstOrder, Lang::En) => ["First order of this number"; 6],
        (Code::HighValue, Lang::Ar) => ["قيمة الطلب مرتفعة"; 6],
        (Code::HighValue, Lang::En) => ["A large order"; 6],
        (Code::ExactAddress, Lang::Ar) => ["العنوان دقيق"; 6],
        (Code::ExactAddress, Lang::En) => ["The address is exact"; 6],
        (Code::VagueAddress, Lang::Ar) => ["العنوان غير واضح"; 6],
        (Code::VagueAddress, Lang::En) => ["The address is vague"; 6],
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
        assert_eq!(reason(Code::Delivered, 2, Lang::Ar), "استلم طلبين");
        assert_eq!(reason(Code::Refused, 11, Lang::Ar), "رفض استلام 11 طلبًا");
        assert_eq!(reason(Code::NoAnswer, 3, Lang::Ar), "لم يردّ على 3 اتصالات");
        assert_eq!(reason(Code::Delivered, 1, Lang::En), "Accepted 1 order");
        assert_eq!(reason(Code::ManyOrders, 3, Lang::En), "3 more orders within 24 hours");
    }
}
