int main(void)
{
    int while = 3; //~ error@9
    return 0;
}
