"""The session store: an append-only event log per session, in one SQLite file in the state directory.

What `Store.append` returned is on disk: the program may be killed and the power may fail. Two programs may use one store at
once. Importing this takes some milliseconds, so only commands with sessions do.
"""

from advisor.store.faults import StoreError
from advisor.store.log import Store, default_path
from advisor.store.records import MAX_EVENT_BYTES, Event, Header, encode, name_of

__all__ = ["MAX_EVENT_BYTES", "Event", "Header", "Store", "StoreError", "default_path", "encode", "name_of"]
