int main(void)
{
    int i = 2147483645;
    for (;;)
        i++; //~ overflow@9: 2147483647 + 1 does not fit in int
}
