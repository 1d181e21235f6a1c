"""Word lists."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from . import _core
from ._arguments import checked


class BestWord(NamedTuple):
    """A word and its points."""

    word: str
    points: int


class Lexicon:
    """A word list: the built-in one, or that of a file with one word per line.

    `word in lexicon` tells whether a word is valid, `len(lexicon)` is their number.
    """

    @checked
    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self._core = _core.Lexicon(Path(path) if path is not None else None)
        self._searches: dict[str, _core.WordSearch] = {}

    def __len__(self) -> int:
        return len(self._core)

    def __contains__(self, word: str) -> bool:
        return word in self._core

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the list's text."""
        return self._core.fingerprint

    @checked
    def check(self, *words: str) -> dict[str, bool]:
        """For each of these words, whether it is valid."""
        return {word: word in self for word in words}

    @checked
    def words(self, length: int | None = None) -> list[str]:
        """All words, or those of one length, in alphabetical order."""
        return self._core.words(length)

    @checked
    def anagrams(self, letters: str) -> list[str]:
        """The words that use all these letters, in alphabetical order."""
        return self._core.anagrams(letters)

    @checked
    def sub_anagrams(self, letters: str) -> list[str]:
        """The words that can be made of these letters, longest first."""
        return self._core.sub_anagrams(letters)

    @checked
    def best_word(self, letters: str | Iterable[str], preset: str = "words") -> BestWord | None:
        """The highest-scoring word in the Letter Game under the rules of a preset; None if there is
        none."""
        if preset not in self._searches:
            self._searches[preset] = self._core.search(preset)
        found = self._searches[preset].best("".join(letters))
        return BestWord(*found) if found else None
