procedure foo() // After "Responsibility of assigning statements", section 4.1.2.
{ var x, y, z: int;
  x := 1;
  y := 2;
  z := 3;
  assert(z > 10);
}
