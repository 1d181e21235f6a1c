"""The files for Ray in `tournaments/cluster`, against Ray itself and against the command that they
call."""

import re
import shlex
from pathlib import Path

import pytest

from conftest import ROOT, needed

needed("ray")
yaml = needed("yaml")

import lettergame
from lettergame.ray import __main__ as command
from ray.autoscaler._private.util import prepare_config, validate_config

CLUSTER = ROOT / "tournaments/cluster"
RAY = re.search(r"^ray==(.*)$", (ROOT / "python/requirements.txt").read_text(), re.MULTILINE)[1]


def read(name):
    return yaml.safe_load((CLUSTER / name).read_text())


def test_the_cluster_file_is_valid_for_ray():
    """Ray's schema, which has no other keys, and its rules on numbers of workers."""
    config = read("ray-cluster.yaml")
    validate_config(prepare_config(dict(config)))
    for spoil in ({"max_worker": 3}, {"available_node_types": {"head": {"resources": {"CPU": -1}, "node_config": {}}}}):
        with pytest.raises(Exception):
            validate_config(prepare_config({**config, **spoil}))
    head, spot = (config["available_node_types"][name] for name in ("head", "spot"))
    assert spot["node_config"]["InstanceMarketOptions"] == {"MarketType": "spot"}
    assert "InstanceMarketOptions" not in head["node_config"] and head["resources"] == {"CPU": 0}


def test_versions_are_those_that_are_tested():
    """Ray refuses to join machines with different versions of it."""
    assert read("kuberay.yaml")["spec"]["rayClusterSpec"]["rayVersion"] == RAY
    assert any(f"ray[default]=={RAY}'" in line for line in read("ray-cluster.yaml")["setup_commands"])
    image = (CLUSTER / "ray.Containerfile").read_text()
    assert f"\nFROM docker.io/rayproject/ray:{RAY}-py3" in image
    for name in ("kuberay.yaml", "ray-cluster.yaml", "ray.Containerfile", "kubernetes.yaml"):
        for version in re.findall(r"(?:lettergame|lettergame-ray|lettergame_arena)[:-](\d[\d.]*\d)",
                                  (CLUSTER / name).read_text()):
            assert version == lettergame.__version__, name


def test_the_job_calls_the_command_as_it_is():
    words = shlex.split(read("kuberay.yaml")["spec"]["entrypoint"])
    assert words[:3] == ["python", "-m", "lettergame.ray"]
    args = command._parser().parse_args(words[3:])
    assert args.config == Path("/config/config.toml") and args.exit_zero


def test_pods_see_what_the_job_names():
    spec = read("kuberay.yaml")["spec"]["rayClusterSpec"]
    pods = [spec["headGroupSpec"]["template"]["spec"],
            *(group["template"]["spec"] for group in spec["workerGroupSpecs"])]
    claim = read("kubernetes-claim.yaml")["metadata"]["name"]
    for pod in pods:
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        (container,) = pod["containers"]
        assert {mount["name"] for mount in container["volumeMounts"]} == set(volumes)
        assert volumes["results"]["persistentVolumeClaim"]["claimName"] == claim
        assert container["image"] == f"lettergame-ray:{lettergame.__version__}"
        assert container["imagePullPolicy"] == "IfNotPresent"
