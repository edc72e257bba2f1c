// Axioms that contradict each other leave no run.
const c: int;
axiom c == 5;
axiom c == 6;
procedure main()
{
  assert c < 5;
}
//~ run => assumption@4
