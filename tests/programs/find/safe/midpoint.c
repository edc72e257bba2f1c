// find: safe function=midpoint
// input: lo=1500000000; hi=2147483647
// input: lo=0; hi=0
//@ requires 0 <= lo && lo <= hi;
int midpoint(int lo, int hi)
{
    return lo + (hi - lo) / 2;
}
