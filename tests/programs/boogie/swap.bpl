// Parallel assignment: all right-hand sides are evaluated first.
procedure main()
{
  var x, y, i: int;
  var m: [int]int;
  x, y := 1, 2;
  x, y := y, x;
  assert x == 2 && y == 1;
  i := 0;
  m[0] := 5;
  m[1] := 6;
  i, m[i] := 1, 7;
  assert i == 1 && m[0] == 7 && m[1] == 6;
  m[i], i := i + 10, m[i];
  assert m[1] == 11;
  assert i == 7;
}
//~ run => assert@16
