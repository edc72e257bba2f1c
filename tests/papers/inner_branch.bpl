procedure foo() // After "Fault localization & relevance analysis", section 3.2.3, example 2.
{ var x: int; var y, z: int;
  y := 0;
  z := 0;
  if(y == 0)
  {
    x := 1;
    if(z == 0)
    {
      z := 1;
    }
  }
  else
  {
    y := 2;
  }
  assert(x == 0);
}
