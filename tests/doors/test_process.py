"""The program as its users start it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytest.importorskip("workings.pipeline", exc_type=ImportError)


def workings(*arguments, cwd=ROOT, **extra):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}
    environment.update(extra.pop("env", {}))
    command = [sys.executable, *extra.pop("python", ()), "-m", "workings", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, timeout=60, **extra)


def test_a_wrong_product_is_found_from_standard_input():
    result = workings("check", "-", input="$0.45 × 0.5 × 0.9 = 0.3645$\n".encode())
    assert result.returncode == 1
    assert "0.2025" in result.stdout.decode()
    assert result.stdout.decode().splitlines()[-1] == "1 claim: 1 wrong"
    assert b"\x1b" not in result.stdout
    assert result.stderr == b""


def test_nothing_heavy_is_imported_on_the_way():
    result = workings("check", "examples/homework.md", python=("-X", "importtime"))
    imported = {line.rpartition(b"|")[2].strip().decode() for line in result.stderr.splitlines()}
    assert "workings.pipeline" in imported
    heavy = {"numpy", "sympy", "torch", "rich", "multiprocessing", "asyncio", "http"}
    assert imported.isdisjoint(heavy)
    assert not any(name.startswith("workings.labs") for name in imported)


def test_a_reader_that_stops_early_hears_no_complaint():
    source = "$1 + 1 = 3$\n\n" * 5000
    reader = "import sys; sys.stdin.read(10)"
    script = f'"{sys.executable}" -m workings check - | "{sys.executable}" -c "{reader}"'
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    result = subprocess.run(
        script, shell=True, env=environment, input=source.encode(), capture_output=True, timeout=120
    )
    assert result.stderr == b""


def test_a_reader_that_stops_early_ends_other_processes_without_a_word(tmp_path):
    for number in range(60):
        (tmp_path / f"{number}.md").write_text("$2 + 2 = 5$\n\n" * 500, encoding="utf-8")
    reader = "import sys; sys.stdin.readline()"
    script = f'"{sys.executable}" -m workings check . --jobs 2 | "{sys.executable}" -c "{reader}"'
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    result = subprocess.run(
        script, shell=True, env=environment, cwd=tmp_path, capture_output=True, timeout=120
    )
    assert result.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["check", "examples/homework.md"], ["rule", "--list"], ["--version"]])
def test_output_that_cannot_be_written_is_an_error_and_no_traceback(arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "workings", *arguments],
            cwd=ROOT,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert result.returncode == 2
    assert result.stderr.decode() == "error: cannot write the output: No space left on device\n"


def test_a_terminal_without_unicode_is_survived():
    source = "$2 × 2 ≈ 5$\n".encode()
    result = workings("check", "-", input=source, env={"PYTHONIOENCODING": "cp1252"})
    assert result.returncode == 1
    assert b"2 \xd7 2 \\u2248 5" in result.stdout


def test_the_example_homework_has_the_mistakes_it_is_meant_to_have():
    result = workings("check", "examples/homework.md", "--output-format", "json")
    (file,) = json.loads(result.stdout)["files"]
    source = (ROOT / "examples/homework.md").read_text(encoding="utf-8").splitlines()
    planted = {"= 14$": "wrong", "0 & 4 & 3": "wrong", "= 2.829": "rounding", "softmax}([2, 4, 4])": "wrong",
               "= [0.063": "carried", "0.218]": "wrong", "1 & -2": "wrong"}  # fmt: skip
    expected = {
        (number, verdict)
        for number, line in enumerate(source, start=1)
        for piece, verdict in planted.items()
        if piece in line
    }
    found = {(claim["line"], claim["verdict"]) for claim in file["claims"] if claim["verdict"] != "right"}
    assert found == expected
    assert "attention/missing-scale" in {claim["rule"] for claim in file["claims"]}


def wait_for_workers(pid: int) -> None:
    """Until a run has begun to share out its files, however busy the machine is."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    for _ in range(300):
        if children.exists() and len(children.read_text().split()) > 1:
            break
        time.sleep(0.1)
    time.sleep(1)


def test_an_interrupted_run_ends_at_once_with_130(tmp_path):
    for number in range(60):
        (tmp_path / f"{number}.md").write_text("$2 + 2 = 4$\n\n" * 3000, encoding="utf-8")
    command = [sys.executable, "-m", "workings", "check", ".", "--jobs", "2"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # also when run in the background
    ) as process:
        wait_for_workers(process.pid)  # it is under way, and far from done with all files
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.decode().endswith("interrupted\n")
