"""The address guard: which hosts, ports and addresses a request may go to.

A crawled page decides what is asked for next, so every hop (pages, redirects, robots.txt) passes here twice: the URL
before anything is sent, and every record of its name before a connection is made to exactly those records.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from weft.urls import Address, parse_address

# `is_global` of Python 3.11 says True for one address in each of these (measured); the second group hides an IPv4
# address that the operating system may unpack. Mapped addresses (::ffff:a.b.c.d) are judged as the IPv4 they are.
NEVER_PUBLIC = tuple(
    map(
        ip_network,
        (
            "192.88.99.0/24",  # 6to4 relays
            "224.0.0.0/4",  # multicast
            "ff00::/8",  # multicast
            "fec0::/10",  # site-local, deprecated
            "5f00::/16",  # segment routing
            "3fff::/20",  # documentation (RFC 9637)
            "::/96",  # IPv4-compatible
            "64:ff9b::/96",  # NAT64
            "64:ff9b:1::/48",  # NAT64, local
            "2002::/16",  # 6to4
            "2001::/32",  # Teredo
        ),
    )
)
WEB_PORTS = frozenset({80, 443})
FIRST_FREE_PORT = 1024
# Ports above 1023 where something other than the web listens: the Fetch standard's blocked ports, and data stores
# and control planes that would take a GET for a command or give their contents away.
DENIED_PORTS = frozenset(
    {1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900}
    | {5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 8086, 8500, 9042, 9092, 9200, 9300}
    | {10080, 10250, 10255, 11211, 15672, 27017, 27018, 50070}
)
LOCAL_NAMES = ("localhost", "ip6-localhost", "ip6-loopback")


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the public internet."""
    ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ip.is_global and not any(ip in network for network in NEVER_PUBLIC)


def is_loopback(host: str) -> bool:
    """Tell whether a host as a URL writes it is this machine, without asking any name server."""
    if host in LOCAL_NAMES or host.endswith(".localhost"):
        return True
    literal = _literal(host)
    return literal is not None and ip_address(literal).is_loopback


class AddressGuard:
    """Knows the origin a person typed, which is always allowed, and judges everything else."""

    def __init__(self, origin: str, *, allow_private: bool = False) -> None:
        typed = parse_address(origin if origin.endswith("/") else origin + "/")
        self._typed = (typed.host, typed.port)
        self._allow_private = allow_private
        self._passed: set[tuple[str, int]] = {self._typed}

    def refuse_url(self, address: Address) -> str:
        """Give the reason why no request may go there, or '' if it may as far as the URL shows."""
        key = (address.host, address.port)
        if key in self._passed:
            return ""
        reason = self._refuse_port(address.port) or self._refuse_literal(address.host)
        if not reason:
            self._passed.add(key)
        return reason

    def refuse_records(self, host: str, port: int, addresses: Iterable[str]) -> str:
        """Give the reason why a name may not be used: one bad record spoils it; '' if all are fine."""
        if self._allow_private or (host, port) == self._typed:
            return ""
        for address in addresses:
            if not is_public(address):
                return f"{host} leads to {address}, which is not a public address"
        return ""

    def _refuse_port(self, port: int) -> str:
        if port in WEB_PORTS or (port >= FIRST_FREE_PORT and port not in DENIED_PORTS):
            return ""
        return f"port {port} is not a port of the web"

    def _refuse_literal(self, host: str) -> str:
        if self._allow_private:
            return ""
        literal = _literal(host)
        if literal is None:
            return f"{host} is this machine" if is_loopback(host) else ""
        return "" if is_public(literal) else f"{literal} is not a public address"


def _literal(host: str) -> str | None:
    """Give the host if it is an IP address (the URL parser has already written odd forms such as 0x7f.1 plainly)."""
    try:
        ip_address(host)
    except ValueError:
        return None
    return host
