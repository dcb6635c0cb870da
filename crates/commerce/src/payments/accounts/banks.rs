//! The banks of the region, and which of them an IBAN is of (PY-04). Data and pure functions.
//!
//! Names are those that the banks themselves use. Codes are the bank's part of an IBAN, right behind its check digits: SAMA's two
//! digits in Saudi Arabia, three digits of the Central Bank of the UAE and of that of Oman, four of that of Egypt, and the first four
//! letters of the BIC in Kuwait, Qatar, Bahrain and Jordan (the IBAN registry of SWIFT tells where they stand). Only codes that
//! are certain are listed: a bank without one is chosen by hand. Codes of banks that merged are left out, because their IBANs have been
//! replaced or will be.

use kernel::{Lang, Texts};

/// A bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bank {
    /// Stored with an account; never changed.
    pub id: &'static str,
    /// ISO code of its country.
    pub country: &'static str,
    /// Its part of an IBAN; empty where it is not known.
    pub iban_code: &'static str,
    ar: &'static str,
    en: &'static str,
}

impl Bank {
    /// Its names.
    #[must_use]
    pub fn name(&self) -> Texts {
        Texts::new(self.ar, self.en)
    }

    /// Its name in a language.
    #[must_use]
    pub const fn name_in(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::Ar => self.ar,
            Lang::En => self.en,
        }
    }
}

/// The bank with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Bank> {
    BANKS.iter().find(|bank| bank.id == id)
}

/// The bank of a valid IBAN in its stored form; none where its code is not known.
#[must_use]
pub fn of_iban(iban: &str) -> Option<&'static Bank> {
    let (country, account) = (iban.get(..2)?, iban.get(4..)?);
    BANKS.iter().find(|bank| bank.country == country && !bank.iban_code.is_empty() && account.starts_with(bank.iban_code))
}

macro_rules! banks {
    ($($country:literal { $($id:literal $code:literal $ar:literal $en:literal;)* })*) => {
        /// All of them, by country.
        pub const BANKS: &[Bank] =
            &[$($(Bank { id: $id, country: $country, iban_code: $code, ar: $ar, en: $en }),*),*];
        /// Their ids.
        pub const IDS: &[&str] = &[$($($id),*),*];
    };
}

banks! {
    "SA" {
        "sa_rajhi" "80" "مصرف الراجحي" "Al Rajhi Bank";
        "sa_snb" "10" "البنك الأهلي السعودي" "Saudi National Bank";
        "sa_riyad" "20" "بنك الرياض" "Riyad Bank";
        "sa_inma" "05" "مصرف الإنماء" "Alinma Bank";
        "sa_sab" "45" "البنك السعودي الأول" "Saudi Awwal Bank (SAB)";
        "sa_fransi" "55" "البنك السعودي الفرنسي" "Banque Saudi Fransi";
        "sa_anb" "30" "البنك العربي الوطني" "Arab National Bank";
        "sa_bilad" "15" "بنك البلاد" "Bank Albilad";
        "sa_jazira" "60" "بنك الجزيرة" "Bank AlJazira";
        "sa_saib" "65" "البنك السعودي للاستثمار" "Saudi Investment Bank";
        "sa_gib" "" "بنك الخليج الدولي" "Gulf International Bank";
        "sa_stc" "" "بنك إس تي سي" "STC Bank";
        "sa_d360" "" "بنك دال 360" "D360 Bank";
    }
    "AE" {
        "ae_fab" "035" "بنك أبوظبي الأول" "First Abu Dhabi Bank";
        "ae_enbd" "026" "بنك الإمارات دبي الوطني" "Emirates NBD";
        "ae_adcb" "003" "بنك أبوظبي التجاري" "Abu Dhabi Commercial Bank";
        "ae_dib" "024" "بنك دبي الإسلامي" "Dubai Islamic Bank";
        "ae_mashreq" "033" "بنك المشرق" "Mashreq";
        "ae_adib" "050" "مصرف أبوظبي الإسلامي" "Abu Dhabi Islamic Bank";
        "ae_rak" "040" "بنك رأس الخيمة الوطني" "RAKBANK";
        "ae_cbd" "023" "بنك دبي التجاري" "Commercial Bank of Dubai";
        "ae_ei" "034" "الإمارات الإسلامي" "Emirates Islamic";
        "ae_sib" "041" "مصرف الشارقة الإسلامي" "Sharjah Islamic Bank";
        "ae_hsbc" "020" "بنك إتش إس بي سي الشرق الأوسط" "HSBC Middle East";
        "ae_scb" "044" "بنك ستاندرد تشارترد" "Standard Chartered";
        "ae_nbf" "" "بنك الفجيرة الوطني" "National Bank of Fujairah";
        "ae_ajman" "" "مصرف عجمان" "Ajman Bank";
        "ae_wio" "" "بنك ويو" "Wio Bank";
    }
    "KW" {
        "kw_nbk" "NBOK" "بنك الكويت الوطني" "National Bank of Kuwait";
        "kw_kfh" "KFHO" "بيت التمويل الكويتي" "Kuwait Finance House";
        "kw_boubyan" "BBYN" "بنك بوبيان" "Boubyan Bank";
        "kw_gulf" "GULB" "بنك الخليج" "Gulf Bank";
        "kw_cbk" "CBKU" "البنك التجاري الكويتي" "Commercial Bank of Kuwait";
        "kw_abk" "ABKK" "البنك الأهلي الكويتي" "Al Ahli Bank of Kuwait";
        "kw_burgan" "BRGN" "بنك برقان" "Burgan Bank";
        "kw_kib" "KWIB" "بنك الكويت الدولي" "Kuwait International Bank";
        "kw_warba" "WRBA" "بنك وربة" "Warba Bank";
    }
    "QA" {
        "qa_qnb" "QNBA" "بنك قطر الوطني" "QNB";
        "qa_qib" "QISB" "مصرف قطر الإسلامي" "Qatar Islamic Bank";
        "qa_cbq" "CBQA" "البنك التجاري" "Commercial Bank of Qatar";
        "qa_doha" "DOHB" "بنك الدوحة" "Doha Bank";
        "qa_rayan" "MAFR" "مصرف الريان" "Masraf Al Rayan";
        "qa_qiib" "QIIB" "الدولي الإسلامي" "Qatar International Islamic Bank";
        "qa_ahli" "ABQQ" "البنك الأهلي القطري" "Ahlibank Qatar";
        "qa_dukhan" "" "بنك دخان" "Dukhan Bank";
    }
    "BH" {
        "bh_nbb" "NBOB" "بنك البحرين الوطني" "National Bank of Bahrain";
        "bh_bbk" "BBKU" "بنك البحرين والكويت" "BBK";
        "bh_bisb" "BIBB" "بنك البحرين الإسلامي" "Bahrain Islamic Bank";
        "bh_salam" "ALSA" "مصرف السلام" "Al Salam Bank";
        "bh_kfh" "" "بيت التمويل الكويتي – البحرين" "Kuwait Finance House Bahrain";
        "bh_khaleeji" "" "بنك الخليجي" "Khaleeji Bank";
    }
    "OM" {
        "om_muscat" "027" "بنك مسقط" "Bank Muscat";
        "om_nbo" "018" "البنك الوطني العُماني" "National Bank of Oman";
        "om_dhofar" "" "بنك ظفار" "BankDhofar";
        "om_sohar" "" "صحار الدولي" "Sohar International";
        "om_oab" "" "بنك عُمان العربي" "Oman Arab Bank";
        "om_ahli" "" "البنك الأهلي العُماني" "Ahli Bank Oman";
        "om_nizwa" "" "بنك نزوى" "Bank Nizwa";
        "om_alizz" "" "بنك العز الإسلامي" "Alizz Islamic Bank";
    }
    "EG" {
        "eg_nbe" "0003" "البنك الأهلي المصري" "National Bank of Egypt";
        "eg_misr" "0002" "بنك مصر" "Banque Misr";
        "eg_cib" "0010" "البنك التجاري الدولي" "CIB Egypt";
        "eg_qnb" "" "بنك قطر الوطني مصر" "QNB Egypt";
        "eg_aaib" "" "البنك العربي الأفريقي الدولي" "Arab African International Bank";
        "eg_alex" "" "بنك الإسكندرية" "AlexBank";
        "eg_faisal" "" "بنك فيصل الإسلامي المصري" "Faisal Islamic Bank of Egypt";
        "eg_cairo" "" "بنك القاهرة" "Banque du Caire";
        "eg_hsbc" "" "بنك إتش إس بي سي مصر" "HSBC Egypt";
        "eg_adib" "" "مصرف أبوظبي الإسلامي مصر" "ADIB Egypt";
        "eg_agricole" "" "كريدي أجريكول مصر" "Crédit Agricole Egypt";
    }
    "JO" {
        "jo_arab" "ARAB" "البنك العربي" "Arab Bank";
        "jo_housing" "HBHO" "بنك الإسكان" "Housing Bank";
        "jo_islamic" "JIBA" "البنك الإسلامي الأردني" "Jordan Islamic Bank";
        "jo_cairo" "CAAB" "بنك القاهرة عمّان" "Cairo Amman Bank";
        "jo_jordan" "BJOR" "بنك الأردن" "Bank of Jordan";
        "jo_etihad" "UBSI" "بنك الاتحاد" "Bank al Etihad";
        "jo_capital" "EFBK" "كابيتال بنك" "Capital Bank of Jordan";
        "jo_kuwait" "JKBA" "البنك الأردني الكويتي" "Jordan Kuwait Bank";
        "jo_iiab" "IIBA" "البنك العربي الإسلامي الدولي" "Islamic International Arab Bank";
        "jo_ahli" "" "البنك الأهلي الأردني" "Jordan Ahli Bank";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn py_04_the_iban_tells_the_bank_where_its_code_is_known() {
        for (iban, id) in [
            ("SA0380000000608010167519", Some("sa_rajhi")),
            ("SA4420000001234567891234", Some("sa_riyad")),
            ("AE070331234567890123456", Some("ae_mashreq")),
            ("EG800002000156789012345180002", Some("eg_misr")),
            ("KW81CBKU0000000000001234560101", Some("kw_cbk")),
            ("QA58DOHB00001234567890ABCDEFG", Some("qa_doha")),
            ("OM810180000001299123456", Some("om_nbo")),
            ("EG380019000500000000263180002", None),
            ("BH67BMAG00001299123456", None),
            ("DE89370400440532013000", None),
            ("", None),
            ("SA", None),
        ] {
            assert_eq!(of_iban(iban).map(|bank| bank.id), id, "{iban}");
        }
    }

    #[test]
    fn py_04_banks_are_told_apart() {
        let ids: BTreeSet<_> = IDS.iter().collect();
        assert_eq!(ids.len(), BANKS.len());
        for bank in BANKS {
            let code = bank.iban_code;
            let length = match bank.country {
                "SA" => 2,
                "AE" | "OM" => 3,
                _ => 4,
            };
            assert!(code.is_empty() || code.len() == length, "{}", bank.id);
            assert!(bank.id.starts_with(&format!("{}_", bank.country.to_ascii_lowercase())), "{}", bank.id);
            let same = BANKS.iter().filter(|b| b.country == bank.country && b.iban_code == code).count();
            assert!(code.is_empty() || same == 1, "{}", bank.id);
            assert_eq!(find(bank.id), Some(bank));
            assert!(
                bank.ar.chars().any(|c| ('\u{600}'..'\u{700}').contains(&c)) && bank.en.is_ascii() || bank.id == "eg_agricole"
            );
        }
    }
}
