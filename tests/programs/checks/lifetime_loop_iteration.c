int main(void)
{
    int *kept = 0, i;
    for (i = 0; i < 2; i++) {
        int x = i;
        if (kept)
            return *kept; //~ lifetime@20: read of 4 bytes of x after its lifetime ended
        kept = &x;
    }
    return 0;
}
