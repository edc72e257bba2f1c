// find: safe function=average
// input: sum=10; count=0
// input: sum=7; count=2
/*@ requires divisor > 0 && 0 <= value && value <= 1000;
    ensures 0 <= \result && \result <= 1000; */
static int rounded(int value, int divisor)
{
    int result = value / divisor;
    return result + (value % divisor * 2 > divisor && result < 1000);
}

//@ requires 0 <= sum && sum <= 1000 && -100 <= count && count <= 100;
int average(int sum, int count)
{
    if (count <= 0)
        return 0;
    int mean = rounded(sum, count);
    //@ assert mean <= 1000;
    return mean;
}
