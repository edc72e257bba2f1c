procedure foo(input: int) // After "Responsibility of assigning statements", section 3.2.
{ var x, y: int;
  x := 1;
  y := input - 42;
  if (y < 0) {
    x := 0;
  }
  assert(x != 0);
}
