int main(void)
{
    int x = 1;
    char x = 2; //~ error@10
    return x;
}
