int main(void)
{
    int while = 3; //~ error@9: expected identifier or '(' before 'while'
    return 0;
}
