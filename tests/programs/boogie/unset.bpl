// What is read before it is set is an input; what is surely set is none.
var g: int;
var h: int;
procedure main() returns (r: int)
  modifies h;
{
  var x: int;
  var y: int;
  var b: bool;
  h := 2;
  if (b) {
    y := 1;
  } else {
    y := x;
  }
  assert y + g + h != 10;
  assert r != 3;
}
//~ run b=true => finished
//~ run b=true; g=7 => assert@16
//~ run b=false; x=8 => assert@16
//~ run r=3 => assert@17
