// A goto with several targets is a choice.
procedure main()
{
  var x: int;
 start:
  x := 0;
  goto a, b, c, d;
 a:
  x := x + 1;
  goto done;
 b:
  x := x + 2;
  goto done;
 c: assume false;
  goto done;
 d: x := 4;
 done:
  assert x != 4;
  assert x != 2;
  return;
}
//~ run => finished
//~ run nondet#1=1 => assert@19
//~ run nondet#1=1; nondet#2=1 => assumption@14
//~ run nondet#1=1; nondet#2=1; nondet#3=1 => assert@18
