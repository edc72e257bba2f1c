// Functions with a body are written out; functions without are unknown constant maps.
function double(x: int) returns (int) { x + x }
function {:inline} pick(c: bool, x: int, y: int): int { if c then double(x) else y }
function first(m: [int]int): int { m[0] }
function f(x: int): int;
function g(int, y: bool) returns (int);
function nothing(): int;
axiom (forall x: int :: {f(x)} 0 <= x && x < 4 ==> f(x) >= x);
axiom nothing() > 2;
procedure main(k: int)
{
  var m: [int]int;
  assert double(double(3)) == 12;
  assert pick(true, 2, 3) == 4 && pick(false, 2, 3) == 3;
  assert first(m[0 := 5]) == 5;
  assert f(k) == f(k);
  assert f(3) >= 3;
  assert f(2) != 8;
  assert g(1, true) == g(1, false);
  assert nothing() != 4;
}
//~ run f=[0,1,2,3]; nothing=3 => finished
//~ run nothing=3 => assumption@8
//~ run f=[0,1,8,3]; nothing=3 => assert@18
//~ run f=[0,1,2,3]; nothing=3; g[1][1]=1 => assert@19
//~ run f=[0,1,2,3]; nothing=4 => assert@20
//~ run f=[0,1,2,3] => assumption@9
