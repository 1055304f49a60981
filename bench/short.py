"""Short statements, each a document of its own: how many false ones are called wrong, and true ones as well.

`short.jsonl` has results in words, workings, letters that are derived from letters, and laws, most of them
false in a way that people are wrong, and true ones that look as if something did not follow (`quiet`);
`--list` shows those that are passed over, and alarms.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from typing import Any

from engine import check_bytes, records

FILE = Path(__file__).with_name("short.jsonl")


def verdicts(record: dict[str, Any]) -> set[str]:
    """What is said of the claims of a text."""
    raw, name = f"{record['text']}\n".encode(), record.get("name", "short.md")
    return {claim.verdict.value for claim in check_bytes(raw, name).report.claims}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="the false statements that are passed over")
    options = parser.parse_args()
    kinds: dict[str, list[tuple[dict[str, Any], set[str]]]] = defaultdict(list)
    for record in records(FILE):
        kinds[record["kind"]].append((record, verdicts(record)))
    print(f"{'kind':10}{'false':>8}{'found':>8}{'share':>8}{'called right':>14}{'true':>8}{'alarms':>8}")
    everything = [row for group in kinds.values() for row in group]
    for kind, rows in (*kinds.items(), ("in all", everything)):
        false = [said for record, said in rows if record["truth"] == "wrong"]
        true = [said for record, said in rows if record["truth"] == "right"]
        found = sum("wrong" in said for said in false)
        right = sum(said == {"right"} for said in false)
        alarms = sum("wrong" in said for said in true)
        share = found / max(1, len(false))
        print(f"{kind:10}{len(false):>8}{found:>8}{share:>8.1%}{right:>14}{len(true):>8}{alarms:>8}")
    for rows in kinds.values() if options.list else ():
        for record, said in rows:
            if ("wrong" in said) != (record["truth"] == "wrong"):
                print(f"  {record['truth']:6} {sorted(said)} {' / '.join(record['text'].splitlines())[:100]}")


if __name__ == "__main__":
    main()
