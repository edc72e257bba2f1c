int main(void)
{
    int x = 1;
    while (x > 0)
        x *= 3; //~ overflow@9: 1162261467 * 3 does not fit in int
    return 0;
}
