"""Addresses of places in object stores: S3, Google Cloud Storage and Azure."""

import os
import re
from os import PathLike
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from .._core import LettergameError

_EXPECTED = "expected s3://BUCKET/KEY, gs://BUCKET/KEY or abfs://CONTAINER@ACCOUNT.dfs.core.windows.net/KEY"
_DEFAULTS = {"gs": "retry_limit_seconds=30"}
"""Options of the schemes unless an address has its own; Google's library would try for 15 minutes."""


def is_uri(place: str | PathLike[str]) -> bool:
    """Whether it is a place in an object store, such as `s3://bucket/duel`, rather than a folder."""
    return re.match(r"[a-z][a-z0-9+.-]+://", str(place)) is not None


def below(uri: str, *names: str) -> str:
    """The address of a place below another one; its options stay at the end."""
    place, mark, options = uri.partition("?")
    return "/".join([place.rstrip("/"), *names]) + mark + options


def shown(uri: str) -> str:
    """An address as messages show it, without options and passwords."""
    return re.sub(r"(//[^/@:]*):[^/@]*@", r"\1@", uri.partition("?")[0])


def opened(uri: str) -> tuple[Any, str]:
    """The file system of an address, and the key in it."""
    try:
        from pyarrow import fs
    except ImportError as error:
        raise LettergameError(f"--shared {shown(uri)} needs pyarrow ({error}): pip install pyarrow") from None
    try:
        if uri.startswith(("abfs://", "abfss://")):
            return _azure(uri)
        found, key = fs.FileSystem.from_uri(_with_defaults(uri))
    except (OSError, ValueError) as error:
        raise LettergameError(f"invalid place `{shown(uri)}` for parts: {error}; {_EXPECTED}") from None
    return found, key.rstrip("/")


def _with_defaults(uri: str) -> str:
    option = _DEFAULTS.get(uri.partition("://")[0])
    if option is None or option.partition("=")[0] in uri:
        return uri
    return f"{uri}{'&' if '?' in uri else '?'}{option}"


def _azure(uri: str) -> tuple[Any, str]:
    """Azure's file system, with the account's key or a token of the environment: `from_uri` takes
    neither."""
    from pyarrow import fs

    parts = urlsplit(uri)
    account, _, domain = (parts.hostname or "").partition(".")
    if not parts.username or parts.password or not account:
        raise ValueError("it has no container and account, or a password")
    options = _endpoints(domain, dict(parse_qsl(parts.query, strict_parsing=bool(parts.query))))
    key, token = (os.environ.get(f"AZURE_STORAGE_{name}") for name in ("KEY", "SAS_TOKEN"))
    if key:
        options["account_key"] = key
    elif token:
        options["sas_token"] = token
    elif options.get("blob_storage_scheme") == "http":
        raise ValueError("without https it needs the variable AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN")
    return fs.AzureFileSystem(account_name=account, **options), parts.username + parts.path.rstrip("/")


def _endpoints(domain: str, given: dict[str, str]) -> dict[str, str]:
    """The two services of Azure that the options of an address name."""
    unknown = given.keys() - {"endpoint_override", "scheme"}
    if unknown:
        raise ValueError(f"unknown option `{min(unknown)}`: expected endpoint_override or scheme")
    options = {}
    if endpoint := given.get("endpoint_override"):
        options = {"blob_storage_authority": endpoint, "dfs_storage_authority": endpoint}
    elif domain:
        services = ("blob", "dfs")
        rest = re.sub(r"^(dfs|blob)\.", "", domain)
        options = {f"{name}_storage_authority": f".{name}.{rest}" for name in services}
    if scheme := given.get("scheme"):
        options |= {"blob_storage_scheme": scheme, "dfs_storage_scheme": scheme}
    return options
