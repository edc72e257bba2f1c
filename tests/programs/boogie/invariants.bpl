// Invariants are checked each time the head of the loop is reached.
procedure main(n: int)
{
  var i, s: int;
  i := 0;
  s := 0;
  while (i < n)
    invariant 0 <= i;
    invariant s == i * (i - 1) div 2 && (s < 40);
  {
    s := s + i;
    i := i + 1;
  }
  assert n >= 0 ==> i == n;
}
//~ run n=0 => finished
//~ run n=9 => finished
//~ run n=10 => contract@9
