procedure foo() // After "Responsibility of assigning statements", section 2.1, second example.
{ var x, y: int;
  y := 7;
  havoc x;
  assert(x >= 0 && y >= 0);
}
