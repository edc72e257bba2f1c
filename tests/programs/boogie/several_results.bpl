// Several results, some of them maps.
procedure split(x: int) returns (half: int, rest: int, parts: [int]int, big: bool)
{
  half := x div 2;
  rest := x mod 2;
  parts[0] := half;
  parts[1] := rest;
  big := x > 10;
}
procedure main(x: int)
{
  var h, r: int;
  var p: [int]int;
  var b: bool;
  call h, r, p, b := split(x);
  assert h * 2 + r == x;
  assert p[0] == h && p[1] == r;
  assert !b;
}
//~ options --function main
//~ run x=9 => finished
//~ run x=11 => assert@18
