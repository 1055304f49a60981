"""The figures of the chapters on networks, and that PyTorch agrees with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import workings
from workings.networks.network import Network
from workings.networks.sizes import show_shape
from workings.networks.survey import survey
from workings.source import Page
from workings.value import Tensor

BOOK = Path(__file__).parents[2] / "book"


@pytest.fixture(scope="module")
def digits() -> str:
    return (BOOK / "cnn-digits.md").read_text(encoding="utf-8")


def network_in(text: str) -> Network:
    (network,) = survey(Page("cnn-digits.md", text, text)).networks
    return network


def test_the_sizes_and_parameters_of_the_network_are_those_of_the_chapter(digits: str) -> None:
    lines = [line for line in network_in(digits).lines if line.name != "ReLU"]
    sizes = [show_shape(line.shape) for line in lines if line.shape is not None]
    assert sizes == ["8 × 28 × 28", "8 × 7 × 7", "16 × 6 × 6", "16 × 3 × 3", "144", "10"]
    assert [line.parameters for line in lines] == [208, 0, 2064, 0, 0, 1450]
    assert network_in(digits).parameters == 3722


def test_a_mismatched_linear_layer_is_found_and_the_right_one_named(digits: str) -> None:
    changed = digits.replace("nn.Linear(144, 10),", "nn.Linear(128, 10),")
    (trouble,) = network_in(changed).troubles
    assert changed[trouble.span.start : trouble.span.end] == "128"
    assert trouble.mended == "nn.Linear(144, 10)"
    wrong = [claim.rule for claim in workings.read(changed).check().claims if claim.verdict.value == "wrong"]
    assert wrong == ["network/shape-mismatch"]


def test_the_table_in_the_chapter_is_what_the_command_prints(digits: str) -> None:
    from workings.reporting.networks import text

    printed = text(Page("cnn-digits.md", digits, digits), [network_in(digits)])
    assert printed in digits


def torch_twins() -> tuple[Any, Any, Any]:
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    nn = torch.nn
    features = [nn.Conv2d(1, 8, 5), nn.ReLU(), nn.MaxPool2d(4), nn.Conv2d(8, 16, 4, padding=1), nn.ReLU()]
    body = nn.Sequential(*features, nn.MaxPool2d(2)).double()
    linear = nn.Linear(144, 10).double()
    twin = nn.Conv2d(16, 10, 3).double()
    twin.weight.data, twin.bias.data = linear.weight.data.view(10, 16, 3, 3), linear.bias.data
    return body, linear, twin


def test_the_twin_has_as_many_parameters_and_gives_the_same_logits() -> None:
    torch = pytest.importorskip("torch")
    body, linear, twin = torch_twins()
    pictures = torch.randn(5, 1, 32, 32, dtype=torch.float64)
    features = body(pictures)
    assert features.shape == (5, 16, 3, 3)
    assert torch.allclose(linear(features.flatten(1)), twin(features).flatten(1), atol=1e-12)
    assert sum(p.numel() for p in linear.parameters()) == sum(p.numel() for p in twin.parameters()) == 1450


def test_the_twin_slides_on_a_larger_picture() -> None:
    torch = pytest.importorskip("torch")
    body, _, twin = torch_twins()
    assert twin(body(torch.zeros(1, 1, 64, 64, dtype=torch.float64))).shape[1] == 10


def test_the_pooled_pictures_of_the_chapter_are_those_of_pytorch() -> None:
    torch = pytest.importorskip("torch")
    chapter = workings.read(BOOK / "pooling.md")
    picture = tensor(torch, chapter["X"])[None, None]
    pooling = torch.nn.functional
    assert torch.equal(tensor(torch, chapter["M"]), pooling.max_pool2d(picture, 2)[0, 0])
    assert torch.equal(tensor(torch, chapter["A"]), pooling.avg_pool2d(picture, 2)[0, 0])


def tensor(torch: Any, value: Any) -> Any:
    assert isinstance(value, Tensor)
    return torch.tensor([float(item) for item in value.items], dtype=torch.float64).reshape(value.shape)
