"""Programs are untrusted: whatever stands in a listing, following it ends, and nothing is raised or run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from workings.networks.survey import survey
from workings.source import Page

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.md"))
HOSTILE = [
    "x = 9 ** 9 ** 9 ** 9",
    "net = nn.Sequential(*[nn.Linear(2, 2)] * 10**9)",
    "net = nn.Sequential(*(nn.Linear(2, 2) for _ in range(10**12)))",
    "while True:\n    net = nn.Linear(3, 4)",
    "def f():\n    return f()\nnet = nn.Sequential(f())",
    "f = lambda x: f(x)\nnet = nn.Sequential(f)\nnet(torch.randn(1, 2))",
    "(" * 500 + "nn.Linear(1, 2)" + ")" * 500,
    "net = " + "-" * 3000 + "1",
    "net = nn.Sequential("
    + "nn.Sequential(" * 40
    + "nn.Linear(3, 4)"
    + ")" * 41
    + "\nnet(torch.randn(1, 3))",
    "x = [1]\nfor i in range(100):\n    x = x + x\nnet = nn.Sequential(*x)",
    "net = nn.Conv2d(-1, 0, (0, -3), stride=0)\nnet(torch.randn(1, 2, 3, 4))",
    "net = nn.Upsample(scale_factor=float('inf'))\nx = 1e308 * 1e308\nnet = nn.Upsample(scale_factor=x)",
    "class A(A, nn.Module):\n    def forward(self, x):\n        return self(x)\nA()(torch.randn(1, 2))",
    "import os\nnet = nn.Sequential(os.system('touch ran'), nn.Linear(2, 3))",
    "net = nn.Sequential()\nfor i in range(120):\n    net.add(net)\nnet(torch.randn(2, 2))",
    "\0\r\n\x0c nn.Linear(1, 2)",
    "# \ud800 nn.Linear",
    "x = 'ä' * 3; net = nn.Sequential(nn.Linear(2, 3), nn.Linear(4, 5))",
]


def followed(text: str) -> None:
    survey(Page("notes.md", f"```python\n{text}\n```\n", ""), infers=True)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_program_is_survived(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    followed(text)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_damaged_program_is_survived(path: Path) -> None:
    draw = random.Random(path.stem)
    text = path.read_text(encoding="utf-8")
    for _ in range(40):
        damaged = list(text)
        for _ in range(draw.randint(1, 12)):
            at = draw.randrange(len(damaged))
            damaged[at] = draw.choice("()[]{},.:=-+*/@ \n0123456789xnself\"'#")
        page = Page("notes.md", "".join(damaged), "")
        found = survey(page)
        spans = [part.span for part in (*found.networks, *found.troubles, *found.made)]
        assert all(0 <= span.start <= span.end <= len(page.text) for span in spans)
