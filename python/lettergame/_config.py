"""Configs as Python writes them: a file, a text, a dict, keywords; with classes among the players."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from . import _command, _core
from ._arguments import check, checked
from ._players import Player, check_class

PlayerLike: TypeAlias = str | type[Player]
"""A player: a name as on the command line, or a class that extends `Player`."""

Source: TypeAlias = (
    str | os.PathLike[str] | Mapping[str, Any] | Sequence[PlayerLike] | type[Player] | None
)
"""What a config is read from: the path of a file, its text, a dict with the same keys, or players."""

_RULES = ("preset", *(key for key, *_ in _core.rule_keys()))


class Config:
    """A checked config, ready to be played; a missing seed is drawn when it is read.

    It can be pickled and so be sent to other machines, which must have the same version, words and modules; classes of
    the main program travel with cloudpickle.

    Parameters
    ----------
    source : path, text, dict or list of players, optional
        The path of a TOML file, its text (recognised by a line break or `=`), a dict, or the players.
    sandbox : {"auto", "require", "off"}
        Whether player programs are sandboxed.
    allow_read : sequence of paths
        Folders that sandboxed programs may read.
    **options
        The keys of the file, with `_` for `-`, and the rules `rounds`, `hidden` and `preset` beside `rules={...}`; they
        win over `source`. Several values of one rule make a sweep.

    Raises
    ------
    LettergameError
        If a key, a value or a player is wrong; the error names it and what was expected.

    Examples
    --------
    >>> config = lettergame.Config(["letter-value", "random"], rounds=3, games=20, seed=7)
    >>> config.total, config.seed, config.players
    (20, 7, ['letter-value', 'random'])
    """

    @checked
    def __init__(
        self,
        source: Source = None,
        *,
        sandbox: str = "auto",
        allow_read: Iterable[str | os.PathLike[str]] = (),
        **options: Any,
    ) -> None:
        path, text, classes = _source(source)
        more = Options.of(options)
        self._classes = {**classes, **more.classes}
        self._treated: tuple[str, list[str]] = (sandbox, [os.fspath(path) for path in allow_read])
        host = hosting(self._classes, *self._treated)
        self._core = _core.Config(path, text, more.toml, host)

    def __reduce__(self) -> tuple[Any, ...]:
        return Config.received, self.sent({})

    def sent(self, places: Mapping[Path, Path]) -> tuple[Any, ...]:
        """The arguments from which `Config.received` builds this config on another machine, where
        files have other paths: `places` maps the paths as written in the config; relative ones are
        relative to its current directory."""
        made_by = (_core.__version__, self.fingerprint)
        sandbox, allow_read = self._treated
        allow_read = [os.fspath(places.get(Path(path), path)) for path in allow_read]
        toml = self._core.toml_with(self.only_run(), dict(places))
        return made_by, toml, self._classes, sandbox, allow_read

    @classmethod
    def received(
        cls,
        made_by: tuple[str, str],
        toml: str,
        classes: dict[str, type[Player]],
        sandbox: str,
        allow_read: list[str],
    ) -> "Config":
        """A config from elsewhere, if it means the same here."""
        version, fingerprint = made_by
        if version != _core.__version__:
            raise _core.LettergameError(
                f"the config was made by lettergame {version}, but this is {_core.__version__}; "
                "install the same version on all machines"
            )
        config = cls._whole(toml, classes, (sandbox, allow_read))
        if config.fingerprint != fingerprint:
            raise _core.LettergameError(
                "the config does not mean the same here: its word list differs from the one where it "
                "was made"
            )
        return config

    @classmethod
    def _whole(
        cls, toml: str, classes: dict[str, type[Player]], treated: tuple[str, list[str]]
    ) -> "Config":
        """A config that was read before."""
        config = cls.__new__(cls)
        config._classes, config._treated = classes, treated
        config._core = _core.Config(None, toml, "", hosting(classes, *treated))
        return config

    @property
    def runs(self) -> "dict[str | None, Config]":
        """A config for each run of a sweep, by label; itself alone where there is no sweep."""
        if len(self.labels) == 1:
            return {self.labels[0]: self}
        texts = {label: self._core.toml(run) for run, label in enumerate(self.labels)}
        return {
            label: Config._whole(toml, self._classes, self._treated) for label, toml in texts.items()
        }

    def check_place(self, out: Path, force: bool) -> None:
        """Raises an error if a run cannot be played as a whole, or its folder exists."""
        self._core.check_place(self.only_run(), out, force)

    def move_in(self, made: Path, out: Path, force: bool) -> None:
        """Moves a whole run to its folder, under the lock of the existing run, which `force` replaces."""
        self._core.move_in(made, out, force)

    @property
    def staged(self) -> bool:
        """Whether later games depend on the results of earlier ones."""
        return self._core.staged(self.only_run())

    @property
    def main_classes(self) -> list[type[Player]]:
        """The classes among the players that cannot be imported from a file: those of the main program."""
        return [made_by for made_by in self._classes.values() if made_by.__module__ == "__main__"]

    @property
    def class_paths(self) -> list[str]:
        """The classes among the players, as `package.module:Name`."""
        return self._core.residents(self.only_run())

    @property
    def seed_drawn(self) -> bool:
        """Whether the seed was drawn because none was given."""
        return self._core.seed_drawn

    @property
    def local_files(self) -> list[tuple[str, Path, tuple[str, list[Path]] | None]]:
        """The local files that a run needs: what names each of them, its path as written in the
        config, and for a command, whose path is where its relative paths start, the command itself
        and the files it reads."""
        named = self._core.local_files(self.only_run())
        return [*named, *(("allow_read", Path(path), None) for path in self._treated[1])]

    @property
    def labels(self) -> list[str | None]:
        """The labels of the runs of a sweep; `[None]` without a sweep."""
        return self._core.labels

    def only_run(self) -> int:
        """The number of the only run."""
        if len(self.labels) > 1:
            raise _core.LettergameError(
                f"this is a sweep of {len(self.labels)} runs; play it with lettergame.sweep"
            )
        return 0

    @property
    def toml(self) -> str:
        """The config in full, as in a run's folder."""
        return self._core.toml(self.only_run())

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the config and the word list: parts with the same one can be joined."""
        return self._core.fingerprint(self.only_run())

    @property
    def total(self) -> int:
        """The number of games."""
        return self._core.total(self.only_run())

    @property
    def block(self) -> int:
        """The number of games per block: a player that is not built in and fails in five games in a
        row is benched for the rest of its block. 1 if all players are built in."""
        return self._core.block(self.only_run())

    @property
    def seed(self) -> int:
        """Seed of the run."""
        return self._core.seed(self.only_run())

    @property
    def game(self) -> str:
        """The game."""
        return self._core.players(self.only_run())[0]

    @property
    def players(self) -> list[str]:
        """The names of the players in rows."""
        return self._core.players(self.only_run())[1]


ConfigLike: TypeAlias = Config | Source
"""A config, read or yet to be read."""


class Options:
    """Keywords as TOML, and the classes among them."""

    def __init__(self, toml: str, classes: dict[str, type[Player]]) -> None:
        self.toml = toml
        self.classes = classes

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "Options":
        top: dict[str, Any] = {}
        rules: dict[str, Any] = {}
        classes: dict[str, type[Player]] = {}
        tables: list[Mapping[str, Any]] = []
        for key, value in options.items():
            if value is None:
                continue
            name = key.replace("_", "-")
            if name in _RULES:
                rules[name] = value
            elif name == "rules":
                check(key, value, Mapping)
                rules.update({rule.replace("_", "-"): set_to for rule, set_to in value.items()})
            elif name == "players":
                top[name], classes = named(value)
            elif name == "player":
                check(key, value, Sequence)
                for table in value:
                    check(key, table, Mapping)
                tables.extend(value)
            elif name == "lexicon":
                check(key, value, str | os.PathLike)
                top[name] = os.fspath(value)
            else:
                top[name] = value
        described = [{"name": name, "class": path_of(made_by)} for name, made_by in classes.items()]
        return cls(toml_text(top, rules, [*tables, *described]), classes)


def named(players: Sequence[PlayerLike] | PlayerLike) -> tuple[list[str], dict[str, type[Player]]]:
    """The names of players, and the classes among them by name."""
    players = several(players)
    names: list[str] = []
    classes: dict[str, type[Player]] = {}
    for player in players:
        if isinstance(player, str):
            names.append(player)
            continue
        made_by = check_class(player)
        if classes.setdefault(made_by.__name__, made_by) is not made_by:
            raise _core.LettergameError(
                f"two classes are called {made_by.__name__}; rename one of them"
            )
        names.append(made_by.__name__)
    return names, classes


def several(players: Any, what: str = "players") -> list[Any]:
    """Players one by one: a sequence, one of them, or a text with commas, as on the command line."""
    if isinstance(players, str):
        return [player.strip() for player in players.split(",")]
    if isinstance(players, type):
        return [players]
    if not isinstance(players, Iterable):
        raise _core.LettergameError(
            f"{what} is {players!r}: expected names or classes, as in {what}=[\"letter-value\", \"random\"]"
        )
    return list(players)


def path_of(made_by: type[Player]) -> str:
    """Where a class can be imported from."""
    return f"{made_by.__module__}:{made_by.__qualname__}"


def hosting(
    classes: Mapping[str, type[Player]],
    sandbox: str = "auto",
    allow_read: Iterable[str | os.PathLike[str]] = (),
) -> dict[str, Any]:
    """How players that are not built in are run, in the form that the core expects."""
    return {
        "classes": list(classes.items()),
        "sandbox": sandbox,
        "allow_read": [os.fspath(path) for path in allow_read],
        "launcher": _command.find(),
    }


def given_classes(players: Iterable[type[Player]]) -> dict[str, type[Player]]:
    """Classes by name."""
    return named(list(players))[1]


def _source(
    source: Source,
) -> tuple[str | None, str | None, dict[str, type[Player]]]:
    if source is None:
        return None, None, {}
    if not isinstance(source, str | os.PathLike):
        options = Options.of(source if isinstance(source, Mapping) else {"players": source})
        return None, options.toml, options.classes
    if isinstance(source, str) and not Path(source).exists():
        if "\n" in source or "=" in source:
            return None, source, {}
        if not source.endswith(".toml"):
            raise _core.LettergameError(
                f"cannot read config {source}: there is no such file; players are a list, as in "
                '["letter-value", "random"]'
            )
    return os.fspath(source), None, {}


def toml_text(
    top: Mapping[str, Any],
    rules: Mapping[str, Any],
    tables: Iterable[Mapping[str, Any]],
) -> str:
    """Keys, the table `rules` and the tables `player` as TOML."""
    lines = [f"{_key(key)} = {_value(key, value)}" for key, value in top.items()]
    if rules:
        lines += ["[rules]", *(f"{_key(key)} = {_value(key, value)}" for key, value in rules.items())]
    for table in tables:
        pairs = (f"{_key(key.replace('_', '-'))} = {_value(key, value)}" for key, value in table.items())
        lines += ["[[player]]", *pairs]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if plain else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(key: str, value: Any) -> str:
    if isinstance(value, (bool, str)):
        return json.dumps(value) if isinstance(value, bool) else _text(value)
    if isinstance(value, os.PathLike):
        return _text(os.fspath(value))
    if isinstance(value, Mapping):
        pairs = (f"{_key(inner)} = {_value(inner, item)}" for inner, item in value.items())
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, Iterable):
        return "[" + ", ".join(_value(key, item) for item in value) + "]"
    check(key, value, str | float | bool | Iterable | Mapping)
    return str(value)
