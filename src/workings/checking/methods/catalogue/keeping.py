"""Attention with its positions and sizes, graphs, and numbers that are kept in few bits."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import ANY, Method, Role, wrong
from workings.checking.methods.catalogue.roles import SEEN

_HIGH = Role(r"x_max|max|β|b|M|α_max|x_\{max\}", r"\bmax\w*|largest|highest|absmax")
_LOW = Role(r"x_min|min|α|a|m|x_\{min\}", r"\bmin\w*|smallest|lowest")
_STEP = Role(r"s|S|scale|Δ|s_.*", r"\bscale\b|step (?:size|width)?")
_ZERO = Role(r"z|Z|zp|zero_point|z_0", r"zero[- ]?point|offset")
_DEGREE_I = Role(r"d_i|d_u|deg.*|d_\d|d", r"degree", loose=True)

KEEPING = (
    Method(
        r"\bRoPE\b|rotary",
        r"first|\| .*(?:_1|_0|_x)$|x_?1|even",
        "a cos(t) - b sin(t)",
        {"a": SEEN, "b": SEEN, "t": Role(r"θ|φ|mθ|α|angle", r"\bangle\b|rotat\w+ by")},
        (wrong("sign", "a cos(t) + b sin(t)", "the rotation has a minus in its first row"),),
        unless=r"turn\w* back|rotat\w* back|\binvers|clockwise|\bundo",
    ),
    Method(
        r"\bRoPE\b|rotary",
        r"second|\| .*(?:_2|_1|_y)$|x_?2|odd",
        "a sin(t) + b cos(t)",
        {"a": SEEN, "b": SEEN, "t": Role(r"θ|φ|mθ|α|angle", r"\bangle\b|rotat\w+ by")},
        (
            wrong("sign", "-a sin(t) + b cos(t)", "the rotation has a plus in its second row"),
            wrong("sign", "a sin(t) - b cos(t)", "the rotation has a plus in its second row"),
        ),
        unless=r"turn\w* back|rotat\w* back|\binvers|clockwise|\bundo",
        also=("a cos(t) - b sin(t)",),
    ),
    Method(
        r"\bGCN\b|graph conv|Kipf|symmetric(?:ally)? normali",
        r"normali|entry|coefficient|weight|edge|\| (?:hat\(|tilde\(|(?:a|A|c)(?:_|\(|\^|$))",
        "1/√(a b)",
        {"a": _DEGREE_I, "b": _DEGREE_I},
        (
            wrong("no-root", "1/(a b)", "the root of the product of the degrees is not taken"),
            wrong("other-method", "1/√(a + b)", "the degrees are multiplied, not added"),
        ),
        also=("1/a", "1/b", "1/√a", "1/√b"),
        unless=r"random[- ]walk|row[- ]normali|mean aggregat",
    ),
    Method(
        r"quanti[sz]|\bint8\b|8[- ]bit",
        r"\bscale|\| (?:s|S|Δ|scale)(?:_|$)|step",
        "(b - a)/255",
        {"a": _LOW, "b": _HIGH},
        (
            wrong("other-size", "(b - a)/256", "256 levels have 255 steps between them"),
            wrong("left-out", "b/255", "the range goes from {a} to {b}"),
            wrong("sign", "(a + b)/255", "the range is the difference of {b} and {a}"),
            wrong("upside-down", "255/(b - a)", "the quotient is upside down"),
            wrong("other-size", "(b - a)/8", "8 bits give 255 steps, not 8"),
            wrong("other-size", "(b - a)/127", "an unsigned byte has 255 steps"),
        ),
        unless=r"(?<!a)symmetric|absmax|4[- ]bit|127|int4",
        bare=True,
    ),
    Method(
        r"(?<!a)symmetric[^.\n]{0,40}quanti|quanti[^.\n]{0,60}(?<!a)symmetric|absmax|\bint8\b",
        r"\bscale|\| (?:s|S|Δ|scale)(?:_|$)|step",
        "b/127",
        {"b": _HIGH},
        (
            wrong("other-size", "b/128", "the largest value goes to 127"),
            wrong("other-size", "b/255", "with a sign there are 127 steps on each side"),
            wrong("other-size", "2 b/256", "the largest value goes to 127"),
            wrong("upside-down", "127/b", "the quotient is upside down"),
        ),
        unless=r"asymmetric|zero[- ]?point|affine|uint8|unsigned|255|128",
        also=("2 b/254",),
        bare=True,
    ),
    Method(
        r"quanti[sz]|zero[- ]?point",
        r"zero[- ]?point|\| (?:z|Z|zp)(?:_|$)",
        "-a/s",
        {"a": _LOW, "s": _STEP},
        (
            wrong("sign", "a/s", "the smallest value {a} has to go to nought: the sign is turned"),
            wrong("multiplied", "-a s", "it is divided by the scale {s}"),
        ),
        also=("round(-a/s)", "-128 - a/s", "round(-128 - a/s)", "abs(a)/s"),
        bare=True,
    ),
    Method(
        r"quanti[sz]|zero[- ]?point",
        r"dequanti|reconstruct|back|restor|\| (?:hat\(x\)|x̂|x)(?:_|$)",
        "s (q - z)",
        {"s": _STEP, "q": SEEN, "z": _ZERO},
        (
            wrong("sign", "s (q + z)", "the zero point {z} has to be taken away"),
            wrong("left-out", "s q", "the zero point {z} is not taken away"),
            wrong("other-method", "s q - z", "the zero point {z} is taken away before the scale multiplies"),
            wrong("divided", "(q - z)/s", "it is multiplied by the scale {s}"),
        ),
    ),
    Method(
        r"quanti[sz]|zero[- ]?point",
        r"quanti[sz]ed?|\| q(?:_|$)|code|integer",
        "x/s + z",
        {"x": SEEN, "s": _STEP, "z": _ZERO},
        (
            wrong("sign", "x/s - z", "the zero point {z} is added"),
            wrong("left-out", "x/s", "the zero point {z} is not added"),
            wrong("multiplied", "x s + z", "the value is divided by the scale {s}"),
            wrong("other-method", "(x + z)/s", "the zero point {z} is added after the division"),
        ),
        also=("round(x/s) + z", "round(x/s + z)"),
        not_of=r"dequanti|back|reconstruct|error",
    ),
    Method(
        r"(?:both|two|first and second) moments?\b[^.]{0,40}(?:fp32|float32|32[- ]bit|4 bytes)"
        r"|(?:fp32|float32|32[- ]bit)[^.]{0,30}(?:both|two) moments",
        r"\bAdamW?\b|optimi[sz]er|\bmoments\b",
        "8 n",
        {"n": ANY},
        (wrong("once", "4 n", "two moments of 4 bytes each are kept for every parameter"),),
        also=("8", "12 n", "16 n"),
        not_of=r"\b(?:m|v|first|second|one|each|per|half)\b|master|weights|grad|momentum|varian|\bcopy\b",
    ),
)
