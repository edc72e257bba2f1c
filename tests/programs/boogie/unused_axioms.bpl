// Axioms about what the program does not use are left out.
function f(x: int): int;
function g(x: int): int;
const c: int;
const d: int;
axiom (forall x: int :: f(x) == f(x + 1) + x * 100000000000000000000);
axiom c > 0;
axiom d > c;
axiom (forall x: int :: g(x) + x > x * x);
procedure main()
{
  assert d > 1;
}
//~ run c=1; d=2 => finished
//~ run c=0; d=2 => assumption@7
//~ run c=1; d=1 => assumption@8
