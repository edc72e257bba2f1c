// Contracts in the declaration, bodies elsewhere, with other names for the parameters.
procedure max(x: int, y: int) returns (r: int);
  ensures r >= x && r >= y;
  ensures r == x || r == y;
implementation max(a: int, b: int) returns (m: int)
{
  m := a;
  if (b > a && b != 7) { m := b; }
}
procedure main(k: int);
implementation main(k: int)
{
  var r: int;
  call r := max(k, 3);
  assert r >= 3;
  call r := max(1, k);
}
//~ run k=1 => finished
//~ run k=7 => contract@3
//~ run k=1; nondet#1=1 => contract@3
implementation max(x: int, y: int) returns (r: int)
{
  r := 0;
}
