"""Recurrences found in documents and run, with torch and plain loops as referees."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from workings.pipeline import judged, read
from workings.resolving.recurrences import Recurrence, recurrences_of
from workings.resolving.running import Names, run, run_words
from workings.value import Tensor, Undefined, Value, precision

LSTM = r"""
$$
\begin{aligned}
f_t &= \sigma(w_f \cdot (h_{t-1}, x_t) + b_f)\\
i_t &= \sigma(w_i \cdot (h_{t-1}, x_t) + b_i)\\
\tilde{c}_t &= \tanh(w_c \cdot (h_{t-1}, x_t) + b_c)\\
o_t &= \sigma(w_o \cdot (h_{t-1}, x_t) + b_o)\\
c_t &= f_t \odot c_{t-1} + i_t \odot \tilde{c}_t\\
h_t &= o_t \tanh(c_t)
\end{aligned}
$$

with $w_f = (0, -1)$, $b_f = 1$, $w_i = (0, 1)$, $b_i = 0$, $w_c = (-1, 0)$, $b_c = 1$, $w_o = (0, 0)$,
$b_o = 1$, $c_0 = 0$, $h_0 = 0$.
"""
BITS = ({"x": fmpq(0)}, {"x": fmpq(1)})


def found_in(text: str) -> tuple[Recurrence, Names]:
    scope = judged(read(text)).scope
    (recurrence,) = recurrences_of(scope.formulas.patterns)
    return recurrence, scope.said


def as_float(value: Value | None) -> float:
    assert isinstance(value, fmpq | arb)
    return float(arb(value))


def test_the_six_equations_of_an_lstm_are_one_recurrence_in_an_order_that_runs() -> None:
    recurrence, _ = found_in(LSTM)
    assert set(recurrence.sequences) == {"f", "i", "tilde(c)", "o", "c", "h"}
    assert recurrence.inputs == ("x",)
    assert set(recurrence.states) == {"c", "h"}
    order = recurrence.sequences
    assert order.index("c") > max(order.index(gate) for gate in ("f", "i", "tilde(c)"))


def test_an_lstm_runs_as_torch_runs_it() -> None:
    torch = pytest.importorskip("torch")
    recurrence, names = found_in(LSTM)
    bits = [1, 0, 1, 1, 0]
    trace = run(recurrence, {**names, "x": Tensor((5,), tuple(map(fmpq, bits)), loose=True)})
    cell = torch.nn.LSTMCell(1, 1).double()
    with torch.no_grad():  # torch has the gates in the order i, f, g, o
        cell.weight_hh.copy_(torch.tensor([[0.0], [0], [-1], [0]]))
        cell.weight_ih.copy_(torch.tensor([[1.0], [-1], [0], [0]]))
        cell.bias_ih.copy_(torch.tensor([0.0, 1, 1, 1]))
        cell.bias_hh.zero_()
        h = c = torch.zeros(1, 1, dtype=torch.double)
        for at, bit in enumerate(bits, 1):
            h, c = cell(torch.tensor([[float(bit)]], dtype=torch.double), (h, c))
            assert as_float(trace.value("h", at)) == pytest.approx(h.item(), abs=1e-12)
            assert as_float(trace.value("c", at)) == pytest.approx(c.item(), abs=1e-12)


def test_all_words_are_run_once_and_as_each_would_be_alone() -> None:
    recurrence, names = found_in(LSTM)
    with precision(64):
        ends = dict(run_words(recurrence, names, BITS, 5))
        assert len(ends) == 2 + 4 + 8 + 16 + 32
        assert list(ends)[:6] == [(0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1)]
        for word, row in list(ends.items())[::7]:
            alone = run(recurrence, {**names, **{f"x_{at}": fmpq(bit) for at, bit in enumerate(word, 1)}})
            assert not isinstance(row, Undefined)
            assert as_float(row["h"]) == as_float(alone.rows[-1]["h"])


def test_exact_states_stay_exact_and_the_start_may_be_the_first_step() -> None:
    recurrence, names = found_in("$a_n = a_{n-1} + a_{n-2}$ with $a_1 = 1$ and $a_2 = 1$.")
    trace = run(recurrence, names, 10)
    assert trace.first == 3
    assert trace.value("a", 12) == fmpq(144)


def test_a_step_that_leads_to_the_next_is_run_too() -> None:
    recurrence, names = found_in("$s_{k+1} = 2 s_k + u_k$, $s_0 = 1$, $u_0 = 1$, $u_1 = 0$, $u_2 = 5$.")
    trace = run(recurrence, names)
    assert [trace.value("s", at) for at in range(4)] == [1, 3, 6, 17]


def test_a_missing_start_is_named() -> None:
    recurrence, names = found_in("$h_t = x_t - h_{t-1}$ and $x = (1, 2)$")
    assert run(recurrence, names).stopped == "h_0 has no value"
