"""Local servers with the interfaces of S3, Google Cloud Storage and Azure, for tests."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from conftest import needed

AZURE_ACCOUNT = "devstoreaccount1"
# the account that Azurite, like any emulator of Azure, has: not a secret
AZURE_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


class S3:
    """moto."""

    variables = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}

    def __init__(self, address: str) -> None:
        self.address = address

    @staticmethod
    @contextmanager
    def running() -> "Iterator[S3]":
        server = needed("moto.server").ThreadedMotoServer(port=0, verbose=False)
        server.start()
        try:
            yield S3("%s:%d" % server.get_host_and_port())
        finally:
            server.stop()

    def make(self, bucket: str) -> None:
        options = dict(endpoint_override=self.address, scheme="http", region="us-east-1")
        needed("pyarrow.fs").S3FileSystem(allow_bucket_creation=True, **options).create_dir(bucket)

    def uri(self, bucket: str, key: str) -> str:
        return f"s3://{bucket}/{key}?endpoint_override={self.address}&scheme=http&region=us-east-1"


class Google:
    """gcp-storage-emulator."""

    variables: dict[str, str] = {}

    def __init__(self, address: str) -> None:
        self.address = address

    @staticmethod
    @contextmanager
    def running() -> "Iterator[Google]":
        server = needed("gcp_storage_emulator.server").create_server("localhost", 0, in_memory=True)
        server.start()
        try:
            yield Google("localhost:%d" % server._api._httpd.server_port)
        finally:
            server.stop()

    def make(self, bucket: str) -> None:
        options: dict[str, Any] = dict(endpoint_override=self.address, scheme="http", project_id="test")
        needed("pyarrow.fs").GcsFileSystem(anonymous=True, **options).create_dir(bucket)

    def uri(self, bucket: str, key: str) -> str:
        return f"gs://anonymous@{bucket}/{key}?endpoint_override={self.address}&scheme=http"


class Azure:
    """Azurite."""

    variables = {"AZURE_STORAGE_KEY": AZURE_KEY}

    def __init__(self, address: str) -> None:
        self.address = address

    @staticmethod
    @contextmanager
    def running() -> "Iterator[Azure]":
        command = [_azurite(), "--blobPort", "0", "--inMemoryPersistence", "--skipApiVersionCheck", "--silent",
                   "--disableTelemetry"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                told = next(line for line in server.stdout if "listens on" in line)
                found = re.search(r"http://([\d.:]+)", told)
                assert found, told
                yield Azure(found[1])
            finally:
                server.kill()

    def make(self, bucket: str) -> None:
        options = {f"{service}_storage_{what}": value for service in ("blob", "dfs")
                   for what, value in (("authority", self.address), ("scheme", "http"))}
        made = needed("pyarrow.fs").AzureFileSystem(account_name=AZURE_ACCOUNT, account_key=AZURE_KEY, **options)
        made.create_dir(bucket)

    def uri(self, bucket: str, key: str) -> str:
        return f"abfs://{bucket}@{AZURE_ACCOUNT}/{key}?endpoint_override={self.address}&scheme=http"


def _azurite() -> str:
    """The command of Azurite: without it tests are skipped. `.ci/run --weekly` installs it and names it in
    LETTERGAME_AZURITE."""
    found = os.environ.get("LETTERGAME_AZURITE") or shutil.which("azurite-blob")
    if found is None:
        pytest.skip("Azurite is not installed: npm install -g azurite")
    return found


KINDS = {"s3": S3, "gs": Google, "abfs": Azure}
"""The servers, by the schemes of their addresses."""
