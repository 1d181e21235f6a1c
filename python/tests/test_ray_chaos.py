"""Everything at once on a cluster of several machines: workers killed, machines lost and added, the driver
killed and started again, a slow store; the bytes of one machine."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lettergame
from conftest import needed, same_files
from dawdler import Dawdler
from object_stores import S3

ray = needed("ray")
needed("pyarrow.fs")

from lettergame.ray._cluster import Cluster  # noqa: E402

OTHERS = {"one stage": ["letter-value"], "swiss": ["letter-value", "random", "flat"]}
OPTIONS = {
    "one stage": dict(rounds=2, games=16_000, seed=11, record="rounds"),
    "swiss": dict(schedule="swiss", stages=3, rounds=2, games=3000, seed=11, record="rounds"),
}

# with a place and a schedule each; `.ci/run --weekly` plays all
CAMPAIGNS = [("folder", "swiss"), ("folder", "one stage"), ("s3", "one stage")]
CAMPAIGNS = CAMPAIGNS if "LETTERGAME_CASES" in os.environ else CAMPAIGNS[:1]


@pytest.fixture
def slow_s3(monkeypatch):
    """A place in an object store that takes up to 40 ms for each request."""
    application = needed("moto.moto_server.threaded_moto_server").DomainDispatcherApplication
    answer, chance = application.__call__, random.Random(2)

    def slowly(*request):
        time.sleep(chance.uniform(0, 0.04))
        return answer(*request)

    monkeypatch.setattr(application, "__call__", slowly)
    for name, value in S3.variables.items():
        monkeypatch.setenv(name, value)
    with S3.running() as server:
        server.make("runs")
        yield server.uri("runs", "chaos")


@pytest.fixture
def shared(request, tmp_path):
    """Where all machines write their parts."""
    return request.getfixturevalue("slow_s3") if request.param == "s3" else str(tmp_path / "shared")


@pytest.fixture
def dawdler(tmp_path, monkeypatch):
    return Dawdler(tmp_path, monkeypatch)


@pytest.fixture
def machines(shared, dawdler):
    """A cluster of two machines, which have the credentials of the store."""
    from ray.cluster_utils import Cluster as Machines

    made = Machines(initialize_head=True, head_node_args={"num_cpus": 1})
    made.add_node(num_cpus=1)
    yield made
    made.shutdown()


class Run:
    """A run on the cluster, whose driver is started again and again."""

    def __init__(self, machines, shared, out, config, options):
        self.machines, self.shared, self.out = machines, shared, out
        self.file, self.options = config, options
        self.config = lettergame.Config(config, **options)
        self.driver = None

    def start(self):
        """Starts the driver."""
        options = [str(self.file), "--address", self.machines.address, "--shared", self.shared, "--part-seconds", "0.1",
                   "--retries", "20", "--out", str(self.out)]
        for name, value in self.options.items():
            options += [f"--{name}", str(value)]
        self.driver = subprocess.Popen([sys.executable, "-m", "lettergame.ray", *options],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def games(self):
        """The games of the parts that are stored."""
        store = Cluster(shared=self.shared).store(self.out)
        names = (store._sizes("") if "://" in self.shared
                 else [str(path.relative_to(store.folder)) for path in Path(store.folder).glob("0*/part.json")])
        ranges = [name.split("/")[0].split("-") for name in names if name.endswith("/part.json")]
        return sum(int(end) - int(first) for first, end in ranges)

    def play(self, games):
        """Until so many more games are stored."""
        wanted = self.games() + games
        assert wanted < self.config.total, "too few games for all that is to happen"
        self.wait(lambda: self.games() >= wanted)

    def wait(self, true):
        until = time.monotonic() + 120
        while not true():
            assert self.driver.poll() is None, self.driver.communicate()
            assert time.monotonic() < until, "it did not come to that"
            time.sleep(0.02)

    def kill_driver(self):
        assert self.driver.poll() is None, self.driver.communicate()
        self.driver.kill()
        self.driver.communicate()

    def kill_a_worker(self):
        self.wait(lambda: any(map(_killed, self.workers())))

    def workers(self):
        """The processes of this cluster, and of no other on this machine, that play a part."""
        for place in Path("/proc").iterdir():
            if _command(place).startswith((b"ray::games", b"ray::play_part")):
                if self.machines.address.encode() in _command(Path("/proc", _parent(place))):
                    yield int(place.name)


def _command(place):
    try:
        return (place / "cmdline").read_bytes()
    except OSError:
        return b""


def _parent(place):
    try:
        return (place / "stat").read_text().rpartition(")")[2].split()[1]
    except OSError:
        return "none"


def _killed(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def run(machines, shared, schedule, dawdler, tmp_path):
    config = dawdler.config(*OTHERS[schedule])
    begun = Run(machines, shared, tmp_path / "ray", config, OPTIONS[schedule])
    yield begun
    if begun.driver is not None and begun.driver.poll() is None:
        begun.kill_driver()


@pytest.mark.parametrize(("shared", "schedule"), CAMPAIGNS, indirect=["shared"])
def test_everything_fails_at_once(run, machines, dawdler, tmp_path):
    second = machines.worker_nodes.copy().pop()
    run.start()
    run.play(200)
    run.kill_a_worker()
    run.play(1000)
    run.kill_driver()
    run.start()
    run.play(500)
    machines.remove_node(second, allow_graceful=False)
    run.kill_a_worker()
    machines.add_node(num_cpus=1)
    run.play(500)
    run.kill_driver()
    run.start()
    third = machines.add_node(num_cpus=1)
    run.play(500)
    run.kill_a_worker()
    machines.remove_node(third, allow_graceful=False)
    dawdler.hurry()
    _, told = run.driver.communicate(timeout=240)
    assert run.driver.returncode == 0, told
    assert "resuming: " in told
    lettergame.tournament(run.config, out=tmp_path / "one")
    same_files(tmp_path / "one", tmp_path / "ray")
    assert run.games() == 0, "the parts are removed"
