static int *make(void)
{
    int x = 3;
    int *p = &x;
    return p;
}

int main(void)
{
    int *p = make();
    return *p; //~ lifetime@12: read of 4 bytes of x after its lifetime ended
}
