int main(void)
{
    int x = x + 1; //~ uninit@13: x is used uninitialised
    return x;
}
