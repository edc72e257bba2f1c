// find: fails kind=overflow line=11 function=factorial
// input: n=13
// passing input: n=12
/* 12! is the last one that fits. */
//@ requires 0 <= n && n <= 16;
int factorial(int n)
{
    int product = 1;
    int i;
    for (i = 2; i <= n; i++)
        product *= i;
    return product;
}
