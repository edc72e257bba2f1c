
int main(void) {
  int x = 1;
  int y = 2;
  int z = 3;
  //@ assert z > 10;
  return x + y;
}
