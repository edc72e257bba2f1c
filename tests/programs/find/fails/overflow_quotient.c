// find: fails kind=overflow line=13 function=scaled
// input: value=-2147483648; step=-1
// passing input: value=100; step=-3
/* Divisors other than zero can be bad, too. */
int scaled(int value, int step)
{
    if (step == 0)
        return 0;
    if (value > 0 && step < -1 && step > -100)
        return value % -step;
    if (step < -1 || step > 0)
        return value;
    return value / step;
}
