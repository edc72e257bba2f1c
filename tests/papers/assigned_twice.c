
int main(void) {
  int x = 7;
  x = 7;
  //@ assert x > 10;
  return 0;
}
