static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); } //~ overflow@50: 13 * 479001600 does not fit in int

int main(void)
{
    return factorial(12) > factorial(13);
}
