"""Whatever stands in a document, it is parsed, and every expression knows where it stands."""

from __future__ import annotations

from hypothesis import given, settings
from soup import DOCUMENTS, SOUP

from workings.expr import NOWHERE, Expr, Hole, children, walk
from workings.ops import FUNCTIONS
from workings.parsing import Lexicon, parse_maths
from workings.pipeline import check, read
from workings.source import Span

LEXICON = Lexicon(FUNCTIONS)


def assert_nested(root: Expr, around: Span) -> None:
    """Every expression lies inside the one it is a part of; only what is missing stands behind its place."""
    stack = [(root, around)]
    while stack:
        node, outside = stack.pop()
        inside = node.span if node.span != NOWHERE else outside
        if any(isinstance(child, Hole) and not child.text for child in children(node)):
            assert around.start <= inside.start <= inside.end <= around.end, node
            continue
        assert outside.start <= inside.start <= inside.end <= outside.end, node
        stack.extend((child, inside) for child in children(node))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(SOUP)
def test_parsing_never_raises_and_spans_nest_inside_the_text(text: str) -> None:
    assert_nested(parse_maths(text, LEXICON), Span(0, len(text)))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(SOUP)
def test_an_expression_does_not_depend_on_where_its_text_stands(text: str) -> None:
    first, second = (
        [
            (type(node), node.span.start - offset, node.span.end - offset)
            for node in walk(parse_maths(text, LEXICON, offset))
            if node.span != NOWHERE
        ]
        for offset in (1000, 5000)
    )
    assert first == second


@settings(max_examples=150, deadline=None, derandomize=True)
@given(DOCUMENTS)
def test_the_members_of_a_chain_lie_on_the_page_in_order(text: str) -> None:
    document = read(text)
    page = document.reading.page
    places = [page.raw_offset(at) for at in range(len(page.written))]
    assert page.raw == text
    assert page.written == "".join(text[place] for place in places)
    assert len(page.text) == len(page.written)
    assert places == sorted(set(places))  # nothing is moved; only the blanks around scripts are left out
    assert not {text[at] for at in set(range(len(text))) - set(places)} - {" "}
    for statement in document.statements:
        reached = 0
        for member in statement.members:
            if member.span == NOWHERE:  # nothing stands before the sign
                continue
            assert reached <= member.span.start <= member.span.end
            reached = member.span.end
        assert reached <= len(page.written)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(DOCUMENTS)
def test_checking_never_raises_and_claims_lie_on_the_page(text: str) -> None:
    for claim in check(read(text)).claims:
        assert 0 <= claim.span.start < claim.span.end <= len(text)
        assert claim.text
