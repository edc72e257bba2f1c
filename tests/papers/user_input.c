int __VERIFIER_nondet_int(void);
int main(void)
{
  int y;
  int x = 1;
  y = __VERIFIER_nondet_int();
  if (y == 2)
  {
    y = y + 1;
  }
  //@ assert y != 3;
  return x;
}
