int main(void)
{
    int i = 2147483645;
    for (;;)
        i++; //~ overflow@9
}
