int main(void)
{
    int n = 3;
    n -= 5;
    return 8 >> n; //~ shift@12
}
