// find: safe function=factorial
// input: n=12
// input: n=0
/*@ requires 0 <= n && n <= 12;
    ensures \result >= 1; */
int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}
