// Operators, conditionals, names with strange characters, let, lambda, coercions.
var $m.x#1: int;
procedure main(a: bool, b: bool, x': int)
{
  var m: [int]int;
  assert (a ==> b) <==> (!a || b);
  assert (a <== b) <==> (b ==> a);
  assert a ==> b ==> a;
  assert (if a then 1 else 2) == 1 <==> a;
  assert a == b || a != b;
  assert (a <==> b) == ((a && b) || (!a && !b));
  assert (var t := x' + 1; t * t) == (x' + 1) * (x' + 1);
  m := (lambda i: int :: i * 2);
  assert m[3] == 6 && (lambda i: int, p: bool :: if p then i else 0)[4, true] == 4;
  m := if a then m[0 := 7] else m;
  assert m[0] == 7 <==> a;
  assert (x' : int) == x';
  assert ¬a ∨ a;
  assert $m.x#1 < 5;
}
//~ run => finished
//~ run a=true; b=true => finished
//~ run b=true; $m.x#1=5 => assert@19
