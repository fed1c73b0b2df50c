"""``advisor sessions``: list, show, export, import, stats, delete."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from advisor.knowledge import Knowledge
from advisor.session.kept import outcomes, statistics
from advisor.session.listing import event_text, list_text, statistics_text
from advisor.session.shapes import prove
from advisor.store import Store, StoreError

_MOST_BYTES = 256_000_000


def run(store: Store, action: str, name: str, form: str, output: str) -> str:
    """Carry out one action; what it prints.

    Raises:
        StoreError: there is no such session, the file is no session, or it cannot be read or written.
    """
    if action == "list":
        headers = store.headers()
        return _json([h._asdict() for h in headers]) if form == "json" else list_text(headers) + "\n"
    if action == "stats":
        rows = statistics(Knowledge(), outcomes(store))
        return _json([dict(r) for r in rows]) if form == "json" else statistics_text(rows) + "\n"
    if action == "import":
        data = _read(Path(name))
        prove(data)
        return f"imported as `{store.import_(data).name}`\n"
    header = store.find(name)
    if action == "delete":
        store.delete(header.id)
        return f"deleted `{header.name}`\n"
    if action == "export":
        exported = store.export(header.id)
        return write_export(exported, output) if output else _json(exported)
    events = store.events(header.id)
    if form == "json":
        return _json([e._asdict() for e in events])
    return f"{header.name}  {header.id}\n" + "".join(f"{event_text(e)}\n" for e in events)


def _json(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def write_export(exported: Mapping[str, object], output: str) -> str:
    """Write an exported session to a file; what was done, in a line.

    Raises:
        StoreError: ``export-unwritable``.
    """
    try:
        Path(output).write_text(_json(exported), encoding="utf-8")
    except OSError as error:
        raise StoreError(
            "export-unwritable", f"`{output}` cannot be written: {error.strerror}", where=output
        ) from error
    return f"exported `{exported['name']}` to {output}\n"


def _read(path: Path) -> dict[str, object]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise StoreError("import-invalid", f"`{path}` is too large for a session", where=path)
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StoreError("import-unreadable", f"`{path}` cannot be read: {error.strerror}", where=path) from error
    except (ValueError, RecursionError) as error:
        raise StoreError("import-invalid", f"`{path}` is no exported session: {error}", where=path) from error
    if not isinstance(data, dict):
        raise StoreError("import-invalid", f"`{path}` is no exported session", where=path)
    return data
