"""Checks of arguments: a value fits the annotation of its parameter, or the error names both."""

import functools
import inspect
import operator
import os
import reprlib
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, ParamSpec, TypeVar, Union, get_args, get_origin

from ._core import LettergameError

P = ParamSpec("P")
R = TypeVar("R")

_WORDS: dict[Any, str] = {
    str: "a text",
    bytes: "bytes",
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    type: "a class",
    slice: "a slice",
    os.PathLike: "a path",
    Callable: "a function",
    Mapping: "a dict",
    None: "None",
}


class _Choice(NamedTuple):
    """A value of a `Literal`."""

    text: str


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function, whose arguments are checked before it is called. Keywords that it passes on are not."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            given = signature.bind_partial(*args, **kwargs).arguments
        except TypeError:
            # the function itself says it better
            return function(*args, **kwargs)
        for name, value in given.items():
            parameter = signature.parameters[name]
            values = value if parameter.kind is parameter.VAR_POSITIONAL else [value]
            if parameter.kind is not parameter.VAR_KEYWORD:
                for one in values:
                    check(name, one, parameter.annotation)
        return function(*args, **kwargs)

    return call


def check(name: str, value: Any, hint: Any) -> None:
    """Raises an error unless the value fits the annotation."""
    if not _fits(value, hint):
        words = list(dict.fromkeys(map(_word, _members(hint))))
        expected = " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
        raise LettergameError(f"{name} is {reprlib.repr(value)}: expected {expected}")


def _members(hint: Any) -> list[Any]:
    """The kinds of values that an annotation allows, without what they contain."""
    if get_origin(hint) in (Union, types.UnionType):
        return [member for part in get_args(hint) for member in _members(part)]
    if get_origin(hint) is Literal:
        return list(map(_Choice, get_args(hint)))
    if hint is type(None):
        return [None]
    return [get_origin(hint) or hint]


def _word(kind: Any) -> str:
    if isinstance(kind, _Choice):
        return kind.text
    if kind in _WORDS:
        return _WORDS[kind]
    iterable = inspect.isclass(kind) and issubclass(kind, Iterable)
    return "a sequence" if iterable else f"a {getattr(kind, '__name__', kind)}"


def _fits(value: Any, hint: Any) -> bool:
    return any(map(functools.partial(_is, value), _members(hint)))


def _is(value: Any, kind: Any) -> bool:
    if kind in (Any, inspect.Parameter.empty):
        return True
    if kind is None:
        return value is None
    if kind is bool:
        return type(value).__name__ in ("bool", "bool_")
    if kind is int:
        return _is_whole(value) and not isinstance(value, bool)
    if kind is float:
        return hasattr(value, "__float__") and not isinstance(value, bool)
    if isinstance(kind, _Choice):
        return isinstance(value, str) and value == kind.text
    # what is no class is an annotation as a text
    return not inspect.isclass(kind) or isinstance(value, kind)


def _is_whole(value: Any) -> bool:
    try:
        operator.index(value)
    except TypeError:
        return False
    return True
