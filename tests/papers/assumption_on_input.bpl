procedure main() // After "Responsibility of assigning statements", section 4.2.3; the assumption is the trace's last step there.
{ var x, y: int;
  y := 10;
  havoc x;
  assume(x > 0);
  assert(false);
}
