//! The addresses and host names under which others reach this machine.

use std::net::{IpAddr, SocketAddr};

/// The addresses at which a server with this listening address is reached; the loopback address
/// comes last.
pub(super) fn reachable(listens: SocketAddr) -> Vec<SocketAddr> {
    if !listens.ip().is_unspecified() {
        return vec![listens];
    }
    let fits = |ip: &IpAddr| listens.is_ipv6() || ip.is_ipv4();
    let local: IpAddr = [127, 0, 0, 1].into();
    let all = of_this_machine().into_iter().filter(fits).chain([local]);
    all.map(|ip| SocketAddr::new(ip, listens.port())).collect()
}

/// The addresses of this machine, except loopback and link-local ones.
#[cfg(target_os = "linux")]
fn of_this_machine() -> Vec<IpAddr> {
    use nix::ifaddrs::getifaddrs;
    use nix::net::if_::InterfaceFlags;

    // without a list of interfaces there is no address to print
    let Ok(interfaces) = getifaddrs() else { return Vec::new() };
    let up = interfaces.filter(|own| own.flags.contains(InterfaceFlags::IFF_UP));
    let all = up.filter_map(|own| own.address).filter_map(|address| {
        let v4 = address.as_sockaddr_in().map(|own| IpAddr::from(own.ip()));
        v4.or(address.as_sockaddr_in6().map(|own| IpAddr::from(own.ip())))
    });
    let mut all: Vec<IpAddr> = all.filter(|ip| is_for_others(*ip)).collect();
    all.sort_by_key(IpAddr::is_ipv6);
    all.dedup();
    all
}

/// The source address of packets to other networks; none is sent.
#[cfg(not(target_os = "linux"))]
fn of_this_machine() -> Vec<IpAddr> {
    use std::net::UdpSocket;

    // addresses reserved for documentation
    let ends = [("0.0.0.0:0", "192.0.2.1:9"), ("[::]:0", "[2001:db8::1]:9")];
    let own = ends.into_iter().filter_map(|(own, other)| {
        let socket = UdpSocket::bind(own).ok()?;
        socket.connect(other).ok()?;
        Some(socket.local_addr().ok()?.ip())
    });
    own.filter(|ip| is_for_others(*ip)).collect()
}

fn is_for_others(ip: IpAddr) -> bool {
    let is_link_local = match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    };
    !ip.is_loopback() && !ip.is_unspecified() && !is_link_local
}

/// The name of this machine and its name in the network, if known.
pub(super) fn names() -> Vec<String> {
    let Some(name) = own_name().filter(|name| !name.is_empty()) else { return Vec::new() };
    let local = format!("{name}.local");
    vec![name, local]
}

#[cfg(target_os = "linux")]
fn own_name() -> Option<String> {
    rustix::system::uname().nodename().to_str().ok().map(str::to_owned)
}

#[cfg(not(target_os = "linux"))]
fn own_name() -> Option<String> {
    std::env::var("COMPUTERNAME").or_else(|_| std::env::var("HOSTNAME")).ok()
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::reachable;

    #[test]
    fn an_unreachable_address_is_not_listed() {
        let listens = |text: &str| reachable(text.parse::<SocketAddr>().unwrap());
        assert_eq!(listens("127.0.0.1:80"), ["127.0.0.1:80".parse().unwrap()]);
        for text in ["0.0.0.0:81", "[::]:81"] {
            let all = listens(text);
            assert!(
                all.iter().all(|own| !own.ip().is_unspecified() && own.port() == 81),
                "{all:?}"
            );
            assert_eq!(all.last(), Some(&"127.0.0.1:81".parse().unwrap()));
        }
    }
}
