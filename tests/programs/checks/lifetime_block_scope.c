int main(void)
{
    int *p;
    {
        int x = 5;
        p = &x;
    }
    return *p; //~ lifetime@12: read of 4 bytes of x after its lifetime ended
}
