// After "Fault localization & relevance analysis", section 5: `user_input()` is a havoc.
procedure foo()
{ var y: int;
  var x: int;
  x := 1;
  havoc y;
  if (y==2)
  {
      y := y+1;
  }
  assert(y != 3);
}
