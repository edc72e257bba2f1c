int calls;
int next(int n)
{
    calls++;
    return n ^ 1;
}
