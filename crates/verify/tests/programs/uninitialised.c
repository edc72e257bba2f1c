// options: --function pick --input kind=3
int pick(int kind) {
  int price;
  int bonus = 0;
  if (kind == 1)
    price = 10;
  else if (kind == 2)
    price = 20;
  if (kind > 5)
    bonus = 1;
  return price + bonus;
}
