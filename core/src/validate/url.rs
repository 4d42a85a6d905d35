//! The URL of a direct connection (CONF-11).
//!
//! What is accepted means the same to a reader of RFC 3986 and to one of the WHATWG standard
//! (which is what `fetch` uses): a URL that the two would send to different hosts is an error.

use std::net::{Ipv4Addr, Ipv6Addr};

use fluent_uri::Uri;
use fluent_uri::component::Host;

/// A URL that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Usable {
    /// Whether requests, credentials with them, travel unencrypted to another machine.
    pub(crate) exposed: bool,
}

/// Reads a URL. The message of an error never repeats it: it may hold a secret.
pub(crate) fn read(text: &str) -> Result<Usable, &'static str> {
    let uri = Uri::parse(text).map_err(|_| unreadable(text))?;
    let scheme = uri.scheme().as_str();
    let plain = scheme.eq_ignore_ascii_case("http");
    if !plain && !scheme.eq_ignore_ascii_case("https") {
        return Err("the URL must begin with `http://` or `https://`");
    }
    let authority = uri.authority().ok_or("the URL has no host: `//` and a host must follow the scheme")?;
    if authority.has_userinfo() {
        return Err("the URL holds a user name or password: use `credentials`");
    }
    if authority.port_to_u16().is_err() {
        return Err("the URL's port is larger than 65535");
    }
    let host = authority.host();
    let loopback = match authority.host_parsed() {
        Host::Ipv4 { .. } => host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback()),
        Host::Ipv6 { .. } => {
            let address = host.trim_start_matches('[').trim_end_matches(']').parse::<Ipv6Addr>();
            address.map_err(|_| "the URL's host is no IPv6 address")?.is_loopback()
        }
        Host::RegName(_) => {
            check_name(host)?;
            host.strip_suffix('.').unwrap_or(host).eq_ignore_ascii_case("localhost")
        }
        _ => return Err("the URL's host is an address of an unknown kind"),
    };
    Ok(Usable { exposed: plain && !loopback })
}

/// Refuses host names that programs read in different ways.
fn check_name(host: &str) -> Result<(), &'static str> {
    let name = host.strip_suffix('.').unwrap_or(host);
    if name.is_empty() {
        return Err("the URL has no host");
    }
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')) {
        return Err("the URL's host holds characters that host names do not have");
    }
    let mut labels = name.split('.');
    if labels.any(str::is_empty) {
        return Err("the URL's host has an empty part between its dots");
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    let hexadecimal = last.strip_prefix("0x").or_else(|| last.strip_prefix("0X"));
    if last.bytes().all(|byte| byte.is_ascii_digit())
        || hexadecimal.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
    {
        return Err("the URL's host can be read as an IPv4 address: write it as four decimal numbers");
    }
    Ok(())
}

/// What keeps a text from being a URL.
fn unreadable(text: &str) -> &'static str {
    if text.bytes().any(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control()) {
        "the URL holds a blank or control character"
    } else if text.contains('\\') {
        "the URL holds a backslash, which programs read in different ways"
    } else if !text.is_ascii() {
        "the URL holds characters outside ASCII: write the host in its `xn--` form, others percent-encoded"
    } else if text.contains("://") {
        "the URL holds a character that must be percent-encoded"
    } else {
        "not an absolute URL: it must begin with `http://` or `https://`"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conf_11_urls_that_can_be_used() {
        for text in [
            "https://mcp.example.com/mcp",
            "HTTPS://MCP.EXAMPLE.COM:8443/a/../b?x=%20&y#z",
            "https://example.com.",
            "https://a_b.example-c.com",
            "https://[2001:db8::1]:443/",
            "https://1.2.3.4/mcp",
            "https://xn--bcher-kva.example/",
            "https://host",
            "https://example.com:/",
            "https://0x.example.com/",
        ] {
            assert_eq!(read(text), Ok(Usable { exposed: false }), "{text}");
        }
    }

    #[test]
    fn conf_11_plain_http_is_for_loopback() {
        for text in [
            "http://localhost:8080/mcp",
            "http://LOCALHOST.",
            "http://127.0.0.1",
            "http://127.9.9.9/",
            "http://[::1]:1/",
        ] {
            assert_eq!(read(text), Ok(Usable { exposed: false }), "{text}");
        }
        for text in [
            "http://example.com",
            "HTTP://example.com",
            "http://128.0.0.1",
            "http://[::2]",
            "http://localhost.example.com",
            "http://[::ffff:127.0.0.1]/",
            "http://notlocalhost/",
            "http://0.0.0.0/",
        ] {
            assert_eq!(read(text), Ok(Usable { exposed: true }), "{text}");
        }
    }

    #[test]
    fn conf_11_what_readers_disagree_about_is_no_url() {
        for text in [
            "",
            " https://a.example",
            "https://a.example\n",
            "https://a.exam\tple",
            "http:/a.example",
            "http:a.example",
            "http:///a.example",
            "https://",
            "https:",
            "//a.example",
            "/mcp",
            "mcp.example.com",
            "ftp://a.example",
            "ws://a.example",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "https://user:secret@a.example",
            "https://user@a.example",
            "https://@a.example",
            "https://a.example@b.example",
            "https:\\\\a.example",
            "https://a.example\\@b.example",
            "https://a.example:99999",
            "https://a.example:x",
            "https://a b.example",
            "https://bücher.example",
            "https://%61.example",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://127.1/",
            "https://0177.0.0.1/",
            "https://127.0.0.1./",
            "https://1.2.3.4.5/",
            "https://256.1.1.1/",
            "https://foo.0x/",
            "https://a..example",
            "https://.",
            "https://[::1",
            "https://[v1.x]/",
            "https://[fe80::1%25eth0]/",
            "https://a!b.example",
            "https://a,b/",
            "https://a.example/{x}",
            "https://a.example/%zz",
            "https://a.example/\u{e9}",
            "https://a.example/\0",
        ] {
            let message = read(text).expect_err(text);
            assert!(!message.contains("secret"), "{text}");
        }
    }
}
