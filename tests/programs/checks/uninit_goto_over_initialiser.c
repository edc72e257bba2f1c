int main(void)
{
    int n = 1;
    if (n)
        goto inside;
    {
        int x = 4;
inside:
        return x; //~ uninit@16: x is used uninitialised
    }
}
