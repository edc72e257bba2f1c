// expect: differs: does not end within 5000000 steps
int count(int n)
{
    int digits = 1;
    while (n > 99)
        digits++;
    return digits;
}
