"""The mood of the sentence around a place: what is stated, supposed, denied, told of somebody, or asked.

Only words that govern the maths count: they stand before it in its sentence, or right behind it. A “not”
that belongs to something else hushes nothing.
"""

from __future__ import annotations

import re
from enum import Enum

from workings.regex import Several, may_be_in, regex
from workings.source import sentence_around

_NEARBY = 240  # characters around a statement in which its author may disown it
_LONGEST_CORRECTION = 80
SENTENCE_END = regex(r"(?:(?<!e\.g)[.!?]|;(?!\s*e\.g\.))(?=[\s*_)])|\n\s*\n|(?<!\\)\|")
_TO = r"[\s$(\\\[*_“„\"']{0,8}(?:\\begin\{[a-z]+\*?\}\s*)?$"  # nothing else before the maths
_THAT = r",?\s+(?:that|dass|daß|que)\b"
_VERB = (
    r"(?:have|get|write|say|conclude|claim|hold|follow|mean|imply|find|obtain|think|believe|expect|be|infer"
    r"|state|compute|put|equal)"
)
_DENIED = regex(
    r"(?:\b(?:not|never)"
    r"|\b(?:is|was|be|it['’]s|seems)\s+(?:certainly\s+|simply\s+|just\s+)?"
    r"(?:(?:not|n['’]t|never)\s+(?:true|the\s+case|correct|right|so|valid|possible)|false|untrue|impossible)"
    rf"(?:{_THAT}|\s+to\s+{_VERB}(?:{_THAT})?)"
    r"|\b(?:do|does|did|can|could|must|should|may|will|would)(?:\s*not|n['’]t|\s+never)"
    rf"(?:\s+(?:also|simply|just|yet|therefore))?\s+{_VERB}(?:{_THAT})?"
    r"|\bnever\s+(?:write|say|conclude|put|have|get)(?:\s+that)?"
    r"|\b(?:instead\s+of|rather\s+than)\s+(?:writing|getting|saying|putting)"
    r"|\bes\s+(?:ist|stimmt|gilt)\s+(?:also\s+)?(?:nicht(?:\s+(?:wahr|richtig|so))?|falsch),?\s+(?:dass|daß)"
    r"|\b(?:ist|es)\s+falsch,?\s+(?:dass|daß)|\b(?:il\s+est\s+faux|il\s+n['’]est\s+pas\s+vrai"
    r"|est\s+faux)\s+que"
    r"|\b(?:es\s+falso|no\s+es\s+(?:cierto|verdad))\s+que"
    r"|\b(?:serait|est)\s+(?:donc\s+)?(?:faux|incorrect)\s+(?:de\s+|d['’])(?:dire|écrire|poser|conclure)(?:\s+que)?"
    r"|\bsería\s+(?:falso|incorrecto|un\s+error)\s+(?:decir|escribir|poner|concluir)(?:\s+que)?"
    rf"){_TO}",
    re.I,
)
_DENIED_AFTER = regex(
    r"^[\s$)\\\]*_”,\"']{0,6}(?:(?:which|that|this|it)\s+)?"
    r"(?:(?:does\s*n[o'’]t|do\s*n[o'’]t|cannot|can['’]t|need\s+not|never|fails\s+to|no\s+longer)\s+"
    r"(?:\w+ly\s+)?(?:holds?|be\s+(?:true|right|correct)|follows?|work)\b"
    r"|(?:(?:is|are)\s+(?:\w+ly\s+)?)?(?:impossible|untrue|absurd|nonsense|not\s+(?:true|the\s+case|correct"
    r"|valid))\b"
    r"|(?:gilt|stimmt)\s+(?:\w+\s+)?nicht\b|ist\s+(?:falsch|unmöglich)\b|est\s+(?:faux|impossible)\b"
    r"|es\s+(?:falso|imposible)\b)",
    re.I,
)
_AS_NAME = (  # behind “false”, which then belongs to the name of something
    r"(?![\s-]+(?:positive|negative|discover|omission|alarm|accept|reject|class|label|match|prediction|guess))"
)
_DISOWNED_BEFORE = regex(
    r"(?:(?<!one )(?<!two )(?<!three )(?<!\d )\b(?:wrong|incorrect|mistaken|erroneous)(?:ly)?\b"
    r"(?!\s+(?:points?|predictions?|labels?|class))"
    r"|\b(?:common|typical|frequent) (?:mistake|error|slip)s?\b|\bmistake is\b"
    r"|\b(?:häufiger|typischer|beliebter) Fehler\b"
    r"|\berreur (?:courante|fréquente|classique)\b|\berror (?:común|frecuente|típico)\b|[❌✗✘]"
    r"|\b(?:Falsch|falsch) (?:ist|wäre|sind)\b|\b(?:ne pas|ne jamais|no hay que|nicht) (?:écrire|confondre"
    r"|escribir|confundir)\b"
    r"|\b(?:made|making) (?:a|an|the|this) (?:\w+ )?(?:mistake|error|slip)\b)[^.;|]{0,110}$",
    re.IGNORECASE,
)
_LISTED_MISTAKES = regex(
    r"^[\s*_>-]*(?:common|typical|frequent|usual)(?: (?:mistake|error|slip)s?)?[*_]{0,2}:",
    re.IGNORECASE | re.MULTILINE,
)  # of a marking scheme: all that its line goes on to say
_TO_BE_READ = (  # what an erratum says behind what was printed
    r"(?:should|must|needs to) (?:(?:actually |really )?read\b|have (?:been|read|said)\b"
    r"|(?:actually |really )?be[\s:$\\(]+[-−]?\d)"
    r"|(?:muss|müsste|soll|sollte) (?:\w+ )?(?:heißen|lauten)\b|(?:devrait|doit) (?:être|se lire)\b"
    r"|(?:debe|debería) (?:decir|leerse)\b"
)
_DISOWNED_AFTER = regex(
    r"^\W{0,6}(?:(?:which|that|this) )?"
    r"(?:\(?(?:is|are|would be)?\s*(?:of course |clearly |obviously |simply |plainly )?"
    rf"(?:(?:wrong|incorrect|false){_AS_NAME}|not right|a (?:(?:very )?(?:common|typical|frequent|classic"
    r"|popular|usual) (?:error|slip|fallacy|misconception|mistake)|mistake))\b|[❌✗✘]"
    r"|(?:(?:und|was|das) )?(?:ist|wäre) (?:aber |also |natürlich )?falsch\b"
    r"(?!\s+(?:positiv|negativ|klassif))"
    r"|(?:(?:et |ce qui |(?:et )?c['’])?(?:est|serait) )(?:faux|incorrect)\b"
    r"|(?:y |lo que |lo cual |que )?(?:es|sería) (?:falso|incorrecto|erróneo)\b"
    rf"|{_TO_BE_READ}"
    r"|ist ein(?:e)? (?:\w+ )?(?:Fehler|Irrtum)\b|est une (?:\w+ )?erreur\b|es un (?:\w+ )?error\b"
    r"|(?<=\?\s)(?-i:No(?:pe|t quite| way)?|Wrong|False|Never|Nein|Falsch|Non|Faux|Nej|Nie|Não|Нет)\b"
    r"|deduct\b|(?:gets?|earns?|loses?|receives?) (?:only |at most )?(?:no|half|\d) "
    r"(?:points?|pts|marks?|credit))",
    re.IGNORECASE,
)
_LEARNER = (  # in other languages than English
    r"(?:Schüler(?:in)?|Student(?:in)?|Studierender|[Jj]emand|Kommilitone|étudiante?|élève|camarade"
    r"|quelqu['’]un|alumn[oa]|estudiante|alguien|compañer[oa])"
)
_ASCRIBED = regex(
    r"\b(?:you|students?|they|he|she|somebody|someone)(?: (?:have|has|had|all|often|then|probably))? "
    r"(?:computed|calculated|wr[io]t\w{1,3}|say|says|said|claim\w{0,3}|got|stated?|took|gave)[^.;|=]{0,60}$"
    r"|\b(?:ChatGPT|GPT-?\w{1,3}|Claude|Gemini|Copilot|(?:chat)?bot|assistant)"
    r"(?: (?:first|then|once|also|has|had))? (?:computed|calculated|wr[io]t\w{1,3}|says?|said|claim\w{0,3}"
    r"|got|stated?|answer\w{0,3}|gave)[^.;|=]{0,60}$"
    rf"|\b{_LEARNER}(?: \w+)?? (?:(?:a|avait|ha|había) )?(?:hat|hatte|schrieb|schreibt|rechnete|rechnet"
    r"|behauptete|erhielt|écrit|trouve|obtient|calcule|calculé|trouvé|obtenu|escribió|escribe|escrito|calculó"
    r"|obtuvo|puso)[^.;|=]{0,60}$",
    re.IGNORECASE,
)  # somebody else's line …
_CORRECTED = regex(
    r"\b(?:careful|wrong|incorrect|mistaken?|not right|false|should|however|actually|in fact)\b"
    r"|\bcorrect(?:ly| is| would|:| (?:value|result|answer)\b)"
    r"|^[\s$)*_”\"']{0,6}[,;.—–-][\s—–-]*(?:but )?(?:it|the (?:answer|value|result)) is (?:really )?"
    r"[\s$(\\]*[-−]?\d"
    r"|\b(?:richtig|korrekt|tatsächlich|falsch|lo correcto|incorrecto|en realidad|faux|en fait|en réalité)\b",
    re.IGNORECASE,
)  # … that the author puts right behind it
_OUTDATED = regex(
    r"\bthe (?:old|previous|printed) (?:\w{3,9} )?(?:had|said|was|has|reads?)[^.;|=]{0,40}$"
    r"|\b(?:first|earlier|original|previous|old|printed) (?:version|edition|draft|printing)s?\b[^.;|=$]{0,40}"
    r"\b(?:said|read|stated|wrote|claimed)\b[^.;|=]{0,40}$",
    re.IGNORECASE,
)
_PERSON = (
    r"(?:(?:[Aa]|[Aa]nother|[Oo]ne|[Yy]our|[Mm]y|[Tt]he\s+other)\s+"
    r"(?:friend|classmate|fellow\s+student|student|learner|colleague|neighbou?r|partner|beginner)"
    r"|[Ss]ome(?:body|one|\s+people|\s+students)?|[Pp]eople|[Ss]tudents|[Bb]eginners|[Hh]e|[Ss]he|[Tt]hey"
    r"|Alice|Bob|Carol|Eve|Tom|Tim|Anna|Ben|Max|Lisa|Mia|Paul|Peter|John|Jane|Mary|Sam|Sarah?|Kim|Lena|Leo)"
)
_OPINION = regex(
    rf"\b{_PERSON}\s+(?:(?:then|now|also|often|still|wrongly|confidently)\s+)?"
    r"(?:claim|say|think|believe|assert|insist|argue|suspect|maintain|guesse)s?\b"
    rf"[^.;:=|$]{{0,30}}{_TO}"
    r"|\b(?:might|may|could|would)\s+(?:\w+ly\s+)?(?:think|believe|be\s+tempted|guess|suspect)\b"
    r"(?:(?!\bbut\b)[^.;,=|]){0,40}$"
    r"|\btempting\s+to\s+(?:write|say|think|conclude|use|believe|put|take|claim)\b[^.;,=|]{0,40}$"
    r"|\b[Bb]eware\s+(?:of|not\s+to)\b[^.;:=|]{0,40}$"
)
_CONFIRMED = regex(
    r"\b(?:he|she|they|this|that|which|both|[A-Z][a-z]+)\s+(?:is|are)\s+(?:indeed\s+|quite\s+)?"
    r"(?:right|correct|true)\b"
)
_SLIP = (
    r"(?:forg[eo]t(?:s|ting|ten)?(?!\s+(?:gates?|nothing|no|neither)\b)|overlook(?:s|ed|ing)?|mix(?:es|ed"
    r"|ing)?\s+up|confus(?:es?|ed|ing)"
    r"|misread(?:s|ing)?|mistak(?:es?|ing)|vergisst|vergessen|vergißt|oublie(?:nt|r)?|olvidan?|olvidar"
    r"|(?:dropp?|los|ignor|omitt?|neglect|miss)(?:es?|s|e?d|ing|t)?\s+(?:(?:the|a|one|this|operator)\s+){0,2}"
    r"(?:minus|sign|signs|negative\s+sign|precedence|brackets|parenthes[ei]s|order\s+of\s+operations)(?:\s+sign)?)"
)
_GERUND = r"(?:dropp|los|ignor|omitt|neglect|miss)ing\b"
_FORGOTTEN = regex(
    r"(?:\b(?:students?|learners?|beginners?|people|many|some(?:one|body)|anyone|anybody|those|whoever|who"
    r"|if\s+(?:we|you|one|they|I|he|she)(?:\s+(?:had|were\s+to))?|wer|wenn\s+(?:man|wir)|si\s+(?:l['’]on|on"
    r"|se))"
    r"(?:\s+(?:who|that|often|simply|accidentally|das|den|die|qui|que|man)){0,2}"
    rf"(?:\s+[^\W\d_]+){{0,2}}?\s+(?<!not\s)(?<!n['’]t\s)(?<!never\s){_SLIP}\b"
    r"|\b(?:students?|learners?|candidates?|pupils?|those|everyone|anyone|anybody)\s+(?:who|that)\s+\w+"
    r"|(?:^\W{0,4}|[.:;,]\s+|\b[Bb]y\s+)(?:(?:forgetting|overlooking|mixing\s+up|confusing|misreading"
    rf"|mistaking)\b|(?={_GERUND}){_SLIP}\b))"
    r"(?P<so>[^.;|]{0,110})$",
    re.I,
)
_LEADS = regex(
    r"\b(?:gets?|got|obtains?|finds?|arrives?|ends?\s+up|has|have|writes?|computes?|gives?|gave|yields?"
    r"|leads?"
    r"|results?|becomes?|would|will|is|erhält|bekommt|ergibt|ist|obtient|trouve|obtiene|sale)\b|,"
)
_RIGHTLY = regex(r"\b(?:right|correct|proper|true)(?:ly)?\b|\bbut\b", re.I)  # what it is after all
_QUESTION = regex(
    r"(?:^|[.:;!?)]\s+|^\W*)(?:[a-h]\)\s*)?(?:so\s+|and\s+)?(?:is|are|does|do|did|can|could|was|gilt|ist"
    r"|stimmt"
    r"|est-ce\s+que|¿es|¿se\s+cumple)\b"
    r"(?:\s+(?:it\s+(?:true|correct|possible|right)|the\s+(?:claim|statement|equation|identity|value))\b)?"
    rf"(?:\s+(?:really|also|then|always|that|es|wirklich|auch|que))*{_TO}",
    re.I,
)
_ASKED = regex(
    r"\b(?:disprove|refute|true\s+or\s+false|wahr\s+oder\s+falsch|richtig\s+oder\s+falsch|vrai\s+ou\s+faux"
    rf"|(?:decide|check|verify|test|ask|know|see|prüfe|entscheide)\w*,?\s+(?:whether|if|ob))(?:{_THAT})?:?{_TO}",
    re.I,
)
_QUESTION_MARK = regex(r"^[^.!?\n]{0,120}?(?:\n[^.!?\n]{0,60})?\?")
_ASKS = regex(r"(?:[^.!?;\n]|\.(?=\d)){0,80}\d[\s$*)]{0,4}\?")
_WOULD = regex(
    r"\b(?:would(?! like)|würde|wäre|hätte|gäbe|ergäbe|bekäme|käme)|\w['’]d\b(?! like)"
    r"|\w(?:ría[ns]?|ríamos|rait|raient)\b"  # sería, serait
    r"|\bnaively\b|\bif (?:we|you|one)(?: had)? (?:ignored?|omit(?:ted)?|dropped|skip(?:ped)?|neglect(?:ed)?"
    r"|le(?:ave|ft) out)\b",
    re.IGNORECASE,
)
_POSED = regex(r"\b(?:with|if|wenn|mit)\b[^,;:]{0,24}$", re.IGNORECASE)
_ASIDE = regex(
    r"\b(?:instead|without|would|if|had we|suppose|what if|ohne|stattdessen)\b|\w['’]d\b", re.IGNORECASE
)
_ANEW = regex(r"\bnew\W{0,4}(?:\\\w+)?\W{0,2}$", re.IGNORECASE)
_NEW_LINE = regex(r"\n(?:[ \t]+|(?=[A-Z\d]|\S{1,12}[ \t]*[=:≈←]))")  # no sentence goes on there
_CONTRASTED = regex(
    r"\bwould\b|\bhad\b[^.]{0,60}\bbeen\b|\bif\b[^.]{0,60}\bwere\b"
    r"|\bforg(?:ot|etting)\b|(?<!\d )(?<!healthy )(?<!sick )(?<!ill )(?<!the )\bpeople\b"
    r"|\bmistak|\b(?:the\s(?:wrong|incorrect)|(?:wrong|incorrect)(?!\sclass))|\bfor comparison"
    r"|\breverse\b|\bif (?:one|we|you)\b|\bother (?:direction|way)|\bin contrast|\bunlike\b|\brather than\b"
    r"|\b(?:students?|learners?|candidates?|pupils?|those|everyone|anyone|anybody) (?:who|that)\b"
    r"|\b(?:würden?|wären?|hätten?|gäbe|ergäbe|bekäme|käme|lieferte)\b|\w[eudv]rai(?:en)?t\b"
    r"|\b(?:sería|daría|tendría|saldría|obtendría)[ns]?\b"
    r"|\binstead of\b|\bcommon (?:error|slip|mistake)|\bnot\b[^.\n]{0,20}\bbut\b",
    re.I,
)
_FALSE = regex(
    r"(?:[\s.)\]*_–—:→|-]|\\(?:begin|end)\{\w+\}|\\(?:emph|text\w*)\{){0,12}"
    rf"(?:(?:solution|answer|lösung|antwort|réponse|respuesta)\W{{1,6}})?(?:(?:false|wrong|incorrect)\b{_AS_NAME}|no[,.!]|nope\b|not\s+(?:true|quite|correct|right)\b|✗|✘|❌"
    r"|(?:this|that|which|it)\s+is\s+(?:false|wrong|incorrect|not)\b|falsch\b|faux\b|falso\b)",
    re.IGNORECASE,
)
_latest = [("", -1, "")]  # the place that was asked about, and its words: several things are asked of each
_MOODS = Several(_DENIED, _OPINION, _FORGOTTEN, _QUESTION, _ASKED, _DENIED_AFTER, _WOULD)
_MISTAKES = Several(_OUTDATED, _ASCRIBED, _LISTED_MISTAKES, _DISOWNED_BEFORE, _DISOWNED_AFTER)


class Mood(Enum):
    """How a sentence puts the maths that stands in it."""

    STATED = "stated"
    SUPPOSED = "supposed"  # what would be
    DENIED = "denied"
    REPORTED = "reported"  # somebody's opinion or mistake
    ASKED = "asked"


def mood(text: str, start: int, end: int) -> Mood:
    """How the sentence around a place puts it; what somebody else says may be put right behind it."""
    if not _MOODS.may_be_in(text):
        return Mood.STATED
    before, after = sentence_before(text, start), text[end : end + _NEARBY]
    if _DENIED.search(before) or _DENIED_AFTER.search(after):
        return Mood.DENIED
    if is_slip_of_somebody(text, start):
        return Mood.REPORTED
    if _OPINION.search(before):
        return Mood.STATED if _CONFIRMED.search(after[:_LONGEST_CORRECTION]) else Mood.REPORTED
    if _ASKED.search(before) or (_QUESTION.search(before) and _QUESTION_MARK.search(after)):
        return Mood.ASKED
    return Mood.SUPPOSED if is_counterfactual(text, start) else Mood.STATED


def is_called_false(text: str, end: int) -> bool:
    """Whether the words behind a sentence say that it does not hold: “The slope is 2. *False*, it is 3.”"""
    return _FALSE.match(text, end) is not None


def is_slip_of_somebody(text: str, start: int) -> bool:
    """Whether a sentence says up to here what comes of a slip: “a learner who forgets the tanh gets …”."""
    if not may_be_in(_FORGOTTEN, text):
        return False
    found = _FORGOTTEN.search(sentence_before(text, start))
    return found is not None and bool(_LEADS.search(found["so"])) and not _RIGHTLY.search(found["so"])


def is_called_mistake(text: str, start: int, end: int) -> bool:
    """Whether the line around a place of a passage says that it is a mistake, or somebody's who erred."""
    before, after = text[max(0, start - _NEARBY) : start], text[end : end + _NEARBY]
    before, after = before[before.rfind("\n") + 1 :], after.partition("\n")[0]
    if not before.strip() and not after.strip():
        return False
    if before.rstrip()[-1:] in ('"', "“") and after.lstrip()[:1] in ('"', "”"):
        return True
    if not _MISTAKES.may_be_in(text):
        return False
    if _OUTDATED.search(before) or _LISTED_MISTAKES.match(before):
        return True
    if _ASCRIBED.search(before) and _CORRECTED.search(after[:_LONGEST_CORRECTION]):
        return True
    return bool(_DISOWNED_BEFORE.search(before) or _DISOWNED_AFTER.search(after))


def is_counterfactual(text: str, start: int) -> bool:
    """Whether a sentence says up to here what would be: “with the last term only we would get …”."""
    if not may_be_in(_WOULD, text):
        return False
    before = sentence_before(text, start)
    if _WOULD.search(before) is not None:
        return True
    if _POSED.search(before) is None:
        return False
    stop = SENTENCE_END.search(text, start)
    end = min(start + _NEARBY, len(text) if stop is None else stop.start())
    return _WOULD.search(text, start, end) is not None  # with n = 2 it would be


def says_would(text: str, start: int) -> bool:
    """Whether the sentence around a place says what would be: “with h_t = …, we would get …”."""
    if not may_be_in(_WOULD, text):
        return False
    stop = SENTENCE_END.search(text, start)
    end = min(start + _NEARBY, len(text) if stop is None else stop.start())
    return _WOULD.search(sentence_before(text, start) + text[start:end]) is not None


def is_said_besides(text: str, start: int, end: int) -> bool:
    """Whether names keep their values besides: “without it, x = 0.2”, “new x = 3”."""
    if is_slip_of_somebody(text, start):
        return True
    if not may_be_in(_ASIDE, text) and not may_be_in(_ANEW, text):
        return False
    before = sentence_before(text, start)
    after = text[end : end + _NEARBY]
    stop = SENTENCE_END.search(after)
    after = after[: stop.start()] if stop is not None else after
    return any(_ASIDE.search(side) for side in (before, after)) or _ANEW.search(before) is not None


def is_contrasted(text: str, place: int) -> bool:
    """Whether the sentence around a place asks, or shows what is not done: “would”, “for comparison”."""
    if _ASKS.match(text, place) is not None:
        return True  # The effective size is 3·4 = 12?
    start, end = sentence_around(text, place, place)
    line = _NEW_LINE.search(text, place, end)
    return _CONTRASTED.search(text, start, end if line is None else line.start()) is not None


def sentence_before(text: str, start: int) -> str:
    """What stands before a place in its sentence."""
    asked, place, found = _latest[0]
    if asked is not text or place != start:
        before = text[max(0, start - _NEARBY) : start]
        ends = [end.end() for end in SENTENCE_END.finditer(before)]
        found = before[ends[-1] :] if ends else before
        _latest[0] = text, start, found
    return found
