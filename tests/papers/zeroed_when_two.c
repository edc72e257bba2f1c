
int main(void)
{
  int x = 1;
  int y = 1;
  y = 2;
  if (y == 2)
  {
    x = 0;
  }
  //@ assert x == 1;
}
