// After "Fault localization & relevance analysis", section 3.1, first example.
procedure foo ()
{ var x: int;
  x := 1;
  x := x - 1;
  x := x + 1;
  assert (x==0);
}
