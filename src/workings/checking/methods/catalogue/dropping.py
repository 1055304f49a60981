"""Dropout: what is kept is made larger in training, or all of it smaller at test time."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import ANY, Method, Role, Wrong

_INVERTED = (
    r"inverted dropout|invertierte\w* Dropout|odwr[óo]con\w+ dropout"
    r"|dropout (?:odwr[óo]con|invers|inverti|invertid)\w*"
)
_FALLS_OUT = (
    r"wyzerowan\w+|odrzuceni\w+|wy[łl][ąa]czeni\w+|Ausfall\w*|Abschalt\w*|Dropout-?[Rr]ate|d[’']abandon|d[’']extinction"
    r"|d[ée]sactiv\w+|de (?:descarte|apagado|desligamento|desativa\w+)|di (?:spegnimento|abbandono)"
)  # what a unit does by chance, in other languages
_DROP = Role(
    "p|q|p_drop|p_\\{drop\\}|(?:drop(?:out)? )?(?:probability|rate) p",
    rf"drop(?:out|ping|ped with)?(?: probability| rate)?|probability of dropping|{_FALLS_OUT}",
    share=True,
    plainly=r"drop(?:out|ping)?[- ](?:prob|rate|chance)|(?:prob\w*|chance|rate) of drop|dropped|drops\b"
    r"|p_\{?drop",
)
_NO_OUTPUT = (
    r"\bE\b|survivor|test|inference|eval|expect|plain|standard|weight|next|mean|varian|moment|scale|odds"
    r"|\| [a-gi-z]_?$"
)
_COUNTED = r"\b(?:of|from|out of) (?:the |all )?\$?\d+\$? (?:\w+ )?(?:units|neurons|nodes|activations)\b"
_STAYS = r"(?:keep|kept|retain|surviv|stay)\w*"
_KEEPING = (
    r"keep(?:ing)?[- ](?:prob|rate)|p_keep|(?:prob\w*|chance|rate) (?:of|to|for) (?:being )?" + _STAYS + "|"
    r"(?:prob\w*|chance) that (?:\w+ ){1,4}" + _STAYS + "|"
    + _STAYS + r"(?:[ $]+\w+){0,4} with\W+(?:an? |the )?(?:prob|chance|rate|[pq]\b|0?\.\d|\d+\s*\\?%)"
    r"|keeps? (?:only |just )?\$?(?:0?\.\d|\d+\s*\\?%)"
    r"|(?<![\d(,])(?:0?\.\d+|\d\s*\\?%)\$? (?:of )?(?:the |all )?(?:\w+ ){0,2}(?:is |are )?" + _STAYS
)  # fmt: skip
_DROPPED = (
    r"(?:drop(?:out|ping)?[- ](?:prob\w*|rate|chance)|(?:prob\w*|chance) (?:of|to|for) (?:being )?drop\w*"
    r"|dropped with)[^.;:\d]{0,20}(?:0?\.\d|\d+\s*\\?%)"
)  # the chance of dropping itself, by which that of keeping is only the rest
_KEEPS = rf"\A(?!(?s:.*){_DROPPED})(?s:.*?)(?:{_KEEPING})"

DROPPING = (
    Method(
        _INVERTED,
        r".",
        "h/(1 - p)",
        {"h": ANY, "p": _DROP},
        (
            Wrong(
                "dropout/by-drop",
                "h/p",
                "it is divided by the chance {p} of dropping; what is kept is divided by 1 − {p}",
                "$\\tilde h_1 = 1.2 / 0.2 = 6$",
                "One p stands for dropping in some books and for keeping in others.",
            ),
            Wrong(
                "dropout/multiplied",
                "h (1 - p)",
                "it is multiplied by 1 − {p}; inverted dropout divides by it while training",
                "$\\tilde h_1 = 1.2 \\cdot 0.8 = 0.96$",
                "Plain dropout multiplies, when it is tested.",
            ),
            Wrong(
                "dropout/multiplied",
                "h p",
                "it is multiplied by {p}; inverted dropout divides by 1 − {p} while training",
            ),
        ),
        unless=_KEEPING + "|" + _COUNTED,
        not_of=_NO_OUTPUT,
        given="Inverted dropout with drop probability $p = 0.2$. The first of $h = (1.2, 0.7)$ is kept.\n\n",
        line="$\\tilde h_1 = 1.2 / 0.8 = 1.5$",
    ),
    Method(
        _INVERTED,
        r"\| (?:tilde\()?h",
        "h/(1 - p)",
        {"h": ANY, "p": _DROP},
        (
            Wrong(
                "dropout/by-drop",
                "h/p",
                "it is divided by the chance {p} of dropping; what is kept is divided by 1 − {p}",
            ),
        ),
        unless=_KEEPS,
        not_of=_NO_OUTPUT,
    ),
    Method(
        _INVERTED,
        r".",
        "h/p",
        {"h": ANY, "p": Role("p|q|p_keep|p_\\{keep\\}", r"keep|kept", share=True)},
        (
            Wrong(
                "dropout/by-drop",
                "h/(1 - p)",
                "it is divided by the chance of dropping; what is kept is divided by {p}",
            ),
            Wrong(
                "dropout/multiplied",
                "h p",
                "it is multiplied by {p}; inverted dropout divides by it while training",
            ),
        ),
        unless=r"drop(?:ping)?[- ](?:prob|rate)|dropout (?:prob|rate)|(?:prob\w*|chance|rate) of dropping"
        r"|\bdrop(?:s|ped|ping)?\b[^.\n]{0,40}\bwith\b"
        r"|\bAusfall|\bWegfall|\bDrop(?:out)?-?(?:wahrsch|quote)|\bapag\w+|\babandon|\bdescart"
        r"|\d\s+dropped|" + _COUNTED,
        not_of=_NO_OUTPUT,
    ),
    Method(
        r"dropout",
        r"test|inference|evaluation",
        "h (1 - p)",
        {"h": ANY, "p": _DROP},
        (
            Wrong(
                "dropout/test-by-drop",
                "h p",
                "it is multiplied by the chance {p} of dropping; at test time it is 1 − {p}",
                "At test time: $0.5 \\cdot 0.2 = 0.1$",
                "One p stands for dropping in some books and for keeping in others.",
            ),
            Wrong(
                "dropout/test-divided",
                "h/(1 - p)",
                "it is divided by 1 − {p}; plain dropout multiplies by it at test time",
                "At test time: $0.5 / 0.8 = 0.625$",
                "Inverted dropout divides, while it trains.",
            ),
        ),
        unless=r"(?<!not )inverted|kept with|" + _KEEPING,
        given="Plain dropout with drop probability $p = 0.2$ in training.\n\n",
        line="At test time: $0.5 \\cdot 0.8 = 0.4$",
    ),
    Method(
        _INVERTED,
        r"factor|scale|rescal",
        "1/(1 - p)",
        {"p": _DROP},
        (
            Wrong(
                "dropout/multiplied",
                "1 - p",
                "inverted dropout divides by 1 − {p} while training; this is its inverse",
            ),
        ),
        unless=_KEEPING,
        not_of=r"keep|kept|survi|expect|(?:test|inference|eval)[^.]*$",
    ),
    Method(
        _INVERTED,
        r"factor|scale|rescal",
        "1/(1 - p)",
        {"p": _DROP},
        (
            Wrong(
                "dropout/by-drop",
                "1/p",
                "{p} is the chance of dropping; what is kept is divided by 1 − {p}",
            ),
        ),
        unless=_KEEPS,
        not_of=r"keep|kept|survi|expect|(?:test|inference|eval)[^.]*$",
    ),
)
