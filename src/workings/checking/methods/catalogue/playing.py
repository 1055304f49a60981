"""Reinforcement learning beyond returns: advantages, policies, exploration."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import Method, Role, wrong
from workings.checking.methods.catalogue.roles import DISCOUNT, REWARD

_VALUE = Role(
    r"V\(s.*\)|V|V_.*|v|Q\(.*|V\(.*", r"\bvalue of\b|(?:current|old) (?:value|state)|\bV\(s\)", loose=True
)
_NEXT = Role(
    r"V\(s'.*|V'|V_\{?t\+1\}?|max.*|Q\(.*|V\(.*|V|V_.*|Q_.*",
    r"\bmax|next (?:state|value)|\bbest\b",
    loose=True,
)
_ADVANTAGE = Role(r"A|A_.*|hat\(A\).*|adv.*", r"advantage")
_RATIO = Role(r"r|ρ|ratio|r_.*|w", r"\bratio\b|probability ratio")
_CLIP = Role(r"ε|eps|epsilon", r"\bclip\w*|epsilon")
_GREEDY = Role(r"ε|eps|epsilon", r"epsilon|exploration")
_ARMS = Role(r"k|K|n|\|A\||nA|A", r"\bactions\b|\barms\b")

PLAYING = (
    Method(
        r"temporal[- ]difference|\bTD\b|advantage|\bGAE\b|actor[- ]critic",
        r"\bTD[- ]error|\| (?:δ|delta)|residual",
        "r + g m - v",
        {"r": REWARD, "g": DISCOUNT, "m": _NEXT, "v": _VALUE},
        (
            wrong("left-out", "r + m - v", "the next value {m} is not discounted by {g}"),
            wrong("left-out", "r + g m", "the value {v} of the state itself is not taken away"),
            wrong("sign", "r + g m + v", "the value {v} of the state itself has to be taken away"),
            wrong("other-method", "r - g m + v", "the next value is added and the own one taken away"),
        ),
        also=("r - v", "g m - v"),
    ),
    Method(
        r"\bGAE\b|generali[sz]ed advantage",
        r"\| (?:A|hat\(A\))(?:_|\(|\^|$)|advantage|GAE",
        "d + g l n",
        {
            "d": Role(r"δ|delta|δ_.*", r"\bTD[- ]error|\bdelta\b", loose=True),
            "g": DISCOUNT,
            "l": Role(r"λ|lambda|lam", r"\blambda\b"),
            "n": Role(r"A|A_.*|hat\(A\).*", r"advantage", loose=True),
        },
        (
            wrong("left-out", "d + g n", "the next advantage {n} has to be multiplied by λ = {l} as well"),
            wrong("left-out", "d + l n", "the next advantage {n} has to be multiplied by γ = {g} as well"),
            wrong("left-out", "d + n", "the next advantage {n} has to be multiplied by γλ"),
        ),
        not_of=r"\| δ|TD[- ]error",
    ),
    Method(
        r"\bPPO\b|clipped (?:objective|surrogate)|proximal policy",
        r"objective|surrogate|\| L|PPO|min|term|loss",
        "min(r a, min(max(r, 1 - c), 1 + c) a)",
        {"r": _RATIO, "a": _ADVANTAGE, "c": _CLIP},
        (
            wrong(
                "not-limited",
                "r a",
                "the ratio {r} lies outside 1 ± {c}: the clipped term is the smaller one",
            ),
            wrong(
                "other-method",
                "max(r a, min(max(r, 1 - c), 1 + c) a)",
                "the larger of the two is taken; it is the smaller one",
            ),
        ),
        also=("-min(r a, min(max(r, 1 - c), 1 + c) a)",),
        not_of=r"unclipped|clipped|first|ratio|plain|clip\(|r·A|ρ·A",
    ),
    Method(
        r"advantage|baseline",
        r"advantage|\| (?:A(?:_|\(|\^|$)|adv)",
        "g - v",
        {
            "g": Role(r"G|G_.*|Q\(.*|Q|R|return", r"\breturn\b|\bQ\b"),
            "v": Role(r"V.*|b|baseline", r"baseline|\bvalue\b"),
        },
        (
            wrong("sign", "v - g", "the baseline {v} is taken away from {g}, not the other way"),
            wrong("sign", "g + v", "the baseline {v} is taken away, not added"),
        ),
        not_of=r"GAE|TD|normali",
    ),
    Method(
        r"ε-greedy|epsilon[- ]greedy|\\(?:var)?epsilon\S{0,3}[- ]greedy",
        r"greedy|\bbest\b|probab|\| [πpP]",
        "1 - q + q/k",
        {"q": _GREEDY, "k": _ARMS},
        (
            wrong(
                "left-out",
                "1 - q",
                "the best action is also among the {k} that are drawn at random: {q}/{k} more",
            ),
        ),
        also=("q/k", "q/(k - 1)", "1 - q + q/k"),
        not_of=r"other|explor|random|each|non-?greedy",
        bare=True,
    ),
    Method(
        r"\bUCB\b|upper confidence",
        r"UCB|bound|bonus|\barm\b|action|score",
        "q + c √(ln(t)/n)",
        {
            "q": Role(r"Q.*|q|bar\(x\).*|μ.*", r"mean|average|estimate|value", loose=True),
            "c": Role(r"c|α", r"\bc\b|exploration", among=(1, 2)),
            "t": Role(r"t|T|N", r"\b(?:total|rounds?|plays?|steps?|time)\b"),
            "n": Role(r"n.*|N.*", r"times|pulls|plays|visits|tried", loose=True),
        },
        (
            wrong("no-root", "q + c ln(t)/n", "the root of the quotient is not taken"),
            wrong("left-out", "q + c √(t/n)", "the logarithm of {t} is not taken"),
            wrong("upside-down", "q + c √(n/ln(t))", "the quotient is upside down"),
            wrong("left-out", "q + c √ln(t)/n", "the root goes over the number of tries {n} as well"),
            wrong("sign", "q - c √(ln(t)/n)", "the bonus is added"),
        ),
        also=("q + √(2 ln(t)/n)", "c √(ln(t)/n)", "√(2 ln(t)/n)"),
    ),
    Method(
        r"soft update|target network|Polyak",
        r"target|\| (?:θ|w|φ)(?:_|\(|\^|$)",
        "t w + (1 - t) v",
        {
            "t": Role(r"τ|tau|ρ", r"\btau\b|soft update|rate"),
            "w": Role(r"θ|w|online.*", r"online|\bmain\b|local"),
            "v": Role(r"θ'|θ^-|w'|target.*|w_target|θ_target", r"target"),
        },
        (
            wrong(
                "exchanged",
                "(1 - t) w + t v",
                "the target keeps 1 − {t} of itself and takes {t} of the online net",
            ),
            wrong("left-out", "t w + v", "the target is not weighted with 1 − {t}"),
        ),
    ),
    Method(
        r"REINFORCE|policy gradient|score function",
        r"score|grad|\| (?:∂|d|∇|g)",
        "a - p",
        {
            "a": Role(r"a|a_.*|action", r"action", among=(0, 1)),
            "p": Role(r"p|π.*|p_.*", r"probability|\bp\b|policy"),
        },
        (
            wrong("sign", "p - a", "the derivative of the logarithm is {a} − {p}"),
            wrong("left-out", "p", "this is the chance itself, not the derivative of its logarithm"),
        ),
        also=("1 - p", "-p"),
        unless=r"softmax|loss",
        not_of=r"return|loss|update",
    ),
    Method(
        r"Boltzmann|annealing|Metropolis",
        r"accept|factor|weight|\| [pP]|probab|exp",
        "exp(-d/t)",
        {"d": Role(r"ΔE|Δ|E|dE|Δ.*|E_.*", r"energy|worse by|increase"), "t": Role(r"T|τ|kT", r"temperature")},
        (
            wrong("sign", "exp(d/t)", "the minus in the exponent is left out"),
            wrong("multiplied", "exp(-d t)", "the energy {d} is divided by the temperature {t}"),
            wrong("upside-down", "exp(-t/d)", "the quotient in the exponent is upside down"),
        ),
        unless=r"cosine annealing|softmax|logits|policy",
    ),
)
