// expect: same
int increase(int n)
{
    return n + 2;
}
