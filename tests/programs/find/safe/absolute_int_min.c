// find: safe function=absolute
// input: d=-2147483648
// input: d=-5
// input: d=7
/* The absolute value of INT_MIN fits in unsigned. */
//@ ensures d >= 0 ==> \result == d;
unsigned absolute(int d)
{
    return d < 0 ? 0u - (unsigned)d : (unsigned)d;
}
