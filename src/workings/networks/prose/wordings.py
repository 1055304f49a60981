"""The words in which layers are described and their sizes stated, as patterns.

A space in a pattern is one to three spaces of the text, and a `~` is none or a few.
"""

from __future__ import annotations

import re

from workings.regex import regex

NUMBER = r"\d{1,9}(?:(?:,| , )\d{3}){0,3}"  # parted by commas, or by {,} whose braces are blank here
TIMES = r"\s{0,6}×\s{0,6}"


def wording(text: str, flags: re.RegexFlag = re.IGNORECASE | re.MULTILINE) -> re.Pattern[str]:
    return regex(text.replace(" ", r"[ \t]{1,3}").replace("~", r"[ \t]{0,6}"), flags)


# -- layers ---------------------------------------------------------------------------------------

_KINDS = (
    r"(?P<conv>(?:2-?D )?conv(?:olution(?:al)?)?(?:2d)?|C(?=[-_]?\d))"
    r"|(?P<pool>(?:(?:max|av[gq]|average|mean|global(?: |-)?(?:average|avg|max))(?: |-)?)?pool(?:ing)?(?:2d)?"
    r"|S(?=\d\b))"
    r"|(?P<flatten>flatten(?:ed|ing)?)"
    r"|(?P<linear>fc|fully(?: |-)connected|dense|linear|output layer|F(?=\d\b))"
    r"|(?P<input>input(?: (?:image|picture|volume|size|shape))?s?)"
    r"|(?P<same>relu|sigmoid|tanh|softmax|dropout|batch(?: |-)?norm(?:alization)?|leaky relu|gelu)"
)
OPENER = wording(
    r"(?:^~~(?:\(?[a-z\d]{1,2}[.)]~|\d{1,2}~ )?|→~)(?:(?:layer|step)~\d{0,2}~[:.()-]~)?"
    rf"(?:{_KINDS})(?:(?: |-)?layer)?"
    r"(?:[_-]?(?P<number>\d)(?![\d×·@-]|~×)| #?(?P<apart>\d|[A-H])(?=~[:(–—|]))?"
    r"(?=~~(?:[:(),=–—|→]|- |with\b|of\b|to\b|\d|K\b|same\b|valid\b|$|stride\b|window\b|kernel\b)|  )"
)
KERNEL = wording(
    r"\b(?:[KF]|kernel(?: (?:size|of))?|filters? size|window(?: (?:size|of))?|pool size|size)(?:~\([a-z]\))?"
    rf"~(?:=|:|of|is)?~(?P<k>\d{{1,3}})(?:{TIMES}(?P<l>\d{{1,3}}))?(?!~[·×])"
)
PAIR = regex(
    rf"(?<![\d×·])(?P<k>\d{{1,3}}){TIMES}(?P<l>\d{{1,3}})(?:{TIMES}(?P<c>\d{{1,5}}))?(?!\d|\s{{0,6}}×)"
)
FILTERS = wording(
    r"(?<![\d×·.])(?P<n>\d{1,5})~(?:@|(?:(?:different|learned|output) )?(?:filters?|kernels|feature maps|"
    r"channels out|output channels|maps)\b)"
    rf"|(?<![\d×·.])(?P<p>\d{{1,5}}) \d{{1,3}}{TIMES}\d{{1,3}}(?:{TIMES}\d{{1,5}})? (?:filters|kernels|conv)"
    r"|\b(?:filters|kernels|C_?~(?:out|o)|out(?:_?~channels)?|channels)(?:~\([a-z]\))?~[=:]~(?P<m>\d{1,5})"
)
TERSE = wording(r"×~\d{1,3}~\)?~[,/]~(?P<n>\d{1,5})\b(?!~[×·])")  # Conv 5×5, 8
INPUTS = wording(
    r"\b(?:on|over|from|with) (?P<n>\d{1,5})~(?:input )?channels?\b|(?P<o>\d{1,5}) input channels?\b"
    r"|\b(?:C_?~in|in(?:_?channels)?|input channels|n_?~in|inputs)~[=:]~(?P<m>\d{1,7})"
    r"|(?P<q>\d{1,7}) (?:inputs?|input (?:units|neurons|features))\b"
)
UNITS = wording(
    r"(?<![\d×·.])(?P<n>\d{1,6})~(?:units?|neurons?|outputs?|classes|nodes|output (?:units|neurons))\b"
    r"|\b(?:n_?~out|units|outputs|out(?:_?features)?)~[=:]~(?P<m>\d{1,6})"
)
STRIDE = wording(
    r"\b(?:strides?|S)(?:~\([a-z]\))?(?: (?:of|is))?~[=:]?~"
    rf"(?P<n>\d{{1,3}})(?:{TIMES}(?P<m>\d{{1,3}}))?(?!\d|\.\d)"
)
PADDING = wording(
    r"\b(?:zero(?: |-))?(?:padding|pad|P)(?:~\([a-z]\))?(?: (?:of|is))?~[=:]?~(?P<n>\d{1,3})(?!\d|\.\d)"
    r"|(?P<none>\b(?:no|without|zero) (?:zero(?: |-))?padding|\bvalid\b|unpadded)"
    r"|(?P<same>[\"'“]?\bsame\b[\"'”]?(?= (?:padding|convolution)|[,;:)\n]|~$)|padding~[=:]?~[\"'“]?same\b)"
)
ARROW_PAIR = wording(r"(?P<n>\d{1,7})~(?:→|to)~(?P<m>\d{1,6})\b")
FIRST_NUMBER = wording(r"~[:(,=-]?~(?:with )?(?P<n>\d{1,6})(?![\d×·@.]|~(?:[×·@+*/=-]|inputs?\b))")
SAID_OF_OUTPUT = wording(
    r"→|\boutputs?(?=~(?:is|are|has|size|shape|volume|dim|of|map|:|=|\(|\d))|\bgiv(?:es|ing)\b|\bbecomes?\b"
    r"|\byields?\b|\bso\b|[-+·*/×]\s?\d+\s?="
)
OF_ALL = wording(
    r"\b(?:all|every|each) (?:the )?(?P<kind>conv|pool)\w{0,12}~(?:layers?)?(?P<said>[^;.\n)]{0,120})"
)
GOES_ON = wording(
    r"(?:~~(?:so|thus|hence|therefore|and|the output|outputs?|o/p|this gives|giving|gives|result|params?|"
    r"parameters?|number of|no\.? of|weights|biases|with|plus|that is|i\.e|height|width|depth|kernel|stride|"
    r"padding|pool size)\b|~~[-•·(=→\d\\]|~~[a-z]{1,3}(?:_~\w{1,4})?~=)"
)
BREAKS = wording(
    r"concat|\bbranch|residual|\bskip\b|upsampl|up-?conv|transpos|deconv|\bmerge|reshape|\bcrop|inception|parallel|"
    r"shortcut|\badd(?:ed|ition)?\b|example|instead|alternativ|another|other network|\bnow\b"
)
ODD = wording(
    r"dilat|atrous|transpos|deconv|up-?conv|depth-?wise|point-?wise|separable|\bgroup|\b[13]-?D\b|\b[13]d\b|causal|"
    r"\bblock|repeat|twice|\btwo\b|\bthree\b|\]~×|\bstack|\bpairs?\b|\bboth\b|would|could|\bif\b|\bor\b|"
    r"\btimes\b|shared|\bt(?:ied|ying)\b|extra|→~\d{1,6}~→~\d{1,6}(?!~×)"
)
OWN_INPUT = wording(
    r"\b(?:input(?: (?:size|image|volume|shape|map))?|applied to|on|onto)~(?:is|of|:|=|an?|the)?~"
    rf"(?P<size>\d{{1,5}}{TIMES}\d{{1,5}}(?:{TIMES}\d{{1,5}})?)(?!\d|~(?:×|window|filter|kernel|region|patch|conv|pool))"
)
CHANGED_INPUT = wording(
    rf"(?<![\d×])(?P<size>\d{{1,5}}{TIMES}\d{{1,5}}(?:{TIMES}\d{{1,5}})?)~→~\d{{1,5}}{TIMES}"
)
PADDED = wording(
    r"\bpad\w*[^.;,\n]{0,24}\b(?:makes|gives|turns|becomes|enlarges)\b[^.;\n]{0,24}$"
    r"|\bpadded\b[^.;,\n]{0,16}$"
)
CHANNELS = wording(r"(?P<n>\d{1,5})~(?:→|to)~(?P<m>\d{1,5}) channels")
OF_ONE = wording(r"\b(?:each|per|one|every|single)\b")
DOWN, UP = wording(r"\bfloor|round(?:ed|ing)? down"), wording(r"\bceil|round(?:ed|ing)? up")

# -- what is stated of them -----------------------------------------------------------------------

SHAPE = rf"(?P<h>\d{{1,5}}){TIMES}(?P<w>\d{{1,5}})(?:{TIMES}(?P<c>\d{{1,5}}))?(?!\s{{0,6}}×)"
OUTPUT = wording(
    r"(?:→~(?:output:?~)?"
    r"|\boutputs?~(?:(?:size|shape|volume|map|dimensions?|is|are|has|of|now|then|an?|the|:|=|\(|with)~){0,4}"
    r"|\b(?:gives|giving|becomes|yields|yielding|produces|producing|so|result:|results in)~"
    rf"(?:us )?(?:an? )?(?:output )?(?:of )?)[\[(]?{SHAPE}"
    r"(?!~(?:filters?|kernels?|conv|window|pool|inputs?|·|=|\+|[a-z]{0,3}~filter))"
)
COLUMN = regex(rf"(?<=\S)[ \t]{{3,}}{SHAPE}")
FLAT = wording(rf"(?:→|\bgives|\bto|\bvector of(?: (?:length|size))?)~(?P<n>{NUMBER})(?![\d.]|~[·×+*/=])")
PARAMETERS = wording(
    rf"(?<![\d.,])(?P<n>{NUMBER})~(?:(?:trainable|learnable|free) )?(?:parameters?|params)\b"
    rf"|\b(?:parameters?|params)~(?::|=|→)~(?P<m>{NUMBER})(?![\d.]|~[·×+*/-])"
)
TOTAL = wording(
    r"\b(?:in total|total(?:s|ling)?|altogether|overall|all layers|together|"
    r"(?:whole|entire) (?:network|model|net)|(?:network|model) has)\b[^\d\n.]{0,40}"
    rf"(?P<n>{NUMBER})(?![\d.]|~[·×+*/=-])"
    r"(?=[^\d\n.]{0,20}(?:param|weights)|~\.?~$)"
    rf"|(?<![\d.,])(?P<m>{NUMBER}) (?:(?:trainable|learnable) )?(?:parameters|params) "
    r"(?:in total|altogether|overall)"
)
DOUBTFUL = regex(
    r"\b(?:wrong|incorrect|mistake|error|not|instead|would|could|if|suppose|claims?|says?|should|about|roughly|"
    r"approximately|million|thousand|k|M|another|compared|than|receptive)\b|n['’]t\b|[~≈]|\?",
    re.IGNORECASE,
)
OF_PARAMETERS = regex(r"param|weight", re.IGNORECASE)

# -- perceptrons ----------------------------------------------------------------------------------

_LIST = r"\d{1,6}(?:(?:, |,? and |, and )\d{1,6}){0,8}"
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5}
HIDDEN_LAYERS = wording(r"(?P<many>\b\w{1,5} )?hidden(?: |-)layer(?P<s>s)?")
PERCEPTRON = wording(
    r"(?P<inputs>\d{1,6}) input(?:s| units| neurons| features| nodes)?,?(?: and)?(?: with)?[^.\n\d]{0,30}"
    r"(?:[2-5] hidden layers[^.\n\d]{0,20})?"
    rf"(?P<hidden>{_LIST}) (?:hidden )?(?:units|neurons|nodes)?[^.\n\d]{{0,40}}"
    rf"(?P<outputs>\d{{1,6}}) (?:outputs?|classes)(?: units| neurons| nodes)?[^.\n\d=]{{0,40}}"
    rf"(?P<n>{NUMBER})(?![\d.]|~[·×+*/=-]) (?:(?:trainable|learnable|free) )?(?:parameters|params|weights)"
)
