"""Which dollar signs are maths: pandoc's rule, tolerant of the spaces that people leave inside.

Only the next dollar sign can close an open one, so a run of them costs linear time.
"""

from __future__ import annotations

from workings.regex import regex

WORD = regex(r"(?<![\\A-Za-z_{^])[A-Za-z]{3,}")
STRONG = regex(r"[\\^_={}]")
OPERATOR = regex(r"[-+*/<>|()\[\]0-9≈≤≥×·⋅±√∑∏∈→']")
TEXT_COMMAND = regex(r"\\(?:text\w*|math\w+|mbox|operatorname|label|begin|end|tag)\*?\s*\{[^{}]*\}")
BLOCK = regex(r"\n[ \t]*(?:[|•#]|[-*+] )")  # a row of a table or an item of a list begins
MOST_WORDS = 6
MOST_WORDS_IN_DISPLAY = 3


def plain_words(content: str) -> int:
    """How many everyday words stand in it, outside of commands and names."""
    return len(WORD.findall(TEXT_COMMAND.sub(" ", content)))


def closes_maths(text: str, opening: int, closing: int) -> bool:
    """Whether the single dollar signs at these two places enclose maths rather than name prices."""
    content = text[opening + 1 : closing]
    inside = content.strip()
    if not inside or inside == "\\":
        return False
    tight_left, tight_right = not content[0].isspace(), not content[-1].isspace()
    strong = STRONG.search(content) is not None
    digit_follows = text[closing + 1 : closing + 2].isdigit()
    if digit_follows and not (tight_left and tight_right and strong):
        return False
    if tight_left and tight_right and strong:
        return True
    if "\n" in content and not (tight_left and tight_right) and BLOCK.search(content):
        return False
    words = plain_words(content)
    if tight_left and tight_right:
        priced = inside[0].isdigit() and words > 0 and " " in inside
        return not priced and words <= MOST_WORDS
    if tight_left != tight_right and inside[0].isdigit() and "\\" not in content:
        return False
    if strong:
        return words <= MOST_WORDS
    symmetric = tight_left == tight_right
    return symmetric and words <= 1 and (OPERATOR.search(content) is not None or len(inside) <= 2)


def looks_like_prose(line: str) -> bool:
    """Whether a line after a gap can no longer belong to an open display."""
    stripped = line.strip()
    if stripped.startswith(("#", "```", "~~~", "- ", "* ", "|", "\\section", "\\item", "---")):
        return True
    return plain_words(stripped) >= MOST_WORDS_IN_DISPLAY
