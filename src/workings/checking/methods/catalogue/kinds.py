"""The common kinds of wrong formulas, which several topics and methods name: `recipe/no-root`."""

from __future__ import annotations

from workings.checking.rules.catalogue import Description

_EDGES = "A graph with self-loops has the edges 1-2, 1-3, 2-3, 3-4 (A + I is used). Degrees:\n\n"
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
RULES: dict[str, Description] = {
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
