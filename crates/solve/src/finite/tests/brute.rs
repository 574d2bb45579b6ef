//! Every structure there is, by counting.

use logic::relational::*;

/// All structures over the symbols with up to `most` atoms a sort that respect the
/// declarations, or nothing if more than `limit` would have to be looked at.
pub(super) fn structures(symbols: &Symbols, most: u32, limit: usize) -> Option<Vec<Structure>> {
    let mut all = vec![Structure::new()];
    for sort in &symbols.sorts {
        all = multiply(
            all,
            limit,
            |_| (0..=most).collect(),
            |s, &size| s.set_size(sort, size),
        )?;
    }
    for set in &symbols.sets {
        let choices = |s: &Structure| subsets(&s.atoms(&set.decl().sort).collect::<Vec<_>>());
        all = multiply(all, limit, choices, |s, members| {
            s.define_set(set, members.clone())
        })?;
    }
    for rel in &symbols.rels {
        let choices = |s: &Structure| {
            let from: Vec<Atom> = s.atoms(&rel.decl().from).collect();
            let to: Vec<Atom> = s.atoms(&rel.decl().to).collect();
            let pairs: Vec<(Atom, Atom)> = from
                .iter()
                .flat_map(|&a| to.iter().map(move |&b| (a, b)))
                .collect();
            subsets(&pairs)
        };
        all = multiply(all, limit, choices, |s, pairs| {
            s.define_rel(rel, pairs.clone())
        })?;
    }
    for data in &symbols.data {
        let choices = |s: &Structure| {
            let mut columns: Vec<Vec<(Atom, i128)>> = vec![Vec::new()];
            for atom in s.atoms(&data.decl().sort) {
                columns = columns
                    .iter()
                    .flat_map(|column| {
                        values(data.decl().ty).map(|v| [&column[..], &[(atom, v)]].concat())
                    })
                    .collect();
            }
            columns
        };
        all = multiply(all, limit, choices, |s, column| {
            s.define_data(data, column.clone())
        })?;
    }
    for int in &symbols.ints {
        let choices = |_: &Structure| values(int.decl().ty).collect();
        all = multiply(all, limit, choices, |s, &value| s.define_int(int, value))?;
    }
    for prop in &symbols.props {
        all = multiply(
            all,
            limit,
            |_| vec![false, true],
            |s, &value| s.define_prop(prop, value),
        )?;
    }
    Some(all)
}

/// Each structure once for each choice, without those that break a declaration.
fn multiply<T>(
    structures: Vec<Structure>,
    limit: usize,
    choices: impl Fn(&Structure) -> Vec<T>,
    define: impl Fn(&mut Structure, &T),
) -> Option<Vec<Structure>> {
    let mut product = Vec::new();
    for s in structures {
        for choice in choices(&s) {
            let mut extended = s.clone();
            define(&mut extended, &choice);
            if extended.respects_declarations().is_ok() {
                product.push(extended);
            }
        }
        if product.len() > limit {
            return None;
        }
    }
    Some(product)
}

fn subsets<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    (0..1u32 << items.len())
        .map(|mask| {
            let chosen = items.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            chosen.map(|(_, item)| item.clone()).collect()
        })
        .collect()
}

fn values(ty: IntType) -> impl Iterator<Item = i128> {
    (-8..16).filter(move |&v| ty.contains(v))
}
