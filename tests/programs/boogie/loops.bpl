// break, break with a label, and loops without conditions of their own.
procedure main(n: int)
{
  var i, j, k: int;
  i := 0;
  outer: while (true)
  {
    j := 0;
    while (true)
    {
      if (j == 3) { break; }
      if (i == n) { break outer; }
      j := j + 1;
      k := j;
    }
    i := i + 1;
  }
  inner: if (n > 2) {
    if (n > 4) { break inner; }
    k := 100;
  }
  assert k != 100;
  assert i != 5;
}
//~ run n=1 => finished
//~ run n=3 => assert@22
//~ run n=5 => assert@23
//~ run n=6 => finished
