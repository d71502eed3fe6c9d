//! Who may ask at all.
//!
//! Any page in the same browser can send requests to this machine, and a name that leads here can be
//! anybody's. So every request, that for a socket included, has to come from our own page: to our own
//! address, from our own origin, with the token. A guard is a pure function of what a request says first.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{COOKIE, HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, Method, Uri};

use super::token::Token;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What it takes to be let in.
#[derive(Debug)]
pub(super) struct Guard {
    address: SocketAddr,
    token: Token,
    cookie_name: String,
}

/// How somebody was let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// With the token in the address, which is to be exchanged for the cookie.
    Token,
    /// With the cookie.
    Cookie,
}

/// Why somebody was not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The request is to another address, to none or to several.
    Host,
    /// Another page sent it, or a socket is asked for and no page says so.
    Origin,
    /// The browser says that another site is behind it.
    Site,
    /// There is no token, or a wrong one.
    Token,
}

impl Refusal {
    /// What to tell whoever asked; never what they said.
    pub(super) fn why(self) -> &'static str {
        match self {
            Self::Host => "This is not the address of the editor.\n",
            Self::Origin => "Only the editor's own page may ask.\n",
            Self::Site => {
                "Another site led here. Copy the address that `kinfolk edit` printed into the \
                 address bar.\n"
            }
            Self::Token => "Open the address that `kinfolk edit` printed.\n",
        }
    }
}

impl Guard {
    /// The guard of a server at `address`.
    pub(super) fn new(address: SocketAddr, token: Token) -> Self {
        Self {
            address,
            token,
            // Cookies know no ports: two editors at once must not take each other's.
            cookie_name: format!("kinfolk-{}", address.port()),
        }
    }

    /// The port that is guarded.
    pub(super) fn port(&self) -> u16 {
        self.address.port()
    }

    /// The cookie for those who came with the token, as a header has it.
    pub(super) fn cookie(&self) -> String {
        let (name, token) = (&self.cookie_name, self.token.as_str());
        format!("{name}={token}; HttpOnly; SameSite=Strict; Path=/")
    }

    /// Lets a request pass, or says why not.
    pub(super) fn admit(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<Entry, Refusal> {
        let host = self.host(uri, headers).ok_or(Refusal::Host)?;
        self.check_origin(uri, headers, host)?;
        check_site(method, uri, headers)?;
        match uri.query().and_then(|query| query.strip_prefix("token=")) {
            Some(guess) if uri.path() == "/" && method == Method::GET => {
                let right = self.token.is(guess.as_bytes());
                right.then_some(Entry::Token).ok_or(Refusal::Token)
            }
            _ => {
                let known = self.has_cookie(headers);
                known.then_some(Entry::Cookie).ok_or(Refusal::Token)
            }
        }
    }

    /// The host that the request is to, if that is us.
    pub(super) fn host<'a>(&self, uri: &Uri, headers: &'a HeaderMap) -> Option<&'a str> {
        if uri.scheme().is_some() || uri.authority().is_some() {
            return None; // as if to a proxy: two addresses in one request
        }
        let host = only(headers, &HOST)?;
        self.is_ours(host).then_some(host)
    }

    /// Names are ours only if nobody else can lead them elsewhere: a fixed list and, if everybody is
    /// listened to, addresses that are no names.
    fn is_ours(&self, host: &str) -> bool {
        let port = self.port();
        let Some(name) = host.strip_suffix(&format!(":{port}")).or_else(|| {
            let default_port = port == 80; // which browsers leave out
            default_port.then_some(host)
        }) else {
            return false;
        };
        let Self { address, .. } = self;
        match name {
            "127.0.0.1" | "localhost" | "[::1]" => true,
            _ => match ip(name) {
                Some(ip) if address.ip().is_unspecified() => shown(ip) == name,
                Some(ip) => ip == address.ip() && shown(ip) == name,
                None => false,
            },
        }
    }

    fn check_origin(&self, uri: &Uri, headers: &HeaderMap, host: &str) -> Result<(), Refusal> {
        if !headers.contains_key(ORIGIN) {
            let needed = uri.path() == "/ws";
            return if needed { Err(Refusal::Origin) } else { Ok(()) };
        }
        let ours = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        (ours == Some(host)).then_some(()).ok_or(Refusal::Origin)
    }

    /// Whether one of the cookies is ours. Another server on this machine can add others of that name.
    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(COOKIE).iter();
        let mut cookies = cookies.flat_map(|cookies| cookies.as_bytes().split(|&b| b == b';'));
        cookies.any(|cookie| {
            let cookie = cookie.trim_ascii();
            let value = cookie.strip_prefix(self.cookie_name.as_bytes());
            let value = value.and_then(|rest| rest.strip_prefix(b"="));
            value.is_some_and(|value| self.token.is(value))
        })
    }
}

/// Only our own page may ask, but for the page itself, which a person may open.
fn check_site(method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
    if !headers.contains_key(SEC_FETCH_SITE) {
        return Ok(()); // no browser, or an old one
    }
    match only(headers, &SEC_FETCH_SITE) {
        Some("same-origin") => Ok(()),
        Some("none") if uri.path() == "/" && method == Method::GET => Ok(()),
        _ => Err(Refusal::Site),
    }
}

/// The header's value, if there is exactly one and it is text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// The address that a host without its port is, if it is no name.
fn ip(name: &str) -> Option<IpAddr> {
    let bare = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    match bare {
        Some(six) => six.parse().ok().map(IpAddr::V6),
        None => name.parse().ok().map(IpAddr::V4),
    }
}

/// The one way to write it.
fn shown(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(four) => four.to_string(),
        IpAddr::V6(six) => format!("[{six}]"),
    }
}

#[cfg(test)]
mod tests;
