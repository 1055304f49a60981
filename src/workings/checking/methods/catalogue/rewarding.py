"""Reinforcement learning: returns, temporal differences, Q-learning."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import Method, Role, Wrong
from workings.checking.methods.catalogue.roles import DISCOUNT, REWARD

REWARDING = (
    Method(
        r"Q-?learning|Bellman|temporal[- ]difference|\bTD\b|discount",
        r"\bTD target|\btarget\b|\| (?:y|target|TD(?! error))",
        "r + g m",
        {
            "r": REWARD,
            "g": DISCOUNT,
            "m": Role(r"max.*|Q\(.*|V\(.*|V|V_.*|Q_.*", r"\bmax|next (?:state|value)|\bbest\b"),
        },
        (
            Wrong(
                "discount/left-out",
                "r + m",
                "the next value {m} is not discounted by {g}",
                "TD target: $2 + 5 = 7$",
                "A discount near one is easily overlooked.",
            ),
            Wrong(
                "discount/on-reward",
                "g (r + m)",
                "the reward {r} is discounted as well; only the next value is",
                "TD target: $0.9 \\cdot (2 + 5) = 6.3$",
                "The factor is put before the brackets.",
            ),
            Wrong(
                "discount/reward-lost",
                "g m",
                "the reward {r} is left out",
                "TD target: $0.9 \\cdot 5 = 4.5$",
                "The look ahead takes all the attention.",
            ),
        ),
        unless=r"reward (?:is|=) 0\b",
        given="Q-learning: discount $\\gamma = 0.9$, reward $r = 2$, best next value $m = 5$.\n\n",
        line="TD target: $2 + 0.9 \\cdot 5 = 6.5$",
    ),
    Method(
        r"Q-?learning|temporal[- ]difference|\bTD\b",
        r"\| [QV]|\bnew\b|updat",
        "q + a (r + g m - q)",
        {
            "q": Role(r"Q\(.*|Q|V\(.*|V|@|Q_.*|V_.*", r"(?:old|current) (?:value|estimate)"),
            "a": Role("α|η|alpha", r"learning[- ]rate|step[- ]size"),
            "r": REWARD,
            "g": DISCOUNT,
            "m": Role(r"max.*|Q\(.*|V\(.*|V|V_.*|Q_.*", r"\bmax|next (?:state|value)|\bbest\b"),
        },
        (
            Wrong(
                "td/old-not-subtracted",
                "q + a (r + g m)",
                "the old value {q} is not taken away inside the brackets",
                "new: $Q = 3 + 0.5 \\cdot (2 + 0.9 \\cdot 5) = 6.25$",
                "The target is taken for the error.",
            ),
            Wrong(
                "td/turned",
                "q - a (r + g m - q)",
                "the error is taken away; the value moves towards the target",
                "new: $Q = 3 - 0.5 \\cdot (2 + 0.9 \\cdot 5 - 3) = 1.25$",
                "Gradient descent has a minus there.",
            ),
            Wrong("discount/left-out", "q + a (r + m - q)", "the next value {m} is not discounted by {g}"),
            Wrong(
                "td/rate-left-out",
                "r + g m",
                "the learning rate {a} is left out: the value jumps to the target",
                "new: $Q = 2 + 0.9 \\cdot 5 = 6.5$",
                "The target is taken for the new value.",
            ),
        ),
        not_of=r"target|error|max|\bδ",
        given="TD: $\\alpha = 0.5$, $\\gamma = 0.9$, reward 2, old value $Q = 3$, best next value 5.\n\n",
        line="new: $Q = 3 + 0.5 \\cdot (2 + 0.9 \\cdot 5 - 3) = 4.75$",
    ),
    Method(
        r"discount",
        r"return|\| G",
        "r + g n",
        {"r": REWARD, "g": DISCOUNT, "n": Role("G|G_.*|return", r"return")},
        (
            Wrong("discount/left-out", "r + n", "the return {n} of the next step is not discounted by {g}"),
            Wrong(
                "discount/on-reward",
                "g (r + n)",
                "the reward {r} is discounted as well; only what comes later is",
            ),
        ),
    ),
)
