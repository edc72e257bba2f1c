// What a division by zero gives is not known.
procedure main(x: int)
{
  assert 4 div x == 2;
}
//~ run x=2 => finished
//~ run x=4 => assert@4
//~ run x=0 => beyond@4: div
