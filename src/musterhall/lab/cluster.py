"""Batches fought by Dask workers: some of this computer, or a cluster that somebody else runs.

Nothing here is trusted to last. A batch whose worker dies is sent again by the scheduler; one that nobody answers for
is sent again from here after a time-out; one that kills its workers is first tried alone, because it may only have
been beside the culprit, and then named and given up. Dask is imported when workers are asked for, and not before.
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

from musterhall.game.duel import OwnOr
from musterhall.games import game_named
from musterhall.lab.fighting import Beat, Done, fight_batch, unheard
from musterhall.lab.findings import LeftOut
from musterhall.lab.plan import Batch, Plan
from musterhall.lab.versions import Versions, require_same, versions_of
from musterhall.problems import BadInput

ANSWERS_WITHIN = 10.0
"""Seconds that a scheduler has to answer."""
WORKS_WITHIN = 10.0
"""Seconds that a cluster then has to have a first worker."""
PATIENCE = 300.0
"""Seconds without any news after which batches are sent again; a usual one takes one to five."""
LOOKS_AFTER = 30.0
"""Seconds without news after which somebody looks whether there are workers still."""
COMES_BACK_WITHIN = 180.0
"""Seconds that a cluster without any worker has to get one; on a busy machine one takes its time to begin afresh."""
DEATHS_AT_A_TIME = 2
"""How often a batch may kill its worker here before it is tried alone, and then again: four times in all."""
AHEAD = 2
"""Batches that are sent for each worker, so that none has to wait."""
EXTRA = "pip install 'musterhall[lab]'"


@contextmanager
def local_workers(number: int, own_or: OwnOr | None = None) -> Iterator[Workers]:
    """Workers on this computer, each a process of its own."""
    distributed = _distributed()
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": DEATHS_AT_A_TIME - 1}),
        distributed.LocalCluster(
            n_workers=number,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            memory_limit=0,
            silence_logs="CRITICAL",
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield Workers(client, "the workers of this computer", own_or, refill=_Refill(cluster, client, number).look)


class _Refill:
    """Starts workers in the place of those that do not come back: a nanny gives up on one that dies while it starts."""

    def __init__(self, cluster: Any, client: Any, number: int) -> None:
        self._cluster, self._client, self._number = cluster, client, number
        self._last = monotonic()
        self._missed = False

    def look(self) -> None:
        """Look now and then. Who was missing at two looks is not on the way."""
        if monotonic() - self._last < LOOKS_AFTER:
            return
        self._last = monotonic()
        missing = self._number - len(self._client.nthreads())
        if missing > 0 and self._missed:
            self._cluster.scale(len(self._cluster.worker_spec) + missing)
        self._missed = missing > 0


@contextmanager
def workers_of(address: str, own_or: OwnOr | None = None) -> Iterator[Workers]:
    """The workers of a cluster that somebody runs."""
    distributed = _distributed()
    from distributed.utils import silence_logging_cmgr

    # Whatever goes wrong out there is told in a sentence; Dask would print where in its own program it noticed.
    with silence_logging_cmgr("CRITICAL"):
        try:
            asyncio.run(asyncio.wait_for(_knock(address), ANSWERS_WITHIN))
            client = distributed.Client(address, timeout=ANSWERS_WITHIN)
        except (OSError, ValueError, TypeError) as error:
            said = str(error).splitlines()[0] if str(error) else f"not within {ANSWERS_WITHIN:g} seconds"
            remedy = "check the address, or leave it out to fight here"
            raise BadInput(f"scheduler {address!r}: does not answer ({said:.120}); {remedy}.") from None
        with client:
            try:
                client.wait_for_workers(1, timeout=WORKS_WITHIN)
            except TimeoutError:
                raise BadInput(f"scheduler {address!r}: has no workers; start some and try again.") from None
            yield Workers(client, f"the scheduler {address}", own_or)


async def _knock(address: str) -> None:
    """Ask a scheduler who it is. A client would wait for ever at the door of one that hangs, or is something else."""
    distributed = _distributed()
    safely = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=ANSWERS_WITHIN, **safely)
    try:
        await comm.write({"op": "identity", "reply": True})
        await comm.read()
    finally:
        comm.abort()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise BadInput(f"workers need Dask, which is not installed: {EXTRA}; without them it is fought here.") from None
    return distributed


# What a worker does


@dataclass(frozen=True, slots=True)
class Sent:
    """A batch as it goes out, with what whoever fights it must have."""

    game: str
    versions: Versions
    agent_files: tuple[tuple[str, str], ...]
    plan: bytes
    batch: Batch


def fight_sent(sent: Sent, own_or: OwnOr | None) -> Done | Versions:
    """Fight a batch, or say what this is where it is not the same program."""
    own = versions_of(game_named(sent.game))
    if own != sent.versions:
        return own
    for name, digest in sent.agent_files:
        _require_same_file(name, digest)
    return fight_batch(_unpacked(sent.plan), sent.batch, own_or)


@lru_cache(maxsize=2)
def _unpacked(plan: bytes) -> Plan:
    found: Plan = pickle.loads(plan)
    return found


def _require_same_file(name: str, digest: str) -> None:
    file = Path(name.rpartition(":")[0])
    if not file.is_file() or sha256(file.read_bytes()).hexdigest() != digest:
        raise BadInput(f"agent {name!r}: a worker has not the same file at {file}; put it there, or fight here.")


# What sends and collects


class Workers:
    """Fights batches by a Dask client."""

    def __init__(
        self,
        client: Any,
        who: str,
        own_or: OwnOr | None = None,
        patience: float = PATIENCE,
        refill: Callable[[], None] = lambda: None,
    ) -> None:
        self._client = client
        self._refill = refill
        self._last_seen = monotonic()
        self._who = who
        self._own_or = own_or
        self._patience = patience

    def fight(self, plan: Plan, batches: Iterator[Batch], beat: Beat = unheard) -> Iterator[Done | LeftOut]:
        out = _Out(self._client, plan, self._own_or)
        try:
            while out.fill(batches):
                yield from self._news(out)
        except _signs_of_loss():
            out.flying.clear()  # there is nobody to whom they could be called off
            raise BadInput(f"{self._who}: is lost; what was fought is kept, so go on when it is back.") from None
        finally:
            out.cancel()

    def _news(self, out: _Out) -> Iterator[Done | LeftOut]:
        distributed = _distributed()
        self._refill()
        try:
            distributed.wait(list(out.flying), timeout=min(self._patience, LOOKS_AFTER), return_when="FIRST_COMPLETED")
        except TimeoutError:
            self._require_somebody()
            if out.send_again(self._patience):
                self._patience *= 2  # they may only be slow, and a worker that begins afresh is slower still
            return
        for future in [one for one in out.flying if one.done()]:
            found = self._result(out, future)
            if found is not None:
                yield found

    def _require_somebody(self) -> None:
        """Refuse to wait for a cluster on which nobody is left who could fight."""
        now = monotonic()
        if _threads(self._client):
            self._last_seen = now
        elif now - self._last_seen > COMES_BACK_WITHIN:
            raise BadInput(f"{self._who}: no worker is left; what was fought is kept, so go on later.")

    def _result(self, out: _Out, future: Any) -> Done | LeftOut | None:
        """What came of a batch; nothing where it has to be fought again."""
        distributed = _distributed()
        batch, self._last_seen = out.land(future), monotonic()
        try:
            found = future.result(timeout=self._patience)
        except distributed.KilledWorker:
            return out.suspect(batch)
        except TimeoutError:
            out.again.append(batch)
            return None
        except BadInput:
            raise
        except _signs_of_loss():
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise BadInput(f"{self._who}: cannot fight batch {batch.key} ({said:.200}); mend that first.") from None
        if isinstance(found, Versions):
            require_same(out.versions, found, f"{self._who}: a worker", "install the same there")
        assert isinstance(found, Done)
        return None if out.is_known(found) else found


def _signs_of_loss() -> tuple[type[Exception], ...]:
    """What Dask raises once its scheduler is gone, or has been silent for too long."""
    distributed = _distributed()
    return (distributed.CancelledError, distributed.client.ClosedClientError, OSError)


def _threads(client: Any) -> int:
    """How many batches a cluster fights at once."""
    found = client.sync(client.scheduler.ncores, workers=None, callback_timeout=COMES_BACK_WITHIN)
    return sum(found.values())


@dataclass(slots=True)
class _Out:
    """The batches that are out, and those that have to go out again."""

    client: Any
    plan: Plan
    own_or: OwnOr | None
    flying: dict[Any, tuple[Batch, float]] = field(default_factory=dict)
    again: deque[Batch] = field(default_factory=deque)
    suspects: deque[Batch] = field(default_factory=deque)
    tried_alone: set[str] = field(default_factory=set)
    come: set[str] = field(default_factory=set)
    versions: Versions = field(init=False)
    _packed: bytes = field(init=False)

    def __post_init__(self) -> None:
        self.versions = versions_of(self.plan.game)
        self._packed = pickle.dumps(self.plan)

    def fill(self, batches: Iterator[Batch]) -> bool:
        """Send what there is room for; whether anything is out then. Suspects wait until they can be alone."""
        if self.suspects:
            if not self.flying:
                self._send(self.suspects.popleft())
            return True
        room = AHEAD * max(1, _threads(self.client))
        while len(self.flying) < room:
            batch = self.again.popleft() if self.again else next(batches, None)
            if batch is None:
                break
            self._send(batch)
        return bool(self.flying)

    def land(self, future: Any) -> Batch:
        return self.flying.pop(future)[0]

    def is_known(self, done: Done) -> bool:
        """Whether it has come already, by an earlier sending."""
        known = done.key in self.come
        self.come.add(done.key)
        return known

    def suspect(self, batch: Batch) -> LeftOut | None:
        """Try a batch alone at which workers died; one that was alone already is given up."""
        if batch.key not in self.tried_alone:
            self.tried_alone.add(batch.key)
            self.suspects.append(batch)
            return None
        self.come.add(batch.key)
        seeds = f"seeds {batch.first_seed} to {batch.first_seed + batch.seeds - 1}"
        return LeftOut(batch.key, f"its workers died again and again, also when it was fought alone ({seeds}).")

    def send_again(self, patience: float) -> bool:
        """What has been out too long goes out once more, and whoever had it begins afresh, because it may hang.

        Whether there was any.
        """
        now = monotonic()
        late = [future for future, (_, since) in self.flying.items() if now - since >= patience]
        if not late:
            return False
        busy = self.client.processing()
        silent = [who for who, keys in busy.items() if any(future.key in keys for future in late)]
        for future in late:
            self.again.append(self.land(future))
        self.client.cancel(late)
        if silent:
            # To be asked to close, a worker waits for what it does; so it is ended, and its nanny starts another.
            with suppress(OSError, TimeoutError):
                self.client.run(os._exit, 1, workers=silent, on_error="ignore")
        return True

    def cancel(self) -> None:
        if self.flying:
            with suppress(*_signs_of_loss()):
                self.client.cancel(list(self.flying))

    def _send(self, batch: Batch) -> None:
        sent = Sent(self.plan.game.name, self.versions, self.plan.agent_files, self._packed, batch)
        future = self.client.submit(fight_sent, sent, self.own_or, pure=False, key=_key(batch))
        self.flying[future] = (batch, monotonic())


def _key(batch: Batch) -> str:
    """Another for each sending, so that a lost one is not waited for again."""
    from uuid import uuid4

    return f"muster-{batch.key}-{uuid4().hex[:8]}"
