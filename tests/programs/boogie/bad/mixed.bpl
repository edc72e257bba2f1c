procedure main(a: bool, b: bool)
{
  assert a && b || a;
}
//~ error@3:17: `&&` and `||` can be mixed only with parentheses
