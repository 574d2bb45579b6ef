#!/usr/bin/env python3
"""Writes the formulas of the benchmark families to a folder: one SMT-LIB file each.

    generate.py FOLDER

paths      path conditions: many checks over shared prefixes, one branch more each
multiply   products: hidden commutativity and distributivity, shift-and-add against
           bvmul, monotonicity, division undone, factoring
arrays     swaps and sorting steps through arrays with symbolic indices
pigeons    pigeonhole and colouring, as bit-vectors and as Booleans
"""

import random
import sys
from pathlib import Path


def paths(checks, seed):
    """A loop over input bytes as a symbolic executor sees it: the path follows one
    concrete input, and at each branch the other side is asked about as well."""
    rng = random.Random(seed)
    count = 24
    value = [rng.randrange(256) for _ in range(count)]
    lines = ["(set-logic QF_BV)"]
    lines += [f"(declare-fun in{i} () (_ BitVec 8))" for i in range(count)]
    wide = lambda i: f"((_ zero_extend 24) in{i})"
    hexed = lambda v: f"#x{v & 0xffffffff:08x}"
    state, concrete, n, asked = hexed(5381), 5381, 0, 0
    while asked < checks:
        i, j = rng.randrange(count), rng.randrange(count)
        kind = rng.randrange(5)
        if kind == 0:
            c = rng.randrange(1, 255)
            cond, truth = f"(bvult in{i} #x{c:02x})", value[i] < c
        elif kind == 1:
            c = rng.randrange(1, 500)
            cond = f"(bvslt (bvadd {wide(i)} {wide(j)}) {hexed(c)})"
            truth = value[i] + value[j] < c
        elif kind == 2:
            m, c = rng.randrange(1, 64), rng.randrange(1, 4000)
            cond = f"(bvule (bvmul {wide(i)} {hexed(m)}) (bvadd {wide(j)} {hexed(c)}))"
            truth = value[i] * m <= value[j] + c
        elif kind == 3:
            # A hash over the input, tested for a few bits now and then.
            lines.append(f"(define-fun s{n} () (_ BitVec 32) (bvadd (bvmul {state} #x00000021) {wide(i)}))")
            state, concrete, n = f"s{n}", (concrete * 33 + value[i]) & 0xFFFFFFFF, n + 1
            c = rng.randrange(16)
            cond, truth = f"(= ((_ extract 3 0) {state}) #x{c:x})", concrete & 15 == c
        else:
            m, c = rng.randrange(2, 12), rng.randrange(2)
            cond = f"(= (bvurem {wide(i)} {hexed(m)}) {hexed(c)})"
            truth = value[i] % m == c
        taken, other = (cond, f"(not {cond})") if truth else (f"(not {cond})", cond)
        lines += ["(push 1)", f"(assert {other})", "(check-sat)", "(pop 1)"]
        lines += [f"(assert {taken})", "(check-sat)"]
        asked += 2
    return lines


def commutativity(width):
    """x * y = y * x, hidden from rewriting by multiplying by hand on one side."""
    lines = ["(set-logic QF_BV)"]
    bv = f"(_ BitVec {width})"
    lines += [f"(declare-fun x () {bv})", f"(declare-fun y () {bv})"]
    lines.append(f"(define-fun r0 () {bv} (ite (= ((_ extract 0 0) y) #b1) x (_ bv0 {width})))")
    for i in range(1, width):
        lines.append(
            f"(define-fun r{i} () {bv} (bvadd r{i-1} (ite (= ((_ extract {i} {i}) y) #b1) "
            f"(bvshl x (_ bv{i} {width})) (_ bv0 {width}))))"
        )
    lines.append(f"(define-fun q0 () {bv} (ite (= ((_ extract 0 0) x) #b1) y (_ bv0 {width})))")
    for i in range(1, width):
        lines.append(
            f"(define-fun q{i} () {bv} (bvadd q{i-1} (ite (= ((_ extract {i} {i}) x) #b1) "
            f"(bvshl y (_ bv{i} {width})) (_ bv0 {width}))))"
        )
    return lines + [f"(assert (distinct r{width-1} q{width-1}))", "(check-sat)"]


def commutativity_named(width):
    """The same with every step in a variable of its own, in no particular order,
    and against the solver's own product."""
    bv = f"(_ BitVec {width})"
    names = ["x", "y", "u", "v", "p", *(f"r{i}" for i in range(width))]
    steps = ["(assert (= u x))", "(assert (= v y))", "(assert (= p (bvmul v u)))"]
    for i in range(width):
        row = f"(ite (= ((_ extract {i} {i}) x) #b1) (bvshl y (_ bv{i} {width})) (_ bv0 {width}))"
        steps.append(f"(assert (= r{i} {f'(bvadd r{i-1} {row})' if i else row}))")
    random.Random(width).shuffle(steps)
    declared = [f"(declare-fun {name} () {bv})" for name in names]
    return ["(set-logic QF_BV)", *declared, *steps, f"(assert (distinct r{width-1} p))", "(check-sat)"]


def disjoint(width):
    """x * (y | z) = x * y + x * z for y and z without a common bit."""
    bv = f"(_ BitVec {width})"
    return [
        "(set-logic QF_BV)",
        *(f"(declare-fun {v} () {bv})" for v in "xyz"),
        f"(assert (= (bvand y z) (_ bv0 {width})))",
        "(assert (distinct (bvmul x (bvor y z)) (bvadd (bvmul x y) (bvmul x z))))",
        "(check-sat)",
    ]


def monotonicity(width):
    """x * y < x * z only if y < z, as products that do not overflow."""
    ext = lambda v: f"((_ zero_extend {width}) {v})"
    return [
        "(set-logic QF_BV)",
        *(f"(declare-fun {v} () (_ BitVec {width}))" for v in "xyz"),
        f"(assert (bvult (bvmul {ext('x')} {ext('y')}) (bvmul {ext('x')} {ext('z')})))",
        "(assert (bvuge y z))",
        "(check-sat)",
    ]


def division(width):
    """(x / y) * y + x % y = x."""
    bv = f"(_ BitVec {width})"
    return [
        "(set-logic QF_BV)",
        *(f"(declare-fun {v} () {bv})" for v in "xy"),
        f"(assert (distinct y (_ bv0 {width})))",
        "(assert (distinct x (bvadd (bvmul (bvudiv x y) y) (bvurem x y))))",
        "(check-sat)",
    ]


def distributivity(width):
    """x * (y + z) = x * y + x * z, with the sum behind an exclusive or and a carry."""
    bv = f"(_ BitVec {width})"
    return [
        "(set-logic QF_BV)",
        f"(declare-fun x () {bv})",
        f"(declare-fun y () {bv})",
        f"(declare-fun z () {bv})",
        f"(define-fun s () {bv} (bvadd (bvxor y z) (bvshl (bvand y z) (_ bv1 {width}))))",
        "(assert (distinct (bvmul x s) (bvadd (bvmul x y) (bvmul x z))))",
        "(check-sat)",
    ]


def factoring(width, product):
    wide = 2 * width
    ext = lambda v: f"((_ zero_extend {width}) {v})"
    return [
        "(set-logic QF_BV)",
        f"(declare-fun x () (_ BitVec {width}))",
        f"(declare-fun y () (_ BitVec {width}))",
        f"(assert (= (bvmul {ext('x')} {ext('y')}) (_ bv{product} {wide})))",
        f"(assert (bvugt x (_ bv1 {width})))",
        f"(assert (bvugt y (_ bv1 {width})))",
        "(assert (bvule x y))",
        "(check-sat)",
    ]


def swaps(count, tweak):
    """Swapping pairs and swapping them back in reverse gives the array back."""
    lines = ["(set-logic QF_ABV)", "(declare-fun a0 () (Array (_ BitVec 32) (_ BitVec 8)))"]
    for i in range(count):
        lines += [f"(declare-fun i{i} () (_ BitVec 32))", f"(declare-fun j{i} () (_ BitVec 32))"]
    array, n = "a0", 0
    order = list(range(count)) + list(reversed(range(count)))
    for k in order:
        lines.append(
            f"(define-fun b{n} () (Array (_ BitVec 32) (_ BitVec 8)) "
            f"(store (store {array} i{k} (select {array} j{k})) j{k} (select {array} i{k})))"
        )
        array = f"b{n}"
        n += 1
    if tweak:
        array = f"(store {array} i0 (bvadd (select {array} i0) #x01))"
    lines.append("(declare-fun k () (_ BitVec 32))")
    lines.append(f"(assert (distinct (select {array} k) (select a0 k)))")
    return lines + ["(check-sat)"]


def bubble(size):
    """After a bubble sort of symbolic elements in memory, neighbours are in order."""
    lines = ["(set-logic QF_ABV)", "(declare-fun m () (Array (_ BitVec 32) (_ BitVec 8)))",
             "(declare-fun p () (_ BitVec 32))"]
    at = lambda i: f"(bvadd p #x{i:08x})"
    array, n = "m", 0
    for i in range(size):
        for j in range(size - 1 - i):
            x, y = f"(select {array} {at(j)})", f"(select {array} {at(j + 1)})"
            lines.append(
                f"(define-fun m{n} () (Array (_ BitVec 32) (_ BitVec 8)) "
                f"(ite (bvugt {x} {y}) (store (store {array} {at(j)} {y}) {at(j + 1)} {x}) {array}))"
            )
            array = f"m{n}"
            n += 1
    wrong = " ".join(f"(bvugt (select {array} {at(i)}) (select {array} {at(i + 1)}))" for i in range(size - 1))
    return lines + [f"(assert (or {wrong}))", "(check-sat)"]


def memory(writes, seed):
    """Writes at symbolic addresses in separate regions, then reads that must see them."""
    rng = random.Random(seed)
    lines = ["(set-logic QF_ABV)", "(declare-fun m0 () (Array (_ BitVec 32) (_ BitVec 8)))"]
    for i in range(4):
        lines.append(f"(declare-fun p{i} () (_ BitVec 32))")
        lines.append(f"(assert (= ((_ extract 31 12) p{i}) #x{i + 1:05x}))")
    last = {}
    for n in range(writes):
        region, value = rng.randrange(4), rng.randrange(256)
        lines.append(
            f"(define-fun m{n + 1} () (Array (_ BitVec 32) (_ BitVec 8)) (store m{n} p{region} #x{value:02x}))"
        )
        last[region] = value
    wrong = " ".join(f"(distinct (select m{writes} p{r}) #x{v:02x})" for r, v in last.items())
    return lines + [f"(assert (or {wrong} false))", "(check-sat)"]


def pigeons(holes, words):
    lines = ["(set-logic QF_BV)"]
    n = holes + 1
    if words:
        bits = max(1, (holes - 1).bit_length())
        for i in range(n):
            lines.append(f"(declare-fun p{i} () (_ BitVec {bits}))")
            lines.append(f"(assert (bvule p{i} (_ bv{holes - 1} {bits})))")
        lines.append(f"(assert (distinct {' '.join(f'p{i}' for i in range(n))}))")
    else:
        for i in range(n):
            for h in range(holes):
                lines.append(f"(declare-fun p{i}_{h} () Bool)")
            lines.append(f"(assert (or {' '.join(f'p{i}_{h}' for h in range(holes))}))")
        for h in range(holes):
            for i in range(n):
                for j in range(i):
                    lines.append(f"(assert (not (and p{i}_{h} p{j}_{h})))")
    return lines + ["(check-sat)"]


def families():
    for checks, seed in [(100, 1), (100, 2), (300, 3), (600, 4), (1000, 5), (2000, 6)]:
        yield "paths", f"checks{checks}-{seed}", paths(checks, seed)
    for width in (8, 9, 10, 11, 12):
        yield "multiply", f"commute{width:02}", commutativity(width)
        yield "multiply", f"commute-named{width:02}", commutativity_named(width)
    for width in (6, 7, 8):
        yield "multiply", f"distribute{width}", distributivity(width)
    for width in (6, 7, 8):
        yield "multiply", f"disjoint{width}", disjoint(width)
        yield "multiply", f"monotone{width}", monotonicity(width)
        yield "multiply", f"division{width}", division(width)
    # Primes, and products of two primes of the middle of the range.
    for width, product in [(13, 40000003), (14, 150000001), (15, 600000001), (14, 125617871), (16, 2048910181), (16, 2160888091)]:
        yield "multiply", f"factor{product}", factoring(width, product)
    for width, product in [(16, 4292870399), (16, 4294049777), (18, 68718952447), (20, 1099509530623)]:
        yield "multiply", f"factor{product}", factoring(width, product)
    for count in (3, 4, 5, 6):
        yield "arrays", f"swap{count}-unsat", swaps(count, False)
        yield "arrays", f"swap{count}-sat", swaps(count, True)
    for size in (4, 5, 6):
        yield "arrays", f"bubble{size}", bubble(size)
    for writes in (50, 150, 400):
        yield "arrays", f"memory{writes}", memory(writes, writes)
    for holes in (6, 7, 8):
        yield "pigeons", f"bools{holes}", pigeons(holes, False)
        yield "pigeons", f"words{holes}", pigeons(holes, True)


def with_lets(lines):
    """The script with its definitions, which old solvers do not know, as nested
    `let`s in its only assertion."""
    plain, bound = [], []
    for line in lines:
        if line.startswith("(define-fun "):
            name, rest = line[len("(define-fun "):-1].split(" () ", 1)
            depth = 0
            for end, c in enumerate(rest):
                depth += {"(": 1, ")": -1}.get(c, 0)
                if depth == 0:
                    break
            bound.append((name, rest[end + 1:].strip()))
        elif line.startswith("(assert ") and bound:
            body = line[len("(assert "):-1]
            opened = "".join(f"(let (({name} {value})) " for name, value in bound)
            plain.append(f"(assert {opened}{body}{')' * len(bound)})")
        else:
            plain.append(line)
    return plain


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "formulas")
    for family, name, lines in families():
        path = folder / family / f"{name}.smt2"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = lines if family == "paths" else with_lets(lines)
        path.write_text("\n".join([*lines, "(exit)"]) + "\n")


if __name__ == "__main__":
    main()
