"""Parts in object stores, against local servers with their interfaces."""

import json
import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import lettergame
from conftest import needed, same_files
from object_stores import KINDS

needed("ray")
needed("pyarrow.fs")

from lettergame import _runs  # noqa: E402
from lettergame.ray import Cluster, _address, _lease, _task  # noqa: E402
from lettergame.ray._address import is_uri, opened, shown  # noqa: E402
from lettergame.ray._driver import Driver  # noqa: E402
from lettergame.ray._engine import Lost, pickled  # noqa: E402
from lettergame.ray._objects import ObjectStore  # noqa: E402
from lettergame.ray._plan import Pace  # noqa: E402
from lettergame.ray._worker import Job  # noqa: E402
from test_ray_parts import CASE, FILES, LocalEngine  # noqa: E402


@pytest.fixture(scope="module", params=KINDS)
def server(request):
    """A running server of each kind."""
    with KINDS[request.param].running() as running:
        yield running


@pytest.fixture
def uri(server, monkeypatch, request):
    """A place in an empty bucket."""
    for name, value in server.variables.items():
        monkeypatch.setenv(name, value)
    bucket = f"runs-{abs(hash(request.node.name))}"
    server.make(bucket)
    return server.uri(bucket, "duel")


def played(config, uri, fate=lambda games: None):
    """The store and the parts of a run that workers write to it."""
    store = ObjectStore(uri)
    driver = Driver(store, lettergame.Stages(config), store.open(config, FILES), Pace(5.0), 9, config.block)
    engine = LocalEngine(config, fate=fate, shared=store.place())
    try:
        return store, list(driver.play(lambda: engine, lambda *_: None)), engine
    finally:
        store.close()


def test_parts_in_an_object_store_are_joined_or_kept(uri, tmp_path, run):
    config = lettergame.Config(**CASE)
    store, parts, _ = played(config, uri)
    lettergame.assemble(config, map(store.rows, parts), tmp_path / "joined")
    one = lettergame.tournament(config, out=tmp_path / "one")
    same_files(tmp_path / "one", tmp_path / "joined")
    made = tmp_path / "kept/parts"
    made.mkdir(parents=True)
    for part in parts:
        store.link(part, made)
    kept = _runs.keep_parts(config, tmp_path / "kept")
    assert kept.standings.csv == one.standings.csv and kept.rows() == one.rows()
    assert run("verify", tmp_path / "kept", "--quiet").returncode == 0
    store.remove()
    assert store.job() is None


def test_a_restart_reads_marks_and_plays_what_is_missing(uri, tmp_path):
    config = lettergame.Config(**CASE)
    ended = []

    def fate(games):
        ended.append(games)
        if len(ended) == 4:
            raise KeyboardInterrupt
        return Lost("gone", False) if len(ended) == 2 else None

    with pytest.raises(KeyboardInterrupt):
        played(config, uri, fate)
    store = ObjectStore(uri)

    def sound(rehash=False):
        try:
            return store.open(config, FILES, rehash)
        finally:
            store.close()

    there = sound()
    assert 0 < sum(len(part.games) for part in there) < 60
    # a worker that was lost before its mark, a row that is cut, and one with another bit
    store._put("000000000040-000000000050/scores.csv", b"game,de")
    scores = store._read(there[0], "scores.csv")
    store._put(f"{there[0].name}/scores.csv", scores[:-1])
    assert sound() == there[1:]
    store._put(f"{there[0].name}/scores.csv", scores[:-5] + bytes([scores[-5] ^ 1]) + scores[-4:])
    assert sound() == there
    assert sound(rehash=True) == there[1:]
    store._put(f"{there[0].name}/scores.csv", scores[:-1])
    _, parts, engine = played(config, uri)
    assert sum(len(games) for games in engine.begun) == 60 - sum(len(part.games) for part in there[1:])
    lettergame.assemble(config, map(store.rows, parts), tmp_path / "joined")
    lettergame.tournament(config, out=tmp_path / "one")
    same_files(tmp_path / "one", tmp_path / "joined")


def test_places_that_cannot_be_used_are_named(server, uri):
    config = lettergame.Config(**CASE)
    with pytest.raises(lettergame.LettergameError, match=r"cannot use \w+://[^?]*no-runs\S+: .*exist"):
        ObjectStore(server.uri("no-runs", "duel")).open(config, FILES)
    store = ObjectStore(uri)
    store._put("thesis.tex", b"years")
    with pytest.raises(lettergame.LettergameError, match="do not belong to parts"):
        store.open(config, FILES)
    # workers see only what the driver has begun
    job = pickled(Job(config.sent({}), uri))
    kind, text = _task.play_part(lettergame.__version__, job, 0, 1)
    assert kind == "refused" and "--shared" in text
    store.remove()
    store.open(config, FILES)
    store.close()
    with pytest.raises(lettergame.LettergameError, match="parts of another run"):
        store.open(lettergame.Config(**{**CASE, "seed": 5}), FILES)


@pytest.mark.parametrize("scheme", ["gs", "abfs"])
def test_a_server_that_does_not_answer_is_named(scheme, monkeypatch):
    for name, value in KINDS[scheme].variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setitem(_address._DEFAULTS, "gs", "retry_limit_seconds=2")
    store = ObjectStore(KINDS[scheme]("127.0.0.1:9").uri("runs", "duel"))
    with pytest.raises(lettergame.LettergameError, match=rf"cannot use {scheme}://.*onnect"):
        store.open(lettergame.Config(**CASE), FILES)


def test_credentials_that_are_wrong_are_an_error(monkeypatch):
    with KINDS["abfs"].running() as server:
        server.make("runs")
        monkeypatch.setenv("AZURE_STORAGE_KEY", "d3Jvbmc=")
        with pytest.raises(lettergame.LettergameError, match="cannot use abfs://runs@.*403"):
            ObjectStore(server.uri("runs", "duel")).open(lettergame.Config(**CASE), FILES)


@pytest.mark.parametrize(("uri", "text"), [
    ("ftp://x/y", "invalid place `ftp://x/y` for parts.*s3://BUCKET"),
    ("s3://b/k?regoin=x", "regoin"),
    ("abfs://c@account/k?regoin=x", "unknown option `regoin`: expected endpoint_override or scheme"),
    ("abfs://account.dfs.core.windows.net/k", "no container and account.*abfs://CONTAINER@ACCOUNT"),
    ("abfs://c:secret@account.dfs.core.windows.net/k", "`abfs://c@account.dfs.core.windows.net/k`.*or a password"),
    # pyarrow would abort the process
    ("abfs://c@account/k?scheme=http", "needs the variable AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN"),
])
def test_addresses_that_cannot_be_read_are_refused(uri, text, monkeypatch):
    for name in ("AZURE_STORAGE_KEY", "AZURE_STORAGE_SAS_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(lettergame.LettergameError, match=text) as told:
        opened(uri)
    assert "secret" not in str(told.value)


def test_messages_show_no_passwords():
    assert shown("s3://id:secret@b/k?region=x") == "s3://id@b/k"
    assert shown("gs://anonymous@b/a:b@c") == "gs://anonymous@b/a:b@c"


def test_one_driver_at_a_time(uri, monkeypatch):
    config = lettergame.Config(**CASE)
    first, second = ObjectStore(uri), ObjectStore(uri)
    first.open(config, FILES)
    owner = rf"process {os.getpid()} on {socket.gethostname()} since 20\d\d-"
    with pytest.raises(lettergame.LettergameError, match=f"another driver is playing into .*{owner}"):
        second.open(config, FILES)
    first.close()
    second.open(config, FILES)
    second.close()
    assert second._sizes("drivers") == {}


def test_of_many_that_start_at_once_one_plays(uri):
    config = lettergame.Config(**CASE)
    stores = [ObjectStore(uri) for _ in range(6)]

    def opens(store):
        try:
            store.open(config, FILES)
        except lettergame.LettergameError as error:
            assert "another driver" in str(error)
            return False
        return True

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(opens, stores)) <= 1
    for store in stores:
        store.close()
    assert opens(stores[0])
    stores[0].close()


def test_a_dead_driver_is_followed_by_another(uri, monkeypatch):
    config = lettergame.Config(**CASE)
    store = ObjectStore(uri)
    with subprocess.Popen([sys.executable, "-c", "pass"]) as process:
        pass
    here = dict(host="here", pid=process.pid, since="then", boot=_lease._boot())
    # of this machine, whose process is known to be gone; and of another, which may be alive
    store._put("drivers/gone.json", json.dumps(here).encode())
    store.open(config, FILES)
    store.close()
    store._put("drivers/far.json", json.dumps({**here, "host": "far", "boot": "other"}).encode())
    with pytest.raises(lettergame.LettergameError, match="process .* on far since then, last heard of"):
        store.open(config, FILES)
    monkeypatch.setattr(_lease, "STALE_SECONDS", 0.5)
    time.sleep(2)
    store.open(config, FILES)
    store.close()
    assert store._sizes("drivers") == {}


def test_a_driver_that_was_taken_for_dead_stops_and_removes_nothing(uri, monkeypatch):
    config = lettergame.Config(**CASE)
    played(config, uri)
    monkeypatch.setattr(_lease, "BEAT_SECONDS", 0.05)
    slow, quick = ObjectStore(uri), ObjectStore(uri)
    slow.open(config, FILES)
    time.sleep(0.5)
    slow.check()
    until = time.monotonic() + 30
    while not slow._lease.lost and time.monotonic() < until:
        for key in slow._sizes("drivers"):
            quick._delete(key)
    with pytest.raises(lettergame.LettergameError, match="another driver took over"):
        list(Driver(slow, lettergame.Stages(config), [], Pace(5.0), 9).play(lambda: LocalEngine(config), lambda *_: None))
    slow.close()
    slow.remove()
    assert len(quick.open(config, FILES)) > 1
    quick.close()


def test_a_cluster_knows_places_from_folders(uri, tmp_path):
    assert is_uri("s3://b/k") and not is_uri("/mnt/s3") and not is_uri(tmp_path)
    place = Cluster(shared=uri).store(tmp_path, "hidden-3").place()
    assert place == uri.replace("/duel?", "/duel/hidden-3?")
    assert Cluster(shared=tmp_path / "x").store(tmp_path).folder == tmp_path / "x"
    assert Cluster().store(tmp_path / "out").folder == tmp_path / "out.parts"
