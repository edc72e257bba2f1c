procedure foo() // After "Responsibility of assigning statements", section 3.1, first example.
{ var x: int;
  x := 7;
  x := 7;
  assert(x > 10);
}
