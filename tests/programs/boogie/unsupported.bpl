// What is not supported ends the runs that get there, and no others.
type Field a;
function size<a>(f: Field a): int;
procedure main(n: int, r: real)
{
  var f: Field int;
  var h: <a>[Field a]a;
  var wide: bv128;
  if (n == 1) { assert r > 0.5; }
  if (n == 2) { assert h[f] == 0; }
  if (n == 3) { havoc wide; }
  if (n == 4) { assert (forall i: int :: i * i >= 0); }
  if (n == 5) { assert size(f) == 0; }
  if (n == 6) { assert n < 100000000000000000000; }
  if (n == 7) { call forall main(*); }
  assert n < 8;
}
//~ run n=0 => finished
//~ run n=1 => unsupported@9: real numbers
//~ run n=2 => unsupported@10: a polymorphic map
//~ run n=3 => unsupported@11: bit vectors of more than 64 bits
//~ run n=4 => unsupported@12: the quantifier over all integers `i`
//~ run n=6 => unsupported@14: integers of more than 64 bits
//~ run n=7 => unsupported@15: `call forall`
//~ run n=8 => assert@16
