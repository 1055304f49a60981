"""copy/other-row and its kin: lines whose arithmetic is right and whose numbers belong elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.checking.rules.units import upheld
from workings.document import Statement
from workings.expr import Number, has_at_most, walk
from workings.finding import Claim, Verdict
from workings.regex import regex

RULE = "copy/other-row"
_EDGES = "A graph with self-loops has the edges 1-2, 1-3, 2-3, 3-4 (A + I is used). Degrees:\n\n"
MOST_PARTS = 399  # of an expression that is looked at
_GIVEN = "$x = [3, 5, 7]$ and $g = [2, 4, 6]$\n\n$y_1 = 2 \\cdot 3 = 6$\n\n"
DESCRIPTION = Description(
    "a line is worked out with the numbers of another row, column or step than its own",
    wrong=_GIVEN + "$y_2 = 4 \\cdot 3 = 12$\n\n$y_3 = 6 \\cdot 7 = 42$",
    right=_GIVEN + "$y_2 = 4 \\cdot 5 = 20$\n\n$y_3 = 6 \\cdot 7 = 42$",
    why="Lines that are made alike are written by changing the line above, and one number stays as it was.",
)
_UNITS = (
    "$x = (3, 2)$, $w_1 = (5, 4)$, $b_1 = 7$, $w_2 = (6, 9)$, $b_2 = 8$\n\n"
    "$z_1 = 5 \\cdot 3 + 4 \\cdot 2 + 7 = 30$\n\n"
)
_BATCH = "Batch normalisation of three examples with two features:\n\n$X = [[2, 30], [4, 50], [9, 70]]$\n\n"
_TOKENS = "$-\\ln 0.5 = 0.6931$\n\n$-\\ln 0.2 = 1.6094$\n\n$-\\ln 0.4 = 0.9163$\n\n"
_SOFTMAX = "The true class is 2 and $p = (0.2, 0.5, 0.3)$. The loss is $-\\ln 0.5 = 0.693$.\n\n"
_LOSSES = "Losses: 0.31, 0.52, 0.94, 1.11, together 2.88\n\n"
_CONFUSION = (
    "Rows are the true classes, columns the predictions.\n\n| | oak | elm | ash |\n|---|---|---|---|\n"
    "| oak | 6 | 3 | 1 |\n| elm | 2 | 9 | 5 |\n| ash | 0 | 0 | 7 |\n\nRecall per class:\n\n"
)
_GREEDY = "Greedy search takes the next words with 0.6, 0.7 and 0.5.\n\n"
_ADAM = "Adam with $\\beta_1 = 0.9$ and $\\beta_2 = 0.99$. At step 2 we have $m_2 = 0.38$.\n\n"
_PERCEPTRON = "Rule: $w \\leftarrow w + \\eta (t - y) x$. Here $t = 0$ and the unit gives $y = 1$.\n\n"
_AVERAGE = "$m = 0.8$ and $v = m v + (1 - m) b$ from $v = 0$ on\n\n"
BESIDES: dict[str, Description] = {
    "copy/left-out": Description(
        "a line leaves out a term that the lines beside it have",
        wrong=_UNITS + "$z_2 = 6 \\cdot 3 + 9 \\cdot 2 = 36$",
        right=_UNITS + "$z_2 = 6 \\cdot 3 + 9 \\cdot 2 + 8 = 44$",
        why="The last term, often a bias, stands apart from the products and is left for later.",
    ),
    "batch_norm/wrong-axis": Description(
        "the statistics of a batch normalisation are taken over the features of one example",
        wrong=_BATCH + "mean $\\mu = (2 + 30)/2 = 16$",
        right=_BATCH + "mean $\\mu = (2 + 4 + 9)/3 = 5$",
        why="Layer normalisation looks the same and runs over the features.",
    ),
    "perplexity/base-two": Description(
        "a loss that was taken with natural logarithms is put above a 2",
        wrong=_TOKENS + "The mean is 1.073. Perplexity: $PPL = 2^{1.073} = 2.10$",
        right=_TOKENS + "The mean is 1.073. Perplexity: $PPL = e^{1.073} = 2.92$",
        why="Perplexity is often explained with bits, and losses are computed in nats.",
    ),
    "perplexity/of-sum": Description(
        "e is raised to the sum of the surprises instead of their mean",
        wrong=_TOKENS + "The sum is 3.2188. Perplexity: $PPL = e^{3.2188} = 25.00$",
        right=_TOKENS + "The mean is 1.0729. Perplexity: $PPL = e^{1.0729} = 2.92$",
        why="The loss of a sentence is written as a sum over its words.",
    ),
    "gradient/wrong-class": Description(
        "in p − y the 1 is taken away at another class than the true one",
        wrong=_SOFTMAX + "The gradient is $\\nabla_z L = (-0.8, 0.5, 0.3)$.",
        right=_SOFTMAX + "The gradient is $\\nabla_z L = (0.2, -0.5, 0.3)$.",
        why="Classes are counted from nought in programs and from one on paper.",
    ),
    "mean/other-count": Description(
        "a mean is divided by another number than that of the things it is taken of",
        wrong=_LOSSES + "Mean loss: $2.88 / 2 = 1.44$",
        right=_LOSSES + "Mean loss: $2.88 / 4 = 0.72$",
        why="There are several counts on the page: of examples, of classes, of features.",
    ),
    "confusion/other-sum": Description(
        "a recall is divided by what was predicted, or a precision by what is true",
        wrong=_CONFUSION + "- elm: $9/12 = 0.75$",
        right=_CONFUSION + "- elm: $9/16 = 0.5625$",
        why="Rows and columns change their meaning from book to book.",
    ),
    "decoding/added": Description(
        "the chances along a sequence are added up instead of multiplied",
        wrong=_GREEDY + "Score of the sequence: $0.6 + 0.7 + 0.5 = 1.8$",
        right=_GREEDY + "Score of the sequence: $0.6 \\cdot 0.7 \\cdot 0.5 = 0.21$",
        why="The logarithms of the chances are added, and both are called scores.",
    ),
    "adam/first-power": Description(
        "the bias correction of a later step is that of the first, 1 − β instead of 1 − βᵗ",
        wrong=_ADAM + "$\\hat m_2 = 0.38 / (1 - 0.9) = 3.8$",
        right=_ADAM + "$\\hat m_2 = 0.38 / (1 - 0.9^2) = 2$",
        why="At the first step the power is not seen.",
    ),
    "adam/not-corrected": Description(
        "a moment of Adam is used as it is, without its bias correction",
        wrong=_ADAM + "$\\hat m_2 = m_2 = 0.38$",
        right=_ADAM + "$\\hat m_2 = 0.38 / (1 - 0.9^2) = 2$",
        why="The moments and their corrected versions differ by a hat only.",
    ),
    "update/error-turned": Description(
        "the error is taken as y − t, where the rule of the document has t − y",
        wrong=_PERCEPTRON + "error $= 1 - 0 = 1$",
        right=_PERCEPTRON + "error $= 0 - 1 = -1$",
        why="Gradients are written with y − t, and the perceptron rule with t − y.",
    ),
    "update/weights-exchanged": Description(
        "a moving average gives the old value the weight of the new one",
        wrong=_AVERAGE
        + "step 1: $0.2 \\cdot 0 + 0.8 \\cdot 5 = 4$\n\nstep 2: $0.2 \\cdot 4 + 0.8 \\cdot 10 = 8.8$",
        right=_AVERAGE
        + "step 1: $0.8 \\cdot 0 + 0.2 \\cdot 5 = 1$\n\nstep 2: $0.8 \\cdot 1 + 0.2 \\cdot 10 = 2.8$",
        why="Libraries disagree about which of the two is called the momentum.",
    ),
}

_RUNNING = "The average is kept as $a \\leftarrow 0.9 a + 0.1 b$, with $a = 2$ and $b = 5$.\n\n"
_RULES = "Rule: $b \\leftarrow b + d$ with the error $d = 1$. We start with $b = 0.5$.\n\n"
BESIDES |= {
    "formula/differs": Description(
        "a line does not do what the formula of the page says, but something that is one slip away",
        wrong=_RUNNING + "$a = 0.1 \\cdot 2 + 0.9 \\cdot 5 = 4.7$",
        right=_RUNNING + "$a = 0.9 \\cdot 2 + 0.1 \\cdot 5 = 2.3$",
        why="The formula stands higher up, and the numbers are put in from memory.",
    ),
    "update/not-made": Description(
        "a value is called new, and is the old one",
        wrong=_RULES + "New bias: $b = 0.5$",
        right=_RULES + "New bias: $b = 0.5 + 1 = 1.5$",
        why="The weights are updated, and the bias is forgotten.",
    ),
}


_BACK = "Output weights $v_1 = 0.5$ and $v_2 = -0.4$.\n\nnew $v_1 = 0.5 - 2 \\cdot 0.05 = 0.4$\n\n"
BESIDES["update/too-early"] = Description(
    "an error is sent back through a weight that was updated before",
    wrong=_BACK + "$\\delta_1 = 0.3 \\cdot 0.4 \\cdot 0.25 = 0.03$",
    right=_BACK + "$\\delta_1 = 0.3 \\cdot 0.5 \\cdot 0.25 = 0.0375$",
    why="The output layer is done first, and its new weights stand at hand.",
)

_STEP = "RMSprop: learning rate 0.05, running average of squares $s = 0.64$, gradient $g = 2$.\n\n"
_ROUND = "F1 of a classifier with precision $P = 0.5$ and recall $R = 0.8$.\n\n"
_MIXED = "Diffusion: $\\bar\\alpha = 0.36$, $x_0 = 2$, noise $\\epsilon = 0.5$.\n\n"
_TRANSPOSED = "Transposed convolution: input $n = 10$, kernel $k = 4$, stride $s = 2$, padding $p = 1$.\n\n"
_HEADS = "Multi-head attention with $d_{model} = 512$ and 8 heads.\n\n"
_BITS = "Perplexity: the model needs 2.5 bits per token.\n\n"
_PPO = "PPO with clip $\\epsilon = 0.2$: ratio $r = 1.5$, advantage $A = 2.4$.\n\n"
_ERROR = "Standard error: the standard deviation is $s = 0.9$ over $n = 25$ runs.\n\n"
_SOFT = "Distillation with temperature $T = 3$; the KL divergence is $KL = 0.125$.\n\n"
_INTERVAL = "Weights are uniform in $[-a, a]$ with the limit $a = 0.6$.\n\n"
BESIDES |= {
    "recipe/no-root": Description(
        "a number is taken itself where its square root belongs",
        wrong=_STEP + "Step: $0.05 \\cdot 2 / 0.64 = 0.15625$",
        right=_STEP + "Step: $0.05 \\cdot 2 / \\sqrt{0.64} = 0.125$",
        why="Variances and mean squares are kept, and their roots are used.",
    ),
    "recipe/rooted": Description(
        "a square root is taken where the number itself belongs",
        wrong=_INTERVAL + "Variance: $0.6/\\sqrt{3} = 0.3464$",
        right=_INTERVAL + "Variance: $0.6^2/3 = 0.12$",
        why="The standard deviation is the root of the variance, and both are called the spread.",
    ),
    "recipe/no-square": Description(
        "a number is taken itself where its square belongs",
        wrong=_SOFT + "Soft loss: $3 \\cdot 0.125 = 0.375$",
        right=_SOFT + "Soft loss: $9 \\cdot 0.125 = 1.125$",
        why="The square is the second half of the formula, and the number is at hand.",
    ),
    "recipe/squared": Description(
        "a number is squared where it belongs itself",
        wrong=_ERROR + "Standard error: $0.9^2/25 = 0.0324$",
        right=_ERROR + "Standard error: $0.9/\\sqrt{25} = 0.18$",
        why="Variances are added up and divided, and the root is taken last.",
    ),
    "recipe/sign": Description(
        "something is added that has to be taken away, or the other way round",
        wrong=_TRANSPOSED + "Output size: $(10 - 1) \\cdot 2 + 2 \\cdot 1 + 4 = 24$",
        right=_TRANSPOSED + "Output size: $(10 - 1) \\cdot 2 - 2 \\cdot 1 + 4 = 20$",
        why="Two formulas that differ in a sign are used side by side.",
    ),
    "recipe/left-out": Description(
        "a factor or a term of the method is left out",
        wrong=_ROUND + "F1: $0.5 \\cdot 0.8 / (0.5 + 0.8) = 0.3077$",
        right=_ROUND + "F1: $2 \\cdot 0.5 \\cdot 0.8 / (0.5 + 0.8) = 0.6154$",
        why="The formula is written from memory, and its smallest part is lost.",
    ),
    "recipe/multiplied": Description(
        "a number multiplies where it has to divide",
        wrong=_ERROR + "Standard error: $0.9 \\cdot \\sqrt{25} = 4.5$",
        right=_ERROR + "Standard error: $0.9/\\sqrt{25} = 0.18$",
        why="That a number makes another smaller or larger is easily mistaken.",
    ),
    "recipe/divided": Description(
        "a number divides where it has to multiply",
        wrong=_SOFT + "Soft loss: $0.125/9 = 0.0139$",
        right=_SOFT + "Soft loss: $9 \\cdot 0.125 = 1.125$",
        why="The logits were divided by it, and the loss has to be multiplied.",
    ),
    "recipe/upside-down": Description(
        "a quotient stands upside down",
        wrong="NDCG of a ranking: $DCG = 3.2$, ideal $IDCG = 4.0$.\n\nNDCG: $4.0/3.2 = 1.25$",
        right="NDCG of a ranking: $DCG = 3.2$, ideal $IDCG = 4.0$.\n\nNDCG: $3.2/4.0 = 0.8$",
        why="Which of two numbers is the measure of the other is a matter of habit.",
    ),
    "recipe/exchanged": Description(
        "two numbers have changed their places",
        wrong=_MIXED + "Noisy value: $0.8 \\cdot 2 + 0.6 \\cdot 0.5 = 1.9$",
        right=_MIXED + "Noisy value: $0.6 \\cdot 2 + 0.8 \\cdot 0.5 = 1.6$",
        why="Both add up to one, and either can come first.",
    ),
    "recipe/once": Description(
        "something is counted once that has to be counted twice",
        wrong=_TRANSPOSED + "Output size: $(10 - 1) \\cdot 2 - 1 + 4 = 21$",
        right=_TRANSPOSED + "Output size: $(10 - 1) \\cdot 2 - 2 \\cdot 1 + 4 = 20$",
        why="The padding is given for one side.",
    ),
    "recipe/twice": Description(
        "something is counted more often than it is there",
        wrong=_HEADS + "Q, K and V projections: $3 \\cdot 8 \\cdot 512 \\cdot 512 = 6291456$",
        right=_HEADS + "Q, K and V projections: $3 \\cdot 512 \\cdot 512 = 786432$",
        why="What is shared among several looks as if each had it.",
    ),
    "recipe/other-size": Description(
        "another of the counts and sizes on the page is used",
        wrong=_INTERVAL + "Variance: $0.6^2/12 = 0.03$",
        right=_INTERVAL + "Variance: $0.6^2/3 = 0.12$",
        why="A page has several counts, and formulas are known for one of them.",
    ),
    "recipe/miscounted": Description(
        "something is counted otherwise than the page lists it",
        wrong=_EDGES + "$d_1 = 3$, $d_2 = 3$, $d_3 = 3$, $d_4 = 2$",
        right=_EDGES + "$d_1 = 3$, $d_2 = 3$, $d_3 = 4$, $d_4 = 2$, and $3 + 3 + 4 + 2 = 12$",
        why="Neighbours are counted by eye, and one is passed over.",
    ),
    "recipe/other-mean": Description(
        "another kind of mean is taken",
        wrong=_ROUND + "F1: $(0.5 + 0.8)/2 = 0.65$",
        right=_ROUND + "F1: $2 \\cdot 0.5 \\cdot 0.8 / (0.5 + 0.8) = 0.6154$",
        why="The plain mean comes first to mind.",
    ),
    "recipe/other-base": Description(
        "a power or a logarithm has another base than the numbers before it",
        wrong=_BITS + "Perplexity: $e^{2.5} = 12.18$",
        right=_BITS + "Perplexity: $2^{2.5} = 5.657$",
        why="Bits and nats differ by a factor that no formula shows.",
    ),
    "recipe/not-limited": Description(
        "a value is not limited, as the method has it",
        wrong=_PPO + "PPO objective: $1.5 \\cdot 2.4 = 3.6$",
        right=_PPO + "PPO objective: $1.2 \\cdot 2.4 = 2.88$",
        why="The limit matters only for some of the values.",
    ),
    "recipe/other-method": Description(
        "the formula of another method is carried out",
        wrong=_TRANSPOSED + "Output size: $(10 + 2 \\cdot 1 - 4)/2 + 1 = 5$",
        right=_TRANSPOSED + "Output size: $(10 - 1) \\cdot 2 - 2 \\cdot 1 + 4 = 20$",
        why="Methods that are taught together are easily mistaken for one another.",
    ),
}

_DISTANCES = "Distances to the query: A 2.24, B 1.00, C 3.16, D 1.41. kNN with k = 2.\n\n"
BESIDES["pick/not-best"] = Description(
    "something is kept or assigned that is not the best by the numbers of the page",
    wrong=_DISTANCES + "The two nearest are B (1.00) and A (2.24). Their sum is $1.00 + 2.24 = 3.24$.",
    right=_DISTANCES + "The two nearest are B (1.00) and D (1.41). Their sum is $1.00 + 1.41 = 2.41$.",
    why="The best continuation of each parent looks as good as the best ones of all.",
)

_TRANSPOSED_RULE = "slip/transposed"  # which units fit as well
_COPIED = "copy/differs"
_NUMERAL = regex(r"[-−]?\d+(?:\.\d+)?")


def of_catalogue() -> dict[str, Description]:
    """The rules that only the catalogue of methods has, each with the first example of it."""
    from workings.checking.methods.catalogue import SUBJECTS, methods_of  # only who asks waits for it

    found: dict[str, Description] = {}
    for method in (method for subject in SUBJECTS for method in methods_of(subject)):
        for wrong in method.wrong:
            if wrong.why and wrong.rule not in found:
                says = wrong.says.format_map({key: key for key in method.roles})
                text = f"{says} (right: {method.formula})"
                found[wrong.rule] = Description(
                    text, method.given + wrong.line, method.given + method.line, wrong.why
                )
    return found


def _is_written_by_hand(statement: Statement) -> bool:
    """Whether no member is longer than anybody writes."""
    for member in statement.members:
        if type(member.expr) is not Number and not has_at_most(member.expr, MOST_PARTS):
            return False
    return True


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """The lines that are made otherwise than those beside them."""
    from workings.checking.methods.sheet import sheet_of
    from workings.checking.methods.telling import claims_of_families
    from workings.checking.methods.topics import claims_of_topics

    listed = tuple(filter(_is_written_by_hand, statements))
    sheet = sheet_of(judge, listed)
    families = claims_of_families(judge, sheet.lines, sheet.stores) if len(sheet.lines) > 1 else ()
    found = [claim for claim in families if claim.span.start not in sheet.upheld]
    found += claims_of_topics(sheet, [claim.span for claim in found])
    sound = upheld(judge, listed) if found else ()
    found = [claim for claim in found if claim.span.start not in sound or claim.rule == _TRANSPOSED_RULE]
    found = [claim for claim in found if claim.rule != _COPIED or not _puts_right(judge, claim, listed)]
    return found if len(found) < 2 else [one for one in found if not _follows(one, found, listed)]


def _follows(claim: Claim, found: Sequence[Claim], statements: Sequence[Statement]) -> bool:
    """Whether a line takes the result of another one further up that is called wrong itself."""
    own = _around(claim, statements)
    if own is None:
        return False
    used = {
        node.value for member in own.members[:-1] for node in walk(member.expr) if isinstance(node, Number)
    }
    for other in found:
        above = _around(other, statements) if other.span.start < claim.span.start else None
        result = stated_number(above.members[-1].expr) if above is not None and above is not own else None
        if result is not None and abs(result.value) in used and abs(result.value) >= 100 * result.unit:
            return True
    return False


def _puts_right(judge: Judge, claim: Claim, statements: Sequence[Statement]) -> bool:
    """Whether a line goes on with the right value of what is called wrong further up, and copies well."""
    own = _around(claim, statements)
    sources = {because.line for because in claim.because}
    right = [
        number
        for other in judge.claims
        if other.verdict is Verdict.WRONG
        and other.computed
        and judge.page.place(other.span.start).line in sources
        for found in _NUMERAL.finditer(other.computed)
        if (number := number_in(found[0])) is not None
    ]
    put_in = (
        [node for member in own.members for node in walk(member.expr) if isinstance(node, Number)]
        if own is not None and right
        else []
    )
    return any(abs(node.value - abs(number)) * 2 <= node.unit for node in put_in for number in right)


def _around(claim: Claim, statements: Sequence[Statement]) -> Statement | None:
    """The statement that a claim stands in."""
    at = claim.span.start
    return next((one for one in statements if one.span.start <= at < one.span.end), None)
