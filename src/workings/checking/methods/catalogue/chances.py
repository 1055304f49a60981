"""Chances: Bayes' rule, counts that are smoothed, words that are weighed."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.methods.catalogue.method import ANY, Method, Role, Wrong
from workings.checking.methods.catalogue.roles import PRIOR

_HIT = Role(
    r"P\([^()]*[|∣][^()]*\)",
    r"sensitiv|true positive|hit rate|likelihood|\bfor\b|of the (?:bad|sick|ill|spam|defect)|detect",
)
_FALSE = Role(
    r"P\([^()]*[|∣][^()]*\)",
    r"false (?:positive|alarm)|\bfor\b|of the (?:good|healthy|ham|normal)|\band for\b|wrongly",
)

_COUNT = Role(
    r"[cCN]\(.*\)|N|n|count.*|#.*", r"count|times|occurs?|appears?|tokens|words|followed|total|seen"
)

CHANCES = (
    Method(
        r"add[- ]?one|Laplace[- ]smooth|Laplace smoothing|plus[- ]one",
        r".",
        "(c + 1)/(n + v)",
        {
            "c": ANY,
            "n": replace(_COUNT, loose=True),
            "v": Role(r"V|\|V\||bars\(V\)|abs\(V\)|K", r"vocabulary|distinct words|types"),
        },
        (
            Wrong(
                "smoothing/denominator-kept",
                "(c + 1)/n",
                "one is added above, and {v} has to be added below",
                "$P(b \\mid a) = (5 + 1)/20 = 0.3$",
                "The chances of all words add up to one only if all the ones that were added are counted.",
            ),
            Wrong(
                "smoothing/one-below",
                "(c + 1)/(n + 1)",
                "below, the size of the vocabulary {v} is added, not 1",
                "$P(b \\mid a) = (5 + 1)/(20 + 1) = 0.2857$",
                "One is added above, and so below.",
            ),
        ),
        not_of=r"unsmoothed|MLE|maximum likelihood|without|raw|relative|\bproduct|perplex|mean|average|\bsum",
        given="Bigrams with add-one smoothing: $V = 10$ words, $c(a) = 20$ and $c(a b) = 5$.\n\n",
        line="$P(b \\mid a) = (5 + 1)/(20 + 10) = 0.2$",
    ),
    Method(
        r"\bBayes|posterior|\bprior\b|defect|\bdisease\b|spam",
        r"evidence|denominator|normali[sz]|total probability|\| [Pp]\((?:\+|pos\w*|E|T|B|data|x|word|\w+)\)",
        "h q + f (1 - q)",
        {"h": _HIT, "f": _FALSE, "q": PRIOR},
        (
            Wrong(
                "bayes/not-weighted",
                "h + f",
                "the likelihoods {h} and {f} are added up without their priors {q} and 1 − {q}",
                "Evidence: $P(+) = 0.9 + 0.05 = 0.95$",
                "The two ways to the evidence are seen, but not how often each is taken.",
            ),
            Wrong(
                "bayes/prior-alone",
                "h q + f q",
                "the second likelihood {f} is weighted with {q} as well; it has to be 1 − {q}",
                "Evidence: $P(+) = 0.9 \\cdot 0.04 + 0.05 \\cdot 0.04 = 0.038$",
                "The prior is copied from the first product.",
            ),
            Wrong(
                "bayes/second-not-weighted",
                "h q + f",
                "the second likelihood {f} is not weighted with 1 − {q}",
                "Evidence: $P(+) = 0.9 \\cdot 0.04 + 0.05 = 0.086$",
                "The first product is at hand, and the second is to be made.",
            ),
        ),
        not_of=r"prior:|numerator",
        given="Bayes: the prior is $P(D) = 0.04$, the sensitivity 0.9, the false positive rate 0.05.\n\n",
        line="Evidence: $P(+) = 0.9 \\cdot 0.04 + 0.05 \\cdot 0.96 = 0.084$",
    ),
    Method(
        r"tf-?idf|inverse document frequency|\bIDF\b",
        r"\bidf\b",
        "ln(n/d)",
        {
            "n": Role("N|D|n", r"documents?"),
            "d": Role(r"df.*|n_t|d", r"documents?|contain|occurs? in|appears? in"),
        },
        (
            Wrong(
                "idf/turned",
                "ln(d/n)",
                "the quotient is upside down: it is the number of documents divided by those with the word",
                "$idf = \\ln(5/40) = -2.0794$",
                "A frequency is a share of the whole.",
            ),
            Wrong(
                "idf/no-logarithm",
                "n/d",
                "the logarithm of the quotient is not taken",
                "$idf = 40/5 = 8$",
                "The word says inverse, and says nothing of a logarithm.",
            ),
        ),
        also=(
            "ln(n/d) + 1",
            "ln((1+n)/(1+d)) + 1",
            "ln(n/d)/ln(2)",
            "ln(n/d)/ln(10)",
            "ln(n/(1+d))",
            "abs(ln(n/d))",
        ),
        unless=r"N\s*/\s*\(?(?:1|df.{0,6}\+)",
        given="TF-IDF: the collection has $N = 40$ documents, of which $df = 5$ have the word.\n\n",
        line="$idf = \\ln(40/5) = 2.0794$",
    ),
)
