"""Examples to learn from: jsonl, csv, npz, folders of images, and SVHN's own .mat files.

Every reader gives a tensor for each name with one row for each example. Examples of different sizes, such as
sentences, are in groups of one size each. What is wrong with a file is said in one line with its place.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from workings.learning.groups import BadDataError, Examples, Group
from workings.learning.rows import LARGEST, of_csv, of_jsonl

if TYPE_CHECKING:
    import torch

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".pgm", ".ppm", ".gif", ".webp"})


LITTER = frozenset({"thumbs.db", "desktop.ini", "__pycache__", "__macosx"})  # what programs leave in folders


def load(path: Path, names: Sequence[str] = (), known: Container[str] = ()) -> list[Group]:
    """The examples of a file or folder by the names that they have there, or by `names` where it has none.

    `known` are the names of the equations: where they have x_1 and no x, a column x1 is one by itself.
    """
    if not path.exists():
        raise BadDataError(f"{path}: no such file or folder")
    reader = _of_pictures if path.is_dir() else READERS.get(path.suffix.lower())
    if reader is None:
        raise BadDataError(f"{path}: examples are read from {', '.join(READERS)} and folders of images")
    groups = reader(path, names, known)
    if not groups:
        raise BadDataError(f"{path}: there are no examples in it")
    for group in groups:
        _checked(path, group, group.examples)
    return groups


def _checked(path: Path, group: Group, examples: Examples) -> None:
    """Every example has all names, and only finite numbers."""
    counts = {key: len(rows) for key, rows in examples.items()}
    if not counts or not min(counts.values()):
        raise BadDataError(f"{path}: there are no examples in it")
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{count} of {key}" for key, count in counts.items())
        raise BadDataError(f"{path}: not every example has all names: {listed}")
    for key, rows in examples.items():
        finite = rows.isfinite().reshape(len(rows), -1).all(1)
        if not bool(finite.all()):
            row = int((~finite).nonzero()[0])
            raise BadDataError(f"{group.where(row)}: {key} is not finite: a NaN or an infinity is among it")


# -- arrays ---------------------------------------------------------------------------------------


def _of_npz(path: Path, names: Sequence[str], known: Container[str]) -> list[Group]:
    import numpy as np

    found: Examples = {}
    key = None
    try:
        arrays = np.load(path, allow_pickle=False)
        if isinstance(arrays, np.ndarray):
            raise BadDataError(
                f"{path}: a single array without a name: write it with numpy.savez(…, x=…, y=…)"
            )
        with arrays:
            for key in arrays.files:
                found[key] = _from_numpy(arrays[key], f"{path}: {key}")
    except (ValueError, OSError, EOFError, BadZipFile, zlib.error) as problem:
        if key is not None and "Object arrays" in str(problem):
            raise BadDataError(f"{path}: {key} holds objects, such as rows of different lengths") from None
        raise BadDataError(f"{path}: no NumPy archive that can be read: {_said(problem)}") from None
    return [Group(str(path), found)] if found else []


def _said(problem: Exception) -> str:
    return str(problem).partition("\n")[0] or type(problem).__name__


def _from_numpy(array: Any, place: str) -> torch.Tensor:
    import torch

    if array.dtype.kind not in "biuf":
        raise BadDataError(f"{place} is not an array of numbers but of {array.dtype}")
    if not array.ndim:
        raise BadDataError(f"{place} is a single number, and a row for every example is wanted")
    if array.dtype.kind == "u" and array.size and array.max() > LARGEST:
        raise BadDataError(f"{place} has {array.max()}, which is too large")
    kind = torch.long if array.dtype.kind in "iu" else torch.get_default_dtype()
    return torch.tensor(array.astype("int64" if kind == torch.long else "float64")).to(kind)


def _of_mat(path: Path, names: Sequence[str], known: Container[str]) -> list[Group]:
    """SVHN's form: X is height × width × colours × examples, y the digit, with 10 for nought."""
    import torch
    from scipy.io import loadmat
    from scipy.io.matlab import MatReadError

    try:
        found = loadmat(path)
    except (ValueError, TypeError, NotImplementedError, MatReadError, OSError, zlib.error) as problem:
        raise BadDataError(f"{path}: no .mat file that can be read: {_said(problem)}") from None
    images, labels = found.get("X"), found.get("y")
    if images is None or labels is None or images.ndim != 4 or images.shape[3] != labels.size:
        have = [f"{key} of {_sizes(value)}" for key, value in found.items() if not key.startswith("__")]
        raise BadDataError(
            f"{path}: X of height × width × colours × examples and y of as many digits are wanted,"
            f" and it has {', '.join(have) or 'nothing'}"
        )
    first, second = _two(names)
    pixels = torch.tensor(images).permute(3, 2, 0, 1).to(torch.get_default_dtype()) / 255
    digits = torch.tensor(labels.reshape(-1).astype("int64")) % 10
    return [Group(str(path), {first: pixels.contiguous(), second: digits})]


def _of_pictures(path: Path, names: Sequence[str], known: Container[str]) -> list[Group]:
    """A folder with a folder of images for every class, in the order of their names."""
    import torch
    from PIL import Image, UnidentifiedImageError

    first, second = _two(names)
    classes = sorted(folder for folder in path.iterdir() if folder.is_dir() and not _is_litter(folder))
    images: list[torch.Tensor] = []
    labels: list[int] = []
    files: list[str] = []
    for at, folder in enumerate(classes):
        for file in sorted(entry for entry in folder.iterdir() if not _is_litter(entry)):
            if file.suffix.lower() not in PICTURES:
                raise BadDataError(f"{file}: no image ({', '.join(sorted(PICTURES))}): take it out")
            try:
                with Image.open(file) as image:
                    raw = image.convert("L" if image.mode in ("1", "L", "I;16") else "RGB")
            except (UnidentifiedImageError, OSError, Image.DecompressionBombError, SyntaxError) as problem:
                raise BadDataError(f"{file}: no image that can be read: {_said(problem)}") from None
            pixels = torch.frombuffer(bytearray(raw.tobytes()), dtype=torch.uint8)
            images.append(pixels.reshape(raw.height, raw.width, -1).permute(2, 0, 1))
            if images[-1].shape != images[0].shape:
                raise BadDataError(
                    f"{file}: {_sizes(images[-1])} where the first image has {_sizes(images[0])}"
                )
            labels.append(at)
            files.append(str(file))
    if not images:
        raise BadDataError(f"{path}: no folder of images for every class is in it")
    pixels = torch.stack(images).to(torch.get_default_dtype()) / 255
    return [Group(str(path), {first: pixels, second: torch.tensor(labels)}, files=(*files,))]


def _is_litter(entry: Path) -> bool:
    """Whether a file or folder was left by a program and is none of the author's."""
    return entry.name.startswith(".") or entry.name.lower() in LITTER


def _sizes(image: Any) -> str:
    return "×".join(map(str, getattr(image, "shape", ())))


def _two(names: Sequence[str]) -> tuple[str, str]:
    """Names for an image and its class."""
    if len(names) != 2:
        raise BadDataError("images and their classes need two input names, as in --inputs X,y")
    return names[0], names[1]


READERS: Mapping[str, Callable[[Path, Sequence[str], Container[str]], list[Group]]] = {
    ".jsonl": of_jsonl,
    ".csv": of_csv,
    ".npz": _of_npz,
    ".mat": _of_mat,
}
