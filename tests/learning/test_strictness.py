"""What is wrong with data, options or a sheet is said in one line with its place, before any training."""

from __future__ import annotations

import pytest
from command_line import run

import workings
from workings.learning.declaring import CannotRunError
from workings.learning.module import written
from workings.learning.program import program_of

CLASSES = r"""Features $x \in \mathbb{R}^2$ belong to a class $y \in \{0, 1, 2\}$; learned are
$A \in \mathbb{R}^{3 \times 2}$ and $c \in \mathbb{R}^3$.

$$q = \operatorname{softmax}(A x + c)$$

$$J = -\ln q_y$$
"""
TOKENS = r"""Tokens $s \in \{0, \dots, 3\}^T$, the next ones $y \in \{0, \dots, 3\}^T$, a table
$E \in \mathbb{R}^{4 \times 4}$ and places $R \in \mathbb{R}^{5 \times 4}$.

$$H = E[s] + R_{1:T}$$

$$Q = \operatorname{softmax}(H)$$

$$J = -\frac{1}{T} \sum_{t=1}^{T} \log Q_{t, y_t}$$
"""
TABLE = "x1,x2,y\n1,0,0\n0,1,1\n-1,1,2\n2,1,0\n"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder to work in, with a sheet and its data."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.md").write_text(CLASSES, encoding="utf-8")
    (tmp_path / "t.md").write_text(TOKENS, encoding="utf-8")
    (tmp_path / "d.csv").write_text(TABLE, encoding="utf-8")
    return tmp_path


def refused(*arguments: object) -> str:
    """The one line that a refusal is made of."""
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert "bug" not in err
    return err.removeprefix("error: ").rstrip()


def train(sheet: str, data: str, *options: object) -> tuple[object, ...]:
    return ("train", sheet, "--minimise", "J", "--data", data, "--epochs", 2, *options)


@pytest.mark.parametrize(
    ("sheet", "name", "text", "said"),
    [
        ("s.md", "a.csv", "x1,x2,y\n1,2,0\n1,2,5\n",
         "a.csv:3: y is 5, and by s.md:1:56 it is in {0, 1, 2}"),
        ("s.md", "a.csv", "x1,x2,y\n1,2,0.5\n", "a.csv:2: y is 0.5, and by s.md:1:56 it is in {0, 1, 2}"),
        ("s.md", "a.csv", "x1,x3,y\n1,2,0\n", "a.csv:1: x1, x3 are entries of x, and there is no x2"),
        ("s.md", "a.csv", "x1,x1,y\n1,2,0\n", "a.csv:1: two columns are entry 1 of x"),
        ("s.md", "a.csv", "x1,x2,y,y\n1,2,0,1\n", "a.csv:1: two columns are called y"),
        ("s.md", "a.csv", "x1,x2,\n1,2,0\n", "a.csv:1: column 3 has no name"),
        ("s.md", "a.csv", "# points\nx1,x2,y\n1,1,0\n",
         "a.csv:1: the first line has to name the columns, as in x1,x2,y"),
        ("s.md", "a.csv", " \n\n", "a.csv: it is empty"),
        ("s.md", "a.csv", "x1,x2,y\n1,,0\n", "a.csv:2: x2 is empty"),
        ("s.md", "a.csv", 'x1,x2,y\n1,"2\n', "a.csv:2: no table: unexpected end of data"),
        ("s.md", "a.csv", "id,x1,x2,y\n7,1,2,0\n",
         "a.csv: id does not occur in the sheet: say which names come from the data, as in --inputs x,y"),
        ("s.md", "a.csv", "x1,x2,y,q\n1,2,0,1\n",
         "a.csv: it has q, which the sheet works out: say which names come from the data, as in --inputs"
         " x,y"),
        ("t.md", "a.jsonl", '{"s": [0, 4], "y": [1, 2]}',
         "a.jsonl:1: s[2] is 4, and by t.md:1:15 it is in {0, …, 3}"),
        ("t.md", "a.jsonl", '\n{"s": [0, -1], "y": [1, 2]}',
         "a.jsonl:2: s[2] is -1, and by t.md:1:15 it is in {0, …, 3}"),
        ("t.md", "a.jsonl", '{"s": [], "y": []}', "a.jsonl:1: s is an empty list"),
        ("t.md", "a.jsonl", '{"s": [0, NaN], "y": [1, 2]}',
         "a.jsonl:1: s is nan, not a finite number of usual size"),
        ("t.md", "a.jsonl", '{"s": [0, "b"], "y": [1, 2]}',
         'a.jsonl:1: s is "b", neither a number nor a list of numbers'),
        ("t.md", "a.jsonl", '{"s": [0, 1, 2, 3, 0, 1], "y": [1, 2, 3, 0, 1, 2]}',
         "a.jsonl:1: a length of 6 meets one of 5: s is 6 long, y is 6 long, in H at t.md:4:7"),
    ],
)  # fmt: skip
def test_data_that_does_not_fit_is_named_with_its_line_and_value(place, sheet, name, text, said):
    (place / name).write_text(text, encoding="utf-8")
    assert refused(*train(sheet, name)) == said


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffx1;x2;y\n1,5;0;0\n0;1;1\n",
        'x1,"x2",y\r\n"1",0,0\r\n\r\n0,1,1\r\n',
        "x1\tx2\ty\n1\t0\t0\n0\t1\t1\n",
        "x_1,x[2],y\n1,0,0\n0,1,1\n",
    ],
)
def test_tables_are_read_however_they_are_written(place, text):
    (place / "a.csv").write_text(text, encoding="utf-8", newline="")
    code, out, err = run(*train("s.md", "a.csv"))
    assert (code, out.startswith("epoch 2/2")) == (0, True), err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--resume"], "--resume goes on from a checkpoint: name it with --checkpoint FILE"),
        (["--curve", "a.png"], "--curve draws SVG: a.svg, not a.png"),
        (["--curve", "none/a.svg"], "none: there is no such folder"),
        (["--checkpoint", "none/a"], "none: there is no such folder"),
        (["--checkpoint", "."], ".: it is a folder, and a checkpoint is a file"),
        (["--hold-out", 0.1], "a share of 0.1 of 4 examples holds out none"),
        (["--hold-out", 0.9], "a share of 0.9 of 4 examples leaves none to learn from"),
        (["--learn", "x,A"], "x is an input, so it cannot be learned"),
        (["--learn", "A,A"], "A is learned twice"),
        (["--learn", "a"], "a does not occur in the document; near it is A"),
        (["--inputs", "x"], "s.md:6:7: y has to be a whole number: make it an input, or give it a value"),
        (["--inputs", "x,y,x"], "x is an input twice"),
        (["--device", "gpu"], "there is no device gpu here that torch can use, only cpu"),
        (["--optimiser", "adm"], "torch has no optimiser adm; near it are Adam, RAdam, NAdam"),
        (["--optimiser", "SGD:momentom=1"], "SGD has no option momentom; near it is momentum"),
        (
            ["--optimiser", "LBFGS"],
            "LBFGS asks for more than a loss and its gradient: take another optimiser",
        ),
        (["--schedule", "cosinus"], "torch has no schedule cosinus; near it is cosine"),
        (["--optimiser", "Adam:betas=3"], "Adam cannot be made with lr=0.01, betas=3"),
        (["--schedule", "StepLR:step_size=0"], "StepLR: step_size is a number of epochs, 1 or more, not 0"),
        (["--schedule", "StepLR"], "StepLR needs step_size, as in StepLR:step_size=5"),
        (["--score", "q=z"], "z in --score is none of the inputs, which are x, y"),
        (["--score", "q=x"], "q depends on x, so it cannot be scored against it"),
        (["--score", "r=y"], "r does not occur in the document"),
        (["--rate", "nan"], "--rate nan learns nothing: it has to be more than 0"),
    ],
)
def test_options_that_cannot_be_met_are_refused_before_anything_is_learned(place, options, said):
    assert refused(*train("s.md", "d.csv", *options)) == said


SHEETS = [
    (r"$J = \|q\|_2 + x$",
     "s.md:6:6: J is a vector of 2 for every example, and what is minimised is one number: take a sum or a"
     " mean of it"),
    (r"$J = -\log q_k$", "s.md:6:6: k has to be a whole number: make it an input, or give it a value"),
    (r"$J = -\log q_y + B \cdot c$",
     "s.md:6:6: B has no value, and is neither an input nor learned: declare it, as in B ∈ ℝ^{3×2},"
     " or give it a value"),
    (r"$J = c \cdot \operatorname{sofmax}(A x)$",
     "s.md:6:6: there is no operation sofmax: say what sofmax(x) is; near it are softmax, max"),
    (r"$J = c \cdot \mathrm{Frob}(A x)$", "s.md:6:6: there is no operation Frob: say what Frob(x) is"),
    (r"$J = -\log P(y \mid x)$", "J does not depend on x, y: nothing says what P(y|x) is, in s.md:6:12"),
    (r"$J = -\log (q_y$", "J does not depend on x, y: s.md:6:12 was not read: “(” is never closed"),
]  # fmt: skip


@pytest.mark.parametrize(("loss", "said"), SHEETS)
def test_what_a_sheet_leaves_open_is_named_with_its_place(place, loss, said):
    (place / "s.md").write_text("\n".join([*CLASSES.splitlines()[:5], loss]), encoding="utf-8")
    assert refused(*train("s.md", "d.csv", "--inputs", "x,y")) == said


@pytest.mark.parametrize("typed", [r"\hat{y}", "ŷ", "y_hat", "hat_y", "yhat", "hat(y)"])
def test_a_name_with_a_hat_is_found_however_it_is_typed(typed):
    text = r"$x, w, \theta \in \mathbb{R}$, $\hat{y} = w x$, $\mathcal{L} = (\hat{y} - \theta)^2$"
    document = workings.read(text).parsed
    assert program_of(document, typed, ["x"]).result == "hat(y)"
    assert program_of(document, r"\mathcal{L}", ["x", "theta"]).inputs == ("x", "θ")


def test_classes_that_are_counted_from_one_are_entries_from_the_first_on():
    import torch

    text = CLASSES.replace(r"\{0, 1, 2\}", r"\{1, \dots, 3\}")
    ours, usual = (workings.read(it).module("J", ["x", "y"]) for it in (text, CLASSES))
    x, y = torch.randn(5, 2), torch.tensor([0, 1, 2, 2, 0])
    assert torch.equal(ours(x, y + 1), usual(x, y))


def test_the_score_of_classes_that_are_counted_from_one_is_that_of_others(place):
    (place / "one.md").write_text(CLASSES.replace(r"\{0, 1, 2\}", r"\{1, 2, 3\}"), encoding="utf-8")
    (place / "one.csv").write_text("x1,x2,y\n1,0,1\n0,1,2\n-1,1,3\n2,1,1\n", encoding="utf-8")
    found = [run(*train(*pair, "--score", "q=y")) for pair in (("one.md", "one.csv"), ("s.md", "d.csv"))]
    assert found[0] == found[1]
    assert found[0][0] == 0


@pytest.mark.parametrize(
    ("written_as", "divisor"), [(r"\ln", 1.0), (r"\log_2", 0.6931472), (r"\log_{10}", 2.302585)]
)
def test_logarithms_to_any_base_are_run(written_as, divisor):
    import torch

    ours, usual = (
        workings.read(CLASSES.replace(r"\ln", log)).module("J", ["x", "y"]) for log in (written_as, r"\log")
    )
    x, y = torch.randn(5, 2), torch.tensor([0, 1, 2, 2, 0])
    assert torch.allclose(ours(x, y) * divisor, usual(x, y))


@pytest.mark.parametrize(
    ("says", "runs"),
    [
        (r"Here $\sigma$ is the ReLU.", "torch.relu(z)"),
        (r"We use $\sigma = \tanh$.", "torch.tanh(z)"),
        (r"where $\sigma$ denotes the logistic function", "torch.sigmoid(z)"),
        ("", "torch.sigmoid(z)"),
    ],
)
def test_a_letter_is_the_function_that_the_prose_says_it_is(says, runs):
    text = rf"$x, w \in \mathbb{{R}}^2$, $z = w \cdot x$, $a = \sigma(z)$. {says}"
    assert f"a = {runs}" in written(program_of(workings.read(text).parsed, "a", ["x"])).source


def test_an_input_cannot_be_the_result():
    with pytest.raises(CannotRunError, match="x is the result"):
        program_of(workings.read(r"$x \in \mathbb{R}$, $y = 2x$").parsed, "x", ["x"])


def test_a_value_is_found_however_its_name_is_typed(place):
    (place / "v.md").write_text(r"$\hat{y} = 2$, $loss = 3$", encoding="utf-8")
    assert run("run", "v.md", "--name", "y_hat") == (0, "hat(y) = 2\n", "")
    assert refused("run", "v.md", "--name", "los") == "los has no value in v.md; near it is loss"


def test_what_an_update_changes_is_not_run_and_said(place):
    text = r"$w = 0.5$, $x = 2$, $\eta = 0.1$, $z = w x = 1$" + "\n\n" + r"$w \leftarrow w - \eta z = 0.4$"
    (place / "u.md").write_text(text, encoding="utf-8")
    code, said, _ = run("run", "u.md", "--engine", "torch")
    assert code == 1 and "not run: w is changed by an update" in said and "2 of 2 names not run" in said


def test_a_few_learned_numbers_are_printed_and_many_are_counted(place):
    (place / "v.md").write_text(r"$x, y, w \in \mathbb{R}$, $J = (w x - y)^2$", encoding="utf-8")
    (place / "v.csv").write_text("x,y\n1,2\n2,4\n", encoding="utf-8")
    options = ("--minimise", "J", "--data", "v.csv", "--epochs", "200", "--rate", "0.1", "--quiet")
    assert run("train", "v.md", *options)[1].endswith("learned: w = 2\n")
    many = r"$x, y \in \mathbb{R}$, $w \in \mathbb{R}^{30}$, $J = (w^\top w x - y)^2$"
    (place / "v.md").write_text(many, encoding="utf-8")
    assert run("train", "v.md", *options)[1].endswith("learned: 30 numbers; --checkpoint FILE keeps them\n")


def test_what_is_one_of_a_few_is_not_learned():
    text = r"$x, w \in \mathbb{R}$, $y \in \{0, 1\}$, $J = (w x - y)^2$"
    with pytest.raises(
        CannotRunError, match=r"y is in \{0, 1\} by line 1, so it is not learned: make it an input"
    ):
        program_of(workings.read(text).parsed, "J", ["x"])


def test_what_the_data_has_is_not_learned_by_accident(place):
    (place / "line.md").write_text(r"$x, y, w \in \mathbb{R}$, $J = (w x - y)^2$", encoding="utf-8")
    (place / "line.csv").write_text("x,y\n1,2\n", encoding="utf-8")
    assert refused(*train("line.md", "line.csv", "--inputs", "x")) == (
        "line.csv: it has y, which is not among --inputs and would be learned: add it to them, or say with"
        " --learn what is learned"
    )


def test_arrays_are_named_with_what_is_wrong_in_them(place):
    import numpy as np

    x, y = np.zeros((3, 2)), np.array([0, 1, 2])
    wrong = {
        "x holds objects, such as rows of different lengths": np.array([[1, 2], [3]], dtype=object),
        "x is not an array of numbers but of <U1": np.array(["a", "b", "c"]),
        "x is a single number, and a row for every example is wanted": np.array(3.0),
        "example 2: x is not finite: a NaN or an infinity is among it": np.array(
            [[1, 2], [3, np.inf], [1, 1]]
        ),
        "not every example has all names: 2 of x, 3 of y": x[:2],
        "x has 18446744073709551615, which is too large": np.array([2**64 - 1], dtype=np.uint64),
    }
    for said, array in wrong.items():
        np.savez(place / "a.npz", x=array, y=y)
        assert refused(*train("s.md", "a.npz")) == f"a.npz: {said}"
    np.savez(place / "a.npz", x=x, y=y)
    whole = (place / "a.npz").read_bytes()
    (place / "a.npz").write_bytes(whole[: len(whole) // 2])
    assert refused(*train("s.md", "a.npz")).startswith("a.npz: no NumPy archive that can be read")


def test_an_odd_file_among_images_is_named(place):
    from PIL import Image

    (place / "i.md").write_text(
        r"$X \in \mathbb{R}^{1 \times 2 \times 2}$, $y \in \{0, 1\}$, $A \in \mathbb{R}^{2 \times 4}$,"
        "\n\n" r"$$J = -\log \operatorname{softmax}(A \operatorname{flatten}(X))_y$$",
        encoding="utf-8",
    )  # fmt: skip
    for folder in ("a", "b", ".cache"):
        (place / "images" / folder).mkdir(parents=True)
        Image.new("L", (2, 2)).save(place / "images" / folder / "0.png")
    wish = train("i.md", "images", "--inputs", "X,y")
    odd = place / "images" / "b" / "notes.txt"
    odd.write_text("mine")
    assert refused(*wish).startswith("images/b/notes.txt: no image (")
    odd = odd.replace(place / "images" / "b" / "9.png")
    assert refused(*wish).startswith("images/b/9.png: no image that can be read")
    Image.new("L", (3, 2)).save(odd)
    assert refused(*wish) == "images/b/9.png: 1×2×3 where the first image has 1×2×2"
