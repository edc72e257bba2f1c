var g: int;
axiom g > 0;
function f(x: int): int { g + x }
procedure main() returns (r: int)
  requires old(g) > 0;
  requires r > 0;
{
  break;
  L: if (true) { break M; }
  const := 1;
}
//~ error@10:3: expected a statement, found `const`
