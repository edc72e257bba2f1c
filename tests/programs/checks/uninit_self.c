int main(void)
{
    int x = x + 1; //~ uninit@13
    return x;
}
