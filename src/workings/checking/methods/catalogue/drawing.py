"""Models that draw samples: variational autoencoders, adversarial nets, diffusion, flows."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.methods.catalogue.method import Method, Role, wrong
from workings.checking.methods.catalogue.roles import LOGVAR, MEAN, SEEN, SPREAD

_VAE = r"\bVAE\b|variational|reparam|latent"
_NOISE = Role(r"ε|eps|epsilon|n|z|ξ|hat\(ε\)|ε_.*", r"noise(?: sample)?|\bdrawn\b|epsilon")
_KEPT = Role(
    r"bar\(α\)|ᾱ|bar\(a\)|alpha_bar|abar|α_bar|a_bar",
    r"signal level|cumulative product|alpha[- ]bar|product of the alphas",
)
_BETA = Role(r"β|beta", r"noise (?:level|variance)|\bbeta\b")
_START = Role(r"x_0|x0|x_\{0\}|x", r"pixel|clean|original|image|data point")
_LATER = Role(r"x_.*|x|x_t", r"noisy|\bx_t\b")
_REAL = Role(r"D\(x\)|D_real|d_r|p_real|D\(x_.*\)|D", r"\breal\b|true (?:image|sample)|genuine")
_FAKE = Role(r"D\(G\(z\)\)|D_fake|d_f|p_fake|D\(.*\)|D", r"\bfake\b|generated|\bG\(z\)")
_SCALE = Role(r"s|log_scale|s_.*", r"log[- ]?scale|scale (?:output|network|net)|\bs\b")
_SHIFT = Role(r"t|shift|t_.*|b", r"translation|shift|\bt\b")

DRAWING = (
    Method(
        _VAE,
        r"standard dev|\bstd|\bsd\b|\| (?:σ|s|sd|std|sigma)(?:_|$)|sigma",
        "exp(v/2)",
        {"v": replace(LOGVAR, among=())},
        (
            wrong(
                "no-root",
                "exp(v)",
                "this is the variance; the standard deviation is exp of half the logarithm {v}",
            ),
            wrong("twice", "exp(2 v)", "the logarithm {v} is doubled; the standard deviation has its half"),
        ),
        bare=True,
        not_of=r"(?<!log-)(?<!log )varian|log(?![- ]?varian)|\^2|²|\bln\b",
    ),
    Method(
        _VAE,
        r"\bvarian|\| (?:σ|s|sigma)(?:_\w+)?(?:\^2|²)|\| [vV]ar(?:_|$)",
        "exp(v)",
        {"v": replace(LOGVAR, name=r"logvar|log_var|lv|log\(σ(?:_\w+)?\^2\)")},
        (wrong("rooted", "exp(v/2)", "this is the standard deviation; the variance is exp of {v} itself"),),
        bare=True,
        not_of=r"standard dev|\bstd|\bsd\b|\blog(?![- ]?varian)|\| (?:log|ln)",
    ),
    Method(
        _VAE,
        r"\| z(?:_|$)|sampl|latent|reparam",
        "m + s ε",
        {"m": MEAN, "s": SPREAD, "ε": _NOISE, "v": replace(LOGVAR, needed=False)},
        (
            wrong(
                "squared",
                "m + s^2 ε",
                "the noise is multiplied by the variance; it has to be the standard deviation {s}",
            ),
            wrong("exchanged", "s + m ε", "the mean {m} and the standard deviation {s} have changed places"),
            wrong("other-method", "m + v ε", "the noise is multiplied by the logarithm of the variance"),
            wrong("sign", "m - s ε", "the noise {ε} is taken away; it has to be added"),
        ),
        not_of=r"mean of|decod|\| x",
    ),
    Method(
        r"\bKL\b|Kullback|\bVAE\b|variational",
        r"\bKL(?:_|\b)|diverg|\| D_|bracket|term|dimension",
        "1/2 (s^2 + m^2 - 1 - ln(s^2))",
        {"m": replace(MEAN, words=r"\bmeans?\b"), "s": SPREAD},
        (
            wrong(
                "no-square",
                "1/2 (s + m^2 - 1 - ln(s))",
                "the standard deviation {s} stands where its square belongs",
            ),
            wrong(
                "no-square",
                "1/2 (s^2 + m^2 - 1 - ln(s))",
                "it is the logarithm of the variance, twice that of {s}",
            ),
            wrong("no-square", "1/2 (s^2 + m - 1 - ln(s^2))", "the mean {m} is not squared"),
            wrong("left-out", "s^2 + m^2 - 1 - ln(s^2)", "the half before the brackets is left out"),
            wrong("sign", "1/2 (s^2 + m^2 - 1 + ln(s^2))", "the logarithm has to be taken away"),
            wrong("left-out", "1/2 (s^2 + m^2 - ln(s^2))", "the 1 of the brackets is left out"),
        ),
        also=("1 + ln(s^2) - m^2 - s^2", "s^2 + m^2 - 1 - 2 ln(s)", "-1/2 (1 + ln(s^2) - m^2 - s^2)"),
        not_of=r"bracket|\bsum\b|total",
    ),
    Method(
        r"\bKL\b|Kullback|\bVAE\b|variational",
        r"\bKL(?:_|\b)|diverg|\| D_|term|dimension",
        "1/2 (exp(v) + m^2 - 1 - v)",
        {
            "m": replace(MEAN, words=r"\bmeans?\b"),
            "v": replace(LOGVAR, name=r"logvar|log_var|lv|log\(σ\^2\)|log\(.*\)"),
        },
        (
            wrong("no-square", "1/2 (exp(v) + m - 1 - v)", "the mean {m} is not squared"),
            wrong("left-out", "exp(v) + m^2 - 1 - v", "the half before the brackets is left out"),
            wrong(
                "rooted",
                "1/2 (exp(v/2) + m^2 - 1 - v)",
                "the variance is exp({v}); this is the standard deviation",
            ),
            wrong("sign", "1/2 (exp(v) + m^2 - 1 + v)", "the logarithm {v} has to be taken away"),
        ),
        also=("1 + v - m^2 - exp(v)",),
        not_of=r"bracket|\bsum\b|total",
    ),
    Method(
        r"\bELBO\b|evidence lower bound",
        r"\bELBO\b|lower bound",
        "a - k",
        {
            "a": Role(r"log\(.*\)|ℓ|L_rec|rec.*", r"reconstruction|log[- ]likelihood|\bdecoder\b"),
            "k": Role(r"KL|D_KL|KL\(.*|D_.*", r"\bKL\b|divergence"),
        },
        (
            wrong(
                "sign", "a + k", "the divergence {k} has to be taken away from the reconstruction term {a}"
            ),
            wrong("sign", "k - a", "the bound is the reconstruction term {a} minus the divergence {k}"),
        ),
        also=("-a - k", "a - k", "-(a + k)"),
        not_of=r"loss|negative|minus the|[-−]\s*ELBO",
        bare=True,
    ),
    Method(
        r"diffusion|\bDDPM\b|noise schedule|denois",
        r"\| x(?:_|$)|noisy|forward|\bjump\b|sample",
        "√a x + √(1-a) ε",
        {"a": _KEPT, "x": _START, "ε": _NOISE},
        (
            wrong(
                "no-root",
                "√a x + (1-a) ε",
                "the noise is multiplied by 1 − {a}, the variance; it has to be its root",
            ),
            wrong("no-root", "a x + √(1-a) ε", "the signal is multiplied by {a}; it has to be its root"),
            wrong("no-root", "a x + (1-a) ε", "both factors are variances; their roots belong there"),
            wrong(
                "exchanged",
                "√(1-a) x + √a ε",
                "the two roots have changed places: signal has the root of {a}",
            ),
            wrong(
                "other-method", "√a x + (1-√a) ε", "the noise has the root of 1 − {a}, not 1 minus the root"
            ),
            wrong("left-out", "√a x + ε", "the noise is not multiplied by the root of 1 − {a}"),
        ),
        not_of=r"denois|posterior|reverse|estimate|predicted|\bhat",
    ),
    Method(
        r"diffusion|\bDDPM\b|noise schedule|denois",
        r"noise (?:coefficient|factor)|(?:coefficient|factor) of the noise"
        r"|noise (?:is|gets|has) (?:scaled|multiplied|the (?:factor|coefficient))",
        "√(1-a)",
        {"a": _KEPT},
        (
            wrong("no-root", "1-a", "this is the variance of the noise; it is multiplied by its root"),
            wrong("exchanged", "√a", "this is the factor of the signal; the noise has the root of 1 − {a}"),
        ),
        bare=True,
        not_of=r"varian|reverse|posterior|\bloss|\bSNR\b|ratio",
    ),
    Method(
        r"diffusion|\bDDPM\b|noise schedule|denois",
        r"\| x(?:_|$)|noisy|forward|one step|next",
        "√(1-b) x + √b ε",
        {"b": _BETA, "x": Role(r"x|x_.*", r"pixel|value"), "ε": _NOISE},
        (
            wrong("no-root", "(1-b) x + b ε", "both factors are variances; their roots belong there"),
            wrong(
                "no-root",
                "√(1-b) x + b ε",
                "the noise is multiplied by {b}, the variance; it has to be its root",
            ),
            wrong("no-root", "(1-b) x + √b ε", "the signal is multiplied by 1 − {b}; it has to be its root"),
            wrong("exchanged", "√b x + √(1-b) ε", "the two roots have changed places"),
        ),
        unless=r"\\bar\s*+\{?\s*+\\?alpha|ᾱ|alpha_bar|abar|closed form|\bjump",
        not_of=r"denois|posterior|reverse|estimate|predicted",
    ),
    Method(
        r"diffusion|\bDDPM\b|noise schedule|denois",
        r"estimate|predict|recover|\| (?:hat\(x\)|x_0|x0)",
        "(x - √(1-a) ε)/√a",
        {"a": _KEPT, "x": _LATER, "ε": _NOISE},
        (
            wrong("no-root", "(x - (1-a) ε)/√a", "the noise is multiplied by 1 − {a}; it has to be its root"),
            wrong("no-root", "(x - √(1-a) ε)/a", "it is divided by {a}; it has to be its root"),
            wrong("left-out", "x - √(1-a) ε", "it is not divided by the root of {a}"),
            wrong("sign", "(x + √(1-a) ε)/√a", "the noise has to be taken away"),
            wrong("left-out", "(x - ε)/√a", "the noise is not multiplied by the root of 1 − {a}"),
        ),
    ),
    Method(
        r"diffusion|\bDDPM\b|noise schedule",
        r"\| (?:bar\(α\)|ᾱ|alpha_bar|abar)|signal|cumulative|product",
        "prod(1 - b)",
        {"b": Role("β|beta", vector=True)},
        (
            wrong("other-method", "prod(b)", "the β themselves are multiplied; it is the product of 1 − β"),
            wrong(
                "other-method",
                "1 - prod(b)",
                "this is 1 minus the product of the β; it is the product of 1 − β",
            ),
            wrong(
                "other-method",
                "1 - sum(b)",
                "the β are added up and taken from 1; it is the product of 1 − β",
            ),
        ),
        not_of=r"varian|√|root",
    ),
    Method(
        r"\bGANs?\b|adversarial|discriminator",
        r"discriminator|\| (?:L_?\{?D|J_?D|loss_?D)|\bD\b",
        "-ln(r) - ln(1 - f)",
        {"r": _REAL, "f": _FAKE},
        (
            wrong(
                "other-method",
                "-ln(r) - ln(f)",
                "the fake sample has to be told apart: its term is −ln(1 − {f})",
            ),
            wrong("sign", "-ln(r) + ln(1 - f)", "both terms have a minus"),
            wrong("left-out", "-ln(r)", "the term −ln(1 − {f}) of the fake sample is left out"),
        ),
        also=("ln(r) + ln(1 - f)", "-(ln(r) + ln(1 - f))/2", "(ln(r) + ln(1-f))/2"),
        unless=r"Wasserstein|WGAN|least[- ]squares|hinge",
        not_of=r"generator|real (?:term|part)|for the real|term",
    ),
    Method(
        r"\bGANs?\b|adversarial|discriminator",
        r"^\W*fakes? (?:part|term|half)\b",
        "ln(1 - f)",
        {"f": replace(_FAKE, name=r"D\(G\(.*\)\)|D_fake|d_f|p_fake")},
        (wrong("other-method", "ln(f)", "the discriminator has ln(1 − {f}) of a fake sample, not ln {f}"),),
        also=("-ln(1 - f)",),
        unless=r"Wasserstein|WGAN|least[- ]squares|hinge",
        not_of=r"generator",
    ),
    Method(
        r"non-?saturating",
        r"generator|\| (?:L_?\{?G|J_?G|loss_?G)",
        "-ln(f)",
        {"f": _FAKE},
        (
            wrong(
                "other-method",
                "-ln(1 - f)",
                "the non-saturating loss of the generator is −ln {f}, not −ln(1 − {f})",
            ),
            wrong("other-method", "ln(1 - f)", "this is the saturating loss; the other one is −ln {f}"),
            wrong("sign", "ln(f)", "the minus before the logarithm is left out"),
        ),
        not_of=r"discriminator|(?<!non-)(?<!non)saturating|original|minimax",
    ),
    Method(
        r"Wasserstein|WGAN|critic",
        r"critic|\bloss\b|\| L|distance|estimate",
        "r - f",
        {"r": _REAL, "f": _FAKE},
        (wrong("sign", "r + f", "the score of the fake {f} has to be taken away from that of the real {r}"),),
        also=("f - r",),
        not_of=r"generator|penalty",
    ),
    Method(
        r"normali[sz]ing flow|coupling|RealNVP|affine flow",
        r"forward|\| [yz](?:_|$)|output|coupl",
        "x exp(s) + t",
        {"x": SEEN, "s": _SCALE, "t": _SHIFT},
        (
            wrong("other-method", "x s + t", "it is multiplied by {s} itself; the layer has exp({s})"),
            wrong("other-method", "(x + t) exp(s)", "the shift {t} is added after the scaling"),
            wrong("sign", "x exp(-s) + t", "the exponent has the other sign; that is the way back"),
        ),
        not_of=r"inver|back|log",
    ),
    Method(
        r"normali[sz]ing flow|coupling|RealNVP|affine flow",
        r"inver|back|recover",
        "(y - t) exp(-s)",
        {"y": SEEN, "s": _SCALE, "t": _SHIFT},
        (
            wrong("other-method", "y exp(-s) - t", "the shift {t} has to be taken away before the scaling"),
            wrong("other-method", "(y - t)/s", "it is divided by {s} itself; the layer has exp({s})"),
            wrong("sign", "(y - t) exp(s)", "the exponent has the other sign"),
        ),
        not_of=r"log",
    ),
    Method(
        r"change of variables|normali[sz]ing flow|log[- ]?det",
        r"density|\| (?:p(?:_|\(|\^|$)|log\(p|log_p)|likelihood",
        "p/abs(s)",
        {
            "p": Role(r"p_z.*|p\(z\)|p_Z.*", r"density (?:of|at) z|base density"),
            "s": Role(r"dx/dz|a|s|J", r"derivative|slope|jacobian"),
        },
        (
            wrong(
                "multiplied",
                "p abs(s)",
                "the density is multiplied by the slope {s} of the map; it has to be divided",
            ),
            wrong("left-out", "p", "the density is not divided by the slope {s} of the map"),
        ),
    ),
)
