"""Which fences are read, and how: as maths, as plain text, for their comments only, or not at all."""

from __future__ import annotations

MATHS = frozenset({"math", "latex", "tex", "katex", "{math}", "mathjax"})
MARKDOWN = frozenset({"markdown", "md", "qmd", "rmd", "mdx", "myst", "quarto"})
HASH = "#"
SLASHES = "//"
PROGRAMS: dict[str, str] = {
    **dict.fromkeys(
        (
            "python",
            "py",
            "python3",
            "ipython",
            "ipython3",
            "py3",
            "r",
            "julia",
            "jl",
            "ruby",
            "rb",
            "perl",
            "sage",
        ),
        HASH,
    ),
    **dict.fromkeys(
        ("elixir", "nim", "gdscript", "mojo", "starlark", "numpy", "pytorch", "tensorflow", "pycon"), HASH
    ),
    **dict.fromkeys(
        ("js", "javascript", "ts", "typescript", "jsx", "tsx", "c", "cpp", "c++", "h", "hpp", "cuda"), SLASHES
    ),
    **dict.fromkeys(
        ("java", "kotlin", "scala", "swift", "go", "golang", "rust", "rs", "cs", "csharp", "c#"), SLASHES
    ),
    **dict.fromkeys(("php", "dart", "zig", "d", "fsharp", "f#", "glsl", "verilog", "ojs"), SLASHES),
    **dict.fromkeys(("matlab", "octave", "erlang", "prolog"), "%"),
    **dict.fromkeys(("lua", "haskell", "hs", "sql", "ada", "vhdl", "elm"), "--"),
    **dict.fromkeys(("lisp", "scheme", "clojure", "elisp", "emacs-lisp", "racket"), ";"),
}
OWN_SIGNS = frozenset({"julia", "jl", "jsx", "tsx"})  # programs in which × and ≈ may stand as they are
SILENT = frozenset(
    """mermaid json json5 jsonc yaml yml toml ini bash sh shell zsh fish powershell ps1 cmd bat batch html xml
    svg css scss less dockerfile docker makefile make cmake diff patch graphviz dot plantuml csv tsv nginx
    http graphql proto protobuf bibtex bib gitignore env properties vim viml tikz raw =html =latex include
    toctree console terminal shellsession shell-session sh-session bash-session zsh-session fish-session
    powershell-session ps1con doscon pwsh ksh csh tcsh""".split()
)
