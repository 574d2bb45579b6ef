#!/usr/bin/env python3
"""Runs solvers over the benchmark families and prints a table of times and ratios.

    run.py OURS [--limit SECONDS] [--family NAME] [--folder FOLDER]

OURS is the command of the embedded solver, for example
target/release/examples/smt2; z3 and boolector are found on the PATH. All runs are
one after another on the same machine. Times are processor seconds, so that a busy
machine does not matter much, and answers that differ are reported.
"""

import argparse
import resource
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, path, limit):
    """Seconds and answers; no answers when the limit is reached, no seconds either
    when the solver cannot read the formula."""
    limits = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    start = processor_seconds()
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, preexec_fn=limits)
    seconds = processor_seconds() - start
    # The limit ends a process by a signal.
    if done.returncode < 0:
        return limit, None
    answers = [l for l in done.stdout.split("\n") if l in ("sat", "unsat", "unknown")]
    if not answers or "error" in done.stdout:
        return None, None
    return (seconds, answers) if "unknown" not in answers else (limit, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours", nargs="+")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--family")
    parser.add_argument("--folder", type=Path, default=Path("formulas"))
    options = parser.parse_args()
    solvers = {"concrex": options.ours}
    if shutil.which("z3"):
        solvers["z3"] = ["z3"]
    if shutil.which("boolector"):
        solvers["boolector"] = ["boolector", "--smt2"]
    if not options.folder.exists():
        subprocess.run([sys.executable, Path(__file__).with_name("generate.py"), options.folder], check=True)

    totals = defaultdict(lambda: defaultdict(float))
    print("| formula | " + " | ".join(solvers) + " |")
    print("|---|" + "---:|" * len(solvers))
    wrong, unsupported = 0, set()
    for path in sorted(options.folder.glob("*/*.smt2")):
        family = path.parent.name
        if options.family and family != options.family:
            continue
        row, answers = [], {}
        for name, command in solvers.items():
            seconds, said = run(command, path, options.limit)
            if seconds is None:
                unsupported.add((family, name))
            totals[family][name] += seconds or 0
            row.append(f"{seconds:.2f}" if said else "no" if seconds is None else "—")
            if said:
                answers[name] = tuple(said)
        if len(set(answers.values())) > 1:
            wrong += 1
            row.append("**different answers**")
        print(f"| {family}/{path.stem} | " + " | ".join(row) + " |", flush=True)

    print("\n| family | " + " | ".join(f"{s} (s)" for s in solvers) + " | to z3 | to the best |")
    print("|---|" + "---:|" * (len(solvers) + 2))
    for family, times in totals.items():
        times = {s: t for s, t in times.items() if (family, s) not in unsupported}
        ours, best = times["concrex"], min(times.values())
        to_z3 = f"{ours / times['z3']:.2f}" if "z3" in times else ""
        cells = " | ".join(f"{times[s]:.2f}" if s in times else "no" for s in solvers)
        print(f"| {family} | {cells} | {to_z3} | {ours / best:.2f} |")
    print("\nA dash is a run without an answer, which counts as the limit; `no` one that the solver cannot read.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
