// find: fails kind=overflow line=7 function=distance
// input: a=-2147483648; b=0
// passing input: a=-7; b=3
static int absolute(int d)
{
    if (d < 0)
        return -d;
    return d;
}

//@ requires b == 0 || b == 3;
int distance(int a, int b)
{
    if (b == 0)
        return absolute(a);
    if (a < -1000 || a > 1000)
        return -1;
    return absolute(a - b);
}
