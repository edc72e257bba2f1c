int main(void)
{
    int n = 1;
    int *p = 0;
again:
    if (p)
        return *p; //~ lifetime@16
    {
        int v[n];
        v[0] = 4;
        p = v;
    }
    goto again;
}
