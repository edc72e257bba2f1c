use whydunit_term::testing::{Options, Random, RandomTerms, simplified};
use whydunit_term::*;
#[test]
fn stable() {
    let mut random = Random::new(77);
    let (mut raws, mut simples, mut unstable, mut nodes) = (0, 0, 0, 0);
    let mut shown = 0;
    for _ in 0..20000 {
        let mut terms = Terms::new();
        let mut variables = vec![terms.variable_bool("p"), terms.variable_bool("q")];
        for w in [1u32, 8, 32] { for n in ["x","y"] { variables.push(terms.variable_bits(&format!("{n}{w}"), w)); } }
        let mut g = RandomTerms::new(random.word(), Options{ variables, raw: true, ..Options::default()});
        let raw = g.boolean(&mut terms, 5);
        let simple = simplified(&mut terms, raw);
        raws += terms.size(raw); simples += terms.size(simple);
        for t in terms.post_order(&[simple]) {
            let n = terms.node(t);
            if n.children.is_empty() { continue; }
            nodes += 1;
            let (op, ch) = (n.op, n.children.to_vec());
            let again = terms.apply(op, &ch);
            if again != t { unstable += 1;
                if shown < 5 { shown += 1; eprintln!("UNSTABLE {:?} -> {:?}\n{}\n --\n{}", t, again, dump(&terms,t), dump(&terms,again)); } }
        }
    }
    eprintln!("raw {raws} simple {simples} nodes {nodes} unstable {unstable}");
}
fn dump(terms: &Terms, t: Term) -> String {
    let mut out = String::new();
    for x in terms.post_order(&[t]) {
        let n = terms.node(x);
        out += &format!("\n{}: {:?} {:?} {:?} {:?}", x.index(), n.op, n.sort, n.children.iter().map(|c| c.index()).collect::<Vec<_>>(), terms.value(x));
    }
    out
}
