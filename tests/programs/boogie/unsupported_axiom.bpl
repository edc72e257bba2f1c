// Without an axiom that we cannot follow, runs that it excludes would be reported: there is no run.
const d: int;
axiom (forall x: int :: x + d > x);
procedure main()
{
  assert d > 0;
}
//~ run d=1 => unsupported@3: the quantifier over all integers `x`
