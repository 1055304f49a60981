"""Beam search over a sheet of equations against Hugging Face's `generate`, with the same weights.

Both run on one thread in one process and take turns; tokens per second are by CPU time.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import torch

import workings
from workings.learning.generating import Manner, generate
from workings.learning.speaking import Speaker, speaker_of

SHEET = Path(__file__).with_name("equations") / "gpt.md"
WANTED = 2.0  # times the tokens per second
WIDTH, HEADS, LAYERS, WORDS, LONGEST = 64, 4, 2, 256, 128
BEAMS, NEW, TURNS = 4, 64, 7


def peer() -> Any:
    """A GPT-2 of the same size, its weights drawn at random."""
    os.environ["TRANSFORMERS_OFFLINE"] = "1"
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=WORDS, n_positions=LONGEST, n_embd=WIDTH, n_layer=LAYERS, n_head=HEADS,
        activation_function="gelu", layer_norm_epsilon=0.0, initializer_range=0.2,
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, bos_token_id=None, eos_token_id=None,
    )  # fmt: skip
    torch.manual_seed(0)
    return GPT2LMHeadModel(config).eval()


def ours(model: Any) -> Speaker:
    """The sheet with the weights of the peer."""
    found: dict[str, torch.Tensor] = {
        "E": model.transformer.wte.weight,
        "P": model.transformer.wpe.weight,
        "g": model.transformer.ln_f.weight,
        "f": model.transformer.ln_f.bias,
    }
    for layer, block in enumerate(model.transformer.h, 1):
        weights, biases = block.attn.c_attn.weight, block.attn.c_attn.bias
        sides = zip(weights.chunk(3, 1), biases.chunk(3), strict=True)
        for side, (weight, bias) in zip("QKV", sides, strict=True):
            parts = zip(weight.chunk(HEADS, 1), bias.chunk(HEADS), strict=True)
            for head, (own, shift) in enumerate(parts, 1):
                found[f"W_{side}_{head}_{layer}"] = own
                found[f"b_{side}_{head}_{layer}"] = shift
        found |= {
            f"W_O_{layer}": block.attn.c_proj.weight, f"b_O_{layer}": block.attn.c_proj.bias,
            f"g_1_{layer}": block.ln_1.weight, f"f_1_{layer}": block.ln_1.bias,
            f"g_2_{layer}": block.ln_2.weight, f"f_2_{layer}": block.ln_2.bias,
            f"A_{layer}": block.mlp.c_fc.weight, f"a_{layer}": block.mlp.c_fc.bias,
            f"B_{layer}": block.mlp.c_proj.weight, f"b_{layer}": block.mlp.c_proj.bias,
        }  # fmt: skip
    return speaker_of(workings.read(SHEET).parsed, "R", "s", found)


def main() -> int:
    if find_spec("transformers") is None:
        print("transformers is not installed: pip install -r bench/requirements.txt")
        return 0
    torch.set_num_threads(1)
    model = peer()
    speaker = ours(model)
    prompt = torch.randint(WORDS, (1, 8))
    with torch.no_grad():
        apart = float((model(prompt).logits[:, -1].log_softmax(-1) - speaker.begin(prompt)).abs().max())
    times: dict[str, list[float]] = {"ours": [], "theirs": []}
    said: dict[str, list[int]] = {}
    manner = Manner(most=NEW, beams=BEAMS, norm=1.0)
    for _ in range(TURNS + 1):
        start = process_time()
        said["ours"] = list(generate(speaker, prompt.tolist(), manner)[0][0].tokens)
        times["ours"].append(process_time() - start)
        start = process_time()
        with torch.no_grad():
            made = model.generate(
                prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=NEW, num_beams=BEAMS,
                do_sample=False, length_penalty=1.0, use_cache=True, pad_token_id=0,
            )  # fmt: skip
        times["theirs"].append(process_time() - start)
        said["theirs"] = made[0, prompt.shape[1] :].tolist()
    rates = {who: NEW / median(found[1:]) for who, found in times.items()}
    figures = {**rates, "ratio": rates["ours"] / rates["theirs"], "apart": apart,
               "same": said["ours"] == said["theirs"], "kept": speaker.goes_on}  # fmt: skip
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return 0
    print(f"log-probabilities at most {apart:.1e} apart; the same tokens: {figures['same']}")
    print(f"beam search, width {BEAMS}, {NEW} tokens, keys and values kept by both, tokens per second:")
    print(f"  workings {rates['ours']:.0f}, transformers {rates['theirs']:.0f}", end="")
    print(f": {figures['ratio']:.1f} times (at least {WANTED:g})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
