"""Documents for the page, one for each format, all with something right and something wrong in them."""

from __future__ import annotations

import json

MARKDOWN = r"""# Sums & products

Let $a = 0.5$ and $b = 0.9$. Then $a \cdot b = 0.54$, so $d = 2 \cdot 0.54 = 1.08$.

$$
\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} \begin{bmatrix} 1 \\ 1 \end{bmatrix}
= \begin{bmatrix} 3 \\ 8 \end{bmatrix}
$$

- a plain sum: 16 - 3 - 4 = 10
- $2/3 = 0.66$ and `7 * 8 = 56`

| sum | value |
|-----|-------|
| 2 + 2 = 5 | $3 \cdot 3 = 9$ |

> quoted: $1 + 1 = 3$

```
3 * 5 = 16
```
"""

TEX = r"""\documentclass{article}
\title{A sheet}
\newcommand{\half}{\frac{1}{2}}
\begin{document}
\section{Sums}
With \textbf{bold} words: $\half + \half = 2$. % a remark
\begin{itemize}
  \item first $2 + 2 = 4$
  \item[(b)] second \[ 3 \cdot 3 = 10 \]
\end{itemize}
\begin{tabular}{cc}
  $1 + 1 = 2$ & $2 + 2 = 5$ \\
\end{tabular}
\begin{verbatim}
4 * 4 = 17 <b>
\end{verbatim}
\oddity{here}
\end{document}
"""

ORG = """#+TITLE: Sums
* First
Some /slanted/ and *bold* words: 2 + 2 = 5
#+begin_src python
x = 1  # 2 + 3 = 6
#+end_src
"""

PLAIN = """Problem 1

  3 + 4 = 8
  8 * 2 = 16   <b>
"""


def notebook() -> str:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Sums\n", "\n", "Here $1 + 1 = 3$.\n"]},
        {
            "cell_type": "code",
            "metadata": {},
            "source": "# 3 * 4 = 13\nprint(1 < 2)",
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": "2 + 2 = 5\n"},
                {"output_type": "display_data", "metadata": {}, "data": {"image/png": "AAAA"}},
            ],
        },
        {"cell_type": "raw", "metadata": {}, "source": "raw <i>cell</i>"},
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


DOCUMENTS = {
    "a.md": MARKDOWN,
    "a.tex": TEX,
    "a.org": ORG,
    "a.txt": PLAIN,
    "a.ipynb": notebook(),
}

EVIL = r"""---
title: "<script>window.pwned=1</script>"
---
# <script>window.pwned=1</script>

<img src=x onerror="window.pwned=1"> [a](javascript:window.pwned=1) [b](data:text/html,x) [c](JaVaScRiPt:1)

![picture](https://example.org/x.png) [d](https://example.org/?a=1&b="2") [e](../other.md)

$\href{javascript:window.pwned=1}{2} + 2 = 5$

$\htmlStyle{position:fixed}{x} = "><script>window.pwned=1</script>$

```"><script>window.pwned=1</script>
1 + 1 = 3 </code></pre><script>window.pwned=1</script>
```

Claims that pretend: \U00012470A0\U00012471 and $\htmlData{claim=c1,verdict=right}{3} + 1 = 5$
""".replace("\\U00012470", "\U00012470").replace("\\U00012471", "\U00012471")
