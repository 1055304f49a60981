"""Numbers of weights and of operations, of every kind of layer."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.methods.catalogue.method import ANY, Method, Role, wrong
from workings.checking.methods.catalogue.roles import (
    CHANNELS,
    FILTERS,
    HEADS,
    HIDDEN,
    INPUTS,
    KERNEL,
    MODEL,
    SEEN,
    SIDE,
)

_COUNTED = r"param|weights|count|total|\bhas\b"
_WHOLE = Role(r"d_model|d_\{model\}|D", r"model (?:size|width|dim\w*)|embedding (?:size|dim\w*)")
_LORA = Role(r"r|rank", r"\brank\b")

WEIGHING = (
    Method(
        r"depth-?wise|separable",
        r"depth-?wise",
        "k k c",
        {"k": KERNEL, "c": CHANNELS, "d": replace(FILTERS, needed=False)},
        (
            wrong(
                "other-method",
                "k k c d",
                "a depthwise filter sees one channel: there are {k} · {k} · {c} weights",
            ),
            wrong("left-out", "k c", "a kernel has {k} · {k} places"),
            wrong("left-out", "k k", "every one of the {c} channels has its own kernel"),
        ),
        also=("k k c + c",),
        not_of=r"pointwise|separable|standard|ordinary|normal|full|flops|MACs|operations|mult|total|ratio|saving",
    ),
    Method(
        r"pointwise|1 ?[x×] ?1|separable",
        r"pointwise|1 ?[x×] ?1",
        "c d",
        {"c": CHANNELS, "d": FILTERS, "k": replace(KERNEL, needed=False)},
        (wrong("other-method", "c + d", "every output channel sees all {c} inputs: it is the product"),),
        also=("c d + d",),
        not_of=r"depth-?wise|flops|MACs|operations|mult|total|ratio|saving",
    ),
    Method(
        r"depth-?wise|separable",
        r"pointwise|\b1 ?(?:[x×]|\\times) ?1\b",
        "n c d",
        {
            "n": ANY,
            "c": replace(CHANNELS, words=r"input (?:channels|maps)|in[- ]channels"),
            "d": replace(FILTERS, words=r"output (?:channels|maps)|out[- ]channels|filters"),
        },
        (wrong("other-size", "n c c", "the pointwise part leads to {d} channels, not to {c}"),),
        not_of=r"param|weights|ratio|share|total",
    ),
    Method(
        r"group(?:ed)? conv|groups",
        r"param|weights",
        "k k c d/g",
        {"k": KERNEL, "c": CHANNELS, "d": FILTERS, "g": Role(r"g|G|groups", r"\bgroups\b")},
        (
            wrong("left-out", "k k c d", "each filter sees one of the {g} groups: it is divided by {g}"),
            wrong(
                "twice",
                "k k c d/(g g)",
                "it is divided by {g} twice; the outputs are shared among the groups once",
            ),
        ),
        also=("k k c d/g + d",),
    ),
    Method(
        r"\bLSTM\b",
        _COUNTED,
        "4 (h (n + h) + h)",
        {"n": INPUTS, "h": HIDDEN},
        (
            wrong(
                "left-out",
                "h (n + h) + h",
                "an LSTM has four such blocks, one for each gate and the candidate",
            ),
            wrong("other-method", "3 (h (n + h) + h)", "three blocks make a GRU; an LSTM has four"),
            wrong("left-out", "4 (h n + h)", "the recurrent weights {h} · {h} of each gate are left out"),
            wrong("left-out", "4 (n + h + h)", "every one of the {h} units has its own weights"),
            wrong(
                "other-method",
                "4 (h n h + h)",
                "inputs and states stand side by side: {n} + {h}, not their product",
            ),
        ),
        also=("4 (h (n + h) + 2 h)", "4 h (n + h)"),
        unless=r"\bGRU\b",
        not_of=r"GRU|one gate|per gate|each gate|single gate|dense|output layer|embedding",
    ),
    Method(
        r"\bLSTM\b",
        r"candidate|LSTM|blocks",
        "4 g",
        {"g": Role(r"(?!.)", last=True)},
        (wrong("left-out", "3 g", "an LSTM has four such blocks: three gates and the candidate"),),
        unless=r"coupled",
        not_of=r"GRU|(?<!has )(?<!have )three gates|gates only|without the candidate|dense|output layer"
        r"|embedding|layers|stack",
    ),
    Method(
        r"\bGRU\b",
        _COUNTED,
        "3 (h (n + h) + h)",
        {"n": INPUTS, "h": HIDDEN},
        (
            wrong("left-out", "h (n + h) + h", "a GRU has three such blocks"),
            wrong("other-method", "4 (h (n + h) + h)", "four blocks make an LSTM; a GRU has three"),
            wrong("other-method", "2 (h (n + h) + h)", "the candidate has weights as well as the two gates"),
            wrong("left-out", "3 (h n + h)", "the recurrent weights {h} · {h} are left out"),
        ),
        also=("3 (h (n + h) + 2 h)", "3 h (n + h)"),
        unless=r"\bLSTM\b",
        not_of=r"LSTM|one gate|per gate|each gate|single gate|dense|output layer|embedding",
    ),
    Method(
        r"\bRNN\b|recurrent",
        _COUNTED,
        "h n + h h + h",
        {"n": INPUTS, "h": HIDDEN},
        (
            wrong("left-out", "h n + h", "the recurrent weights {h} · {h} are left out"),
            wrong("left-out", "h n + h + h", "every unit sees all {h} states: {h} · {h} weights"),
        ),
        also=("h n + h h", "h n + h h + 2 h"),
        unless=r"LSTM|GRU",
        not_of=r"output|dense|embedding",
    ),
    Method(
        r"\bLoRA\b|low[- ]rank",
        r"param|weights|adapter|trainable|new|\bLoRA\b|A and B",
        "r (n + m)",
        {"r": _LORA, "n": SEEN, "m": SEEN},
        (
            wrong(
                "other-method",
                "r n m",
                "the two factors have {r} · {n} and {r} · {m} entries, which are added",
            ),
            wrong("left-out", "r n", "only one of the two factors is counted"),
            wrong(
                "other-method",
                "n m/r",
                "the factors have {r} · {n} and {r} · {m} entries; nothing is divided",
            ),
        ),
        also=("2 r n", "2 r m", "r n", "r m", "n m"),
        not_of=r"full|original|frozen|share|ratio|percent|\bA\b(?! and)|\bB\b|first factor|second factor",
    ),
    Method(
        r"\bLoRA\b",
        r"scal|factor|α/r",
        "a/r",
        {"a": Role(r"α|alpha|lora_alpha", r"\balpha\b"), "r": _LORA},
        (
            wrong("upside-down", "r/a", "the quotient is upside down: it is {a} divided by the rank {r}"),
            wrong("multiplied", "a r", "{a} is multiplied by the rank {r} instead of divided"),
            wrong(
                "rooted", "a/√r", "it is divided by the root of the rank; plain LoRA divides by {r} itself"
            ),
        ),
        unless=r"rsLoRA|rank[- ]stabili",
    ),
    Method(
        r"multi-?head|attention heads|\bheads\b",
        r"(?:head|per head|each head|key|query)[^|]{0,20}(?:width|size|dim)|\| d_(?:k|h|head|v)",
        "m/h",
        {"m": _WHOLE, "h": HEADS},
        (
            wrong("multiplied", "m h", "the width {m} is shared among the {h} heads: it is divided"),
            wrong("left-out", "m", "the width {m} is shared among the {h} heads: it is divided"),
        ),
        bare=True,
        not_of=r"√|root|scale|d_model",
    ),
    Method(
        r"multi-?head|attention heads|\bheads\b",
        r"(?:Q|query|key)[^|]{0,30}(?:param|weights|heads|project)|projections|attention (?:weights|param)",
        "3 m m",
        {
            "m": _WHOLE,
            "h": HEADS,
        },
        (
            wrong(
                "twice",
                "3 h m m",
                "the {h} heads share the width {m}: together they have 3 · {m} · {m} weights",
            ),
            wrong("twice", "h m m", "the {h} heads share the width {m}; each projects to {m}/{h}"),
        ),
        also=("4 m m", "m m", "3 m m + 3 m", "4 m m + 4 m", "2 m m"),
        unless=r"grouped|multi-?query|GQA|MQA|cross",
    ),
    Method(
        r"feed-?forward|\bFFN\b|\bMLP\b",
        r"feed-?forward|FFN|MLP",
        "2 m f + m + f",
        {
            "m": MODEL,
            "f": Role(
                r"d_ff|d_\{ff\}|f|d_f",
                r"feed-?forward (?:width|size|dim\w*)|inner (?:width|size|dim\w*)|hidden",
            ),
        },
        (
            wrong("left-out", "m f + f", "there are two layers, up to {f} and back to {m}"),
            wrong("left-out", "2 m f + f", "the second layer has {m} biases"),
            wrong("twice", "2 m f + 2 f", "the second layer has {m} biases, not {f}"),
        ),
        also=("2 m f", "m f + f", "m f + m", "3 m f", "m f"),
        unless=r"SwiGLU|GLU|gated",
        not_of=r"first|second|up|down|layer 1|layer 2",
    ),
    Method(
        r"embedding",
        r"embedding[^|]{0,20}(?:param|weights|table|matrix)?",
        "v d",
        {"v": Role(r"V|\|V\||vocab.*|bars\(V\)", r"vocabulary|tokens|words"), "d": MODEL},
        (wrong("other-method", "v + d", "every one of the {v} words has {d} numbers: it is the product"),),
        not_of=r"position|output|unembed|logit|similar",
    ),
    Method(
        r"layer ?norm|batch ?norm",
        r"(?:layer|batch) ?norm[^|]{0,30}(?:param|weights)|(?:param|weights)[^|]{0,30}(?:layer|batch) ?norm",
        "2 d",
        {"d": Role(MODEL.name + "|c|C", MODEL.words + r"|channels|features|filters")},
        (
            wrong("left-out", "d", "a gain and a shift are learnt for each of the {d} features"),
            wrong("twice", "4 d", "means and variances are not learnt: there are 2 · {d} parameters"),
        ),
        unless=r"RMS ?norm|non-?trainable|running|total",
        bare=True,
    ),
    Method(
        r"KV[- ]?cache|key[-/ ]value cache|KV cache|key/value heads|cache[^.\n]{0,60}keys and values",
        r"cache|token|bytes|per",
        "2 l h d b",
        {
            "l": Role(r"L|n_layers|n_l|l", r"\blayers\b"),
            "h": Role(r"n_kv|h_kv|H_kv", r"(?:key/value|key-value|KV|kv) heads"),
            "d": Role(r"d_head|d_h|d_k|d", r"head (?:dim\w*|size|width)"),
            "b": Role(r"b|bytes", r"bytes", among=(1, 2, 4)),
            "q": Role(r"n_q|n_h|h", r"query heads|attention heads", needed=False),
        },
        (
            wrong("left-out", "l h d b", "keys and values are both kept: the factor 2 is left out"),
            wrong(
                "other-size", "2 l q d b", "the cache holds the {h} key/value heads, not the {q} query heads"
            ),
            wrong("left-out", "2 h d b", "every one of the {l} layers has a cache"),
        ),
        also=("2 h d", "2 l h d", "h d b", "h d", "2 h d b"),
    ),
    Method(
        r"FLOPs|MACs|multiply-accumulate|multiplications",
        r"FLOPs|MACs|multipl|operations|cost",
        "n n k k c d",
        {"n": replace(SIDE, last=False), "k": KERNEL, "c": CHANNELS, "d": FILTERS},
        (
            wrong("left-out", "n k k c d", "the kernel is applied at {n} · {n} places"),
            wrong("left-out", "n n k k d", "every filter reaches over all {c} input channels"),
            wrong("left-out", "n n k k c", "there are {d} filters"),
        ),
        also=("2 n n k k c d",),
        unless=r"depth-?wise|separable|group|1-?D\b|sequence|audio|signal",
    ),
    Method(
        r"scaling law|Chinchilla|training (?:compute|FLOPs)|compute[- ]optimal",
        r"FLOPs|compute|\| C",
        "6 n d",
        {"n": Role(r"N|P|params", r"parameters"), "d": Role(r"D|T|tokens", r"tokens")},
        (
            wrong("other-method", "2 n d", "2 · N · D is the forward pass alone; training takes 6 · N · D"),
            wrong("left-out", "n d", "training takes 6 operations for each weight and token"),
        ),
        not_of=r"forward|inference",
    ),
)
