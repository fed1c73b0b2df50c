"""How often the advisor is right: on hosts from public threads, on generated ones, and when a host is told in another way."""
