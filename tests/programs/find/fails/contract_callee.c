// find: fails kind=contract line=15 function=average
// input: sum=10; count=0
// passing input: sum=10; count=2
//@ requires divisor > 0;
static int rounded(int value, int divisor)
{
    return (value + divisor / 2) / divisor;
}

//@ requires 0 <= sum && sum <= 1000 && 0 <= count && count <= 100;
int average(int sum, int count)
{
    if (sum == 0)
        return 0;
    return rounded(sum, count);
}
