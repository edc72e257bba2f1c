int main(void)
{
    int x = 1;
    while (x > 0)
        x *= 3; //~ overflow@9
    return 0;
}
