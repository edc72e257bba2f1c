// Integers: precedence, signs, Euclidean division.
procedure main(a: int, b: int) returns (q: int, r: int)
  requires b != 0;
  ensures q * b + r == a;
  ensures 0 <= r;
{
  q := a div b;
  r := a mod b;
  assert r < b || r < -b;
  assert 2 + 3 * 4 - 1 == 13;
  assert -7 div 2 == -4 && -7 mod 2 == 1;
  assert 7 div -2 == -3 && 7 mod -2 == 1;
  assert (-7) div (-2) == 4 && (-7) mod (-2) == 1;
  assert a != -8;
}
//~ run a=7; b=2 => finished
//~ run a=-7; b=2 => finished
//~ run a=7; b=-2 => finished
//~ run a=-7; b=-2 => finished
//~ run a=-8; b=3 => assert@14
//~ run b=0 => precondition@3
