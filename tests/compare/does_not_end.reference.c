int count(int n)
{
    return n > 99 ? 3 : 1;
}
