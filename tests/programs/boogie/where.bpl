// Conditions of variables hold when they are unset, and after a havoc.
var g: int where 0 <= g;
procedure main(p: int where p < 10)
{
  var x: int where x > g;
  var y: int;
  y := x;
  havoc x;
  assert y > 0;
  assert p < 10;
  assert x != 9;
}
//~ run => assumption@5
//~ run g=-1 => assumption@2
//~ run p=10 => assumption@3
//~ run x=[1,2] => finished
//~ run x=[1,0] => assumption@5
//~ run x=[1,9] => assert@11
