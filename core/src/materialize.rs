//! A server as a session reaches it, with its secrets in place (WIRE-2).

use core::fmt;

use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashSet};
use serde::Serialize;

use crate::document::{Connection, Server};
use crate::json::{Kind, Value};
use crate::suggest::quoted;
use crate::validate::{header, url};

/// One server of a session: `{"type": "http", "name", "url", "headers": [{"name", "value"}]}`.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct SessionEntry {
    #[serde(rename = "type")]
    kind: &'static str,
    /// The server's label.
    pub name: String,
    /// Where it is reached.
    pub url: String,
    /// Public headers in the order in which they were written, then those that carry secrets.
    pub headers: Vec<Header>,
}

/// One header of a request.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Header {
    /// Its name.
    pub name: String,
    /// Its value, which may be a secret.
    pub value: String,
}

// Neither a header's value nor a URL, which may hold a token, is printed.
impl fmt::Debug for SessionEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionEntry")
            .field("name", &self.name)
            .field("headers", &self.headers)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Header").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a gateway connection resolves to.
#[derive(Clone, PartialEq, Eq)]
pub struct GatewayRoute {
    /// Where the gateway serves this server.
    pub url: String,
    /// The headers that it wants, name and value.
    pub headers: Vec<(String, String)>,
}

impl fmt::Debug for GatewayRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GatewayRoute").finish_non_exhaustive()
    }
}

/// Why a server has no session entry. The messages name servers and slugs, never a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// Secrets that were not given: the server, and the slugs in the order of its headers.
    MissingSecrets {
        /// The server's label.
        server: String,
        /// The slugs.
        slugs: Vec<String>,
    },
    /// A secret that cannot be a header's value.
    UnfitSecret {
        /// The server's label.
        server: String,
        /// The slug.
        slug: String,
        /// What is wrong with it.
        cause: &'static str,
    },
    /// The server is reached through the gateway, or found by its name, and no route was given.
    NoRoute {
        /// The server's label.
        server: String,
    },
    /// What the gateway connection resolves to cannot be used.
    UnfitRoute {
        /// The server's label.
        server: String,
        /// What is wrong with it.
        cause: &'static str,
    },
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingSecrets { server, slugs } => {
                let noun = if slugs.len() == 1 { "secret" } else { "secrets" };
                let slugs: Vec<String> = slugs.iter().map(|slug| quoted(slug)).collect();
                let server = quoted(server);
                write!(
                    f,
                    "server {server} needs the {noun} {}, which the secrets do not have",
                    slugs.join(", ")
                )
            }
            Self::UnfitSecret { server, slug, cause } => {
                let (server, slug) = (quoted(server), quoted(slug));
                write!(f, "the secret {slug} of server {server} cannot be sent: {cause}")
            }
            Self::NoRoute { server } => {
                let server = quoted(server);
                write!(f, "server {server} is reached through the gateway: `gateway` must say its `url`")
            }
            Self::UnfitRoute { server, cause } => {
                write!(f, "the gateway's route for server {} cannot be used: {cause}", quoted(server))
            }
        }
    }
}

impl core::error::Error for Unresolved {}

/// The session entry of a valid server (WIRE-2). `written` is the entry of `mcps` that `server` was
/// read from, authored or as on the wire; `secret` gives a secret by its slug; `gateway` is what the
/// connection resolves to when it is not a direct one.
///
/// # Errors
/// [`Unresolved`]: a secret, or the gateway's route, is missing or unfit.
pub fn materialize<'s>(
    server: &Server<'_>,
    written: &Value<'_>,
    secret: impl Fn(&str) -> Option<&'s str>,
    gateway: Option<&GatewayRoute>,
) -> Result<SessionEntry, Unresolved> {
    let name = server.name.to_owned();
    let (url, headers) = match (&server.connection, gateway) {
        (Some(Connection::Http { url }), _) => {
            let connection = written.get("connection");
            let mut headers = public(connection.and_then(|connection| connection.get("headers")));
            let credentials = connection.and_then(|connection| connection.get("credentials"));
            headers.extend(carriers(&name, credentials, secret)?);
            ((*url).to_owned(), headers)
        }
        (_, Some(route)) => routed(&name, route)?,
        (_, None) => return Err(Unresolved::NoRoute { server: name }),
    };
    Ok(SessionEntry { kind: "http", name, url, headers })
}

fn public(headers: Option<&Value<'_>>) -> Vec<Header> {
    let members = headers.and_then(Value::as_object).unwrap_or_default().iter();
    let one = |name: &str, value: &str| Header { name: name.to_owned(), value: value.to_owned() };
    members.filter_map(|member| Some(one(&member.key, member.value.as_str()?))).collect()
}

/// The headers that carry secrets: by slug as authors write them, or with their values (CONF-2).
fn carriers<'s>(
    server: &str,
    credentials: Option<&Value<'_>>,
    secret: impl Fn(&str) -> Option<&'s str>,
) -> Result<Vec<Header>, Unresolved> {
    let Some(credentials) = credentials else { return Ok(Vec::new()) };
    if let Kind::Array(items) = &credentials.kind {
        let one = |item: &Value<'_>| {
            let name = item.get("binding")?.get("name")?.as_str()?.to_owned();
            Some(Header { name, value: item.get("value")?.as_str()?.to_owned() })
        };
        return Ok(items.iter().filter_map(one).collect());
    }
    let references = credentials.get("headers").and_then(Value::as_object).unwrap_or_default();
    let (mut headers, mut missing) = (Vec::with_capacity(references.len()), Vec::new());
    for member in references {
        let Some(slug) = member.value.as_str() else { continue };
        let Some(value) = secret(slug) else {
            if !missing.iter().any(|known| known == slug) {
                missing.push(slug.to_owned());
            }
            continue;
        };
        if let Some(cause) = header::value_fault(value) {
            return Err(Unresolved::UnfitSecret { server: server.to_owned(), slug: slug.to_owned(), cause });
        }
        headers.push(Header { name: member.key.clone().into_owned(), value: value.to_owned() });
    }
    if missing.is_empty() {
        Ok(headers)
    } else {
        Err(Unresolved::MissingSecrets { server: server.to_owned(), slugs: missing })
    }
}

fn routed(server: &str, route: &GatewayRoute) -> Result<(String, Vec<Header>), Unresolved> {
    let unfit = |cause| Unresolved::UnfitRoute { server: server.to_owned(), cause };
    url::read(&route.url).map_err(unfit)?;
    let mut seen: HashSet<String, RandomState> = HashSet::default();
    for (name, value) in &route.headers {
        if !header::is_token(name) {
            return Err(unfit("a header's name is not one"));
        }
        if !seen.insert(name.to_ascii_lowercase()) {
            return Err(unfit("a header is given twice"));
        }
        if let Some(cause) = header::value_fault(value) {
            return Err(unfit(cause));
        }
    }
    let one = |(name, value): &(String, String)| Header { name: name.clone(), value: value.clone() };
    Ok((route.url.clone(), route.headers.iter().map(one).collect()))
}

/// Secrets by slug, ready to be asked for.
#[derive(Default)]
pub struct Secrets<'v> {
    by_slug: HashMap<&'v str, &'v str, RandomState>,
}

impl fmt::Debug for Secrets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

impl<'v> Secrets<'v> {
    /// Reads an object of slug to value; a value of `null` is a secret that is not there. `None`
    /// when it is anything else.
    #[must_use]
    pub fn read(value: &'v Value<'v>) -> Option<Self> {
        let mut by_slug = HashMap::default();
        for member in value.as_object()? {
            match &member.value.kind {
                Kind::Null => {}
                Kind::String(secret) => {
                    by_slug.insert(&*member.key, &**secret);
                }
                _ => return None,
            }
        }
        Some(Self { by_slug })
    }

    /// The secret of that slug.
    #[must_use]
    pub fn get(&self, slug: &str) -> Option<&'v str> {
        self.by_slug.get(slug).copied()
    }
}
