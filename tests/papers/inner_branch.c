int x;
int main(void) {
  int y = 0;
  int z = 0;
  if (y == 0)
  {
    x = 1;
    if (z == 0)
    {
      z = 1;
    }
  }
  else
  {
    y = 2;
  }

  //@ assert x == 0;
}
