// `*` is an input.
procedure main()
{
  var x: int;
  x := 0;
  if (*) { x := x + 1; } else if (*) { x := x + 10; }
  while (*) { x := x + 100; }
  assert x != 10;
  assert x != 201;
}
//~ run => finished
//~ run nondet#2=1 => assert@8
//~ run nondet#1=1; nondet#2=1; nondet#3=1 => assert@9
