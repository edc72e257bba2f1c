var g: int;
const c: int;
axiom g > 0;
function f(x: int): int { g + x }
procedure main() returns (r: int)
  requires old(g) > 0;
  requires r > 0;
  modifies c;
{
  break;
  L: if (true) { break M; }
  L: c := 1;
}
//~ error@3:7: the variable `g` can stand in no axiom or function
//~ error@4:27: the variable `g` can stand in no axiom or function
//~ error@6:12: `old` can stand only in bodies, invariants and postconditions
//~ error@7:12: the result `r` has no value before the procedure runs
//~ error@8:12: `c` is not a global variable
//~ error@10:3: `break` stands in no loop
//~ error@11:24: `break` stands in no statement labelled `M`
//~ error@12:3: the label `L` is there twice
//~ error@12:6: the constant `c` cannot be changed
