//! The regions whose numbers are accepted. One row per kind of number: a pattern of the national number
//! without the trunk digit, and how people write it (`X` is a digit; the trunk `0` is part of the layout).
//! The first matching row wins, so mobile rows stand first.

/// A country: its codes and its kinds of numbers.
pub(super) struct Region {
    /// ISO 3166 alpha-2.
    pub code: &'static str,
    /// Digits after the `+`.
    pub calling_code: &'static str,
    /// The digit dialled before a national number, dropped in E.164.
    pub trunk: Option<char>,
    /// Kinds of numbers.
    pub lines: &'static [Line],
}

/// One kind of number.
pub(super) struct Line {
    /// Whether messages reach it.
    pub is_mobile: bool,
    /// `#` any digit, `[1-35]` a class, a digit itself.
    pub pattern: &'static str,
    /// National display.
    pub layout: &'static str,
}

const fn mobile(pattern: &'static str, layout: &'static str) -> Line {
    Line { is_mobile: true, pattern, layout }
}

const fn fixed(pattern: &'static str, layout: &'static str) -> Line {
    Line { is_mobile: false, pattern, layout }
}

/// The region of an ISO code.
pub(super) fn by_code(code: &str) -> Option<&'static Region> {
    REGIONS.iter().find(|region| region.code == code)
}

/// The region whose calling code begins `digits`. Calling codes are prefix-free.
pub(super) fn by_calling_code(digits: &str) -> Option<&'static Region> {
    REGIONS.iter().find(|region| digits.starts_with(region.calling_code))
}

/// Arab countries, the United States (its plan is shared by all of +1), and the euro area.
pub(super) const REGIONS: &[Region] = &[
    Region {
        code: "AE",
        calling_code: "971",
        trunk: Some('0'),
        lines: &[mobile("5[02-68]#######", "0XX XXX XXXX"), fixed("[2-4679][2-8]######", "0X XXX XXXX")],
    },
    Region {
        code: "BH",
        calling_code: "973",
        trunk: None,
        lines: &[
            mobile("3#######", "XXXX XXXX"),
            mobile("6[36]######", "XXXX XXXX"),
            fixed("1[367]######", "XXXX XXXX"),
            fixed("6[019]######", "XXXX XXXX"),
            fixed("7[017]######", "XXXX XXXX"),
        ],
    },
    Region {
        code: "EG",
        calling_code: "20",
        trunk: Some('0'),
        lines: &[
            mobile("1[0-25]########", "0XX XXXXXXXX"),
            fixed("2########", "0X XXXXXXXX"),
            fixed("3#######", "0X XXXXXXX"),
            fixed("13[23]######", "0XX XXXXXXX"),
            fixed("[15][57]######", "0XX XXXXXX"),
            fixed("[15][57]#######", "0XX XXXXXXX"),
            fixed("4[05-8]#######", "0XX XXXXXXX"),
            fixed("55#######", "0XX XXXXXXX"),
            fixed("50#######", "0XX XXXXXXX"),
            fixed("6[24-689]#######", "0XX XXXXXXX"),
            fixed("8[2468]#######", "0XX XXXXXXX"),
            fixed("9[235-7]#######", "0XX XXXXXXX"),
        ],
    },
    Region {
        code: "JO",
        calling_code: "962",
        trunk: Some('0'),
        lines: &[mobile("7[789]#######", "0X XXXX XXXX"), fixed("[2356]#######", "0X XXX XXXX")],
    },
    Region {
        code: "KW",
        calling_code: "965",
        trunk: None,
        lines: &[mobile("41######", "XXX XXXXX"), mobile("[569]#######", "XXX XXXXX"), fixed("2[2-5]######", "XXXX XXXX")],
    },
    Region {
        code: "LB",
        calling_code: "961",
        trunk: Some('0'),
        lines: &[
            mobile("3######", "0X XXX XXX"),
            mobile("7[0168-9]######", "XX XXX XXX"),
            mobile("81######", "XX XXX XXX"),
            fixed("[14-9]######", "0X XXX XXX"),
            fixed("2[14-9]#####", "0X XXX XXX"),
        ],
    },
    Region {
        code: "LY",
        calling_code: "218",
        trunk: Some('0'),
        lines: &[mobile("9[1-6]#######", "0XX-XXXXXXX"), fixed("[2-8]########", "0XX-XXXXXXX")],
    },
    Region {
        code: "MA",
        calling_code: "212",
        trunk: Some('0'),
        lines: &[mobile("[67]########", "0X XX XX XX XX"), fixed("5########", "0XXX-XXXXXX")],
    },
    Region {
        code: "OM",
        calling_code: "968",
        trunk: None,
        lines: &[mobile("7[124-9]######", "XXXX XXXX"), mobile("9#######", "XXXX XXXX"), fixed("2[1-6]######", "XX XXXXXX")],
    },
    Region {
        code: "QA",
        calling_code: "974",
        trunk: None,
        lines: &[mobile("[35-7]#######", "XXXX XXXX"), fixed("4[0149]######", "XXXX XXXX")],
    },
    Region {
        code: "SA",
        calling_code: "966",
        trunk: Some('0'),
        lines: &[mobile("5########", "0XX XXX XXXX"), fixed("1[1-7]#######", "0XX XXX XXXX")],
    },
    Region {
        code: "SY",
        calling_code: "963",
        trunk: Some('0'),
        lines: &[
            mobile("9[03-689]#######", "0XXX XXX XXX"),
            mobile("50#######", "0XXX XXX XXX"),
            fixed("[1-5]#######", "0XX XXX XXX"),
            fixed("[1-5]########", "0XX XXX XXXX"),
        ],
    },
    Region {
        code: "TN",
        calling_code: "216",
        trunk: None,
        lines: &[
            mobile("[2459]#######", "XX XXX XXX"),
            mobile("3[046]######", "XX XXX XXX"),
            fixed("[37]#######", "XX XXX XXX"),
            fixed("81######", "XX XXX XXX"),
        ],
    },
    Region { code: "US", calling_code: "1", trunk: Some('1'), lines: &[mobile("[2-9]##[2-9]######", "(XXX) XXX-XXXX")] },
    Region {
        code: "YE",
        calling_code: "967",
        trunk: Some('0'),
        lines: &[mobile("7[01378]#######", "0XXX XXX XXX"), fixed("[1-7]######", "0X XXX XXX"), fixed("17######", "0XX XXX XXX")],
    },
    Region {
        code: "PS",
        calling_code: "970",
        trunk: Some('0'),
        lines: &[mobile("5[69]#######", "0XXX XXX XXX"), fixed("[2489]2######", "0X XXX XXXX")],
    },
    Region {
        code: "IQ",
        calling_code: "964",
        trunk: Some('0'),
        lines: &[
            mobile("7[3-9]########", "0XXX XXX XXXX"),
            fixed("1#######", "0X XXX XXXX"),
            fixed("[2-6]#######", "0XX XXX XXX"),
            fixed("[2-6]########", "0XX XXX XXXX"),
        ],
    },
    Region {
        code: "DZ",
        calling_code: "213",
        trunk: Some('0'),
        lines: &[mobile("[5-7]########", "0XXX XX XX XX"), fixed("[1-4]#######", "0XX XX XX XX")],
    },
    Region {
        code: "SD",
        calling_code: "249",
        trunk: Some('0'),
        lines: &[
            mobile("9[0-3569]#######", "0XX XXX XXXX"),
            mobile("1[0-2]#######", "0XX XXX XXXX"),
            fixed("1[58]#######", "0XX XXX XXXX"),
        ],
    },
    Region {
        code: "AT",
        calling_code: "43",
        trunk: Some('0'),
        lines: &[
            mobile("6[5-9]########", "0XXX XXXXXXX"),
            mobile("6[5-9]#########", "0XXX XXXXXXXX"),
            mobile("6[5-9]##########", "0XXX XXXXXXXXX"),
            mobile("6[5-9]###########", "0XXX XXXXXXXXXX"),
            fixed("1#######", "0X XXXXXXX"),
            fixed("[1-7]########", "0XXX XXXXXX"),
            fixed("[1-7]#########", "0XXX XXXXXXX"),
        ],
    },
    Region {
        code: "BE",
        calling_code: "32",
        trunk: Some('0'),
        lines: &[mobile("4[5-9]#######", "0XXX XX XX XX"), fixed("[1-9]#######", "0XX XX XX XX")],
    },
    Region {
        code: "BG",
        calling_code: "359",
        trunk: Some('0'),
        lines: &[
            mobile("8[7-9]#######", "0XX XXX XXXX"),
            mobile("98#######", "0XX XXX XXXX"),
            fixed("2#######", "0X XXX XXXX"),
            fixed("[3-9]#######", "0XX XXX XXX"),
        ],
    },
    Region {
        code: "CY",
        calling_code: "357",
        trunk: None,
        lines: &[mobile("9[14-79]######", "XX XXXXXX"), fixed("2[2-6]######", "XX XXXXXX")],
    },
    Region {
        code: "DE",
        calling_code: "49",
        trunk: Some('0'),
        lines: &[
            mobile("15#########", "0XXXX XXXXXXX"),
            mobile("1[67]########", "0XXX XXXXXXX"),
            mobile("1[67]#########", "0XXX XXXXXXXX"),
            fixed("[2-9]######", "0XX XXXXX"),
            fixed("[2-9]#######", "0XX XXXXXX"),
            fixed("[2-9]########", "0XX XXXXXXX"),
            fixed("[2-9]#########", "0XX XXXXXXXX"),
            fixed("[2-9]##########", "0XXX XXXXXXXX"),
        ],
    },
    Region {
        code: "EE",
        calling_code: "372",
        trunk: None,
        lines: &[
            mobile("5######", "XXXX XXX"),
            mobile("5#######", "XXXX XXXX"),
            mobile("8#######", "XXXX XXXX"),
            fixed("[3467]######", "XXX XXXX"),
        ],
    },
    Region {
        code: "ES",
        calling_code: "34",
        trunk: None,
        lines: &[mobile("[67]########", "XXX XX XX XX"), fixed("[89]########", "XXX XX XX XX")],
    },
    Region {
        code: "FI",
        calling_code: "358",
        trunk: Some('0'),
        lines: &[
            mobile("4[0-8]######", "0XX XXXXXX"),
            mobile("4[0-8]#######", "0XX XXXXXXX"),
            mobile("4[0-8]########", "0XX XXXXXXXX"),
            mobile("50#######", "0XX XXXXXXX"),
            mobile("50######", "0XX XXXXXX"),
            fixed("[1-35689]#######", "0X XXXXXXX"),
            fixed("[1-35689]########", "0X XXXXXXXX"),
        ],
    },
    Region {
        code: "FR",
        calling_code: "33",
        trunk: Some('0'),
        lines: &[mobile("[67]########", "0X XX XX XX XX"), fixed("[1-59]########", "0X XX XX XX XX")],
    },
    Region {
        code: "GR",
        calling_code: "30",
        trunk: None,
        lines: &[mobile("69########", "XXX XXX XXXX"), fixed("2#########", "XXX XXX XXXX")],
    },
    Region {
        code: "HR",
        calling_code: "385",
        trunk: Some('0'),
        lines: &[
            mobile("9[125789]######", "0XX XXX XXX"),
            mobile("9[125789]#######", "0XX XXX XXXX"),
            fixed("1#######", "0X XXXX XXX"),
            fixed("[2-5]#######", "0XX XXX XXX"),
        ],
    },
    Region {
        code: "IE",
        calling_code: "353",
        trunk: Some('0'),
        lines: &[
            mobile("8[235-9]#######", "0XX XXX XXXX"),
            fixed("1#######", "0X XXX XXXX"),
            fixed("[24-79]########", "0XX XXX XXXX"),
            fixed("[24-79]######", "0XX XXXXX"),
            fixed("[24-79]#######", "0XX XXX XXX"),
        ],
    },
    Region {
        code: "IT",
        calling_code: "39",
        trunk: None,
        lines: &[
            mobile("3[1-9]########", "XXX XXX XXXX"),
            mobile("3[2-9]#######", "XXX XXX XXX"),
            fixed("0########", "XXX XXXXXX"),
            fixed("0#########", "XXX XXXXXXX"),
            fixed("0##########", "XXX XXXXXXXX"),
            fixed("0#######", "XXX XXXXX"),
        ],
    },
    Region {
        code: "LT",
        calling_code: "370",
        trunk: Some('0'),
        lines: &[mobile("6#######", "0XXX XXXXX"), fixed("[345]#######", "0XX XXXXXX")],
    },
    Region {
        code: "LU",
        calling_code: "352",
        trunk: None,
        lines: &[mobile("6########", "XXX XXX XXX"), fixed("[2-57-9]#####", "XX XX XX"), fixed("2[2-9]######", "XX XX XX XX")],
    },
    Region {
        code: "LV",
        calling_code: "371",
        trunk: None,
        lines: &[mobile("2#######", "XX XXX XXX"), fixed("6#######", "XX XXX XXX")],
    },
    Region {
        code: "MT",
        calling_code: "356",
        trunk: None,
        lines: &[mobile("[79]#######", "XXXX XXXX"), fixed("2#######", "XXXX XXXX")],
    },
    Region {
        code: "NL",
        calling_code: "31",
        trunk: Some('0'),
        lines: &[mobile("6[1-58]#######", "0X XXXXXXXX"), fixed("[1-57]########", "0XX XXX XXXX")],
    },
    Region {
        code: "PT",
        calling_code: "351",
        trunk: None,
        lines: &[mobile("9########", "XXX XXX XXX"), fixed("2########", "XXX XXX XXX")],
    },
    Region {
        code: "SI",
        calling_code: "386",
        trunk: Some('0'),
        lines: &[
            mobile("[37][01]######", "0XX XXX XXX"),
            mobile("4[013]######", "0XX XXX XXX"),
            mobile("51######", "0XX XXX XXX"),
            mobile("6[4589]######", "0XX XXX XXX"),
            fixed("[1-57]#######", "0X XXX XX XX"),
        ],
    },
    Region {
        code: "SK",
        calling_code: "421",
        trunk: Some('0'),
        lines: &[mobile("9########", "0XXX XXX XXX"), fixed("[2-5]########", "0XX XXX XX XX")],
    },
];
