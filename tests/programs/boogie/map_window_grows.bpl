// The window is as large as the numbers of the program.
procedure main(i: int)
{
  var m: [int]bool;
  m[i] := true;
  assert i < 200;
}
//~ run i=255 => assert@6
//~ run i=256 => beyond@5: bounds
