//! Who asks: nobody in particular, a viewer, or the organiser.

use std::sync::Mutex;

use axum::http::{HeaderMap, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::token::Secret;
use crate::lock::lock;

/// What a visitor may do. Later ones may do all that earlier ones may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Nothing but trade a token: the server is private.
    None,
    /// Watch.
    Viewer,
    /// Also start, stop and create tournaments, and direct the presentation.
    Organiser,
}

/// A link's token and the cookie's value that it is traded for.
struct Door {
    token: Secret,
    session: Secret,
}

impl Door {
    fn new() -> Result<Door, getrandom::Error> {
        Ok(Door { token: Secret::new()?, session: Secret::new()? })
    }
}

/// Knows the secrets of this run. They are gone with the process.
pub struct Doorkeeper {
    organiser: Door,
    /// `None` unless viewers need a link, too.
    viewer: Option<Door>,
    /// A token for the browser that is opened at the start. It works once: others on this
    /// machine can read the command that opens it.
    once: Mutex<Option<Secret>>,
    /// The cookie's name has the port in it: browsers keep cookies by host alone.
    cookie: String,
}

impl Doorkeeper {
    /// New secrets. If `is_private`, viewers need a link.
    pub fn new(port: u16, is_private: bool) -> Result<Doorkeeper, getrandom::Error> {
        Ok(Doorkeeper {
            organiser: Door::new()?,
            viewer: is_private.then(Door::new).transpose()?,
            once: Mutex::new(None),
            cookie: format!("gridiron_{port}"),
        })
    }

    /// Whether viewers need a link.
    pub fn is_private(&self) -> bool {
        self.viewer.is_some()
    }

    /// The token of the organiser's link.
    pub fn organiser_token(&self) -> &str {
        self.organiser.token.text()
    }

    /// The token of the viewers' link, if they need one.
    pub fn viewer_token(&self) -> Option<&str> {
        self.viewer.as_ref().map(|door| door.token.text())
    }

    /// Another token of the organiser, which works once; the one before no longer does.
    pub fn token_for_once(&self) -> Result<String, getrandom::Error> {
        let token = Secret::new()?;
        *lock(&self.once) = Some(token.clone());
        Ok(token.text().to_string())
    }

    /// The role that a token opens and the cookie for it; `None` for a wrong token.
    pub fn trade(&self, token: &str) -> Option<(Role, String)> {
        if lock(&self.once).take_if(|once| once.is(token)).is_some() {
            return Some((Role::Organiser, self.set_cookie(self.organiser.session.text(), "")));
        }
        let doors = [(Role::Organiser, Some(&self.organiser)), (Role::Viewer, self.viewer.as_ref())];
        let (role, door) = doors
            .into_iter()
            .filter_map(|(role, door)| Some((role, door?)))
            .find(|(_, door)| door.token.is(token))?;
        Some((role, self.set_cookie(door.session.text(), "")))
    }

    /// The cookie that ends a session.
    pub fn clear_cookie(&self) -> String {
        self.set_cookie("", "; Max-Age=0")
    }

    fn set_cookie(&self, value: &str, more: &str) -> String {
        format!("{}={value}; Path=/; HttpOnly; SameSite=Strict{more}", self.cookie)
    }

    /// The role of a request, by its cookie.
    pub fn role(&self, headers: &HeaderMap) -> Role {
        let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let open = match self.viewer {
            Some(_) => Role::None,
            None => Role::Viewer,
        };
        pairs
            .filter(|(name, _)| *name == self.cookie)
            .map(|(_, value)| self.role_of_session(value))
            .fold(open, Role::max)
    }

    fn role_of_session(&self, value: &str) -> Role {
        match &self.viewer {
            _ if self.organiser.session.is(value) => Role::Organiser,
            Some(viewer) if viewer.session.is(value) => Role::Viewer,
            _ => Role::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_cookies(values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (header::COOKIE, value.parse().expect("a header"))).collect()
    }

    #[test]
    fn a_cookie_says_who_asks() {
        for is_private in [false, true] {
            let keeper = Doorkeeper::new(8080, is_private).expect("randomness");
            let nobody = if is_private { Role::None } else { Role::Viewer };
            let (role, cookie) = keeper.trade(keeper.organiser_token()).expect("the right token");
            assert_eq!(role, Role::Organiser);
            let (pair, rest) = cookie.split_once(';').expect("attributes");
            assert_eq!(rest, " Path=/; HttpOnly; SameSite=Strict");
            let (name, value) = pair.split_once('=').expect("a pair");
            assert_eq!(name, "gridiron_8080");
            for (cookies, expected) in [
                (vec![], nobody),
                (vec![pair.to_string()], Role::Organiser),
                (vec![format!("a=b; {pair}; c=d")], Role::Organiser),
                (vec!["a=b".into(), pair.to_string()], Role::Organiser),
                // The cookie of another server on the same host.
                (vec![format!("gridiron_8081={value}")], nobody),
                (vec![format!("gridiron_8080={}", keeper.organiser_token())], nobody),
                (vec![format!("gridiron_8080={}", &value[1..])], nobody),
                (vec!["gridiron_8080=".into()], nobody),
            ] {
                let cookies: Vec<&str> = cookies.iter().map(String::as_str).collect();
                assert_eq!(keeper.role(&with_cookies(&cookies)), expected, "{cookies:?}");
            }
            // What the command that opens a browser shows is of no use afterwards.
            let [old, once] = [(); 2].map(|()| keeper.token_for_once().expect("randomness"));
            assert!(keeper.trade(&old).is_none());
            assert_eq!(keeper.trade(&once), Some((Role::Organiser, cookie.clone())));
            assert!(keeper.trade(&once).is_none());
            assert!(keeper.trade("").is_none() && keeper.trade(value).is_none());
            let viewer = keeper.viewer_token().and_then(|token| keeper.trade(token));
            assert_eq!(viewer.is_some(), is_private);
            if let Some((role, cookie)) = viewer {
                assert_eq!(role, Role::Viewer);
                let pair = cookie.split(';').next().unwrap_or_default();
                assert_eq!(keeper.role(&with_cookies(&[pair])), Role::Viewer);
            }
        }
    }
}
