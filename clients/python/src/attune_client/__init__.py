"""A client of the Attune decision service. It needs the standard library only.

    from attune_client import Client

    attune = Client("http://localhost:8080")
    attune.create("drinks")
    decision = attune.decide("drinks", ["tea", "coffee"], context={"country": "DE", "age": 31})
    show(decision.arm)
    attune.reward(decision.id, 1.0)  # later, from any machine

If the service cannot be reached, is busy or limits the rate of the key, a call is retried with growing pauses.
Decisions, observations and rewards carry ids, so none of them counts twice. A client is safe under threads; one
instance is enough. In asyncio programs, use ``await asyncio.to_thread(attune.decide, ...)``.
"""

from __future__ import annotations

import http.client
import json
import queue
import random
import secrets
import ssl
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import quote, urlsplit

__all__ = [
    "AttuneError", "Bandit", "Client", "Decision", "Features", "Arm", "REPLAY_MISMATCH", "UNREACHABLE",
]

Features = Mapping[str, Union[float, str, bool, Sequence[str], Sequence[float]]]
"""Features by name: numbers, texts, flags, lists of texts or lists of numbers."""

Arm = Union[str, Tuple[str, Features]]
"""An arm: its id, or its id and its features."""

UNREACHABLE = "unreachable"
"""The kind of a failure without an answer of the service."""

REPLAY_MISMATCH = "replay-mismatch"
"""The kind of a failure to explain a decision: its replay differs from the journal."""

_FIRST_PAUSE = 0.1  # seconds; doubled each time
_LONGEST_PAUSE = 3.0
_TRY_LATER = (429, 503)
_PROBLEM = "urn:attune:problem:"
_IDLE_CONNECTIONS = 32


class AttuneError(Exception):
    """The service rejected a request, or could not be reached for as long as the client tries.

    status: status of the answer; 0 without one.
    kind:   what kind of problem, such as "invalid-request", "name-taken" or "paused".
    field:  path of the field that is invalid, such as "arms[3].features.price"; empty if there is none.
    detail: one sentence for people.
    """

    def __init__(self, status: int, kind: str, field: str, detail: str) -> None:
        place = f" ({field})" if field else ""
        super().__init__(f"{status} {kind}{place}: {detail}" if status else detail)
        self.status = status
        self.kind = kind
        self.field = field
        self.detail = detail


@dataclass(frozen=True)
class Decision:
    """A decision of the service.

    id:          what a reward refers to; signed by the service.
    arm:         id of the arm to show.
    probability: with which it was chosen; None if it is not known.
    setting:     values of the policy's hyperparameters in force, by name.
    round:       round of the bandit.
    ranking:     ids of the arms to show after it, best first; nothing is learnt from them.
    repeated:    whether this is the answer to an earlier request with the same id.
    """

    id: str
    arm: str
    probability: Optional[float]
    setting: Mapping[str, float]
    round: int
    ranking: Tuple[str, ...]
    repeated: bool

    @staticmethod
    def _read(body: Mapping[str, Any]) -> "Decision":
        return Decision(
            _text(body, "decision"), _text(body, "arm"), body.get("probability"), dict(body.get("setting") or {}),
            int(body.get("round") or 0), tuple(body.get("ranking") or ()), bool(body.get("repeated")))


@dataclass(frozen=True)
class Bandit:
    """A bandit in a list."""

    name: str
    policy: str
    tuner: str
    paused: bool
    decisions: int
    learnt: int
    waiting: int

    @staticmethod
    def _read(body: Mapping[str, Any]) -> "Bandit":
        return Bandit(
            _text(body, "name"), _text(body, "policy"), _text(body, "tuner"), bool(body.get("paused")),
            int(body.get("decisions") or 0), int(body.get("learnt") or 0), int(body.get("waiting") or 0))


class Client:
    """A client of the service at an address such as "http://localhost:8080".

    key:             the key that the service knows this program by; none by default.
    connect_timeout: seconds that opening a connection may take.
    timeout:         seconds that one attempt may wait for data.
    retry_for:       seconds for which a call is retried before it fails; 0 for never.
    ssl_context:     for https; the system's certificate authorities by default.
    """

    def __init__(
        self, address: str, key: str = "", *, connect_timeout: float = 2.0, timeout: float = 10.0,
        retry_for: float = 30.0, ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{address} is not the address of a service; an example is http://localhost:8080")
        self._secure = parts.scheme == "https"
        self._host, self._port, self._base = parts.hostname, parts.port, parts.path.rstrip("/")
        self._key = key
        self._connect_timeout, self._timeout, self._retry_for = connect_timeout, timeout, retry_for
        self._ssl = ssl_context or (ssl.create_default_context() if self._secure else None)
        self._idle: "queue.LifoQueue[http.client.HTTPConnection]" = queue.LifoQueue(_IDLE_CONNECTIONS)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes idle connections. The client can be used again."""
        while True:
            try:
                self._idle.get_nowait().close()
            except queue.Empty:
                return

    # --- decisions and rewards ---------------------------------------------------------------------------------------

    def decide(
        self, bandit: str, arms: Optional[Iterable[Arm]] = None, *, context: Optional[Features] = None,
        arm_ids: Optional[Sequence[str]] = None, catalogue: Optional[int] = None, top: int = 1, id: str = "",
    ) -> Decision:
        """Requests a decision among the given arms, or among those of the bandit's catalogue.

        For the same id the service always makes the same decision. Without one the client generates an id, which
        protects its own retries, but not a restarted program.
        """
        request = _request(arms, context, arm_ids, catalogue, top, id)
        return Decision._read(self._send("POST", _bandit(bandit) + "/decisions", request))

    def decide_all(self, bandit: str, requests: Iterable[Mapping[str, Any]]) -> List[Decision]:
        """Requests many decisions; each request has the keyword arguments of decide. All are rejected if one is."""
        bodies = [_request(**request) for request in requests]
        answer = self._send("POST", _bandit(bandit) + "/decisions/batch", {"requests": bodies})
        return [Decision._read(decision) for decision in answer["decisions"]]

    def observe(
        self, bandit: str, arm: str, arms: Optional[Iterable[Arm]] = None, *, context: Optional[Features] = None,
        arm_ids: Optional[Sequence[str]] = None, probability: Optional[float] = None, reward: Optional[float] = None,
        id: str = "",
    ) -> Decision:
        """Records a choice of the caller, from which the bandit learns. The reward may be given later."""
        body = _request(arms, context, arm_ids, None, 1, id)
        body["arm"] = arm
        if probability is not None:
            body["probability"] = probability
        if reward is not None:
            body["reward"] = reward
        return Decision._read(self._send("POST", _bandit(bandit) + "/observations", body))

    def reward(self, decision: str, value: float, *, id: str = "") -> str:
        """Rewards a decision. Returns "counted", "duplicate", "not-first", "late" or "unknown".

        However often a reward with an id is sent, it counts once.
        """
        try:
            path = "/v1/decisions/" + quote(decision, safe="") + "/reward"
            outcome = _text(self._send("POST", path, {"value": value, "id": id or _unique()}), "outcome")
        except AttuneError as e:
            outcomes = {"late-reward": "late", "not-found": "unknown"}
            if e.kind not in outcomes:
                raise
            outcome = outcomes[e.kind]
        return _own(id, outcome)

    def reward_all(self, rewards: Iterable[Tuple[str, float]]) -> List[str]:
        """Rewards many decisions, of any bandits: pairs of a decision's id and a value. Returns outcomes in order."""
        bodies = [{"decision": decision, "value": value, "id": _unique()} for decision, value in rewards]
        answer = self._send("POST", "/v1/rewards", {"rewards": bodies})
        return [_own("", outcome) for outcome in answer["outcomes"]]

    def explain(self, decision: str) -> Dict[str, Any]:
        """Explains a past decision: fields "why", "arms", "envelope" and others of the API description."""
        body = self._send("GET", "/v1/decisions/" + quote(decision, safe="") + "/explanation")
        replay = body.get("replay") or {}
        if not replay.get("matches"):
            raise AttuneError(200, REPLAY_MISMATCH, "", str(replay.get("detail", "the replay does not match")))
        return body

    # --- bandits -----------------------------------------------------------------------------------------------------

    def create(self, name: str, *, arms: Optional[Iterable[Arm]] = None, **definition: Any) -> Dict[str, Any]:
        """Creates a bandit; everything but the name has a default.

        The keyword arguments are fields of the definition, such as window="30m", learning="at-once" or floor=0.02.
        """
        body: Dict[str, Any] = {"name": name, **definition}
        if arms is not None:
            body["arms"] = _arms(arms)
        return self._send("POST", "/v1/bandits", body, only_if_not_done=True)

    def list(self) -> List[Bandit]:
        """Returns all bandits, by name."""
        bandits: List[Bandit] = []
        after = ""
        while True:
            answer = self._send("GET", "/v1/bandits" + (f"?after={quote(after, safe='')}" if after else ""))
            bandits += [Bandit._read(one) for one in answer["bandits"]]
            after = answer.get("next") or ""
            if not after:
                return bandits

    def inspect(self, bandit: str) -> Dict[str, Any]:
        """Returns the definition and, under "state", the state of a bandit."""
        return self._send("GET", _bandit(bandit))

    def pause(self, bandit: str) -> None:
        """Pauses a bandit: requests for decisions are rejected, rewards are still accepted."""
        self._send("POST", _bandit(bandit) + "/pause")

    def resume(self, bandit: str) -> None:
        """Resumes a bandit."""
        self._send("POST", _bandit(bandit) + "/resume")

    def delete(self, bandit: str) -> None:
        """Deletes a bandit."""
        self._send("DELETE", _bandit(bandit), only_if_not_done=True)

    def floor(self, bandit: str, share: Union[float, Dict[str, float]]) -> None:
        """Changes the share of rounds with a uniformly random arm: a number, or {"decayTo": 0.01} as it is by default."""
        self._send("PUT", _bandit(bandit) + "/floor", {"floor": share})

    def control(self, bandit: str, control: Union[str, Dict[str, Any]]) -> None:
        """Changes what the bandit is compared with: "random", {"arm": "coffee"}, or {"oldSystem": 0.1} for a system that
        keeps a tenth of the traffic. The comparison begins anew."""
        self._send("PUT", _bandit(bandit) + "/control", {"control": control}, only_if_not_done=True)

    def count(self, bandit: str) -> None:
        """Begins the comparison with the control anew, with decisions from now on."""
        self._send("POST", _bandit(bandit) + "/count", only_if_not_done=True)

    def acknowledge(self, bandit: str, alarm: int) -> None:
        """Says that somebody has seen an alarm, which then needs no attention. Its number is the id in the statistics."""
        self._send("POST", f"{_bandit(bandit)}/alarms/{int(alarm)}/acknowledge")

    def catalogue(self, bandit: str, arms: Iterable[Arm]) -> int:
        """Registers the arms that requests may refer to; returns the version of the catalogue."""
        body = {"arms": _arms(arms)}
        return int(self._send("PUT", _bandit(bandit) + "/catalogue", body, only_if_not_done=True)["version"])

    def retire(self, bandit: str, arm: str) -> None:
        """Removes an arm from the catalogue."""
        self._send("DELETE", _bandit(bandit) + "/arms/" + quote(arm, safe=""), only_if_not_done=True)

    # --- transport ---------------------------------------------------------------------------------------------------

    def _send(
        self, method: str, path: str, body: Optional[Mapping[str, Any]] = None, *, only_if_not_done: bool = False,
    ) -> Dict[str, Any]:
        """Sends a request until it is answered or time is up.

        A request with ids, or one that only reads, may be sent again in any case. With only_if_not_done, a request
        that may have been carried out is not sent again.
        """
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        until = time.monotonic() + self._retry_for
        pause = _FIRST_PAUSE
        while True:
            asked = 0.0
            try:
                status, retry_after, answer = self._attempt(method, path, data, fresh=only_if_not_done)
            except _NotSent as e:
                failure = self._no_answer(method, path, e.cause)
            except (OSError, http.client.HTTPException) as e:
                failure = self._no_answer(method, path, e)
                if only_if_not_done:
                    raise failure from e
            else:
                if status not in _TRY_LATER:
                    return self._read(path, status, answer)
                failure = self._problem(path, status, answer)
                if only_if_not_done and failure.kind == "stopped":
                    raise failure
                asked = retry_after
            if time.monotonic() + max(asked, pause) >= until:
                raise failure
            least = max(asked, pause / 2)  # the rest is random, or all clients would return together
            time.sleep(least + random.uniform(0, pause / 2))
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _attempt(self, method: str, path: str, data: Optional[bytes], fresh: bool) -> Tuple[int, float, bytes]:
        headers = {"Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        if self._key:
            headers["Authorization"] = "Bearer " + self._key
        connection = self._connect(fresh)
        try:
            connection.request(method, self._base + path, body=data, headers=headers)
            response = connection.getresponse()
            answer = response.read()
        except BaseException:
            connection.close()
            raise
        try:
            self._idle.put_nowait(connection)
        except queue.Full:
            connection.close()
        try:
            retry_after = float(response.headers.get("Retry-After") or 0)
        except ValueError:
            retry_after = 0.0  # a date, which the service does not send
        return response.status, retry_after, answer

    def _connect(self, fresh: bool) -> http.client.HTTPConnection:
        """Returns an idle connection, or a new one. An idle one may be closed by the service at any time."""
        if not fresh:
            try:
                return self._idle.get_nowait()
            except queue.Empty:
                pass
        if self._secure:
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                self._host, self._port, timeout=self._connect_timeout, context=self._ssl)
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=self._connect_timeout)
        try:
            connection.connect()
        except OSError as e:
            connection.close()
            raise _NotSent(e) from e
        connection.sock.settimeout(self._timeout)
        return connection

    def _no_answer(self, method: str, path: str, cause: Exception) -> AttuneError:
        detail = f"{method} {self._url(path)} got no answer: {type(cause).__name__}: {cause}"
        return AttuneError(0, UNREACHABLE, "", detail)

    def _read(self, path: str, status: int, answer: bytes) -> Dict[str, Any]:
        if status // 100 != 2:
            raise self._problem(path, status, answer)
        if not answer:
            return {}
        try:
            body = json.loads(answer)
        except ValueError:
            raise AttuneError(0, UNREACHABLE, "", f"{self._url(path)} did not answer with JSON") from None
        return body

    def _problem(self, path: str, status: int, answer: bytes) -> AttuneError:
        try:
            body = json.loads(answer)
            kind = str(body["type"])
        except (ValueError, KeyError, TypeError):
            kind = ""
        if not kind.startswith(_PROBLEM):  # a proxy, or another service
            return AttuneError(status, UNREACHABLE, "", f"{self._url(path)} is not answered by Attune")
        detail = str(body.get("detail") or body.get("title") or "")
        return AttuneError(status, kind[len(_PROBLEM):], str(body.get("field") or ""), detail)

    def _url(self, path: str) -> str:
        port = f":{self._port}" if self._port else ""
        return f"{'https' if self._secure else 'http'}://{self._host}{port}{self._base}{path}"


class _NotSent(Exception):
    """The service could not be connected to, so nothing was carried out."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.cause = cause


def _request(
    arms: Optional[Iterable[Arm]] = None, context: Optional[Features] = None, arm_ids: Optional[Sequence[str]] = None,
    catalogue: Optional[int] = None, top: int = 1, id: str = "",
) -> Dict[str, Any]:
    if arms is not None and (arm_ids is not None or catalogue is not None):
        raise ValueError("arms are given with the request; arm_ids and catalogue refer to the bandit's catalogue")
    body: Dict[str, Any] = {"id": id or _unique()}
    if context:
        body["context"] = dict(context)
    if arms is not None:
        body["arms"] = _arms(arms)
    if arm_ids is not None:
        body["armIds"] = list(arm_ids)
    if catalogue is not None:
        body["catalogue"] = catalogue
    if top != 1:
        body["top"] = top
    return body


def _arms(arms: Iterable[Arm]) -> List[Any]:
    return [arm if isinstance(arm, str) else {"id": arm[0], "features": dict(arm[1])} for arm in arms]


def _own(id: str, outcome: str) -> str:
    """A generated id is unique, so a duplicate is an earlier attempt of the same call, which counted."""
    return "counted" if not id and outcome == "duplicate" else outcome


def _bandit(name: str) -> str:
    return "/v1/bandits/" + quote(name, safe="")


def _unique() -> str:
    return secrets.token_urlsafe(16)


def _text(body: Mapping[str, Any], field: str) -> str:
    value = body.get(field)
    if not isinstance(value, str):
        raise AttuneError(0, UNREACHABLE, "", f"the service answered without '{field}'")
    return value
