//! SHA-256 and comparison in constant time.

use sha2::Digest as _;

/// A SHA-256 that is fed bit by bit.
#[derive(Clone, Default)]
pub(crate) struct Sha256(sha2::Sha256);

impl Sha256 {
    pub(crate) fn update(&mut self, part: &[u8]) {
        self.0.update(part);
    }

    /// The digest, as 64 lower-case hexadecimal digits.
    pub(crate) fn hex(self) -> String {
        const DIGITS: [u8; 16] = *b"0123456789abcdef";
        let digit = |value: u8| DIGITS.get(usize::from(value)).copied().map_or('0', char::from);
        let mut out = String::with_capacity(64);
        for byte in self.0.finalize() {
            out.push(digit(byte >> 4));
            out.push(digit(byte & 15));
        }
        out
    }
}

/// SHA-256 of some bytes, as 64 lower-case hexadecimal digits.
///
/// ```
/// assert!(callgate::digest::sha256_hex(b"").starts_with("e3b0c44298fc1c14"));
/// ```
#[must_use]
pub fn sha256_hex(data: &[u8]) -> String {
    let mut hash = Sha256::default();
    hash.update(data);
    hash.hex()
}

/// Whether two secrets are equal, in a time that tells nothing of where they differ, nor of how
/// long the expected one is: both are hashed first.
#[must_use]
pub fn constant_time_eq(given: &[u8], expected: &[u8]) -> bool {
    let (one, other) = (sha2::Sha256::digest(given), sha2::Sha256::digest(expected));
    let difference = one.iter().zip(other.iter()).fold(0u8, |sum, (a, b)| sum | (a ^ b));
    core::hint::black_box(difference) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_sha_256_in_lower_case_hex() {
        assert_eq!(sha256_hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(sha256_hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    #[test]
    fn secrets_are_equal_when_all_of_them_is() {
        assert!(constant_time_eq(b"token", b"token"));
        for other in [&b"tokem"[..], b"token ", b"", b"toke"] {
            assert!(!constant_time_eq(other, b"token"));
        }
    }
}
