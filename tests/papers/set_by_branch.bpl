procedure foo() // After "Fault localization & relevance analysis", section 3.2.3, example 1.
{ var x, y: int;
  x := 0;
  y := 0;
  if(y == 0)
  {
    x := 1;
  }
  assert(x == 0);
}
