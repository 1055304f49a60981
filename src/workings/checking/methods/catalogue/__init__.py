"""The methods that a page may only name, by subject. Being in the list is the registration."""

from __future__ import annotations

from workings.checking.methods.catalogue.attending import ATTENDING
from workings.checking.methods.catalogue.chances import CHANCES
from workings.checking.methods.catalogue.deriving import DERIVING
from workings.checking.methods.catalogue.descending import DESCENDING
from workings.checking.methods.catalogue.drawing import DRAWING
from workings.checking.methods.catalogue.dropping import DROPPING
from workings.checking.methods.catalogue.keeping import KEEPING
from workings.checking.methods.catalogue.layering import LAYERING
from workings.checking.methods.catalogue.measuring import MEASURING
from workings.checking.methods.catalogue.method import Method
from workings.checking.methods.catalogue.penalising import PENALISING
from workings.checking.methods.catalogue.playing import PLAYING
from workings.checking.methods.catalogue.rewarding import REWARDING
from workings.checking.methods.catalogue.scoring import SCORING
from workings.checking.methods.catalogue.sizing import SIZING
from workings.checking.methods.catalogue.spreading import SPREADING
from workings.checking.methods.catalogue.stepping import STEPPING
from workings.checking.methods.catalogue.surprising import SURPRISING
from workings.checking.methods.catalogue.weighing import WEIGHING

METHODS: tuple[Method, ...] = (
    *DESCENDING,
    *DERIVING,
    *SURPRISING,
    *LAYERING,
    *DROPPING,
    *ATTENDING,
    *MEASURING,
    *CHANCES,
    *REWARDING,
    *DRAWING,
    *KEEPING,
    *PENALISING,
    *PLAYING,
    *SCORING,
    *SIZING,
    *WEIGHING,
    *SPREADING,
    *STEPPING,
)
