"""A plain recurrent network over some steps; one step of an LSTM and of a GRU."""

from __future__ import annotations

from workings.checking.following.stages import (
    BOUNDED,
    SHARE,
    TANH,
    TIMES,
    Procedure,
    Range,
    Stage,
    given,
    made,
)
from workings.regex import regex

RNN = Procedure(
    "the recurrent network",
    regex(r"(?i:\bRNN\b|\brecurrent)"),
    regex(r"(?i:LSTM|GRU|attention|\bbackprop|BPTT|\bleaky|\brelu|linear RNN|echo state)"),
    (
        given("W", "W_x|W_xh|W_hx|U"),
        given("V", "W_h|W_hh|W_rec"),
        given("b", "b|b_h"),
        given("h_0"),
        *(given(f"x_{t}") for t in TIMES),
        *(
            stage
            for t in TIMES
            for stage in (
                made(
                    f"a_{t}",
                    f"[az]_{t}",
                    rf"pre-?activations?\b.*\bstep {t}\b",
                    f"W x_{t} + V h_{t - 1} + b",
                    also=(f"W^T x_{t} + V^T h_{t - 1} + b",),
                ),
                made(
                    f"h_{t}",
                    f"h_{t}",
                    rf"(?:hidden )?states?\b.*\bstep {t}\b",
                    f"tanh(a_{t}) | {TANH}",
                    within=BOUNDED,
                ),
            )
        ),
    ),
    optional=("b",),
)


def _gate(gate: str, words: str, act: str, within: Range) -> Stage:
    inner = f"W_{gate} x + U_{gate} q + b_{gate}"
    return made(gate, rf"{gate}|{gate}_t|{gate}_1", words, f"{act}({inner})", within=within)


def _cell(gates: str) -> tuple[Stage, ...]:
    return (
        given("x", "x|x_t|x_1"),
        given("q", "h_prev|h_(?:t-1|0)|hprev", "previous hidden"),
        given("k", "c_prev|c_(?:t-1|0)|cprev", "previous cell"),
        *(given(f"{letter}_{gate}") for gate in gates for letter in "WUb"),
    )


_OTHERWISE = regex(r"(?i:peephole|bidirectional|coupled|backprop|minimal gated)")
LSTM = Procedure(
    "the LSTM",
    regex(r"\bLSTM"),
    _OTHERWISE,
    (
        *_cell("figo"),
        _gate("f", "forget gate", "σ", SHARE),
        _gate("i", "input gate", "σ", SHARE),
        _gate("g", "candidate", "tanh", BOUNDED),
        _gate("o", "output gate", "σ", SHARE),
        made("c", "c|c_t|c_1", "(?:new )?cell state|new cell", "f k + i g"),
        made(
            "h", "h|h_t|h_1", "(?:new )?hidden state|new hidden", "o tanh(c)", also=("o c",), within=BOUNDED
        ),
    ),
)
GRU = Procedure(
    "the GRU",
    regex(r"\bGRU"),
    _OTHERWISE,
    (
        *_cell("zrn"),
        _gate("z", "update gate", "σ", SHARE),
        _gate("r", "reset gate", "σ", SHARE),
        made(
            "n",
            "n|n_t|n_1",
            "candidate",
            "tanh(W_n x + r (U_n q) + b_n)",
            also=("tanh(W_n x + U_n q + b_n)",),
            within=BOUNDED,
        ),
        made(
            "h",
            "h|h_t|h_1",
            "(?:new )?hidden state|new hidden",
            r"(1 - z) n + z q | \(1 ?- ?z(?:_t)?\) ?(?:\S*[·*,]?\s*)?(?:n|tilde|h̃)",
            also=("z n + (1 - z) q",),
        ),
    ),
)
