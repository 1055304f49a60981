"""The tables that fold LaTeX, Unicode and ASCII spellings into one alphabet of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from workings.parsing.tokens import EXPLICIT, GLUED, QUAD

_GREEK = {
    **{
        name: chr(0x3B1 + i)
        for i, name in enumerate(
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho "
            "varsigma sigma tau upsilon phi chi psi omega".split()
        )
    },
    "varepsilon": "ε",
    "vartheta": "θ",
    "varphi": "φ",
    "varrho": "ρ",
    "Gamma": "Γ",
    "Delta": "Δ",
    "Theta": "Θ",
    "Lambda": "Λ",
    "Xi": "Ξ",
    "Pi": "Π",
    "Sigma": "Σ",
    "Phi": "Φ",
    "Psi": "Ψ",
    "Omega": "Ω",
    "ell": "ℓ",
    "partial": "∂",
    "nabla": "∇",
    "infty": "∞",
    "infin": "∞",
    "hbar": "ℏ",
}

_OPERATORS = {
    "cdot": "·",
    "times": "×",
    "ast": "*",
    "circledast": "*",
    "star": "*",
    "odot": "⊙",
    "circ": "⊙",
    "otimes": "⊗",
    "div": "÷",
    "pm": "±",
    "mp": "±",
    "bullet": "·",
    "prime": "'",
    "backslash": "/",
    "oplus": "⊕",
    "bmod": "mod",
    "mod": "mod",
}

_RELATIONS = {
    "approx": "≈",
    "simeq": "≈",
    "cong": "≈",
    "sim": "~",
    "equiv": "≡",
    "triangleq": "=",
    "doteq": "=",
    "coloneqq": "=",
    "leq": "≤",
    "le": "≤",
    "leqslant": "≤",
    "geq": "≥",
    "ge": "≥",
    "geqslant": "≥",
    "neq": "≠",
    "ne": "≠",
    "lt": "<",
    "gt": ">",
    "ll": "<<",
    "gg": ">>",
    "propto": "∝",
    "in": "∈",
    "notin": "∉",
    "to": "→",
    "rightarrow": "→",
    "longrightarrow": "→",
    "mapsto": "→",
    "hookrightarrow": "→",
    "xrightarrow": "→",
    "downarrow": "→",
    "searrow": "→",
    "Rightarrow": "⇒",
    "implies": "⇒",
    "Longrightarrow": "⇒",
    "leadsto": "⇒",
    "rightsquigarrow": "⇒",
    "therefore": "⇒",
    "iff": "⇔",
    "Leftrightarrow": "⇔",
    "Longleftrightarrow": "⇔",
    "leftarrow": "←",
    "gets": "←",
    "Leftarrow": "←",
    "subset": "⊂",
    "subseteq": "⊂",
}

# Commands that say how something looks, not what it is; those in TAKES drop an argument with them.
SILENT = frozenset(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle "
    "textstyle scriptstyle limits nolimits Large large LARGE huge Huge small normalsize footnotesize tiny "
    "scriptsize rm bf it sf tt cal nonumber notag noindent centering strut mathstrut hline "
    "allowbreak smash relax boldmath bfseries itshape mathbf boldsymbol mathcal mathbb mathsf mathit "
    "mathfrak mathscr bm pmb vec boxed fbox underline cancel bcancel textcircled emph mathop "
    "mathrel mathbin mathord mathopen mathclose ensuremath Bar widecheck uline framebox "
    "mathclap textbf textit textsc textsl texttt mathtt par".split()
)
TRANSPOSES = frozenset("T tran transp transpose trans tp".split())  # what authors call their own sign for it
FONTS = frozenset("mathsf mathrm mathtt text textsf textrm".split())  # an upright T is a transpose
TAKES = frozenset(
    "color label tag hspace vspace phantom hphantom vphantom textcolor colorbox cite ref eqref "
    "footnote".split()
)
WORDS = frozenset("text textrm mathrm operatorname mbox ext textnormal textup hbox intertext lr rl".split())
_DECORATIONS = {
    "hat": "hat",
    "widehat": "hat",
    "bar": "bar",
    "overline": "bar",
    "tilde": "tilde",
    "widetilde": "tilde",
    "dot": "dot",
    "ddot": "ddot",
    "check": "check",
    "breve": "breve",
    "acute": "acute",
    "overleftarrow": "left",  # the states of an RNN that reads backwards
    "overrightarrow": "right",
}
COMBINING = {
    "\u0302": "hat",
    "\u0304": "bar",
    "\u0305": "bar",
    "\u0303": "tilde",
    "\u0307": "dot",
    "\u20d7": "vec",
}
SPACES = {",": GLUED, "!": GLUED, ":": EXPLICIT, ";": EXPLICIT, " ": EXPLICIT, ">": EXPLICIT, "\n": EXPLICIT}
NAMED_SPACES = {
    "hfill": QUAD,
    "hfil": QUAD,
    "dotfill": QUAD,
    "hrulefill": QUAD,
    "quad": QUAD,
    "qquad": QUAD,
    "enspace": EXPLICIT,
    "space": EXPLICIT,
    "thinspace": GLUED,
    "medspace": GLUED,
    "thickspace": EXPLICIT,
    "negthinspace": GLUED,
    "negmedspace": GLUED,
    "negthickspace": GLUED,
    "enskip": EXPLICIT,
    "nobreakspace": EXPLICIT,
    "hskip": EXPLICIT,
}
_OPENERS = {
    "lfloor": "⌊",
    "lceil": "⌈",
    "langle": "⟨",
    "lbrace": "\\{",
    "lbrack": "[",
}
_CLOSERS = {
    "rfloor": "⌋",
    "rceil": "⌉",
    "rangle": "⟩",
    "rbrace": "\\}",
    "rbrack": "]",
}
_DOTS = frozenset("dots ldots cdots vdots ddots dotsc dotsb dotsm hdots".split())
_FRACTIONS = "frac dfrac tfrac cfrac nicefrac sfrac rac".split()  # \\rac where \\f became a form feed
_STRUCTURE = frozenset(
    "sqrt binom dbinom tbinom choose over sum prod int oint lim underbrace overbrace overset underset "
    "stackrel underbracket overbracket substack bigcup bigcap iint limsup liminf sideset".split()
)


def _tokens(kind: str, spellings: Mapping[str, str]) -> Iterable[tuple[str, tuple[str, str]]]:
    """Each spelling with the kind and text of the token it becomes."""
    return ((spelling, (kind, text)) for spelling, text in spellings.items())


# What a command without an argument becomes: the kind and the text of its token.
COMMANDS: Mapping[str, tuple[str, str]] = {
    **dict(_tokens("op", _OPERATORS)),
    **dict(_tokens("rel", _RELATIONS)),
    **dict(_tokens("name", _GREEK)),
    **dict(_tokens("open", _OPENERS)),
    **dict(_tokens("close", _CLOSERS)),
    **{name: ("cmd", name) for name in _STRUCTURE},
    **dict.fromkeys(_FRACTIONS, ("cmd", "frac")),
    **{name: ("cmd", "mark:" + mark) for name, mark in _DECORATIONS.items()},
    **dict.fromkeys(_DOTS, ("dots", "…")),
    **dict.fromkeys(("mid", "vert", "lvert", "rvert"), ("bar", "|")),
    **dict.fromkeys(("Vert", "lVert", "rVert"), ("bar", "‖")),
    **dict.fromkeys(("top", "intercal"), ("name", "⊤")),
    **dict.fromkeys(("newline", "cr"), ("break", "\\\\")),
    **dict.fromkeys(("neg", "lnot"), ("other", "¬")),
    **dict.fromkeys(("square", "Box"), ("other", "□")),
    **dict.fromkeys(("checkmark", "xmark", "blacksquare", "qed"), ("other", "■")),
}
ESCAPES: Mapping[str, tuple[str, str]] = {
    "{": ("open", "\\{"),
    "}": ("close", "\\}"),
    "|": ("bar", "‖"),
    "%": ("op", "%"),
    "_": ("op", "_"),
    "[": ("open", "["),
    "(": ("open", "("),
    "]": ("close", "]"),
    ")": ("close", ")"),
}

_OPERATOR_SIGNS = {
    "⋅": "·",
    "∙": "·",
    "•": "·",
    "∗": "*",
    "∘": "⊙",
    "−": "-",
    "–": "-",
    "∓": "±",
    "’": "'",
    "′": "'",
    "″": "''",
    "‴": "'''",
    "**": "^",
}
_RELATION_SIGNS = {
    ":=": "=",
    "==": "=",
    "<=": "≤",
    ">=": "≥",
    "⩽": "≤",
    "⩾": "≥",
    "≦": "≤",
    "≧": "≥",
    **{"=" * length + ">": "⇒" for length in range(1, 5)},
    "!=": "≠",
    "~=": "≈",
    "≃": "≈",
    "≅": "≈",
    "⟶": "→",
    "↦": "→",
    **{"-" * length + ">": "→" for length in range(1, 5)},
    "<-": "←",
    "⟹": "⇒",
}
_SEPARATOR_SIGNS = {"，": ",", "。": ".", "；": ";", "：": ":", "、": ",", "？": "?"}
_WIDE_BRACKETS = {"（": "(", "）": ")", "［": "[", "］": "]"}

ROOTS: Mapping[str, str] = {"∛": "3", "∜": "4"}  # roots with their orders

# What a sign other than a letter or digit becomes.
SIGNS: Mapping[str, tuple[str, str]] = {
    **{sign: ("op", sign) for sign in "-+*/^_!'@×·⊙⊗⊕÷±√∑∏%°"},
    **{sign: ("rel", sign) for sign in "≈≤≥≠≡∝∈→⇒←⇔=<>~"},
    **{sign: ("open", sign) for sign in "([{⌊⌈⟨"},
    **{sign: ("close", sign) for sign in ")]}⌋⌉⟩"},
    **{sign: ("sep", sign) for sign in ",;:.?"},
    **dict(_tokens("op", _OPERATOR_SIGNS)),
    **dict(_tokens("rel", _RELATION_SIGNS)),
    **dict(_tokens("sep", _SEPARATOR_SIGNS)),
    **{sign: ("open" if text in "([" else "close", text) for sign, text in _WIDE_BRACKETS.items()},
    **dict.fromkeys(("||", "‖", "∥"), ("bar", "‖")),
    "|": ("bar", "|"),
    **{sign: ("name", sign) for sign in "∞∂∇"},
    "&": ("amp", "&"),
}
VULGAR_FRACTIONS = {
    "½": ("1", "2"),
    "⅓": ("1", "3"),
    "⅔": ("2", "3"),
    "¼": ("1", "4"),
    "¾": ("3", "4"),
    "⅕": ("1", "5"),
    "⅖": ("2", "5"),
    "⅗": ("3", "5"),
    "⅘": ("4", "5"),
    "⅙": ("1", "6"),
    "⅛": ("1", "8"),
    "⅜": ("3", "8"),
    "⅝": ("5", "8"),
    "⅞": ("7", "8"),
}
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", "0123456789+-=()aeoxhklmnpstijruv", strict=True))
SUPERSCRIPTS = dict(
    zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵃᵇᶜᵈʲᵏˡᵐᵖᵗˣʸᶻ·⋅", "0123456789+-=()niTabcdjklmptxyz..", strict=True)
)
