"""Minibatches of examples of one shape."""

from __future__ import annotations

import torch

from workings.learning.batches import batches


def test_one_group_is_cut_in_the_order_in_which_it_was_shuffled():
    order = torch.tensor([3, 0, 4, 1, 2])
    found = batches(order, [5], 2)
    assert [(group, rows.tolist()) for group, rows in found] == [(0, [3, 0]), (0, [4, 1]), (0, [2])]


def test_several_groups_are_never_mixed_and_all_come_once():
    order = torch.randperm(17, generator=torch.Generator().manual_seed(1))
    counts = [6, 1, 10]
    found = batches(order, counts, 4)
    seen = sorted((group, row) for group, rows in found for row in rows.tolist())
    assert seen == [(group, row) for group, count in enumerate(counts) for row in range(count)]
    assert len({group for group, _ in found[:4]}) > 1


def test_what_was_not_chosen_does_not_come():
    assert [(g, rows.tolist()) for g, rows in batches(torch.tensor([5, 1]), [3, 3], 4)] == [
        (1, [2]),
        (0, [1]),
    ]
