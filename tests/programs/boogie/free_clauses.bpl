// Free clauses are not checked: the precondition is for the body, the postcondition for the caller.
procedure f(n: int) returns (r: int)
  free requires n > 0;
  free ensures r > 1;
{
  r := n;
}
procedure main(n: int)
{
  var r, i: int;
  call r := f(n);
  i := 0;
  while (i < r)
    free invariant i != 7;
    invariant i <= 9;
  {
    i := i + 1;
  }
}
//~ run n=0 => assumption@4
//~ run n=1 => assumption@4
//~ run n=5 => finished
//~ run n=8 => assumption@14
