// After "Fault localization & relevance analysis", section 3.1, second example.
procedure foo ()
{ var x, y: int;
  x := 1;
  y := 1;
  y := 2;
  if ( y == 2 )
  {
    x := 0;
  }
  assert (x==1);
}
