//! HMAC-SHA256 over labelled texts: what was signed for one purpose is never taken for another.

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

/// The MAC of some parts, as 64 hex digits. Each part is preceded by its length, so that no two lists of
/// parts have one text.
pub(super) fn sign(key: &[u8], label: &str, parts: &[&str]) -> String {
    let mut out = String::with_capacity(64);
    for byte in mac(key, label, parts).finalize().into_bytes() {
        for digit in [byte >> 4, byte & 15] {
            out.extend(char::from_digit(u32::from(digit), 16));
        }
    }
    out
}

/// Whether that is the MAC, compared in constant time.
pub(super) fn verify(key: &[u8], label: &str, parts: &[&str], given: &str) -> bool {
    crate::digest::constant_time_eq(given.as_bytes(), sign(key, label, parts).as_bytes())
}

fn mac(key: &[u8], label: &str, parts: &[&str]) -> Hmac<Sha256> {
    // INVARIANT: a key of any length makes an HMAC; the error of this type is never given.
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| Hmac::new(&Default::default()));
    for part in std::iter::once(label).chain(parts.iter().copied()) {
        mac.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac
}
