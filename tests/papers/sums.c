
void sums(int x, int y, int z) {
  x = x + y;
  x = x + z;
  y = y + z;
  //@ assert x >= 0;
}
