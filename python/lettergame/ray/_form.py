"""What becomes of the parts of a run."""

from collections.abc import Iterable
from dataclasses import dataclass

from .._core import LettergameError
from .._runs import PartFormat
from ._parts import Part, Store


@dataclass(frozen=True)
class Form:
    """What becomes of the parts of a run."""

    force: bool = False
    """An existing run is replaced."""
    parts: bool = False
    """They are the final form of the run."""
    part_format: PartFormat = "csv"
    """The format of their row files."""
    keep_parts: bool = False
    """They are kept beside the run."""
    rehash: bool = False
    """The content of those that are stored is checked."""

    def __post_init__(self) -> None:
        if self.part_format != "csv" and not self.parts:
            raise LettergameError("part_format is only for a run that is kept in parts: pass parts=True")

    def admit(self, there: Iterable[Part], store: Store) -> None:
        """Checks that stored parts have the format."""
        if any(part.format != self.part_format for part in there):
            raise refused(
                f"{store} has parts in another format than {self.part_format}: resume the run with the ",
                ("part_format", "--part-format"),
                " with which it was started, or remove them",
            )


def refused(text: str, key: tuple[str, str], rest: str = "") -> LettergameError:
    """An error that names an argument, which is an option of the command."""
    error = LettergameError(text + key[0] + rest)
    error.on_command_line = text + key[1] + rest
    return error
