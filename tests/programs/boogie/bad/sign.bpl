procedure main()
{
  assert 1 @ 2;
}
//~ error@3:12: `@` is no sign of Boogie
