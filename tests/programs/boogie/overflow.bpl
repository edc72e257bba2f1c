// Integers of more than 64 bits are beyond us; that is no failure of the program.
procedure main(x: int)
{
  var y: int;
  y := x * 4000000000;
  assert y div 4000000000 == x;
}
//~ run x=2000000000 => finished
//~ run x=3000000000 => beyond@5: overflow
