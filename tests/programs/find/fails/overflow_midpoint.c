// find: fails kind=overflow line=8 function=midpoint
// input: lo=1500000000; hi=1500000000
// passing input: lo=3; hi=9
/* The middle of a range, as binary searches like to compute it. */
//@ requires 0 <= lo && lo <= hi;
int midpoint(int lo, int hi)
{
    return (lo + hi) / 2;
}
