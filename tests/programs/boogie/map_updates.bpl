// Updates of a map that is assigned to itself.
procedure main(i: int)
{
  var a, b: [int]int;
  a := a[0 := 1][1 := 2][0 := 3];
  assert a[0] == 3 && a[1] == 2;
  a := a[i := a[0] + 1][2 := 7];
  assert a[0] == 4 && a[2] == 7;
  a := a[0 := 10][1 := a[0]];
  assert a[0] == 10 && a[1] == 4;
  a := a[a[0] := 5][a[1] := 6];
  assert a[10] == 5 && a[4] == 6;
  b := a[0 := 0];
  b, a := a, b[3 := b[0]];
  assert b[0] == 10 && a[0] == 0 && a[3] == 0;
  a := (lambda k: int :: a[k] + b[k]);
  assert a[0] == 10 && a[10] == 10;
  assert a[1] == 9;
}
//~ run => assert@18
