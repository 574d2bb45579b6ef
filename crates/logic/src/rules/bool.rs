//! Rules for the Boolean structure, equality and `ite`.

use super::{Rule, rules};
use crate::terms::TermId;

pub(super) const RULES: &[Rule] = rules! {
    "not-not": "(not (not p))" => |_, m| m.p();

    "and-true": "(and p true)" => |_, m| m.p();
    "and-false": "(and p false)" => |_, _| TermId::FALSE;
    "and-self": "(and p p)" => |_, m| m.p();
    "and-complement": "(and p (not p))" => |_, _| TermId::FALSE;
    "and-repeated": "(and p (and p q))" => |t, m| t.and(m.p(), m.q());
    "and-contradiction": "(and p (and (not p) q))" => |_, _| TermId::FALSE;
    "and-contradiction-not": "(and (not p) (and p q))" => |_, _| TermId::FALSE;
    "and-narrows": "(and p (not (and p q)))" => |t, m| {
        let no = t.not(m.q());
        t.and(m.p(), no)
    };
    "and-implied": "(and p (not (and (not p) q)))" => |_, m| m.p();
    "and-implied-not": "(and (not p) (not (and p q)))" => |t, m| t.not(m.p());

    "eq-self": "(= u u)" => |_, _| TermId::TRUE;
    "eq-true": "(= p true)" => |_, m| m.p();
    "eq-false": "(= p false)" => |t, m| t.not(m.p());
    "eq-complement": "(= p (not p))" => |_, _| TermId::FALSE;
    "eq-not-outwards": "(= (not p) q)" => |t, m| {
        let same = t.eq(m.p(), m.q());
        t.not(same)
    };

    "ite-true": "(ite true u v)" => |_, m| m.u();
    "ite-false": "(ite false u v)" => |_, m| m.v();
    "ite-same": "(ite p u u)" => |_, m| m.u();
    "ite-not": "(ite (not p) u v)" => |t, m| t.ite(m.p(), m.v(), m.u());
    "ite-then-true": "(ite p true q)" => |t, m| t.or(m.p(), m.q());
    "ite-then-false": "(ite p false q)" => |t, m| {
        let no = t.not(m.p());
        t.and(no, m.q())
    };
    "ite-else-true": "(ite p q true)" => |t, m| t.implies(m.p(), m.q());
    "ite-else-false": "(ite p q false)" => |t, m| t.and(m.p(), m.q());
    "ite-then-condition": "(ite p p q)" => |t, m| t.or(m.p(), m.q());
    "ite-else-condition": "(ite p q p)" => |t, m| t.and(m.p(), m.q());
    "ite-complement": "(ite p q (not q))" => |t, m| t.eq(m.p(), m.q());
    "ite-then-nested": "(ite p (ite p u v) s)" => |t, m| t.ite(m.p(), m.u(), m.s());
    "ite-else-nested": "(ite p u (ite p v s))" => |t, m| t.ite(m.p(), m.u(), m.s());
    "ite-merge-else": "(ite p u (ite q u v))" => |t, m| {
        let either = t.or(m.p(), m.q());
        t.ite(either, m.u(), m.v())
    };
    "ite-merge-then": "(ite p (ite q u v) v)" => |t, m| {
        let both = t.and(m.p(), m.q());
        t.ite(both, m.u(), m.v())
    };

    "eq-ite-left": "(= (ite p u v) u)" => |t, m| {
        let same = t.eq(m.v(), m.u());
        t.or(m.p(), same)
    };
    "eq-ite-right": "(= (ite p u v) v)" => |t, m| {
        let (no, same) = (t.not(m.p()), t.eq(m.u(), m.v()));
        t.or(no, same)
    };
    "eq-ite-not-then": "(= (ite p c x) d)" if |_, m| m.c() != m.d() => |t, m| {
        let (no, same) = (t.not(m.p()), t.eq(m.x(), m.d()));
        t.and(no, same)
    };
    "eq-ite-not-else": "(= (ite p x c) d)" if |_, m| m.c() != m.d() => |t, m| {
        let same = t.eq(m.x(), m.d());
        t.and(m.p(), same)
    };
};
