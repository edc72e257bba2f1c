int main(void)
{
    int *p;
    *p = 3; //~ uninit@6
    return 0;
}
