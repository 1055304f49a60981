"""The procedures that are followed, by subject."""

from __future__ import annotations

from workings.checking.following.procedures.layers import CONVOLUTION, NORM
from workings.checking.following.procedures.networks import FORWARD, SOFTMAX
from workings.checking.following.procedures.recurrent import GRU, LSTM, RNN
from workings.checking.following.procedures.training import ADAM, MOMENTUM

PROCEDURES = (FORWARD, SOFTMAX, RNN, LSTM, GRU, NORM, CONVOLUTION, ADAM, MOMENTUM)
