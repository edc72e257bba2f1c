procedure foo() // After "Responsibility of assigning statements", section 2.1, first example.
{ var x, y, z: int;
  x := 1;
  y := 2;
  z := 3;
  havoc z;
  assert(z > 10);
}
