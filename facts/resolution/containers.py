"""One name for each container: the folder of its control group carries its id, Docker's tools its name."""

from __future__ import annotations

from facts.cells import Observed
from facts.patterns import lazy
from facts.schema import UNKNOWN

_ID = lazy(r"(?:.*[/-])?(?P<id>[0-9a-f]{12,64})(?:\.scope)?(?:/.*)?\Z")


def containers(items: list[Observed]) -> list[Observed]:
    """Rows of a control group that only its folder names get the container's name, where some output tells it."""
    names = {
        i.text("container-id")[:12]: i.text("cgroup")
        for i in items if i.template == "cgroup" and i.text("container-id") != UNKNOWN
    }  # fmt: skip
    if not names:
        return items
    result = []
    for item in items:
        match = _ID.match(item.text("cgroup")) if item.template == "cgroup" else None
        if match and (name := names.get(match["id"][:12])):
            cells = dict(item.cells)
            cells["cgroup"] = cells["cgroup"]._replace(value=name)
            item = Observed(item.template, item.host, cells)
        result.append(item)
    return result
