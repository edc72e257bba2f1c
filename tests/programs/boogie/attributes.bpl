// Attributes, triggers and comments say nothing about what happens.
type {:datatype} /* nested /* comment */ */ thing;
var {:hidden true} g: int;
const {:c 1, "two"} c: int;
procedure {:entry} {:n 1 + 2} main({:p} x: int) returns ({:q} r: int)
  requires {:msg "x"} x > 0;
  ensures {:msg "r"} r > 0;
{
  assert {:id "a"} (forall i: int :: {:nopats} {g + i, c} {g - i} 0 <= i && i < 2 ==> i < 2);
  r := x;
  while (r < 3) invariant {:yes} r > 0; { r := r + 1; }
}
//~ run x=1 => finished
