int main(void)
{
    int a = -7;
    return a % 3 + 1 + a / 3 + 2 + a % -3 + 1;
} //~ none
