"""Attention worked out by hand in several hands: no alarm where all is right, and few slips passed over."""

from attending import HANDS, trials


def test_right_sheets_are_quiet_and_slips_are_found_in_every_hand() -> None:
    done = [*trials(3)]
    assert [trial.shown for trial in done if trial.outcome == "alarm"] == []
    for hand in HANDS:
        changed = [trial.outcome for trial in done if trial.hand == hand and trial.step != "clean"]
        assert changed.count("found") >= 0.8 * len(changed)
