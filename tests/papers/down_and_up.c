
int main(void)
{
  int x = 1;
  x--;
  x++;
  //@ assert x == 0;
}
