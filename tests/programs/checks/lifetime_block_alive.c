int main(void)
{
    int *p;
    {
        int x = 5;
        p = &x;
        *p = 0;
    }
    p = 0;
    return p != 0;
} //~ none
