// Clauses from the command line belong to the start procedure.
var g: int;
procedure f(x: int) returns (r: int)
  modifies g;
{
  r := x + 1;
  g := r;
}
procedure other() { }
//~ options --function f --requires x > 0 --ensures g == old(g) + 2 --ensures (exists i: int :: 0 <= i && i < 9 && i == r)
//~ run x=1 => finished
//~ run => precondition@3
//~ run x=2 => contract@3
//~ run x=8; g=7 => contract@3
