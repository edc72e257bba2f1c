var x: int;
var x: bool;
procedure main(p: int)
{
  var y: int;
  y := z + f(1);
  call g();
  goto nowhere;
  p := 1;
  x := 1;
}
//~ error@2:5: `x` is declared twice
//~ error@6:8: `z` is not declared
//~ error@6:12: the function `f` is not declared
//~ error@7:8: the procedure `g` is not declared
//~ error@8:8: the label `nowhere` is not there
//~ error@9:3: the parameter `p` cannot be changed
//~ error@10:3: `x` is changed, but the procedure `main` has no `modifies x`
//~ error@10:8: expected bool, found int
