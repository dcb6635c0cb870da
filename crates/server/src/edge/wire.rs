//! Classifies written bytes: answers, or frames that keep HTTP/2 alive.

/// Length of a frame's head in bytes (RFC 9113, 4.1): three of length, one of type, one of flags, four of stream id.
const HEAD: usize = 9;
/// The DATA frame type, which carries the body of an answer.
const DATA: u8 = 0;

/// Parser of the bytes that were written.
#[derive(Default)]
pub(super) enum Written {
    /// Nothing yet.
    #[default]
    Nothing,
    /// An answer begins with the protocol's name; no frame is long enough to begin with an `H`.
    Http1,
    /// A sequence of frames.
    Http2 {
        /// The head of the next frame, as far as it was written.
        head: [u8; HEAD],
        filled: usize,
        /// The bytes left of the current frame, and whether it is a DATA frame.
        remaining: usize,
        is_data: bool,
    },
}

impl Written {
    /// How many of these bytes are of answers: on HTTP/1 all, on HTTP/2 those of bodies.
    pub(super) fn of_answers(&mut self, mut bytes: &[u8]) -> u64 {
        if let (Self::Nothing, Some(first)) = (&self, bytes.first()) {
            *self = if *first == b'H' {
                Self::Http1
            } else {
                Self::Http2 { head: [0; HEAD], filled: 0, remaining: 0, is_data: false }
            };
        }
        let Self::Http2 { head, filled, remaining, is_data } = self else { return bytes.len() as u64 };
        let mut of_answers = 0;
        while !bytes.is_empty() {
            if *remaining > 0 {
                let n = bytes.len().min(*remaining);
                of_answers += if *is_data { n as u64 } else { 0 };
                *remaining -= n;
                bytes = &bytes[n..];
                continue;
            }
            let n = bytes.len().min(HEAD - *filled);
            head[*filled..*filled + n].copy_from_slice(&bytes[..n]);
            *filled += n;
            bytes = &bytes[n..];
            if *filled == HEAD {
                *remaining = usize::from(head[0]) << 16 | usize::from(head[1]) << 8 | usize::from(head[2]);
                (*is_data, *filled) = (head[3] == DATA, 0);
            }
        }
        of_answers
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Frames of any type, split anywhere: the bytes of bodies are counted.
        #[test]
        fn f6_only_the_bytes_of_bodies_are_answers(
            frames in prop::collection::vec((0_u8..10, 0_usize..70_000), 1..8),
            cuts in prop::collection::vec(1_usize..40_000, 1..20),
        ) {
            let mut all = vec![0, 0, 0, 4, 0, 0, 0, 0, 0];
            let mut expected = 0;
            for (kind, length) in &frames {
                let head = u32::try_from(*length).unwrap().to_be_bytes();
                all.extend([head[1], head[2], head[3], *kind, 0, 0, 0, 0, 1]);
                all.extend(std::iter::repeat_n(b'H', *length));
                expected += if *kind == DATA { *length as u64 } else { 0 };
            }
            let (mut written, mut rest, mut counted) = (Written::default(), &all[..], 0);
            for cut in cuts.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (part, others) = rest.split_at((*cut).min(rest.len()));
                counted += written.of_answers(part);
                rest = others;
            }
            prop_assert_eq!(counted, expected);
        }
    }

    #[test]
    fn every_byte_of_http1_is_an_answer() {
        let mut written = Written::default();
        assert_eq!(written.of_answers(b""), 0);
        assert_eq!(written.of_answers(b"HTTP/1.1 200 OK\r\n"), 17);
        assert_eq!(written.of_answers(&[0, 0, 9, 6]), 4);
    }
}
