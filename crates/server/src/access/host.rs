//! Which values of the header `Host` are ours. A page of another site can point its
//! own name at this machine (DNS rebinding) and then ask in that name; an address
//! in numbers cannot be pointed elsewhere.

use std::net::IpAddr;

/// The names that this server answers to, besides addresses in numbers.
pub struct AllowedHosts {
    names: Vec<String>,
}

impl AllowedHosts {
    /// `localhost` and these names, with or without a port. Case makes no difference.
    pub fn new(names: impl IntoIterator<Item = String>) -> AllowedHosts {
        let all = names.into_iter().chain(["localhost".to_string()]);
        let bare = |name: String| without_port(&name).unwrap_or_default().to_ascii_lowercase();
        AllowedHosts { names: all.map(bare).collect() }
    }

    /// Whether a header `Host`, with or without a port, is one of ours.
    pub fn allows(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else { return false };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        bare.parse::<IpAddr>().is_ok() || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// A host without its port; `None` if it is no host.
pub fn without_port(host: &str) -> Option<&str> {
    let (name, port) = match host.rsplit_once(':') {
        // Colons within brackets belong to the address.
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, "0"),
    };
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    (is_port && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_and_addresses_are_allowed() {
        let hosts = AllowedHosts::new(["Arena.example", "laptop:9000"].map(String::from));
        for (host, expected) in [
            ("localhost", true),
            ("LOCALHOST:8080", true),
            ("127.0.0.1:8080", true),
            ("192.168.1.7", true),
            ("[::1]:8080", true),
            ("[::1]", true),
            ("arena.example:80", true),
            ("laptop:9000", true),
            ("laptop", true),
            ("laptop:1", true),
            ("evil.example", false),
            ("evil.example:8080", false),
            ("localhost.evil.example", false),
            ("127.0.0.1.evil.example:8080", false),
            ("evil.example:127.0.0.1", false),
            ("localhost:", false),
            ("localhost:80x", false),
            (":8080", false),
            ("", false),
            ("[::1", false),
        ] {
            assert_eq!(hosts.allows(host), expected, "{host:?}");
        }
    }
}
