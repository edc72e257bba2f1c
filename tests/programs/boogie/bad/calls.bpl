var g: int;
procedure p(x: int) returns (r: bool);
  modifies g;
procedure main()
{
  var i: int;
  var b: bool;
  call b := p(1, 2);
  call i := p(1);
  call p(1);
  call b := p(b);
}
//~ error@8:13: `g` is changed by `p`, but the procedure `main` has no `modifies g`
//~ error@8:13: the procedure `p` has 1 argument, not 2
//~ error@9:8: the result is bool, the variable int
//~ error@9:13: `g` is changed by `p`, but the procedure `main` has no `modifies g`
//~ error@10:8: `g` is changed by `p`, but the procedure `main` has no `modifies g`
//~ error@10:8: the procedure `p` has 1 result, not 0
//~ error@11:13: `g` is changed by `p`, but the procedure `main` has no `modifies g`
//~ error@11:15: expected int, found bool
