// options: --function withdraw --input balance=50 --input amount=70
//@ requires amount >= 0;
//@ ensures \result >= 0;
int withdraw(int balance, int amount) {
  int fee = 2;
  if (amount > 100)
    return balance;
  balance = balance - amount;
  balance = balance - fee;
  return balance;
}
