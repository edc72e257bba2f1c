procedure main() // After "Responsibility of assigning statements", section 4.1.3, second example.
{ var x, y: int;
  y := 42;
  havoc x;
  assume(x >= 0 && y >= 23);
  assert(false);
}
