int main(void)
{
    int *p;
    *p = 3; //~ uninit@6: p is used uninitialised
    return 0;
}
