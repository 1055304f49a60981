"""What every test of designing is given."""

from __future__ import annotations

import pytest

pytest.importorskip("scipy", reason="finding weights needs the extra `design`")
