//! Bytes as hexadecimal digits: digests, salts and keys of files.

const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];

/// `bytes` in hexadecimal: two lower case digits a byte, the high one first.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        digits.push(DIGITS[usize::from(byte >> 4)]);
        digits.push(DIGITS[usize::from(byte & 0xf)]);
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::hex;

    #[test]
    fn every_byte_has_two_lower_case_digits() {
        assert_eq!(hex(&[]), "");
        assert_eq!(hex(&[0x00, 0x09, 0x0a, 0x9f, 0xf0, 0xff]), "00090a9ff0ff");
        for byte in 0..=u8::MAX {
            assert_eq!(hex(&[byte]), format!("{byte:02x}"));
        }
    }
}
