//! Numbers in canonical text (APPR-4).

use std::borrow::Cow;

/// The largest integer of which every smaller one is a double too, 2^53 − 1.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// The canonical form of a JSON number token: ECMAScript's, except that a plain integer keeps its
/// digits however many. Nothing for a number that has no exact form: an integer beyond ±(2^53−1)
/// written with a fraction or exponent, or one that overflows.
pub(super) fn canonical(token: &str, plain: bool) -> Option<Cow<'_, str>> {
    if plain {
        return Some(Cow::Borrowed(if token == "-0" { "0" } else { token }));
    }
    let value: f64 = token.parse().ok()?;
    // A double beyond 2^53 is an integer; infinity is beyond too.
    if value.abs() > MAX_SAFE {
        return None;
    }
    Some(Cow::Owned(ryu_js::Buffer::new().format_finite(value).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The samples of RFC 8785, appendix B, that have a canonical form here too.
    #[test]
    fn appr_4_numbers_have_the_ecmascript_form() {
        for (bits, right) in [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x4340_0000_0000_0000 - 1, "9007199254740991"),
            (0x4024_0000_0000_0000, "10"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            let value = f64::from_bits(bits);
            assert_eq!(canonical(&format!("{value:e}"), false).as_deref(), Some(right));
        }
        for (token, right) in [
            ("1.0", "1"),
            ("1e0", "1"),
            ("1E2", "100"),
            ("-0.0", "0"),
            ("-0e5", "0"),
            ("1e-7", "1e-7"),
            ("1e-6", "0.000001"),
            ("0.1", "0.1"),
            ("1e-400", "0"),
            ("-1e-400", "0"),
            ("9007199254740991.0", "9007199254740991"),
            ("-9007199254740991e0", "-9007199254740991"),
            ("1e15", "1000000000000000"),
            ("123.456e1", "1234.56"),
        ] {
            assert_eq!(canonical(token, false).as_deref(), Some(right), "{token}");
        }
        for token in ["1", "9007199254740993", "123456789012345678901234567890", "-7"] {
            assert_eq!(canonical(token, true).as_deref(), Some(token));
        }
        assert_eq!(canonical("-0", true).as_deref(), Some("0"));
    }

    #[test]
    fn appr_4_numbers_without_an_exact_form_have_none() {
        for token in [
            "9007199254740992.0",
            "9007199254740992e0",
            "-9007199254740992.0",
            "1e16",
            "1e400",
            "-1e400",
            "9007199254740991.9",
        ] {
            assert_eq!(canonical(token, false), None, "{token}");
        }
    }
}
