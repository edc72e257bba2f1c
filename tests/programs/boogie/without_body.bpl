// A procedure without body does whatever its contract allows.
var g: int;
procedure read(limit: int) returns (value: int);
  requires limit > 0;
  modifies g;
  ensures 0 <= value && value < limit;
  free ensures g == old(g) + value;
procedure main()
  modifies g;
{
  var v: int;
  g := 1;
  call v := read(10);
  assert v < 10;
  assert g == v + 1;
  assert v != 9;
  call v := read(v);
}
//~ run read#1=0 => contract@17
//~ run read#1=9 => assert@16
//~ run read#1=10 => assumption@13
//~ run read#1=5; read#2=4 => finished
