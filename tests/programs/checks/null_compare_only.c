int main(void)
{
    int *p = 0, *q = p + 0;
    return p == q ? 0 : *p;
} //~ none
