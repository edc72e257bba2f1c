int main(void)
{
    int n = 1;
    int *p = 0;
again:
    if (p)
        return *p; //~ lifetime@16: read of 4 bytes of the variable-length array v (4 bytes) after its lifetime ended
    {
        int v[n];
        v[0] = 4;
        p = v;
    }
    goto again;
}
