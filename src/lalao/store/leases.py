"""Servers that share a database, and which of them hosts which room or class: the rows, each change a transaction.

`lalao.web.leases` decides when a server counts as dead; here is only what the database must do at once.
"""

from collections.abc import Collection

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from lalao.store import schema as tables
from lalao.store.journal import Store

TRIES = 10
"""How often `LeaseTable.claim` tries, where other servers take and release the lease meanwhile."""


class LeaseTable:
    """The servers and their leases; all methods raise DatabaseError."""

    def __init__(self, store: Store) -> None:
        """Take the store of the journals that the servers share."""
        self.store = store

    def key(self, code: str) -> str | None:
        """Return the code under which a room or class is hosted: a class hosts its rooms. None for an unknown code."""
        journals = tables.journals.c
        with self.store.reading() as connection:
            classroom = connection.execute(select(journals.classroom).where(journals.id == code)).scalar_one_or_none()
        return classroom if classroom is None else str(classroom) or code

    def beat(self, server: str, address: str) -> dict[str, tuple[str, int]]:
        """Raise a server's number, adding the server if it is new; return each server's address and number by id."""
        row = tables.servers.c
        mine = update(tables.servers).where(row.id == server).values(beat=row.beat + 1)
        with self.store.writing() as connection:
            if connection.execute(mine).rowcount == 0:
                connection.execute(insert(tables.servers), {"id": server, "address": address, "beat": 0})
            found = connection.execute(select(row.id, row.address, row.beat)).all()
        return {str(one.id): (str(one.address), int(one.beat)) for one in found}

    def claim(self, code: str, server: str, dead: Collection[str]) -> str:
        """Take the lease of a code for a server where nobody has it, or one of the dead; return whose it is then.

        The answer is "" where it is still contested after `TRIES`.
        """
        row = tables.leases.c
        for _ in range(TRIES):
            with self.store.reading() as connection:
                holder = connection.execute(select(row.server).where(row.code == code)).scalar_one_or_none()
            if holder is not None and holder not in dead:
                return str(holder)
            try:
                with self.store.writing() as connection:
                    if holder is None:
                        connection.execute(insert(tables.leases), {"code": code, "server": server})
                        return server
                    theirs = update(tables.leases).where(row.code == code, row.server == holder)
                    if connection.execute(theirs.values(server=server)).rowcount == 1:
                        return server
            except IntegrityError:  # somebody was faster
                continue
        return ""

    def release(self, codes: Collection[str], server: str) -> None:
        """Give up leases of a server."""
        row = tables.leases.c
        with self.store.writing() as connection:
            connection.execute(delete(tables.leases).where(row.code.in_(list(codes)), row.server == server))

    def bury(self, server: str) -> None:
        """Forget a server and its leases."""
        with self.store.writing() as connection:
            connection.execute(delete(tables.leases).where(tables.leases.c.server == server))
            connection.execute(delete(tables.servers).where(tables.servers.c.id == server))
