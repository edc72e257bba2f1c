// options: --checks -assert
// expect: same
int even(int n)
{
    return n % 2 == 0;
}
