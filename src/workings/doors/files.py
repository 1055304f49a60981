"""Which files a run looks at, and how their bytes become text and text becomes bytes again.

`pathlib` is imported where folders are gone through or something is written: a single page is read in less
time than that takes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from workings.record import record

if TYPE_CHECKING:
    from pathlib import Path

STDIN = "-"
ENDINGS = frozenset(  # read in folders
    {".md", ".markdown", ".qmd", ".rmd", ".tex", ".ipynb", ".org", ".rst", ".txt"}
)
SKIPPED = frozenset({"node_modules", "__pycache__", "venv", "site-packages"})


@record(frozen=True)
class Found:
    """The files in order, arguments that lead nowhere, how many are excluded, and folders that are shut."""

    files: tuple[str, ...]
    missing: tuple[str, ...]
    excluded: int
    shut: tuple[OSError, ...] = ()


def find(arguments: Sequence[str], exclude: Sequence[str] = ()) -> Found:
    """Expand directories and glob patterns; a file named outright is taken whatever its ending."""
    files: dict[str, str] = {}  # ordered, and each file once, however it is spelled
    missing: list[str] = []
    shut: list[OSError] = []
    excluded = 0
    for argument in arguments:
        names = list(_expand(argument, exclude, shut.append))
        if not names and not _leads_somewhere(argument):
            missing.append(argument)
        for name in names:
            if name != STDIN and is_excluded(name, exclude):
                excluded += 1
            else:
                files.setdefault(os.path.normpath(name), name)
    return Found(tuple(files.values()), tuple(missing), excluded, tuple(shut))


def is_excluded(name: str, patterns: Sequence[str]) -> bool:
    """A pattern matches a whole path, the end of one, or any single part of it."""
    if not patterns:
        return False
    from fnmatch import fnmatch
    from pathlib import PurePath

    path = PurePath(name).as_posix().removeprefix("./")
    for pattern in patterns:
        wanted = pattern.removeprefix("./").rstrip("/")
        if fnmatch(path, wanted) or fnmatch(path, f"*/{wanted}"):
            return True
        if any(fnmatch(part, wanted) for part in PurePath(path).parts):
            return True
        if fnmatch(path, f"{wanted}/*") or fnmatch(path, f"*/{wanted}/*"):
            return True
    return False


def _leads_somewhere(argument: str) -> bool:
    return argument == STDIN or os.path.lexists(argument)


def _expand(argument: str, exclude: Sequence[str], refused: Callable[[OSError], None]) -> Iterator[str]:
    if argument == STDIN:
        yield argument
    elif os.path.isdir(argument):
        yield from _walk(argument, exclude, refused)
    elif os.path.lexists(argument):
        yield argument
    elif any(sign in argument for sign in "*?["):
        yield from _glob(argument, exclude, refused)


def _glob(pattern: str, exclude: Sequence[str], refused: Callable[[OSError], None]) -> Iterator[str]:
    """What a shell would make of a pattern, for the shells that leave it to us."""
    from glob import iglob

    for name in sorted(iglob(pattern, recursive=True)):
        if os.path.isdir(name):
            yield from _walk(name, exclude, refused)
        else:
            yield name


def _walk(top: str, exclude: Sequence[str], refused: Callable[[OSError], None]) -> Iterator[str]:
    """The readable documents below a directory, sorted, without hidden and installed ones."""
    from pathlib import Path

    for folder, inner, names in os.walk(top, onerror=refused):
        inner[:] = sorted(name for name in inner if _is_entered(folder, name, exclude))
        for name in sorted(names):
            path = Path(folder, name)
            pipe = path.is_fifo()  # a pipe would keep us waiting; what cannot be read is said later
            if not name.startswith(".") and path.suffix.lower() in ENDINGS and not pipe:
                yield str(path)


def _is_entered(folder: str, name: str, exclude: Sequence[str]) -> bool:
    if name.startswith(".") or name in SKIPPED:
        return False
    return not is_excluded(os.path.join(folder, name), exclude)


def read_bytes(name: str) -> bytes:
    if name == STDIN:
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


def write_whole(name: str, pieces: Iterable[str | bytes]) -> None:
    """Write a file under a temporary name and rename it, so that nobody ever sees half of it.

    A link stays a link, and a device or pipe, such as /dev/null, is written to as it is.
    """
    from errno import ENOENT
    from pathlib import Path
    from tempfile import NamedTemporaryFile

    target = Path(name)
    if not target.parent.is_dir():
        raise FileNotFoundError(ENOENT, f"there is no folder {target.parent}", name)
    if target.exists() and not target.is_file() and not target.is_dir():
        with target.open("wb") as device:
            device.writelines(map(_as_bytes, pieces))
        return
    target = target.resolve()
    with NamedTemporaryFile("wb", dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        try:
            for piece in pieces:
                file.write(_as_bytes(piece))
        except BaseException:
            file.close()
            Path(file.name).unlink(missing_ok=True)
            raise
    try:
        Path(file.name).chmod(_permissions(target))
        Path(file.name).replace(target)
    except OSError:  # such as a directory of that name
        Path(file.name).unlink(missing_ok=True)
        raise


def _as_bytes(piece: str | bytes) -> bytes:
    return piece if isinstance(piece, bytes) else piece.encode(errors="backslashreplace")


def _permissions(target: Path) -> int:
    """Those of the file that is replaced, or what a new file gets here."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
