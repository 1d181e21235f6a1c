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
    """A word list: `word in lexicon` tells whether a word is valid, `len(lexicon)` is their number.

    Parameters
    ----------
    path : path, optional
        A file with one word per line; by default the built-in list.

    Raises
    ------
    LettergameError
        If the file cannot be read.

    Examples
    --------
    >>> lexicon = lettergame.Lexicon()
    >>> "letter" in lexicon, "lettter" in lexicon
    (True, False)
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
        """Which of some words are valid.

        Parameters
        ----------
        *words : str
            The words, in upper or lower case.

        Returns
        -------
        dict
            For each word, whether it is valid.

        Examples
        --------
        >>> lettergame.Lexicon().check("quiz", "qiuz")
        {'quiz': True, 'qiuz': False}
        """
        return {word: word in self for word in words}

    @checked
    def words(self, length: int | None = None) -> list[str]:
        """The words of the list.

        Parameters
        ----------
        length : int, optional
            Only words of this length.

        Returns
        -------
        list of str
            In alphabetical order.

        Examples
        --------
        >>> lettergame.Lexicon().words(2)[:3]
        ['AA', 'AB', 'AD']
        """
        return self._core.words(length)

    @checked
    def anagrams(self, letters: str) -> list[str]:
        """The words that use all of some letters.

        Parameters
        ----------
        letters : str
            The letters.

        Returns
        -------
        list of str
            In alphabetical order.

        Raises
        ------
        LettergameError
            If something is not a letter.

        Examples
        --------
        >>> lettergame.Lexicon().anagrams("letter")
        ['LETTER', 'LETTRE']
        """
        return self._core.anagrams(letters)

    @checked
    def sub_anagrams(self, letters: str) -> list[str]:
        """The words that can be made of some letters.

        Parameters
        ----------
        letters : str
            The letters.

        Returns
        -------
        list of str
            Longest first.

        Raises
        ------
        LettergameError
            If something is not a letter.

        Examples
        --------
        >>> lettergame.Lexicon().sub_anagrams("cab")
        ['BAC', 'CAB', 'AB', 'BA']
        """
        return self._core.sub_anagrams(letters)

    @checked
    def best_word(self, letters: str | Iterable[str], preset: str = "words") -> BestWord | None:
        """The highest-scoring word in the Letter Game.

        Parameters
        ----------
        letters : str or iterable of str
            The letters.
        preset : str
            The rules that say what words score.

        Returns
        -------
        BestWord or None
            The word and its points; None if there is none.

        Raises
        ------
        LettergameError
            If something is not a letter, or there is no such preset.

        Examples
        --------
        >>> lettergame.Lexicon().best_word("qzart")
        BestWord(word='TZAR', points=13)
        """
        if preset not in self._searches:
            self._searches[preset] = self._core.search(preset)
        found = self._searches[preset].best("".join(letters))
        return BestWord(*found) if found else None
