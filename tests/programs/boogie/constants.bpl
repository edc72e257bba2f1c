// Constants that axioms give a value, and others; an axiom that contradicts a value is an assumption that cannot hold.
const N, M, K: int;
const yes, no: bool;
const mask: bv8;
const free_one: int;
const unique u, v: int;
axiom M == N * 2 + 1;
axiom N == 20;
axiom yes;
axiom !no;
axiom mask == 15bv8;
axiom 5 == K;
axiom free_one > K;
procedure big() { assume 500 < 1000; }
procedure main()
{
  var m: [int]bool;
  assert M == 41 && yes && !no && mask == 15bv8 && K == 5;
  assert free_one > 5;
  assert u != v;
  m[M + 22] := true;
  m[M + 23] := true;
}
//~ run free_one=6; u=1 => beyond@22: bounds
//~ run u=1 => assumption@13
//~ run free_one=6 => assumption@6
