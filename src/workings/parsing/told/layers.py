"""Sizes of layers in words: “5×5 filters with stride 2 on a 32×32 image give a 14×14 map”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.expr import Array, Expr, Number, number
from workings.parsing.told.sentence import SHAPE, Sentence, Told, Words, applied, either, listed, whole
from workings.record import record
from workings.regex import regex
from workings.source import Span

LARGEST_KERNEL = 31  # a larger one is the size of something else
LARGEST_SIDE = 20_000
MOST_PADDINGS = 6  # that are tried where none is said
_SLIDES = r"conv\w*|filters?|kernels?"
_POOLS = r"(?:max|average|avg|mean|sum|min)?[\s-]?pool\w*"
_CONVOLVES = regex(rf"\b(?:{_SLIDES})\b", re.IGNORECASE)
_CONVOLUTION = regex(r"\bconv", re.IGNORECASE)
_POOLING = regex(rf"\b(?:{_POOLS})\b", re.IGNORECASE)
_ODD = regex(
    r"\bdilat|\batrous|transpos|deconv|up-?conv|upsampl|unpool|depth-?wise|separable|\bgroup|\bglobal"
    r"|\badaptive|\b3-?d\b"
    r"|\bcausal|\bblock|\bthen\b|follow|\bafter\b|\bnext\b|\bbefore\b|\banother\b|\bstack|\bin a row"
    r"|\bsuccessive|\beach\b"
    r"|\bevery\b|\bflatten|\bLSTM|\bceil|round|\bfractional|\bdiscard|\bcrop|\brespectively|receptive"
    r"|param|→|\bconsecutive"
    r"|\bactivation function|\bReLU",
    re.IGNORECASE,
)
_ALONG = regex(r"\b1-?d\b|\bone-dimensional\b", re.IGNORECASE)
_PAIR = r"(?P<k>\d{1,2})(?:\s*×\s*(?P<l>\d{1,2}))?(?!\s*×|\d|\.\d)"
_SQUARE = r"(?<![\d.×])(?P<k>\d{1,2})\s*×\s*(?P<l>\d{1,2})(?!\s*×|\d)"
_KERNEL = (
    regex(
        rf"\b(?:kernel|filter|window|pool(?:ing)?)s?[\s-]+(?:size|width)s?\s*(?:of|is|="
        rf"|:)?\s*(?:[kfKF]\s*=\s*)?{_PAIR}",
        re.I,
    ),
    regex(
        rf"{_SQUARE}[\s-]*(?:(?:max|average|avg|mean|sum)\b|(?:valid|same|strided?|square|spatial"
        rf"|2-?d)\b\s*)?[\s-]*"
        r"(?=(?:conv|filter|kernel|window|max|average|avg|mean|pool|region))",
        re.I,
    ),
    regex(
        rf"\b(?:(?:{_SLIDES}|windows?|{_POOLS})(?:\s+(?:layer|operation))?)[\s,:]*(?:with|of|using|over"
        rf"|in)?[\s,:]*"
        rf"(?:an?\s+)?(?:(?:(?:size|kernel|window|filter)s?\s+(?:of\s+)?){{0,2}}){_SQUARE}",
        re.I,
    ),
)
_STRIDE = regex(
    r"\bstrides?[\s-]*(?:of|is|=|:)?\s*(?:[sS]\s*=\s*)?(\d{1,2})(?:\s*×\s*\1)?(?![\d.]*\d|\s*×)"
    r"|\bunit\s+stride",
    re.I,
)
_PADDING = regex(
    r"\b(?:zero[\s-])?pad(?:ding|ded)?[\s-]*(?:of|is|=|:|with"
    r"|by)?\s*(?:[pP]\s*=\s*)?(?P<n>\d{1,2})(?:\s*×\s*(?P=n))?(?![\d.]*\d)"
    r"(?:\s+pixels?)?|(?P<m>\d{1,2})\s+(?:pixels?\s+of\s+)?(?:zero[\s-])?padding\b"
    r"|(?P<none>\b(?:no|without|zero)\s+(?:zero[\s-])?padding|[\"'“]?\bvalid[\"'”]?(?:\s+(?:padding"
    r"|conv\w*))?|\bunpadded)"
    r"|(?P<same>[\"'“]?\bsame[\"'”]?[\s-]padding|\bpadding\s*+[=:]?\s*+[\"'“]?same\b[\"'”]?)",
    re.I,
)
_FILTERS = regex(
    r"(?<![\d.×])(\d{1,5})\s+(?=(?:(?:different|learned|output|such)\s+)?(?:filters|kernels|feature\s+maps"
    r"|channels\s+out|"
    r"output\s+channels)\b)|\b(?:output\s+channels|filters)\s*[=:]\s*(\d{1,5})",
    re.I,
)
_MANY = regex(r"(?<![\d.×])(\d{1,5})\s+(?=\s*(?:of\s+size\s+)?(?:filters|kernels|conv\w*\s+filters)\b)", re.I)
_CHANNELS = regex(r"(?<![\d.×])\d{1,5}\s+(?:input\s+|colou?r\s+)?channels?\b", re.I)
_SHAPE = regex(SHAPE)
_LENGTH = regex(
    r"\b(?:length|size|sequence\s+of|signal\s+of)\s*(?:of|=|:)?\s*(\d{1,5})(?!\s*×|[\d.]*\d)", re.I
)
_GIVES = (
    r"\b(?:giv(?:es?|ing)|yield(?:s|ing)?|produc(?:es?|ing)|results?\s+in|resulting\s+in|leads?\s+to"
    r"|outputs?|leav(?:es?|ing)"
    r"|makes?|becomes?|reduc(?:es?|ing)\b[^.;]{3,60}?\bto|turns?\b[^.;]{3,60}?\binto"
    r"|shrinks?\b[^.;]{3,60}?\bto"
    r"|has\s+(?:an?\s+|the\s+)?(?:output|result)|is|are|has|of)"
)
_FILLED = (
    r"(?:\s+(?:us|an?|the|output|result(?:ing)?|feature|activation|map|maps|volume|tensor|image|size|sizes"
    r"|shape|spatial|"
    r"dimensions?|of|with|is|again|exactly|now|therefore|then|thus)\b|\s*[:=])*\s*"
)
_OUTPUT = regex(rf"(?:{_GIVES}|\binto\b){_FILLED}[\[(]?{SHAPE}", re.I)
_OUTPUT_LENGTH = regex(
    rf"{_GIVES}{_FILLED}(?:\b(?:length|size)\s*(?:of|=)?\s*)(?P<h>\d{{1,5}})(?!\s*×|[\d.]*\d)", re.I
)
_OTHER_RESULT = regex(r"\s*(?:filters?|kernels?|conv|window|pool|weights|matri|patch|region)", re.I)


@record(frozen=True, slots=True)
class Slid:
    """What is said of one window that slides over an input."""

    side: Span
    kernel: tuple[int, ...]
    stride: int | None
    padding: int | str | None
    sides: tuple[int, ...]  # of the input
    channels: int | None
    filters: int | None
    result: tuple[int, ...]
    place: Span  # of the sides that come out
    depth: tuple[int, Span] | None  # the channels that are said to come out


def convolutions(sentence: Sentence) -> Iterator[Told]:
    """“A 3×3 convolution with padding 1 on a 32×32 input gives a 32×32 output.”"""
    if not sentence.says(_CONVOLVES) or sentence.says(_POOLING):
        return
    slid = _slid(sentence, _CONVOLVES)
    if slid is None:
        return
    strides = _strides(sentence, slid, 1)
    options = [_sized("conv_size", slid, stride, pad) for stride in strides for pad in _paddings(slid)]
    yield from _told(slid, options, slid.filters)


def poolings(sentence: Sentence) -> Iterator[Told]:
    """“2×2 max pooling on a 28×28×8 map gives 14×14×8.”"""
    if not sentence.says(_POOLING) or sentence.says(_CONVOLUTION):
        return
    slid = _slid(sentence, _POOLING)
    if slid is None:
        return
    strides = _strides(sentence, slid, max(slid.kernel), 2, 1)
    padding = 0 if slid.padding is None else slid.padding
    options: list[Expr] = [_sized("pool_size", slid, stride, padding) for stride in strides]
    if padding == 0:  # a window that is partly filled may count
        options += [_rounded_up(slid, stride) for stride in strides]
    if slid.padding is None:
        options += [_same(slid, stride) for stride in strides]
    yield from _told(slid, options, slid.channels)


def _told(slid: Slid, options: Sequence[Expr], channels: int | None) -> Iterator[Told]:
    expr = either(*options)
    if expr is not None:
        name = "the side of the output" if _is_square(slid) else "the output size"
        yield Told(name, expr, slid.side, _stated(slid), slid.place)
    if slid.depth is not None and channels is not None:
        stated, place = slid.depth
        yield Told("the number of output channels", number(channels), slid.side, number(stated, place), place)


def _strides(sentence: Sentence, slid: Slid, *usual: int) -> list[int]:
    """The stride as it is said; else the usual ones, and any that the page speaks of."""
    if slid.stride is not None:
        return [slid.stride]
    elsewhere = [int(found[1] or 1) for found in _STRIDE.finditer(sentence.page)]
    return [*dict.fromkeys((*usual, *(stride for stride in elsewhere if stride)))]


def _slid(sentence: Sentence, kind: re.Pattern[str]) -> Slid | None:
    """The one window of a sentence, if all of its numbers have a role."""
    if sentence.says(_ODD):
        return None
    along = sentence.says(_ALONG)
    words = Words(sentence.text)
    if along:
        words.take(_ALONG)
    found = [*(_OUTPUT_LENGTH if along else _OUTPUT).finditer(sentence.text)]
    if not found or _OTHER_RESULT.match(sentence.text, found[-1].end()):
        return None
    result = found[-1]
    words.paint(result.start("h"), result.end())
    stride, padding = words.take(_STRIDE), words.take(_PADDING)
    filters = words.count(_FILTERS) or words.count(_MANY)
    kernel = next((match for pattern in _KERNEL if (match := words.take(pattern)) is not None), None)
    if filters is None:
        filters = words.count(_MANY)
    words.take(_CHANNELS)
    entered = words.take(_LENGTH if along else _SHAPE)
    if kernel is None or entered is None or not words.is_spent(result.end()):
        return None
    called = kind.search(sentence.text)
    side = Span(*(called or kernel).span())
    sizes = (int(kernel["k"]), int(kernel["l"] or kernel["k"]))
    shape = (whole(entered[1]), None) if along else _parted(entered)
    out = (int(result["h"]), None) if along else _parted(result)
    if shape is None or out is None or max(sizes) > LARGEST_KERNEL:
        return None
    inner, stated = shape[0], out[0]
    # the numbers as tuples, one side along a row and two of a picture
    sides = (inner,) if isinstance(inner, int) else inner
    results = (stated,) if isinstance(stated, int) else stated
    if max(sides) > LARGEST_SIDE or any(s < k for s, k in zip(sides, sizes, strict=False)):
        return None
    place, depth = _places(result, along)
    return Slid(
        side,
        sizes[: len(sides)],
        None if stride is None else int(stride[1] or 1),
        _padding(padding),
        sides,
        shape[1],
        filters,
        results,
        place,
        depth,
    )


def _parted(found: re.Match[str]) -> tuple[tuple[int, int], int | None] | None:
    """Two sides and the channels, which stand first or last; None where it is not plain which they are."""
    first, middle, last = int(found["h"]), int(found["w"]), found["c"]
    if last is None:
        return (first, middle), None
    if first == middle:
        return (first, middle), int(last)
    return ((middle, int(last)), first) if middle == int(last) else None


def _places(found: re.Match[str], along: bool) -> tuple[Span, tuple[int, Span] | None]:
    """Where the sides stand that come out, and the channels."""
    if along or found["c"] is None:
        return Span(found.start("h"), found.end("h" if along else "w")), None
    if found["h"] == found["w"]:
        return Span(found.start("h"), found.end("w")), (int(found["c"]), Span(*found.span("c")))
    return Span(found.start("w"), found.end("c")), (int(found["h"]), Span(*found.span("h")))


def _padding(found: re.Match[str] | None) -> int | str | None:
    if found is None:
        return None
    if found["same"]:
        return "same"
    return 0 if found["none"] else int(found["n"] or found["m"])


def _paddings(slid: Slid) -> list[int | str]:
    """What the padding may be; where nothing is said any that is usual."""
    if slid.padding is not None:
        return [slid.padding]
    largest = max(slid.kernel)
    usual = [0, (largest - 1) // 2, largest - 1, *range(1, largest)]
    return [*[*dict.fromkeys(usual)][:MOST_PADDINGS], "same"]


def _sized(op: str, slid: Slid, stride: int, padding: int | str) -> Expr:
    if padding == "same":
        return _same(slid, stride)
    options = {"stride": stride} | ({"padding": padding} if isinstance(padding, int) and padding else {})
    if _is_square(slid):
        return applied(op, slid.sides[0], slid.kernel[0], **options)
    return applied(op, listed(*slid.sides), listed(*slid.kernel), **options)


def _same(slid: Slid, stride: int) -> Expr:
    """What “same” padding keeps of the sides."""
    return _sides(slid, [-(-side // stride) for side in slid.sides])


def _sides(slid: Slid, sides: list[int]) -> Expr:
    return number(sides[0]) if _is_square(slid) else listed(*sides)


def _is_square(slid: Slid) -> bool:
    """Whether one side stands for both."""
    return all(len(set(sizes)) == 1 for sizes in (slid.kernel, slid.sides, slid.result))


def _rounded_up(slid: Slid, stride: int) -> Expr:
    """The places of a window where one that is partly filled counts too."""
    room = [side - kernel for side, kernel in zip(slid.sides, slid.kernel, strict=True)]
    return _sides(slid, [-(-left // stride) + 1 for left in room])


def _stated(slid: Slid) -> Array | Number:
    if _is_square(slid):
        return number(slid.result[0], slid.place)
    return Array(slid.place, tuple(number(side) for side in slid.result), "list")


# -- receptive fields -----------------------------------------------------------------------------

_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_MANY_LAYERS = r"(?P<many>two|three|four|five|six|ten|[2-9]|1\d)"
_REACH = regex(r"receptive\s+field", re.I)
_STACKED = regex(
    rf"\b{_MANY_LAYERS}\s+(?:(?:stacked|consecutive|successive|layers\s+of|such|small|sequential)\s+){{0,2}}"
    r"(?P<k>\d{1,2})\s*×\s*(?P=k)(?!\s*×)\s+(?:conv\w*|kernels|filters)(?:\s+layers)?",
    re.I,
)
_ROW = regex(r"\bstack|\bin a row|consecutive|successive|\bsequen|one after|on top of|\bafter\b", re.I)
_STRIDED = regex(r"\bstrides?\s*+(?:of|=|is)?\s*+(?:1|one)\b|\bunit\s+stride", re.I)
_FIELD = regex(r"receptive\s+fields?\s*(?:size\s*)?(?:of|is|equals|=)\s+(?:size\s+)?", re.I)
_FIELD_IS = regex(r"\b(?:is|equals|has\s+size)\s+", re.I)
_FIELD_VALUE = regex(r"(?:only\s+|just\s+|then\s+)?(?P<v>\d{1,3})(?:\s*×\s*(?P<w>\d{1,3}))?(?!\s*×|[\d.]*\d)")
_FIELD_ODD = regex(
    r"\bdilat|\batrous|\bpool|\bdownsampl|\bstrided|\btranspos|\bfactor|\bequal|\bas\b|\bsame\b|→|\bsubsampl",
    re.I,
)


def receptive_fields(sentence: Sentence) -> Iterator[Told]:
    """“Three stacked 3×3 convolutions have a receptive field of 7×7.”"""
    if not sentence.says(_REACH) or sentence.says(_FIELD_ODD) or not sentence.says(_ROW):
        return
    words = Words(sentence.text)
    stack = words.take(_STACKED)
    words.take(_STRIDED)
    if stack is None or sentence.says_elsewhere(_FIELD_ODD):
        return
    for opening in (*_FIELD.finditer(words.left), *_FIELD_IS.finditer(words.left, stack.end())):
        value = _FIELD_VALUE.match(words.left, opening.end())
        if value is None or (value["w"] or value["v"]) != value["v"]:
            continue
        words.paint(*value.span())
        if words.is_spent(value.end()) and not sentence.says(regex(r"\bstride\s*+(?:of|=)?\s*+[2-9]")):
            many, kernel = stack["many"].lower(), int(stack["k"])
            times = _COUNTS.get(many) or int(many)
            grown = applied("mul", times, applied("sub", kernel, 1))
            place = Span(*value.span("v"))
            yield Told(
                "the receptive field",
                applied("add", 1, grown),
                Span(*stack.span()),
                number(int(value["v"]), place),
                place,
            )
        return


# -- dilated kernels ------------------------------------------------------------------------------

_DILATED = regex(
    r"(?<![\d×])(?P<k>\d{1,2})(?:\s*×\s*(?P=k))?(?!\s*×)[\s-]+(?:conv\w*|kernels?|filters?)\s+(?:with\s+)?(?=.*\bdilat)",
    re.I,
)
_DILATION = regex(
    r"\b(?:a\s+)?dilation\s*+(?:rate|factor)?\s*+(?:of|is|=|:)?\s*+(?:d\s*+=\s*+)?(?P<d>\d{1,2})(?!\s*+×|[\d.]*\d)",
    re.I,
)
_COVERS = regex(
    r"\b(?:covers|spans|sees|reaches\s+over|has\s+an\s+effective\s+(?:kernel\s+)?size\s+of|acts\s+like\s+an?)\s+"
    r"(?:only\s+)?(?:an?\s+)?(?:(?:area|region|window|field)\s+of\s+)?(?P<v>\d{1,3})\s*×\s*(?P<w>\d{1,3})(?!\s*×|[\d.]*\d)",
    re.I,
)
_COVERS_ODD = regex(r"\bstack|\blayers\b|\bthen\b|\bafter|receptive|\bstride|\bnot\b|\bpad", re.I)


def dilated_kernels(sentence: Sentence) -> Iterator[Told]:
    """“A 3×3 kernel with dilation 2 covers 5×5 pixels; with dilation 4 it covers 9×9.”"""
    if not sentence.says(_DILATION) or sentence.says(_COVERS_ODD):
        return
    words = Words(sentence.text)
    kernel = words.take(_DILATED)
    if kernel is None:
        return
    pairs: list[tuple[int, re.Match[str]]] = []
    while (dilation := words.take(_DILATION)) is not None:
        covered = _COVERS.search(words.left, dilation.end())
        if (
            covered is None
            or covered["v"] != covered["w"]
            or _DILATION.search(words.left, 0, covered.start())
        ):
            return
        words.paint(*covered.span())
        pairs.append((int(dilation["d"]), covered))
    for rate, covered in pairs if words.is_spent(len(words.left)) else ():
        place = Span(*covered.span("v"))
        yield Told(
            "the side that the kernel covers",
            applied("add", 1, applied("mul", rate, applied("sub", int(kernel["k"]), 1))),
            Span(*kernel.span()),
            number(int(covered["v"]), place),
            place,
        )
