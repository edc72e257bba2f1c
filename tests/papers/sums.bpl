var x, y, z: int; procedure foo() modifies x, y; // After "Responsibility of assigning statements", section 3.1, second example.
{
  x := x + y;
  x := x + z;
  y := y + z;
  assert(x >= 0);
}
