// `old` in postconditions, invariants and statements.
var g: int;
var m: [int]int;
procedure bump(k: int)
  modifies g, m;
  ensures g == old(g) + 1;
  ensures m[k] == old(m[k]) + old(g);
  ensures (forall i: int :: 0 <= i && i < 8 && i != k ==> m[i] == old(m)[i]);
{
  var before: int;
  var i: int;
  before := old(g);
  g := g + 1;
  assert before == old(g) && g == old(g + 1);
  m[k] := m[k] + old(g);
  i := 0;
  while (i < 2)
    invariant g == old(g) + 1;
    invariant i > 0 ==> old(m[i - 1]) <= m[i - 1];
  {
    i := i + 1;
  }
  before := old(m[k]);
  assert m[k] == before + old(g);
  if (g == 8) { m[k + 1] := 50; }
}
procedure main()
  modifies g, m;
{
  call bump(2);
  call bump(2);
  assert g == old(g) + 2;
  assert m[2] != 7;
}
//~ run => finished
//~ run g=3 => assert@33
//~ run g=6 => contract@8
