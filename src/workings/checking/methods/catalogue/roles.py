"""How the numbers that many methods share are called."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import Role

SEEN = Role("(?!)", loose=True)  # any number of the line that stands higher up on the page
RATE = Role("η|α|lr|γ|μ|ε|eta|alpha", r"learning[- ]rate|step[- ]size|\brate\b(?!.*(?:decay|drop))")
SQUARES = Role(
    r"v|s|S|G|r|E\[g\^2\]|hat\(v\)|hat\(s\)|accumulator|cache",
    r"average of (?:the )?squared?|running average|mean of squares|accumulat|second moment|sum of squares",
)
SPREAD = Role(r"σ|s|sd|std|σ_.*|s_.*", r"standard deviation|\bsd\b|\bstd\b")
VARIANCE = Role(r"σ\^2|σ²|Var.*|var.*|s\^2|v|σ_.\^2", r"\bvariance\b")
MEAN = Role(r"μ|m|mean|bar\(x\)|mu|μ_.*", r"\bmean\b|average")
KERNEL = Role(r"k|K|F|f|kernel", r"kernel(?: size)?|filter(?: size)?|\bwindow\b")
STRIDE = Role(r"s|S|stride", r"stride")
PADDING = Role(r"p|P|pad|padding", r"(?<!output )padding|\bpad\b")
DILATION = Role(r"d|r|dilation|D", r"dilation(?: rate)?|dilated by")
SIDE = Role(
    r"n|N|W|H|i|n_in|W_in|H_in|L", r"\binput|image|picture|\bside\b|\bmaps? of\b|size|width|height", last=True
)
INPUTS = Role(
    r"n|n_in|n_\{in\}|fan_in|d_in|D|d|d_x|m|E|e",
    r"\binputs?\b|input (?:size|dim)|fan[- ]in|features|embedding",
)
OUTPUTS = Role(r"m|n_out|n_\{out\}|fan_out|d_out", r"\boutputs?\b|fan[- ]out|\bunits\b|neurons")
HIDDEN = Role(r"h|H|d_h|n_h|hidden", r"hidden (?:units|size|state size|dim\w*)|\bunits\b|hidden")
CHANNELS = Role(r"[cC]|[cC]_\{?in\}?|C_i|channels", r"input (?:channels|maps)|in[- ]channels|channels")
FILTERS = Role(
    r"[cC]_\{?out\}?|C_o|d|filters|K|M", r"output (?:channels|maps)|out[- ]channels|filters|channels"
)
MODEL = Role(
    r"d_model|d_\{model\}|d_m|D|d|d_emb", r"model (?:size|width|dim\w*)|embedding (?:size|dim\w*)|width"
)
HEADS = Role(r"h|H|n_h|n_heads|heads|n_\{heads\}", r"\bheads\b")
TEMPERATURE = Role(r"T|τ|tau|t", r"temperature")
DISCOUNT = Role("γ|gamma", r"discount")
REWARD = Role(r"r|R|r_.*|R_.*", r"reward")
ERRORS = Role(r"e|r|ε|errors?|residuals?|d", r"\berrors?\b|residuals?|differences", vector=True)
LOGVAR = Role(
    r"logvar|log_var|lv|log\(σ\^2\)|log\(.*\)|s|ℓ", r"log[- ]?var\w*|\blogvar\b|log of the variance"
)
TRUE_POSITIVES = Role("TP|tp", r"true positives?|\bTP\b|hits")
FALSE_POSITIVES = Role("FP|fp", r"false positives?|\bFP\b|false alarms?")
FALSE_NEGATIVES = Role("FN|fn", r"false negatives?|\bFN\b|\bmissed\b|misses")
TRUE_NEGATIVES = Role("TN|tn", r"true negatives?|\bTN\b")
PRIOR = Role(
    r"P\(\w+\)|p\(\w+\)|π",
    r"\bprior\b|prevalence|base rate|occurs? in|affects?|of (?:all|the) (?:\w+ )?(?:parts|people|e?mails?)",
)
