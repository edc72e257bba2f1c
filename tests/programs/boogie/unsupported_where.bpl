// A condition of an unset variable that we cannot follow: there is no run. What is surely set needs none.
procedure main(n: int)
{
  var x: int where (forall i: int :: i * i >= x);
  var y: int where (forall i: int :: i * i >= y);
  y := 2;
  if (n > 0) {
    x := 1;
  }
  assert x == 1 && y == 2;
}
//~ run n=1 => unsupported@4: the quantifier over all integers `i`
