// Only a window of a map's keys is followed.
procedure main(i: int)
{
  var m: [int]bool;
  m[i] := true;
  assert m[i];
}
//~ run i=31 => finished
//~ run i=32 => beyond@5: bounds
//~ run i=-1 => beyond@5: bounds
