"""Tokens, and the tables that fold LaTeX, Unicode and ASCII spellings into one alphabet."""

from __future__ import annotations

from typing import NamedTuple

# How far a token stands from the one before it; list separators are decided by it.
GLUED, SPACE, WIDE, EXPLICIT, QUAD, NEWLINE = range(6)


class Token(NamedTuple):
    """One sign of the text. `prose` marks what stood outside maths delimiters or inside \\text{}."""

    kind: str  # num name word cmd op rel open close sep amp break dots other
    text: str  # normalised: "\\times" and "×" are both "×"
    start: int
    end: int
    gap: int
    prose: bool


GREEK = {
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
    "hbar": "ℏ",
}

OPERATORS = {
    "cdot": "·",
    "times": "×",
    "ast": "*",
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
}

RELATIONS = {
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
    "xrightarrow": "→",
    "Rightarrow": "⇒",
    "implies": "⇒",
    "Longrightarrow": "⇒",
    "therefore": "⇒",
    "iff": "⇔",
    "Leftrightarrow": "⇔",
    "leftarrow": "←",
    "gets": "←",
    "Leftarrow": "←",
    "mid": "|",
    "subset": "⊂",
    "subseteq": "⊂",
}

# Commands that say how something looks, not what it is; those in TAKES drop an argument with them.
SILENT = frozenset(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle "
    "textstyle scriptstyle limits nolimits Large large LARGE huge Huge small normalsize footnotesize tiny "
    "scriptsize rm bf it sf tt cal nonumber notag hfill noindent centering strut mathstrut hline "
    "allowbreak smash relax boldmath bfseries itshape mathbf boldsymbol mathcal mathbb mathsf mathit "
    "mathfrak mathscr bm pmb vec boxed fbox underline overline cancel bcancel textcircled emph mathop "
    "mathrel mathbin mathord mathopen mathclose ensuremath Bar widecheck uline colorbox_ framebox "
    "mathclap textbf textit textsc textsl texttt mathtt hphantom_ par".split()
)
FONTS = frozenset("mathsf mathrm mathtt text textsf textrm".split())  # an upright T is a transpose
TAKES = frozenset(
    "color label tag hspace vspace phantom hphantom vphantom textcolor colorbox cite ref eqref "
    "footnote".split()
)
WORDS = frozenset("text textrm mathrm operatorname mbox textnormal textup hbox intertext lr rl".split())
DECORATIONS = {
    "hat": "hat",
    "widehat": "hat",
    "bar": "bar",
    "tilde": "tilde",
    "widetilde": "tilde",
    "dot": "dot",
    "ddot": "ddot",
    "check": "check",
    "breve": "breve",
    "acute": "acute",
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
OPENERS = {
    "lfloor": "⌊",
    "lceil": "⌈",
    "langle": "⟨",
    "lvert": "|",
    "lVert": "‖",
    "lbrace": "\\{",
    "lbrack": "[",
}
CLOSERS = {
    "rfloor": "⌋",
    "rceil": "⌉",
    "rangle": "⟩",
    "rvert": "|",
    "rVert": "‖",
    "rbrace": "\\}",
    "rbrack": "]",
}
DOTS = frozenset("dots ldots cdots vdots ddots dotsc dotsb dotsm hdots".split())
FRACTIONS = {
    "frac": "frac",
    "dfrac": "frac",
    "tfrac": "frac",
    "cfrac": "frac",
    "nicefrac": "frac",
    "sfrac": "frac",
}
STRUCTURE = frozenset(
    "sqrt binom dbinom tbinom sum prod int oint lim begin end underbrace overbrace overset underset "
    "stackrel underbracket overbracket substack bigcup bigcap iint limsup liminf sideset".split()
)

SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", "0123456789+-=()aeoxhklmnpstijruv", strict=True))
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵗˣʸᵏᵐ", "0123456789+-=()niTtxykm", strict=True))
